/** Records that an authority has refused, or has taken with errors: made again by a manager's button. */
import type { Json } from '../../receipt/json.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { DONE, refuse } from '../base/action.ts';
import { FLAWED_KEY } from './answered.ts';
import { deliverBy, refusedSlot, withRecord } from './fiscalise.ts';
import { issuerOf } from './receipt-document.ts';
import { configuredTerminal } from '../../receipt/cfg.ts';
import { chainKey, installationOf } from './series.ts';
import { keptOf, type Kept } from './system.ts';
import { systemOf } from './systems.ts';

/** A record that somebody has to see to. */
export interface Flawed {
  /** Sequence number of the record that was told: a receipt, or its last correction. */
  sq: number;
  /** `YYYY-MM-DDThh:mm:ss`; null where it is not known. */
  at: string | null;
  state: 'rejected' | 'accepted-with-errors';
  /** The authority's words. */
  text: string;
}

/** All of a register, oldest first. */
export function flawedRecords(state: State, { deliveries }: CountryContext): Flawed[] {
  const rejected = (deliveries?.().waiting ?? []).flatMap(({ sq, refused }): Flawed[] =>
    refused ? [{ sq, at: refused.at, state: 'rejected', text: refused.text }] : [],
  );
  const flawed: Flawed[] = [];
  for (const key of state.keys()) {
    if (!key.startsWith(FLAWED_KEY)) continue;
    const entry = state.get(key) as { by?: number; error?: string } | null | undefined;
    if (entry?.by !== undefined)
      flawed.push({ sq: entry.by, at: null, state: 'accepted-with-errors', text: entry.error ?? '' });
  }
  return [...rejected, ...flawed].sort((a, b) => a.sq - b.sq);
}

/** Makes a record again, with the data of the company as they are now. @param sq {@link Flawed.sq} */
export async function* correct(
  sq: number,
  state: State,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const flaw = flawedRecords(state, context).find((one) => one.sq === sq);
  const record = (await context.record?.(sq)) ?? null;
  const kept = record && keptOf(record);
  if (!flaw || !record || !kept) return refuse('', 'error.notWaiting');
  const system = systemOf(kept.region);
  if (!system) return refuse('', 'error.noSystem');
  const details: Record<string, Json> = { Of: kept.of ?? sq, Of_Record: sq };
  const document = { ...kept.document, issuer: issuerOf(context.cfg) };
  // A signature takes a moment: the chain may have gone on meanwhile, and then it is made once more.
  for (;;) {
    const key = chainKey(kept.region, kept.test);
    const chain = state.get(key) ?? null;
    const { installation, changes: begun } = installationOf(
      state,
      configuredTerminal(context.cfg),
      context.now,
    );
    const making = { chain, state, test: kept.test, installation, context };
    const made = await system.correct(document, making, kept, flaw.state);
    const about = {
      test: kept.test,
      installation,
      operation: 'correct' as const,
      document,
      of: kept.of ?? sq,
    };
    const fiscalised = withRecord(system, made, about, context);
    if (fiscalised.issues.length > 0) return { issues: fiscalised.issues };
    let isBehind = false;
    yield {
      event: 'record-corrected',
      details,
      kept: fiscalised.kept!,
      fis: record.Fis ?? {},
      changes(current) {
        isBehind = JSON.stringify(current.get(key) ?? null) !== JSON.stringify(chain);
        if (isBehind || !isWaiting(current, flaw, kept)) return null;
        return { ...begun, ...fiscalised.changes, [`${FLAWED_KEY}${kept.of ?? sq}`]: null };
      },
      toDeliver: { by: deliverBy(context.now), ...(flaw.state === 'rejected' && { insteadOf: sq }) },
    };
    if (!isBehind) break;
  }
  await context.deliverNow?.();
  return DONE;
}

function isWaiting(state: State, { sq, state: what }: Flawed, { of }: Kept): boolean {
  if (what === 'rejected') return refusedSlot(state, sq) !== null;
  return state.get(`${FLAWED_KEY}${of ?? sq}`) !== null;
}

/** Nobody has to see to a record any more: it was settled with the authority by other means. */
export async function* settle(
  sq: number,
  state: State,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  const flaw = flawedRecords(state, context).find((one) => one.sq === sq);
  const record = (await context.record?.(sq)) ?? null;
  const kept = record && keptOf(record);
  if (!flaw || !kept) return refuse('', 'error.notWaiting');
  yield {
    event: 'record-settled',
    details: { Of: sq, Reason: flaw.text },
    changes(current) {
      const slot = refusedSlot(current, sq);
      return { ...(slot !== null && { [slot]: null }), [`${FLAWED_KEY}${kept.of ?? sq}`]: null };
    },
  };
  return DONE;
}
