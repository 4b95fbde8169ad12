import { describe, expect, it } from 'vitest';
import { amountText, minor } from '../../../receipt/money.ts';
import type { Esr, Position } from '../../../receipt/tra.ts';
import { DEFAULT_TABLE } from '../taxes.ts';
import { pay, pos } from '../testing/receipts.ts';
import { decimalText } from './decimals.ts';
import { readEntry } from './entry.ts';
import { linesOf } from './lines.ts';
import { Products } from './products.ts';
import { Taxes } from './taxes.ts';
import { Shop, type Issuing } from './testing/shop.ts';

const MONTH = { from: '2026-01-01', till: '2026-01-31', test: false };

/** Lines as `<quantity> x <price> = <side> <amount>`, with what discounts took. */
function lines(PosA: Position[], more: Esr = {}, issuing: Issuing = {}): string[] {
  const cents = PosA.reduce((s, p) => s + minor(p.Amt, 2), 0);
  const PayA = more.TaxN === '1' ? more.PayA! : [pay(amountText(cents, 2))];
  const record = new Shop().issue({ PosA, PayA, ...more }, issuing);
  const entry = readEntry(record, MONTH)!;
  return linesOf(entry, { products: new Products(), taxes: new Taxes(DEFAULT_TABLE) }).map((l) => {
    const price = `${decimalText(l.quantity)} x ${l.unitPrice}`;
    const discount = l.discount === 0 ? '' : `, discount ${l.discount}`;
    return `${price} = ${l.debit ? 'debit' : 'credit'} ${l.amount}${discount}${l.tax ? '' : ', no tax'}`;
  });
}
const mod = (Amt: string, PN?: string): Position => ({
  _: 'Mod',
  Dsc: 'Desconto',
  Amt,
  ...(PN !== undefined && { PN }),
});

describe('the lines of a sale', () => {
  it('are net, in the order of the receipt', () => {
    expect(lines([pos('1.23'), pos('10.60', { TaxG: 'C', Qty: '4' }), pos('2.46')])).toStrictEqual([
      '1 x 1.00 = credit 100',
      '4 x 2.50 = credit 1000',
      '1 x 2.00 = credit 200',
    ]);
  });

  it('have discounts in their price, and what they took beside it', () => {
    expect(lines([pos('12.30'), mod('-2.46'), pos('1.23')])).toStrictEqual([
      '1 x 8.00 = credit 800, discount 200',
      '1 x 1.00 = credit 100',
    ]);
    expect(lines([pos('12.30'), pos('12.30'), mod('-4.92', '*')])).toStrictEqual([
      '1 x 8.00 = credit 800, discount 200',
      '1 x 8.00 = credit 800, discount 200',
    ]);
  });

  it('have markups in their price', () => {
    expect(lines([pos('12.30'), mod('2.46')])).toStrictEqual(['1 x 12.00 = credit 1200']);
    expect(lines([pos('12.30'), mod('2.46'), mod('-1.23')])).toStrictEqual(['1 x 11.00 = credit 1100']);
  });

  it('pass over print lines', () => {
    expect(lines([pos('1.23'), { _: 'Lin', Dsc: 'Subtotal', LAmt: '1.23' }, pos('2.46')])).toHaveLength(2);
  });

  it('count what cancels another line on the other side', () => {
    const taken = pos('-5.49', { Qty: '-1', Void: '1' });
    expect(lines([pos('5.49'), pos('1.23', { Dsc: 'Outro' }), taken])).toStrictEqual([
      '1 x 4.463415 = credit 446',
      '1 x 1.00 = credit 100',
      '1 x 4.463415 = debit 446',
    ]);
  });

  it('need not give a quantity', () => {
    expect(lines([pos('1.23'), pos('-1.23'), pos('2.46', { Qty: '0' })])).toStrictEqual([
      '1 x 1.00 = credit 100',
      '1 x 1.00 = debit 100',
      '1 x 2.00 = credit 200',
    ]);
  });

  it('may be free', () => {
    expect(lines([pos('0.00', { Qty: '2' }), pos('0.00', { Qty: '-2' }), pos('0.00')])).toStrictEqual([
      '2 x 0.00 = credit 0',
      '2 x 0.00 = debit 0',
      '1 x 0.00 = credit 0',
    ]);
    expect(lines([pos('0.00', { Void: '1' })])).toStrictEqual(['1 x 0.00 = debit 0']);
    expect(lines([pos('1.23'), mod('-1.23')])).toStrictEqual(['1 x 0.00 = credit 0, discount 100']);
  });

  it('belong to the first of several tax groups', () => {
    expect(lines([pos('1.06', { TaxG: 'C A' })])).toStrictEqual(['1 x 1.00 = credit 100']);
  });

  it('find their tax by percentage, however it is written', () => {
    const positions = [
      pos('1.06', { TaxG: '6.0%' }),
      pos('1.23', { TaxG: '23%' }),
      pos('5.00', { TaxG: '0%' }),
    ];
    expect(lines([...positions, pos('2.00', { TaxG: 'M07' })])).toStrictEqual([
      '1 x 1.00 = credit 100',
      '1 x 1.00 = credit 100',
      '1 x 5.00 = credit 500',
      '1 x 2.00 = credit 200',
    ]);
  });

  it('are taken as they are when they are net', () => {
    expect(lines([pos('99.99', { Qty: '9' })], { TaxN: '1', PayA: [pay('122.99')] })).toStrictEqual([
      '9 x 11.11 = credit 9999',
    ]);
  });

  it('share the net amount that the POS has sent for a margin scheme', () => {
    const amounts = { Prc: '23', Net: '140.00', TAmt: '10.00', Amt: '150.00' };
    const TaxA = [{ _: 'Tax', TaxG: 'A', ...amounts, MarginScheme: '1' }];
    expect(lines([pos('100.00'), pos('50.00')], { TaxA })).toStrictEqual([
      '1 x 93.333333 = credit 9333',
      '1 x 46.666667 = credit 4667',
    ]);
  });

  it('have a base where tax is charged alone', () => {
    const TaxA = [{ _: 'Tax', TaxG: 'A', Prc: '23', Net: '0.00', TAmt: '23.00', Amt: '23.00' }];
    const entry = readEntry(
      new Shop().issue({ PosA: [pos('23.00')], PayA: [pay('23.00')], TaxA }, { type: 'ND' }),
      MONTH,
    )!;
    const [line] = linesOf(entry, { products: new Products(), taxes: new Taxes(DEFAULT_TABLE) });
    expect(line).toMatchObject({ amount: 0, unitPrice: '0.00', taxBase: 10_000 });
  });

  it('have none where something was sold and taken back, beside a cent that is all tax', () => {
    const TaxA = [{ _: 'Tax', TaxG: 'B', Prc: '13', Net: '0.00', TAmt: '0.01', Amt: '0.01' }];
    const group = { TaxG: 'B' };
    const back = pos('-0.17', { ...group, Void: '1' });
    expect(lines([pos('0.01', group), pos('0.17', group), back], { TaxA })).toStrictEqual([
      '1 x 0.00 = credit 0',
      '1 x 0.150442 = credit 15',
      '1 x 0.150442 = debit 15',
    ]);
  });
});

