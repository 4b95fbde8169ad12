/**
 * The TSE signs receipts: each is asked for once, and afterwards its logs decide. A TSE
 * that fails stops no sale: what it gave is then that it failed.
 */
import { randomUUID } from 'node:crypto';
import { localTime } from '../../clock.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { CountryDevice, DeviceOutcome } from '../contract/device.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { TransactionLogs, TseFailure, TseUnit } from '../contract/tse.ts';
import { clientOf } from './client.ts';
import { utc, type KeptLoose, type KeptSignature } from './kept.ts';
import { processOf, type Process } from './kind.ts';
import { lastKnown, namedOpen } from './open.ts';
import { isThis, signWith, usable, type Begun } from './units.ts';

/** What the TSE is asked. */
export interface Intent {
  process: Process;
  client: string;
  /** Of a transaction of its own. */
  reference: string;
  /** The one that it ends; null for none. */
  begun: Begun | null;
  /** Begin of the process, local; null: when the TSE starts it. */
  begin: string | null;
}

/** What it gave. */
export interface Given extends Pick<Intent, 'process' | 'client' | 'begun'> {
  /** Begin of the process, local. */
  begin: string;
  signature: KeptSignature | null;
  failure: TseFailure | null;
  loose: KeptLoose[];
}

/** Transactions that are looked through where a TSE knows them by numbers alone. */
export const MOST_LOOKED_AT = 64;

/** {@link CountryDevice.device} of Germany. */
export const device: NonNullable<CountryDevice['device']> = {
  // One that signs one after the other would have the last receipt wait for all others.
  together({ tses, clock }) {
    const units = usable(tses, clock.now());
    return units.length === 0 ? 1 : Math.min(...units.map(({ together }) => together));
  },
  intent: (esr, state, context) => intentOf(esr, state, context) as unknown as Json,
  async perform(asked, context) {
    const intent = asked as unknown as Intent;
    const { process, client, reference, begun } = intent;
    const what = { client, reference, type: process.type, data: process.data };
    const told = await signWith(context.tses, what, begun, () => context.clock.now());
    if ('failure' in told) return unsigned(intent, told.failure, told.loose, context);
    const { start, end } = told.signed;
    return signed(intent, { start, ...end, end: end.time }, told.loose);
  },
  async last(asked, context, state) {
    const intent = asked as unknown as Intent;
    let isSilent: TseFailure | null = null;
    for (const unit of context.tses?.units ?? []) {
      if (!unit.identity) continue;
      const found = await look(intent, unit, state);
      if ('failure' in found) isSilent ??= found.failure;
      else if (isThis(found.logs, intent.process.data)) {
        const { start, finish } = found.logs;
        const begin = start?.time ?? intent.begun?.start ?? finish.time;
        return signed(intent, { ...finish, start: begin, end: finish.time }, []);
      }
    }
    // Sales go on, also while nobody can tell whether this one was signed.
    if (isSilent) return unsigned(intent, isSilent, looseOf(intent, context), context);
    return { outcome: 'not-done', issues: [] };
  },
};

function intentOf(esr: CompleteEsr, state: State, context: CountryContext): Intent | null {
  const process = processOf(esr);
  if (!process) return null;
  const begun = esr.TID === undefined ? null : namedOpen(esr, state);
  const told = typeof esr.D0 === 'string' && esr.Void !== '1' ? esr.D0 : null;
  const begin = told ?? begun?.D ?? null;
  return { process, client: clientOf(context.cfg), reference: randomUUID(), begun, begin };
}

function signed(
  intent: Intent,
  log: {
    serial: string;
    transaction: number;
    counter: number;
    signature: string;
    start: number;
    end: number;
  },
  loose: KeptLoose[],
): DeviceOutcome {
  const { serial, transaction, counter, signature, start, end } = log;
  const kept: KeptSignature = {
    ...{ Serial: serial, TID: transaction, Start: utc(start), End: utc(end) },
    ...{ Counter: counter, Signature: signature },
  };
  return done(intent, intent.begin ?? localTime(start), { signature: kept, failure: null, loose });
}

function unsigned(
  intent: Intent,
  failure: TseFailure,
  loose: KeptLoose[],
  context: CountryContext,
): DeviceOutcome {
  const begin = intent.begin ?? localTime(context.clock.now());
  return done(intent, begin, { signature: null, failure, loose });
}

function done(
  { process, client, begun }: Intent,
  begin: string,
  outcome: Pick<Given, 'signature' | 'failure' | 'loose'>,
): DeviceOutcome {
  const given: Given = { process, client, begun, begin, ...outcome };
  return { outcome: 'done', result: given as unknown as Json };
}

/** Where it may have been signed, when nobody can tell. */
function looseOf({ begun, reference }: Intent, { tses }: CountryContext): KeptLoose[] {
  const named = begun ? [{ Serial: begun.serial, Reference: begun.reference, TID: begun.TID }] : [];
  const silent = (tses?.units ?? []).filter(({ failure, identity }) => failure && identity);
  return [
    ...named,
    ...silent.map(({ identity }) => ({ Serial: identity!.serial, Reference: reference, TID: null })),
  ];
}

/** What a TSE has signed about an intent. */
async function look(
  { process, client, reference, begun }: Intent,
  unit: TseUnit,
  state: State,
): Promise<{ logs: TransactionLogs | null } | { failure: TseFailure }> {
  const { serial } = unit.identity!;
  if (begun?.serial === serial) {
    const told = await unit.findSoon({ client, reference: begun.reference, transaction: begun.TID });
    if (told.outcome !== 'done') return { failure: told.failure };
    if (isThis(told.result, process.data)) return { logs: told.result };
  }
  return found(unit, { client, reference }, process.data, lastKnown(serial, state));
}

/** A transaction by its name; where the TSE knows numbers alone, the newest one with these data. */
async function found(
  unit: TseUnit,
  name: { client: string; reference: string },
  data: string,
  after: number,
): Promise<{ logs: TransactionLogs | null } | { failure: TseFailure }> {
  const named = await unit.findSoon({ ...name, transaction: null });
  if (named.outcome !== 'done') return { failure: named.failure };
  if (named.result) return { logs: named.result };
  const told = await unit.state();
  if (told.outcome !== 'done') return { failure: told.failure };
  const last = told.result.lastTransaction ?? 0;
  for (let transaction = last; transaction > after && last - transaction < MOST_LOOKED_AT; transaction--) {
    const logs = await unit.findSoon({ ...name, transaction });
    if (logs.outcome !== 'done') return { failure: logs.failure };
    if (isThis(logs.result, data)) return { logs: logs.result };
  }
  return { logs: null };
}
