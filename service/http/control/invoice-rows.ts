/** The e-invoices of a register for the control page: what waits, and the newest that were made. */
import { sendsAnywhere } from '../../e-invoicing/service.ts';
import type { InvoiceRow } from '../../e-invoicing/wire.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { INVOICE, type Cause, type EInvoiceState } from '../../register/invoices/e-invoicing.ts';
import type { Register } from '../../register/register.ts';

/** How long invoices are looked for, ms. */
const SEARCH_MS = 3000;

/**
 * All that are not handed over, and the newest that were made.
 * @param most how many of those
 */
export async function invoiceRows(
  journal: Journal,
  { rn, invoiceQueue }: Register,
  most: number,
): Promise<{ invoices: InvoiceRow[]; more: boolean }> {
  const { records, continuation } = await journal.find({
    ...{ rn, where: { type: INVOICE }, properties: {}, sort: 'desc', rows: most, ms: SEARCH_MS },
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
    ...{ system: state.System, form: state.Form, to: state.To ?? textOf(ESR.DDto), at: state.D },
    reason: state.Reason ?? null,
    cause: causeOf(state),
    sendable: !!invoice && sendsAnywhere(invoice.Route as Json) && DONE.has(state.State),
    file: invoice ? String(new URLSearchParams({ RN, ...numbers })) : null,
  };
}

const DONE: ReadonlySet<EInvoiceState['State']> = new Set(['delivered', 'rejected', 'settled']);

function causeOf({ Cause: code, Said: said }: EInvoiceState): Cause | null {
  if (code === undefined) return null;
  return { code: code as Cause['code'], ...(said !== undefined && { params: { said } }) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
