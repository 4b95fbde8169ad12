import { expect, it } from 'vitest';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Tree } from '../../receipt/tree.ts';
import { testTses } from '../../countries/de/testing/shop.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { openRoom } from '../../testing/registers.ts';
import { GENERIC, PORTUGAL, tra } from '../../testing/sales.ts';
import { paperHeadOf, paperOf } from './paper.ts';

/** On all documents of a test key. */
const TEST = 'Documento de teste, sem valor fiscal';
/** A position and a payment of this amount. */
const pos = (Amt: string) => ({ _: 'Pos', PN: '1', Dsc: 'Bica', TaxG: '23%', Amt });
const pay = (Amt: string) => ({ _: 'Pay', Dsc: 'Cash', PayG: 'cash', Amt });

/** The receipt of a sale, as it would print. */
async function print(cfg: Cfg, esr: Tree, amount?: string) {
  const { register } = await openRoom();
  const def = await register('def');
  await def.configuration.set(cfg);
  const answer = await def.submit({ tra: tra(esr, amount), warnings: [], restart: false });
  expect(answer.Result.RC).toBe('OK');
  return { answer, paper: paperOf(def.last!, def.cfg!) };
}

it('shows seller, buyer, lines, payments, taxes and everything the law wants printed', async () => {
  const { answer, paper } = await print(PORTUGAL, {
    Ctm: { Nam: 'Ana Exemplo', City: 'Porto', Zip: '4000-001', TaxId: 'PT245678913' },
    OprN: 'Marta',
    Head: ['Bom dia', 'Loja\r\naberta'],
    Foot: 'Até breve',
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Pão', TaxG: 'C', Qty: '0.64', QtyU: 'kg', Pri: '3.20', Amt: '2.05' },
      { _: 'Lin', Dsc: 'fresco', LAmt: 'hoje' },
      { _: 'Pos', PN: '2', Dsc: 'Vinho', TaxG: 'A', Amt: '8.90' },
      { _: 'Mod', PN: '2', Dsc: 'Promoção', Prc: '10', Amt: '-0.89' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Multibanco', PayG: 'debitcard', Amt: '10.06' }],
  });
  expect(paper).toMatchObject({
    sq: 2,
    title: 'Fatura',
    number: 'FT 1_1.26/1',
    date: '2026-05-04T12:00:00',
    currency: 'EUR',
    seller: ['Padaria Exemplo', 'Rua do Exemplo 12', 'Lisboa', 'NIF PT599999993'],
    buyer: ['Ana Exemplo', '4000-001 Porto', 'NIF: 245678913'],
    head: ['Bom dia', 'Loja', 'aberta'],
    lines: [
      { kind: 'item', text: 'Pão', detail: '0,64 kg x 3,20', taxGroup: 'C', amount: '2,05' },
      { kind: 'text', text: 'fresco', amount: 'hoje' },
      { kind: 'item', text: 'Vinho', taxGroup: 'A', amount: '8,90' },
      { kind: 'modifier', text: 'Promoção 10%', amount: '-0,89' },
    ],
    carried: ['2,05', '2,05', '10,95', '10,06'],
    total: '10,06',
    payments: [{ label: 'Multibanco', value: '10,06' }],
    taxes: [
      { group: 'C', rate: '6', net: '1,93', tax: '0,12', gross: '2,05' },
      { group: 'A', rate: '23', net: '6,51', tax: '1,50', gross: '8,01' },
    ],
    operator: 'Marta',
    qr: answer.Fis?.Code,
    foot: ['Até breve'],
  });
  // The tax id stands at the customer already.
  expect(answer.Fis?.Tag?.[0]).toMatchObject({ Name: 'CustomerTaxId', Value: '245678913' });
  // That a test key signs is a mark at the head.
  const others = answer.Fis!.Tag!.slice(1).filter(({ Name }) => Name !== 'Test');
  expect(paper.tags.map((t) => t.value)).toEqual(others.map((t) => t.Value));
  expect(paper.tags).toHaveLength(2);
  // Portugal: its authority shows `ATCUD:CSDF7T5H-35`, and wants a code of version 9.
  expect(paper.tags.at(-1)).toMatchObject({ label: 'ATCUD', tight: true });
  expect(paper.leastQrVersion).toBe(9);
  expect(paper.marks).toEqual([TEST]);
});

it('takes the address of the location before the one of the company', async () => {
  const { paper } = await print(
    { ...PORTUGAL, Loc: { TL: '1', Adr: 'Praça 1', Zip: '1000', City: 'Faro' } },
    {},
  );
  expect(paper.seller).toContain('Praça 1');
  expect(paper.seller).toContain('1000 Faro');
  expect(paper.seller).not.toContain('Rua do Exemplo 12');
});

it('marks training and test receipts, and nothing where no law asks for it', async () => {
  expect((await print(PORTUGAL, { Test: '1' })).paper.marks).toEqual([
    'Documento emitido para fins de Formação',
  ]);
  expect((await print(PORTUGAL, {})).paper.marks).toEqual([TEST]);
  expect((await print(GENERIC, {})).paper.marks).toEqual([]);
});

it('says nothing twice on its own paper that Fis.Tag has for others', async () => {
  const training = await print(PORTUGAL, {
    Test: '1',
    PosA: [{ ...pos('5.00'), TaxG: 'M07' }],
    PayA: [pay('5.00')],
  });
  expect(training.paper.seller).toEqual([expect.stringMatching(/Tillmark.* - NIF /)]);
  expect(training.paper.tags.map(({ value }) => value)).toEqual([
    'Consumidor final',
    'Este documento não serve de fatura',
    expect.stringContaining('programa certificado'),
    expect.stringMatching(/-1$/),
  ]);
  expect(training.paper.lines).toMatchObject([{ note: 'Isento artigo 9.º do CIVA' }]);
  expect((await print(GENERIC, { Test: '1' })).paper).toMatchObject({ marks: ['TRAINING'], tags: [] });
});

it('names the exemption in the row of the tax table', async () => {
  const article = { ...pos('5.00'), TaxG: '0%', PT_TaxExemptionCode: 'M05' };
  const { paper } = await print(PORTUGAL, { PosA: [article], PayA: [pay('5.00')] });
  expect(paper.taxes).toMatchObject([{ group: 'M05', rate: '0' }]);
});

it('writes dates and amounts as people of the country do, and gives them as in the record where asked', async () => {
  const values = { PosA: [{ ...pos('12345.60'), TaxG: '19%', Qty: '-1.5' }], PayA: [pay('12345.60')] };
  const clock = new ManualClock();
  const { tses } = await testTses(clock);
  const { register } = await openRoom(undefined, clock, { tses });
  const german = await register('def');
  await german.configuration.set({ Cmp: { Ctry: 'DE', TaxId: 'DE1' } });
  const esr = { ...values, Opr: '1', D: '2026-05-04T10:15:30' };
  await german.submit({ tra: tra(esr), warnings: [], restart: false });
  const local = paperOf(german.last!, german.cfg!);
  expect([local.dateText, local.date, local.total]).toEqual([
    ...['04.05.2026 10:15:30', '2026-05-04T10:15:30', '12.345,60'],
  ]);
  expect(local.lines).toMatchObject([{ quantity: '-1,5', amount: '12.345,60' }]);
  expect(local.carried).toEqual(['12.345,60']);
  const raw = paperOf(german.last!, german.cfg!, { raw: true });
  expect(raw).toMatchObject({ total: '12345.60', taxes: [{ gross: '12345.60' }], carried: ['12345.60'] });
  expect((await print(GENERIC, values)).paper).toMatchObject({ total: '12345.60' });
});

it('shows the transaction number where there is no fiscal one', async () => {
  const { paper } = await print(GENERIC, { TL: '3', TT: '4', TN: '0099' });
  expect(paper).toMatchObject({
    number: '3/4/0099',
    title: 'Receipt',
    qr: null,
    tags: [],
    buyer: [],
    operator: null,
  });
});

it('marks duplicates and what is not registered; the latter has no number', async () => {
  const { register } = await openRoom();
  const def = await register('def');
  await def.configuration.set(PORTUGAL);
  await def.submit({ tra: tra({}), warnings: [], restart: false });
  const copy = paperOf(def.last!, def.cfg!, { purpose: 'copy' });
  expect(copy).toMatchObject({ number: 'FS 1_1.26/1', marks: ['2.ª via', TEST] });
  const preview = def.preview(tra({ TN: '5' }), []);
  if ('refused' in preview) throw new Error('refused');
  const paper = paperOf(preview.record, preview.cfg, { purpose: 'preview' });
  expect(paper).toMatchObject({ number: '', qr: null, tags: [], title: 'Documento' });
  expect(paper.marks).toEqual([expect.stringContaining('NÃO REGISTADO')]);
});

it('prints a credit note with the opposite signs', async () => {
  const { paper } = await print(PORTUGAL, {
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Vinho', TaxG: 'A', Qty: '-2', Pri: '5.00', Amt: '-10.00' },
      { _: 'Mod', PN: '1', Dsc: 'Promoção', Amt: '1.00' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Numerário', PayG: 'refund', Amt: '-9.00' }],
    RFN: 'FS 1_1.26/1',
    Rsn: 'Devolução',
  });
  expect(paper).toMatchObject({
    title: 'Nota de crédito',
    lines: [
      { text: 'Vinho', detail: '2 x 5,00', amount: '10,00' },
      { text: 'Promoção', amount: '-1,00' },
    ],
    total: '9,00',
    payments: [{ value: '9,00' }],
    taxes: [{ gross: '9,00' }],
  });
});

it('prints what a void refers to and why, without fiscal data', async () => {
  const voiding = { Void: '1', RFN: 'FS 1_1.26/1', RD: '2026-05-04', Rsn: 'Engano', RTN: '1', Test: '1' };
  const { paper } = await print(PORTUGAL, { ...voiding, PosA: [pos('-1.00')], PayA: [pay('-1.00')] });
  expect(paper.marks).toContain('ANULAÇÃO');
  expect(paper.tags.slice(0, 3)).toEqual([
    { label: 'Referência', value: 'FS 1_1.26/1' },
    { label: 'Motivo', value: 'Engano' },
    { label: '', value: 'Este documento não serve de fatura' },
  ]);
  expect(paper.qr).toBeNull();

  const generic = await print(GENERIC, { RTN: '7', RD: '2026-05-03' }, '-1.00');
  expect(generic.paper.tags).toEqual([{ label: 'Reference', value: '1/1/7 (2026-05-03)' }]);
});

it('marks a receipt that was voided', async () => {
  const { register } = await openRoom();
  const def = await register('def');
  await def.configuration.set(PORTUGAL);
  await def.submit({ tra: tra({}), warnings: [], restart: false });
  const sale = def.last!;
  expect(def.wasVoided(sale)).toBe(false);
  await def.void({ original: null, sender: {}, reason: 'Engano', warnings: [] });
  expect(def.wasVoided(sale)).toBe(true);
  expect(def.wasVoided(def.last!)).toBe(false);
  const paper = paperOf(sale, def.cfg!, { voided: true });
  expect(paper.marks).toEqual(['ANULADO', TEST]);
  expect(sale.Fis?.Code).toContain('*E:N*');
  expect(paper.qr).toBe(sale.Fis?.Code?.replace('*E:N*', '*E:A*'));
});

it('says in words what a nonfiscal record is, and shows no total where there is no money', async () => {
  const empty = { PosA: [], PayA: [] };
  expect((await print(PORTUGAL, { ...empty, NFS: 'LOGIN' })).paper).toMatchObject({
    title: 'Início de sessão',
    total: null,
    tags: [],
  });
  expect((await print(PORTUGAL, { ...empty, NFS: 'Z', DN: '124' })).paper.title).toBe('Relatório Z 124');
  expect((await print(GENERIC, { ...empty, NF: 'Inventory' })).paper.title).toBe('Inventory');
  const change = { PosA: [], PayA: [pay('150.00')], NF: 'payin', T: '150.00', Rsn: 'Troco inicial' };
  const payIn = await print(PORTUGAL, change);
  expect(payIn.paper).toMatchObject({
    title: 'Entrada de caixa',
    total: '150,00',
    tags: [
      { label: 'Motivo', value: 'Troco inicial' },
      { label: '', value: 'Este documento não serve de fatura' },
    ],
  });
});

it('shows foreign money, and the numbers of slips but not those of card payments', async () => {
  const { paper } = await print(GENERIC, {
    PosA: [pos('100.00')],
    PayA: [
      { _: 'Pay', Dsc: 'Dollar', PayG: 'foreign', Amt: '40.00', CC: 'USD', FAmt: '50' },
      { _: 'Pay', Dsc: 'Yen', PayG: 'foreign', Amt: '30.00', CC: 'JPY', FAmt: '5000' },
      { _: 'Pay', Dsc: 'Credit', PayG: 'creditnote', Amt: '20.00', UID: 'TR-1' },
      { _: 'Pay', Dsc: 'Visa', PayG: 'creditcard', Amt: '10.00', UID: '771144' },
    ],
  });
  expect(paper.payments.map((p) => p.label)).toEqual([
    'Dollar (50.00 USD)',
    'Yen (5000 JPY)',
    'Credit TR-1',
    'Visa',
  ]);
});

it('shows print lines between payments as they were sent', async () => {
  const { paper } = await print(GENERIC, {
    PosA: [pos('9.00')],
    PayA: [
      pay('10.00'),
      { _: 'Lin', Dsc: 'Given', LAmt: '10,--' },
      { ...pay('-1.00'), PayG: 'change', Dsc: 'Change' },
    ],
  });
  expect(paper.payments).toEqual([
    { label: 'Cash', value: '10.00' },
    { label: 'Given', value: '10,--' },
    { label: 'Change', value: '-1.00' },
  ]);
});

it('names the country of a customer from abroad, and prints a rate once', async () => {
  const { paper } = await print(GENERIC, {
    Ctm: { Nam: 'Ejemplo SL', Adr: 'Calle Mayor', AdrNr: '5', Adr2: '2.º', Ctry: 'ES', TaxId: 'ESB1' },
    PosA: [{ ...pos('11.70'), TaxG: '17%' }],
    PayA: [pay('11.70')],
  });
  expect(paper.buyer).toEqual(['Ejemplo SL', 'Calle Mayor 5', '2.º', 'Spain', 'Tax ID: ESB1']);
  expect(paper.taxes).toMatchObject([{ group: '', rate: '17' }]);
});

it('shows what disguises a text of an old record as what it is, and leaves the code alone', async () => {
  const { register } = await openRoom();
  const def = await register('def');
  await def.configuration.set(GENERIC);
  await def.submit({ tra: tra({ Foot: 'x' }), warnings: [], restart: false });
  // Versions before let such texts into the journal.
  const old = {
    ...def.last!,
    ESR: { ...def.last!.ESR, OprN: 'Ana\u202e00.1', Foot: [{ _: 'Txt', value: '\u009b31m' }] },
  };
  const paper = paperOf({ ...old, Fis: { Code: 'A:\u202e' } }, def.cfg!);
  expect([paper.operator, paper.foot, paper.qr]).toEqual(['Ana\ufffd00.1', ['\ufffd31m'], 'A:\u202e']);
});

it('reads no position for a list', async () => {
  const { register } = await openRoom();
  const def = await register('def');
  await def.configuration.set(GENERIC);
  await def.submit({ tra: tra({ PosA: [pos('9.00')] }, '9.00'), warnings: [], restart: false });
  const { lines, carried, ...head } = paperOf(def.last!, def.cfg!);
  expect([lines.length, carried]).toEqual([1, ['9.00']]);
  const PosA = new Proxy([], { get: () => expect.fail('positions take their time') });
  expect(paperHeadOf({ ...def.last!, ESR: { ...def.last!.ESR, PosA } }, def.cfg!)).toEqual(head);
});
