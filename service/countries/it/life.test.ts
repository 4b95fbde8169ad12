/** An Italian till over the wire, with the printer beside it. */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openShop, pay, pos, restarted, SALE } from './testing/shop.ts';

const SERIAL = '99MEX012345';

it('registers what the printer has printed, with its numbers', async () => {
  const { sell, emulator, running } = await openShop();
  const { status, json } = await sell();
  expect(status).toBe(200);
  expect(json.TraC).toMatchObject({
    Result: { RC: 'OK' },
    ESR: { FN: '0001-0001', TN: '1' },
    Fis: { D: '2026-11-20T16:55:00', FN: '0001-0001', DN: '1', ZI: '1', ID: SERIAL },
  });
  expect(json.TraC.Result.ErrorCode).toBeUndefined();
  expect(emulator.documents).toMatchObject([{ total: 340, vat: 26, kind: 'sale' }]);
  expect(emulator.documents[0]!.paper).toEqual([
    ...['Caffè 1,20', 'Pane 1,00', 'debitcard 3,40', 'TOTALE COMPLESSIVO 3,40'],
    ...['DOCUMENTO N. 0001-0001', `RT ${SERIAL}`],
  ]);
  const xml = await running.get('/last', { accept: 'text/xml' });
  expect(xml.text).toContain(`FN="0001-0001"`);
  expect(xml.text).toMatch(/<Fis [^>]*ID="99MEX012345"/);
});

it('takes back a sale as a return or as a whole, naming it as the law has it', async () => {
  const { sell, emulator, running } = await openShop();
  await sell();
  await sell();
  const returned = await sell({
    RFN: '0001-0001',
    PosA: [pos('Pane', 'D', '-1.00')],
    PayA: [pay('refund', '-1.00')],
  });
  expect(returned.json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: '0001-0003' } });
  const voided = await running.post('/register/void', {
    Tra: { ESR: { TL: 'MI1', TT: '1', TN: '2', D: '2026-11-20T16:55:00' } },
  });
  expect(voided.json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: '0001-0004' } });
  expect(emulator.documents.slice(2).map(({ kind, total, paper }) => [kind, total, paper[0]])).toEqual([
    ['return', 100, `REFUND 0001 0001 20112026 ${SERIAL}`],
    ['void', 340, `VOID 0001 0002 20112026 ${SERIAL}`],
  ]);
});

it('takes back what another printer sold, and what nobody knows', async () => {
  const { sell, emulator } = await openShop();
  const back = { PosA: [pos('Pane', 'D', '-1.00')], PayA: [pay('refund', '-1.00')] };
  const other = { ...back, RFN: '0012-0034', RD: '2026-11-18', IT_RMatricola: '99MEY000001' };
  expect((await sell(other)).json.TraC.Result.RC).toBe('OK');
  expect((await sell(back)).json.TraC.Result.RC).toBe('OK');
  expect(emulator.documents.map(({ paper }) => paper[0])).toEqual([
    'REFUND 0012 0034 18112026 99MEY000001',
    'REFUND 9999 9999 20112026 00000000000',
  ]);
  for (const wrong of [
    { RFN: '12' },
    { RD: undefined },
    { IT_RMatricola: '9' },
    { RFN: undefined, RTN: '7' },
  ]) {
    const { json } = await sell({ ...other, ...wrong } as never);
    expect(json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#IT_REFERENCE' });
  }
  expect(emulator.documents).toHaveLength(2);
});

it('counts payments as what they are, cash last', async () => {
  const { sell, emulator } = await openShop('Printer_Log');
  const paid = (...PayA: ReturnType<typeof pay>[]) => sell({ PosA: [pos('Pranzo', 'B', '20.00')], PayA });
  await paid(pay('cash', '12.00'), pay('title', '8.00'), pay('cash', '5.00'), pay('change', '-5.00'));
  await paid(pay('open', '20.00'));
  await paid(pay('mobile', '15.00'), pay('rounding', '0.02'), pay('cash', '4.98'));
  expect(emulator.documents.map(({ paper }) => paper.slice(1, -3))).toEqual([
    ['title 8,00', 'cash 17,00'],
    ['open 20,00'],
    ['mobile 15,00', 'rounding 0,02', 'cash 4,98'],
  ]);
  for (const PayA of [[pay('bitcoin', '20.00')], [pay('debitcard', '25.00'), pay('change', '-5.00')]]) {
    const { json } = await paid(...PayA);
    expect(json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#IT_PAYMENT' });
  }
});

it('prints discounts, markups, quantities and cancelled positions so that the total is the same', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({
    Head: ['Tavolo 4'],
    Foot: ['Grazie!'],
    PosA: [
      pos('Prosciutto', 'B', '2.05', { PN: '1', Qty: '0.640', QtyU: 'kg', Pri: '3.20' }),
      pos('Vino', 'A', '8.90', { PN: '2' }),
      { _: 'Mod', PN: '2', Dsc: 'Promo', Amt: '-0.89' },
      pos('Acqua', 'A', '1.00', { PN: '3' }),
      pos('Acqua', 'A', '-1.00', { PN: '4', Void: '1' }),
      pos('Servizio', 'B', '2.00', { PN: '5' }),
      { _: 'Mod', PN: '5', Dsc: 'Notte', Amt: '0.50' },
    ],
    PayA: [pay('cash', '12.56')],
  });
  expect(json.TraC.Result).toMatchObject({ RC: 'OK' });
  expect(emulator.documents[0]).toMatchObject({ total: 1256 });
  expect(emulator.documents[0]!.paper.slice(0, -3)).toEqual([
    ...['Tavolo 4', 'Prosciutto 3,20', 'Vino 8,90', 'Promo', 'Servizio 2,50', 'cash 12,56', 'Grazie!'],
  ]);
});

it('leaves out a cancelled position together with its share of a discount on everything', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({
    PosA: [
      pos('Vino', 'A', '8.90'),
      pos('Acqua', 'A', '5.00'),
      pos('Acqua', 'A', '-5.00', { Void: '1' }),
      { _: 'Mod', PN: '*', Dsc: 'Promo', Amt: '-0.89' },
    ],
    PayA: [pay('cash', '8.01')],
  });
  expect(json.TraC.Result).toMatchObject({ RC: 'OK' });
  expect(emulator.documents[0]!.total).toBe(801);
  expect(emulator.documents[0]!.paper.join('\n')).not.toContain('Acqua');
});

