/** Processes of an export: their rows belong together and add up. */
import { add, addAmount, difference, shown, units, type Sum } from './amounts.ts';
import { bonKey, type Bon, type Books } from './books.ts';
import type { CsvRow } from './csv-reader.ts';
import type { Findings } from './finding.ts';
import type { ReadRows } from './verify.ts';

const CASH = 'Bar';
const HOME_CURRENCY = 'EUR';
/** Processes with money: all others move nothing. */
const BUSINESS = 'Beleg';

/** Reads the heads of processes. */
export async function readTransactions(rows: ReadRows, books: Books, findings: Findings): Promise<void> {
  const file = 'transactions.csv';
  for await (const row of rows(file)) {
    const found = (kind: string, text: string) => findings.add(kind, file, row.record, text);
    const closing = books.closingOf(row);
    const [register, id, type] = [row.get('Z_KASSE_ID'), row.get('BON_ID'), row.get('BON_TYP')];
    if (!closing) {
      found('closing', 'it belongs to no closing of the export');
      continue;
    }
    if (books.bons.has(bonKey(register, id))) {
      found('twice', `BON_ID ${id} is there twice`);
      continue;
    }
    if (type === 'AVSonstige' && row.get('BON_NAME') === '') found('name', 'AVSonstige has no BON_NAME');
    if (Date.parse(row.get('BON_ENDE')) < Date.parse(row.get('BON_START')))
      found('time', 'it ends before it begins');
    if (!closing.terminals.has(row.get('TERMINAL_ID')))
      found('terminal', `TERMINAL_ID ${row.get('TERMINAL_ID')} is not in slaves.csv`);
    if (closing.first === '') closing.first = id;
    closing.last = id;
    books.bons.set(bonKey(register, id), {
      ...{
        closing,
        id,
        type,
        name: row.get('BON_NAME'),
        total: units(row.get('UMS_BRUTTO')),
        record: row.record,
      },
      ...{ vat: new Map(), lineVat: new Map(), lines: new Map(), paid: 0, payments: [], signed: 0 },
    });
  }
  await readOf(rows, books, 'transactions_vat.csv', findings, (row, bon, found) => {
    add(bon.vat, keyOf(row, bon, found), sumOf(row, 'BON_', found));
  });
}

/** Reads lines with their VAT and prices. */
export async function readLines(rows: ReadRows, books: Books, findings: Findings): Promise<void> {
  await readOf(rows, books, 'lines.csv', findings, (row, bon, found) => {
    const number = row.get('POS_ZEILE');
    if (bon.lines.has(number)) found('twice', `POS_ZEILE ${number} is there twice`);
    const agency = row.get('AGENTUR_ID');
    if (!bon.closing.agencies.has(agency)) found('agency', `AGENTUR_ID ${agency} is not in pa.csv`);
    if (!bon.closing.terminals.has(row.get('POS_TERMINAL_ID')))
      found('terminal', `POS_TERMINAL_ID ${row.get('POS_TERMINAL_ID')} is not in slaves.csv`);
    const name = `${row.get('GV_TYP')} ${row.get('GV_NAME')} ${agency}`;
    bon.lines.set(number, { name, vat: null, parts: null });
  });
  await readOf(rows, books, 'lines_vat.csv', findings, (row, bon, found) => {
    const line = bon.lines.get(row.get('POS_ZEILE'));
    const key = keyOf(row, bon, found);
    const sum = sumOf(row, 'POS_', found);
    if (!line) {
      found('line', `POS_ZEILE ${row.get('POS_ZEILE')} is not in lines.csv`);
      return;
    }
    line.vat = plus(line.vat, sum);
    add(bon.lineVat, key, sum);
    if (bon.type === BUSINESS) add(bon.closing.cases, `${line.name} ${key}`, sum);
  });
  await readOf(rows, books, 'itemamounts.csv', findings, (row, bon, found) => {
    const line = bon.lines.get(row.get('POS_ZEILE'));
    const sum = sumOf(row, 'PF_', found);
    if (line) line.parts = plus(line.parts, sum);
    else found('line', `POS_ZEILE ${row.get('POS_ZEILE')} is not in lines.csv`);
  });
}

/** Reads payments. */
export async function readPayments(rows: ReadRows, books: Books, findings: Findings): Promise<void> {
  await readOf(rows, books, 'datapayment.csv', findings, (row, bon, found) => {
    const [type, currency, foreign] = [
      row.get('ZAHLART_TYP'),
      row.get('ZAHLWAEH_CODE'),
      row.get('ZAHLWAEH_BETRAG'),
    ];
    const amount = units(row.get('BASISWAEH_BETRAG'));
    if ((currency === '') !== (foreign === ''))
      found('currency', 'ZAHLWAEH_CODE and ZAHLWAEH_BETRAG go together');
    const paid = currency === '' ? amount : units(foreign);
    bon.paid += amount;
    if (type !== 'Keine')
      bon.payments.push({ cash: type === CASH, currency: currency || HOME_CURRENCY, amount: paid });
    if (bon.type !== BUSINESS) return;
    const { closing } = bon;
    addAmount(closing.payments, `${type} ${row.get('ZAHLART_NAME')}`, amount);
    closing.allPaid += amount;
    if (type !== CASH) return;
    closing.allPaidInCash += amount;
    addAmount(closing.cash, currency || HOME_CURRENCY, paid);
  });
}

