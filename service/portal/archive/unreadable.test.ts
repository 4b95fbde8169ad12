/** Records that versions before took, and that nothing can be made of: all others come, and these are named. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLiveTill } from '../../countries/pt/testing/live-till.ts';
import { testCompany } from '../testing/company.ts';
import { downloadExport } from '../testing/download.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { handIn, handInJournal, saleLine } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

interface Found {
  Rec: { SQ: number; _: string; D: string; Unreadable?: string; ESR?: object }[];
}

/** As a version before has kept it. */
async function keep(companyId: number, sq: number, line: string): Promise<void> {
  await portal.portal.services.db.write((db) =>
    db.run('UPDATE records SET line = $line WHERE company_id = $companyId AND sq = $sq', {
      ...{ companyId, sq, line },
    }),
  );
}

const nested = '['.repeat(20_000) + ']'.repeat(20_000);
const fis = (sq: number, tag: string) => saleLine(sq).replace(/}$/, `,"Fis":{"Tag":${tag}}}`);
const BROKEN: [name: string, line: string, why: string][] = [
  ['lists within each other', saleLine(2).replace('"PosA":[]', `"X":${nested}`), 'too many lists'],
  ['a tag that is none', fis(2, '[null]'), 'Fis.Tag'],
  ['tags that are no list', fis(2, '"x"'), 'Fis.Tag'],
  ['a number that is an object', saleLine(2, { esr: { FN: { a: 1 } } }), 'ESR.FN'],
  ['a total that is a list', saleLine(2, { esr: { T: ['1.00'] } }), 'ESR.T'],
  ['positions that are no list', saleLine(2, { esr: { PosA: 'x' } }), 'ESR.PosA'],
  ['payments that are no objects', saleLine(2, { esr: { PayA: [1] } }), 'ESR.PayA'],
  ['no receipt', saleLine(2).replace('"ESR"', '"Other"'), 'without ESR'],
  ['no JSON', '{"_":"Tra",', 'no JSON object'],
];

it.each(BROKEN)('lists, shows and exports all others beside a record with %s', async (_name, line, why) => {
  const companyId = await testCompany(portal);
  const register = await testRegister(portal, companyId);
  expect((await handIn(register, 1, [saleLine(1), saleLine(2), saleLine(3)])).status).toBe(200);
  await keep(companyId, 2, line);
  const { registerId } = register;
  const at = `/Company/${companyId}/Records`;

  const list = await portal.send('GET', at);
  expect(list.status).toBe(200);
  const { Rec } = list.body as unknown as Found;
  expect(Rec.map(({ SQ, Unreadable }) => [SQ, Unreadable === undefined])).toEqual([
    [3, true],
    [2, false],
    [1, true],
  ]);
  expect(Rec[1]).toMatchObject({ D: '2026-11-22T10:00:00', Unreadable: expect.stringContaining(why) });
  expect(Rec[1]!.ESR).toBeUndefined();
  expect((await portal.send('GET', `${at}?text=fs`)).status).toBe(200);
  expect((await portal.send('GET', `${at}?eInvoice=any`)).status).toBe(200);

  const one = await portal.send('GET', `${at}/${registerId}/2`);
  expect(one).toMatchObject({ status: 200, body: { line, Rec: { Unreadable: expect.any(String) } } });
  expect((await portal.send('GET', `${at}/${registerId}/2/Pdf`)).status).toBe(409);

  const { status, body } = await portal.send('GET', `${at}/Csv`);
  const rows = String(body).trim().split('\r\n');
  expect([status, rows.length]).toEqual([200, 4]);
  expect(rows[2]).toContain(',unreadable,');
  const { files } = await downloadExport(portal, companyId, 'type=jou');
  expect(files[`${registerId}_def_0000.jou`]!.toString()).toContain(line);

  const found = await portal.send('GET', `/Company/${companyId}/Register/${registerId}/Verification`);
  const { findings } = found.body as { findings: { sq: number; text: string }[] };
  expect(findings).toContainEqual({ sq: 2, text: expect.stringContaining(why) });
});

