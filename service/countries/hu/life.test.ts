/** A Hungarian till over the wire, with the printer beside it. */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { openCloudShop } from './testing/cloud.ts';
import { CASH_SALE, CUSTOMER, openShop, pay, pos, SALE } from './testing/shop.ts';

const SERIAL = 'A12345678';
const name = (type: string, z: number, number: number) =>
  `${type}-${SERIAL}/12345676/${String(z).padStart(4, '0')}/${String(number).padStart(5, '0')}`;

it('opens the day, and registers what the printer has printed, with its numbers', async () => {
  const { sell, emulator, running } = await openShop();
  const { status, json } = await sell();
  expect([status, json.TraC.Result]).toEqual([200, { RC: 'OK' }]);
  const FN = name('NY', 1, 1);
  expect(json.TraC).toMatchObject({
    ESR: { FN, TN: expect.any(String) },
    Fis: { D: '2026-11-20T16:55:00', FN, DN: '1', ZI: '1', ID: SERIAL },
  });
  expect(json.TraC.Fis.Tag).toEqual([
    { Label: 'Bizonylatszám', Name: 'DocumentNumber', Value: FN },
    { Label: 'NAV ellenőrző kód', Name: 'ControlCode', Value: emulator.documents[0]!.control },
    { Label: 'AP szám', Name: 'APNumber', Value: SERIAL },
  ]);
  expect(emulator.texts).toEqual(['NAPNYITÁS 1\nKészpénz: 0 Ft']);
  expect(emulator.documents[0]!.paper.slice(0, -3)).toEqual([
    ...['NYUGTA', 'C00 Kávé 2.000 x 590 = 1 180', 'A00 Kenyér 1.000 x 52 = 52'],
    ...['ÖSSZESEN: 1 232 Ft', 'debitcard 1 232'],
  ]);
  const xml = await running.get('/last', { accept: 'text/xml' });
  expect(xml.text).toContain(`FN="${FN}"`);
});

it('sells nothing before its day is open, unless the profile has it opened; counts the day for its closing', async () => {
  const { sell, emulator, clock, set } = await openShop('');
  const refused = await sell();
  expect([refused.status, refused.json.TraC.Result]).toMatchObject([
    406,
    { RC: 'NO', ErrorCode: '#HU_DAY', UserMessage: expect.stringContaining('nap nincs nyitva') },
  ]);
  const opened = await sell({ NFS: 'balance', T: '20000.00' });
  expect(opened.json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.texts.at(-1)).toBe('NAPNYITÁS 1\nKészpénz: 20 000 Ft');
  await sell(CASH_SALE);
  await sell({
    ...{ RFN: name('NY', 1, 1), RD: '2026-11-20', Rsn: 'V1', PosA: [pos('Kenyér', 'A', '-52.00')] },
    PayA: [pay('refund', '-50.00'), pay('rounding', '-2.00')],
  });
  const { json } = await sell({ NFS: 'Z' });
  expect(json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { ZI: '1', ID: SERIAL } });
  expect(json.TraC.Fis.Z).toMatchObject({
    ...{ T: '1180.00', LastD: '2026-11-20T16:55:00' },
    ZTax: [
      { TaxG: 'C', TaxI: '3', Prc: '27', TAmt: '250.87', Amt: '1180.00' },
      { TaxG: 'A', TaxI: '1', Prc: '5', TAmt: '0.00', Amt: '0.00' },
    ],
  });
  expect(emulator.texts.at(-1)).toMatch(
    /^NAPI FORGALMI JELENTÉS\nNZ-A12345678.*0001\n.*\nForgalom: 1 180 Ft$/s,
  );
  clock.advance(24 * 3_600_000);
  await set('Fiscal_ZLaunch');
  expect((await sell()).json.TraC.Fis).toMatchObject({ FN: name('NY', 2, 1), ZI: '2' });
  clock.advance(24 * 3_600_000);
  expect((await sell()).json.TraC.Fis).toMatchObject({ FN: name('NY', 3, 1) });
  expect(emulator.texts.slice(-2).map((text) => text.split('\n')[0])).toEqual([
    'NAPI FORGALMI JELENTÉS',
    'NAPNYITÁS 3',
  ]);
});

