/** Holds a kept file against its signature, its document and the file before it: for audits. */
import type { Json } from '../../../receipt/json.ts';
import { verifyXades } from '../../base/xades-verify.ts';
import { child, childText, readXml, type XmlElement } from '../../base/xml-reader.ts';
import type { DocumentId, IssuedDocument } from '../document.ts';
import type { Kept } from '../system.ts';
import { SIGNATURE_CHARACTERS, tbaiRecord, type ChainEnd, type TbaiRecord } from './fingerprint.ts';
import type { Province } from './provinces.ts';
import { dayOf } from './xml.ts';

/** {@link FiscalSystem.problems} of a province. @param before record before it; null at the beginning of a chain */
export function problemsOf(kept: Kept, before: Json | null, province: Province): string[] {
  const record = tbaiRecord(kept.record);
  if (!record) return ['its file is missing'];
  const expected = tbaiRecord(before)?.end ?? null;
  const read = readXml(Buffer.from(record.xml));
  if ('problem' in read) return [`its file cannot be read: ${read.problem}`];
  const isSigned = record.sent === 'issue' || record.sent === 'cancel';
  const problems = isSigned ? signatureProblems(record, province) : [];
  if (record.sent !== 'issue' || kept.operation !== 'issue') {
    if (!isSame(record.end, expected)) problems.push('the chain goes on behind another file than before');
    return [...problems, ...idProblems(invoiceOf(read.root), kept.document.id, 'file')];
  }
  const { root } = read;
  const fingerprint = child(root, 'HuellaTBAI');
  const previous = previousOf(child(fingerprint, 'EncadenamientoFacturaAnterior'));
  if (!isSame(previous, expected && { ...expected, date: dayOf(expected.date) }))
    problems.push('it is not chained to the file before it');
  const { id, total, issuer } = kept.document as IssuedDocument;
  const end = { ...id, signature: record.signature.slice(0, SIGNATURE_CHARACTERS) };
  if (!isSame(record.end, end)) problems.push('the next file would be chained to another one');
  const said = child(root, 'Factura');
  if (childText(child(said, 'DatosFactura'), 'ImporteTotalFactura') !== total)
    problems.push('its file has another total');
  if (childText(child(child(root, 'Sujetos'), 'Emisor'), 'NIF') !== issuer.nif)
    problems.push('its file is of another company');
  return [...problems, ...idProblems(child(said, 'CabeceraFactura'), id, 'file')];
}

function signatureProblems({ xml, signature }: TbaiRecord, { policy, name }: Province): string[] {
  const verdict = verifyXades(Buffer.from(xml));
  if ('flaw' in verdict) return [`its signature does not hold: ${verdict.problem}`];
  return [
    ...(verdict.signatureValue === signature ? [] : ['its signature was noted otherwise']),
    ...(verdict.policy.id === policy.id && verdict.policy.hash === policy.hash
      ? []
      : [`its signature does not follow the policy of ${name}`]),
  ];
}

/** `CabeceraFactura` of a cancellation or a correction. */
function invoiceOf(root: XmlElement): XmlElement | undefined {
  return child(child(root, 'IDFactura') ?? child(root, 'Factura'), 'CabeceraFactura');
}

function idProblems(
  head: XmlElement | undefined,
  { series, number, date }: DocumentId,
  what: string,
): string[] {
  const isRight =
    childText(head, 'SerieFactura') === series &&
    childText(head, 'NumFactura') === number &&
    childText(head, 'FechaExpedicionFactura') === dayOf(date);
  return isRight ? [] : [`its ${what} has another number or day`];
}

/** The link as it stands in the file, its day as it is written there. */
function previousOf(link: XmlElement | undefined): ChainEnd | null {
  if (!link) return null;
  return {
    series: childText(link, 'SerieFacturaAnterior'),
    number: childText(link, 'NumFacturaAnterior'),
    date: childText(link, 'FechaExpedicionFacturaAnterior'),
    signature: childText(link, 'SignatureValueFirmaFacturaAnterior'),
  };
}

function isSame(a: ChainEnd | null, b: ChainEnd | null): boolean {
  if (a === null || b === null) return a === b;
  return a.series === b.series && a.number === b.number && a.date === b.date && a.signature === b.signature;
}
