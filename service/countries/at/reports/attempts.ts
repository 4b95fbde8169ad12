/**
 * What came of the last try to report something: a refusal is not repeated before
 * the next day, unless somebody has changed something (a wrong PIN would lock the
 * user), a service that is not reached is asked again later and later.
 */
import type { CountryContext } from '../../contract.ts';
import type { Later, LaterReason, Refused } from '../finanzonline/access.ts';
import { CODE } from '../finanzonline/codes.ts';
import { configuredId } from '../kasse.ts';
import { bareTaxId } from '../tax-id.ts';

/** A try that failed. */
export interface Attempt {
  /** Return code of FinanzOnline, or a word without one. */
  code: string;
  /** English, with FinanzOnline's own words. */
  text: string;
  /** FinanzOnline's own words, German; may be empty. */
  message: string;
  /** Refused, as opposed to not done for a reason that passes. */
  refused: boolean;
  /** The login was refused, or the service was not reached: it concerns every report of the company. */
  general: boolean;
  /** Failures in a row. */
  failures: number;
  /** Clock of the first of them, ms. */
  since: number;
  /** Clock of the last of them, ms. */
  at: number;
  /** The next try is that many ms after the last; null: not by itself. */
  waitMs: number | null;
}

const HOUR_MS = 3_600_000;
/** The first wait, doubled each time up to the longest. */
const WAIT_MS = { first: 60_000, longest: HOUR_MS, refused: 24 * HOUR_MS };

const PREFIX = 'AT/attempt ';
/** Stands for all reports of the company. */
const EVERY = 'every';
/** A defect of FinanzOnline may concern one report alone. */
const PARTIAL: readonly LaterReason[] = ['technical'];

/** The last failure that a report waits for, null when there is none: a refusal of its own before what concerns all. */
export function lastFailure(context: CountryContext, id: string): Attempt | null {
  const own = known(context, id);
  return own?.refused ? own : (generalFailure(context) ?? own);
}

/** The last failure if it concerns all reports of the company, e.g. a login that was refused; else null. */
export function generalFailure(context: CountryContext): Attempt | null {
  return known(context, EVERY);
}

/** Whether it is too early to try a report again. */
export function mustWait(context: CountryContext, id: string): boolean {
  const now = context.clock.now();
  return [known(context, EVERY), known(context, id)].some((attempt) => {
    if (!attempt) return false;
    // A clock that was set back must not make anybody wait for it.
    return attempt.waitMs === null || Math.abs(now - attempt.at) < attempt.waitMs;
  });
}

/** Remembers a failure. */
export function remember(context: CountryContext, id: string, outcome: Later | Refused): void {
  const what = words(outcome);
  const name = what.general ? EVERY : id;
  const before = known(context, name);
  const at = context.clock.now();
  const failures = (before?.failures ?? 0) + 1;
  const times = { failures, since: before?.since ?? at, at, waitMs: waitOf(outcome, failures) };
  context.memory.set(memoryKey(context, name), { ...what, ...times } satisfies Attempt);
  const how = what.refused ? 'was refused' : 'is put off';
  context.log.error(`FinanzOnline: ${id} of ${configuredId(context.cfg)} ${how}: ${what.text}`);
}

/** FinanzOnline has answered: the last try went well, and so did the login. */
export function forget(context: CountryContext, id: string): void {
  for (const name of [id, EVERY]) context.memory.delete(memoryKey(context, name));
}

/** Somebody has changed something, or wants to know: the next tries are made at once. */
export function forgetAll(context: CountryContext): void {
  for (const key of context.memory.keys()) {
    if (key.startsWith(companyKey(context))) context.memory.delete(key);
  }
}

function words(outcome: Later | Refused): Pick<Attempt, 'code' | 'text' | 'message' | 'refused' | 'general'> {
  if ('later' in outcome) {
    const { reason, code, text } = outcome.later;
    return { code: code ?? reason, text, message: '', refused: false, general: !PARTIAL.includes(reason) };
  }
  const { by, code, text, message } = outcome.refused;
  const general = by === 'session' || code === 'CREDENTIALS' || code === 'ADDRESS';
  return { code, text, message, refused: true, general };
}

function waitOf(outcome: Later | Refused, failures: number): number | null {
  if ('later' in outcome) return Math.min(WAIT_MS.first * 2 ** (failures - 1), WAIT_MS.longest);
  // The same receipt does not become better.
  return outcome.refused.code === CODE.receiptWrong ? null : WAIT_MS.refused;
}

function known(context: CountryContext, id: string): Attempt | null {
  return (context.memory.get(memoryKey(context, id)) as Attempt | undefined) ?? null;
}

/** Registers of a company have reports of the same names. */
function memoryKey(context: CountryContext, id: string): string {
  const whose = id === EVERY ? '' : (configuredId(context.cfg) ?? '');
  return `${companyKey(context)}${whose} ${id}`;
}

function companyKey({ cfg }: CountryContext): string {
  return `${PREFIX}${bareTaxId(cfg.Cmp.TaxId)} `;
}
