/** The status of a document in the file. */
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { ExportSource } from '../../contract/exports.ts';
import { operatorOf, type Entry } from './entry.ts';
import { element, fit, plain } from './text.ts';
import { movementCodeKey } from '../movement-code.ts';

/** Status of a document: normal, cancelled, invoiced. */
export interface Status {
  code: 'N' | 'A' | 'F';
  /** Time of the last change, `YYYY-MM-DDThh:mm:ss`. */
  at: string;
  /** Why it was cancelled, empty otherwise. */
  reason: string;
  /** User responsible for it. */
  by: string;
}

/** Where a void gives no reason; a cancelled document needs one. */
const CANCELLED = 'Anulado';

/** See `CountryExport.stateKeys`. */
export function stateKeys({ SQ, ESR }: JournalRecord): string[] {
  return [voidKey(SQ), ...(ESR?.FN === undefined ? [] : [invoicedKey(ESR.FN), movementCodeKey(ESR.FN)])];
}

const voidKey = (sq: number) => `VOID ${sq}`;
const invoicedKey = (id: string) => `PT/invoiced ${id}`;

/** The code that a manager has entered for a document that goes with goods; empty for none. */
export function movementCodeOf({ state }: ExportSource, id: string): string {
  return plain(state.get(movementCodeKey(id)));
}

/**
 * False when a document stands for sure, as nearly all do. Where it is true the
 * source must be asked: a void may have come in since the export began.
 */
export function mayBeCancelled({ state }: ExportSource, { SQ }: JournalRecord): boolean {
  return state.get(voidKey(SQ)) !== undefined;
}

/**
 * Status of a document: cancelled if there is a void, which says when, why and
 * by whom; invoiced if an invoice was made from it; else normal.
 */
export function statusOf(entry: Entry, source: ExportSource, by: JournalRecord | null): Status {
  if (by !== null) {
    return {
      code: 'A',
      at: latest(by.D, entry.entered),
      reason: fit(by.ESR?.Rsn, 50) || CANCELLED,
      by: operatorOf(by),
    };
  }
  const issuer = operatorOf(entry.record);
  const at = entry.class === 'WD' || entry.class === 'MG' ? invoicedAt(source, entry.id) : null;
  return at === null
    ? { code: 'N', at: entry.entered, reason: '', by: issuer }
    : { code: 'F', at: latest(at, entry.entered), reason: '', by: issuer };
}

function invoicedAt({ state }: ExportSource, id: string): string | null {
  const invoiced = state.get(invoicedKey(id));
  if (typeof invoiced !== 'object' || invoiced === null || Array.isArray(invoiced)) return null;
  return typeof invoiced.at === 'string' ? invoiced.at : null;
}

/** A status cannot be older than its document, however the clocks went. */
function latest(a: string, b: string): string {
  return a > b ? a : b;
}

/** `DocumentStatus`; the sections name its parts after themselves. */
export function statusElement(
  status: Status,
  entry: Entry,
  names: { status: string; source: 'SourceBilling' | 'SourcePayment' },
): string {
  const { status: name, source } = names;
  return (
    `<DocumentStatus><${name}>${status.code}</${name}><${name}Date>${status.at}</${name}Date>` +
    `${element('Reason', status.reason)}${element('SourceID', status.by)}` +
    `<${source}>${entry.recovered ? 'M' : 'P'}</${source}></DocumentStatus>`
  );
}
