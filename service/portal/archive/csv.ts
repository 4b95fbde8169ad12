/**
 * Receipts as a table for spreadsheets (RFC 4180): lines end with CRLF, fields are parted by commas, amounts
 * have a decimal point, times are ISO 8601 as the clock in the shop showed them. Made page by page, so that
 * the largest company takes no more memory than a small one.
 */
import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isTree } from '../../receipt/tree.ts';
import type { Queries } from '../database/database.ts';
import { saleOf } from './day-totals.ts';
import type { ReadRecord } from './record.ts';
import { type FoundRecord, type RecordCriteria, recordPages } from './search.ts';

/** Tells spreadsheet programs that the text is UTF-8. */
const BOM = '\ufeff';
/** Where a cell, or what a program that parts cells elsewhere takes for one, would be read as a formula. */
const FORMULA = /(^|[;\t\r\n])(["' ]{0,8}[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const AMOUNT = /^-?\d+(\.\d+)?$/;

/** What is known of registers besides their records. */
interface Place {
  id: number;
  name: string | null;
  rn: string;
  currency: string | null;
  location: string | null;
}

/** What a column holds. */
type Column = [name: string, value: (record: FoundRecord, place: Place | undefined) => Cell];

/** A number is written as it is; a text is kept from being a formula. */
type Cell = { amount: unknown } | { text: unknown };

const text = (value: unknown): Cell => ({ text: value });

const COLUMNS: readonly Column[] = [
  ['date', ({ ESR, D }) => text(ESR?.D ?? D)],
  ['registered', ({ D }) => text(D)],
  ['location', (_record, place) => text(place?.location)],
  ['register', (record, place) => text(place?.name ?? record.RN)],
  ['registerId', ({ registerId }) => ({ amount: String(registerId) })],
  ['sq', ({ SQ }) => ({ amount: String(SQ) })],
  ['type', ({ _ }) => text(_)],
  ['documentType', ({ ESR }) => text(ESR?.DT)],
  ['fiscalNumber', ({ ESR }) => text(ESR?.FN)],
  ['tl', ({ ESR }) => text(ESR?.TL)],
  ['tt', ({ ESR }) => text(ESR?.TT)],
  ['transactionNumber', ({ ESR }) => text(ESR?.TN)],
  ['total', ({ ESR }) => ({ amount: ESR?.T })],
  ['currency', ({ ESR }, place) => text(ESR && place?.currency)],
  ['counts', (record) => text(countsOf(record))],
  ['void', ({ ESR }) => text(ESR && (ESR.Void === '1' ? 'yes' : 'no'))],
  ['customer', ({ ESR }) => text(ESR?.Ctm?.Nam)],
  ['customerTaxId', ({ ESR }) => text(ESR?.Ctm?.TaxId)],
  ['operator', ({ ESR }) => text(ESR?.OprN ?? ESR?.Opr)],
  ['eInvoice', ({ Fis }) => text(isTree(Fis?.EInvoice) && Fis.EInvoice.State)],
];

/** Writes the table of the records that meet the criteria; destroys the output when it cannot be completed. */
export async function writeCsv(
  db: Queries,
  companyId: number,
  { criteria, bom }: { criteria: RecordCriteria; bom: boolean },
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  await pipeline(Readable.from(lines(db, companyId, criteria, bom), { highWaterMark: 1 }), output, {
    signal,
  });
}

async function* lines(
  db: Queries,
  companyId: number,
  criteria: RecordCriteria,
  bom: boolean,
): AsyncGenerator<string> {
  const places = new Map((await placesOf(db, companyId)).map((place) => [place.id, place]));
  yield `${bom ? BOM : ''}${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  for await (const records of recordPages(db, companyId, criteria)) {
    const page = records.map((record) => csvLine(record, places.get(record.registerId)));
    if (page.length > 0) yield page.join('');
  }
}

function csvLine(record: FoundRecord, place: Place | undefined): string {
  return `${COLUMNS.map(([, value]) => csvCell(value(record, place))).join(',')}\r\n`;
}

/** A cell of a table; what is neither text nor number is empty. */
export function csvCell(cell: Cell): string {
  if ('amount' in cell && typeof cell.amount === 'string' && AMOUNT.test(cell.amount)) return cell.amount;
  const value = 'amount' in cell ? cell.amount : cell.text;
  if (typeof value !== 'string') return '';
  const harmless = value.replace(FORMULA, "$1'$2");
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** How a record counts: as a sale, its payments alone, or not at all; or that nothing can be made of it. */
function countsOf(record: ReadRecord): string {
  if (record.Unreadable !== undefined) return 'unreadable';
  const sale = saleOf(record);
  return sale === null ? 'nothing' : sale.receipts === 1 ? 'sale' : 'payments';
}

function placesOf(db: Queries, companyId: number): Promise<Place[]> {
  return db.select<Place>(
    `SELECT r.id, r.name, r.rn, r.currency, e.identification AS location FROM registers r
       LEFT JOIN entities e ON e.id = r.location_id WHERE r.company_id = $companyId`,
    { companyId },
  );
}
