/** Which Portuguese document a receipt is, and the series it counts in (doc 3, Portugal rules). */
import { issue, type Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import { isNonFiscal, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';
import { customerTaxId } from './tax-id.ts';

/** Invoices and their corrections, the documents of this register so far. */
export const DOCUMENT_TYPES = {
  FS: 'Fatura simplificada',
  FT: 'Fatura',
  FR: 'Fatura-recibo',
  ND: 'Nota de débito',
  NC: 'Nota de crédito',
} as const;

/** Document type code of the tax authority. */
export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** From this total on the document is an invoice and needs the customer's tax id. Cents. */
export const INVOICE_FROM = 100_000;

/** True when the record becomes a numbered, signed document. A void only marks its original as cancelled. */
export function isDocument(esr: Esr): boolean {
  return !isNonFiscal(esr) && !isTraining(esr) && esr.Void !== '1';
}

/** Total in cents. */
export function total(esr: CompleteEsr): number {
  return minor(esr.T, 2);
}

/** The document type: ESR.DT, else by total and customer. */
export function documentType(esr: CompleteEsr): DocumentType {
  if (esr.DT !== undefined && Object.hasOwn(DOCUMENT_TYPES, esr.DT)) return esr.DT as DocumentType;
  if (total(esr) < 0) return 'NC';
  return total(esr) >= INVOICE_FROM || customerTaxId(esr) !== null ? 'FT' : 'FS';
}

/** Series with its document type, the part of the fiscal number before the slash: `FS 1_1.26`. */
export function seriesOf(esr: CompleteEsr): string {
  return `${documentType(esr)} ${esr.TL}_${esr.TT}.${esr.D.slice(2, 4)}`;
}

/** The tax authority's rules for series names: its characters, no separator at an end or doubled. */
const SERIES_NAME = /^(?=.{1,35}$)[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;

/** Checks that TL and TT can make a series name. */
export function checkSeries(TL: string, TT: string, path: string): Issue[] {
  const name = `${TL}_${TT}.00`;
  if (SERIES_NAME.test(name)) return [];
  return [
    issue(
      '#PT_SERIES',
      path,
      `TL ${JSON.stringify(TL)} and TT ${JSON.stringify(TT)} make no valid series name: letters, digits and single . _ - inside, at most 31 characters together`,
    ),
  ];
}