it('takes back a sale as a return or as a whole, with the reason of the law', async () => {
  const { sell, emulator, running } = await openShop();
  await sell();
  const back = {
    ...{ RFN: name('NY', 1, 1), Rsn: 'V2 not wanted', PosA: [pos('Kenyér', 'A', '-52.00')] },
    PayA: [pay('debitcard', '-52.00')],
  };
  expect((await sell(back)).json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: name('VS', 1, 1) } });
  expect((await sell({ ...back, Rsn: 'cold' })).json.TraC.Result.ErrorCode).toBe('#HU_REASON');
  const { TN } = (await sell()).json.TraC.ESR;
  const ESR = { TL: 'BP1', TT: '1', TN, D: '2026-11-20T16:55:00' };
  const { json } = await running.post('/register/void', { Tra: { ESR } });
  expect(json.TraC).toMatchObject({ Result: { RC: 'OK' }, Fis: { FN: name('ST', 1, 1) } });
  expect(
    emulator.documents.map(({ type, total, paper }) => [type, total, paper[1], paper[2]]).slice(1),
  ).toEqual([
    ['VS', 5200, `Eredeti: NY-${SERIAL}/12345676/0001/00001`, 'Ok: V2'],
    ['NY', 123200, expect.anything(), expect.anything()],
    ['ST', 123200, `Eredeti: NY-${SERIAL}/12345676/0001/00002`, 'Ok: S0'],
  ]);
});

it('leaves out a cancelled position together with its share of a discount on everything', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({
    PosA: [
      pos('Kávé', 'C', '871.00'),
      pos('Rossz', 'B', '500.00'),
      pos('Rossz', 'B', '-500.00', { Void: '1' }),
      { _: 'Mod', PN: '*', Dsc: 'Kedv', Amt: '-87.00' },
    ],
    PayA: [pay('debitcard', '784.00')],
  });
  expect(json.TraC.Result).toEqual({ RC: 'OK' });
  const { total, paper } = emulator.documents[0]!;
  expect([total, paper.join('\n')]).toEqual([78400, expect.not.stringContaining('Rossz')]);
});

