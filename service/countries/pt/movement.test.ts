/** Goods on their way, from the till to paper and SAF-T. */
import { expect, it } from 'vitest';
import { openSource } from '../../exports/sources.ts';
import type { Esr } from '../../receipt/tra.ts';
import { PORTUGAL } from '../../testing/sales.ts';
import { checkSaft } from './saft/testing/assertions.ts';
import { noSchema, schemaProblems } from './saft/testing/schema.ts';
import { exported } from './saft/testing/shop.ts';
import { pay, pos } from './testing/receipts.ts';
import { Till } from './testing/till.ts';
import { needOfficial } from '../../testing/official.ts';

const NOW = '2026-05-04T12:00:00';
const GOODS: Esr = { PosA: [pos('0.00', { Qty: '3' })], PayA: [] };
const BUYER = {
  Nam: 'Ana & Filhos',
  TaxId: 'PT509876544',
  Adr: 'Rua Nova',
  AdrNr: '7',
  Zip: '4000-100',
  City: 'Porto',
};
const SAID: Esr = {
  PT_MovementStartTime: '2026-05-04T14:30:00',
  PT_MovementEndTime: '2026-05-05T08:00:00',
  PT_ShipFromAdr: 'Armazém 2',
  PT_ShipFromZip: '2795-100',
  PT_ShipFromCity: 'Oeiras',
  PT_ShipToAdr: 'Calle Mayor 1',
  PT_ShipToZip: '28001',
  PT_ShipToCity: 'Madrid',
  PT_ShipToCtry: 'ES',
  PT_VehicleID: '12-AB-34',
  PT_ATDocCodeID: 'A1B2C3',
};

const open = () =>
  Till.open({
    now: NOW,
    cfg: { ...PORTUGAL, Loc: { TL: '1', Adr: 'Largo 1', Zip: '1000-001', City: 'Lisboa' } },
  });

async function saft(till: Till): Promise<{ bytes: Buffer; text: string }> {
  const days = { from: '2026-05-01', till: '2026-05-31' };
  const source = await openSource(till.room.journal, till.register, days);
  return exported([], { ...days, today: '2026-06-01', sources: [source] });
}

