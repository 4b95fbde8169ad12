/**
 * The messages of the series web service (WSDL of the authority): the wrapper
 * lies in the namespace of the service, the fields in none, in this order.
 */
import { readEnvelope, SOAP_NAMESPACE, writeEnvelope } from '../../base/soap.ts';
import { child, childText, type XmlElement } from '../../base/xml-reader.ts';
import { textElement } from '../../base/xml-writer.ts';

/** Namespace of the service. */
export const SERVICE_NAMESPACE = 'http://at.gov.pt/';

/** `meioProcessamento` of an invoicing program. */
export const INVOICING_PROGRAM = 'PI';

/** N normal, F training, R recovered documents (manual forms and lost documents). */
export type SeriesKind = 'N' | 'F' | 'R';

/** Names a series: a series name may be used once per document type. */
export interface SeriesName {
  /** Series without document type, e.g. `1_1.26`. */
  series: string;
  /** `SI`, `MG`, `WD` or `PY`. */
  documentClass: string;
  /** `FT`, `FS`, `NC`... */
  documentType: string;
}

/** A series to be made known before its first document. */
export interface Registration extends SeriesName {
  kind: SeriesKind;
  /** Number of the first document. */
  first: number;
  /** First day of use, `YYYY-MM-DD`, today (Lisbon) or later. */
  from: string;
  /** Certificate number of the program, `0` without one. */
  certificate: string;
  /**
   * Day since when an attempt of ours may have registered it without our knowing,
   * `YYYY-MM-DD`; null when this is the first attempt. Not sent.
   */
  since: string | null;
}

/** A series that takes no more documents. */
export interface Finalisation extends SeriesName {
  /** Validation code. */
  code: string;
  /** Number of the last document. */
  last: number;
  /** For people, up to 4000 characters. */
  reason?: string;
}

/** A series without any document. */
export interface Annulment extends SeriesName {
  code: string;
}

/** Which series to list; all when empty. */
export type SeriesFilter = Partial<SeriesName> & { code?: string };

/** Operation of the service. */
export type Operation = 'registarSerie' | 'finalizarSerie' | 'anularSerie' | 'consultarSeries';

/** A request: the operation and its fields in order. */
export interface Request {
  operation: Operation;
  fields: readonly (readonly [name: string, value: string])[];
}

/** A series as the authority describes it; empty texts and undefined where it says nothing. */
export interface SeriesInfo extends SeriesName {
  kind: string;
  first: number | undefined;
  /** Last number issued, as far as the authority knows it. */
  last: number | undefined;
  /** `PI`, `PF` or `OM`. */
  medium: string;
  certificate: string;
  code: string;
  /** `A` active, `N` annulled, `F` finalised. */
  status: string;
  /** Day of registration, `YYYY-MM-DD`. */
  registered: string;
  /** NIF of who registered it. */
  communicatedBy: string;
}

/** What came back: a result, a SOAP fault (code null when it has no number), or something unreadable. */
export type ServiceAnswer =
  | { result: { code: number; text: string; series: SeriesInfo[] } }
  | { fault: { code: number | null; text: string } }
  | { problem: string };

/** `registarSerie`. */
export function registerRequest(registration: Registration): Request {
  return {
    operation: 'registarSerie',
    fields: [
      ['serie', registration.series],
      ['tipoSerie', registration.kind],
      ['classeDoc', registration.documentClass],
      ['tipoDoc', registration.documentType],
      ['numInicialSeq', String(registration.first)],
      ['dataInicioPrevUtiliz', registration.from],
      ['numCertSWFatur', plainNumber(registration.certificate)],
      ['meioProcessamento', INVOICING_PROGRAM],
    ],
  };
}

/** `finalizarSerie`. */
export function finaliseRequest(finalisation: Finalisation): Request {
  return {
    operation: 'finalizarSerie',
    fields: [
      ['serie', finalisation.series],
      ['classeDoc', finalisation.documentClass],
      ['tipoDoc', finalisation.documentType],
      ['codValidacaoSerie', finalisation.code],
      ['seqUltimoDocEmitido', String(finalisation.last)],
      ...given('justificacao', finalisation.reason?.slice(0, 4000)),
    ],
  };
}

