/**
 * The book of economic operations of Bizkaia (LROE, Batuz): chapter 1.1, invoices that were made
 * with registered software, of both models. One message has files of one operation and one year.
 */
import { gzipSync } from 'node:zlib';
import type { Json } from '../../../receipt/json.ts';
import type { BookFile } from './answers.ts';
import type { Book, BookModel } from './settings.ts';
import { element, group } from './xml.ts';

/** Files that a message may have. */
export const MOST_FILES = 1000;

/** A00: issued; AN0: cancelled. */
export type BookOperation = 'A00' | 'AN0';

/** What a message is of. */
export interface BookMessage {
  book: Book;
  operation: BookOperation;
  /** `2027`. */
  year: string;
  /** Whose book it is. */
  owner: { nif: string; name: string };
  /** Signed files with their numbers, in order. */
  files: readonly BookFile[];
}

/** Names of a model's messages. */
const MODELS: Readonly<
  Record<
    BookModel,
    { chapter: string; entry: string; names: Record<BookOperation, [root: string, schema: string]> }
  >
> = {
  140: {
    ...{ chapter: 'Ingresos', entry: 'Ingreso' },
    names: {
      A00: [
        'LROEPF140IngresosConFacturaConSGAltaPeticion',
        'LROE_PF_140_1_1_Ingresos_ConfacturaConSG_AltaPeticion_V1_0_2.xsd',
      ],
      AN0: [
        'LROEPF140IngresosConFacturaConSGAnulacionPeticion',
        'LROE_PF_140_1_1_Ingresos_ConfacturaConSG_AnulacionPeticion_V1_0_0.xsd',
      ],
    },
  },
  240: {
    ...{ chapter: 'FacturasEmitidas', entry: 'FacturaEmitida' },
    names: {
      A00: [
        'LROEPJ240FacturasEmitidasConSGAltaPeticion',
        'LROE_PJ_240_1_1_FacturasEmitidas_ConSG_AltaPeticion_V1_0_2.xsd',
      ],
      AN0: [
        'LROEPJ240FacturasEmitidasConSGAnulacionPeticion',
        'LROE_PJ_240_1_1_FacturasEmitidas_ConSG_AnulacionPeticion_V1_0_0.xsd',
      ],
    },
  },
};
const SCHEMAS = 'https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/';
const NAME = 120;

/** Root element and namespace of a message. */
export function bookRoot(model: BookModel, operation: BookOperation): { name: string; namespace: string } {
  const [name, schema] = MODELS[model].names[operation];
  return { name, namespace: SCHEMAS + schema };
}

/** The message as XML. */
export function bookXml({ book, operation, year, owner, files }: BookMessage): string {
  const { chapter, entry } = MODELS[book.model];
  const { name, namespace } = bookRoot(book.model, operation);
  const file = operation === 'A00' ? 'TicketBai' : 'AnulacionTicketBai';
  const income =
    book.model === '140' && operation === 'A00'
      ? group('Renta', group('DetalleRenta', element('Epigrafe', book.activity)))
      : '';
  const entries = files.map(({ xml }) =>
    group(entry, `<${file}>${Buffer.from(xml).toString('base64')}</${file}>${income}`),
  );
  const head = group(
    'Cabecera',
    element('Modelo', book.model),
    element('Capitulo', '1'),
    element('Subcapitulo', '1.1'),
    element('Operacion', operation),
    element('Version', '1.0'),
    element('Ejercicio', year),
    group(
      'ObligadoTributario',
      element('NIF', owner.nif),
      element('ApellidosNombreRazonSocial', owner.name, NAME),
    ),
  );
  return `<lroe:${name} xmlns:lroe="${namespace}">${head}${group(chapter, ...entries)}</lroe:${name}>`;
}

/** The message as it is sent. */
export function bookRequest(message: BookMessage): { headers: Record<string, string>; body: Buffer } {
  return {
    headers: {
      'content-encoding': 'gzip',
      'content-type': 'application/octet-stream',
      'eus-bizkaia-n3-version': '1.0',
      'eus-bizkaia-n3-content-type': 'application/xml',
      'eus-bizkaia-n3-data': dataHeader(message),
    },
    body: gzipSync(`<?xml version="1.0" encoding="UTF-8"?>${bookXml(message)}`),
  };
}

/** `eus-bizkaia-n3-data`: JSON in ASCII, as headers have to be. */
function dataHeader({ book, year, owner }: Pick<BookMessage, 'book' | 'year' | 'owner'>): string {
  const data: Json = {
    ...{ con: 'LROE', apa: '1.1' },
    inte: { nif: owner.nif, ...nameOf(book.model, owner.name) },
    drs: { mode: book.model, ejer: year },
  };
  return JSON.stringify(data).replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Names of persons are told in parts: given name, first and second family name. */
function nameOf(model: BookModel, name: string): Record<string, string> {
  const words = name.trim().split(/\s+/);
  if (model === '240' || words.length === 1) return { nrs: name };
  const families = words.length === 2 ? 1 : 2;
  const [ap1 = '', ap2] = words.slice(-families);
  return { nrs: words.slice(0, -families).join(' '), ap1, ...(ap2 !== undefined && { ap2 }) };
}
