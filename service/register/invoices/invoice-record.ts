/** Records with an invoice as it was made: the XML, packed, with its digest. */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Attributes, JournalRecord } from '../../receipt/tra.ts';
import { INVOICE, type HandOver, type MadeInvoice } from './e-invoicing.ts';
import { normalForm } from '../../normal-form.ts';

/** Longest XML that is unpacked, bytes: some ten thousand lines. */
const MAX_BYTES = 20_000_000;

/** The values of a record with an invoice. */
export function invoiceRecord(
  { sq, id, cfg, route }: HandOver,
  { xml, number, form }: MadeInvoice,
): Attributes & { _: string } {
  const Data = gzipSync(xml).toString('base64');
  const made = { Form: form, Route: route, CfgSq: cfg };
  return { _: INVOICE, Of: sq, Id: id, Number: number, ...made, Digest: digestOf(xml), Data };
}

/** SHA-256 of an XML, hex. */
export function digestOf(xml: string): string {
  return createHash('sha256').update(xml).digest('hex');
}

/**
 * The XML of a record, byte for byte as it was made.
 * @throws Error when it is damaged
 */
export function xmlOf({ SQ, Data, Digest }: Pick<JournalRecord, 'SQ'> & Attributes): string {
  const xml = gunzipSync(Buffer.from(String(Data), 'base64'), { maxOutputLength: MAX_BYTES }).toString(
    'utf8',
  );
  if (digestOf(xml) !== Digest) throw new Error(`record ${SQ}: the invoice is not the one that was made`);
  return xml;
}

/**
 * What an invoice is known by: a UUID (RFC 9562, version 8) of what its receipt says, so
 * that the same receipt never has two, and two receipts never have one.
 */
export function idOf({ RN, SQ, D, ESR }: JournalRecord, { Cmp }: Cfg): string {
  return uuidOf([Cmp.TaxId, RN, SQ, D, ESR]);
}

/** What a sending to another address is known by: mail programs show the same id once. */
export function sendingIdOf(id: string, to: string, at: number): string {
  return uuidOf([id, to, at]);
}

/** UUID (RFC 9562, version 8) of what is hashed. */
function uuidOf(values: unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Longest number in a file name. */
const MAX_NUMBER = 60;

/**
 * A name that no system takes for anything else: number in plain letters and digits, and
 * the beginning of the id, because two numbers may look the same without their signs.
 */
export function fileNameOf(number: string, id: string, extension: 'xml' | 'pdf'): string {
  const words = normalForm(number, 'NFKD').match(/[A-Za-z\d]+/g) ?? [];
  const plain = words.join('-').slice(0, MAX_NUMBER);
  return `${plain || 'invoice'}_${id.slice(0, 8)}.${extension}`;
}
