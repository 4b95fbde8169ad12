/** Documents that exist already: of an invoice book, or lost when a backup was restored. */
import { describe, expect, it } from 'vitest';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import { checkOriginal, originalOf, readExisting } from './recovery.ts';
import { readQr, tagOf } from './testing/inspector.ts';
import { pay, pos } from './testing/receipts.ts';
import { Till } from './testing/till.ts';

const D = '2026-05-02T10:00:00';
/** A till that has sold two simplified invoices, an invoice and a credit note. */
async function usedTill(): Promise<Till> {
  const till = await Till.open();
  await till.sell('5.00');
  await till.sell('6.00');
  await till.sell('7.00', { DT: 'FT' });
  await till.sell('-1.00', { RFN: 'FT 1_1.26/1', Rsn: 'Troca' });
  return till;
}

const errorOf = async (till: Till, total: string, more: Partial<Esr>) =>
  (await till.attempt(total, more)).Result.ErrorCode;
const numbersOf = (records: readonly JournalRecord[]) => records.map((r) => r.ESR!.FN);

describe('the number of an original', () => {
  it.each([
    ['abc/23', 'M', null],
    ['abc/00001', 'M', null],
    ['A-1.b_2/7', 'M', null],
    ['FS 1_1.26/57', 'MD', 'FS'],
    ['NC L1_T1.25A/1', 'MD', 'NC'],
    ['RG 1_1.26MD/3', 'MD', 'RG'],
  ])('%s is read', (FN, mark, type) => {
    const esr = readExisting({ FN, D })!;
    expect(originalOf(esr)).toStrictEqual({ number: FN, mark, type });
    expect(esr).not.toHaveProperty('FN');
    expect(checkOriginal(esr)).toStrictEqual([]);
  });

  it.each([
    '',
    '23',
    'abc',
    'abc/',
    '/23',
    'abc/2a',
    'a/b/23',
    'a^b/23',
    'FS 1_1.26',
    'FS 1_1.26/',
    'FS 1_1.26/0',
    'FS 1_1.26/057',
    'FS  1_1.26/57',
    'FS 1_1.26/57 ',
    'FS 1^1.26/57',
    'XX 1_1.26/57',
    'fs 1_1.26/57',
    'FS 1 1.26/57',
    `${'x'.repeat(60)}/1`,
    'abc/23\n',
  ])('%j is refused: the file of the month could not hold it', (FN) => {
    expect(checkOriginal(readExisting({ FN, D })!)).toMatchObject([{ code: '#PT_ORIGINAL', path: 'ESR.FN' }]);
  });

  it('counts only together with D, on sales', () => {
    expect(readExisting({ FN: 'abc/1' })).toBeNull();
    for (const more of [{ Void: '1' }, { NF: 'login' }, { NFS: 'Z' }, { NFS: 'Training' }, { Test: '1' }]) {
      expect(readExisting({ FN: 'abc/1', D, ...more })).toBeNull();
    }
  });

  it('of a lost document says its type', async () => {
    const till = await usedTill();
    expect(await errorOf(till, '5.00', { FN: 'FS 1_1.26/9', D, DT: 'FT' })).toBe('#PT_ORIGINAL');
    expect(await errorOf(till, '5.00', { FN: 'NC 1_1.26/9', D })).toBe('#PT_DT_SIGN');
    expect(await errorOf(till, '-5.00', { FN: 'FS 1_1.26/9', D })).toBe('#PT_DT_SIGN');
    const lost = await till.issue({ FN: 'CM 1_1.26/9', D, PosA: [pos('5.00')] });
    expect(lost.ESR!.FN).toMatch(/^CM /);
  });
});

