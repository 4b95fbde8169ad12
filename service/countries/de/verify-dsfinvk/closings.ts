/** Closings of an export: master data, sums, and that one follows the other. */
import { add, addAmount, difference, shown, units, type Sum } from './amounts.ts';
import { closingKey, newClosing, type Books, type Closing } from './books.ts';
import type { CsvRow } from './csv-reader.ts';
import type { Findings } from './finding.ts';
import { RATES } from './rules.ts';
import { readTse } from './tses.ts';
import type { ReadRows } from './verify.ts';

const CLOSINGS = 'cashpointclosing.csv';

/** Reads closings and their master data. */
export async function readMasters(rows: ReadRows, books: Books, findings: Findings): Promise<void> {
  for await (const row of rows(CLOSINGS)) {
    const key = closingKey(row);
    if (books.closings.has(key)) findings.add('twice', CLOSINGS, row.record, 'this closing is there twice');
    if (row.get('STNR') === '' && row.get('USTID') === '')
      findings.add('tax number', CLOSINGS, row.record, 'it has neither STNR nor USTID');
    books.closings.set(
      key,
      newClosing(row, (column) => units(row.get(column))),
    );
  }
  const masters = (file: string, take: (row: CsvRow, closing: Closing) => void) =>
    readOf(rows, books, file, findings, take);
  const registers = await masters('cashregister.csv', (row, closing) => {
    closing.serial = row.get('KASSE_SERIENNR');
  });
  const places = await masters('location.csv', () => undefined);
  for (const closing of books.closings.values()) {
    const name = nameOf(closing);
    for (const [file, seen] of [
      ['cashregister.csv', registers],
      ['location.csv', places],
    ] as const)
      if (seen.get(closing) !== 1)
        findings.add('master', file, 0, `${name} has ${seen.get(closing) ?? 0} records, not one`);
  }
  await masters('slaves.csv', (row, { terminals }) => void terminals.add(row.get('TERMINAL_ID')));
  await masters('pa.csv', (row, { agencies }) => void agencies.add(row.get('AGENTUR_ID')));
  await masters('vat.csv', (row, closing) => {
    const [key, rate] = [row.get('UST_SCHLUESSEL'), row.get('UST_SATZ')];
    const expected = RATES[key];
    if (expected !== undefined && units(expected) !== units(rate))
      findings.add('rate', 'vat.csv', row.record, `key ${key} has ${rate} %, not ${expected} %`);
    closing.rates.set(key, rate);
  });
  await masters('tse.csv', (row, closing) => {
    const [id, name] = [row.get('TSE_ID'), nameOf(closing)];
    const found = (kind: string, text: string) =>
      findings.add(kind, 'tse.csv', row.record, `TSE_ID ${id} in ${name}: ${text}`);
    if (closing.tses.has(id)) found('twice', 'it is there twice');
    closing.tses.set(id, readTse(row, found));
  });
}

