/** Lines of a cash transaction: of the group of their tax line, however a POS writes that. */
import { describe, expect, it } from 'vitest';
import { amountText, minor } from '../../../receipt/money.ts';
import type { Position } from '../../../receipt/tra.ts';
import { norway } from '../../no/testing/example.ts';
import { saft } from '../../no/export.ts';
import { complaints } from '../../testing/books.ts';
import { Shop } from '../../testing/shop.ts';
import { all, blocks, filesOf, pos, receipt } from './testing/day.ts';
import { transactionOf } from './transaction.ts';

/** What the lines say of a sale at 25 %. */
function lines(positions: readonly (readonly [Amt: string, TaxG: string])[], net: string, gross: string) {
  const TAmt = amountText(minor(gross, 2) - minor(net, 2), 2);
  const made = transactionOf({
    ...{ D: '2026-05-12T12:00:00', TL: 'OSL1', TT: '1', T: gross, PayA: [] },
    PosA: positions.map(([Amt, TaxG]): Position => ({ _: 'Pos', Dsc: 'Kaffe', TaxG, Amt })),
    TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '25', Net: net, TAmt, Amt: gross }],
  });
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
