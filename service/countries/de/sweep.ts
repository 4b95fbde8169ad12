/**
 * Transactions that nobody will end: begun before a crash, of a till that has gone, or begun
 * for a receipt whose answer was lost. They are ended as what became nothing, and each is journaled.
 */
import type { Json } from '../../receipt/json.ts';
import { localTime } from '../../clock.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Signed, TransactionLogs, TseFailure, TseUnit } from '../contract/tse.ts';
import type { DeviceChange, DeviceWork } from '../contract/work.ts';
import { beginOf } from './begin.ts';
import { clientOf } from './client.ts';
import { MOST_LOOKED_AT } from './device.ts';
import { utc, type Kept, type KeptProcess, type KeptSignature } from './kept.ts';
import { allLoose, allOpen, known, openKey, withLoose, withoutLoose, type Loose } from './open.ts';
import { begun as begunPeriod, periodWith } from './period.ts';
import { ABORTED } from './process-data.ts';
import { certificateOf } from './tse-name.ts';
import { abort, isThis, unitOf, usable, type Begun } from './units.ts';

/** The record that something will have: its sequence number, and its time. */
type Place = Parameters<DeviceWork['ask']>[1];

/** Name of the log record of a transaction that became nothing. */
export const ABORT = 'tse-transaction-aborted';
/** Name of the log record of a receipt that was marked as unsigned, and was signed all the same. */
export const LATE = 'tse-transaction-found';
/** Most that are ended in one go. */
const MOST = 600;

/** Ends transactions of this register that are open, as far as they are meant. */
export async function* abortKnown(
  context: CountryContext,
  isMeant: (begun: Begun) => boolean,
): AsyncGenerator<DeviceWork, void, void> {
  const passed = new Set<string>();
  const next = (state: State) =>
    allOpen(state).find((begun) => isMeant(begun) && !passed.has(openKey(begun))) ?? null;
  yield* each(async (state, at) => {
    const begun = next(state);
    if (!begun) return null;
    passed.add(openKey(begun));
    // One that does not answer is waited for once, not for each transaction that it has open.
    const unit = usable(context.tses, context.clock.now()).find(
      ({ identity }) => identity?.serial === begun.serial,
    );
    const name = { client: clientOf(context.cfg), reference: begun.reference, transaction: begun.TID };
    const told = unit ? await abort(unit, name) : { failure: { trouble: 'unreachable', text: 'it is away' } };
    const free = { [openKey(begun)]: null };
    if ('end' in told) return withChanges(aborted(begun, told.end, state, context, at), free);
    // The TSE ends it when it is there again.
    const loose = { Serial: begun.serial, Reference: begun.reference, TID: begun.TID };
    return {
      details: { Transaction: String(begun.TID), Failure: told.failure.trouble },
      changes: { ...free, ...withLoose(state, [loose], 0) },
    };
  });
}

/** Ends what the TSEs have open of this register and nobody knows of, and clears up what was left loose. */
export async function* sweep(context: CountryContext): AsyncGenerator<DeviceWork, void, void> {
  for (const unit of context.tses?.units ?? []) {
    if (!unit.identity || unit.failure) continue;
    const passed = new Set<string>();
    yield* each(async (state, at) => {
      const loose = allLoose(state).find(
        ({ Serial, Reference }) => Serial === unit.identity?.serial && !passed.has(Reference),
      );
      if (!loose) return null;
      passed.add(loose.Reference);
      return settle(loose, unit, state, { ...context, ...at });
    }, LATE);
    const seen = new Set<number>();
    yield* each(async (state, at) => {
      const told = await unit.open(clientOf(context.cfg));
      if (told.outcome !== 'done') return null;
      const mine = new Set(allOpen(state).map(({ serial, TID }) => `${serial} ${TID}`));
      const { serial } = unit.identity!;
      const stray = told.result.find(
        ({ transaction }) => !mine.has(`${serial} ${transaction}`) && !seen.has(transaction),
      );
      if (!stray) return null;
      seen.add(stray.transaction);
      const { transaction, reference, started } = stray;
      const name = { client: clientOf(context.cfg), reference: reference ?? '', transaction };
      const ended = await abort(unit, name);
      if ('failure' in ended) return null;
      const start = started ?? ended.end.time;
      return aborted({ serial, TID: transaction, start, D: localTime(start) }, ended.end, state, context, at);
    });
  }
}

/** Works as long as there is something left to do. */
async function* each(
  ask: (state: State, at: Place) => Promise<DeviceChange | null>,
  event = ABORT,
): AsyncGenerator<DeviceWork, void, void> {
  let hasMore = true;
  for (let count = 0; hasMore && count < MOST; count++) {
    yield {
      event,
      ask: async (state, at) => {
        const change = await ask(state, at);
        hasMore = change !== null;
        return change;
      },
    };
    // Whoever works through this asks before going on.
  }
}