it.each<[string, Tree[], string, string[]]>([
  [
    'a part, with its quantity',
    [
      pos('Acqua', 'A', '3.00', { Qty: '3', Pri: '1.00' }),
      pos('Acqua', 'A', '-1.00', { Qty: '-1', Pri: '1.00' }),
    ],
    '2.00',
    ['2 x Acqua 1,00'],
  ],
  [
    'a part without quantities',
    [pos('Acqua', 'A', '3.00'), pos('Acqua', 'A', '-1.20')],
    '1.80',
    ['1 x Acqua 1,80'],
  ],
  [
    'several lines at once',
    [
      pos('Acqua', 'A', '1.00'),
      pos('Pane', 'D', '2.00'),
      pos('Acqua', 'A', '1.00'),
      pos('Acqua', 'A', '-2.00'),
    ],
    '2.00',
    ['1 x Pane 2,00'],
  ],
  [
    'a line of another name that says so',
    [pos('Acqua', 'A', '1.00'), pos('Vino', 'A', '5.00'), pos('Storno', 'A', '-5.00', { Void: '1' })],
    '1.00',
    ['1 x Acqua 1,00'],
  ],
  [
    'a line beside a discount on all',
    [
      pos('Vino', 'A', '10.01'),
      pos('Olio', 'A', '5.00'),
      pos('Vino', 'A', '-10.01'),
      { _: 'Mod', PN: '*', Dsc: 'Promo', Amt: '-0.50' },
    ],
    '4.50',
    ['1 x Olio 5,00', 'Promo'],
  ],
  [
    'a line whose discount stays',
    [
      pos('Vino', 'A', '10.00'),
      { _: 'Mod', Dsc: 'Promo', Amt: '-1.00' },
      pos('Olio', 'A', '5.00'),
      pos('Vino', 'A', '-10.00'),
    ],
    '4.00',
    ['1 x Olio 5,00', 'SCONTO'],
  ],
])('prints what is left when a position takes back %s', async (_what, PosA, total, lines) => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({ PosA, PayA: [pay('cash', total)] });
  expect(json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.documents).toMatchObject([{ total: Number(total.replace('.', '')) }]);
  expect(emulator.documents[0]!.paper.slice(0, lines.length)).toEqual(
    lines.map((line) => line.replace(/^\d x /, '')),
  );
});

