/** What a receipt is completed and checked by: configuration, law and time of its register. */
import type { Country, CountryServices } from '../countries/contract.ts';
import { configuredTerminal, type Cfg } from '../receipt/cfg.ts';
import { complete, DEFAULT_DAYS_OFF, DEFAULT_MINUTES_AHEAD, type Completed } from '../receipt/complete.ts';
import type { Issue } from '../receipt/issue.ts';
import type { Tra } from '../receipt/tra.ts';

/** What a step of a register works with. */
export interface Ground {
  cfg: Cfg;
  country: Country;
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now: string;
  /** Date and time of a receipt that brings none (`register-time.ts`). */
  D: string;
  /** The time of the last document while the clock is so far behind it that no receipt is registered, else null. */
  stoppedBy: string | null;
  services: CountryServices;
}

/** A transaction with everything filled in. */
export interface Received {
  /** As sent, in the form that is stored. */
  tra: Tra;
  completed: Completed;
}

/**
 * Completes a transaction. Where the country allows it, one that exists already may be entered again.
 * @param own issued by the country itself, which needs no interpretation
 */
export function receive(sent: Tra, { cfg, country, now, D, services }: Ground, own = false): Received {
  const existing = country.readExisting?.(sent.ESR) ?? null;
  const meant = existing ?? (own ? undefined : country.interpret?.(sent.ESR, services)) ?? sent.ESR;
  const tra = { ...sent, ESR: meant };
  const completed = complete(tra.ESR, {
    now,
    D,
    currencyDigits: country.currency.digits,
    ...configuredTerminal(cfg),
    maxDaysOff: existing ? null : services.attributes().number('Normalize_D', DEFAULT_DAYS_OFF),
    maxMinutesAhead: services.attributes().number('Normalize_D_ahead', DEFAULT_MINUTES_AHEAD),
    unpaid: country.unpaid?.(tra.ESR) ?? false,
    existing: existing !== null,
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
export function issuesOf({ esr, amounts, issues }: Completed, { cfg, country, services }: Ground): Issue[] {
  return issues.length > 0 ? issues : country.check(esr, amounts, { ...services, cfg });
}
