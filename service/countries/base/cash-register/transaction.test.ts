/** Lines of a cash transaction: of the group of their tax line, however a POS writes that. */
import { describe, expect, it } from 'vitest';
import { amountText, minor } from '../../../receipt/money.ts';
import type { CompleteEsr, Position } from '../../../receipt/tra.ts';
import { norway } from '../../no/testing/example.ts';
import { saft } from '../../no/export.ts';
import { complaints } from '../../testing/books.ts';
import { Shop } from '../../testing/shop.ts';
import { all, blocks, filesOf, pos, receipt } from './testing/day.ts';
import { verifyCashRegister } from './verify/verify.ts';
import { readingOf, transactionOf } from './transaction.ts';

/** What the lines say of a sale at 25 %. */
function lines(
  positions: readonly (readonly [Amt: string, TaxG: string])[],
  net: string,
  gross: string,
  kept?: Parameters<typeof transactionOf>[1],
) {
  const TAmt = amountText(minor(gross, 2) - minor(net, 2), 2);
  const made = transactionOf(
    {
      ...{ D: '2026-05-12T12:00:00', TL: 'OSL1', TT: '1', T: gross, PayA: [] },
      PosA: positions.map(([Amt, TaxG]): Position => ({ _: 'Pos', Dsc: 'Kaffe', TaxG, Amt })),
      TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '25', Net: net, TAmt, Amt: gross }],
    } satisfies CompleteEsr,
    kept,
  );
  return made.lines.map((line) => [line.taxGroup, line.rate, line.net, line.gross]);
}

describe('a line', () => {
  it.each(['A', '25%', '25.0%', 'A X'])('of %s has the tax of its group', (TaxG) => {
    expect(lines([['125.00', TaxG]], '100.00', '125.00')).toEqual([['A', '25', 10_000, 12_500]]);
  });

  it('has its share of the tax line, in whatever way the others of the group are written', () => {
    const positions = [['125.00', 'A'] as const, ['125.00', '25%'] as const, ['0.05', 'A X'] as const];
    expect(lines(positions, '200.04', '250.05')).toEqual([
      ['A', '25', 10_000, 12_500],
      ['A', '25', 10_000, 12_500],
      ['A', '25', 4, 5],
    ]);
  });
});