it('prints signs and letters that the printer lacks as what looks like them', async () => {
  const { sell, emulator } = await openShop();
  await sell({
    PosA: [pos('Barbera d’Asti – 75 cl…', 'A', '2.00'), pos('Żubrówka 💶', 'A', '1.00')],
    PayA: [pay('cash', '3.00')],
    Foot: ['Đà Lạt “caffè”'],
  });
  expect(emulator.documents[0]!.paper.slice(0, 4)).toEqual([
    ...["Barbera d'Asti - 75 cl... 2,00", 'Zubrówka 1,00', 'cash 3,00', 'Dà Lat "caffè"'],
  ]);
});

it('names customer and lottery code', async () => {
  const { sell, emulator } = await openShop();
  for (const Ctm of [
    { TaxId: 'IT00743110157' },
    { TaxId: 'RCCMNL83S18D969H' },
    { IT_CodiceLotteria: 'yywlr30g' },
    { TaxId: 'DE136695976', Ctry: 'DE' },
  ])
    expect((await sell({ ...SALE, Ctm })).json.TraC.Result.RC).toBe('OK');
  expect(emulator.documents.map(({ paper }) => paper[2])).toEqual([
    ...['0100743110157', '01RCCMNL83S18D969H', 'YYWLR30G', 'debitcard 3,40'],
  ]);
  for (const [Ctm, code] of [
    [{ TaxId: 'IT00743110158' }, '#IT_CUSTOMER'],
    [{ TaxId: 'RCCMNL83S18D969X' }, '#IT_CUSTOMER'],
    [{ IT_CodiceLotteria: 'YYWLR30' }, '#IT_LOTTERY'],
    [{ IT_CodiceLotteria: 'YYWLR30G', TaxId: '00743110157' }, '#IT_LOTTERY'],
  ] as const)
    expect((await sell({ ...SALE, Ctm })).json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: code });
  expect(emulator.documents).toHaveLength(4);
});

it.each([
  [{ PosA: [pos('Pane', '21%', '1.00')], PayA: [pay('cash', '1.00')] }, 'BAD', '#IT_TAX'],
  [
    { PosA: [pos('Pane', 'D', '3.00'), pos('Vuoto', 'D', '-1.00')], PayA: [pay('cash', '2.00')] },
    'BAD',
    '#IT_NEGATIVE',
  ],
  [{ ...SALE, Foot: ['x'.repeat(10_000)] }, 'BAD', '#IT_TOO_MUCH'],
  [
    { PosA: [pos('Villa', 'A', '10000000.00')], PayA: [pay('debitcard', '10000000.00')] },
    'BAD',
    '#IT_TOO_MUCH',
  ],
  [
    { PosA: Array.from({ length: 401 }, () => pos('Pane', 'D', '1.00')), PayA: [pay('cash', '401.00')] },
    'BAD',
    '#IT_TOO_MUCH',
  ],
  [{ ...SALE, T: '3.50' }, 'BAD', '#SUM_POSITIONS'],
])('refuses before the printer is asked: %#', async (esr, RC, code) => {
  const { sell, emulator, running } = await openShop();
  const { json } = await sell(esr);
  expect(json.TraC.Result).toMatchObject({ RC, ErrorCode: code });
  expect(json.TraC.Result.UserMessage).toMatch(/[a-z]/);
  expect(emulator.documents).toEqual([]);
  expect((await running.records()).map(({ _ }) => _)).toEqual(['Cfg']);
});