/** Reads what else processes have: components, settlement groups, references. */
export async function readDetails(rows: ReadRows, books: Books, findings: Findings): Promise<void> {
  await readOf(rows, books, 'allocation_groups.csv', findings, () => undefined);
  await readOf(rows, books, 'subitems.csv', findings, (row, bon, found) => {
    if (!bon.lines.has(row.get('POS_ZEILE')))
      found('line', `POS_ZEILE ${row.get('POS_ZEILE')} is not in lines.csv`);
    const key = row.get('ZI_UST_SCHLUESSEL');
    if (key !== '' && !bon.closing.rates.has(key)) found('key', `ZI_UST_SCHLUESSEL ${key} is not in vat.csv`);
    if (row.get('ZI_BASISPREIS_BRUTTO') !== '') sumOf(row, 'ZI_BASISPREIS_', found);
  });
  const closings = new Set(
    [...books.closings.values()].map(({ register, number }) => `${register} ${number}`),
  );
  await readOf(rows, books, 'references.csv', findings, (row, bon, found) => {
    const line = row.get('POS_ZEILE');
    if (line !== '' && !bon.lines.has(line)) found('line', `POS_ZEILE ${line} is not in lines.csv`);
    const [register, number, id] = [row.get('REF_Z_KASSE_ID'), row.get('REF_Z_NR'), row.get('REF_BON_ID')];
    if (row.get('REF_TYP') !== 'Transaktion') {
      if (row.get('REF_NAME') === '') found('name', 'REF_NAME says not what it refers to');
      return;
    }
    if (id === '') found('id', 'REF_BON_ID is empty');
    const original = books.bons.get(bonKey(register, id));
    const isHere = closings.has(`${register} ${Number(number)}`);
    if (isHere && original?.closing.number !== Number(number))
      found('original', `it refers to process ${id} of closing ${number}, which does not have it`);
  });
}

/** Holds what processes are made of against each other. */
export function checkBons(books: Books, findings: Findings): void {
  for (const bon of books.bons.values()) {
    const found = (kind: string, file: string, text: string) =>
      findings.add(kind, file, file === 'transactions.csv' ? bon.record : 0, `process ${bon.id}: ${text}`);
    const lines = difference(bon.lineVat, bon.vat);
    if (lines !== null)
      found('lines', 'lines_vat.csv', `its lines do not add up to transactions_vat.csv; key ${lines}`);
    const gross = [...bon.vat.values()].reduce((sum, vat) => sum + vat.gross, 0);
    if (gross !== bon.total)
      found(
        'total',
        'transactions.csv',
        `UMS_BRUTTO is ${shown(bon.total)}, its VAT keys have ${shown(gross)}`,
      );
    if (bon.type === BUSINESS && bon.paid !== bon.total)
      found('paid', 'datapayment.csv', `payments are ${shown(bon.paid)}, UMS_BRUTTO is ${shown(bon.total)}`);
    if (bon.signed !== 1) found('signed', 'transactions_tse.csv', `it has ${bon.signed} records, not one`);
    for (const [number, { vat, parts }] of bon.lines) {
      if (!vat) found('no vat', 'lines_vat.csv', `line ${number} is missing`);
      else if (parts && difference(new Map([['', parts]]), new Map([['', vat]])) !== null)
        found('price', 'itemamounts.csv', `what line ${number} is made of does not add up to it`);
    }
  }
}

type Found = (kind: string, text: string) => void;

/** Reads rows that belong to processes. */
export async function readOf(
  rows: ReadRows,
  books: Books,
  file: string,
  findings: Findings,
  take: (row: CsvRow, bon: Bon, found: Found) => void,
): Promise<void> {
  for await (const row of rows(file)) {
    const bon = books.bonOf(row);
    const found: Found = (kind, text) => findings.add(kind, file, row.record, text);
    if (bon) take(row, bon, found);
    else found('process', `process ${row.get('BON_ID')} of this closing is not in transactions.csv`);
  }
}

function keyOf(row: CsvRow, { closing }: Bon, found: Found): string {
  const key = row.get('UST_SCHLUESSEL');
  if (!closing.rates.has(key)) found('key', `UST_SCHLUESSEL ${key} is not in vat.csv`);
  return key;
}

function sumOf(row: CsvRow, prefix: string, found: Found): Sum {
  const [gross, net, tax] = ['BRUTTO', 'NETTO', 'UST'].map((name) => units(row.get(prefix + name)));
  if (net! + tax! !== gross) found('net', 'net and tax do not add up to gross');
  return { gross: gross!, net: net!, tax: tax! };
}

function plus(a: Sum | null, b: Sum): Sum {
  return a ? { gross: a.gross + b.gross, net: a.net + b.net, tax: a.tax + b.tax } : b;
}
