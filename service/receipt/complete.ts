/**
 * Completion (doc 3, "Automatic values"): fills in what the POS may leave out
 * and checks that the sums agree. Pure: the time comes in as an argument.
 */
import { issue, type Issue } from './issue.ts';
import { checkMandatory, type CountryField } from './mandatory.ts';
import { allocate } from './modifiers.ts';
import { amountText, minor, readAmount, quantityTimesPrice } from './money.ts';
import { checkForeign, checkSigns, completePayments } from './payments.ts';
import { taxTable, type TaxRules } from './taxes.ts';
import { daysBetween } from './time.ts';
import {
  isNonFiscal,
  isPayment,
  isPosition,
  isTraining,
  type CompleteEsr,
  type Esr,
  type Position,
} from './tra.ts';

/** Default of Normalize_D (doc 2, Limits). */
export const DEFAULT_DAYS_OFF = 7;
/** Default of Normalize_D_ahead: clocks of POS and register differ by minutes. */
export const DEFAULT_MINUTES_AHEAD = 15;
const MINUTES_OF_A_DAY = 24 * 60;

/** What completion needs to know about the register. */
export interface CompleteContext {
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now: string;
  /** Date and time of a receipt that brings none; `now` when left out. */
  D?: string;
  currencyDigits: number;
  /** Business premise and terminal of the register's configuration. */
  TL: string;
  TT: string;
  /** ESR.D may be this many days off (Normalize_D); null: any day of the past. */
  maxDaysOff: number | null;
  /** ESR.D may be this many minutes ahead (Normalize_D_ahead): numbers behind it may take no earlier date. */
  maxMinutesAhead: number;
  /** Nothing has to be paid yet. */
  unpaid?: boolean;
  /** A document that was issued before, on paper or by a lost journal: its amounts are what they are. */
  existing?: boolean;
  /** The void of a receipt of the journal, made of what stands there. */
  inverted?: boolean;
  taxes: TaxRules;
  /** Payment groups of the country, besides the standard ones. */
  paymentGroups: ReadonlySet<string>;
  /** What the country demands beyond what all do. */
  mandatory: ReadonlySet<CountryField>;
}

/** A completed receipt. `amounts` are the positions after modifiers, minor units by index in PosA. */
export interface Completed {
  esr: CompleteEsr;
  amounts: number[];
  issues: Issue[];
  warnings: string[];
}

/** Completes and checks a receipt; all problems at once. */
export function complete(sent: Esr, context: CompleteContext): Completed {
  const digits = context.currencyDigits;
  const issues: Issue[] = [];
  const warnings: string[] = [];
  const nonFiscal = isNonFiscal(sent);

  const positions = numberPositions(sent.PosA ?? []);
  compareWithPrices(positions, digits, warnings);
  const lines = completePayments(sent.PayA ?? [], context.paymentGroups, warnings);
  const payments = lines.filter(isPayment);
  issues.push(...checkMandatory(sent, positions, lines, context.mandatory));
  issues.push(...checkForeign(lines, context.inverted));

  const esr: CompleteEsr = {
    ...sent,
    ...terminal(sent, context),
    D: sent.D ?? context.D ?? context.now,
    T: sent.T ?? '',
    PosA: positions,
    PayA: lines,
    TaxA: sent.TaxA ?? [],
  };
  if (sent.D !== undefined) issues.push(...checkDate(sent.D, context));
  if (sent.FN !== undefined) {
    issues.push(
      issue(
        '#FN_NOT_ALLOWED',
        'ESR.FN',
        'the fiscal number is assigned by the register; leave it out (Portugal: a document that exists already is entered with FN and D)',
      ),
    );
  }

  // Sums of wrong amounts would only add misleading messages.
  if (issues.length > 0) return { esr, amounts: [], issues, warnings };

  const allocation = allocate(positions, digits);
  issues.push(...allocation.issues);
  warnings.push(...allocation.warnings);
  const sum = (items: readonly { Amt?: string }[]) => items.reduce((s, i) => s + minor(i.Amt, digits), 0);
  const positionSum = sum(positions.filter((p) => p._ !== 'Lin'));
  const net = sent.TaxN === '1';
  const table = taxTable(positions, allocation.amounts, sent.TaxA, net, context.taxes, digits);
  issues.push(...table.issues);
  for (const { issue: misfit, isImpossible } of table.misfits) {
    if (mustFit(sent, context, isImpossible)) issues.push(misfit);
    else warnings.push(misfit.text);
  }
  esr.TaxA = table.taxes;
  const taxesKnown = issues.length === 0;

  const expected = net ? table.gross : positionSum;
  const hasPositions = positions.length > 0;
  const expectedKnown = taxesKnown || !net;
  // Records that nothing was sold with may bring one of the three alone.
  const brought = payments.length > 0 ? sum(payments) : table.gross;
  const total = sent.T !== undefined ? minor(sent.T, digits) : hasPositions ? expected : brought;
  esr.T = amountText(total, digits);
  if ('error' in readAmount(esr.T, digits))
    return { esr, amounts: allocation.amounts, issues: [...issues, tooLarge(esr.T)], warnings };
  const differs = (code: '#SUM_POSITIONS' | '#SUM_PAYMENTS' | '#SUM_TAXES', what: string, value: number) => {
    if (value !== total) {
      const path = sent.T !== undefined ? 'ESR.T' : 'ESR';
      issues.push(issue(code, path, `${what} add up to ${amountText(value, digits)}, not to T ${esr.T}`));
    }
  };
  // What follows from a mistake above would only add misleading messages.
  if (hasPositions && expectedKnown)
    differs('#SUM_POSITIONS', net ? 'positions with their taxes' : 'positions and modifiers', expected);
  if (payments.length === 0) {
    if (!nonFiscal && total !== 0 && context.unpaid !== true)
      issues.push(issue('#PAYA_MISSING', 'ESR.PayA', `payments of ${esr.T} are missing`));
  } else if (sent.T !== undefined || expectedKnown) differs('#SUM_PAYMENTS', 'payments', sum(payments));
  const signs = checkSigns(sent, lines, total, digits);
  issues.push(...signs.issues);
  warnings.push(...signs.warnings);
  if (table.taxes.length > 0 && taxesKnown) differs('#SUM_TAXES', 'tax gross amounts', table.gross);
  return { esr, amounts: allocation.amounts, issues, warnings };
}

