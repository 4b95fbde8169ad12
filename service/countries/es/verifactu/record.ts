/** Records of VERI*FACTU as XML (SuministroInformacion.xsd), and their chain. */
import type { Json } from '../../../receipt/json.ts';
import { isTree } from '../../../receipt/tree.ts';
import { canonicalElement } from '../../base/xades.ts';
import { SYSTEM_ID } from '../declaration.ts';
import type { CancelledDocument, DocumentId, IssuedDocument, Person, TaxRow } from '../document.ts';
import { bareNif, isNif } from '../nif.ts';
import { fullNumber } from '../series.ts';
import { altaHash, cancelHash } from './hash.ts';

/** Namespace of records. */
export const RECORD_NAMESPACE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd';

/** Prefix of that namespace. */
export const RECORD_PREFIX = 'sf';

/** The chain ends with this record; its hash stands in the next one. */
export interface ChainLink extends Record<string, Json> {
  nif: string;
  number: string;
  /** `dd-mm-yyyy`. */
  date: string;
  hash: string;
}

/** Where a chain ends; null before its first record. */
export function linkOf(chain: Json | null): ChainLink | null {
  return isTree(chain) && typeof chain.hash === 'string' ? (chain as unknown as ChainLink) : null;
}

/** The program that makes the record. */
export interface Software {
  producer: { name: string; taxId: string };
  name: string;
  version: string;
  installation: string;
}

/** What a record is made with, besides its document. */
export interface RecordParts {
  before: ChainLink | null;
  software: Software;
  /** When it is made, with offset. */
  time: string;
}

/** A record, and the link that it is. `content` is what stands in its root, in canonical form, so that it can be signed as it is. */
export interface MadeRecord {
  name: 'RegistroAlta' | 'RegistroAnulacion';
  content: string;
  link: ChainLink;
}

/** How an alta corrects an earlier one. `rejected` is RechazoPrevio: X never registered, S a correction was refused. */
export interface Correction {
  rejected: 'N' | 'S' | 'X';
}

/** Total from which an amount has to be said on purpose (Macrodato), cents text: 100 million. */
const MACRO_DIGITS = 9;

