/** Messages to the AEAT (SuministroLR.xsd) and its answers (RespuestaSuministro.xsd). */
import { readMessage, writeEnvelope } from '../../base/soap.ts';
import { textElement } from '../../base/xml-writer.ts';
import { child, children, childText, type XmlElement } from '../../base/xml-reader.ts';
import { RECORD_NAMESPACE } from './record.ts';

const BASE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/';
/** Namespace of messages. */
export const MESSAGE_NAMESPACE = `${BASE}SuministroLR.xsd`;
/** Namespace of answers. */
export const ANSWER_NAMESPACE = `${BASE}RespuestaSuministro.xsd`;

/** Who tells, and how. */
export interface Header {
  name: string;
  nif: string;
  /** Records come late, because of an outage. */
  incident: boolean;
}

/** A message with records. @param records XML of each, with its namespace */
export function registerMessage({ name, nif, incident }: Header, records: readonly string[]): string {
  const more = incident
    ? '<sf:RemisionVoluntaria><sf:Incidencia>S</sf:Incidencia></sf:RemisionVoluntaria>'
    : '';
  return writeEnvelope(bodyOf({ name, nif }, more, records));
}

/** Records as a document of their own, for the authority's request. */
export function requestedMessage(issuer: Pick<Header, 'name' | 'nif'>, records: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${bodyOf(issuer, '', records)}`;
}

function bodyOf(
  { name, nif }: Pick<Header, 'name' | 'nif'>,
  more: string,
  records: readonly string[],
): string {
  const obliged = textElement('sf:NombreRazon', name) + textElement('sf:NIF', nif);
  const header = `<lr:Cabecera><sf:ObligadoEmision>${obliged}</sf:ObligadoEmision>${more}</lr:Cabecera>`;
  const body = records.map((xml) => `<lr:RegistroFactura>${xml}</lr:RegistroFactura>`).join('');
  return `<lr:RegFactuSistemaFacturacion xmlns:lr="${MESSAGE_NAMESPACE}" xmlns:sf="${RECORD_NAMESPACE}">${header}${body}</lr:RegFactuSistemaFacturacion>`;
}

/** What the AEAT says to a record. */
export interface Line {
  number: string;
  /** `dd-mm-yyyy`. */
  date: string;
  isCancel: boolean;
  state: 'Correcto' | 'AceptadoConErrores' | 'Incorrecto';
  code: string;
  text: string;
  /** Where it has the record already: its state there, `Correcta`, `AceptadaConErrores`, `Anulada`. */
  duplicate: string | null;
}

/** An answer. */
export type Answer =
  | { csv: string; waitSeconds: number; lines: Line[] }
  /** The whole message is refused. */
  | { fault: { code: string; text: string } }
  | { unreadable: string };

const STATES: readonly string[] = ['Correcto', 'AceptadoConErrores', 'Incorrecto'];

/** Reads an answer strictly. */
export function readAnswer(bytes: Buffer): Answer {
  const message = readMessage(bytes);
  if ('problem' in message) return { unreadable: message.problem };
  if ('fault' in message) {
    // `Codigo[4102].El XML no cumple el esquema.`
    const code = /Codigo\[(\d{3,5})\]/.exec(message.fault.text)?.[1] ?? '';
    return { fault: { code, text: message.fault.text } };
  }
  const { body } = message;
  if (body.name !== 'RespuestaRegFactuSistemaFacturacion' || body.namespace !== ANSWER_NAMESPACE)
    return { unreadable: `it is ${body.name.slice(0, 60)}` };
  const wait = childText(body, 'TiempoEsperaEnvio');
  if (!/^\d{0,4}$/.test(wait)) return { unreadable: 'its waiting time is no number' };
  const lines = children(body, 'RespuestaLinea').map(lineOf);
  if (lines.some((line) => line === null)) return { unreadable: 'one of its lines has no state' };
  return { csv: childText(body, 'CSV'), waitSeconds: Number(wait), lines: lines as Line[] };
}

function lineOf(element: XmlElement): Line | null {
  const id = child(element, 'IDFactura');
  const state = childText(element, 'EstadoRegistro');
  const operation = childText(child(element, 'Operacion'), 'TipoOperacion');
  if (!STATES.includes(state) || !id) return null;
  const duplicate = child(element, 'RegistroDuplicado');
  return {
    number: childText(id, 'NumSerieFactura'),
    date: childText(id, 'FechaExpedicionFactura'),
    isCancel: operation === 'Anulacion',
    state: state as Line['state'],
    code: childText(element, 'CodigoErrorRegistro'),
    text: childText(element, 'DescripcionErrorRegistro'),
    duplicate: duplicate ? childText(duplicate, 'EstadoRegistroDuplicado') : null,
  };
}
