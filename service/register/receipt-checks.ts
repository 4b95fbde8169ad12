/** What is asked of a receipt before it is numbered, and what it is asked with: configuration, law and time of its register. */
import type { Country } from '../countries/contract/country.ts';
import type { CountryContext } from '../countries/contract/services.ts';
import type { State } from '../countries/contract/state.ts';
import { configuredTerminal, type Cfg } from '../receipt/cfg.ts';
import { complete, DEFAULT_DAYS_OFF, DEFAULT_MINUTES_AHEAD, type Completed } from '../receipt/complete.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { numberKey } from '../receipt/number-key.ts';
import { isTraining, type Esr, type JournalRecord, type Tra } from '../receipt/tra.ts';
import { plainNumber } from './numbers.ts';
import type { Records } from './records.ts';
import type { Terminals } from './companies/terminals.ts';
import { checkVoid, type VoidCheck } from './voids/voids.ts';

/** What a step of a register works with. */
export interface StepContext {
  cfg: Cfg;
  country: Country;
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now: string;
  /** Date and time of a receipt that brings none (`register-time.ts`). */
  D: string;
  /** The time of the last document while the clock is so far behind it that no receipt is registered, else null. */
  stoppedBy: string | null;
  services: CountryContext;
}

/** A transaction with everything filled in. */
export interface Received {
  /** As sent, in the form that is stored. */
  tra: Tra;
  completed: Completed;
}

/**
 * Completes a transaction. Where the country allows it, one that exists already may be entered again.
 * @param made.own issued by the country itself, which needs no interpretation
 * @param made.inverted made of a receipt of the journal, to take it back
 */
export function receive(
  sent: Tra,
  { cfg, country, now, D, services }: StepContext,
  { own = false, inverted = false } = {},
): Received {
  const existing = country.readExisting?.(sent.ESR) ?? null;
  const meant = existing ?? (own ? undefined : country.interpret?.(sent.ESR, services)) ?? sent.ESR;
  const tra = { ...sent, ESR: meant };
  const completed = complete(tra.ESR, {
    now,
    D,
    currencyDigits: country.currency.digits,
    ...configuredTerminal(cfg),
    // What the country issues itself may be about a day long past.
    maxDaysOff: existing || own ? null : services.attributes().number('Normalize_D', DEFAULT_DAYS_OFF),
    maxMinutesAhead: services.attributes().number('Normalize_D_ahead', DEFAULT_MINUTES_AHEAD),
    unpaid: country.unpaid?.(tra.ESR) ?? false,
    existing: existing !== null,
    inverted,
    taxes: country.taxRules((tra.ESR.D ?? D).slice(0, 10), cfg, services),
    paymentGroups: country.paymentGroups,
    mandatory: country.mandatory,
  });
  return { tra, completed };
}

/** No groups of any country. */
const NO_GROUPS = { byName: () => null, byRate: () => null };

/**
 * What is wrong with a transaction in every country: values that are missing, sums
 * that do not agree. For registers without a configuration, where no country can say
 * more: which positions belong to which tax group is left to it.
 */
export function formIssues({ ESR: { FN: _number, ...esr } }: Tra): Issue[] {
  const { issues } = complete(esr, {
    ...{ TL: '', TT: '', currencyDigits: 2 },
    // Whether the date is near enough is the country's to say, and whether something may stay unpaid.
    ...{ now: esr.D ?? '', maxDaysOff: null, maxMinutesAhead: 0, unpaid: true },
    ...{ taxes: NO_GROUPS, paymentGroups: new Set<string>(), mandatory: new Set<never>() },
  });
  return issues.filter(({ code }) => code !== '#TAX_GROUP' && code !== '#TAX_POSITIONS');
}

/** What is wrong with a completed transaction; the law is asked only when it is sound in itself. */
export function issuesOf({ esr, amounts, issues }: Completed, { country, services }: StepContext): Issue[] {
  return issues.length > 0 ? issues : country.check(esr, amounts, services);
}

const NO_VOID: VoidCheck = { issues: [], warnings: [], changes: () => ({}) };

/**
 * Two registers that numbered the same terminal would give every number twice, where
 * the country makes numbers of terminals.
 * @param rn the register that is to number it
 * @returns `release` gives a terminal back that has not been numbered after all
 */
export function claimTerminal(
  rn: string,
  terminals: Terminals,
  { esr: { TL, TT } }: Completed,
  { cfg, country }: StepContext,
): { issues: Issue[]; release: () => void } {
  const terminal = { cfg, TL, TT };
  const before = terminals.ownerOf(terminal);
  const owner = before ?? terminals.claim(terminal, rn);
  const release = () => (before === undefined ? terminals.release(terminal) : undefined);
  if (owner === rn || !country.numbering) return { issues: [], release };
  const text = `register ${owner} numbers terminal ${TL}/${TT} of this company`;
  return { issues: [issue('#TERMINAL_TAKEN', 'ESR.TT', text)], release };
}

/**
 * A number that the POS gives must be new.
 * @param made.inverted made of a receipt of the journal: `/restart` with the same body would find that receipt
 */
export async function checkNumber(
  { esr }: Completed,
  state: State,
  records: Records,
  { inverted = false } = {},
): Promise<Issue[]> {
  if (esr.TN === undefined) return [];
  const known = state.get(numberKey(esr));
  const number = plainNumber(esr.TN);
  // Above every number so far: no look-up needed.
  if (number !== null && number > (typeof known === 'number' ? known : 0)) return [];
  const found = await records.sameNumber(esr);
  if (!found) return [];
  const text = `${esr.TL}/${esr.TT}/${esr.TN} is registered already (SQ ${found.SQ})`;
  return inverted
    ? [issue('#TN_EXISTS', 'SESR.TN', `${text}; the void needs a number of its own`)]
    : [issue('#TN_EXISTS', 'ESR.TN', `${text}; after a lost answer resend it to /restart`)];
}

/** Whether a void may take back what it refers to; nothing for other receipts. */
export function checkOwnVoid(
  esr: Esr,
  referred: JournalRecord | null,
  state: State,
  country: Country,
): VoidCheck {
  if (esr.Void !== '1' || isTraining(esr)) return NO_VOID;
  return checkVoid(esr, referred, state, country);
}
