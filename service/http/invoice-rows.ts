/** The e-invoices of a register for the control page: what waits, and the newest that were made. */
import type { InvoiceRow } from '../e-invoicing/wire.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { INVOICE, type EInvoiceState } from '../register/e-invoicing.ts';
import type { Register } from '../register/register.ts';

/** Invoices that are looked at, newest first, and how long, ms. */
const MOST = 200;
const SEARCH_MS = 3000;

/** All that are not handed over, and the newest of the others. */
export async function invoiceRows(
  journal: Journal,
  { rn, invoiceQueue }: Register,
): Promise<{ invoices: InvoiceRow[]; more: boolean }> {
  const { records, continuation } = await journal.find({
    ...{ rn, where: { type: INVOICE }, properties: {}, sort: 'desc', rows: MOST, ms: SEARCH_MS },
  });
  const made = new Map(records.map((record) => [Number(record.Of), record]));
  for (const { sq, document } of invoiceQueue.all) {
    const record = document === null || made.has(sq) ? null : await journal.bySq(rn, document);
    if (record) made.set(sq, record);
  }
  const sqs = new Set([...invoiceQueue.all.map(({ sq }) => sq), ...made.keys()]);
  const rows: InvoiceRow[] = [];
  for (const sq of [...sqs].sort((a, b) => b - a)) {
    const receipt = await journal.bySq(rn, sq);
    const row = receipt && rowOf(receipt, made.get(sq));
    if (row) rows.push(row);
  }
  return { invoices: rows, more: continuation !== undefined };
}

function rowOf(
  { SQ, RN, ESR, Fis }: JournalRecord,
  invoice: JournalRecord | null | undefined,
): InvoiceRow | null {
  const state = Fis?.EInvoice as EInvoiceState | undefined;
  if (!state || !ESR) return null;
  const { FN, TL = '', TT = '', TN = '' } = ESR;
  const numbers: Record<string, string> = FN === undefined ? { TL, TT, TN } : { FN };
  return {
    sq: SQ,
    state: state.State,
    number: invoice ? String(invoice.Number) : (FN ?? null),
    customer: textOf(ESR.Ctm?.Nam),
    ...{ system: state.System, form: state.Form, to: textOf(ESR.DDto), at: state.D },
    reason: state.Reason ?? null,
    file: invoice ? String(new URLSearchParams({ RN, ...numbers })) : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
