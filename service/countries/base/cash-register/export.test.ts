/** A long journal is several files, one behind the other, in which nothing is missing and nothing stands twice. */
import { expect, it } from 'vitest';
import { norway } from '../../no/testing/example.ts';
import { GROUPS } from '../../no/taxes.ts';
import { Shop } from '../../testing/shop.ts';
import { journalExport } from './export.ts';
import { all, blocks, filesOf, sellADay } from './testing/day.ts';

const LAW = {
  ...{ country: 'NO', namespace: 'urn:StandardAuditFile-Taxation-CashRegister:NO', version: '1.0' },
  ...{ currency: 'NOK', taxes: GROUPS, company: () => '974760673', vatNumber: () => '' },
  ...{ hasMinus: true, isNet: true, hasCertificate: false },
};

it('goes on where the file before ended', async () => {
  const shop = await Shop.open(norway);
  await sellADay(shop);
  const [whole] = [...(await filesOf(shop, journalExport(LAW))).values()] as [string];
  const files = await filesOf(shop, journalExport(LAW, 6));
  expect([...files.keys()]).toEqual(
    [1, 2, 3].map((n) => `SAF-T Cash Register_974760673_20260601080000_${n}_3.xml`),
  );
  const parts = [...files.values()];
  for (const name of ['eventID', 'nr', 'signature'])
    expect(parts.flatMap((xml) => all(xml, name))).toEqual(all(whole, name));
  // Employees and articles stand in each of them.
  expect(parts.map((xml) => all(xml, 'artDesc'))).toEqual(parts.map(() => all(whole, 'artDesc')));
});

it('describes whom and what a report names that is of sales in an earlier file', async () => {
  const shop = await Shop.open(norway);
  await sellADay(shop);
  const records = await shop.room.records('def');
  const first = records.find(({ ESR }) => ESR?.NFS === 'X')!.SQ;
  const [xml] = [...(await filesOf(shop, journalExport(LAW), ({ SQ }) => SQ >= first)).values()] as [string];
  const reports = blocks(xml, 'eventReport').join('');
  const described = (name: string) => new Set(all(xml.split('<location>')[0]!, name));
  const [groups, people] = [described('basicID'), described('empID')];
  expect(all(reports, 'artGroupID')).toContain('G-vin');
  expect(all(reports, 'artGroupID').filter((id) => !groups.has(id))).toEqual([]);
  expect(all(reports, 'empID').filter((id) => !people.has(id))).toEqual([]);
  expect(xml).toContain('<basicDesc>Vine</basicDesc>');
});
