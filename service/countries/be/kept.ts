/** What a record keeps of its signature for exports, audits and later events. No number of a person is in it. */
import type { Json } from '../../receipt/json.ts';
import { isTree } from '../../receipt/tree.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { FdmReference, FdmVat, Mutation } from '../contract/fdm.ts';

/** What was signed. */
interface KeptBase {
  [name: string]: Json | undefined;
  Event: Mutation;
  /** Number of the ticket; gapless in a register. */
  Ticket: number;
  Pos: string;
  Terminal: string;
  /** Id of the operator on the protected list. */
  Operator: string;
  /** Language of the receipt. */
  Lang: string;
}

/** Of GKS 2.0. */
export interface Kept2 extends KeptBase {
  Gen: 2;
  Ref: { fdmId: string; fdmDateTime: string; eventLabel: string; eventCounter: string; totalCounter: string };
  Signature: string;
  Vat: Record<string, string | boolean>[];
  Period: string;
  Day: string;
  /** SHA-256 of the input that was signed, with places in place of numbers. */
  Input: string;
}

/** Of GKS 1. */
export interface Kept1 extends KeptBase {
  Gen: 1;
  Fdm: string;
  Card: string;
  Label: string;
  Counter: number;
  Total: number;
  Hash: string;
  Signature: string;
}

export type Kept = Kept1 | Kept2;

/** What a record keeps; null for one that was not signed here. */
export function signedOf({ Kept: kept }: Pick<JournalRecord, 'Kept'>): Kept | null {
  const told = kept ?? null;
  return isTree(told) && (told.Gen === 1 || told.Gen === 2) ? (told as unknown as Kept) : null;
}

/** How an FDM of GKS 2.0 names a record; null for one that it has not signed. */
export function referenceOf(record: JournalRecord | null): FdmReference | null {
  const kept = record && signedOf(record);
  return kept?.Gen === 2 ? kept.Ref : null;
}

/** The tax table as the FDM worked it out. */
export function vatOf(kept: Kept2): FdmVat[] {
  return kept.Vat as unknown as FdmVat[];
}
