/** Tax groups by their number: `1` to `5` are `A` to `E` everywhere (DE9). */
import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { paperOf } from '../../register/paper/paper.ts';
import { complaints } from '../testing/books.ts';
import { rowsOf, verified } from './dsfinvk/testing/exported.ts';
import { exportOf } from './testing/export-of.ts';
import { open, processes } from './testing/german.ts';
import { pay, pos } from './testing/shop.ts';

type Names = Readonly<Record<'A' | 'B' | 'D' | 'E', string>>;
const LETTERS: Names = { A: 'A', B: 'B', D: 'D', E: 'E' };
const NUMBERS: Names = { A: '1', B: '2', D: '4', E: '5' };

/** A receipt of everything that the tax of a position decides. @param of names of positions @param table of tax lines */
const sales = (of: Names, table: Names): Tree[] => [
  {
    PosA: [
      pos('Menü', of.A, '21.90', { PN: '1' }),
      pos('Kaffee', of.B, '2.60'),
      pos('Holz', `${of.D} X`, '5.00'),
      pos('Trinkgeld', of.E, '1.50', { _: 'Tip' }),
      pos('Trinkgeld Haus', of.A, '0.50', { _: 'Tip' }),
      pos('Gutschein', of.A, '30.00', { _: 'Vou', VouN: 'G-1' }),
      pos('Gutschein', of.E, '10.00', { _: 'Vou', VouN: 'G-2' }),
    ],
    PayA: [pay('cash', '71.50')],
  },
  {
    TaxN: '1',
    PosA: [pos('Ware', of.A, '10.00'), pos('Ware', of.B, '10.00')],
    PayA: [pay('cash', '22.60')],
  },
  {
    PosA: [pos('Ware', of.A, '11.90'), pos('Ware', of.B, '10.70')],
    PayA: [pay('cash', '22.60')],
    TaxA: [
      { _: 'Tax', TaxG: table.A, Prc: '19', Amt: '11.90' },
      { _: 'Tax', TaxG: table.B, Prc: '7', Amt: '10.70' },
    ],
  },
  { PosA: [pos('Menü', of.A, '-21.90', { RPN: '1' })], PayA: [pay('refund', '-21.90')], RTN: '1' },
];

/** What a shop that sells this signs and exports. */
async function books(of: Names, table: Names) {
  const german = await open();
  const { shop } = german;
  const records = [];
  for (const esr of sales(of, table)) {
    shop.clock.advance(20_000);
    records.push(await shop.sell({ Opr: '7', ...esr }));
  }
  await shop.void(records[2]!);
  const signed = (await processes(german)).map(({ Data }) => Data);
  await shop.send({ Opr: '7', NFS: 'Z' });
  expect(await complaints(shop)).toEqual([]);
  const files = await exportOf(shop);
  expect(await verified(files)).toMatchObject({ findings: [], more: 0 });
  const tables = ['lines', 'lines_vat', 'transactions_vat', 'businesscases', 'vat'];
  const rows = tables.map((name) => rowsOf(files, `${name}.csv`));
  const papers = records.map((record) => paperOf(record, shop.register.cfg!).lines);
  return { signed, rows, papers };
}

it('are signed, exported and printed as by their letters', async () => {
  const byLetter = await books(LETTERS, LETTERS);
  const byNumber = await books(NUMBERS, LETTERS);
  expect(byNumber.signed).toEqual(byLetter.signed);
  expect(byNumber.rows).toEqual(byLetter.rows);
  expect(byNumber.papers.map((lines) => lines.map(({ text, amount }) => [text, amount]))).toEqual(
    byLetter.papers.map((lines) => lines.map(({ text, amount }) => [text, amount])),
  );
  expect(byNumber.papers[1]!.map(({ taxGroup }) => taxGroup).slice(0, 2)).toEqual(['A', 'B']);
});

it('may be numbers on positions or in the tax table alone, and stay as they were sent', async () => {
  const { signed, rows } = await books(LETTERS, LETTERS);
  expect(await books(LETTERS, NUMBERS)).toMatchObject({ signed, rows });
  const { shop } = await open();
  const [esr] = sales(NUMBERS, NUMBERS);
  const { ESR } = await shop.sell({ Opr: '7', ...esr });
  expect(ESR!.PosA!.map(({ TaxG }) => TaxG)).toEqual(['1', '2', '4 X', '5', '1', '1', '5']);
  const again = await shop.send({ Opr: '7', ...esr }, { restart: true });
  expect(again.Result).toMatchObject({ RC: 'OK', ErrorCode: '#DUPLICATE' });
});
