/**
 * Numbers by which records are found: fiscal numbers as they are, and transaction
 * numbers together with their terminal, the transaction number first, so that one
 * can be looked up without its terminal. Late fiscal data (receipt/late.ts) are found
 * by a number that is made of the sequence number of their receipt.
 */
import { isLate } from '../receipt/late.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Store } from './store.ts';

/** Stands in no number. */
const SEPARATOR = '\u001f';
/** Sorts behind every number that begins with what stands before it. */
const BEHIND_SEPARATOR = '\u0020';

/** A transaction number with its terminal. */
export function terminalNumber(TN: string, TL: string, TT: string): string {
  return [TN, TL, TT].join(SEPARATOR);
}

/** The number of a record beside its fiscal number; null for a record that has none. */
export function numberOf(record: JournalRecord): string | null {
  if (isLate(record)) return lateNumber(record.Of);
  const { TN, TL = '', TT = '' } = record.ESR ?? {};
  return TN === undefined ? null : terminalNumber(TN, TL, TT);
}

/** The number of late fiscal data; no transaction or document has one like it. */
export function lateNumber(of: number): string {
  return `${SEPARATOR}${of}`;
}

/** SQL for what is a number of {@link lateNumber}: begins with the separator, and has no second one. */
export const IS_LATE_NUMBER = `number > '${SEPARATOR}' AND number < ' ' AND number NOT LIKE '_%${SEPARATOR}%'`;

/** Sequence numbers of the records with a fiscal number, or with a number of {@link terminalNumber}; newest first. */
export function withNumber(
  store: Pick<Store, 'select'>,
  register: number,
  number: string,
): Promise<number[]> {
  return sqs(store, 'number = $number', { register, number });
}

/** The same for a transaction number of any terminal. */
export function withTransactionNumber(
  store: Pick<Store, 'select'>,
  register: number,
  TN: string,
): Promise<number[]> {
  return sqs(store, 'number > $from AND number < $to', {
    ...{ register, from: TN + SEPARATOR, to: TN + BEHIND_SEPARATOR },
  });
}

async function sqs(
  store: Pick<Store, 'select'>,
  condition: string,
  parameters: Record<string, string | number>,
): Promise<number[]> {
  const rows = await store.select<{ sq: number }>(
    `SELECT sq FROM numbers WHERE register = $register AND ${condition}`,
    parameters,
  );
  return rows.map(({ sq }) => sq).sort((a, b) => b - a);
}