describe('a line that is exchanged', () => {
  const exchanged = (Amt: string): [string, string][] => [
    ['-400.00', 'A'],
    [Amt, 'A'],
  ];

  it('has its own amounts, whatever is left of them', () => {
    expect(lines(exchanged('400.00'), '0.00', '0.00')).toEqual([
      ['A', '25', -32_000, -40_000],
      ['A', '25', 32_000, 40_000],
    ]);
    // 9.99 with 25 % is 7.99: of 400.00 that would be 319.92.
    expect(lines(exchanged('409.99'), '7.99', '9.99')).toEqual([
      ['A', '25', -32_000, -40_000],
      ['A', '25', 32_799, 40_999],
    ]);
  });

  it('has in records of versions before what it had there', () => {
    expect(lines(exchanged('400.00'), '0.00', '0.00', {}).map((line) => line.slice(2))).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

describe('an exchange', () => {
  const position = (Amt: string, more: Partial<Position> = {}): Position => ({
    ...{ _: 'Pos', Dsc: 'Kaffe', TaxG: 'A', Amt },
    ...more,
  });
  const exchange = (T: string, positions: Position[], groups: string[] = []): CompleteEsr => ({
    ...{ D: '2026-05-12T12:00:00', TL: 'OSL1', TT: '1', T, PosA: positions },
    PayA: groups.map((PayG) => ({ _: 'Pay', PayG, Amt: amountText(minor(T, 2) / groups.length, 2) })),
    TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '25', Net: '0.00', TAmt: '0.00', Amt: T }],
  });
  const swapped = [position('-400.00'), position('500.00')];

  it.each<[string, CompleteEsr, string]>([
    ['of cash', exchange('100.00', swapped, ['cash']), '11016'],
    ['of equal worth', exchange('0.00', [position('-400.00'), position('400.00')]), '11016'],
    ['on account', exchange('100.00', swapped, ['open']), '11017'],
    ['on account in part', exchange('100.00', swapped, ['open', 'cash']), '11015'],
    ['that pays back', exchange('-100.00', [position('-500.00'), position('400.00')], ['refund']), '11006'],
    [
      'that is none: a line void',
      exchange('0.00', [position('400.00'), position('-400.00', { Void: '1' })]),
      '11001',
    ],
    [
      'that is none: a deposit',
      exchange('100.00', [position('103.00'), position('-3.00', { _: 'Dep' })]),
      '11001',
    ],
    ['that is none: a sale', exchange('100.00', [position('100.00')], ['cash']), '11001'],
  ])('has its own type: %s', (_, esr, type) => {
    expect(transactionOf(esr).type).toBe(type);
    expect(transactionOf(esr, readingOf(esr)).type).toBe(type);
  });

  it('has in records of versions before the type that it was signed with', () => {
    expect(transactionOf(exchange('100.00', swapped, ['cash']), { lines: 1 }).type).toBe('11001');
    expect(transactionOf(exchange('100.00', swapped, ['open']), {}).type).toBe('11002');
  });

  it('says in exports which receipts its goods come back from', async () => {
    const shop = await Shop.open(norway);
    const sold = await shop.sell(receipt([pos('Vin', '200.00')], '200.00'));
    const other = await shop.sell(receipt([pos('Brus', '50.00')], '50.00'));
    await shop.sell(
      receipt(
        [
          pos('Vin', '-200.00', { RFN: sold.ESR!.FN! }),
          pos('Brus', '-50.00', { RFN: other.ESR!.FN! }),
          pos('Kake', '300.00'),
        ],
        '50.00',
      ),
    );
    const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
    expect(all(xml, 'transType')).toEqual(['11001', '11001', '11016']);
    expect(all(xml, 'refID')).toEqual(['OSL1-1-1, OSL1-1-2']);
    expect(await complaints(shop)).toEqual([]);
  });
});

it('is counted once in reports and has its tax in exports', async () => {
  const shop = await Shop.open(norway);
  const sale = receipt([pos('Kaffe', '125.00'), pos('Kake', '125.00', { TaxG: '25%' })], '250.00');
  await shop.sell(sale);
  const Z = await shop.sell({ NFS: 'Z', Opr: 'E1' });
  const goods = Z.Fis!.Tag!.filter(({ Label }) => Label === 'Varesalg');
  expect(goods.map(({ Value }) => Value)).toEqual(['2 / 250,00']);
  const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
  const made = blocks(xml, 'ctLine').map((line) =>
    ['lineAmntIn', 'lineAmntEx', 'vatCode', 'vatPerc', 'vatAmnt'].map((name) => all(line, name)[0]),
  );
  expect(made).toEqual([
    ['125.00', '100.00', 'A', '25', '25.00'],
    ['125.00', '100.00', 'A', '25', '25.00'],
  ]);
  expect(await complaints(shop)).toEqual([]);
});

it('has the group of its percentage in exports, whatever a till calls that', async () => {
  const shop = await Shop.open(norway);
  const tax = (TaxG: string, Amt: string, TAmt: string) => ({ _: 'Tax', TaxG, Prc: '25', Amt, TAmt });
  await shop.sell(
    receipt([pos('Kaffe', '125.00', { TaxG: 'MVA' }), pos('Kake', '250.00')], '375.00', {
      TaxA: [tax('MVA', '125.00', '25.00'), tax('A', '250.00', '50.00')],
    }),
  );
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  const files = await filesOf(shop, saft);
  const [xml] = [...files.values()] as [string];
  expect(new Set(all(xml, 'vatCode'))).toEqual(new Set(['A', 'B', 'C', 'D', 'Z', 'A1', 'B1', 'C1']));
  const [row, ...more] = blocks(xml, 'reportCashSaleVat') as [string];
  expect(more).toEqual([]);
  expect(['vatCode', 'vatPerc', 'cashSaleAmnt', 'vatAmnt'].map((name) => all(row, name)[0])).toEqual([
    ...['A', '25', '375.00', '75.00'],
  ]);
  const report = await verifyCashRegister({
    names: [...files.keys()],
    open: (name) => bytes(files.get(name)!),
  });
  expect(report.findings).toEqual([]);
});

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

describe('a modifier', () => {
  const mod = (Amt: string, PN = '1') => ({ _: 'Mod' as const, PN, Dsc: 'Rabatt', Amt });
  /** Discount, markup, and what reports count. */
  const read = (positions: Position[], more: Partial<CompleteEsr> = {}, isOld = false) => {
    const esr: CompleteEsr = {
      ...{ D: '2026-05-12T12:00:00', TL: 'OSL1', TT: '1', T: '0', PayA: [], TaxA: [] },
      ...{ PosA: positions, ...more },
    };
    return transactionOf(esr, isOld ? {} : readingOf(esr)).lines.map(
      ({ discount, raise, granted, undiscounted, quantity }) => [
        ...[discount, raise, granted, undiscounted, quantity],
      ],
    );
  };
  const wine = (Amt: string): Position => ({ _: 'Pos', PN: '1', Dsc: 'Vin', TaxG: 'A', Amt });

  it.each([
    ['discount', wine('200.00'), '-20.00', [2000, 0, 2000, 20_000, '1']],
    ['markup', wine('200.00'), '20.00', [0, 2000, 0, 22_000, '1']],
    ['discount of what is returned', wine('-200.00'), '20.00', [2000, 0, 0, -20_000, '-1']],
    ['markup of what is returned', wine('-200.00'), '-20.00', [0, 2000, 0, -22_000, '-1']],
    ['discount of all that is returned', wine('-200.00'), '200.00', [20_000, 0, 0, -20_000, '-1']],
  ])('is a %s', (_, position, change, expected) => {
    expect(read([position, mod(change)])).toEqual([expected]);
  });

  it('has its tax in it, also of net prices', () => {
    const net = {
      TaxN: '1',
      TaxA: [{ _: 'Tax' as const, TaxG: 'A', Prc: '25', Net: '90.00', TAmt: '22.50', Amt: '112.50' }],
    };
    expect(read([wine('100.00'), mod('-10.00')], net)).toEqual([[1250, 0, 1250, 12_500, '1']]);
    expect(read([wine('100.00'), mod('-10.00')], net, true)).toEqual([[1000, 0, 1000, 12_250, '1']]);
  });

  it('is nothing granted in a void, of whatever it is', () => {
    const lines = [wine('-200.00'), { ...wine('45.00'), PN: '2' }, mod('20.00'), mod('-4.50', '2')];
    expect(read(lines, { Void: '1' }).map(([discount, , granted]) => [discount, granted])).toEqual([
      [2000, 0],
      [450, 0],
    ]);
  });

  it('means in records of versions before what it meant there', () => {
    expect(read([wine('-200.00'), mod('20.00')], {}, true)).toEqual([[0, 2000, 0, -18_000, '-1']]);
    expect(read([wine('-200.00'), mod('-20.00')], { Void: '1' }, true)).toEqual([
      [2000, 0, 2000, -20_000, '-1'],
    ]);
  });
});

it('of a sale that is taken back is its discount there, too', async () => {
  const shop = await Shop.open(norway);
  const wine = pos('Vin', '200.00', { PN: '1' });
  const sale = receipt([wine, { _: 'Mod', PN: '1', Dsc: 'Rabatt', Amt: '-20.00' }], '180.00');
  await shop.void(await shop.sell(sale));
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  const [xml] = [...(await filesOf(shop, saft)).values()] as [string];
  expect(blocks(xml, 'ctLine').map((line) => [all(line, 'dscAmnt'), all(line, 'raiseAmnt')])).toEqual([
    [['20.00'], []],
    [['20.00'], []],
  ]);
  expect([...all(xml, 'reportDiscountNum'), ...all(xml, 'reportDiscountAmnt')]).toEqual(['1', '20.00']);
  expect(await complaints(shop)).toEqual([]);
});

it('that takes back another one of its receipt is a corrected line of reports', async () => {
  const shop = await Shop.open(norway);
  const back = pos('Kaffe', '-45.00', { Void: '1' });
  const sale = await shop.sell(receipt([pos('Kaffe', '45.00'), back, pos('Kake', '80.00')], '80.00'));
  await shop.void(sale);
  const Z = await shop.sell({ NFS: 'Z', Opr: 'E1' });
  expect(Z.Fis!.Tag).toContainEqual({ Label: 'Rettede linjer', Name: 'corrections', Value: '1 / 45,00' });
  expect(await complaints(shop)).toEqual([]);
});