it('moves cash once: a void of a movement is refused', async () => {
  const { sell, emulator, running } = await openShop();
  for (const NF of ['payin', 'payout', 'balance']) {
    const { TN } = (await sell({ NF, T: '5000.00' })).json.TraC.ESR;
    const before = emulator.texts.length;
    const { json } = await running.post('/register/void', { Tra: { ESR: { TN } } });
    expect(json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#VOID_OF_CASH' });
    expect(emulator.texts).toHaveLength(before);
  }
});

it('takes back what another printer sold as its paper names it', async () => {
  const { sell, emulator } = await openShop();
  const other = {
    ...{ RFN: 'NY-B00000001/12345676/0012/00034', RD: '2026-11-18', Rsn: 'V3' },
    ...{ PosA: [pos('Kenyér', 'A', '-55.00')], PayA: [pay('refund', '-55.00')] },
  };
  expect((await sell(other)).json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.documents[0]!.paper[1]).toBe('Eredeti: NY-B00000001/12/34');
  for (const wrong of [{ RFN: '12' }, { RD: undefined }, { RFN: undefined }, { RFN: undefined, RTN: '7' }]) {
    const { json } = await sell({ ...other, ...wrong } as never);
    expect(json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#HU_REFERENCE' });
  }
});

it('rounds cash to 5 forint, counts cards, change and euros as what they are', async () => {
  const { sell, emulator } = await openShop();
  const paid = async (...PayA: ReturnType<typeof pay>[]) =>
    (await sell({ PosA: [pos('Ebéd', 'A', '1232.00')], PayA })).json.TraC.Result;
  expect(await paid(pay('cash', '1230.00'), pay('rounding', '2.00'))).toEqual({ RC: 'OK' });
  expect(await paid(pay('cash', '2000.00'), pay('change', '-770.00'), pay('rounding', '2.00'))).toEqual({
    RC: 'OK',
  });
  expect(await paid(pay('foreign', '1232.00', { CC: 'EUR', FAmt: '3.20' }))).toEqual({ RC: 'OK' });
  expect(await paid(pay('title', '1000.00'), pay('mobile', '232.00'))).toEqual({ RC: 'OK' });
  expect(emulator.documents.map(({ paper }) => paper.slice(3, -3))).toEqual([
    ['cash 1 230', 'KEREKÍTÉS 2'],
    ['cash 2 000', 'VISSZAJÁRÓ 770', 'KEREKÍTÉS 2'],
    ['foreign 1 232'],
    ['title 1 000', 'mobile 232'],
  ]);
  for (const wrong of [
    [pay('cash', '1232.00')],
    [pay('cash', '1235.00'), pay('rounding', '-3.00')],
    [pay('debitcard', '1230.00'), pay('rounding', '2.00')],
    [pay('debitcard', '2000.00'), pay('change', '-768.00')],
    [pay('bitcoin', '1232.00')],
    [pay('debitcard', '1231.50'), pay('rounding', '0.50')],
  ])
    expect(await paid(...wrong)).toMatchObject({ RC: 'BAD', ErrorCode: '#HU_PAYMENT' });
  const tooFine = pay('foreign', '1232.00', { CC: 'EUR', FAmt: '3.205' });
  expect(await paid(tooFine)).toMatchObject({ RC: 'BAD', ErrorCode: '#PAY_FOREIGN' });
  expect(emulator.documents).toHaveLength(4);
});

it.each([
  ['a printer', openShop],
  ['a register in the cloud', openCloudShop],
] as const)('sells what is too little for the smallest coin: %s', async (_name, open) => {
  const { sell, emulator } = await open();
  const PosA = [pos('Zacskó', 'C', '2.00')];
  const { json } = await sell({ PosA, PayA: [pay('cash', '0.00'), pay('rounding', '2.00')] });
  expect(json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.documents[0]).toMatchObject({ total: 200 });
  const wrong = await sell({ PosA, PayA: [pay('debitcard', '0.00'), pay('rounding', '2.00')] });
  expect(wrong.json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#HU_PAYMENT' });
});

it('prints an invoice for a customer with name and address', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({ ...SALE, Ctm: CUSTOMER });
  expect(json.TraC.Fis).toMatchObject({ FN: name('SZ', 1, 1) });
  expect(emulator.documents[0]!.paper.slice(0, 4)).toEqual([
    ...['EGYSZERŰSÍTETT SZÁMLA', 'Vevő: Vevő Zrt.', '7621 Pécs, Fő tér 2', 'Adószám: 12345676-2-41'],
  ]);
  for (const wrong of [{ City: '' }, { Nam: '' }, { TaxId: '12345678-2-41' }, { TaxId: '12345676' }]) {
    const { json: answer } = await sell({ ...SALE, Ctm: { ...CUSTOMER, ...wrong } });
    expect(answer.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#HU_CUSTOMER' });
  }
  expect((await sell({ ...SALE, Ctm: { CN: '17' } })).json.TraC.Fis).toMatchObject({ FN: name('NY', 1, 1) });
});

it('prints discounts, markups, quantities and cancelled positions so that the total is the same', async () => {
  const { sell, emulator } = await openShop();
  const { json } = await sell({
    Head: ['4-es asztal'],
    PosA: [
      pos('Sonka', 'C', '2048.00', { PN: '1', Qty: '0.640', QtyU: 'kg', Pri: '3200.00' }),
      pos('Bor', 'C', '3990.00', { PN: '2' }),
      { _: 'Mod', PN: '2', Dsc: 'Akció', Amt: '-399.00' },
      pos('Víz', 'C', '300.00', { PN: '3' }),
      pos('Víz', 'C', '-300.00', { PN: '4', Void: '1' }),
      pos('Szerviz', 'A', '500.00', { PN: '5' }),
      { _: 'Mod', PN: '5', Dsc: 'Éjjel', Amt: '61.00' },
    ],
    PayA: [pay('cash', '6200.00')],
  });
  expect(json.TraC.Result).toEqual({ RC: 'OK' });
  expect(emulator.documents[0]!.paper.slice(1, -3)).toEqual([
    ...['4-es asztal', 'C00 Sonka 0.640 x 3 200 = 2 048', 'C00 Bor 1.000 x 3 990 = 3 990', '  Akció -399'],
    ...['A00 Szerviz 1.000 x 561 = 561', 'ÖSSZESEN: 6 200 Ft', 'cash 6 200'],
  ]);
});

it('prints what is left of a line that is taken back in part: of a sale, of a return, of their voids', async () => {
  const { sell, emulator, running } = await openShop();
  const part = (sign: '' | '-', other: '' | '-'): Tree => ({
    PosA: [
      pos('Kávé', 'C', `${sign}1770.00`, { Qty: `${sign}3`, Pri: '590.00' }),
      pos('Kávé', 'C', `${other}590.00`, { Qty: `${other}1`, Pri: '590.00', Void: '1' }),
    ],
    PayA: [pay('debitcard', `${sign}1180.00`)],
  });
  const sold = await sell(part('', '-'));
  await sell({ ...part('-', ''), RFN: name('NY', 1, 1), Rsn: 'V1' });
  const { TN } = (await sell(part('', '-'))).json.TraC.ESR;
  const voided = await running.post('/register/void', { Tra: { ESR: { TN, Rsn: 'S1' } } });
  expect([sold.json.TraC.Result.RC, voided.json.TraC.Result.RC]).toEqual(['OK', 'OK']);
  expect(emulator.documents.map(({ total, paper }) => [Math.abs(total), paper.join('|')])).toEqual(
    Array.from({ length: 4 }, () => [118_000, expect.stringContaining('C00 Kávé 2.000 x 590 = 1 180|')]),
  );
});

it('prints cash that is put in and taken out, and text; nothing where it is not wanted', async () => {
  const { sell, emulator } = await openShop();
  await sell({ NFS: 'payin', Rsn: '1', PayA: [pay('cash', '10000.00')] });
  await sell({ NF: 'payout', Rsn: '31', PayA: [pay('cash', '-4000.00')] });
  await sell({ NF: 'info', Txt: ['Asztal 4'] });
  await sell({ NF: 'info', DO: 'noprint', Txt: ['Asztal 5'] });
  expect(emulator.texts.slice(1, 3)).toEqual([
    'BEFIZETÉS 01 váltópénz\n10 000 Ft',
    'KIFIZETÉS 31 lefölözés\n4 000 Ft',
  ]);
  expect(emulator.texts).toHaveLength(4);
  expect(emulator.texts[3]).toContain('Asztal 4');
  for (const wrong of [{ Rsn: '9' }, { PayA: [pay('cash', '3.00')] }, { PayA: [] }])
    expect((await sell({ NFS: 'payin', ...wrong })).json.TraC.Result.RC).toBe('BAD');
});

it('prints copies and text in whole forint, and money of others with its cents', async () => {
  const { sell, emulator, running } = await openShop();
  await sell({
    ...SALE,
    PayA: [
      pay('foreign', '1160.00', { CC: 'EUR', FAmt: '2.90', Dsc: 'Euró' }),
      pay('cash', '70.00'),
      pay('rounding', '2.00'),
    ],
  });
  const lines = async () =>
    (await running.get('/render/text')).text.split('\n').map((line) => line.trim().replace(/ +/g, ' '));
  expect(await lines()).toEqual(
    expect.arrayContaining(['Kávé C 1 180', '2 x 590', 'Összesen HUF 1 232', 'Euró (2,90 EUR) 1 160']),
  );
  await sell({ NFS: 'proforma', PosA: SALE.PosA! });
  expect(emulator.texts.at(-1)).toContain('1180\n');
});
