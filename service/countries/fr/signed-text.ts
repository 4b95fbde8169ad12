/**
 * The texts that are signed (NF525): values in a fixed order with commas between them, the
 * signature before as the last one. Everything here is text; nothing knows a key.
 */
import type { ChainEnd } from '../base/chain.ts';

/** Version of the texts below; stands in every record, so that old ones can be verified for ever. */
export const FORMAT = '1';

/** Kinds of signed texts; each has a chain of its own in every register. */
export const KINDS = [
  'ticket',
  'invoice',
  'training',
  'other',
  'total-ticket',
  'total-day',
  'total-month',
  'total-year',
  'duplicate',
  'jet',
  'archive',
] as const;

/** See {@link KINDS}. */
export type Kind = (typeof KINDS)[number];

/** State key of the chain of a kind. */
export function chainKey(kind: Kind): string {
  return `FR/chain ${kind}`;
}

/** Amounts with tax, cents, by rate as {@link rateText} writes it. */
export type VatSplit = ReadonlyMap<string, number | bigint>;

/** A rate as it is signed: `5.5` is `0550`. @param rate decimal text, at most two decimals */
export function rateText(rate: string): string {
  const [whole = '0', decimals = ''] = rate.split('.');
  return whole.padStart(2, '0') + decimals.padEnd(2, '0').slice(0, 2);
}

/** A text within a signed one: what separates values and lines cannot stand in it. */
export function plainText(text: string): string {
  return text.replaceAll(',', ';').replace(/[\u0000-\u001F\u007F\u2028\u2029]+/g, ' ');
}

/** `2026-05-12T09:30:00` as `20260512093000`; of a day `20260512`. */
export function timeText(time: string): string {
  return time.slice(0, 19).replace(/\D/g, '');
}

function splitText(split: VatSplit): string {
  return [...split]
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([rate, amount]) => `${rate}:${amount}`)
    .join('|');
}

/** All values of a signed text but the last two. */
function chained(values: readonly (string | number | bigint)[], { number, signature }: ChainEnd): string {
  return [...values, number === 0 ? 'N' : 'O', signature].join(',');
}

/** A sale or refund. `total` in cents, `time` local. */
export interface TicketText {
  split: VatSplit;
  total: number;
  time: string;
  number: string;
  /** `Vente`, `Remboursement`, or what a document is that is no sale. */
  operation: string;
}

/** Text of a ticket. */
export function ticketText({ split, total, time, number, operation }: TicketText, before: ChainEnd): string {
  return chained([splitText(split), total, timeText(time), plainText(number), plainText(operation)], before);
}

/** Text of an invoice. */
export function invoiceText(
  {
    split,
    total,
    time,
    number,
    operation,
    customer,
  }: TicketText & { customer: { name: string; zip: string; taxId: string } },
  before: ChainEnd,
): string {
  const { name, zip, taxId } = customer;
  const values = [number, operation, name, zip, taxId].map(plainText);
  return chained([splitText(split), total, timeText(time), ...values], before);
}

/** A grand total. */
export interface TotalText {
  split: VatSplit;
  total: number | bigint;
  /** Perpetual total, sales minus returns, cents. */
  perpetual: bigint;
  time: string;
  /** Number of the document, or the period. */
  of: string;
}

/** Text of a grand total; `number` is its own. */
export function totalText(
  { split, total, perpetual, time, of }: TotalText,
  number: number,
  before: ChainEnd,
): string {
  return chained([splitText(split), total, perpetual, timeText(time), plainText(of), number], before);
}

/** A copy. */
export interface DuplicateText {
  register: string;
  /** What is copied: `Ticket`, `Facture`. */
  document: string;
  /** Which copy of it this is, from 1. */
  copy: number;
  operator: string;
  time: string;
  /** Number of the original. */
  original: string;
}

/** Text of a copy; `number` is its own. */
export function duplicateText(
  { register, document, copy, operator, time, original }: DuplicateText,
  number: number,
  before: ChainEnd,
): string {
  const head = [plainText(register), number, plainText(document), copy, plainText(operator)];
  return chained([...head, timeText(time), plainText(original)], before);
}

/** An event of the journal of technical events. */
export interface EventText {
  code: string;
  info: string;
  time: string;
  operator: string;
  register: string;
}

/** Text of an event; `number` is its own. */
export function eventText(
  { code, info, time, operator, register }: EventText,
  number: number,
  before: ChainEnd,
): string {
  const tail = [plainText(operator), plainText(register)];
  return chained([number, code, plainText(info), timeText(time), ...tail], before);
}

/** Text of an archive. */
export function archiveText(
  { split, total, time, register }: Pick<TicketText, 'split' | 'time'> & { total: bigint; register: string },
  period: string,
  before: ChainEnd,
): string {
  const values = [splitText(split), total, timeText(time), plainText(register), `Archive ${period}`];
  return chained(values, before);
}