const inner = (text: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(text)?.[1];
const tags = (fis: { Tag?: { Name: string; Value: string }[] } | undefined) =>
  Object.fromEntries((fis?.Tag ?? []).map((t) => [t.Name, t.Value]));

it.each(['GT', 'GR', 'GA', 'GC', 'GD', 'FT', 'FR'])(
  '%s says where goods go, when and by what',
  async (DT) => {
    const till = await open();
    const sale = classIsInvoice(DT) ? { PosA: [pos('5.00')], PayA: [pay('5.00')] } : GOODS;
    const { Fis, Result } = await till.issue({ ...sale, ...SAID, DT, Ctm: BUYER });
    expect(Result?.Warning ?? []).not.toContainEqual(expect.stringMatching(/PT_/));
    expect(tags(Fis)).toMatchObject({
      ShipFrom: 'Armazém 2, 2795-100 Oeiras',
      ShipTo: 'Calle Mayor 1, 28001 Madrid, ES',
      MovementStartTime: '2026-05-04 14:30',
      MovementEndTime: '2026-05-05 08:00',
      VehicleID: '12-AB-34',
      ATDocCodeID: 'A1B2C3',
    });
    const { text } = await saft(till);
    expect(inner(text, 'ShipTo')).toMatch(/Calle Mayor 1.*Madrid.*28001.*<Country>ES</s);
    expect(inner(text, 'ShipFrom')).toMatch(/Armaz.m 2.*Oeiras.*<Country>PT</s);
    expect(inner(text, 'MovementStartTime')).toBe(SAID.PT_MovementStartTime);
    expect(inner(text, 'MovementEndTime')).toBe(SAID.PT_MovementEndTime);
    if (classIsInvoice(DT)) return;
    expect(inner(text, 'MovementComments')).toBe('Viatura 12-AB-34');
    expect(inner(text, 'ATDocCodeID')).toBe('A1B2C3');
  },
);

function classIsInvoice(DT: string): boolean {
  return DT === 'FT' || DT === 'FR';
}

it('presumes what is left out as the law does: now, from the shop to the customer', async () => {
  const till = await open();
  const { Fis } = await till.issue({ ...GOODS, DT: 'GT', Ctm: BUYER });
  expect(Fis).toMatchObject({
    PT_MovementStartTime: NOW,
    PT_ShipFromAdr: 'Largo 1',
    PT_ShipToAdr: 'Rua Nova, 7',
    PT_ShipToCity: 'Porto',
  });
  // The shop moves; what was printed stays.
  await till.configure({ ...PORTUGAL, Loc: { TL: '1', Adr: 'Praça 9', Zip: '1000-009', City: 'Lisboa' } });
  expect(inner((await saft(till)).text, 'ShipFrom')).toContain('Largo 1');
  const { Result } = await till.issue({ ...GOODS, DT: 'GT' });
  expect(Result?.Warning).toContainEqual(expect.stringMatching(/^ESR\.PT_ShipToAdr: .*unloading/));
});

it('goods do not start before their document', async () => {
  const till = await open();
  const at = (time: string, more: Esr = {}) =>
    till.submit({ ...GOODS, DT: 'GT', Ctm: BUYER, PT_MovementStartTime: time, ...more });
  const before = await at('2026-05-04T11:44:59');
  expect(before.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_MOVEMENT' });
  // A little late is the way of clocks: it is now.
  const late = await at('2026-05-04T11:45:00');
  expect(late).toMatchObject({ Result: { RC: 'OK' }, Fis: { PT_MovementStartTime: NOW } });
  expect(late.Result.Warning).toContainEqual(expect.stringContaining(`${NOW} is taken`));
  // A document of the invoice book went with its goods long ago.
  const book = await at('2026-05-02T09:00:00', { FN: 'abc/7', D: '2026-05-02T08:00:00' });
  expect(book).toMatchObject({ Result: { RC: 'OK' }, Fis: { PT_MovementStartTime: '2026-05-02T09:00:00' } });
});

it.each<[string, unknown]>([
  ['PT_MovementStartTime', 'tomorrow'],
  ['PT_MovementEndTime', '2026-05-04T12:00:00'],
  ['PT_ShipToCtry', 'XX'],
  ['PT_VehicleID', 'x'.repeat(33)],
  ['PT_ATDocCodeID', 'x'.repeat(201)],
  ['PT_ShipFromAdr', { a: '1' }],
  ['PT_ShipToAdr', 'x'.repeat(211)],
])('refuses a wrong %s', async (name, value) => {
  const till = await open();
  const { Result } = await till.submit({ ...GOODS, ...SAID, DT: 'GT', [name]: value });
  expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_MOVEMENT' });
  expect(Result.Warning?.[0]).toContain(`ESR.${name}`);
});

it('says that other documents do not go with goods', async () => {
  const till = await open();
  const { Result, Fis } = await till.sell('1.00', { PT_VehicleID: '12-AB-34' });
  expect(Result?.Warning).toContainEqual(expect.stringMatching(/^ESR\.PT_VehicleID: has no effect on FS/));
  expect(tags(Fis)).not.toHaveProperty('VehicleID');
});

it('takes the code of the authority from a manager when the document has been printed', async ({ skip }) => {
  const till = await open();
  const { ESR } = await till.issue({ ...GOODS, ...SAID, DT: 'GT', Ctm: BUYER });
  const document = ESR!.FN!;
  const invoice = (await till.sell()).ESR!.FN!;
  for (const [input, path] of [
    [{ document: invoice, code: 'AB1' }, 'document'],
    [{ document: 'GT 1_1.26/2', code: 'AB1' }, 'document'],
    [{ document, code: 'AB<1' }, 'code'],
  ] as const)
    expect(await till.act('movement-code', input)).toMatchObject({ issues: [{ code: '#ACTION', path }] });
  expect(await till.act('movement-code', { document, code: 'AT-77' })).toEqual({ result: null });
  expect((await till.records()).at(-1)).toMatchObject({
    Event: 'movement-code',
    Document: document,
    Code: 'AT-77',
  });
  const { bytes, text } = await saft(till);
  expect(inner(text, 'ATDocCodeID')).toBe('AT-77');
  expect(checkSaft(bytes)).toStrictEqual([]);
  expect(await till.complaints()).toEqual([]);
  needOfficial(skip, noSchema);
  expect(schemaProblems(bytes)).toBe('');
});