/** `anularSerie`, with the declaration that no document was issued. */
export function annulRequest(annulment: Annulment): Request {
  return {
    operation: 'anularSerie',
    fields: [
      ['serie', annulment.series],
      ['classeDoc', annulment.documentClass],
      ['tipoDoc', annulment.documentType],
      ['codValidacaoSerie', annulment.code],
      // Registration error: the only reason there is.
      ['motivo', 'ER'],
      ['declaracaoNaoEmissao', 'true'],
    ],
  };
}

/** `consultarSeries`. */
export function queryRequest(filter: SeriesFilter): Request {
  return {
    operation: 'consultarSeries',
    fields: [
      ...given('serie', filter.series),
      ...given('classeDoc', filter.documentClass),
      ...given('tipoDoc', filter.documentType),
      ...given('codValidacaoSerie', filter.code),
    ],
  };
}

/** The SOAP message of a request; `security` is the header of `security.ts`. */
export function writeRequest(security: string, request: Request): string {
  const fields = request.fields.map(([name, value]) => textElement(name, value)).join('');
  return writeEnvelope(
    `<at:${request.operation} xmlns:at="${SERVICE_NAMESPACE}">${fields}</at:${request.operation}>`,
    security,
  );
}

/** Reads the answer to an operation. Elements that are not known are passed over. */
export function readAnswer(operation: Operation, bytes: Buffer): ServiceAnswer {
  const envelope = readEnvelope(bytes);
  if ('problem' in envelope) return envelope;
  const fault = envelope.body.find((e) => e.name === 'Fault' && e.namespace === SOAP_NAMESPACE);
  if (fault) return { fault: readFault(fault) };
  const response = envelope.body.find((e) => e.name === `${operation}Response`);
  const parts = child(response, `${operation}Resp`);
  if (!parts) return { problem: `it has no ${operation}Resp` };
  const outcome = child(parts, 'infoResultOper');
  const code = wholeNumber(childText(outcome, 'codResultOper'));
  if (code === undefined) return { problem: 'it has no codResultOper' };
  const series = parts.children.filter((c) => c.name === 'infoSerie').map(readSeries);
  return { result: { code, text: childText(outcome, 'msgResultOper'), series } };
}

/** A certificate number without leading zeros: `0000` on paper is `0` here. */
export function plainNumber(text: string): string {
  return text.replace(/^0+(?=\d)/, '');
}

function given(name: string, value: string | undefined): [string, string][] {
  return value === undefined || value === '' ? [] : [[name, value]];
}

function readSeries(info: XmlElement): SeriesInfo {
  const text = (name: string) => childText(info, name);
  return {
    series: text('serie'),
    documentClass: text('classeDoc'),
    documentType: text('tipoDoc'),
    kind: text('tipoSerie'),
    first: wholeNumber(text('numInicialSeq')),
    last: wholeNumber(text('seqUltimoDocEmitido')),
    medium: text('meioProcessamento'),
    certificate: text('numCertSWFatur'),
    code: text('codValidacaoSerie'),
    status: text('estado'),
    registered: text('dataRegisto'),
    communicatedBy: text('nifComunicou'),
  };
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,25}$/.test(text) ? Number(text) : undefined;
}

/** Where the numeric code of a fault may stand; the services of the authority differ. */
const CODE_NAMES = new Set(['code', 'codigo', 'returncode', 'codresultoper', 'faultcode']);
const TEXT_NAMES = new Set(['message', 'mensagem', 'returnmessage', 'msgresultoper']);

function readFault(fault: XmlElement): { code: number | null; text: string } {
  const details = [...descendants(child(fault, 'detail'))];
  const codes = [...details.filter((e) => CODE_NAMES.has(e.name.toLowerCase())), child(fault, 'faultcode')]
    // `S:33` as well as `33`.
    .map((e) => wholeNumber(e?.text.trim().replace(/^\w+:/, '') ?? ''))
    .filter((code) => code !== undefined);
  const texts = [
    childText(fault, 'faultstring'),
    ...details.filter((e) => TEXT_NAMES.has(e.name.toLowerCase())).map((e) => e.text.trim()),
  ].filter((text) => text !== '');
  return { code: codes[0] ?? null, text: [...new Set(texts)].join(' – ') };
}

function* descendants(element: XmlElement | undefined): Generator<XmlElement> {
  for (const inner of element?.children ?? []) {
    yield inner;
    yield* descendants(inner);
  }
}
