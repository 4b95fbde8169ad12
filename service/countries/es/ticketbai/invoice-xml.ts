/** Invoices and cancellations as XML of TicketBAI 1.2, in canonical form. Texts that are too long are cut. */
import type { CancelledDocument, DocumentId, DocumentLine, IssuedDocument, Person } from '../document.ts';
import { breakdownXml, regimesOf } from './breakdown-xml.ts';
import type { Fingerprint, Software } from './fingerprint.ts';
import { dayOf, element, group, LONG } from './xml.ts';

/** Version of files. */
export const VERSION = '1.2';
/** Namespaces of what is signed. */
export const NAMESPACES = { issue: 'urn:ticketbai:emision', cancel: 'urn:ticketbai:anulacion' } as const;
/** Namespace prefix of the root; nothing else has one. */
export const PREFIX = 'tbai';
/** Lines that an invoice may have. */
export const MOST_LINES = 1000;

const SHORT = 20;
const NAME = 120;
const DEVICE = 30;
/** Countries that the schema does not list, and what it has for them. */
const UNLISTED: ReadonlySet<string> = new Set(['XK']);
const ELSEWHERE = 'QU';

/** Content of `TicketBai`. */
export function invoiceContent(document: IssuedDocument, fingerprint: Fingerprint): string {
  const version = group('Cabecera', element('IDVersionTBAI', VERSION));
  return version + subjects(document) + invoiceXml(document) + fingerprintXml(fingerprint);
}

/** Content of `AnulaTicketBai` behind its `Cabecera`. */
export function cancellationBody(
  { id, issuer }: CancelledDocument,
  { software, device }: Omit<Fingerprint, 'previous'>,
): string {
  const invoice = group('IDFactura', issuerXml(issuer), group('CabeceraFactura', idOf(id)));
  return invoice + fingerprintXml({ previous: null, software, device });
}

/** Content of `AnulaTicketBai`. */
export function cancellationContent(
  document: CancelledDocument,
  fingerprint: Omit<Fingerprint, 'previous'>,
): string {
  return group('Cabecera', element('IDVersionTBAI', VERSION)) + cancellationBody(document, fingerprint);
}

/** `Sujetos` of an invoice. */
export function subjects({ issuer, recipients }: Pick<IssuedDocument, 'issuer' | 'recipients'>): string {
  return group(
    'Sujetos',
    issuerXml(issuer),
    recipients.length === 0
      ? ''
      : group('Destinatarios', ...recipients.map(recipientXml)) +
          element('VariosDestinatarios', recipients.length > 1 ? 'S' : 'N'),
    element('EmitidaPorTercerosODestinatario', 'N'),
  );
}

/** `Factura` of an invoice. */
export function invoiceXml(document: IssuedDocument): string {
  return group('Factura', head(document), data(document), breakdownXml(document));
}

/** `HuellaTBAI`. */
export function fingerprintXml({ previous, software, device }: Fingerprint): string {
  return group(
    'HuellaTBAI',
    previous === null
      ? ''
      : group(
          'EncadenamientoFacturaAnterior',
          previous.series === '' ? '' : element('SerieFacturaAnterior', previous.series, SHORT),
          element('NumFacturaAnterior', previous.number, SHORT),
          element('FechaExpedicionFacturaAnterior', dayOf(previous.date)),
          element('SignatureValueFirmaFacturaAnterior', previous.signature),
        ),
    softwareXml(software),
    device === '' ? '' : element('NumSerieDispositivo', device, DEVICE),
  );
}

function softwareXml({ license, developer, name, version }: Software): string {
  return group(
    'Software',
    element('LicenciaTBAI', license, SHORT),
    group('EntidadDesarrolladora', identity(developer)),
    element('Nombre', name, NAME),
    element('Version', version, SHORT),
  );
}

function issuerXml({ nif, name }: CancelledDocument['issuer']): string {
  return group('Emisor', element('NIF', nif), element('ApellidosNombreRazonSocial', name, NAME));
}

function recipientXml({ name, zip = '', address = '', ...id }: Person): string {
  return group(
    'IDDestinatario',
    identity(id),
    element('ApellidosNombreRazonSocial', name, NAME),
    zip.trim() === '' ? '' : element('CodigoPostal', zip, SHORT),
    address.trim() === '' ? '' : element('Direccion', address, LONG),
  );
}

function identity({ nif, other }: Pick<Person, 'nif' | 'other'>): string {
  if (other === undefined) return element('NIF', nif ?? '');
  return group(
    'IDOtro',
    other.country === ''
      ? ''
      : element('CodigoPais', UNLISTED.has(other.country) ? ELSEWHERE : other.country),
    element('IDType', other.type),
    element('ID', other.id, SHORT),
  );
}

function idOf({ series, number, date }: DocumentId): string {
  return (
    (series === '' ? '' : element('SerieFactura', series, SHORT)) +
    element('NumFactura', number, SHORT) +
    element('FechaExpedicionFactura', dayOf(date))
  );
}

function head({ id, time, kind, references, recipients }: IssuedDocument): string {
  const isSimplified = kind === 'F2' || (kind === 'R5' && recipients.length === 0);
  return group(
    'CabeceraFactura',
    idOf(id),
    element('HoraExpedicionFactura', time),
    element('FacturaSimplificada', isSimplified ? 'S' : 'N'),
    element('FacturaEmitidaSustitucionSimplificada', kind === 'F3' ? 'S' : 'N'),
    // What is corrected is corrected by the differences.
    kind.startsWith('R') ? group('FacturaRectificativa', element('Codigo', kind), element('Tipo', 'I')) : '',
    references.length === 0
      ? ''
      : group(
          'FacturasRectificadasSustituidas',
          ...references.map((one) => group('IDFacturaRectificadaSustituida', idOf(one))),
        ),
  );
}

function data({ description, lines, total, taxes }: IssuedDocument): string {
  return group(
    'DatosFactura',
    element('DescripcionFactura', description, LONG),
    group('DetallesFactura', ...lines.map(lineXml)),
    element('ImporteTotalFactura', total),
    group(
      'Claves',
      ...regimesOf(taxes).map((key) => group('IDClave', element('ClaveRegimenIvaOpTrascendencia', key))),
    ),
  );
}

function lineXml({ text, quantity, unitPrice, total }: DocumentLine): string {
  return group(
    'IDDetalleFactura',
    element('DescripcionDetalle', text, LONG),
    element('Cantidad', quantity),
    element('ImporteUnitario', unitPrice),
    element('ImporteTotal', total),
  );
}
