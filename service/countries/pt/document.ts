/**
 * Which Portuguese document a receipt is: its type, the part of SAF-T it
 * belongs to, what the law wants printed on it (doc 3, Portugal rules).
 */
import { minor } from '../../receipt/money.ts';
import { isNonFiscal, isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';
import { customerTaxId } from './tax-id.ts';

/**
 * Class of a document, as the series web service names it: invoices and their
 * corrections, transport documents, working documents, receipts.
 */
export type DocumentClass = 'SI' | 'MG' | 'WD' | 'PY';

/** What there is to know about a type of document. */
export interface DocumentFacts {
  class: DocumentClass;
  /** As printed at the head. */
  name: string;
}

/** All document types of the tax authority (doc 3, "PT document type codes"). */
export const DOCUMENTS = {
  FS: { class: 'SI', name: 'Fatura simplificada' },
  FT: { class: 'SI', name: 'Fatura' },
  FR: { class: 'SI', name: 'Fatura-recibo' },
  ND: { class: 'SI', name: 'Nota de débito' },
  NC: { class: 'SI', name: 'Nota de crédito' },
  GR: { class: 'MG', name: 'Guia de remessa' },
  GT: { class: 'MG', name: 'Guia de transporte' },
  GA: { class: 'MG', name: 'Guia de movimentação de ativos fixos próprios' },
  GC: { class: 'MG', name: 'Guia de consignação' },
  GD: { class: 'MG', name: 'Guia ou nota de devolução' },
  CM: { class: 'WD', name: 'Consulta de mesa' },
  CC: { class: 'WD', name: 'Crédito de consignação' },
  FC: { class: 'WD', name: 'Fatura de consignação' },
  FO: { class: 'WD', name: 'Folha de obra' },
  NE: { class: 'WD', name: 'Nota de encomenda' },
  OU: { class: 'WD', name: 'Outro documento' },
  OR: { class: 'WD', name: 'Orçamento' },
  PF: { class: 'WD', name: 'Fatura pró-forma' },
  RP: { class: 'WD', name: 'Prémio ou recibo de prémio' },
  RE: { class: 'WD', name: 'Estorno ou recibo de estorno' },
  CS: { class: 'WD', name: 'Imputação a cosseguradoras' },
  LD: { class: 'WD', name: 'Imputação a cosseguradora líder' },
  RA: { class: 'WD', name: 'Resseguro aceite' },
  RC: { class: 'PY', name: 'Recibo de IVA de caixa' },
  RG: { class: 'PY', name: 'Recibo' },
} as const satisfies Readonly<Record<string, DocumentFacts>>;

/** Document type code of the tax authority. */
export type DocumentType = keyof typeof DOCUMENTS;

/** From this total on the document is an invoice and needs the customer's tax id. Cents. */
export const INVOICE_FROM = 100_000;

/** True for a code of the list. */
export function isDocumentType(code: string | undefined): code is DocumentType {
  return code !== undefined && Object.hasOwn(DOCUMENTS, code);
}

/** Class of a document type. */
export function classOf(type: DocumentType): DocumentClass {
  return DOCUMENTS[type].class;
}

/** Receipts for payments are not signed; everything else is (Despacho 8632/2014). */
export function isSigned(type: DocumentType): boolean {
  return classOf(type) !== 'PY';
}

/** True when the record becomes a numbered document. A void only marks its original as cancelled. */
export function isDocument(esr: Esr): boolean {
  if (esr.Void === '1') return false;
  return isTraining(esr) ? isTrainingDocument(esr) : !isNonFiscal(esr);
}

/** Training with articles or money looks like a document, so it is numbered and signed like one, in a series of its own. */
function isTrainingDocument(esr: Esr): boolean {
  return (esr.PosA?.length ?? 0) > 0;
}

/** A nonfiscal record with lines or money: whoever is given it could take it for an invoice. */
export function isLikeInvoice(esr: Esr): boolean {
  const shows = (esr.PosA?.length ?? 0) > 0 || (esr.PayA?.length ?? 0) > 0;
  return shows && esr.Void !== '1' && !isTraining(esr) && isNonFiscal(esr);
}

/** Total in cents. */
export function total(esr: CompleteEsr): number {
  return minor(esr.T, 2);
}

/** The document type: ESR.DT, else by total and customer. */
export function documentType(esr: CompleteEsr): DocumentType {
  if (isDocumentType(esr.DT)) return esr.DT;
  if (total(esr) < 0) return 'NC';
  return total(esr) >= INVOICE_FROM || customerTaxId(esr) !== null ? 'FT' : 'FS';
}
