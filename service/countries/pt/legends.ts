/** Sentences the law wants on documents, word for word (Despacho 8632/2014). */
import type { Program } from '../contract/services.ts';
import type { DocumentType } from './document.ts';
import type { Original } from './recovery.ts';

/** On whatever is printed for training. */
export const TRAINING_LEGEND = 'Documento emitido para fins de Formação';
/** On documents of tests: their numbers and codes look real. The law has no words for it. */
export const TEST_LEGEND = 'Documento de teste, sem valor fiscal';
/** On whatever could be taken for an invoice and is none. */
export const NO_INVOICE = 'Este documento não serve de fatura';

/** Who made the program: stands at the head of training documents instead of the shop. */
export function producerLegend({ name, taxId }: Program['producer']): string {
  return `${name} - NIF ${taxId}`;
}

/** Certificate number as printed: at least four digits, `0000` for none. */
function printed(certificate: string): string {
  return certificate.padStart(4, '0');
}

/** On signed documents: the four characters of the hash, then the program. */
export function certificationLegend(characters: string, certificate: string): string {
  return `${characters}-Processado por programa certificado n.º ${printed(certificate)}/AT`;
}

/** On documents that are not signed. */
export function plainLegend(certificate: string): string {
  return `Emitido por programa certificado n.º ${printed(certificate)}/AT`;
}

/** On recovered documents: what they are a copy of, `Cópia do documento original - FTM abc/00001`. */
export function recoveredLegend(type: DocumentType, { mark, number }: Original): string {
  return `Cópia do documento original - ${type}${mark === 'M' ? 'M' : 'D'} ${number}`;
}
