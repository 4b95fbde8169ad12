/** A Slovak register and eKasa, through everything that happens to a line. */
import { verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { runBackground } from '../../register/country-work.ts';
import { paperOf } from '../../register/paper/paper.ts';
import type { Esr } from '../../receipt/tra.ts';
import { tagOf } from '../base/online/tags.ts';
import { sellOverCutLine } from '../testing/cut-line.ts';
import { okpOf, pkpText } from './pkp.ts';
import { CERTIFICATES } from './credentials.ts';
import { keptReceipt } from './receipt-data.ts';
import { waitingPlace } from './places.ts';
import { openShop, type Shop } from './testing/shop.ts';

const NEVER = new AbortController().signal;
const OFFLINE = '#OFFLINE';

async function findings(shop: Shop): Promise<unknown[]> {
  const records = await shop.room.records('def');
  const auditor = shop.register.country!.audit!({ publicKeys: new Map() });
  return [...records.flatMap((record) => auditor.take(record)), ...auditor.end(shop.register.state)];
}

const names = (shop: Shop) => shop.register.last!.Fis!.Tag!.map(({ Name }) => Name);
const pos = (Amt: string, more: object = {}) => ({ _: 'Pos', Dsc: 'Víno', TaxG: 'A', Amt, ...more });
const cash = (Amt: string) => [{ _: 'Pay', Dsc: 'Hotovosť', PayG: 'cash', Amt }];

it('gives a sale its UID', async () => {
  const shop = await openShop();
  const answer = await shop.sell();
  expect(answer.Result).toEqual({ RC: 'OK' });
  const [told] = shop.ekasa.receipts;
  expect(told).toMatchObject({
    count: 1,
    data: {
      ReceiptType: 'PD',
      Amount: '13.49',
      Dic: '2020123456',
      IcDph: 'SK2020123456',
      ReceiptNumber: '1',
    },
    items: [{ ItemType: 'K', Name: 'Rožok 1', Price: '12.30', Quantity: '1.0000', VatRate: '23.00' }, {}],
  });
  // 5 % and 19 % together are the reduced rate.
  expect(told!.data).toMatchObject({ TaxBaseBasic: '10.00', BasicVatAmount: '2.30', TaxBaseReduced: '1.00' });
  expect(answer.Fis).toMatchObject({ Code: told!.uid, FN: '1' });
  expect(tagOf(answer.Fis, 'UID')).toBe(told!.uid);
  expect(answer.Fis!.OKP).toBe(tagOf(answer.Fis, 'OKP'));
  expect(tagOf(answer.Fis, 'PKP')).toBeUndefined();
  expect(await findings(shop)).toEqual([]);
});

it('finds a receipt by its number in the month, as paper shows it', async () => {
  const shop = await openShop();
  await shop.sell();
  const { last, cfg, country } = shop.register;
  const { value } = paperOf(last!, cfg!).tags.find(({ label }) => label === 'Poradové číslo')!;
  expect(value).toBe('1');
  expect(JSON.stringify(last)).toContain(country!.numberInLine!(value));
  for (const other of ['0', '11']) expect(JSON.stringify(last)).not.toContain(country!.numberInLine!(other));
});

it('leaves its codes to the receipt itself: copies have none of them', async () => {
  const shop = await openShop();
  await shop.sell();
  const { last, cfg } = shop.register;
  const [printed, copy] = [paperOf(last!, cfg!, {}), paperOf(last!, cfg!, { purpose: 'copy' })];
  const labels = ({ tags }: typeof copy) => tags.map(({ label }) => label);
  expect(printed.qr).toBe(tagOf(last!.Fis, 'UID'));
  expect(labels(printed)).toEqual(expect.arrayContaining(['OKP', 'UID']));
  expect(copy.qr).toBeNull();
  expect(labels(copy)).toEqual(labels(printed).filter((label) => !['OKP', 'UID'].includes(label)));
  expect(copy.marks.length).toBe(printed.marks.length + 1);
  shop.ekasa.down();
  await shop.sell();
  expect(labels(paperOf(shop.register.last!, cfg!, { purpose: 'copy' }))).not.toContain('PKP');
});

it('prints PKP and OKP as long as there is no UID, and tells the same later', async () => {
  const shop = await openShop();
  shop.ekasa.drop(1, 'before');
  const early = await shop.sell();
  expect(early.Result.ErrorCode).toBe(OFFLINE);
  const { data, pkp } = keptReceipt(shop.register.last!)!;
  const time = data.CreateDate.slice(2, 19).replace(/\D/g, '');
  expect(early.Fis!.Code).toBe(`${okpOf(pkp)}:88820201234560001:${time}:1:13.49`);
  const { certificate } = CERTIFICATES.of(shop.register.context!, shop.register.context!.cfg)!;
  const signature = Buffer.from(tagOf(early.Fis, 'PKP')!, 'base64');
  expect(verify('sha256', Buffer.from(pkpText(data)), certificate.publicKey, signature)).toBe(true);
  expect(shop.register.country!.paper(shop.register.last!).marks).toContain('OFF-LINE DOKLAD');
  await shop.register.deliver(NEVER);
  expect(shop.ekasa.receipts).toMatchObject([{ count: 2, data }]);
  expect(names(shop)).toContain('UID');
  expect(names(shop)).not.toContain('PKP');
  expect(shop.register.country!.paper(shop.register.last!).marks).not.toContain('OFF-LINE DOKLAD');
  expect(await findings(shop)).toEqual([]);
});

it('knows paragons, payments of invoices, training, sellers, regulations, packaging, advances and vouchers', async () => {
  const shop = await openShop();
  const told = () => shop.ekasa.receipts.at(-1)!;
  const sell = async (more: Partial<Esr>) => expect((await shop.sell(more)).Result.RC).toBe('OK');
  await sell({ SK_ParagonNumber: '7' });
  expect(told().data).toMatchObject({ ReceiptType: 'PD', Paragon: 'true', ParagonNumber: '7' });
  await sell({ PosA: [pos('50.00', { TaxG: 'Z', SK_InvoiceNumber: 'F-1' })], PayA: cash('50.00') });
  expect(told()).toMatchObject({ data: { ReceiptType: 'UF', InvoiceNumber: 'F-1' }, items: [] });
  expect(told().data.TaxFreeAmount).toBeUndefined();
  await sell({ DT: 'uf', DN: 'F-2', PosA: [pos('50.00', { TaxG: 'Z' })], PayA: cash('50.00') });
  expect(told()).toMatchObject({ data: { ReceiptType: 'UF', InvoiceNumber: 'F-2' }, items: [] });
  // What takes it back is about the same invoice.
  const original = shop.register.last!;
  const { Result } = await shop.register.void({
    original: null,
    sender: {},
    reason: undefined,
    warnings: [],
  });
  expect([Result.RC, original.ESR!.DN]).toEqual(['OK', 'F-2']);
  expect(told()).toMatchObject({
    data: { ReceiptType: 'UF', InvoiceNumber: 'F-2', Amount: '-50.00' },
    items: [],
  });
  await sell({ Test: '1' });
  expect(told().data).toMatchObject({ ReceiptType: 'ND', ReceiptNumber: '5' });
  await sell({
    PosA: [
      pos('100.00', { SK_SellerIdType: 'IC_DPH', SK_SellerId: 'SK2020999999' }),
      pos('10.00', { TaxG: 'Z', SK_SpecialRegulation: 'ZAS' }),
      pos('-0.15', { _: 'Dep', TaxG: 'Z' }),
      pos('-20.00', { _: 'Adv' }),
      pos('-5.00', { _: 'Vou', VouN: 'P-12' }),
    ],
    PayA: cash('84.85'),
  });
  expect(told().items).toMatchObject([
    { ItemType: 'K', SellerId: 'SK2020999999', SellerIdType: 'IC_DPH' },
    { ItemType: 'K', SpecialRegulation: 'ZPS', VatRate: '0.00' },
    { ItemType: 'VO' },
    { ItemType: 'OZ' },
    { ItemType: 'VP', VoucherNumber: 'P-12' },
  ]);
  expect(shop.ekasa.receipts).toHaveLength(6);
  // What the law wants to read of it, and the seat of the company besides the shop.
  const { Cmp, ...cfg } = shop.register.cfg!;
  const places = {
    Cmp: { ...Cmp, Adr: 'Hlavná 1', City: 'Košice' },
    Loc: { ...cfg.Loc, Adr: 'Trh 2', City: 'Bratislava' },
  };
  const { tags, seller } = paperOf(shop.register.last!, { ...cfg, ...places });
  expect(tags).toEqual(
    expect.arrayContaining([
      { label: '', value: 'Úprava zdaňovania prirážky – zberateľské predmety a starožitnosti' },
      { label: 'IČ DPH predajcu', value: 'SK2020999999' },
    ]),
  );
  expect(seller).toEqual([
    ...['Pekáreň Pri rieke s.r.o.', 'Hlavná 1', 'Košice', expect.stringContaining('SK2020123456')],
    'Trh 2, Bratislava',
  ]);
  expect(await findings(shop)).toEqual([]);
});

it('takes paragons however old, also with the rates of their time', async () => {
  const shop = await openShop();
  const old = { D: '2024-12-20T10:00:00', PosA: [pos('12.00')], PayA: cash('12.00') };
  expect((await shop.sell(old)).Result.ErrorCode).toBe('#D_WINDOW');
  expect((await shop.sell({ ...old, SK_ParagonNumber: '7' })).Result.RC).toBe('OK');
  expect(shop.ekasa.receipts[0]).toMatchObject({
    data: { IssueDate: '2024-12-20T10:00:00+01:00', Paragon: 'true' },
    items: [{ VatRate: '20.00' }],
  });
  expect(await findings(shop)).toEqual([]);
});

it('takes a paragon back by a receipt that is none', async () => {
  const shop = await openShop();
  await shop.sell({ SK_ParagonNumber: '7' });
  const voided = await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(voided.Result.RC).toBe('OK');
  const { data, items } = shop.ekasa.receipts.at(-1)!;
  expect(data).toMatchObject({ Paragon: 'false', Amount: '-13.49' });
  expect(data).not.toHaveProperty('ParagonNumber');
  expect(items[0]).toMatchObject({ ItemType: 'O', ReferenceReceiptId: shop.ekasa.receipts[0]!.uid });
  expect(await findings(shop)).toEqual([]);
});

it('voids what vouchers have paid for: nothing was paid, nothing is given back', async () => {
  const rest = [{ _: 'Pay', Dsc: 'Prepadlo', PayG: 'creditnote', Amt: '-6.51' }];
  for (const [voucher, PayA] of [['-13.49', []] as const, ['-20.00', rest] as const]) {
    const shop = await openShop();
    const PosA = [pos('13.49'), pos(voucher, { _: 'Vou', VouN: 'P-12' })];
    expect((await shop.sell({ PosA, PayA: [...PayA] })).Result).toEqual({ RC: 'OK' });
    const voided = await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
    expect(voided.Result).toEqual({ RC: 'OK' });
    const [sold, taken] = shop.ekasa.receipts;
    expect([sold!.data.Amount, sold!.data.BasicVatAmount]).toEqual(['0.00', undefined]);
    expect(taken!.data).toMatchObject({ Amount: '0.00', BasicVatAmount: '0.00', TaxBaseBasic: '0.00' });
    expect(taken!.items.map(({ ItemType, Price }) => [ItemType, Price])).toEqual([
      ['O', '-13.49'],
      ['O', voucher.slice(1)],
    ]);
    expect(await findings(shop)).toEqual([]);
  }
});

it('names the original of a return and of a void by its UID', async () => {
  const shop = await openShop();
  const { Fis, ESR } = await shop.sell();
  const UID = tagOf(Fis, 'UID');
  const reference = { RTL: 'BA-1', RTT: '1', RTN: ESR!.TN!, Rsn: 'Reklamácia' };
  const returned = await shop.sell({ ...reference, PosA: [pos('-1.00')], PayA: cash('-1.00') });
  expect(returned.Result.RC).toBe('OK');
  expect(tagOf(returned.Fis, 'Pôvodný doklad')).toBe(UID);
  const voided = await shop.register.void({ original: null, sender: {}, reason: undefined, warnings: [] });
  expect(voided.Result.RC).toBe('OK');
  expect(shop.ekasa.receipts.slice(1).map(({ items }) => items)).toMatchObject([
    [{ ItemType: 'V', ReferenceReceiptId: UID, Price: '-1.00' }],
    [{ ItemType: 'O', ReferenceReceiptId: tagOf(returned.Fis, 'UID'), Price: '1.00' }],
  ]);
});

it('tells deposits and withdrawals only where the older law is in force', async () => {
  const shop = await openShop();
  const payIn = { NF: 'payin', PosA: [], PayA: cash('50.00') };
  expect((await shop.sell(payIn)).Fis).toBeUndefined();
  expect(shop.register.country!.paper(shop.register.last!).title).toBe('VKLAD');
  const patience = () => {
    const { delivery } = shop.register.country!;
    return (delivery as { patience: (context: unknown) => number }).patience(shop.register.context);
  };
  expect(patience()).toBe(5000);
  shop.attributes('Fiscal_Rules=289/2008');
  expect(patience()).toBe(2000);
  expect((await shop.sell(payIn)).Result.RC).toBe('OK');
  expect((await shop.sell({ NF: 'payout', PosA: [], PayA: cash('-30.00') })).Result.RC).toBe('OK');
  // As in the authority's example: what is taken out has no sign.
  expect(shop.ekasa.receipts).toMatchObject([
    { data: { ReceiptType: 'VK', Amount: '50.00' }, items: [] },
    { data: { ReceiptType: 'VY', Amount: '30.00' }, items: [] },
  ]);
  expect(await findings(shop)).toEqual([]);
});

it('counts receipts anew each month', async () => {
  const shop = await openShop();
  await shop.sell();
  await shop.sell();
  shop.room.clock.advance(32 * 24 * 3_600_000);
  await shop.sell();
  expect(shop.ekasa.receipts.map(({ data }) => data.ReceiptNumber)).toEqual(['1', '2', '1']);
  expect(await findings(shop)).toEqual([]);
});

it.each([
  [{ SK_ParagonNumber: '0' }, '#SK_PARAGON'],
  [{ SK_ParagonNumber: '1', Test: '1' }, '#SK_PARAGON'],
  [{ PosA: [pos('13.49', { SK_SpecialRegulation: 'PDP' })] }, '#SK_REGULATION'],
  [{ PosA: [pos('13.49', { TaxG: 'Z', SK_SpecialRegulation: 'XYZ' })] }, '#SK_REGULATION'],
  [{ PosA: [pos('13.49', { SK_SellerIdType: 'DIC' })] }, '#SK_SELLER'],
  [{ PosA: [pos('13.49', { SK_InvoiceNumber: 'č. 1' })] }, '#SK_INVOICE'],
  [{ PosA: [pos('13.00', { SK_InvoiceNumber: '1' }), pos('0.49')] }, '#SK_INVOICE'],
  [{ DT: 'UF' }, '#SK_INVOICE'],
  [{ PosA: [pos('13.49', { TaxG: 'D' })] }, '#SK_TAX'],
  [{ PosA: [pos('13.49', { Qty: '1.00001' })] }, '#SK_ITEMS'],
  [{ PosA: [pos('14.49'), pos('-1.00', { _: 'Vou' })] }, '#SK_ITEMS'],
  [{ PosA: [pos('-1.00')], PayA: cash('-1.00') }, '#SK_REFERENCE'],
])('refuses what cannot be told: %j', async (more, code) => {
  const shop = await openShop();
  expect((await shop.sell(more)).Result).toMatchObject({ RC: 'BAD', ErrorCode: code });
  expect(shop.ekasa.requests).toEqual([]);
});

it('sells nothing without authentication data', async () => {
  const shop = await openShop(false);
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#SK_CERTIFICATE' });
  const other = await shop.ekasa.issue('88820209999990001');
  const file = other.pkcs12.toString('base64');
  expect(await shop.act('certificate', { file, password: other.password })).toMatchObject({
    issues: [{ words: { key: 'error.file.other-company' } }],
  });
});

it.each(['before', 'after', 'within'] as const)(
  'tells a sale late, once, when the line breaks %s the answer',
  async (where) => {
    const shop = await openShop();
    shop.ekasa.drop(1, where);
    expect((await shop.sell()).Result).toMatchObject({ RC: 'OK', ErrorCode: OFFLINE });
    await shop.register.deliver(NEVER);
    expect(shop.ekasa.receipts.map(({ uid }) => uid)).toEqual([tagOf(shop.register.last!.Fis, 'UID')]);
    expect(shop.ekasa.receipts[0]!.count).toBe(where === 'before' ? 2 : 1);
  },
);

it('has one code of each sale wherever the line is cut', async () => {
  const shop = await openShop();
  const sold = await sellOverCutLine(shop, ['SK_Ekasa', shop.ekasa.url]);
  expect(new Set(shop.ekasa.receipts.map(({ uid }) => uid)).size).toBe(sold);
  expect([shop.ekasa.receipts.length, shop.ekasa.doubles]).toEqual([sold, []]);
  expect(await findings(shop)).toEqual([]);
});

it.each(['unsigned', 'foreign', 'changed', 'unreadable'] as const)(
  'believes no answer that is %s',
  async (how) => {
    const shop = await openShop();
    shop.ekasa.spoil(how);
    expect((await shop.sell()).Result.ErrorCode).toBe(OFFLINE);
    await shop.register.deliver(NEVER);
    expect(shop.ekasa.receipts.map(({ uid }) => uid)).toEqual([tagOf(shop.register.last!.Fis, 'UID')]);
  },
);

it.each([
  [{ code: -100 }, '#SK_REFUSED'],
  [{ code: -2 }, '#SK_REFUSED'],
  [{ code: -1 }, OFFLINE],
  [{ http: 503 }, OFFLINE],
])('keeps a receipt that is answered with %j', async (what, constant) => {
  const shop = await openShop();
  shop.ekasa.fail(what);
  expect((await shop.sell()).Result).toMatchObject({ RC: 'OK', ErrorCode: constant });
  await shop.register.deliver(NEVER);
  expect(tagOf(shop.register.last!.Fis, 'UID')).toBe(shop.ekasa.receipts[0]!.uid);
});

it.each(['unsigned', 'foreign'] as const)(
  'believes a refusal that is %s: nothing becomes valid by it',
  async (how) => {
    const shop = await openShop();
    shop.ekasa.fail({ code: -100 });
    shop.ekasa.spoil(how);
    expect((await shop.sell()).Result).toMatchObject({ RC: 'OK', ErrorCode: '#SK_REFUSED' });
    await shop.register.deliver(NEVER);
    expect(tagOf(shop.register.last!.Fis, 'UID')).toBe(shop.ekasa.receipts[0]!.uid);
  },
);

it('acts as if an answer were signed wrongly where TEST_Verify_err says so', async () => {
  const shop = await openShop();
  shop.attributes('TEST_Verify_err');
  const { Result } = await shop.sell();
  expect([Result.ErrorCode, Result.Warning!.join().includes('TEST_Verify_err')]).toEqual([OFFLINE, true]);
});

it('tells eKasa where the register is', async () => {
  const shop = await openShop();
  expect(await shop.act('place-gps', { longitude: '17.165377', latitude: '48.148962' })).toEqual({
    result: null,
  });
  const address = { municipality: 'Bratislava', street: 'Mierová', building: '23' };
  expect(await shop.act('place-address', address)).toEqual({ result: null });
  expect(await shop.act('place-other', { other: 'Taxi, BA 123 AA' })).toEqual({ result: null });
  expect(shop.ekasa.places).toMatchObject([
    { kind: 'Gps', values: { AxisX: '17.165377' } },
    {
      kind: 'PhysicalAddress',
      values: { Municipality: 'Bratislava', StreetName: 'Mierová', BuildingNumber: '23' },
    },
    { kind: 'Other', text: 'Taxi, BA 123 AA' },
  ]);
  shop.ekasa.down();
  expect(await shop.act('place-other', { other: 'x' })).toMatchObject({
    issues: [{ words: { key: 'error.noAnswer' } }],
  });
});

it('tells a place that had no answer again, by itself and when a manager asks, and only the last one', async () => {
  const shop = await openShop();
  const waits = () => waitingPlace(shop.register.state)?.place ?? null;
  shop.ekasa.down();
  await shop.act('place-other', { other: 'Trh' });
  await shop.act('place-other', { other: 'Taxi' });
  expect(waits()).toEqual({ other: 'Taxi' });
  await runBackground(shop.register);
  shop.ekasa.up();
  // Not more often than once in a minute.
  await runBackground(shop.register);
  expect(waits()).not.toBeNull();
  shop.room.clock.advance(61_000);
  await runBackground(shop.register);
  expect([waits(), shop.ekasa.places]).toMatchObject([null, [{ kind: 'Other', text: 'Taxi' }]]);
  shop.ekasa.drop(1, 'before');
  await shop.act('place-other', { other: 'Stánok' });
  expect(await shop.act('send', {})).toEqual({ result: null });
  expect([waits(), shop.ekasa.places]).toMatchObject([null, [{}, { text: 'Stánok' }]]);
});

it('gives every sale one UID in the end while eKasa comes and goes', async () => {
  const shop = await openShop();
  const COUNT = runs(1) > 1 ? 10_000 : 40;
  let seed = 7;
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let n = 0; n < COUNT; n++) {
    const dice = chance();
    if (dice < 0.1) shop.ekasa.drop(1, 'after');
    else if (dice < 0.15) shop.ekasa.drop(1, 'before');
    else if (dice < 0.2) shop.ekasa.spoil('changed');
    else if (dice < 0.25) shop.ekasa.fail({ code: -1 });
    await shop.sell();
    shop.room.clock.advance(chance() < 0.1 ? 61_000 : 1000);
    if (chance() < 0.05) await shop.register.deliver(NEVER);
  }
  for (let n = 0; n < 10; n++) {
    shop.room.clock.advance(61_000);
    await shop.register.deliver(NEVER);
  }
  expect(shop.register.undelivered).toBe(0);
  expect(shop.ekasa.receipts).toHaveLength(COUNT);
  expect(shop.ekasa.doubles).toEqual([]);
  const records = await shop.room.records('def');
  const known = new Map(records.filter(({ _ }) => _ === 'Fis').map(({ Of, Fis }) => [Of, tagOf(Fis, 'UID')]));
  expect([...known.values()].sort()).toEqual(shop.ekasa.receipts.map(({ uid }) => uid).sort());
  expect(await findings(shop)).toEqual([]);
});