it('uses the departments of the profile, and sees when the printer has others', async () => {
  const departments = { '5': 22, '2': 4, '3': 5 };
  const { sell, emulator, running, set } = await openShop('IT_Departments="A=5 D=2"', { departments });
  expect(
    (await sell({ PosA: [pos('Vino', 'A', '12.20')], PayA: [pay('cash', '12.20')] })).json.TraC.Result,
  ).toEqual({
    RC: 'OK',
  });
  expect(emulator.documents).toMatchObject([{ vat: 220 }]);
  const unknown = await sell();
  expect(unknown.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#IT_DEPARTMENT' });
  await set('IT_Departments="A=3 D=2"');
  const wrong = await sell({ PosA: [pos('Vino', 'A', '12.20')], PayA: [pay('cash', '12.20')] });
  expect(wrong.json.TraC.Result).toMatchObject({ RC: 'OK', ErrorCode: '#IT_TAX_DIFFERS' });
  const problems = async () =>
    (await running.get('/control/status')).json.problems.map(({ code }: { code: string }) => code);
  expect(await problems()).toContain('IT_TAX_DIFFERS');
  await set('IT_Departments="A=5 A=6"');
  expect(await problems()).toContain('IT_DEPARTMENTS');
  expect((await sell()).json.TraC.Result).toMatchObject({ ErrorCode: '#IT_DEPARTMENT' });
});

it('prints what is no document without a number, unless nobody wants it', async () => {
  const { sell, emulator } = await openShop();
  const payIn = { NF: 'payin', PosA: [pos('Fondo cassa', 'ES', '50.00')], PayA: [pay('cash', '50.00')] };
  expect((await sell(payIn)).json.TraC).toMatchObject({ Result: { RC: 'OK' } });
  expect((await sell({ ...payIn, DO: 'NoPrint' })).json.TraC.Result.RC).toBe('OK');
  expect((await sell({ NF: 'login' })).json.TraC.Result.RC).toBe('OK');
  const training = await sell({ ...SALE, Test: '1' });
  expect(training.json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { Tag: [{ Name: 'Training' }] } });
  expect(emulator.texts).toEqual([
    expect.stringContaining('PAYIN'),
    expect.stringContaining('PROVA - NON E UN DOCUMENTO COMMERCIALE'),
  ]);
  expect(emulator.texts[0]).toMatch(/Fondo cassa +50,00/);
  expect(emulator.documents).toEqual([]);
});

it('closes the day with a Z report, and says what was sold in it', async () => {
  const { sell, emulator, running } = await openShop();
  await sell();
  await sell({ PosA: [pos('Vino', 'A', '12.20')], PayA: [pay('open', '12.20')] });
  await sell({ RFN: '0001-0001', PosA: [pos('Pane', 'D', '-1.00')], PayA: [pay('refund', '-1.00')] });
  const x = await sell({ NFS: 'X' });
  expect(x.json.TraC.Result.RC).toBe('OK');
  const { json } = await sell({ NFS: 'Z' });
  expect(json.TraC).toMatchObject({
    Result: { RC: 'OK' },
    Fis: {
      ...{ ZI: '1', ID: SERIAL },
      Z: {
        ...{ T: '14.60', CAmt: '12.20', LastD: '2026-11-20T16:55:00' },
        ZTax: [
          { TaxG: 'B', TaxI: '02', Prc: '10', TAmt: '0.22', Amt: '2.40' },
          { TaxG: 'D', TaxI: '04', Prc: '4', TAmt: '0.00', Amt: '0.00' },
          { TaxG: 'A', TaxI: '01', Prc: '22', TAmt: '2.20', Amt: '12.20' },
        ],
      },
    },
  });
  const records = await running.records();
  expect(json.TraC.Fis.Z.LastSQ).toBe(String(records.findLast(({ Fis }) => Fis?.FN)!.SQ));
  expect(await sell()).toMatchObject({ json: { TraC: { Fis: { FN: '0002-0001' } } } });
  expect(emulator.documents).toHaveLength(4);
  const xml = await running.get('/find?nfs=Z', { accept: 'text/xml' });
  expect(xml.text).toContain('<ZTax TaxG="B" TaxI="02"');
});

it('closes a day that is over by itself where the profile wants that, else says what to do', async () => {
  const { sell, emulator, clock, set } = await openShop();
  await sell();
  clock.advance(25 * 3_600_000);
  const { json } = await sell();
  expect(json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#IT_CLOSING' });
  expect(emulator.documents).toHaveLength(1);
  await set('Fiscal_ZLaunch');
  expect((await sell()).json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: '0002-0001' } });
});

it('closes a day once, also where the clock of the printer is behind', async () => {
  const { sell, emulator } = await openShop('Fiscal_ZLaunch', {
    clock: new ManualClock('2026-11-18T09:00:00'),
  });
  for (let n = 0; n < 4; n++) expect((await sell()).json.TraC.Result.RC).toBe('OK');
  expect(emulator.documents.map(({ z, number }) => [z, number])).toEqual([
    ...[
      [1, 1],
      [2, 1],
      [2, 2],
      [2, 3],
    ],
  ]);
});

it('goes on with its numbers after a restart', async () => {
  const shop = await openShop();
  await shop.sell();
  const { sell, emulator } = await restarted(shop);
  expect((await sell()).json.TraC).toMatchObject({ ESR: { TN: '2' }, Fis: { FN: '0001-0002' } });
  expect(emulator.documents).toHaveLength(2);
});
