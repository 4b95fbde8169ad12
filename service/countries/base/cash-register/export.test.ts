/** A long journal is several files, one behind the other, in which nothing is missing and nothing stands twice. */
import { expect, it } from 'vitest';
import { norway } from '../../no/testing/example.ts';
import { GROUPS } from '../../no/taxes.ts';
import { Shop } from '../../testing/shop.ts';
import { journalExport } from './export.ts';
import { all, filesOf, sellADay } from './testing/day.ts';

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
