/**
 * The requests of the WSDL: which fields, in which order, with which values.
 * What the schema forbids is 4000, a field that is missing 4002, a value 4003
 * or the code of its own that the manual has for it.
 */
import type { Operation } from '../../countries/pt/authority/messages.ts';
import { SERVICE_NAMESPACE } from '../../countries/pt/authority/messages.ts';
import type { XmlElement } from '../../countries/base/xml-reader.ts';

/** Values of a valid request by field name; fields left out are not in it. */
export type Fields = Record<string, string>;

/** A reason to refuse: result code and what it is about. */
export interface Complaint {
  code: number;
  about: string;
}

/** Document types by class. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  SI: ['FT', 'FS', 'FR', 'ND', 'NC'],
  MG: ['GR', 'GT', 'GA', 'GC', 'GD'],
  WD: ['CM', 'CC', 'FC', 'FO', 'NE', 'OU', 'OR', 'PF', 'RP', 'RE', 'CS', 'LD', 'RA'],
  PY: ['RC', 'RG'],
};

const FIELDS: Readonly<Record<Operation, readonly string[]>> = {
  registarSerie: [
    'serie',
    'tipoSerie',
    'classeDoc',
    'tipoDoc',
    'numInicialSeq',
    'dataInicioPrevUtiliz',
    'numCertSWFatur',
    'meioProcessamento',
  ],
  finalizarSerie: [
    'serie',
    'classeDoc',
    'tipoDoc',
    'codValidacaoSerie',
    'seqUltimoDocEmitido',
    'justificacao',
  ],
  anularSerie: ['serie', 'classeDoc', 'tipoDoc', 'codValidacaoSerie', 'motivo', 'declaracaoNaoEmissao'],
  consultarSeries: [
    'serie',
    'tipoSerie',
    'classeDoc',
    'tipoDoc',
    'codValidacaoSerie',
    'dataRegistoDe',
    'dataRegistoAte',
    'estado',
    'meioProcessamento',
  ],
};

/** Up to 25 digits, from 1. */
const SEQUENCE_NUMBER = /^0*[1-9]\d*$/;

const VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  serie: isSeriesName,
  tipoSerie: (v) => /^[NFR]$/.test(v),
  numInicialSeq: isSequenceNumber,
  seqUltimoDocEmitido: isSequenceNumber,
  dataInicioPrevUtiliz: isDay,
  dataRegistoDe: isDay,
  dataRegistoAte: isDay,
  numCertSWFatur: (v) => /^0*\d{1,4}$/.test(v),
  meioProcessamento: (v) => /^(PI|PF|OM)$/.test(v),
  codValidacaoSerie: (v) => v.length >= 8,
  justificacao: (v) => v.length <= 4000,
  motivo: (v) => v.length === 2,
  declaracaoNaoEmissao: (v) => /^(true|false|0|1)$/.test(v),
  estado: (v) => /^[ANF]$/.test(v),
};

/** The operation that the body asks for; null for anything else. */
export function operationOf(body: readonly XmlElement[]): Operation | null {
  const [element] = body;
  if (body.length !== 1 || element?.namespace !== SERVICE_NAMESPACE) return null;
  return Object.hasOwn(FIELDS, element.name) ? (element.name as Operation) : null;
}

/** Checks a request against schema and field rules. */
export function readFields(operation: Operation, request: XmlElement): { fields: Fields } | Complaint {
  const order = FIELDS[operation];
  const fields: Fields = {};
  let place = -1;
  if (request.text.trim() !== '') return { code: 4000, about: operation };
  for (const element of request.children) {
    const at = order.indexOf(element.name);
    // Known, unqualified, in order, once, and without elements inside.
    if (element.namespace !== '' || at <= place || element.children.length > 0) {
      return { code: 4000, about: element.name };
    }
    place = at;
    fields[element.name] = element.text.trim();
  }
  const missing = order.filter((name) => !isOptional(operation, name) && (fields[name] ?? '') === '');
  if (missing.length > 0) return { code: 4002, about: missing.join(', ') };
  const wrong = Object.keys(fields).filter((name) => VALUES[name]?.(fields[name]!) === false);
  if (wrong.length > 0) return { code: 4003, about: wrong.join(', ') };
  return typeComplaint(fields) ?? { fields };
}

function isOptional(operation: Operation, field: string): boolean {
  return operation === 'consultarSeries' || field === 'justificacao';
}

function typeComplaint({ classeDoc, tipoDoc }: Fields): Complaint | null {
  if (classeDoc !== undefined && !Object.hasOwn(TYPES, classeDoc)) return { code: 4045, about: 'classeDoc' };
  if (tipoDoc === undefined) return null;
  const types = classeDoc === undefined ? Object.values(TYPES).flat() : TYPES[classeDoc]!;
  return types.includes(tipoDoc) ? null : { code: 4046, about: 'tipoDoc' };
}

/** Letters, digits and single separators inside; `AT` at the beginning is the authority's own. */
function isSeriesName(value: string): boolean {
  return value.length <= 35 && /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/.test(value) && !/^AT/i.test(value);
}

function isSequenceNumber(value: string): boolean {
  return value.length <= 25 && SEQUENCE_NUMBER.test(value);
}

function isDay(value: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}
