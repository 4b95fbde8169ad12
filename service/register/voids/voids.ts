/** Voids (doc 2, /register/void; doc 3, Void): the receipt they take back, and that none is taken back twice. */
import type { Country } from '../../countries/contract/country.ts';
import type { State } from '../../countries/contract/state.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { amountText, minor } from '../../receipt/money.ts';
import { grossByRate } from '../../receipt/taxes.ts';
import { isNonFiscal, type Esr, type JournalRecord } from '../../receipt/tra.ts';

/** Outcome of checking a void. */
export interface VoidCheck {
  issues: Issue[];
  warnings: string[];
  /** State entries that remember the void, which will have this sequence number. */
  changes(sq: number): Record<string, Json>;
}

/** What was taken back of a receipt. */
interface Voided extends Record<string, Json> {
  /** Minor units, summed over all voids. */
  taken: number;
  /** SQ of the last void. */
  by: number;
}

/** Minor units by percentage. */
type Rates = Record<string, number>;

const NO_CHANGES = () => ({});

function voidedOf(state: State, sq: number): Voided | null {
  return (state.get(voidKey(sq)) as Voided | undefined) ?? null;
}

/** State key of what was taken back of a receipt. */
function voidKey(sq: number): string {
  return `VOID ${sq}`;
}

/** SQ of the void that took a receipt back as a whole, null when there is none. */
export function voidOf({ SQ, ESR }: JournalRecord, state: State, digits: number): number | null {
  const voided = voidedOf(state, SQ);
  return ESR !== undefined && voided?.taken === minor(ESR.T, digits) ? voided.by : null;
}

/** Checks a void against its original. */
export function checkVoid(
  esr: Esr,
  original: JournalRecord | null,
  state: State,
  country: Country,
): VoidCheck {
  const refuse = (...issues: Issue[]): VoidCheck => ({ issues, warnings: [], changes: NO_CHANGES });
  if (esr.RFN === undefined && esr.RTN === undefined) {
    return refuse(
      issue('#VOID_REFERENCE', 'ESR.RFN', 'a void names its original by RFN, or by RTL, RTT and RTN'),
    );
  }
  const name = esr.RFN ?? `${esr.RTL ?? esr.TL}/${esr.RTT ?? esr.TT}/${esr.RTN}`;
  if (!original?.ESR) {
    const text = `this register has no receipt ${name}`;
    if (country.strictVoids) return refuse(issue('#ORIGINAL_NOT_FOUND', 'ESR.RFN', text));
    return {
      issues: [],
      warnings: [`#ORIGINAL_NOT_FOUND ${text}; registered without check`],
      changes: NO_CHANGES,
    };
  }
  if (isNonFiscal(esr) !== isNonFiscal(original.ESR)) {
    const [kind, other] = isNonFiscal(esr) ? ['nonfiscal', 'a receipt'] : ['fiscal', 'nonfiscal'];
    return refuse(
      issue('#VOID_REFERENCE', 'ESR.NF', `a ${kind} void cannot take back ${name}, which is ${other}`),
    );
  }
  if (original.ESR.Void === '1') {
    return refuse(issue('#ALREADY_VOIDED', 'ESR.RFN', `${name} is a void itself`));
  }
  const digits = country.currency.digits;
  const whole = minor(original.ESR.T, digits);
  const before = voidedOf(state, original.SQ);
  const taken = -minor(esr.T, digits);
  const sum = (before?.taken ?? 0) + taken;
  const isWhole = taken === whole;
  if (before !== null && (isWhole || Math.abs(sum) > Math.abs(whole))) {
    return refuse(issue('#ALREADY_VOIDED', 'ESR.RFN', `${name} was voided before (SQ ${before.by})`));
  }
  if (country.strictVoids && !isWhole) {
    const text = `a void takes back the whole receipt of ${original.ESR.T}, not ${amountText(taken, digits)}`;
    return refuse(issue('#VOID_AMOUNT', 'ESR.T', text));
  }
  if (Math.abs(taken) > Math.abs(whole) || taken * whole < 0) {
    const text = `takes back ${amountText(taken, digits)} of ${original.ESR.T}`;
    return refuse(issue('#VOID_AMOUNT', 'ESR.T', text));
  }
  const rates = ratesTaken(esr, original.ESR, before, digits);
  if (isWhole ? !rates.isWhole : !rates.fits) {
    const text = `takes back other amounts by tax percentage than the receipt has: ${rates.text}`;
    return refuse(issue('#VOID_AMOUNT', 'ESR.TaxA', text));
  }
  const issues = country.checkVoid?.(original, state) ?? [];
  if (issues.length > 0) return refuse(...issues);
  return {
    issues: [],
    warnings: [],
    changes: (by) => ({
      [voidKey(original.SQ)]: { taken: sum, by, ...(!isWhole && { rates: rates.sums }) } satisfies Voided,
      ...(isWhole && country.voidChanges?.(original, state)),
    }),
  };
}

/** What a void takes back by tax percentage: a receipt at 23 % is not taken back at 6 %. */
function ratesTaken(
  esr: Esr,
  original: Esr,
  before: Voided | null,
  digits: number,
): { isWhole: boolean; fits: boolean; sums: Rates; text: string } {
  const whole = grossByRate(original.TaxA ?? [], digits);
  const taken = grossByRate(esr.TaxA ?? [], digits);
  const sums: Rates = { ...(before?.rates as Rates | undefined) };
  for (const [rate, amount] of taken) sums[rate] = (sums[rate] ?? 0) - amount;
  const isWithin = ([rate, sum]: [string, number]) => {
    const all = whole.get(rate) ?? 0;
    return sum * all >= 0 && Math.abs(sum) <= Math.abs(all);
  };
  const text = (amounts: ReadonlyMap<string, number>, sign: number) =>
    [...amounts].map(([rate, amount]) => `${amountText(sign * amount, digits)} at ${rate} %`).join(', ');
  return {
    isWhole: taken.size === whole.size && [...taken].every(([rate, amount]) => whole.get(rate) === -amount),
    fits: Object.entries(sums).every(isWithin),
    sums,
    text: `${text(taken, -1) || 'nothing'} of ${text(whole, 1) || 'nothing'}`,
  };
}
