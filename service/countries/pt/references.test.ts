/** Credit notes and what they correct, invoices and what they were made from. */
import { describe, expect, it } from 'vitest';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import { invoicedKey } from './references.ts';
import { tagOf } from './testing/inspector.ts';
import { pos } from './testing/receipts.ts';
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

  it('may name a document of another till, which cannot be checked', async () => {
    const till = await Till.open();
    const note = await till.sell('-400.00', { RFN: 'FT OLD/77', RD: '2026-04-01', ...REASON });
    expect(note.Fis).toMatchObject({ PT_Reference: 'FT OLD/77', PT_ReferenceDate: '2026-04-01' });
    expect(note.Fis).not.toHaveProperty('PT_OwnReference');
    expect(warningsOf(note)).toBe('');
    await till.void(note.ESR!.FN!);
    const bare = await till.sell('-4.00', { RTN: '99', ...REASON });
    expect(bare.Fis).not.toHaveProperty('PT_Reference');
    expect(warningsOf(bare)).toContain('ESR.RTN');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('without reference or reason come with a warning', async () => {
    const till = await Till.open();
    const note = await till.sell('-4.00');
    expect(warningsOf(note)).toMatch(/ESR\.RFN.*ESR\.Rsn/);
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

  it.each(['abc/23', 'FS 1_1.26M/1'])('by %s take no more than there is', async (RFN) => {
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