/** What became of a transaction that was begun for a receipt, or of one that could not be ended. */
async function settle(
  loose: Loose,
  unit: TseUnit,
  state: State,
  context: CountryContext & Place,
): Promise<DeviceChange | null> {
  const client = clientOf(context.cfg);
  const { Reference: reference, TID, Serial } = loose;
  const name = { client, reference };
  const told = TID === null ? await unnumbered(unit, name, loose) : await numbered(unit, name, TID);
  if ('failure' in told) return null;
  const free = withoutLoose(state, loose);
  const about = { Receipt: String(loose.SQ), Tse: Serial };
  const { logs } = told;
  if (!logs) return { details: { ...about, Found: 'nothing' }, changes: free };
  const { transaction, finish, start } = logs;
  // It was begun once more under the same name, and that one is what the receipt has.
  const isKnown = TID === null && isRecorded(state, loose, transaction);
  if (isKnown) return { details: { ...about, Found: 'nothing' }, changes: free };
  if (finish) {
    const details = {
      ...{ ...about, Found: 'signed', Transaction: String(transaction), Counter: String(finish.counter) },
      ...{ Time: utc(finish.time), Signature: finish.signature, Data: finish.processData },
    };
    return { details, changes: { ...free, ...known(Serial, transaction, state) } };
  }
  const ended = await abort(unit, { ...name, transaction });
  if ('failure' in ended) return null;
  const begin = start?.time ?? ended.end.time;
  const begun = { serial: Serial, TID: transaction, start: begin, D: localTime(begin) };
  const change = aborted(begun, ended.end, state, context, context);
  return withChanges({ ...change, details: { ...change.details, ...about, Found: 'open' } }, free);
}

/** The receipt itself or an open transaction of this register has it. */
function isRecorded(state: State, { Serial, Has }: Loose, transaction: number): boolean {
  const isOpen = allOpen(state).some((begun) => begun.serial === Serial && begun.TID === transaction);
  return isOpen || transaction === Has;
}

/**
 * By the name that it was given; where the TSE knows numbers alone, the first one with its data
 * among those that came next, as long as the receipt was not registered. Later ones are those of others.
 */
async function unnumbered(
  unit: TseUnit,
  name: { client: string; reference: string },
  { Data, After = 0, Till = 0 }: Loose,
): Promise<{ logs: TransactionLogs | null } | { failure: TseFailure }> {
  const named = await numbered(unit, name, null);
  if ('failure' in named || named.logs || Data === undefined) return named;
  const told = await unit.state();
  if (told.outcome !== 'done') return { failure: told.failure };
  const last = Math.min(told.result.lastTransaction ?? 0, After + MOST_LOOKED_AT);
  for (let transaction = After + 1; transaction <= last; transaction++) {
    const logs = await numbered(unit, name, transaction);
    if ('failure' in logs) return logs;
    if (isThis(logs.logs, Data) && logs.logs.finish.time <= Till) return logs;
  }
  return { logs: null };
}

async function numbered(
  unit: TseUnit,
  name: { client: string; reference: string },
  transaction: number | null,
): Promise<{ logs: TransactionLogs | null } | { failure: TseFailure }> {
  const told = await unit.find({ ...name, transaction });
  return told.outcome === 'done' ? { logs: told.result } : { failure: told.failure };
}

/** The record of a transaction that became nothing; exports have it as a process of its own. */
export function aborted(
  begun: Pick<Begun, 'serial' | 'TID' | 'start' | 'D'>,
  end: Signed,
  state: State,
  context: CountryContext,
  { sq, now }: Place,
): DeviceChange {
  const client = clientOf(context.cfg);
  const identity = unitOf(begun.serial, context.tses)?.identity ?? null;
  const signature: KeptSignature = {
    ...{ Serial: begun.serial, ...certificateOf(identity, state), TID: begun.TID },
    ...{ Start: utc(begun.start), End: utc(end.time), Counter: end.counter, Signature: end.signature },
  };
  const End = localTime(end.time);
  const times = { Begin: beginOf(begun.D, End), End };
  const period = periodWith(state, context, { SQ: sq, D: now, Client: client, signature, process: times });
  const process: KeptProcess = {
    ...{ Z: period.Nr, Bon: 'AVBelegabbruch', Client: client, Type: 'Kassenbeleg-V1', Data: ABORTED },
    ...times,
    Tse: signature,
  };
  const kept: Kept = { Process: process };
  return {
    details: { Transaction: String(begun.TID), Counter: String(end.counter) },
    kept: kept as unknown as Json,
    changes: {
      ...begunPeriod(period, { signature, identity }, state),
      ...known(begun.serial, begun.TID, state),
    },
  };
}

function withChanges(change: DeviceChange, more: Record<string, Json>): DeviceChange {
  return { ...change, changes: { ...change.changes, ...more } };
}
