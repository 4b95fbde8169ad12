/**
 * The record of a sale in its one canonical form, whatever wire format it came in.
 *
 * Every scalar is a string: amounts with the currency's digits (`12.30`), other
 * decimals in shortest form (`1.5`), booleans `0` or `1`, DateTime
 * `YYYY-MM-DDThh:mm:ss` local time without offset. Attribute names are those of
 * the receipt format. Extension attributes are kept under their own names.
 */

import type { Json } from './json.ts';
import { isTree } from './tree.ts';

/** A record of named values; the named properties below are the ones the code reads. */
export interface Attributes {
  [name: string]: unknown;
}

/** Entry of PosA: position, modifier or print line, told apart by `_`. */
export interface Position extends Attributes {
  /** `Pos`, `Mod`, `Lin` or another position type such as `Dep`, `Vou`, `Tip`. */
  _: string;
  PN?: string;
  Dsc?: string;
  TaxG?: string;
  Amt?: string;
  Qty?: string;
  QtyU?: string;
  Pri?: string;
  Prc?: string;
  Void?: string;
  /** The receipt, and the position of it, that this one returns. */
  RFN?: string;
  RTL?: string;
  RTT?: string;
  RTN?: string;
  RPN?: string;
  /** Amount column of a Lin, free text. */
  LAmt?: string;
}

/** Entry of PayA: a payment, or a print line between payments (`_` is `Lin`). */
export interface Payment extends Attributes {
  _: string;
  Dsc?: string;
  Amt?: string;
  PayG?: string;
  UID?: string;
  /** Currency of {@link FAmt}, ISO 4217. */
  CC?: string;
  /** Amount in the foreign currency. */
  FAmt?: string;
  /** Amount column of a Lin, free text. */
  LAmt?: string;
}

/** A line of the tax table. `Prc` is a percentage. */
export interface Tax extends Attributes {
  _: string;
  TaxG?: string;
  Prc?: string;
  Net?: string;
  TAmt?: string;
  Amt?: string;
  /** `1`: TAmt is the tax of the margin alone. */
  MarginScheme?: string;
}

/** Customer. */
export interface Customer extends Attributes {
  Nam?: string;
  Nam2?: string;
  Adr?: string;
  Zip?: string;
  City?: string;
  Ctry?: string;
  TaxId?: string;
}

/** A block of text for the receipt. */
export interface TextBlock extends Attributes {
  _: string;
  value?: string;
}

/** The receipt (doc 3, ESR attributes). */
export interface Esr extends Attributes {
  D?: string;
  TaxId?: string;
  TL?: string;
  TT?: string;
  TN?: string;
  T?: string;
  TaxN?: string;
  Opr?: string;
  OprN?: string;
  DT?: string;
  DD?: string;
  FN?: string;
  NF?: string;
  NFS?: string;
  Void?: string;
  Test?: string;
  RFN?: string;
  RTL?: string;
  RTT?: string;
  RTN?: string;
  Rsn?: string;
  Ctm?: Customer;
  PosA?: Position[];
  PayA?: Payment[];
  TaxA?: Tax[];
  Head?: TextBlock[];
  Txt?: TextBlock[];
  Foot?: TextBlock[];
}

/** A posted transaction. */
export interface Tra extends Attributes {
  ESR: Esr;
}

/** A transaction with everything filled in that numbering and signing rely on. */
export type CompleteEsr = Esr & Required<Pick<Esr, 'D' | 'TL' | 'TT' | 'PosA' | 'PayA' | 'TaxA' | 'T'>>;

/** A label and value that must be printed on the receipt. */
export interface Tag {
  Label: string;
  Name: string;
  Value: string;
}

/** True for what names itself and says something, wherever it comes from: whoever prints or exports tags looks no further. */
export function isTag(value: unknown): value is Tag {
  return isTree(value) && typeof value.Name === 'string' && typeof value.Value === 'string';
}

/** Fiscal data of a record; country modules add prefixed names. */
export interface Fis extends Attributes {
  /** Content of the QR code or barcode. */
  Code?: string;
  Tag?: Tag[];
}

/** Outcome of a registration. */
export interface Result {
  RC: 'OK' | 'BAD' | 'NO';
  ErrorCode?: string;
  /** For the operator, in the register's language. */
  UserMessage?: string;
  /** For developers, English. */
  Warning?: string[];
}

/** A record as it lies in the journal and comes back from `/find`. */
export interface JournalRecord extends Attributes {
  /** Record type: `Tra`, `Cfg`, `Fis`. */
  _: string;
  /** Sequence number, gapless from 1 per register. */
  SQ: number;
  /** Register name. */
  RN: string;
  /** Local time of registration. */
  D: string;
  /** Kind of a receipt that the register issued by itself; no posted receipt has it. */
  Own?: string;
  /** How a document that is no sale counts; the register says so, no posted receipt has it. */
  Counts?: Counts;
  /** With late fiscal data: `SQ` of the receipt that they are of (late.ts). */
  Of?: number;
  ESR?: Esr;
  Result?: Result;
  Fis?: Fis;
  /** What the country keeps with it for exports and audits; no till is told. */
  Kept?: Json;
}

/**
 * What a document that is no sale adds to the totals: `payments` alone (a receipt
 * for an invoice that was counted when it was issued), or `nothing` (a bill, an
 * order, a delivery note: its invoice counts).
 */
export type Counts = 'payments' | 'nothing';

/** Answer to a transaction. */
export interface TraC {
  SQ?: number;
  /** Handle of the digital receipt (`Tra_DH`). */
  DH?: string;
  /** Address of the digital receipt; ours. */
  DHLink?: string;
  Result: Result;
  ESR?: Pick<Esr, 'D' | 'TN' | 'FN'>;
  Fis?: Fis;
}

/** True for entries that carry an amount of their own, i.e. neither modifier nor print line. */
export function isPosition(p: Position): boolean {
  return p._ !== 'Mod' && p._ !== 'Lin';
}

/** True for payments, false for the print lines between them. */
export function isPayment(p: Payment): boolean {
  return p._ !== 'Lin';
}

/** True when the record is no fiscal sale: NF or NFS is given. */
export function isNonFiscal(esr: Esr): boolean {
  return esr.NF !== undefined || esr.NFS !== undefined;
}

/** True for training: `Test=1` or `NFS=Training`. */
export function isTraining(esr: Esr): boolean {
  return esr.Test === '1' || esr.NFS?.toLowerCase() === 'training' || esr.NF?.toLowerCase() === 'training';
}
