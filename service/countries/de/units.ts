/** Which TSE signs, and how one is asked: start and end, with what is known when an answer was lost. */
import type { Signed, TransactionLogs, TseFailure, TseUnit, Tses } from '../contract/tse.ts';
import type { KeptLoose, ProcessType } from './kept.ts';
import { ABORTED } from './process-data.ts';

/** A transaction that was begun, as the state has it. */
export interface Begun {
  [name: string]: string | number;
  serial: string;
  reference: string;
  TID: number;
  /** Log time of the start, ms since 1970. */
  start: number;
  /** Messages so far. */
  revision: number;
  /** Terminal, and when it was begun, local. */
  TL: string;
  TT: string;
  D: string;
}

/** What is to be signed. */
export interface ToSign {
  client: string;
  reference: string;
  type: ProcessType;
  data: string;
}

/** What signing came to. */
export type SigningOutcome =
  | { signed: { start: number; end: Signed; unit: string }; loose: KeptLoose[] }
  | { failure: TseFailure; loose: KeptLoose[] };

const NONE: TseFailure = { trouble: 'unreachable', text: 'no TSE is set up' };

/** TSEs that may be asked now, in order; a failed one when its rest is over. */
export function usable(tses: Tses | undefined, now: number): TseUnit[] {
  return (tses?.units ?? []).filter(
    ({ failure, identity }) => identity !== null && (failure === null || failure.nextTry <= now),
  );
}

/** The TSE with a serial. */
export function unitOf(serial: string, tses: Tses | undefined): TseUnit | null {
  return tses?.units.find(({ identity }) => identity?.serial === serial) ?? null;
}

/** Signs start and end with the first TSE that can. @param begun a transaction that was begun before: its end alone */
export async function signWith(
  tses: Tses | undefined,
  { client, reference, type, data }: ToSign,
  begun: Begun | null,
  now: () => number,
): Promise<SigningOutcome> {
  const loose: KeptLoose[] = [];
  let failure = tses?.units.find((unit) => unit.failure)?.failure ?? NONE;
  if (begun) {
    const unit = usable(tses, now()).find(({ identity }) => identity?.serial === begun.serial);
    const name = { client, reference: begun.reference, transaction: begun.TID };
    const told = unit ? await ended(unit, { ...name, revision: begun.revision + 1 }, type, data) : null;
    if (told && 'end' in told && unit)
      return { signed: { start: begun.start, end: told.end, unit: unit.id }, loose };
    if (told && 'failure' in told) failure = told.failure;
    loose.push({ Serial: begun.serial, Reference: begun.reference, TID: begun.TID });
  }
  for (const unit of usable(tses, now())) {
    const Serial = unit.identity!.serial;
    const started = await begin(unit, client, reference);
    if (started.isStray) loose.push({ Serial, Reference: reference, TID: null });
    if ('failure' in started) {
      ({ failure } = started);
      continue;
    }
    const { transaction, time } = started.start;
    const told = await ended(unit, { client, reference, transaction, revision: 2 }, type, data);
    if ('end' in told) return { signed: { start: time, end: told.end, unit: unit.id }, loose };
    ({ failure } = told);
    loose.push({ Serial, Reference: reference, TID: transaction });
  }
  return { failure, loose };
}

/**
 * Starts a transaction. A client that the TSE does not know yet is registered first. After a lost
 * answer the TSE is asked; when it answers again, and knows of none by that name, another one is started.
 * @returns `isStray`: one may have been started that nobody knows the number of
 */
export async function begin(
  unit: TseUnit,
  client: string,
  reference: string,
): Promise<({ start: Signed } | { failure: TseFailure }) & { isStray: boolean }> {
  let told = await unit.start({ client, reference });
  if (told.outcome === 'not-done' && told.failure.trouble === 'client-unknown') {
    const registered = await unit.registerClient(client);
    if (registered.outcome === 'done') told = await unit.start({ client, reference });
  }
  if (told.outcome === 'done') return { start: told.result, isStray: false };
  if (told.outcome === 'not-done') return { failure: told.failure, isStray: false };
  const found = await unit.findSoon({ client, reference, transaction: null });
  if (found.outcome !== 'done') return { failure: told.failure, isStray: true };
  if (found.result?.start) return { start: found.result.start, isStray: false };
  const again = await unit.start({ client, reference });
  if (again.outcome === 'done') return { start: again.result, isStray: true };
  return { failure: again.failure, isStray: true };
}

/** Ends a transaction; after a lost answer the TSE is asked what it has signed, and the end is sent once more if it has not. */
async function ended(
  unit: TseUnit,
  name: { client: string; reference: string; transaction: number; revision: number },
  processType: ProcessType,
  processData: string,
): Promise<{ end: Signed } | { failure: TseFailure }> {
  const step = { ...name, processType, processData };
  const told = await unit.finish(step);
  if (told.outcome === 'done') return { end: told.result };
  if (told.outcome === 'not-done') return { failure: told.failure };
  const found = await unit.findSoon(name);
  if (found.outcome !== 'done') return { failure: told.failure };
  const { result } = found;
  if (isThis(result, processData)) return { end: result.finish };
  if (result?.state !== 'open') return { failure: told.failure };
  const again = await unit.finish({ ...step, revision: null });
  return again.outcome === 'done' ? { end: again.result } : { failure: again.failure };
}

/** Whether a transaction was ended with these data. */
export function isThis(
  logs: TransactionLogs | null,
  processData: string,
): logs is TransactionLogs & { finish: NonNullable<TransactionLogs['finish']> } {
  return logs?.finish?.processData === processData;
}

/** Ends a transaction that became nothing. */
export async function abort(
  unit: TseUnit,
  name: { client: string; reference: string; transaction: number },
): Promise<{ end: Signed } | { failure: TseFailure }> {
  const told = await unit.finish({
    ...{ ...name, revision: null, processType: 'Kassenbeleg-V1', processData: ABORTED },
  });
  return told.outcome === 'done' ? { end: told.result } : { failure: told.failure };
}
