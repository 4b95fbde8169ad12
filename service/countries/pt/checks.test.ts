import { describe, expect, it } from 'vitest';
import type { Esr, Position } from '../../receipt/tra.ts';
import { checkRates, checkReceipt } from './checks.ts';
import { DEFAULT_TABLE } from './taxes.ts';
import { completed, pay, pos, receipt } from './testing/receipts.ts';

function refused({ esr, amounts }: ReturnType<typeof receipt>): [string, string][] {
  return [...checkReceipt(esr, amounts), ...checkRates(esr, 'PT', DEFAULT_TABLE)].map((i) => [
    i.code,
    i.path,
  ]);
}

const COMPANY = { Ctm: { TaxId: 'PT509876544' } };

describe('document types', () => {
  it.each(['FS', 'FT', 'FR', 'ND'])('may be %s on a sale, not on a refund', (DT) => {
    expect(refused(receipt('5.00', { DT }))).toStrictEqual([]);
    expect(refused(receipt('-5.00', { DT }))).toStrictEqual([['#PT_DT_SIGN', 'ESR.DT']]);
  });

  it('may be NC on a refund, not on a sale', () => {
    expect(refused(receipt('-5.00', { DT: 'NC' }))).toStrictEqual([]);
    expect(refused(receipt('5.00', { DT: 'NC' }))).toStrictEqual([['#PT_DT_SIGN', 'ESR.DT']]);
    expect(refused(receipt('0.00', { DT: 'NC' }))).toStrictEqual([]);
  });

  it.each(['XX', 'fs', 'constructor'])('cannot be %s', (DT) => {
    expect(refused(receipt('5.00', { DT }))).toStrictEqual([['#PT_DT', 'ESR.DT']]);
  });
});

describe('the customer', () => {
  it('must have a tax id from 1000.00 on', () => {
    expect(refused(receipt('999.99'))).toStrictEqual([]);
    expect(refused(receipt('1000.00'))).toStrictEqual([['#PT_TAXID_REQUIRED', 'ESR.Ctm.TaxId']]);
    expect(refused(receipt('1000.00', { DT: 'FS' }))).toStrictEqual([
      ['#PT_TAXID_REQUIRED', 'ESR.Ctm.TaxId'],
    ]);
    expect(refused(receipt('1000.00', { Ctm: { TaxId: '999999990' } }))).toStrictEqual([
      ['#PT_TAXID_REQUIRED', 'ESR.Ctm.TaxId'],
    ]);
    expect(refused(receipt('1000.00', COMPANY))).toStrictEqual([]);
    expect(refused(receipt('-1000.00'))).toStrictEqual([]);
  });

  it('must have a right one when it is Portuguese', () => {
    for (const Ctm of [{ TaxId: 'PT509876545' }, { TaxId: '1234' }, { TaxId: '509876545', Ctry: 'PT' }]) {
      expect(refused(receipt('5.00', { Ctm }))).toStrictEqual([['#PT_TAXID', 'ESR.Ctm.TaxId']]);
    }
    expect(refused(receipt('5.00', { Ctm: { TaxId: '1234', Ctry: 'FR' } }))).toStrictEqual([]);
    expect(refused(receipt('5.00', { Ctm: { TaxId: 'ESB1234567' } }))).toStrictEqual([]);
  });
});

