/** Closes periods: their totals are signed, and perpetual totals go on. */
import type { Json } from '../../receipt/json.ts';
import { localDate, localDecimal } from '../../receipt/local-format.ts';
import { nextClosing, nextDay, type ClosedPeriod } from '../base/closings.ts';
import { EMPTY_PERIOD, totalOf, withPeriod } from '../base/grand-totals.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { asJson, KEYS, openPeriods, periodKey, periodOf, totalsOf, yearMonth } from './books.ts';
import { issue } from './codes.ts';
import { SYSTEM, type Signing } from './entries.ts';
import { signed } from './fiscal-data.ts';
import { timeText, totalText } from './signed-text.ts';
import { closingTags } from './tags.ts';

/** The end of a period that is over. @param kind of the own receipt that closes it */
export function closePeriod(
  kind: string,
  signing: Signing,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const open = openPeriods(state);
  const due = open && nextClosing(open, context.now.slice(0, 10), yearMonth(context));
  if (!open || due?.kind !== kind) {
    const text = `no ${kind} is over`;
    return { changes: {}, warnings: [], issues: [issue('#FR_CLOCK', '', text)] };
  }
  const next = { ...open, [due.kind]: nextDay(due.till) };
  // It ended with its last second, however late that is noticed.
  const by = { operator: SYSTEM, time: `${due.till}T23:59:59` };
  return close(due, by, { [KEYS.open]: next }, signing, state, context);
}

/**
 * The end of a shift that the POS asks for; the day goes on.
 * @param counted cash that was counted for it, in words; null where nobody has
 */
export function closeShift(
  operator: string,
  counted: string | null,
  signing: Signing,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const { day } = openPeriods(state)!;
  const by = { operator, time: signing.now, counted };
  return close({ kind: 'day', from: day, till: day }, by, {}, signing, state, context);
}

/** A period as it is signed and printed: its day, its month, or its first and last day. */
export function periodText({ kind, from, till }: ClosedPeriod): string {
  if (kind === 'year') return `${timeText(from)}-${timeText(till)}`;
  return kind === 'month' ? timeText(from).slice(0, 6) : timeText(from);
}

/** A period as it is printed: `12/05/2026`, `05/2026`, or its first and last day. */
function shownPeriod({ kind, from, till }: ClosedPeriod): string {
  const [first, last] = [from, till].map((day) => localDate(day, 'fr'));
  if (kind === 'year') return `${first} - ${last}`;
  return kind === 'month' ? first!.slice(3) : first!;
}

/** Turnover with tax in it by rate, highest first: `TTC à 5,50 %`; as “TVA” it was taken for the tax. */
function rateRows(split: ReadonlyMap<string, bigint>): [label: string, name: string, value: string][] {
  return [...split]
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([rate, amount]) => [
      `TTC à ${localDecimal(`${Number(rate.slice(0, -2))}.${rate.slice(-2)}`, 'fr')} %`,
      `Rate${rate}`,
      localDecimal(euros(String(amount)), 'fr'),
    ]);
}

const TITLES = { day: 'journalière', month: 'mensuelle', year: 'annuelle' } as const;

function close(
  period: ClosedPeriod,
  { operator, time, counted = null }: { operator: string; time: string; counted?: string | null },
  changes: Record<string, Json>,
  signing: Signing,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const { kind } = period;
  const sums = periodOf(state, kind);
  const totals = totalsOf(state);
  const of = periodText(period);
  const split = new Map(Object.entries(sums.rates).map(([rate, amount]) => [rate, BigInt(amount)]));
  const link = signing.add(`total-${kind}`, (number, before) =>
    totalText({ split, total: totalOf(sums), perpetual: BigInt(totals.real), time, of }, number, before),
  );
  signing.event('330', `Début de clôture ${TITLES[kind]} ${of}`, operator);
  if (counted !== null) signing.event('170', counted, operator);
  signing.event(kind === 'year' ? '60' : '50', `Clôture ${TITLES[kind]} ${of}`, operator);
  const outer = kind === 'day' ? 'month' : kind === 'month' ? 'year' : null;
  const shown = (cents: string) => localDecimal(euros(cents), 'fr');
  const rows = [
    ['Caisse', 'Register', signing.register],
    ['Clôture', 'Closing', `${TITLES[kind]} n° ${link.number}`],
    ['Période', 'Period', shownPeriod(period)],
    ['Documents', 'Count', String(sums.count)],
    ['Ventes', 'Sales', shown(sums.sales)],
    ['Remboursements', 'Returns', shown(sums.returns)],
    ...rateRows(split),
    ['Total TTC', 'Total', shown(String(totalOf(sums)))],
    ['Grand total perpétuel', 'PerpetualReal', shown(totals.real)],
    ['Grand total perpétuel absolu', 'PerpetualAbsolute', shown(totals.absolute)],
  ] as const;
  return signed(
    signing,
    {
      ...changes,
      [periodKey(kind)]: asJson(EMPTY_PERIOD),
      ...(outer && { [periodKey(outer)]: asJson(withPeriod(periodOf(state, outer), sums)) }),
    },
    {
      isDocument: true,
      tags: closingTags(rows, link.signature, context),
      more: {
        FR_Period: of,
        FR_Count: String(sums.count),
        FR_Sales: sums.sales,
        FR_Returns: sums.returns,
        FR_Real: totals.real,
        FR_Absolute: totals.absolute,
      },
    },
  );
}

/** Cents as `12.30`; they may be more than a number holds. */
export function euros(cents: string): string {
  const value = BigInt(cents);
  const size = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
