/**
 * Corrections of what a province has refused, or has taken with warnings (Zuzendu, Araba
 * and Gipuzkoa): the document anew, with the signature of the file that stays as it is. They are not signed.
 */
import type { CancelledDocument, IssuedDocument } from '../document.ts';
import { SIGNATURE_CHARACTERS, type Fingerprint } from './fingerprint.ts';
import { cancellationBody, fingerprintXml, invoiceXml, PREFIX, subjects } from './invoice-xml.ts';
import { element, group } from './xml.ts';

/** Namespaces of corrections. */
export const ZUZENDU_NAMESPACES = {
  issue: 'urn:ticketbai:zuzendu-alta',
  cancel: 'urn:ticketbai:zuzendu-baja',
} as const;

const VERSION = '1.0';

/** What a correction is of, and with what. */
interface Correction {
  fingerprint: Fingerprint;
  /** Of the file as it was made first. */
  signature: string;
}

/** The correction of an invoice. @param action `SUBSANAR` what was refused, `MODIFICAR` what was taken */
export function invoiceCorrection(
  action: 'SUBSANAR' | 'MODIFICAR',
  document: IssuedDocument,
  { fingerprint, signature }: Correction,
): string {
  return root(
    'SubsanacionModificacionTicketBAI',
    ZUZENDU_NAMESPACES.issue,
    group('Cabecera', element('IDVersion', VERSION), element('Accion', action)),
    subjects(document) + invoiceXml(document) + fingerprintXml(fingerprint),
    element('SignatureValueFirmaFactura', signature.slice(0, SIGNATURE_CHARACTERS)),
  );
}

/** The correction of a cancellation. */
export function cancellationCorrection(
  document: CancelledDocument,
  { fingerprint, signature }: Correction,
): string {
  return root(
    'SubsanacionAnulacionTicketBAI',
    ZUZENDU_NAMESPACES.cancel,
    group('Cabecera', element('IDVersion', VERSION)),
    cancellationBody(document, fingerprint),
    element('SignatureValueFirmaAnulacion', signature.slice(0, SIGNATURE_CHARACTERS)),
  );
}

function root(name: string, namespace: string, ...content: string[]): string {
  return `<${PREFIX}:${name} xmlns:${PREFIX}="${namespace}">${content.join('')}</${PREFIX}:${name}>`;
}