describe('sales and returns in one document', () => {
  const check = (...PosA: Position[]) => {
    const cents = PosA.reduce((s, p) => s + Math.round(Number(p.Amt) * 100), 0);
    const sign = cents < 0 ? '-' : '';
    const digits = String(Math.abs(cents)).padStart(3, '0');
    return refused(completed({ PosA, PayA: [pay(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`)] }));
  };

  it('are refused, at the position that does not belong', () => {
    expect(check(pos('10.00', { Dsc: 'a' }), pos('-3.00', { Dsc: 'b' }))).toStrictEqual([
      ['#PT_MIXED_SIGNS', 'ESR.PosA[1]'],
    ]);
    expect(check(pos('3.00', { Dsc: 'a' }), pos('-10.00', { Dsc: 'b' }))).toStrictEqual([
      ['#PT_MIXED_SIGNS', 'ESR.PosA[0]'],
    ]);
    expect(check(pos('10.00', { Dsc: 'a' }), pos('-10.00', { Dsc: 'b' }))).toHaveLength(1);
  });

  it('are fine where the one cancels the other', () => {
    expect(
      check(pos('10.00', { Dsc: 'a' }), pos('3.00', { Dsc: 'b' }), pos('-3.00', { Dsc: 'b' })),
    ).toStrictEqual([]);
    expect(
      check(pos('-3.00', { IN: '7' }), pos('10.00', { Dsc: 'x' }), pos('3.00', { IN: '7' })),
    ).toStrictEqual([]);
    expect(check(pos('3.00'), pos('-3.00'))).toStrictEqual([]);
  });

  it('cancel only the same article at the same tax, and no more than there is', () => {
    expect(check(pos('9.00', { IN: '7' }), pos('-3.00', { IN: '8' }))).toHaveLength(1);
    expect(check(pos('9.00'), pos('-3.00', { TaxG: 'C' }))).toHaveLength(1);
    expect(
      check(pos('9.00', { IN: '1' }), pos('3.00', { IN: '7' }), pos('-3.01', { IN: '7' })),
    ).toStrictEqual([['#PT_MIXED_SIGNS', 'ESR.PosA[1]']]);
  });

  it('may be a line void that calls the article by another name', () => {
    const storno = (Amt: string, more: Partial<Position> = {}) =>
      pos(Amt, { Dsc: 'Storno', Void: '1', ...more });
    const [tea, soup] = [pos('3.00', { Dsc: 'tea', IN: '7' }), pos('5.00', { Dsc: 'soup' })];
    expect(check(tea, soup, storno('-3.00'))).toStrictEqual([]);
    expect(check(storno('-5.00'), tea, soup)).toStrictEqual([]);
    // Two voids of one line, another amount, another tax group, no void.
    for (const wrong of [
      [tea, soup, storno('-3.00'), storno('-3.00')],
      [tea, soup, storno('-2.00')],
      [tea, soup, storno('-3.00', { TaxG: 'C' })],
      [tea, soup, pos('-3.00', { Dsc: 'Storno' })],
    ])
      expect(check(...wrong)).toStrictEqual([
        ['#PT_MIXED_SIGNS', expect.stringMatching(/^ESR.PosA\[[23]\]$/)],
      ]);
  });

  it('do not mean discounts', () => {
    const discount: Position = { _: 'Mod', Amt: '-2.00' };
    expect(check(pos('10.00'), discount, pos('1.00', { Dsc: 'b' }))).toStrictEqual([]);
    const tooMuch: Position = { _: 'Mod', Amt: '-11.00', PN: '1' };
    expect(check(pos('10.00'), tooMuch, pos('5.00', { Dsc: 'b' }))).toHaveLength(1);
  });

  it('may all be returns', () => {
    expect(check(pos('-10.00', { Dsc: 'a' }), pos('-3.00', { Dsc: 'b' }))).toStrictEqual([]);
  });
});

describe('cash', () => {
  const check = (total: string, ...PayA: Esr['PayA'] & object) =>
    refused(completed({ ...COMPANY, PosA: [pos(total)], PayA }));
  const limit = [['#PT_CASH_LIMIT', 'ESR.PayA']];

  it('must stay below 3000.00', () => {
    expect(check('2999.99', pay('2999.99', 'cash'))).toStrictEqual([]);
    expect(check('3000.00', pay('3000.00', 'cash'))).toStrictEqual(limit);
    expect(check('3000.00', pay('3000.00', 'NU'))).toStrictEqual(limit);
    expect(check('3000.00', { _: 'Pay', Dsc: 'x', Amt: '3000.00' })).toStrictEqual(limit);
  });

  it('is counted together', () => {
    expect(check('3000.00', pay('1500.00', 'cash'), pay('1500.00', 'NU'))).toStrictEqual(limit);
    expect(check('5000.00', pay('2999.99', 'cash'), pay('2000.01', 'creditcard'))).toStrictEqual([]);
  });

  it('is counted without the change', () => {
    expect(check('2990.00', pay('3000.00', 'cash'), pay('-10.00', 'change'))).toStrictEqual([]);
    expect(check('3000.00', pay('3010.00', 'cash'), pay('-10.00', 'change'))).toStrictEqual(limit);
  });
});

it('refuses rates that Portugal does not have', () => {
  const TaxA = [{ _: 'Tax', TaxG: 'X', Prc: '7', Amt: '1.07' }];
  const sale = completed({ PosA: [pos('1.07', { TaxG: 'X' })], PayA: [pay('1.07')], TaxA });
  expect(refused(sale)).toStrictEqual([['#PT_TAX_RATE', 'ESR.TaxA[0].Prc']]);
});

it('refuses terminals that make no series name', () => {
  expect(refused(receipt('5.00', { TL: 'Ü', TT: '1' }))).toStrictEqual([['#PT_SERIES', 'ESR.TT']]);
});

it('reports all problems at once', () => {
  const both = completed({ TL: '_', PosA: [pos('3000.00')], PayA: [pay('3000.00', 'cash')] });
  expect(refused(both).map(([code]) => code)).toStrictEqual([
    '#PT_SERIES',
    '#PT_TAXID_REQUIRED',
    '#PT_CASH_LIMIT',
  ]);
});

it('leaves records that are no documents alone', () => {
  expect(refused(receipt('5000.00', { NF: 'balance', DT: 'XX' }))).toStrictEqual([]);
});

it.each([{ Test: '1' }, { NFS: 'Training' }])('is as strict in training: %j', (more) => {
  expect(refused(receipt('5000.00', { ...more, DT: 'XX' }))).toStrictEqual([['#PT_DT', 'ESR.DT']]);
});

it('a margin scheme has a position of its own for the margin', () => {
  const tax = { _: 'Tax', TaxG: 'A', Prc: '23', Net: '140.00', TAmt: '10.00', Amt: '150.00' };
  const sold = { PosA: [pos('150.00')], PayA: [pay('150.00')], TaxA: [{ ...tax, MarginScheme: '1' }] };
  expect(refused(completed(sold))).toStrictEqual([['#TAX_RATE', 'ESR.TaxA[0].MarginScheme']]);
  const PosA = [pos('61.50'), pos('88.50', { TaxG: 'M13' })];
  expect(refused(completed({ PosA, PayA: [pay('150.00')] }))).toStrictEqual([]);
});