/** Reads the sums of closings and holds them against their processes. */
export async function readTotals(rows: ReadRows, books: Books, findings: Findings): Promise<void> {
  const cases = new Map<Closing, Map<string, Sum>>();
  const payments = new Map<Closing, Map<string, number>>();
  const cash = new Map<Closing, Map<string, number>>();
  await readOf(rows, books, 'businesscases.csv', findings, (row, closing) => {
    const sum = {
      gross: units(row.get('Z_UMS_BRUTTO')),
      net: units(row.get('Z_UMS_NETTO')),
      tax: units(row.get('Z_UST')),
    };
    if (sum.net + sum.tax !== sum.gross)
      findings.add('net', 'businesscases.csv', row.record, 'net and tax do not add up to gross');
    const name = [
      row.get('GV_TYP'),
      row.get('GV_NAME'),
      row.get('AGENTUR_ID'),
      row.get('UST_SCHLUESSEL'),
    ].join(' ');
    add(inner(cases, closing), name, sum);
  });
  await readOf(rows, books, 'payment.csv', findings, (row, closing) =>
    addAmount(
      inner(payments, closing),
      `${row.get('ZAHLART_TYP')} ${row.get('ZAHLART_NAME')}`,
      units(row.get('Z_ZAHLART_BETRAG')),
    ),
  );
  await readOf(rows, books, 'cash_per_currency.csv', findings, (row, closing) =>
    addAmount(inner(cash, closing), row.get('ZAHLART_WAEH'), units(row.get('ZAHLART_BETRAG_WAEH'))),
  );
  for (const closing of books.closings.values()) {
    const told = (file: string, wrong: string | null) => {
      if (wrong !== null) findings.add('sum', file, 0, `${nameOf(closing)}: ${wrong}`);
    };
    told('businesscases.csv', difference(inner(cases, closing), closing.cases));
    told('payment.csv', amountDifference(inner(payments, closing), closing.payments));
    told('cash_per_currency.csv', amountDifference(inner(cash, closing), closing.cash));
    told(CLOSINGS, sumDifference('Z_SE_ZAHLUNGEN', closing.paid, closing.allPaid));
    told(CLOSINGS, sumDifference('Z_SE_BARZAHLUNGEN', closing.paidInCash, closing.allPaidInCash));
    if (closing.startId !== closing.first)
      told(CLOSINGS, `Z_START_ID is ${closing.startId}, its first process ${closing.first}`);
    if (closing.endId !== closing.last)
      told(CLOSINGS, `Z_ENDE_ID is ${closing.endId}, its last process ${closing.last}`);
  }
}

/** Closings of a register follow each other without a gap, in number and time. */
export function checkClosings(books: Books, findings: Findings): void {
  const last = new Map<string, Closing>();
  for (const closing of [...books.closings.values()].sort((a, b) => a.number - b.number)) {
    const before = last.get(closing.register);
    last.set(closing.register, closing);
    if (before) {
      if (closing.number !== before.number + 1) checkGap(before.number + 1, closing, findings);
      if (Date.parse(closing.created) < Date.parse(before.created))
        findings.add('order', CLOSINGS, 0, `${nameOf(closing)} was made before closing ${before.number}`);
    }
  }
}

/** A gap is no mistake where the closing behind it says what was left out when the till was restored. */
function checkGap(first: number, closing: Closing, findings: Findings): void {
  const name = nameOf(closing);
  let next = first;
  for (const { from, till } of closing.unknown.sort((a, b) => a.from - b.from))
    if (from <= next) next = Math.max(next, till + 1);
  if (closing.number > first && next >= closing.number)
    findings.remark(
      CLOSINGS,
      `before ${name} the till was restored: closings ${first} to ${closing.number - 1} are unknown`,
    );
  else findings.add('gap', CLOSINGS, 0, `${name} follows closing ${first - 1}`);
}

/** Reads rows that belong to closings; how many each has. */
async function readOf(
  rows: ReadRows,
  books: Books,
  file: string,
  findings: Findings,
  take: (row: CsvRow, closing: Closing) => void,
): Promise<Map<Closing, number>> {
  const counts = new Map<Closing, number>();
  for await (const row of rows(file)) {
    const closing = books.closingOf(row);
    if (closing) {
      counts.set(closing, (counts.get(closing) ?? 0) + 1);
      take(row, closing);
    } else findings.add('closing', file, row.record, 'it belongs to no closing of the export');
  }
  return counts;
}

function nameOf({ register, number }: Closing): string {
  return `closing ${number} of ${register}`;
}

function inner<T>(sums: Map<Closing, Map<string, T>>, closing: Closing): Map<string, T> {
  const found = sums.get(closing);
  if (found) return found;
  const made = new Map<string, T>();
  sums.set(closing, made);
  return made;
}

function amountDifference(
  is: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
): string | null {
  for (const name of new Set([...is.keys(), ...expected.keys()])) {
    const wrong = sumDifference(name, is.get(name) ?? 0, expected.get(name) ?? 0);
    if (wrong !== null) return wrong;
  }
  return null;
}

function sumDifference(what: string, is: number, expected: number): string | null {
  return is === expected ? null : `${what} is ${shown(is)}, not ${shown(expected)}`;
}