describe('the lines of a credit note', () => {
  it('are on the debit side, positive', () => {
    expect(lines([pos('-12.30', { Qty: '-2' }), mod('2.46')])).toStrictEqual([
      '2 x 4.00 = debit 800, discount 200',
    ]);
  });

  it('that are free stay on its side, unless the quantity says otherwise', () => {
    const refund = pos('-1.23', { Dsc: 'Outro' });
    expect(lines([refund, pos('0.00'), pos('0.00', { Qty: '-1' }), pos('0.00', { Qty: '1' })])).toStrictEqual(
      ['1 x 1.00 = debit 100', '1 x 0.00 = debit 0', '1 x 0.00 = debit 0', '1 x 0.00 = credit 0'],
    );
  });
});

describe('the lines of a document without value', () => {
  it('have no tax', () => {
    expect(lines([pos('0.00', { Qty: '3' })], { DT: 'GT' }, { type: 'GT' })).toStrictEqual([
      '3 x 0.00 = credit 0, no tax',
    ]);
    expect(lines([pos('0.00', { Qty: '3' })], { DT: 'CM' }, { type: 'CM' })).toHaveLength(1);
  });

  it('have one on invoices, and where a value was only given away', () => {
    expect(lines([pos('0.00')])).toStrictEqual(['1 x 0.00 = credit 0']);
    expect(lines([pos('1.23'), mod('-1.23')], { DT: 'CM' }, { type: 'CM' })).toStrictEqual([
      '1 x 0.00 = credit 0, discount 100',
    ]);
  });
});

it('a document whose taxes do not fit its lines is not written with made-up ones', () => {
  const entry = readEntry(new Shop().issue({ PosA: [pos('1.23')], PayA: [pay('1.23')] }), MONTH)!;
  entry.esr.TaxA = [];
  const masters = { products: new Products(), taxes: new Taxes(DEFAULT_TABLE) };
  expect(() => linesOf(entry, masters)).toThrow('FS 1_1.26/1 has no tax line for "A"');
});