/** Taxes must fit their percentages, except where a receipt repeats what was issued before. */
function mustFit(sent: Esr, { taxes, existing }: CompleteContext, isImpossible: boolean): boolean {
  const isIssued = (existing === true && !isImpossible) || sent.Void === '1';
  return taxes.fixed === true && !isIssued && (!isNonFiscal(sent) || isTraining(sent));
}

function tooLarge(total: string): Issue {
  return issue('#TYPE', 'ESR.T', `${total} has more digits than an amount may have`);
}

function checkDate(D: string, { now, maxDaysOff, maxMinutesAhead }: CompleteContext): Issue[] {
  if (maxDaysOff === null) {
    const isFuture = D.slice(0, 10) > now.slice(0, 10);
    return isFuture ? [issue('#D_WINDOW', 'ESR.D', `is after the system time ${now}`)] : [];
  }
  const ahead = daysBetween(now, D);
  // No days are the same day, not the same second.
  const isOff = maxDaysOff === 0 ? D.slice(0, 10) !== now.slice(0, 10) : Math.abs(ahead) > maxDaysOff;
  if (isOff) {
    return [issue('#D_WINDOW', 'ESR.D', `more than ${maxDaysOff} days away from the system time ${now}`)];
  }
  if (ahead * MINUTES_OF_A_DAY <= maxMinutesAhead) return [];
  return [
    issue('#D_WINDOW', 'ESR.D', `more than ${maxMinutesAhead} minutes ahead of the system time ${now}`),
  ];
}

/** TL and TT from the receipt, from a TT of the form `<TL>/<TT>`, or from the configuration. */
export function terminal(
  esr: { TL?: string; TT?: string },
  defaults: { TL: string; TT: string },
): { TL: string; TT: string } {
  return { TL: defaults.TL, TT: defaults.TT, ...namedTerminal(esr) };
}

/** What a receipt, or a query, itself says of TL and TT. */
export function namedTerminal(said: { TL?: string | undefined; TT?: string | undefined }): {
  TL?: string;
  TT?: string;
} {
  const [TL, TT] = [named(said.TL), named(said.TT)];
  const slash = TT?.indexOf('/') ?? -1;
  const [place, till] =
    TL === undefined && TT !== undefined && slash > 0
      ? [TT.slice(0, slash), named(TT.slice(slash + 1))]
      : [TL, TT];
  return { ...(place !== undefined && { TL: place }), ...(till !== undefined && { TT: till }) };
}

/** A name of blanks alone is none: nobody could tell it from the default on paper. */
function named(name: string | undefined): string | undefined {
  return name === undefined || name.trim() === '' ? undefined : name;
}

/**
 * Positions without PN are numbered in order, passing over numbers that the POS
 * has given, so that a modifier still means one position.
 */
function numberPositions(sent: readonly Position[]): Position[] {
  const taken = new Set(sent.filter(isPosition).map((p) => p.PN));
  let n = 0;
  return sent.map((p) => {
    if (!isPosition(p)) return p;
    n++;
    if (p.PN !== undefined) return p;
    while (taken.has(String(n))) n++;
    return { ...p, PN: String(n) };
  });
}

/** Amounts that disagree with quantity and price are kept: weighed goods and rounded prices do. */
function compareWithPrices(positions: readonly Position[], digits: number, warnings: string[]): void {
  positions.forEach((p, i) => {
    if (!isPosition(p) || p.Amt === undefined || p.Pri === undefined) return;
    const amount = minor(p.Amt, digits);
    const quantity = p.Qty ?? (amount < 0 ? '-1' : '1');
    const expected = quantityTimesPrice(quantity, p.Pri, digits);
    if (Math.abs(expected - amount) <= 1) return;
    // Beyond what whole numbers hold exactly there are no digits to show.
    const result = Number.isSafeInteger(expected) ? ` = ${amountText(expected, digits)}` : '';
    const product = `Qty ${quantity} x Pri ${p.Pri}${result}`;
    warnings.push(`ESR.PosA[${i}].Amt: ${p.Amt} is not ${product}`);
  });
}
