/** Credit notes and what they correct, invoices and what they were made from. */
import { describe, expect, it } from 'vitest';
import { amountText, minor } from '../../receipt/money.ts';
import type { Esr, JournalRecord, Position, TraC } from '../../receipt/tra.ts';
import { invoicedKey } from './references.ts';
import { DOCUMENT_WRITERS } from './saft/documents.ts';
import { readEntry } from './saft/entry.ts';
import { linesOf } from './saft/lines.ts';
import { Products } from './saft/products.ts';
import { Taxes } from './saft/taxes.ts';
import { DEFAULT_TABLE } from './taxes.ts';
import { tagOf } from './testing/inspector.ts';
import { pay, pos } from './testing/receipts.ts';
import { newKey, Till } from './testing/till.ts';

const REASON = { Rsn: 'Troca' };
const D = '2026-05-02T10:00:00';

const refund = (till: Till, amount: string, RFN: string, more: Partial<Esr> = {}) =>
  till.attempt(`-${amount}`, { RFN, ...REASON, ...more });
const codeOf = async (answer: Promise<{ Result: { ErrorCode?: string } }>) =>
  (await answer).Result.ErrorCode ?? 'OK';
const warningsOf = (record: JournalRecord) => (record.Result!.Warning ?? []).join();

describe('credit notes', () => {
  it.each(['FS', 'FT', 'FR', 'ND'])('take an %s back until nothing is left', async (DT) => {
    const till = await Till.open();
    await till.sell('10.00', { DT });
    const FN = `${DT} 1_1.26/1`;
    expect(await codeOf(refund(till, '4.00', FN))).toBe('OK');
    expect(await codeOf(refund(till, '6.01', FN))).toBe('#PT_REFERENCE');
    expect((await refund(till, '7.00', FN)).Result.Warning?.join()).toContain('6.00 of it are left');
    await till.restart();
    expect(await codeOf(refund(till, '6.00', FN))).toBe('OK');
    expect(await codeOf(refund(till, '0.01', FN))).toBe('#PT_REFERENCE');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('do not exceed it when they come at the same time', async () => {
    const till = await Till.open();
    await till.sell('10.00');
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(till, '3.00', 'FS 1_1.26/1')));
    expect(answers.filter((a) => a.Result.RC === 'OK')).toHaveLength(3);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('that were not stored take nothing', async () => {
    const till = await Till.open();
    await till.sell('10.00');
    till.room.store.failNext();
    expect(await codeOf(refund(till, '10.00', 'FS 1_1.26/1'))).toBe('#JOURNAL_FAILED');
    expect(await codeOf(refund(till, '10.00', 'FS 1_1.26/1'))).toBe('OK');
  });

  it('correct invoices only, and only those that stand', async () => {
    const till = await Till.open();
    await till.sell('10.00');
    await till.issue({ DT: 'CM', PosA: [pos('10.00')] });
    await till.sell('10.00', { DT: 'RG' });
    await till.sell('10.00', { Test: '1' });
    expect(await codeOf(refund(till, '5.00', 'FS 1_1.26/1'))).toBe('OK');
    for (const FN of ['NC 1_1.26/1', 'CM 1_1.26/1', 'RG 1_1.26/1', 'FS 1_1.26MF/1'])
      expect([FN, await codeOf(refund(till, '1.00', FN))]).toStrictEqual([FN, '#PT_REFERENCE']);
    await till.sell('10.00');
    await till.void('FS 1_1.26/2');
    const answer = await refund(till, '1.00', 'FS 1_1.26/2');
    expect(answer.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_REFERENCE' });
    expect(answer.Result.Warning?.join()).toContain('cancelled');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('stand in the way of a void also when they are about nothing', async () => {
    const till = await Till.open();
    await till.sell('10.00');
    expect(await codeOf(till.attempt('0.00', { DT: 'NC', RFN: 'FS 1_1.26/1', ...REASON }))).toBe('OK');
    expect(await codeOf(till.attemptVoid('FS 1_1.26/1'))).toBe('#PT_CORRECTED');
    await till.void('NC 1_1.26/1');
    await till.void('FS 1_1.26/1');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('stand in the way of a void, until they are void themselves', async () => {
    const till = await Till.open();
    await till.sell('10.00');
    await refund(till, '4.00', 'FS 1_1.26/1');
    await refund(till, '6.00', 'FS 1_1.26/1');
    expect(await codeOf(till.attemptVoid('FS 1_1.26/1'))).toBe('#PT_CORRECTED');
    await till.void('NC 1_1.26/1');
    expect(await codeOf(till.attemptVoid('FS 1_1.26/1'))).toBe('#PT_CORRECTED');
    expect(await codeOf(refund(till, '4.01', 'FS 1_1.26/1'))).toBe('#PT_REFERENCE');
    await till.void('NC 1_1.26/2');
    expect(await codeOf(till.attemptVoid('NC 1_1.26/2'))).toBe('#ALREADY_VOIDED');
    await till.void('FS 1_1.26/1');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each([
    { RTN: '1' },
    { RTL: '1', RTT: '1', RTN: '1' },
    { RTL: '1', RTT: '1', RTN: '1', RD: '2026-05-04' },
  ])('name their invoice by its transaction too: %j', async (reference) => {
    const till = await Till.open();
    await till.sell('10.00');
    const note = await till.sell('-4.00', { ...reference, ...REASON });
    expect(note.Fis).toMatchObject({ PT_Reference: 'FS 1_1.26/1', PT_ReferenceDate: '2026-05-04' });
    expect(tagOf(note, 'Reference')).toBe('FS 1_1.26/1');
    expect(warningsOf(note)).toBe('');
    expect(await codeOf(refund(till, '6.01', 'FS 1_1.26/1'))).toBe('#PT_REFERENCE');
  });

  it('may name a document of another till, which cannot be checked: a manager sees them', async () => {
    const till = await Till.open();
    const note = await till.sell('-400.00', { RFN: 'FT OLD/77', RD: '2026-04-01', ...REASON });
    expect(note.Fis).toMatchObject({ PT_Reference: 'FT OLD/77', PT_ReferenceDate: '2026-04-01' });
    expect(note.Fis).not.toHaveProperty('PT_OwnReference');
    expect(warningsOf(note)).toContain('ESR.RFN: this register has no such receipt: FT OLD/77');
    const bare = await till.sell('-4.00', { RTN: '99', ...REASON });
    expect(bare.Fis).not.toHaveProperty('PT_Reference');
    expect(warningsOf(bare)).toContain('ESR.RTN');
    const of = (number: number, total: string, reference: string) => {
      return { FN: `NC 1_1.26/${number}`, date: '2026-05-04', total, reference };
    };
    expect(till.overview.unreferenced).toStrictEqual([
      of(2, '-4.00', '1/1/99'),
      of(1, '-400.00', 'FT OLD/77'),
    ]);
    await till.void(note.ESR!.FN!);
    await till.restart();
    expect(till.overview.unreferenced).toStrictEqual([of(2, '-4.00', '1/1/99')]);
    for (let i = 0; i < 51; i++) await till.sell('-0.01', { RFN: `FT OLD/${i}`, ...REASON });
    expect(till.overview.unreferenced).toHaveLength(50);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('are not older than what they correct', async () => {
    const till = await Till.open();
    await till.sell('10.00');
    const form = { FN: 'abc/23', DT: 'NC', ...REASON };
    const early = { ...form, D: '2026-05-03T18:00:00' };
    expect(await codeOf(till.attempt('-1.00', { ...early, RFN: 'FS 1_1.26/1' }))).toBe('#PT_REFERENCE');
    const elsewhere = { RFN: 'FT OLD/77', RD: '2026-05-04' };
    expect(await codeOf(till.attempt('-1.00', { ...early, ...elsewhere }))).toBe('#PT_REFERENCE');
    const sameDay = { ...form, D: '2026-05-04T00:00:01', RFN: 'FS 1_1.26/1' };
    expect(await codeOf(till.attempt('-1.00', sameDay))).toBe('OK');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('without reference or reason come with a warning', async () => {
    const till = await Till.open();
    const note = await till.sell('-4.00');
    expect(warningsOf(note)).toMatch(/ESR\.RFN.*ESR\.Rsn/);
  });
});

describe('credit notes by position', () => {
  const of = (Amt: string, more: Partial<Position> = {}) => pos(Amt, { Dsc: 'Vinho', ...more });
  const note = (till: Till, positions: Position[], more: Partial<Esr> = {}) => {
    const total = amountText(
      positions.reduce((sum, { Amt }) => sum + minor(Amt, 2), 0),
      2,
    );
    return till.submit({
      PosA: positions,
      PayA: [pay(total)],
      RFN: 'FS 1_1.26/1',
      ...REASON,
      ...more,
    });
  };
  const codes = async (...answers: Promise<TraC>[]) => {
    const found: string[] = [];
    for (const answer of answers) found.push(await codeOf(answer));
    return found;
  };
  /** Two bottles for 10.00, bread for 4.00 at 6 %, and half a kilo of cheese less a discount. */
  const shop = async (more: Partial<Esr> = {}) => {
    const till = await Till.open();
    await till.issue({
      PosA: [
        of('10.00', { PN: '10', Qty: '2', IN: '5601' }),
        of('4.00', { PN: '20', Dsc: 'Pão', TaxG: 'C' }),
        of('6.00', { PN: '30', Dsc: 'Queijo', Qty: '0.5' }),
        { _: 'Mod', Dsc: 'Desconto', Amt: '-1.00' },
      ],
      PayA: [pay('19.00')],
      ...more,
    });
    return till;
  };

  it('name a position that was sold', async () => {
    const till = await shop();
    const answer = await note(till, [of('-1.00', { RPN: '1' })]);
    expect(answer.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#REFERENCE' });
    expect(answer.Result.Warning?.join()).toContain('FS 1_1.26/1 has no position "1"');
    expect(await codeOf(note(till, [of('-1.00', { RPN: '10' })]))).toBe('OK');
  });

  it.each<[string, Position]>([
    ['more than the position was worth', of('-10.02', { RPN: '10' })],
    ['more of an article than was sold', of('-10.02', { IN: '5601' })],
    ['more than is left of it after its discount', of('-5.02', { RPN: '30' })],
    ['more pieces', of('-9.00', { RPN: '10', Qty: '-3' })],
    ['more pieces of an article, without a sign', of('-9.00', { IN: '5601', Qty: '3' })],
    ['more kilos', of('-4.00', { RPN: '30', Dsc: 'Queijo', Qty: '-0.501' })],
    ['another percentage', of('-4.00', { RPN: '20' })],
    ['another article', of('-5.00', { RPN: '10', IN: '5602' })],
    ['more than was sold at a percentage', of('-5.00', { Dsc: 'Bolo', TaxG: 'C' })],
    ['a percentage that it does not have', of('-5.00', { Dsc: 'Bolo', TaxG: 'B' })],
  ])('do not take back %s', async (_name, position) => {
    const till = await shop();
    expect(await codeOf(note(till, [position]))).toBe('#PT_REFERENCE');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('take back everything once, in whatever way they say what', async () => {
    const till = await shop();
    expect(await codes(note(till, [of('-5.00', { RPN: '10', Qty: '-1' })]))).toStrictEqual(['OK']);
    await till.restart();
    // The same article by its number, and again by position.
    expect(await codes(note(till, [of('-5.00', { IN: '5601', Qty: '-2' })]))).toStrictEqual([
      '#PT_REFERENCE',
    ]);
    expect(await codes(note(till, [of('-5.00', { IN: '5601', Qty: '-1' })]))).toStrictEqual(['OK']);
    expect(await codes(note(till, [of('-0.02', { RPN: '10' })]))).toStrictEqual(['#PT_REFERENCE']);
    const rest = [of('-4.00', { RPN: '20', TaxG: 'C' }), of('-5.00', { Dsc: 'Queijo', Qty: '-0.5' })];
    expect(await codes(note(till, rest))).toStrictEqual(['OK']);
    expect(await codes(note(till, [of('-0.01', { Dsc: 'Queijo' })]))).toStrictEqual(['#PT_REFERENCE']);
    await till.void('NC 1_1.26/2');
    expect(await codes(note(till, [of('-4.00', { RPN: '20', TaxG: 'C' })]))).toStrictEqual(['#PT_REFERENCE']);
    expect(await codes(note(till, [of('-5.00', { RPN: '10', Qty: '-1' })]))).toStrictEqual(['OK']);
    for (const number of [1, 3, 4]) await till.void(`NC 1_1.26/${number}`);
    await till.void('FS 1_1.26/1');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('may reduce the price without an article, which is said', async () => {
    const till = await shop();
    const answer = await note(till, [of('-3.00', { Dsc: 'Desconto comercial' })]);
    expect(answer.Result).toMatchObject({ RC: 'OK' });
    expect(answer.Result.Warning).toContainEqual('ESR.PosA[0]: is no article of FS 1_1.26/1');
  });

  it('take back net positions with their taxes', async () => {
    const till = await Till.open();
    const net = (Amt: string, more: Partial<Position> = {}) => of(Amt, { Dsc: 'Cabo', ...more });
    await till.issue({
      TaxN: '1',
      PosA: [net('10.00'), net('5.00', { Dsc: 'Ficha' })],
      PayA: [pay('18.45')],
    });
    const back = (Amt: string, gross: string) =>
      codeOf(till.submit({ TaxN: '1', PosA: [net(Amt)], PayA: [pay(gross)], RFN: 'FS 1_1.26/1', ...REASON }));
    expect(await back('-11.00', '-13.53')).toBe('#PT_REFERENCE');
    expect(await back('-4.00', '-4.92')).toBe('OK');
    expect(await codes(note(till, [net('-7.40')]))).toStrictEqual(['#PT_REFERENCE']);
    expect(await codes(note(till, [net('-7.38')]))).toStrictEqual(['OK']);
  });

  it('may correct several invoices, each by its own limit, named in whatever way', async () => {
    const till = await shop();
    await till.sell('8.00');
    await till.sell('7.00');
    const first = of('-5.00', { RPN: '10', Qty: '-1' });
    const second = pos('-8.00', { RFN: 'FS 1_1.26/2' });
    const third = pos('-7.00', { RTL: '1', RTT: '1', RTN: '3', RPN: '1' });
    const tooMuch = [first, pos('-8.01', { RFN: 'FS 1_1.26/2' }), third];
    expect(await codes(note(till, tooMuch))).toStrictEqual(['#PT_REFERENCE']);
    const { Fis, SQ } = await note(till, [first, second, third]);
    expect(Fis!.Tag!.filter(({ Name }) => Name === 'Reference').map(({ Value }) => Value)).toStrictEqual([
      'FS 1_1.26/1',
      'FS 1_1.26/2',
      'FS 1_1.26/3',
    ]);
    const record = (await till.room.journal.bySq('def', SQ!))!;
    const entry = readEntry(record, { from: '2026-01-01', till: '2026-12-31', test: true })!;
    const masters = { products: new Products(), taxes: new Taxes(DEFAULT_TABLE) };
    const document = {
      entry,
      lines: linesOf(entry, masters),
      status: { code: 'N' } as never,
      customerId: '1',
      movementCode: '',
    };
    expect(DOCUMENT_WRITERS.SI(document).match(/<Reference>.*?<\/Reference>/g)).toStrictEqual(
      [1, 2, 3].map((n) => `<Reference>FS 1_1.26/${n}</Reference>`),
    );
    for (const FN of ['FS 1_1.26/2', 'FS 1_1.26/3']) {
      expect(await codeOf(refund(till, '0.02', FN))).toBe('#PT_REFERENCE');
      expect(await codeOf(till.attemptVoid(FN))).toBe('#PT_CORRECTED');
    }
    await till.void('NC 1_1.26/1');
    for (const n of [1, 2, 3]) await till.void(`FS 1_1.26/${n}`);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each(['FS 1_1.26/1 ', 'fs 1_1.26/1', 'FS  1_1.26/1', 'FS 1_1.26/01', 'FS 1_1.26/2'])(
    'do not escape the limit by another spelling: %j',
    async (RFN) => {
      const till = await shop();
      expect(await codes(note(till, [of('-10.00', { RPN: '10' })]))).toStrictEqual(['OK']);
      const spelt = [of('-10.00', { RPN: '10' })];
      expect(await codes(note(till, spelt, { RFN }))).toStrictEqual(['#PT_REFERENCE']);
      expect(await codes(note(till, [of('-10.00', { RFN })]))).toStrictEqual(['#PT_REFERENCE']);
    },
  );

  it('of very many lines take no longer by the line', async () => {
    const till = await Till.open();
    const many = (Amt: string, more: Partial<Position> = {}) =>
      Array.from({ length: 4000 }, () => of(Amt, { PN: '1', ...more }));
    const sold = await till.submit({ PosA: many('0.02'), PayA: [pay('80.00')] });
    expect(sold.Result.RC).toBe('OK');
    const before = performance.now();
    expect(await codes(note(till, many('-0.02', { RPN: '1', SKU: 'x' })))).toStrictEqual(['OK']);
    expect(await codes(note(till, [of('-0.01')]))).toStrictEqual(['#PT_REFERENCE']);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it('are refused when they name too many invoices', async () => {
    const till = await shop();
    const positions = Array.from({ length: 101 }, (_, i) => of('-0.01', { RFN: `FT X/${i}` }));
    expect(await codes(note(till, positions))).toStrictEqual(['#REFERENCE']);
  });

  it('go on from what earlier versions have remembered: the amount alone', async () => {
    const till = await shop();
    await note(till, [of('-5.00', { RPN: '10', Qty: '-1' })]);
    const key = 'PT/corrected FS 1_1.26/1';
    const { journal } = till.room;
    const record = { _: 'log', SQ: till.register.last!.SQ + 1, RN: 'def', D: '2026-05-04T12:00:00' };
    await journal.append({ record, sums: null, changes: { [key]: 500 } }, journal.generation);
    await till.restart();
    expect(await codes(note(till, [of('-14.01', { Dsc: 'Desconto' })]))).toStrictEqual(['#PT_REFERENCE']);
    expect(await codes(note(till, [of('-4.00', { RPN: '20', TaxG: 'C' })]))).toStrictEqual(['OK']);
    await till.void('NC 1_1.26/1');
    await till.void('NC 1_1.26/2');
    await till.void('FS 1_1.26/1');
  });
});

describe('credit and debit notes', () => {
  const Ctm = { TaxId: 'PT509876544' };

  it.each<[string, Partial<Esr>, Partial<Esr>, string]>([
    ['another one', { Ctm }, { Ctm: { TaxId: 'PT599999993' } }, '#PT_REFERENCE'],
    ['the same, written in another way', { Ctm }, { Ctm: { TaxId: '509 876 544' } }, 'OK'],
    ['the same abroad', { Ctm: { TaxId: 'ESB12345678' } }, { Ctm: { TaxId: 'b12345678', Ctry: 'ES' } }, 'OK'],
    ['nobody instead of nobody', {}, { Ctm: { TaxId: '999999990' } }, 'OK'],
  ])('go to the customer of the invoice, not to %s', async (_name, sold, back, code) => {
    const till = await Till.open();
    const { ESR } = await till.sell('10.00', sold);
    expect(await codeOf(refund(till, '4.00', ESR!.FN!, back))).toBe(code);
    expect(await codeOf(till.attempt('4.00', { DT: 'ND', RFN: ESR!.FN!, ...REASON, ...back }))).toBe(code);
  });

  it.each<[string, Partial<Esr>, Partial<Esr>]>([
    ['nobody instead of somebody', { Ctm }, {}],
    ['somebody instead of nobody', {}, { Ctm }],
  ])('that go to %s come with a Warning', async (_name, sold, back) => {
    const till = await Till.open();
    const { ESR } = await till.sell('10.00', sold);
    const { Result } = await refund(till, '4.00', ESR!.FN!, back);
    expect(Result).toMatchObject({ RC: 'OK', Warning: [expect.stringContaining('names a customer')] });
  });

  it('a debit note is of an invoice that stands, and stands in the way of its void', async () => {
    const till = await Till.open();
    await till.sell('10.00');
    await till.sell('10.00');
    await till.void('FS 1_1.26/2');
    const debit = (RFN: string) => till.attempt('3.00', { DT: 'ND', RFN, ...REASON });
    expect(await codeOf(debit('FS 1_1.26/2'))).toBe('#PT_REFERENCE');
    expect(await codeOf(debit('FS 1_1.26/3'))).toBe('#PT_REFERENCE');
    expect(await codeOf(debit('FS 1_1.26/1'))).toBe('OK');
    expect(await codeOf(till.attemptVoid('FS 1_1.26/1'))).toBe('#PT_CORRECTED');
    // It is credited by itself: the invoice is not worth more than before.
    expect(await codeOf(refund(till, '10.01', 'FS 1_1.26/1'))).toBe('#PT_REFERENCE');
    expect(await codeOf(refund(till, '3.00', 'ND 1_1.26/1'))).toBe('OK');
    expect(await codeOf(till.attemptVoid('ND 1_1.26/1'))).toBe('#PT_CORRECTED');
    await till.void('NC 1_1.26/1');
    await till.void('ND 1_1.26/1');
    await till.void('FS 1_1.26/1');
    expect(await till.complaints()).toStrictEqual([]);
  });
});

describe('references to recovered documents', () => {
  const recovered = async () => {
    const till = await Till.open();
    await till.sell('10.00', { FN: 'abc/23', D });
    return till;
  };

  it.each(['abc/23', 'FS 1_1.26M/1'])('by %s print the number of the original', async (RFN) => {
    const till = await recovered();
    const note = await till.sell('-4.00', { RFN, ...REASON });
    expect(note.Fis).toMatchObject({ PT_Reference: 'abc/23', PT_OwnReference: 'FS 1_1.26M/1' });
    expect(tagOf(note, 'Reference')).toBe('abc/23');
  });

  it.each(['abc/23', 'abc/23 ', 'FS 1_1.26M/1'])('by %j take no more than there is', async (RFN) => {
    const till = await recovered();
    expect(await codeOf(refund(till, '10.01', RFN))).toBe('#PT_REFERENCE');
    expect(await codeOf(refund(till, '4.00', RFN))).toBe('OK');
    expect(await codeOf(refund(till, '6.01', 'FS 1_1.26M/1'))).toBe('#PT_REFERENCE');
    expect(await codeOf(refund(till, '6.01', 'abc/23'))).toBe('#PT_REFERENCE');
    expect(await codeOf(till.attemptVoid('FS 1_1.26M/1'))).toBe('#PT_CORRECTED');
    await till.void('NC 1_1.26/1');
    await till.void('FS 1_1.26M/1');
    expect(await codeOf(refund(till, '1.00', 'FS 1_1.26M/1'))).toBe('#PT_REFERENCE');
  });

  it('by the number of a credit note that was recovered are refused as all of them', async () => {
    const till = await recovered();
    await till.sell('-1.00', { FN: 'nc/1', D, RFN: 'abc/23', ...REASON });
    expect(await codeOf(refund(till, '1.00', 'nc/1'))).toBe('#PT_REFERENCE');
  });
});

describe('invoices made from other documents', () => {
  const consultation = async () => {
    const till = await Till.open();
    await till.issue({ DT: 'CM', PosA: [pos('10.00')] });
    return till;
  };
  const FN = 'CM 1_1.26/1';
  const isInvoiced = (till: Till) => (till.register.state.get(invoicedKey(FN)) ?? null) !== null;

  it('mark them as invoiced; a void takes the mark away', async () => {
    const till = await consultation();
    expect(isInvoiced(till)).toBe(false);
    const invoice = await till.sell('10.00', { RFN: FN });
    expect(invoice.Fis!.PT_Reference).toBe(FN);
    expect(isInvoiced(till)).toBe(true);
    await till.restart();
    expect(isInvoiced(till)).toBe(true);
    await till.void(invoice.ESR!.FN!);
    expect(isInvoiced(till)).toBe(false);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('of a split bill keep the mark while one of them stands', async () => {
    const till = await consultation();
    await till.sell('4.00', { RFN: FN });
    await till.sell('6.00', { RFN: FN, DT: 'FT' });
    await till.void('FS 1_1.26/1');
    expect(isInvoiced(till)).toBe(true);
    await till.void('FT 1_1.26/1');
    expect(isInvoiced(till)).toBe(false);
  });

  it('are marked by invoices only', async () => {
    const till = await consultation();
    await till.issue({ DT: 'PF', PosA: [pos('10.00')], RFN: FN });
    await till.sell('10.00', { DT: 'RG', RFN: FN });
    await till.sell('10.00', { Test: '1', RFN: FN });
    expect(isInvoiced(till)).toBe(false);
  });
});

describe('training', () => {
  it('voided without saying that it is training changes no real document', async () => {
    const till = await Till.open();
    await till.sell('10.00');
    await till.issue({ DT: 'CM', PosA: [pos('10.00')] });
    await till.sell('10.00', { RFN: 'CM 1_1.26/1' });
    await refund(till, '8.00', 'FS 1_1.26/1');
    const note = await till.sell('-2.00', { Test: '1', RFN: 'FS 1_1.26/1', ...REASON });
    const invoice = await till.sell('10.00', { Test: '1', RFN: 'CM 1_1.26/1' });
    for (const { ESR } of [note, invoice]) {
      const amount = ESR!.T!.startsWith('-') ? ESR!.T!.slice(1) : `-${ESR!.T}`;
      await till.attempt(amount, { Void: '1', RFN: ESR!.FN! });
    }
    expect(await codeOf(refund(till, '2.01', 'FS 1_1.26/1'))).toBe('#PT_REFERENCE');
    expect(till.register.state.get(invoicedKey('CM 1_1.26/1'))).toBeTruthy();
    expect(await till.complaints()).toStrictEqual([]);
  });
});

it('a real credit note does not correct a document of a test', async () => {
  const till = await Till.open();
  await till.sell('10.00');
  till.key = newKey(2, false);
  await till.act('code', { series: 'NC 1_1.26', code: 'AAJFJ2K6' });
  expect(await codeOf(refund(till, '4.00', 'FS 1_1.26/1'))).toBe('#PT_REFERENCE');
});
