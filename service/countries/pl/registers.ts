/**
 * `ewidencje`: the registers of returns and of obvious mistakes that the regulation on cash registers (§ 3)
 * has a shop keep, because the fiscal printer does not count what goes back. One table each: what went
 * back when, at which rate, with its value and its tax, which receipt of which day it was sold on, and why.
 */
import { csvCell } from '../../receipt/csv.ts';
import { allocate } from '../../receipt/modifiers.ts';
import { amountText, minor } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import type { CompleteEsr, JournalRecord, Tax } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import { leftOver } from '../base/fiscal-printer/items.ts';
import type { CountryExport, ExportScope } from '../contract/exports.ts';
import type { Original } from '../contract/fiscalise.ts';
import { invoiceNumber } from './invoice.ts';
import { kindOf } from './kind.ts';
import { isExempt } from './taxes.ts';

const COLUMNS = [
  ...['kasa', 'numer wpisu', 'data i godzina', 'paragon lub faktura', 'data sprzedaży', 'numer unikatowy'],
  ...['towar lub usługa', 'stawka', 'wartość brutto', 'podatek', 'przyczyna', 'osoba'],
];

/** The registers and their files. */
const FILES = [
  { kind: 'return', name: 'ewidencja-zwrotow.csv' },
  { kind: 'mistake', name: 'ewidencja-pomylek.csv' },
] as const;

/** See {@link CountryExport}. */
export const registers: CountryExport = {
  archive: 'ewidencje.zip',
  async *files(scope) {
    await Promise.resolve();
    for (const { kind, name } of FILES) yield { name, content: bytes(table(scope, kind)) };
  },
};

/** What an entry keeps of the receipt that goes back. */
interface Sold {
  /** Number on its paper. */
  Number: string;
  /** Local time or day; empty where nobody knows. */
  D: string;
  /** Of the printer. */
  ID: string;
}

/** What an entry keeps of the receipt that goes back; undefined where none is named. */
export function soldOn([original]: readonly Original[]): { Sold: Sold & Record<string, string> } | undefined {
  if (!original) return undefined;
  const { ESR, Fis = {} } = original.record ?? {};
  const { FN, D, ID } = Fis;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const invoice = ESR ? invoiceNumber(ESR) : null;
  const number = invoice ?? ESR?.FN ?? (text(FN) || original.name);
  return { Sold: { Number: number, D: text(D) || text(original.RD), ID: text(ID) } };
}

async function* bytes(rows: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  yield Buffer.from('\ufeff');
  for await (const row of rows) yield Buffer.from(`${row.map((text) => csvCell(text, ';')).join(';')}\r\n`);
}

async function* table(
  scope: ExportScope,
  kind: (typeof FILES)[number]['kind'],
): AsyncGenerator<readonly string[]> {
  yield COLUMNS;
  let read = 0;
  for (const source of scope.sources)
    for await (const page of source.pages()) {
      for (const record of page) {
        if (record.ESR && kindOf(record.ESR as CompleteEsr) === kind) yield* rowsOf(record);
      }
      scope.progress((read += page.length));
    }
}

/** A row for each rate. */
function rowsOf({ ESR, Kept }: JournalRecord): string[][] {
  const esr = ESR as CompleteEsr;
  const { TL, TT, TN = '', D, RFN = '', RD, Rsn, Opr, PosA, TaxA } = esr;
  const kept = isTree(Kept) && isTree(Kept.Sold) ? Kept.Sold : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const sold = [text(kept.Number) || text(RFN), text(kept.D) || text(RD), text(kept.ID)];
  const left = [...leftOver(PosA, allocate(PosA, 2).amounts, -1).values()].map(({ position }) => position);
  return TaxA.map((line) => {
    const goods = left
      .filter((position) => taxLineOf(position, TaxA) === line)
      .map(({ Dsc = '', Qty = '1' }) => `${Dsc} x ${Qty.replace(/^-/, '')}`);
    return [
      ...[`${TL}/${TT}`, TN, D.replace('T', ' '), ...sold.map((part) => part.replace('T', ' '))],
      ...[goods.join(', '), rateOf(line), value(line.Amt), value(line.TAmt), text(Rsn), text(Opr)],
    ];
  });
}

function rateOf({ TaxG = '', Prc = '0' }: Tax): string {
  return isExempt(TaxG) ? 'zw.' : `${Prc.replace('.', ',')} %`;
}

/** What goes back counts here as what it was worth. */
function value(amount: string | undefined): string {
  return amountText(-minor(amount, 2) || 0, 2).replace('.', ',');
}
