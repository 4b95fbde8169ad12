/** What has to be printed of a French document besides its lines, as `Fis.Tag` (CGI art. 286; NF525). */
import type { Cfg } from '../../receipt/cfg.ts';
import { localDate, localDecimal } from '../../receipt/local-format.ts';
import { amountText, minor } from '../../receipt/money.ts';
import { isPosition, type CompleteEsr, type Tag } from '../../receipt/tra.ts';
import type { CountryContext } from '../contract/services.ts';
import { certificateText } from './certification.ts';
import type { DocumentKind } from './document.ts';
import { softwareOf } from './identity.ts';
import { excerpt } from './signature.ts';

/** A document that is signed. */
export interface SignedDocument {
  kind: DocumentKind;
  esr: CompleteEsr;
  /** Its number, and what it is. */
  number: string;
  /** Numbers of the documents that it takes back. */
  originals: readonly string[];
  operation: string;
  signature: string;
  /** It was issued while the register could not be reached. */
  isDegraded: boolean;
}

/** Marks that must not be overlooked. */
export const MARKS = {
  training: 'MODE ÉCOLE – SANS VALEUR',
  provisional: 'DOCUMENT PROVISOIRE – NE VAUT PAS PAIEMENT',
  degraded: 'MODE DÉGRADÉ',
} as const;

/** Everything to be printed of a document. */
export function documentTags(document: SignedDocument, context: CountryContext): Tag[] {
  const { esr, kind, number, originals, operation, signature, isDegraded } = document;
  const { cfg } = context;
  return [
    ...companyTags(cfg, kind === 'invoice'),
    ...(kind === 'invoice' ? customerTags(esr) : []),
    ...sumTags(esr),
    tag('Opération', 'Operation', operation),
    tag('N° de document', 'DocumentNumber', number),
    ...(originals.length > 0 ? [tag('Document d’origine', 'Reference', originals.join(' '))] : []),
    tag('Caisse', 'Register', esr.TT),
    tag('Nombre de lignes', 'Lines', String(esr.PosA.filter(isPosition).length)),
    ...(isDegraded ? [tag('', 'Degraded', MARKS.degraded)] : []),
    ...(kind === 'training' ? trainingTags(esr) : []),
    ...(kind === 'other' ? [tag('', 'Provisional', MARKS.provisional)] : []),
    ...softwareTags(context),
    tag('Impression', 'Print', 'ORIGINAL'),
    tag('Signature', 'SignatureExcerpt', excerpt(signature)),
  ];
}

/** What is printed of a closing. */
export function closingTags(
  rows: readonly (readonly [label: string, name: string, value: string])[],
  signature: string,
  context: CountryContext,
): Tag[] {
  return [
    ...companyTags(context.cfg, false),
    ...rows.map((row) => tag(...row)),
    ...softwareTags(context),
    tag('Signature', 'SignatureExcerpt', excerpt(signature)),
  ];
}

/** What is printed of a copy, besides all of its original. */
export function copyTags({
  copy,
  time,
  original,
  signature,
}: {
  copy: number;
  time: string;
  original: string;
  signature: string;
}): Tag[] {
  return [
    tag('Impression', 'Print', `DUPLICATA ${copy} de ${original}`),
    tag('Imprimé le', 'DuplicateTime', localDate(time, 'fr')),
    tag('Signature du duplicata', 'DuplicateSignature', excerpt(signature)),
  ];
}

/** Sums of the tax table: without tax, and the tax. */
function sumTags({ TaxA }: CompleteEsr): Tag[] {
  const sum = (name: 'Net' | 'TAmt') => TaxA.reduce((total, line) => total + minor(line[name], 2), 0);
  const text = (cents: number) => localDecimal(amountText(cents, 2), 'fr');
  return [tag('Total HT', 'Net', text(sum('Net'))), tag('Total TVA', 'Tax', text(sum('TAmt')))];
}

function softwareTags(context: CountryContext): Tag[] {
  return [
    tag('Logiciel', 'Software', softwareOf(context)),
    tag('Certificat', 'Certificate', certificateText(context)),
  ];
}

function trainingTags({ FR_Trainer: trainer }: CompleteEsr): Tag[] {
  return [
    tag('', 'Training', MARKS.training),
    ...(typeof trainer === 'string' && trainer !== '' ? [tag('Formateur', 'Trainer', trainer)] : []),
  ];
}

/** Numbers of the company; form, capital and register of companies on invoices alone. */
function companyTags({ Cmp, Loc = {} }: Cfg, isInvoice: boolean): Tag[] {
  const numbers = knownTags([
    Loc.FR_SIR === undefined ? ['SIREN', 'SIREN', Cmp.FR_SRN] : ['SIRET', 'SIRET', Loc.FR_SIR],
    ['NAF/APE', 'NAF', Cmp.FR_NAF],
    ...(isInvoice
      ? ([
          ['Forme juridique', 'LegalForm', Cmp.FR_TYPE],
          ['Capital social', 'Capital', Cmp.FR_CAPITAL],
          ['RCS', 'RCS', Cmp.FR_RCS],
          ['RM', 'Metier', Cmp.FR_METIER],
        ] as const)
      : []),
  ]);
  const onPayment = Cmp.VATonPayment === '1';
  return [...numbers, ...(onPayment ? [tag('', 'VatOnPayment', 'TVA acquittée sur les encaissements')] : [])];
}

/** Numbers of the customer of an invoice, where it is a company. */
function customerTags({ Ctm = {} }: CompleteEsr): Tag[] {
  return knownTags([
    ['SIRET du client', 'CustomerSIRET', Ctm.FR_SIR],
    ['SIREN du client', 'CustomerSIREN', Ctm.FR_SRN],
    ['NAF/APE du client', 'CustomerNAF', Ctm.FR_NAF],
  ]);
}

/** The rows that have a value. */
function knownTags(rows: readonly (readonly [label: string, name: string, value: unknown])[]): Tag[] {
  return rows.flatMap(([label, name, value]) =>
    typeof value === 'string' && value !== '' ? [tag(label, name, value)] : [],
  );
}

function tag(Label: string, Name: string, Value: string): Tag {
  return { Label, Name, Value };
}
