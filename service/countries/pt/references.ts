/**
 * What a document refers to: credit notes their invoice, invoices the table
 * consultation or delivery note they were made from (Despacho 8632/2014; facts
 * of SAF-T: References, OrderReferences, status F).
 */
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { amountText, minor } from '../../receipt/money.ts';
import type { CompleteEsr, Esr, JournalRecord } from '../../receipt/tra.ts';
import type { State } from '../contract.ts';
import { classOf, isDocumentType, total, type DocumentType } from './document.ts';
import { originalOf, recoveredAs } from './recovery.ts';
import { seriesOf } from './series.ts';

/** The document that another one refers to. */
export interface Reference {
  /** Number to print and export: of a recovered document the one on its original. */
  number: string;
  /** Number in this register, null when the document is not in it. */
  own: string | null;
  /** Its date, `YYYY-MM-DD`, when it is known. */
  date: string | null;
}

/** State key of what credit notes have taken of an invoice, cents. */
function correctedKey(FN: string): string {
  return `PT/corrected ${FN}`;
}

/** State key of a working or transport document that an invoice was made from. */
export function invoicedKey(FN: string): string {
  return `PT/invoiced ${FN}`;
}

/** What a document refers to, null when to nothing. */
export function referenceOf(esr: Esr, referred: JournalRecord | null, state: State): Reference | null {
  const original = referred?.ESR;
  if (original?.FN !== undefined) {
    const number = originalOf(original)?.number ?? original.FN;
    return { number, own: original.FN, date: original.D?.slice(0, 10) ?? null };
  }
  if (esr.RFN === undefined) return null;
  const date = typeof esr.RD === 'string' ? esr.RD.slice(0, 10) : null;
  return { number: esr.RFN, own: recoveredAs(state, esr.RFN), date };
}

/** The type of the document that is referred to, null when its number does not say. */
function typeOf(reference: Reference): DocumentType | null {
  const type = (reference.own ?? reference.number).slice(0, 2);
  return isDocumentType(type) ? type : null;
}

/** Checks a correction against what it corrects, as far as this register knows it. */
export function checkReference(
  esr: CompleteEsr,
  type: DocumentType,
  reference: Reference | null,
  referred: JournalRecord | null,
  state: State,
): Issue[] {
  if (
    type === 'NC' &&
    reference &&
    !referred &&
    reference.own === null &&
    isNotIssued(reference.number, state)
  ) {
    const text = `this register has not issued ${reference.number}`;
    return [issue('#PT_REFERENCE', 'ESR.RFN', text)];
  }
  const own = reference?.own ?? null;
  if (type !== 'NC' || reference === null || own === null || !referred?.ESR) return [];
  const referredType = typeOf(reference);
  if (referredType !== null && (classOf(referredType) !== 'SI' || referredType === 'NC')) {
    return [issue('#PT_REFERENCE', 'ESR.RFN', `a credit note corrects an invoice, not ${own}`)];
  }
  if (isCancelled(referred, state)) {
    return [issue('#PT_REFERENCE', 'ESR.RFN', `${own} is cancelled; there is nothing to correct`)];
  }
  const whole = minor(referred.ESR.T, 2);
  const taken = correctedBy(state, own) + Math.abs(total(esr));
  if (taken <= whole) return [];
  const left = amountText(whole - correctedBy(state, own), 2);
  return [issue('#PT_REFERENCE', 'ESR.T', `credit notes would exceed ${own}: ${left} of it are left`)];
}

/** State changes that go with a document's reference. */
export function referenceChanges(
  esr: CompleteEsr,
  type: DocumentType,
  reference: Reference | null,
  state: State,
  entry: string,
): Record<string, Json> {
  const own = reference?.own ?? null;
  if (reference === null || own === null) return {};
  if (type === 'NC') {
    return { [correctedKey(own)]: correctedBy(state, own) + Math.abs(total(esr)) };
  }
  const referred = typeOf(reference);
  const madeFrom = referred !== null && (classOf(referred) === 'WD' || classOf(referred) === 'MG');
  if (!madeFrom || classOf(type) !== 'SI') return {};
  return { [invoicedKey(own)]: { at: entry } };
}

/** An invoice with credit notes cannot be cancelled: cancel those first. */
export function checkCancellation(original: JournalRecord, state: State): Issue[] {
  const FN = original.ESR?.FN;
  if (FN === undefined || correctedBy(state, FN) === 0) return [];
  return [issue('#PT_CORRECTED', 'ESR.RFN', `${FN} has credit notes; void those first`)];
}

/** State changes that undo what a cancelled document did to the one it referred to. */
export function cancellationChanges(original: JournalRecord, state: State): Record<string, Json> {
  const own = original.Fis?.PT_OwnReference ?? original.Fis?.PT_Reference;
  if (typeof own !== 'string' || !original.ESR) return {};
  if (state.get(invoicedKey(own)) !== undefined) return { [invoicedKey(own)]: null };
  const corrected = correctedBy(state, own);
  if (original.ESR.FN?.startsWith('NC ') !== true || corrected === 0) return {};
  return { [correctedKey(own)]: Math.max(corrected - Math.abs(minor(original.ESR.T, 2)), 0) };
}

/** True for a number of one of this register's series that is above the last one given. */
function isNotIssued(FN: string, state: State): boolean {
  const slash = FN.lastIndexOf('/');
  const series = slash < 0 ? null : seriesOf(state, FN.slice(0, slash));
  return series !== null && Number(FN.slice(slash + 1)) > series.number;
}

function correctedBy(state: State, FN: string): number {
  const value = state.get(correctedKey(FN));
  return typeof value === 'number' ? value : 0;
}

function isCancelled(record: JournalRecord, state: State): boolean {
  return state.get(`VOID ${record.SQ}`) !== undefined;
}
