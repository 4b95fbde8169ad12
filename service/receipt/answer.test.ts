import { describe, expect, it } from 'vitest';
import { answerOf, writeRecord } from './answer.ts';
import type { JournalRecord } from './tra.ts';
import { readXml } from './xml.ts';

const RECORD: JournalRecord = {
  _: 'Tra',
  SQ: 12,
  RN: 'def',
  D: '2026-01-15T10:15:31',
  ESR: {
    D: '2026-01-15T10:15:30',
    TN: '7',
    FN: 'FS 1_1.26/7',
    T: '12.30',
    OprN: 'Ana',
    PosA: [{ _: 'Pos', Dsc: 'Café' }],
  },
  Result: { RC: 'OK', Warning: ['one', 'two <&>'] },
  Fis: { Code: 'A:1*B:2', Tag: [{ Label: 'ATCUD', Name: 'ATCUD', Value: 'X-7' }] },
};

describe('the answer to a transaction', () => {
  it('holds the automatic values only, not the receipt', () => {
    expect(answerOf(RECORD)).toStrictEqual({
      SQ: 12,
      Result: RECORD.Result,
      ESR: { D: '2026-01-15T10:15:30', TN: '7', FN: 'FS 1_1.26/7' },
      Fis: RECORD.Fis,
    });
  });

  it('names no values that a record does not have', () => {
    const { Fis: _fis, ...rest } = RECORD;
    expect(JSON.stringify(answerOf({ ...rest, ESR: { TN: '7' } }))).toBe(
      JSON.stringify({ SQ: 12, Result: RECORD.Result, ESR: { TN: '7' } }),
    );
    expect(answerOf({ _: 'Cfg', SQ: 1, RN: 'def', D: RECORD.D })).toStrictEqual({
      SQ: 1,
      Result: { RC: 'OK' },
    });
  });

  it('says the same in both formats', () => {
    const answer = answerOf(RECORD);
    expect(JSON.parse(writeRecord('TraC', answer, 'json'))).toStrictEqual({ TraC: answer });
    const xml = writeRecord('TraC', answer, 'xml');
    expect(xml.startsWith('<?xml version="1.0" encoding="utf-8"?>\n<TraC SQ="12">')).toBe(true);
    expect(readXml(xml)).toEqual({
      tree: {
        TraC: {
          SQ: '12',
          Result: RECORD.Result,
          ESR: answer.ESR,
          Fis: { Code: 'A:1*B:2', Tag: { Label: 'ATCUD', Name: 'ATCUD', Value: 'X-7' } },
        },
      },
    });
  });
});