describe('documents of an invoice book', () => {
  it('have a series of their own; the usual one goes on', async () => {
    const till = await usedTill();
    const first = await till.sell('24.60', { FN: 'abc/23', D });
    const second = await till.sell('24.60', { FN: 'abc/24', D, Ctm: { TaxId: '509876544' } });
    const third = await till.sell('-24.60', { FN: 'nc/1', D, RFN: 'abc/23', Rsn: 'Troca' });
    expect(numbersOf([first, second, third])).toStrictEqual(['FS 1_1.26M/1', 'FT 1_1.26M/1', 'NC 1_1.26M/1']);
    expect(first.Fis).toMatchObject({
      PT_HashControl: '1-FSM abc/23',
      PT_SystemEntryDate: '2026-05-04T12:00:00',
    });
    expect(first.ESR).toMatchObject({ D, PT_OriginalFN: 'abc/23' });
    expect(readQr(first)).toMatchObject({ F: '20260502', G: 'FS 1_1.26M/1' });
    expect(tagOf(first, 'Original')).toBe('Cópia do documento original - FSM abc/23');
    expect(till.series['FS 1_1.26M']).toMatchObject({ kind: 'R', number: 1, closed: '' });
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26/3');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('may have blanks in their series, which no blank can stand for in the file of the month', async () => {
    const till = await usedTill();
    const first = await till.sell('24.60', { FN: 'abc 12/7', D });
    expect(first.Fis).toMatchObject({ PT_HashControl: '1-FSM abc_12/7' });
    expect(await errorOf(till, '24.60', { FN: 'abc 12/7', D })).toBe('#PT_RECOVERED');
    const credit = await till.sell('-24.60', { RFN: 'abc 12/7', Rsn: 'Troca' });
    expect(credit.Fis).toMatchObject({ PT_Reference: 'abc_12/7' });
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('may be entered in any order, years later, but not before they exist', async () => {
    const till = await usedTill();
    const days = ['2026-05-03T10:00:00', '2019-12-31T23:59:59', '2026-05-01T10:00:00', '2026-05-04T23:00:00'];
    const entered: JournalRecord[] = [];
    for (const [i, day] of days.entries())
      entered.push(await till.sell('5.00', { FN: `abc/${i + 1}`, D: day }));
    // The series is that of the year in which they are entered.
    expect(numbersOf(entered)).toStrictEqual([1, 2, 3, 4].map((n) => `FS 1_1.26M/${n}`));
    expect(await errorOf(till, '5.00', { FN: 'abc/9', D: '2026-05-05T00:00:00' })).toBe('#D_WINDOW');
    // Other receipts of that time are still too old.
    expect(await errorOf(till, '5.00', { D: '2019-12-31T23:59:59' })).toBe('#D_WINDOW');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('need their date', async () => {
    const till = await usedTill();
    expect(await errorOf(till, '5.00', { FN: 'abc/23' })).toBe('#FN_NOT_ALLOWED');
    expect(await errorOf(till, '5.00', { FN: 'abc/23', D, Test: '1' })).toBe('#FN_NOT_ALLOWED');
  });

  it('are entered once, also after a restart, unless the first entry is void', async () => {
    const till = await usedTill();
    await till.sell('5.00', { FN: 'abc/23', D });
    await till.restart();
    const again = await till.attempt('5.00', { FN: 'abc/23', D });
    expect(again.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_RECOVERED' });
    expect(again.Result.Warning?.join()).toContain('FS 1_1.26M/1');
    await till.void('FS 1_1.26M/1');
    expect((await till.sell('5.00', { FN: 'abc/23', D })).ESR!.FN).toBe('FS 1_1.26M/2');
    expect(await errorOf(till, '5.00', { FN: 'abc/23', D })).toBe('#PT_RECOVERED');
    // The same form, printed with zeros or written in capitals.
    expect(await errorOf(till, '5.00', { FN: 'abc/00023', D })).toBe('#PT_RECOVERED');
    expect(await errorOf(till, '5.00', { FN: 'ABC/23', D })).toBe('#PT_RECOVERED');
    await till.void('FS 1_1.26M/2');
    const { ESR, Fis } = await till.sell('5.00', { FN: 'Abc/0023', D });
    expect([ESR!.PT_OriginalFN, Fis!.PT_HashControl]).toEqual([
      'Abc/0023',
      expect.stringContaining('Abc/0023'),
    ]);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('are of a day that SAF-T can be about', async () => {
    const till = await usedTill();
    expect(await errorOf(till, '5.00', { FN: 'abc/23', D: '1999-12-31T23:59:59' })).toBe('#PT_ORIGINAL');
    await till.sell('5.00', { FN: 'abc/23', D: '2000-01-01T00:00:00' });
  });

  it('are not entered twice when the answer was lost', async () => {
    const till = await usedTill();
    const esr = { FN: 'abc/23', D, PosA: [pos('5.00')], PayA: [pay('5.00')], TN: '77' };
    const first = await till.submit(esr, true);
    const again = await till.submit(esr, true);
    expect(again).toMatchObject({
      SQ: first.SQ,
      ESR: { FN: 'FS 1_1.26M/1' },
      Result: { ErrorCode: '#DUPLICATE' },
    });
    const { TN: _, ...withoutNumber } = esr;
    const third = await till.submit(withoutNumber, true);
    expect(third).toMatchObject({ SQ: first.SQ, Result: { ErrorCode: '#DUPLICATE' } });
  });
});

describe('documents lost with a backup', () => {
  it('close all series of the place: their next numbers may be in hands of customers', async () => {
    const till = await usedTill();
    await till.sell('3.00', { FN: 'abc/1', D });
    const lost = await till.sell('5.00', { FN: 'FS 1_1.26/57', D });
    expect(lost.Fis!.PT_HashControl).toBe('1-FSD FS 1_1.26/57');
    expect(tagOf(lost, 'Original')).toBe('Cópia do documento original - FSD FS 1_1.26/57');
    expect(readQr(lost).F).toBe('20260502');
    for (const id of ['FS 1_1.26', 'FT 1_1.26', 'NC 1_1.26'])
      expect(till.series[id]).toMatchObject({ closed: '2026-05-04T12:00:00' });
    const after = [
      await till.sell('5.00'),
      await till.sell('5.00', { DT: 'FT' }),
      await till.sell('-1.00', { RFN: 'FS 1_1.26/1', Rsn: 'Troca' }),
      await till.issue({ DT: 'GT', PosA: [pos('5.00')] }),
    ];
    expect(numbersOf(after)).toStrictEqual(['FS 1_1.26A/1', 'FT 1_1.26A/1', 'NC 1_1.26A/1', 'GT 1_1.26A/1']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('go into one recovery series each, and move the letter on once', async () => {
    const till = await usedTill();
    const lost: JournalRecord[] = [];
    for (const n of [57, 56, 58]) lost.push(await till.sell('5.00', { FN: `FS 1_1.26/${n}`, D }));
    lost.push(
      await till.sell('5.00', { FN: 'FT 1_1.26/9', D }),
      await till.sell('-5.00', { FN: 'NC 1_1.26/4', D }),
    );
    expect(numbersOf(lost)).toStrictEqual([
      'FS 1_1.26AMD/1',
      'FS 1_1.26AMD/2',
      'FS 1_1.26AMD/3',
      'FT 1_1.26AMD/1',
      'NC 1_1.26AMD/1',
    ]);
    // Nobody has to be told of codes that were made up for tests.
    expect(till.overview.series.find((s) => s.id === 'FS 1_1.26')).toMatchObject({ state: 'closed' });
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26A/1');
    expect((await till.sell('5.00', { FN: 'FS 1_1.26/59', D })).ESR!.FN).toBe('FS 1_1.26AMD/4');
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26A/2');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('of a later letter move it on again', async () => {
    const till = await usedTill();
    await till.sell('5.00', { FN: 'FS 1_1.26/57', D });
    await till.sell('5.00');
    await till.sell('5.00', { FN: 'FS 1_1.26A/30', D });
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26B/1');
    await till.sell('5.00', { FN: 'FS 1_1.26L/30', D });
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26N/1');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it.each(['ZZZ', 'AB', 'QWERTY', 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZ'])(
    'of letter %s are none: a slip of the finger must not end all series of the till',
    async (letter) => {
      const till = await usedTill();
      expect(await errorOf(till, '5.00', { FN: `FS 1_1.26${letter}/1`, D })).toBe('#PT_ORIGINAL');
      expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26/3');
    },
  );

  it('are refused where the next letter does not fit into the name', async () => {
    const till = await Till.open();
    const TT = 'T'.repeat(26);
    await till.sell('5.00', { TT });
    expect(await errorOf(till, '5.00', { TT, FN: `FS 1_${TT}.26ZZ/1`, D })).toBe('#PT_ORIGINAL');
    expect((await till.sell('5.00', { TT })).ESR!.FN).toMatch(/26\/2$/);
    expect((await till.sell('5.00', { TT, FN: `FS 1_${TT}.26Z/1`, D })).ESR!.FN).toMatch(/ZAMD\/1$/);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('of a recovery series close that one too: its numbers were given to others', async () => {
    const till = await usedTill();
    await till.sell('5.00', { FN: 'abc/1', D });
    await till.sell('5.00', { FN: 'FS 1_1.26M/2', D });
    expect((await till.sell('5.00', { FN: 'abc/9', D })).ESR!.FN).toBe('FS 1_1.26AM/1');
    expect(till.series['FS 1_1.26M']).toMatchObject({ number: 1, closed: '2026-05-04T12:00:00' });
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('of another till or year leave the series of this one alone', async () => {
    const till = await usedTill();
    await till.sell('5.00', { FN: 'FS 9_9.26/57', D });
    await till.sell('5.00', { FN: 'FS 1_1.25/900', D: '2025-12-30T10:00:00' });
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26/3');
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('are not lost when the journal has them', async () => {
    const till = await usedTill();
    for (const FN of ['FS 1_1.26/1', 'FS 1_1.26/2', 'FT 1_1.26/1'])
      expect(await errorOf(till, '5.00', { FN, D })).toBe('#PT_NOT_LOST');
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26/3');
    expect((await till.sell('5.00', { FN: 'FS 1_1.26/4', D })).ESR!.FN).toMatch(/MD\/1$/);
  });

  it('that could not be stored change nothing', async () => {
    const till = await usedTill();
    till.room.store.failNext();
    expect(await errorOf(till, '5.00', { FN: 'FS 1_1.26/57', D })).toBe('#JOURNAL_FAILED');
    expect((await till.sell('5.00')).ESR!.FN).toBe('FS 1_1.26/3');
    expect((await till.sell('5.00', { FN: 'FS 1_1.26/57', D })).ESR!.FN).toMatch(/MD\/1$/);
    expect(await till.complaints()).toStrictEqual([]);
  });
});
