/** Records of VERI*FACTU as XML (SuministroInformacion.xsd), and their chain. */
import type { Json } from '../../../receipt/json.ts';
import { isTree } from '../../../receipt/tree.ts';
import { textElement } from '../../base/xml-writer.ts';
import { SYSTEM_ID } from '../declaration.ts';
import type { CancelledDocument, DocumentId, IssuedDocument, Person, TaxRow } from '../document.ts';
import { bareNif, isNif } from '../nif.ts';
import { fullNumber } from '../series.ts';
import { altaHash, cancelHash } from './hash.ts';

/** Namespace of records. */
export const RECORD_NAMESPACE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd';

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

/** A record, and the link that it is. `xml` has its namespace, and no XML declaration. */
export interface MadeRecord {
  xml: string;
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
  const xml = root('RegistroAlta', [
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
      ? [branch('Destinatarios', document.recipients.map((one) => branch('IDDestinatario', personOf(one))).join(''))]
      : []),
    branch('Desglose', document.taxes.map(rowOf).join('')),
    ...[element('CuotaTotal', quota), element('ImporteTotal', total)],
    ...endOf(parts, hash),
  ]);
  return { xml, link: { ...known, hash } };
}

/** An anulación. */
export function cancelRecord(
  { id, issuer }: CancelledDocument,
  parts: RecordParts,
  flags: { withoutRecord: boolean; rejected: boolean },
): MadeRecord {
  const known = { nif: issuer.nif, number: fullNumber(id), date: spanishDate(id.date) };
  const hash = cancelHash({ ...known, before: parts.before?.hash ?? '', time: parts.time });
  const xml = root('RegistroAnulacion', [
    element('IDVersion', '1.0'),
    branch('IDFactura', idOf(issuer.nif, id, 'Anulada')),
    ...(flags.withoutRecord ? [element('SinRegistroPrevio', 'S')] : []),
    ...(flags.rejected ? [element('RechazoPrevio', 'S')] : []),
    ...endOf(parts, hash),
  ]);
  return { xml, link: { ...known, hash } };
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
        (isVat ? '' : element('CodigoPais', other.country)) + element('IDType', other.type) + element('ID', other.id),
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
        ? element('TipoRecargoEquivalencia', surcharge.rate) + element('CuotaRecargoEquivalencia', surcharge.quota)
        : ''),
  );
}

function endOf({ before, software, time }: RecordParts, hash: string): string[] {
  const { producer } = software;
  const chain = before
    ? branch(
        'RegistroAnterior',
        element('IDEmisorFactura', before.nif) +
          element('NumSerieFactura', before.number) +
          element('FechaExpedicionFactura', before.date) +
          element('Huella', before.hash),
      )
    : element('PrimerRegistro', 'S');
  const nif = bareNif(producer.taxId);
  const isVat = /^[A-Z]{2}/.test(producer.taxId);
  const id = isNif(nif)
    ? element('NIF', nif)
    : branch('IDOtro', element('IDType', isVat ? '02' : '06') + element('ID', producer.taxId));
  return [
    branch('Encadenamiento', chain),
    branch(
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
    ),
    ...[element('FechaHoraHusoGenRegistro', time), element('TipoHuella', '01'), element('Huella', hash)],
  ];
}

function root(name: string, inner: readonly string[]): string {
  return `<sf:${name} xmlns:sf="${RECORD_NAMESPACE}">${inner.join('')}</sf:${name}>`;
}

function element(name: string, text: string): string {
  return textElement(`sf:${name}`, text);
}

function branch(name: string, inner: string): string {
  return `<sf:${name}>${inner}</sf:${name}>`;
}
