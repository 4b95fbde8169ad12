/** What the TSE signed: that it is what the process says, once, and by whom. */
import { shown } from './amounts.ts';
import type { Bon, Books } from './books.ts';
import type { CsvRow } from './csv-reader.ts';
import type { Findings } from './finding.ts';
import { readOf } from './processes.ts';
import { placeOf } from './rules.ts';
import type { ReadRows } from './verify.ts';

const RECEIPT = 'Kassenbeleg-V1';
/** Characters that a column has room for: longer process data are cut. */
const MOST_CHARACTERS = 1000;
const HOME_CURRENCY = 'EUR';
const RESTORE = /Z-Nr\. (\d{1,12})-(\d{1,12})$/;
const SIGNED = ['TSE_TANR', 'TSE_TA_START', 'TSE_TA_ENDE', 'TSE_TA_SIGZ', 'TSE_TA_SIG'];

type Found = (kind: string, text: string) => void;

/** Reads `transactions_tse.csv`. */
export async function readSignatures(rows: ReadRows, books: Books, findings: Findings): Promise<void> {
  const counters = new Set<string>();
  const transactions = new Set<string>();
  await readOf(rows, books, 'transactions_tse.csv', findings, (row, bon, found) => {
    bon.signed++;
    checkData(row, bon, found);
    noteRestore(row, bon);
    const id = row.get('TSE_ID');
    if (row.get('TSE_TA_FEHLER') !== '') {
      if (row.get('TSE_TA_SIG') !== '') found('both', 'it has a signature and TSE_TA_FEHLER');
      return;
    }
    const tse = bon.closing.tses.get(id);
    if (!tse) found('tse', `TSE_ID ${id || '(empty)'} is not in tse.csv`);
    for (const column of SIGNED)
      if (row.get(column) === '') found(column, `${column} is empty, and TSE_TA_FEHLER says nothing`);
    const end = Date.parse(row.get('TSE_TA_ENDE'));
    if (tse?.valid && !(end >= tse.valid.from && end <= tse.valid.till))
      found('valid', `the certificate of TSE_ID ${id} was not valid at ${row.get('TSE_TA_ENDE')}`);
    for (const [what, seen, value] of [
      ['signature counter', counters, row.get('TSE_TA_SIGZ')],
      ['transaction', transactions, row.get('TSE_TANR')],
    ] as const) {
      const name = `${tse?.serial} ${value}`;
      if (value !== '' && seen.has(name)) found(what, `${what} ${value} of the TSE is there twice`);
      seen.add(name);
    }
  });
}

/** Process data of a receipt say what its other rows do. */
function checkData(row: CsvRow, bon: Bon, found: Found): void {
  const data = row.get('TSE_VORGANGSDATEN');
  if (row.get('TSE_TA_VORGANGSART') !== RECEIPT || data.length >= MOST_CHARACTERS) return;
  const expected = processData(bon);
  // Some leave the sums of money that goes to another till at nothing: it is no turnover.
  const isTransfer = bon.type === 'AVTransfer' && paidPart(data) === paidPart(expected);
  if (data !== expected && !isTransfer)
    found('data', `TSE_VORGANGSDATEN is ${data.slice(0, 200)}, the process comes to ${expected}`);
}

/** A process that tells of closings whose numbers were left out after a restore from a backup. */
function noteRestore(row: CsvRow, { type, name, closing }: Bon): void {
  const [, from, till] = RESTORE.exec(row.get('TSE_VORGANGSDATEN')) ?? [];
  if (type !== 'AVSonstige' || name !== 'Wiederherstellung' || from === undefined) return;
  closing.unknown.push({ from: Number(from), till: Number(till) });
}

/** What process data say of payments. */
function paidPart(data: string): string | undefined {
  return data.split('^')[2];
}

/** What a receipt is signed as. */
function processData({ type, vat, payments, closing }: Bon): string {
  const places = [0, 0, 0, 0, 0];
  for (const [key, { gross }] of vat) places[placeOf(key, closing.rates.get(key) ?? '0') - 1]! += gross;
  const sums = new Map<string, number>();
  for (const { cash, currency, amount } of payments) {
    const name = `${cash ? 'Bar' : 'Unbar'}${currency === HOME_CURRENCY ? '' : `:${currency}`}`;
    sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  // `Bar` comes before `Bar:CHF`, and both before `Unbar`.
  const paid = [...sums]
    .filter(([, amount]) => amount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${shown(amount)}:${name}`);
  return `${type}^${places.map(shown).join('_')}^${paid.join('_')}`;
}
