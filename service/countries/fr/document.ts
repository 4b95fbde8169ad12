/** What a French document is, by its type and by what the POS calls it. */
import { minor } from '../../receipt/money.ts';
import { isNonFiscal, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';
import type { Kind } from './signed-text.ts';

/** Documents that are signed as such; the rest is not signed, or is a copy or a closing. */
export type DocumentKind = Extract<Kind, 'ticket' | 'invoice' | 'training' | 'other'>;

/** What becomes of a record. */
export type Role =
  | { kind: DocumentKind }
  /** The copy of a document (`NFS` is DUP). */
  | { kind: 'duplicate' }
  /** The end of a shift or day (`NFS` is CLO or Z). */
  | { kind: 'closing' }
  /** Not signed (`NF`); `event` is its name in small letters. */
  | { kind: 'unsigned'; event: string };

const INVOICE = /^(?:facture|invoice|fa)$/i;

/** What the document type (`DT`) of an invoice may be, for people. */
export const INVOICE_TYPES = 'Facture, Invoice, FA';

/** Kind of a record. */
export function roleOf(esr: Esr): Role {
  if (isTraining(esr)) return { kind: 'training' };
  const signed = esr.NFS?.trim().toUpperCase();
  if (signed === 'DUP') return { kind: 'duplicate' };
  if (signed === 'CLO' || signed === 'Z' || signed === 'CLOSURE') return { kind: 'closing' };
  if (esr.NFS !== undefined && esr.NF === undefined)
    return EVENTS_ALONE.has(signed ?? '')
      ? { kind: 'unsigned', event: signed!.toLowerCase() }
      : { kind: 'other' };
  if (isNonFiscal(esr)) return { kind: 'unsigned', event: (esr.NF ?? '').trim().toLowerCase() };
  return { kind: isInvoice(esr) ? 'invoice' : 'ticket' };
}

/** What is signed as an event alone. */
const EVENTS_ALONE = new Set(['LOGIN', 'LOGOUT', 'OVERRIDE', 'ACCOUNTING']);

/** True for invoices. */
export function isInvoice({ DT }: Esr): boolean {
  return DT !== undefined && INVOICE.test(DT.trim());
}

/** True for documents that are turnover. */
export function isTurnover(esr: Esr): boolean {
  const { kind } = roleOf(esr);
  return kind === 'ticket' || kind === 'invoice';
}

/** `Vente` or `Remboursement`, by the sign of the total. */
export function operationOf({ T }: Pick<CompleteEsr, 'T'>): 'Vente' | 'Remboursement' {
  return minor(T, 2) < 0 ? 'Remboursement' : 'Vente';
}

/** Letters of the numbers of each kind. */
export const NUMBER_LETTERS: Readonly<Record<DocumentKind, string>> = {
  ticket: 'T',
  invoice: 'F',
  training: 'E',
  other: 'N',
};

/** Names of the kinds on paper and in texts that are signed. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = {
  ticket: 'Ticket',
  invoice: 'Facture',
  training: 'École',
  other: 'Document',
};
