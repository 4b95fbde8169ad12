/** Reads what the provinces answer, strictly; a message that is none is no answer. */
import { cleaned } from '../../base/clean.ts';
import type { DocumentId } from '../document.ts';
import { child, children, childText, readXml, type XmlElement } from '../../base/xml-reader.ts';

/** What a province says to a file. */
export type Said =
  /** `warnings`: taken, but something is wrong with it. */
  | { taken: true; receipt: string; warnings: string }
  /** `refused`: has to be corrected. */
  | { taken: false; refused: string }
  /** Nothing that depends on the file: it is told again, English. */
  | { unanswered: string }
  /** Bizkaia refuses the message as it is, of which nothing was looked at. */
  | { whole: string };

/** Of the sender or of the service; another file would fare no better. */
const NOT_OF_THE_FILE = new Set(['001', '006', '007', '015']);
/** Already there: an answer was lost, `005` of an invoice, `019` of a cancellation. */
const KNOWN = new Set(['005', '019']);
const RECEIVED = '00';
const REJECTED = '01';

/** Reads the answer of Araba or Gipuzkoa to one file. */
export function readAnswer(status: number, body: Buffer): Said {
  const read = readXml(body);
  const problem = 'problem' in read ? read.problem : null;
  const output = 'root' in read && read.root.name === 'TicketBaiResponse' ? child(read.root, 'Salida') : null;
  if (!output) return { unanswered: `HTTP ${status}: ${problem ?? 'the answer is to something else'}` };
  const results = children(output, 'ResultadosValidacion').map((result) => ({
    code: childText(result, 'Codigo'),
    text: said(result, 'Codigo', 'Descripcion'),
  }));
  const text = results.map((result) => result.text).join('; ');
  const receipt = cleaned(childText(output, 'CSV'), []);
  switch (childText(output, 'Estado')) {
    case RECEIVED:
      return { taken: true, receipt, warnings: text };
    case REJECTED: {
      const isKnown = results.length > 0 && results.every(({ code }) => KNOWN.has(code));
      if (isKnown) return { taken: true, receipt, warnings: '' };
      if (results.some(({ code }) => NOT_OF_THE_FILE.has(code))) return { unanswered: text };
      return { taken: false, refused: text || cleaned(childText(output, 'Descripcion'), []) };
    }
    default:
      return { unanswered: 'the answer has no state' };
  }
}

const DUPLICATE = 'B4_2000003';
/** The message as it is: schema, structure, too long. Everything else may be better later. */
const MALFORMED = new Set(['B4_1000001', 'B4_2000001']);

/** What Bizkaia answers with: headers that say what became of the message, and its lines. */
export interface BookAnswer {
  status: number;
  /** `Correcto`, `ParcialmenteCorrecto`, `Incorrecto`. */
  kind: string;
  code: string;
  message: string;
  body: Buffer;
}

/** A file of a message. */
export interface BookFile {
  id: DocumentId;
  xml: string;
}

/**
 * Reads the answer of Bizkaia to a message.
 * @returns what it says to each of its files, in their order; one refusal or silence where it says nothing of them
 */
export function readBookAnswer(
  { status, kind, code, message, body }: BookAnswer,
  files: readonly BookFile[],
): Said[] {
  const whole = cleaned(`${code} ${message}`.trim(), []);
  const read = body.length === 0 ? null : readXml(body);
  if (read && 'problem' in read) return [{ unanswered: `HTTP ${status}: ${read.problem}` }];
  const entries = read ? children(child(read.root, 'Registros'), 'Registro') : [];
  if (entries.length === 0) {
    if (kind === 'Incorrecto' && MALFORMED.has(code)) return [{ whole }];
    return [{ unanswered: `HTTP ${status}: ${whole || 'the answer has no lines'}` }];
  }
  const byName = new Map(entries.map((entry) => [nameIn(child(entry, 'Identificador')), entry]));
  return files.map(({ id, xml }) => {
    const { series, number, date } = id;
    const name = [series, number, date.split('-').reverse().join('-')].join('|');
    const entry = byName.get(name) ?? byName.get(Buffer.from(xml).toString('base64'));
    return entry ? saidToEntry(entry) : { unanswered: `the answer says nothing of ${series}/${number}` };
  });
}

/** How an answer names a file: by series, number and day, or by itself where it could not be read. */
function nameIn(identifier: XmlElement | undefined): string {
  const id = child(identifier, 'IDFactura');
  if (!id) return childText(identifier, 'TicketBai').replace(/\s/g, '');
  return ['SerieFactura', 'NumFactura', 'FechaExpedicionFactura']
    .map((name) => childText(id, name))
    .join('|');
}

function saidToEntry(entry: XmlElement): Said {
  const state = child(entry, 'SituacionRegistro');
  const text = said(state, 'CodigoErrorRegistro', 'DescripcionErrorRegistroES');
  switch (childText(state, 'EstadoRegistro')) {
    case 'Correcto':
      return { taken: true, receipt: '', warnings: '' };
    case 'AceptadoConErrores':
      return { taken: true, receipt: '', warnings: text };
    case 'Incorrecto':
      return childText(state, 'CodigoErrorRegistro') === DUPLICATE
        ? { taken: true, receipt: '', warnings: '' }
        : { taken: false, refused: text };
    default:
      return { unanswered: 'a line of the answer has no state' };
  }
}

function said(element: XmlElement | undefined, code: string, text: string): string {
  return cleaned(`${childText(element, code)} ${childText(element, text)}`.trim(), []);
}
