/**
 * What came of the last try to report something: a refusal is not repeated before
 * the next day, unless somebody has changed something, a service that is not
 * reached is asked again later and later. A login that was refused is remembered
 * in the vault until it is changed, because FinanzOnline locks a user after a few
 * wrong PINs, and each start of the service would be another try.
 */
import type { Json } from '../../../receipt/json.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { Later, LaterReason, Refused, Refuser } from '../finanzonline/access.ts';
import { CODE } from '../finanzonline/codes.ts';
import { adviceOn, type Advice } from '../finanzonline/texts.ts';
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
  /** What can be done. */
  advice: Advice;
  /** Who refused; null when it was not done for a reason that passes. */
  refused: Refuser | null;
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
/** Name in the vault of the refusal of a company's login. */
const LOGIN_REFUSAL = 'AT/FinanzOnline refusal ';
/** Stands for all reports of the company. */
const EVERY = 'every';
/** Stands for the login that was entered last and not kept. */
const ENTRY = 'entry';
/** Neither a receipt nor a key becomes better by itself, and a few wrong PINs lock the user. */
const HOPELESS: ReadonlySet<string> = new Set([
  `session ${CODE.loginWrong}`,
  `rkdb ${CODE.receiptWrong}`,
  'local TEST_KEY',
  'local CLOSED_SYSTEM',
]);
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

/** Remembers a failure; resolves when that of a login is on disk. */
export async function remember(context: CountryContext, id: string, outcome: Later | Refused): Promise<void> {
  const what = words(outcome);
  const name = what.general ? EVERY : id;
  const before = known(context, name);
  const at = context.clock.now();
  const failures = (before?.failures ?? 0) + 1;
  const times = { failures, since: before?.since ?? at, at, waitMs: waitOf(outcome, failures) };
  const attempt: Attempt = { ...what, ...times };
  context.memory.set(memoryKey(context, name), attempt);
  const how = what.refused ? 'was refused' : 'is put off';
  context.log.error(`FinanzOnline: ${id} of ${configuredId(context.cfg)} ${how}: ${what.text}`);
  if (what.refused === 'session') {
    await context.vault.set(vaultName(context), { ...attempt } satisfies Record<string, Json>);
  }
}

/** Remembers why the login that was just entered is not kept; null: another one is being tried. */
export function rememberEntry(context: CountryContext, outcome: Later | Refused | null): void {
  const key = memoryKey(context, ENTRY);
  const at = context.clock.now();
  const times = { failures: 1, since: at, at, waitMs: null };
  if (outcome) context.memory.set(key, { ...words(outcome), ...times } satisfies Attempt);
  else context.memory.delete(key);
}

/** Why the login that was entered last is not kept; null when it is, or when none was entered. */
export function entryFailure(context: CountryContext): Attempt | null {
  return known(context, ENTRY);
}

/** FinanzOnline has answered: the last try went well, and so did the login. */
export async function forget(context: CountryContext, id: string): Promise<void> {
  for (const name of [id, EVERY]) context.memory.delete(memoryKey(context, name));
  await forgetLogin(context);
}

/** A report was made by hand, which says nothing about the login. */
export function forgetReport(context: CountryContext, id: string): void {
  context.memory.delete(memoryKey(context, id));
}

/** Somebody has changed something, or wants to know: the next tries are made at once. */
export async function forgetAll(context: CountryContext): Promise<void> {
  for (const key of context.memory.keys()) {
    if (key.startsWith(companyKey(context))) context.memory.delete(key);
  }
  await forgetLogin(context);
}

async function forgetLogin(context: CountryContext): Promise<void> {
  const name = vaultName(context);
  if (context.vault.get(name) !== undefined) await context.vault.set(name, null);
}

type Words = Pick<Attempt, 'code' | 'text' | 'message' | 'advice' | 'refused' | 'general'>;

function words(outcome: Later | Refused): Words {
  const advice = adviceOn(outcome);
  if ('later' in outcome) {
    const { reason, code, text } = outcome.later;
    return {
      code: code ?? reason,
      text,
      message: '',
      advice,
      refused: null,
      general: !PARTIAL.includes(reason),
    };
  }
  const { by, code, text, message } = outcome.refused;
  const general = by === 'session' || code === 'CREDENTIALS' || code === 'ADDRESS';
  return { code, text, message, advice, refused: by, general };
}

function waitOf(outcome: Later | Refused, failures: number): number | null {
  if ('later' in outcome) return Math.min(WAIT_MS.first * 2 ** (failures - 1), WAIT_MS.longest);
  const { by, code } = outcome.refused;
  return HOPELESS.has(`${by} ${code}`) ? null : WAIT_MS.refused;
}

function known(context: CountryContext, id: string): Attempt | null {
  const remembered = context.memory.get(memoryKey(context, id)) as Attempt | undefined;
  if (remembered || id !== EVERY) return remembered ?? null;
  return (context.vault.get(vaultName(context)) as unknown as Attempt | undefined) ?? null;
}

/** Registers of a company have reports of the same names. */
function memoryKey(context: CountryContext, id: string): string {
  const whose = id === EVERY || id === ENTRY ? '' : (configuredId(context.cfg) ?? '');
  return `${companyKey(context)}${whose} ${id}`;
}

function vaultName({ cfg }: CountryContext): string {
  return `${LOGIN_REFUSAL}${bareTaxId(cfg.Cmp.TaxId)}`;
}

function companyKey({ cfg }: CountryContext): string {
  return `${PREFIX}${bareTaxId(cfg.Cmp.TaxId)} `;
}