/** `2026-05-12` as the AEAT writes it. */
export function spanishDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}-${month}-${year}`;
}

/** An alta: of a document, or of its correction. */
export function altaRecord(
  document: IssuedDocument,
  parts: RecordParts,
  correction: Correction | null,
): MadeRecord {
  const { id, issuer, kind, quota, total } = document;
  const [number, date] = [fullNumber(id), spanishDate(id.date)];
  const { before, time } = parts;
  const known = { nif: issuer.nif, number, date };
  const hash = altaHash({ ...known, kind, quota, total, before: before?.hash ?? '', time });
  const isCorrection = kind.startsWith('R');
  const whole = total.replace('-', '').split('.')[0]!;
  const content = [
    ...[element('IDVersion', '1.0'), branch('IDFactura', idOf(issuer.nif, id))],
    element('NombreRazonEmisor', issuer.name),
    ...(correction
      ? [
          element('Subsanacion', 'S'),
          ...(correction.rejected === 'N' ? [] : [element('RechazoPrevio', correction.rejected)]),
        ]
      : []),
    element('TipoFactura', kind),
    ...(isCorrection ? [element('TipoRectificativa', 'I')] : []),
    ...referencesOf(document),
    element('DescripcionOperacion', document.description),
    ...(whole.length >= MACRO_DIGITS ? [element('Macrodato', 'S')] : []),
    ...(document.recipients.length > 0
      ? [
          branch(
            'Destinatarios',
            document.recipients.map((one) => branch('IDDestinatario', personOf(one))).join(''),
          ),
        ]
      : []),
    branch('Desglose', document.taxes.map(rowOf).join('')),
    ...[element('CuotaTotal', quota), element('ImporteTotal', total)],
    ...endOf(parts, hash),
  ].join('');
  return { name: 'RegistroAlta', content, link: { ...known, hash } };
}

/** An anulación. */
export function cancelRecord(
  { id, issuer }: CancelledDocument,
  parts: RecordParts,
  flags: { withoutRecord: boolean; rejected: boolean },
): MadeRecord {
  const known = { nif: issuer.nif, number: fullNumber(id), date: spanishDate(id.date) };
  const hash = cancelHash({ ...known, before: parts.before?.hash ?? '', time: parts.time });
  const content = [
    element('IDVersion', '1.0'),
    branch('IDFactura', idOf(issuer.nif, id, 'Anulada')),
    ...(flags.withoutRecord ? [element('SinRegistroPrevio', 'S')] : []),
    ...(flags.rejected ? [element('RechazoPrevio', 'S')] : []),
    ...endOf(parts, hash),
  ].join('');
  return { name: 'RegistroAnulacion', content, link: { ...known, hash } };
}

function referencesOf({ kind, issuer, references }: IssuedDocument): string[] {
  if (references.length === 0) return [];
  const [list, entry] =
    kind === 'F3'
      ? ['FacturasSustituidas', 'IDFacturaSustituida']
      : ['FacturasRectificadas', 'IDFacturaRectificada'];
  return [branch(list, references.map((id) => branch(entry, idOf(issuer.nif, id))).join(''))];
}

function idOf(nif: string, id: DocumentId, suffix = ''): string {
  return (
    element(`IDEmisorFactura${suffix}`, nif) +
    element(`NumSerieFactura${suffix}`, fullNumber(id)) +
    element(`FechaExpedicionFactura${suffix}`, spanishDate(id.date))
  );
}

function personOf({ name, nif, other }: Person): string {
  const isVat = other?.type === '02';
  const number = other
    ? branch(
        'IDOtro',
        // The country stands in a VAT number already.
        (isVat ? '' : element('CodigoPais', other.country)) +
          element('IDType', other.type) +
          element('ID', other.id),
      )
    : element('NIF', nif ?? '');
  return element('NombreRazon', name) + number;
}

const TAXES = { IVA: '01', IPSI: '02', IGIC: '03' } as const;

function rowOf({ tax, cause, rate, base, quota, surcharge, regime }: TaxRow): string {
  const isTaxed = cause === undefined || cause === 'S2';
  const qualification = cause?.startsWith('E')
    ? element('OperacionExenta', cause)
    : element('CalificacionOperacion', cause ?? 'S1');
  return branch(
    'DetalleDesglose',
    element('Impuesto', TAXES[tax]) +
      (tax === 'IPSI' ? '' : element('ClaveRegimen', regime)) +
      qualification +
      (isTaxed ? element('TipoImpositivo', rate) : '') +
      element('BaseImponibleOimporteNoSujeto', base) +
      (isTaxed ? element('CuotaRepercutida', quota) : '') +
      (surcharge
        ? element('TipoRecargoEquivalencia', surcharge.rate) +
          element('CuotaRecargoEquivalencia', surcharge.quota)
        : ''),
  );
}

function endOf({ before, software, time }: RecordParts, hash: string): string[] {
  const chain = before
    ? branch(
        'RegistroAnterior',
        element('IDEmisorFactura', before.nif) +
          element('NumSerieFactura', before.number) +
          element('FechaExpedicionFactura', before.date) +
          element('Huella', before.hash),
      )
    : element('PrimerRegistro', 'S');
  return [
    branch('Encadenamiento', chain),
    softwareOf(software),
    ...[element('FechaHoraHusoGenRegistro', time), element('TipoHuella', '01'), element('Huella', hash)],
  ];
}

/** The block SistemaInformatico, the same in records and events. */
export function softwareOf(software: Software): string {
  const { producer } = software;
  const nif = bareNif(producer.taxId);
  const isVat = /^[A-Z]{2}/.test(producer.taxId);
  const id = isNif(nif)
    ? element('NIF', nif)
    : branch('IDOtro', element('IDType', isVat ? '02' : '06') + element('ID', producer.taxId));
  return branch(
    'SistemaInformatico',
    element('NombreRazon', producer.name) +
      id +
      element('NombreSistemaInformatico', software.name) +
      element('IdSistemaInformatico', SYSTEM_ID) +
      element('Version', software.version) +
      element('NumeroInstalacion', software.installation) +
      // It can sign its records instead, and one program serves many companies, each with chains of its own.
      element('TipoUsoPosibleSoloVerifactu', 'N') +
      element('TipoUsoPosibleMultiOT', 'S') +
      element('IndicadorMultiplesOT', 'N'),
  );
}

/** A record without a signature. */
export function unsignedRecord({ name, content }: MadeRecord): string {
  return `<${RECORD_PREFIX}:${name} xmlns:${RECORD_PREFIX}="${RECORD_NAMESPACE}">${content}</${RECORD_PREFIX}:${name}>`;
}

function element(name: string, text: string): string {
  return canonicalElement(`${RECORD_PREFIX}:${name}`, text);
}

function branch(name: string, inner: string): string {
  return `<${RECORD_PREFIX}:${name}>${inner}</${RECORD_PREFIX}:${name}>`;
}
