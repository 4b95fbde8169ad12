/**
 * Credit and debit notes that this register could not hold against an invoice:
 * those of invoices that it does not have, and those that name none. They are
 * registered, and a manager sees the newest of them.
 */
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { Original } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { strangePositions } from './corrections.ts';
import type { DocumentType } from './document.ts';
import { differsInCustomer, type Reference } from './references.ts';
import type { UnreferencedRow } from './wire.ts';

const KEY = 'PT/unreferenced';
/** Rows that are kept. */
const MOST_ROWS = 50;
/** Characters of a number that are kept. */
const LONGEST_NUMBER = 60;

/** The newest notes without a known invoice, oldest first. */
export function unreferenced(state: State): UnreferencedRow[] {
  const rows = state.get(KEY);
  return Array.isArray(rows) ? (rows as unknown as UnreferencedRow[]) : [];
}

/** What is said of a note whose invoices, or some of its positions, are not known; English. */
export function referenceWarnings(
  esr: CompleteEsr,
  type: DocumentType,
  originals: readonly Original[],
  references: readonly Reference[],
): string[] {
  if (type !== 'NC' && type !== 'ND') return [];
  const note = type === 'NC' ? 'a credit note' : 'a debit note';
  const warnings = originals
    .filter(({ record }) => record === null)
    .map(({ name, path, RFN }) => {
      const fix =
        RFN === undefined ? '; name the corrected document by RFN' : '; it is not checked against it';
      return `${path}.${RFN === undefined ? 'RTN' : 'RFN'}: this register has no such receipt: ${name}${fix}`;
    });
  if (originals.length === 0) warnings.push(`ESR.RFN: ${note} should name the corrected document`);
  if (esr.Rsn === undefined && !esr.PosA.every(({ Rsn }) => Rsn !== undefined)) {
    warnings.push(`ESR.Rsn: ${note} should give its reason`);
  }
  for (const { own, number } of references) {
    if (own && differsInCustomer(esr, own))
      warnings.push(`ESR.Ctm.TaxId: only one of ${number} and ${note} names a customer; send the invoice's`);
  }
  for (const { own, number, positions } of type === 'NC' ? references : []) {
    for (const i of own ? strangePositions(esr, positions, own) : [])
      warnings.push(`ESR.PosA[${i}]: is no article of ${number}`);
  }
  return warnings;
}

/** State change of a note that is to be shown to the manager. */
export function unreferencedChanges(
  esr: CompleteEsr,
  type: DocumentType,
  FN: string,
  originals: readonly Original[],
  state: State,
): Record<string, Json> {
  if (type !== 'NC' && type !== 'ND') return {};
  const unknown = originals.filter(({ record }) => record === null);
  if (unknown.length === 0 && originals.length > 0) return {};
  const reference = unknown[0]?.name.slice(0, LONGEST_NUMBER) ?? null;
  const row = { FN, date: esr.D.slice(0, 10), total: esr.T, reference };
  return { [KEY]: [...unreferenced(state), row].slice(-MOST_ROWS).map((kept) => ({ ...kept })) };
}

/** State change of a note that was cancelled. */
export function forgetUnreferenced(FN: string, state: State): Record<string, Json> {
  const rows = unreferenced(state);
  const left = rows.filter((row) => row.FN !== FN);
  if (left.length === rows.length) return {};
  return { [KEY]: left.length === 0 ? null : left.map((kept) => ({ ...kept })) };
}