it.each([
  ['{"_":"Cfg",', 'no JSON object'],
  ['{"_":"Cfg","SQ":3,"RN":"def","D":"2026-11-22T10:00:00","Cfg":{"Cmp":{}}}', 'no country or no tax id'],
  [
    '{"_":"Cfg","SQ":3,"RN":"def","D":"2026-11-22T10:00:00","Cfg":{"Cmp":{"Ctry":"Portugal","TaxId":"1"}}}',
    'no country or no tax id',
  ],
])('says of a configuration that it cannot be read, and not that there is none: %s', async (line, why) => {
  const companyId = await testCompany(portal);
  const register = await testRegister(portal, companyId);
  const cfg = (sq: number) =>
    JSON.stringify({
      ...{ _: 'Cfg', SQ: sq, RN: 'def', D: '2026-11-22T10:00:00' },
      Cfg: { Cmp: { Ctry: 'PT', TaxId: 'PT599999993' } },
    });
  expect((await handIn(register, 1, [cfg(1), saleLine(2), cfg(3), saleLine(4)])).status).toBe(200);
  await keep(companyId, 3, line);
  const flaw = `the configuration (record 3) cannot be read: `;
  const { files } = await downloadExport(portal, companyId, 'type=saft');
  const missing = files['MISSING-REGISTERS.txt']!.toString();
  expect(missing).toContain(`(${register.registerId}): ${flaw}`);
  expect(missing).toContain(why);
  const print = (sq: number) =>
    portal.send('GET', `/Company/${companyId}/Records/${register.registerId}/${sq}/Pdf`);
  expect((await print(2)).status).toBe(200);
  expect(await print(4)).toMatchObject({ status: 409, body: { detail: expect.stringContaining(flaw) } });
  const { body } = await portal.send('GET', `/Company/${companyId}/Records/${register.registerId}/4`);
  expect(body).toMatchObject({ currency: null });
});

it('names a receipt whose late fiscal data cannot be read', async () => {
  const companyId = await testCompany(portal);
  const register = await testRegister(portal, companyId);
  const late = (tag: unknown) =>
    JSON.stringify({
      ...{ _: 'Fis', SQ: 2, RN: 'def', D: '2026-11-22T11:00:00', Of: 1, Fis: { Tag: tag } },
    });
  await handIn(register, 1, [saleLine(1), late([])]);
  await keep(companyId, 2, late([1]));
  const { body } = await portal.send('GET', `/Company/${companyId}/Records?type=Tra`);
  expect((body as unknown as Found).Rec).toMatchObject([
    { SQ: 1, Unreadable: expect.stringContaining('late') },
  ]);
});

it("leaves what cannot be read out of the law's file, and names it beside", async () => {
  const companyId = await testCompany(portal);
  const { till } = await openLiveTill();
  await till.sell('3.00');
  await till.sell('4.00');
  await till.sell('5.00');
  const register = await testRegister(portal, companyId);
  const lines = await handInJournal(register, till.room.journal);
  const sq = lines.findIndex((line) => line.includes('"T":"4.00"')) + 1;
  await keep(companyId, sq, lines[sq - 1]!.replace(/"PosA":\[/, '"PosA":[null,'));
  const { files } = await downloadExport(portal, companyId, 'type=saft&from=2026-05-01&till=2026-05-31');
  const saft = Object.entries(files).find(([name]) => name.endsWith('.xml'))![1];
  expect(saft.toString().match(/<GrossTotal>[345]\.00</g)).toEqual([
    '<GrossTotal>3.00<',
    '<GrossTotal>5.00<',
  ]);
  expect(files['UNREADABLE-RECORDS.txt']!.toString()).toBe(
    `register def (${register.registerId}), record ${sq}: the record has an ESR.PosA that is no list of objects\n`,
  );
});
