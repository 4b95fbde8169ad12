/** A Belgian till over the wire, with an FDM of GKS 2.0 beside it. */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { lacksOfficial, needOfficial, officialBytes } from '../../testing/official.ts';
import { CFG, openShop, pay, pos, restarted, SALE } from './testing/shop.ts';

/** Name and value of what is printed. */
const tags = (answer: { json: { TraC: { Fis: { Tag: { Name: string; Value: string }[] } } } }) =>
  Object.fromEntries(answer.json.TraC.Fis.Tag.map(({ Name, Value }) => [Name, Value]));

/** The last input of an FDM. */
const input = ({ events }: { events: readonly { input: string }[] }) =>
  JSON.parse(events.at(-1)!.input) as Tree & Record<string, Tree>;

it('has a sale signed as the published example is written, and prints what the FDM worked out', async ({
  skip,
}) => {
  const example = 'examples/be/signsale-synthetic.json';
  const { sell, fdm } = await openShop();
  const sold = await sell({ ...SALE, TP: 'TABLE 5', BE_TPRef: '5-1' });
  expect(sold.json.TraC.Result.RC).toBe('OK');
  expect(tags(sold)).toMatchObject({
    ...{ VatA: '19,83 + 4,17 = 24,00', VatB: '25,00 + 3,00 = 28,00', SignCnt: 'N 1/1', Ticket: '1' },
    ...{ POS: 'CTST0010000001', Unit: '2000000042', Footer1: 'FDM emulator: no fiscal value' },
    ...{ Device: 'BMC08000048', Date: expect.stringMatching(/^20\/11\/2026 \d\d:\d\d:\d\d$/) as string },
  });
  expect(sold.json.TraC.Fis.Code).toMatch(/^https:\/\/verify\.example\//);
  needOfficial(skip, lacksOfficial(example));
  const { variables } = JSON.parse(officialBytes(example).toString()) as { variables: { data: Tree } };
  const told = input(fdm);
  expect(Object.keys(told)).toEqual(Object.keys(variables.data));
  const { transaction, costCenter, vatNo, estNo } = variables.data;
  expect(told).toMatchObject({ transaction, costCenter, vatNo, estNo });
  expect(told.posDateTime).toMatch(/^2026-11-20T16:55:00\.000[+-]\d\d:\d\d$/);
});

it('signs every event of a shift, with numbers that follow each other', async () => {
  const { sell, fdm, running } = await openShop();
  const done = async (esr: Tree) => {
    const answer = await sell({ Opr: '1', ...esr });
    expect([esr.NFS, answer.json.TraC.Result]).toEqual([esr.NFS, expect.objectContaining({ RC: 'OK' })]);
    return answer.json.TraC;
  };
  const articles = { PosA: SALE.PosA! };
  await done({ NFS: 'LOGIN' });
  await done({ NFS: 'PayIn', PayA: [pay('cash', '100.00')] });
  await done({ NFS: 'Order', TP: '5', ...articles });
  await done({ NFS: 'Transfer', TP: '6', BE_FromTP: '5', ...articles });
  await done({ NFS: 'PreBill', TP: '6', ...articles });
  const sold = await done({ ...SALE, TP: '6' });
  expect(sold.Result.ErrorCode).toBeUndefined();
  await done({
    NFS: 'PayCorrection',
    RTN: sold.ESR.TN,
    PayA: [pay('debitcard', '-52.00'), pay('cash', '52.00')],
  });
  await done({ NFS: 'Drawer' });
  await done({ NFS: 'Copy', RTN: sold.ESR.TN });
  await done({ NFS: 'Invoice', DN: 'F-1', RTN: sold.ESR.TN, Ctm: { Nam: 'NV', TaxId: 'BE0477472701' } });
  await done({ ...SALE, Test: '1' });
  await done({ NFS: 'X' });
  await done({ NFS: 'UserX' });
  const voided = await running.post('/register/void', { Tra: { ESR: { TN: sold.ESR.TN } } });
  expect(voided.json.TraC.Result.RC).toBe('OK');
  await done({ NFS: 'LOGOUT' });
  const users = await sell({ Opr: '1', NFS: 'UserZ' });
  expect(tags(users)).toMatchObject({
    ...{ report: '1', bookingDate: '20/11/2026', 'user 1': '0,00', 'user 1 cash': '152,00' },
    ...{ 'user 1 debitcard': '-52,00', 'user 1 IN 1': '20/11/2026 16:55:00' },
    'user 1 OUT 2': '20/11/2026 16:55:00',
  });
  const closed = await sell({ Opr: '1', NFS: 'Z' });
  expect(tags(closed)).toMatchObject({
    ...{ report: '1', 'tickets N': '2 / 0,00', 'department 10': '0,00', 'negative REFUND': '2 / -52,00' },
    ...{ 'invoice F-1': '52,00', drawer: '1' },
  });
  expect(fdm.events.map(({ mutation, result }) => [mutation, result.posFiscalTicketNo])).toEqual(
    (
      'signWorkIn signMoneyInOut signOrder signCostCenterChange signPreBill signSale signPaymentCorrection ' +
      'signDrawerOpen signCopy signInvoice signSale signReportTurnoverX signReportUserX signSale signWorkOut ' +
      'signReportUserZ signReportTurnoverZ'
    )
      .split(' ')
      .map((mutation, i) => [mutation, i + 1]),
  );
  const [sale, training, taken] = fdm.events.filter(({ mutation }) => mutation === 'signSale');
  expect(training!.result.fdmRef).toMatchObject({ eventLabel: 'T', eventCounter: 1 });
  // The reference is an exact copy, or the FDM would have refused it.
  expect(JSON.parse(taken!.input)).toMatchObject({ fdmRef: sale!.result.fdmRef });
  const periods = new Set(fdm.events.map((event) => (JSON.parse(event.input) as Tree).bookingPeriodId));
  expect([...periods]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  const z = JSON.parse(fdm.events.at(-1)!.input) as { turnover: Tree; reportNo: number };
  expect(z).toMatchObject({
    reportNo: 1,
    turnover: {
      transactions: expect.arrayContaining([{ eventLabel: 'N', ticketCount: 2, amount: 0 }]),
      vats: [
        { label: 'A', rate: 21, taxableAmount: 0, vatAmount: 0, totalAmount: 0 },
        { label: 'B', rate: 12, taxableAmount: 0, vatAmount: 0, totalAmount: 0 },
      ],
      drawersOpenCount: 1,
      invoices: [{ invoiceNo: 'F-1', amount: 52 }],
      negQuantities: [{ negQuantityReason: 'REFUND', negQuantityCount: 2, ticketCount: 1, amount: -52 }],
    },
  });
  await done({ NFS: 'Z' });
  const next = JSON.parse(fdm.events.at(-1)!.input) as Tree & { turnover: { transactions: unknown[] } };
  expect(next.turnover.transactions).toEqual([]);
  expect(periods.has(next.bookingPeriodId)).toBe(false);
});

it('tells discounts, weights, tips, rounding and returns as the FDM wants them', async () => {
  const { sell, fdm } = await openShop();
  const sold = await sell({
    Opr: '1',
    PosA: [
      pos('Koffie', 'A', '9.00', { PN: '1', Qty: '3', Pri: '3.00' }),
      pos('Garnalen', 'C', '6.85', { PN: '2', Qty: '0.527', QtyU: 'kg', Pri: '12.99' }),
      { _: 'Mod', PN: '1', Dsc: 'Happy hour', Cat: 'HH', Amt: '-1.50' },
      { _: 'Mod', PN: '1-2', Dsc: 'Lentemenu', Amt: '-1.00' },
      { _: 'Tip', Dsc: 'Fooi', TaxG: 'X', Amt: '1.00' },
      pos('Koffie', 'A', '-3.00', { PN: '4', Qty: '-1', Void: '1' }),
    ],
    PayA: [pay('cash', '20.00'), pay('change', '-8.65'), pay('rounding', '0.00')],
  });
  expect(sold.json.TraC.Result).toMatchObject({ RC: 'OK' });
  const { transaction, financials } = input(fdm) as never as {
    transaction: { transactionLines: { lineTotal: number; mainProduct: Tree & { vats: Tree[] } }[] };
    financials: Tree[];
  };
  const [coffee, shrimps, cancelled] = transaction.transactionLines;
  expect(coffee!.mainProduct).toMatchObject({ quantity: 3, unitPrice: 3, quantityType: 'PIECE' });
  expect(coffee!.mainProduct.vats[0]!.priceChanges).toMatchObject([
    { id: 'HH', name: 'Happy hour', scope: 'LINE', amount: -1.5 },
    { id: 'M4', name: 'Lentemenu', scope: 'EVENT' },
  ]);
  expect(shrimps!.mainProduct).toMatchObject({ quantity: 0.527, quantityType: 'KILOGRAM', unitPrice: 12.99 });
  expect(cancelled!.mainProduct).toMatchObject({ quantity: -1, negQuantityReason: 'CORRECTION' });
  expect(financials.map(({ amount, amountType }) => [amount, amountType])).toEqual([
    ...[
      [19, 'PAYMENT'],
      [1, 'TIP'],
      [-8.65, 'PAYMENT'],
      [0, 'ROUNDING'],
    ],
  ]);
});

it('tells of foreign money once, also of what is a tip', async () => {
  const { sell, fdm } = await openShop();
  const tip = (Amt: string): Tree => ({ _: 'Tip', Dsc: 'Fooi', TaxG: 'X', Amt });
  const foreign = (Amt: string, FAmt: string) => pay('foreign', Amt, { CC: 'USD', FAmt });
  const sold = await sell({
    Opr: '1',
    PosA: [pos('Menu', 'B', '28.00'), tip('2.00')],
    PayA: [foreign('30.00', '33.01')],
  });
  expect(sold.json.TraC.Result.RC).toBe('OK');
  const { financials } = input(fdm) as never as { financials: Tree[] };
  expect(financials).toMatchObject([
    { amount: 28, amountType: 'PAYMENT', foreignCurrency: { amount: 30.81, iso: 'USD' } },
    { amount: 2, amountType: 'TIP', foreignCurrency: { amount: 2.2, iso: 'USD' } },
  ]);
});

it('says for which table orders and bills are, and where its articles went', async () => {
  const { sell, running } = await openShop();
  const paper = async () => (await running.get('/render/text')).text;
  const articles = { Opr: '1', PosA: SALE.PosA! };
  await sell({ ...articles, NFS: 'Order', TP: 'TABLE 4' });
  expect(await paper()).toMatch(/^Bestelbon\n1\n.*\n(.*\n)?\nTafel 4\n/m);
  await sell({ ...articles, NFS: 'Transfer', TP: 'ROOM 7', BE_FromTP: '4' });
  expect(await paper()).toContain('\nTafel 4 > Kamer 7\n');
  await sell({ ...articles, NFS: 'PreBill', TP: 'Tafel 7' });
  expect(await paper()).toContain('\nTafel 7\n');
  await sell({ ...SALE, TP: 'OTHER Terras' });
  expect(await paper()).toContain('\nTerras\n');
  await sell({ Opr: '1', NFS: 'Drawer', TP: 'Drawer 2' });
  expect(await paper()).not.toContain('Tafel');
});

it('prints the number of an invoice, and that of its ticket', async () => {
  const { sell, running } = await openShop();
  const sold = await sell(SALE);
  const Ctm = { Nam: 'NV', TaxId: 'BE0477472701' };
  await sell({ Opr: '1', NFS: 'Invoice', DN: 'F2026-17', RTN: sold.json.TraC.ESR.TN, Ctm });
  const paper = (await running.get('/render/text')).text;
  expect(paper).toMatch(/^Factuur\nF2026-17\n/m);
  expect(paper).toContain('Ticketnummer: 2\n');
});

it('sells nothing without an FDM, and nothing twice when it answers late', async () => {
  const shop = await openShop();
  const { sell, fdm } = shop;
  fdm.down();
  expect((await sell()).json.TraC.Result).toMatchObject({
    RC: 'NO',
    ErrorCode: expect.stringMatching(/^#BE_/),
  });
  fdm.up();
  fdm.drop(5, 'after');
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#BE_NO_ANSWER' });
  const again = await restarted(shop);
  fdm.drop(0);
  const found = await again.sell(SALE, '/restart');
  expect(found.json.TraC).toMatchObject({ Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } });
  expect(tags(found)).toMatchObject({ Ticket: '1', SignCnt: 'N 1/1' });
  expect(fdm.events).toHaveLength(1);
  expect((await again.sell()).json.TraC.Result.RC).toBe('OK');
  expect(fdm.events.map(({ result }) => result.posFiscalTicketNo)).toEqual([1, 2]);
});

it('gives a ticket up where the FDM never answers again, and its number with it', async () => {
  const { sell, fdm, act, running } = await openShop();
  fdm.drop(9, 'before');
  expect((await sell()).json.TraC.Result.ErrorCode).toBe('#BE_NO_ANSWER');
  const page = await running.get('/control/country');
  expect(page.text).toContain('give-up');
  expect((await act('give-up')).status).toBe(200);
  fdm.drop(0);
  fdm.forget();
  const sold = await sell();
  expect(tags(sold)).toMatchObject({ Ticket: '2' });
  expect((await running.get('/control/country')).text).not.toContain('give-up');
});

it('shows its secret, and says so when it is wrong', async () => {
  const { sell, act, fdm } = await openShop(CFG, { secret: 'kept between us' });
  expect((await sell()).json.TraC.Result.RC).toBe('OK');
  const wrong = await act('connect', { generation: '2', address: fdm.address, secret: 'another' });
  expect(wrong.status).not.toBe(200);
  expect((await sell()).json.TraC.Result.RC).toBe('OK');
});

it('shows operators what the FDM wants to be seen, and who has not clocked in', async () => {
  const { sell, fdm } = await openShop({ ...CFG, Trm: { ...CFG.Trm, Lang: 'fr' } });
  const early = await sell();
  expect(early.json.TraC.Result).toMatchObject({
    ErrorCode: '#BE_NOT_CLOCKED_IN',
    UserMessage: expect.stringContaining('pointé'),
  });
  fdm.conditions.message = 'Contactez le SPF Finances';
  const told = await sell();
  expect(told.json.TraC.Result).toMatchObject({
    ...{ RC: 'OK', ErrorCode: '#BE_MESSAGE' },
    UserMessage: expect.stringContaining('Contactez le SPF Finances'),
  });
  fdm.conditions.refuses = 'horloge';
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#BE_REFUSED' });
});

it('refuses what cannot be signed, and signs nothing of it', async () => {
  const { sell, fdm } = await openShop();
  const wrong: [Tree, string][] = [
    [{ NFS: 'Party' }, '#BE_EVENT'],
    [{ NFS: 'Order' }, '#BE_EVENT'],
    [{ NFS: 'Transfer', PosA: SALE.PosA! }, '#BE_EVENT'],
    [{ NFS: 'Copy' }, '#BE_REFERENCE'],
    [{ NFS: 'Invoice', DN: '1', Ctm: { TaxId: 'BE0477472701' } }, '#BE_REFERENCE'],
    [{ NFS: 'Invoice' }, '#BE_INVOICE'],
    [{ ...SALE, Opr: 'nobody' }, '#BE_OPERATOR'],
    [{ ...SALE, Opr: '2', OprTIN: '79010100184' }, '#BE_OPERATOR'],
    [{ PosA: [pos('Thee', 'A', '1.00', { QtyU: 'cup' })], PayA: [pay('cash', '1.00')] }, '#BE_UNIT'],
    [{ PosA: [pos('Thee', 'A', '9.97')], PayA: [pay('cash', '9.97')] }, '#BE_ROUNDING'],
  ];
  for (const [esr, code] of wrong) {
    const { json } = await sell({ Opr: '1', ...esr });
    expect([esr, json.TraC.Result]).toEqual([esr, expect.objectContaining({ ErrorCode: code })]);
  }
  expect(fdm.events).toEqual([]);
});

it('tells the FDM of copies that are printed here, with the next record', async () => {
  const { sell, fdm, running } = await openShop();
  const sold = await sell();
  await running.get('/render/text');
  const copy = await running.get('/render/text');
  expect(copy.text).toContain('KOPIE');
  expect((await running.get('/render/text')).text).toContain('BTW-kasticket');
  await sell();
  expect(fdm.events.map(({ mutation }) => mutation)).toEqual([
    'signSale',
    'signCopy',
    'signCopy',
    'signSale',
  ]);
  expect(input({ events: fdm.events.slice(0, 2) })).toMatchObject({
    employeeId: '00000000029',
    fdmRef: fdm.events[0]!.result.fdmRef,
  });
  expect(sold.json.TraC.Result.RC).toBe('OK');
});

it.each([
  ['nl', 'BTW-kasticket', 'Totaal EUR', '52,00'],
  ['fr', 'Ticket de caisse TVA', 'Total TTC EUR', '52,00'],
  ['de', 'Mehrwertsteuer-Kassenbon', 'Summe EUR', '52,00'],
])('prints in %s', async (Lang, title, total, amount) => {
  const { sell, running } = await openShop({ ...CFG, Trm: { ...CFG.Trm, Lang } });
  await sell();
  const { text } = await running.get('/render/text');
  for (const word of [title, total, amount, '19,83', 'N 1/1', 'https://verify.example/'])
    expect(text).toContain(word);
});

it('is set up on its page alone, step by step', async () => {
  const { Cmp } = CFG;
  const { sell, act, running, fdm } = await openShop({ Cmp, Loc: { TL: 'BR1' }, Trm: { TT: '1' } });
  expect((await sell()).json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#BE_SETUP' });
  const steps = async () => {
    const page = (await running.get('/control/country')).text;
    return [...page.matchAll(/"key":"steps\.(\w+)\.title"\},"state":"(\w+)"/g)].map(([, name, state]) => [
      name,
      state,
    ]);
  };
  const before = [
    ['pos', 'now'],
    ['fdm', 'done'],
    ['card', 'done'],
    ['operators', 'done'],
    ['time', 'later'],
  ];
  expect(await steps()).toEqual(before);
  const wrong = await act('set-pos', { serial: 'CTST001000000!', unit: '2000000042', version: '1' });
  expect(wrong.status).not.toBe(200);
  expect(
    (await act('set-pos', { serial: 'CTST0010000001', unit: '2000000043', version: '1' })).status,
  ).not.toBe(200);
  expect(
    (await act('set-pos', { serial: 'CTST0010000001', unit: '2.000.000.042', version: '1' })).status,
  ).toBe(200);
  expect((await sell({ Opr: '1', NFS: 'LOGIN' })).json.TraC.Result.RC).toBe('OK');
  expect((await steps()).map(([, state]) => state)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(input(fdm)).toMatchObject({ posId: 'CTST0010000001', estNo: '2000000042', posSwVersion: '1' });
});

it('names what it takes back by the number of the ticket', async () => {
  const { sell, running } = await openShop();
  await sell({ Opr: '1', NFS: 'LOGIN' });
  await sell({ NF: 'info', Txt: ['Hello'] });
  const sold = await sell();
  expect(tags(sold)).toMatchObject({ Ticket: '2' });
  expect(tags(sold)).not.toHaveProperty('Reference');
  const voided = await running.post('/register/void', { Tra: { ESR: { TN: sold.json.TraC.ESR.TN } } });
  expect(tags(voided)).toMatchObject({ Ticket: '3', Reference: '2 (20/11/2026)' });
  const printed = (await running.get('/render?type=txt')).text;
  expect(printed.match(/Referentie.*/g)).toHaveLength(1);
});

it('finds a receipt by the number of its ticket, which counts what has no number on other paper, too', async () => {
  const { sell, running } = await openShop();
  await sell({ Opr: '1', NFS: 'LOGIN' });
  await sell({ NF: 'info', Txt: ['Hello'] });
  const sold = await sell();
  const { Ticket } = tags(sold);
  expect([Ticket, sold.json.TraC.ESR.TN]).toEqual(['2', '3']);
  const found = async (FN: string) => {
    const { json } = await running.get(`/control/receipts?RN=def&FN=${FN}`);
    return (json as { receipts: { number: string; total: string | null }[] }).receipts;
  };
  expect(await found('2')).toMatchObject([{ number: '2', total: '52.00' }]);
  expect(await found('3')).toEqual([]);
});
