/** What an invoice is chained and made with (`HuellaTBAI`). Types, not interfaces: they are kept as JSON. */
import type { Json } from '../../../receipt/json.ts';
import { isTree } from '../../../receipt/tree.ts';
import type { DocumentId, Person } from '../document.ts';
import type { Sent } from './provinces.ts';

/** Characters of a signature that stand for it. */
export const SIGNATURE_CHARACTERS = 100;

/** The program that makes invoices, as it is registered at the province. */
export type Software = {
  license: string;
  developer: Pick<Person, 'nif' | 'other'>;
  name: string;
  version: string;
};

/** The last invoice of a chain. */
export type ChainEnd = DocumentId & {
  /** The first {@link SIGNATURE_CHARACTERS} of its signature. */
  signature: string;
};

/** What an invoice is chained and made with. */
export type Fingerprint = {
  /** Null for the first one. */
  previous: ChainEnd | null;
  software: Software;
  /** Serial number of the device; empty for none. */
  device: string;
};

/** What is kept of a signed file, or of a correction. */
export type TbaiRecord = {
  sent: Sent;
  /** As it is sent. */
  xml: string;
  /** Signature of the invoice or cancellation, base64; that of the original in a correction. */
  signature: string;
  /** Where the chain ends behind it. */
  end: ChainEnd | null;
  fingerprint: Fingerprint;
  /** A cancellation of what the province has refused: it does not know the invoice. */
  mayBeUnknown?: true;
};

/** The record as it was kept; null for something else. */
export function tbaiRecord(record: Json | null): TbaiRecord | null {
  return isTree(record) && typeof record.xml === 'string' && typeof record.signature === 'string'
    ? (record as unknown as TbaiRecord)
    : null;
}
