/** A receipt on its way to a number, and the record it becomes. */
import type { Country } from '../countries/contract/country.ts';
import type { Fiscalised, Original } from '../countries/contract/fiscalise.ts';
import type { Entry } from '../journal/row.ts';
import type { CashCount } from '../receipt/cash-count.ts';
import type { Json } from '../receipt/json.ts';
import { sumsOf } from '../receipt/sums.ts';
import {
  isNonFiscal,
  isTraining,
  type Attributes,
  type CompleteEsr,
  type JournalRecord,
  type Tra,
} from '../receipt/tra.ts';
import type { nextNumber } from './numbers.ts';
import { mainOriginal } from './originals.ts';
import { success, withCardNotice } from './outcomes.ts';
import { totalsWith, type ReadTotals } from './reports/totals.ts';
import type { VoidCheck } from './voids/voids.ts';

/** A receipt that may be numbered. */
export interface Draft {
  tra: Tra;
  esr: CompleteEsr;
  originals: readonly Original[];
  voided: VoidCheck;
  warnings: string[];
  /** Kind of a receipt that the country issues itself, else null. */
  own: string | null;
  /** Where its invoice is handed over; null for a receipt without. */
  invoice: { route: Json; system: string; form: string } | null;
  /** Cash that was counted for the report that it asks for; null where nobody has counted. */
  cash: CashCount | null;
}

/** What the record is made with, besides the receipt. */
interface Making {
  country: Country;
  /** Type, sequence number, register and time of the record. */
  head: Pick<JournalRecord, '_' | 'SQ' | 'RN' | 'D'>;
  numbers: ReturnType<typeof nextNumber>;
  fiscal: Fiscalised;
  /** Turnover before this receipt, given when the answer is to carry the totals (`Fis_TotCheckout`). */
  totals: ReadTotals | null;
}

/** The journal's entry of a receipt that was numbered and fiscalised. */
export function entryOf(draft: Draft, { country, head, numbers, fiscal, totals }: Making): Entry {
  const { tra, esr, voided, warnings, own } = draft;
  const numbered = { ...esr, TN: numbers.TN };
  const isSale = !isNonFiscal(esr) && !isTraining(esr);
  const counts = isSale ? countsOf(draft, country) : undefined;
  const showsTotals = isSale && counts === undefined;
  const { ESR: _sent, ...attributes } = tra;
  // Where a void only marks its original, it has no fiscal data that could be printed (doc 3, Portugal).
  const isMark = esr.Void === '1' && country.strictVoids && fiscal.fis === undefined;
  const fis =
    totals && showsTotals && !isMark
      ? { ...fiscal.fis, TotCheckout: totalsWith(numbered, totals, country) }
      : fiscal.fis;
  const notice = fiscal.notice && { issue: fiscal.notice, language: country.language };
  const said = [...warnings, ...voided.warnings, ...fiscal.warnings];
  const record = newRecord(head, attributes, {
    ...(own !== null && { Own: own }),
    ...(counts !== undefined && { Counts: counts }),
    ESR: fiscal.FN === undefined ? numbered : { ...numbered, FN: fiscal.FN },
    Result: withCardNotice(success(said, notice), country.language),
    ...(fis && { Fis: fis }),
    ...(fiscal.kept !== undefined && { Kept: fiscal.kept }),
  });
  return {
    record,
    sums: sumsOf(record, country.currency.digits),
    changes: { ...numbers.changes, ...voided.changes(record.SQ), ...fiscal.changes },
  };
}

/** A void takes back what its original has added, whatever the version that registered it made of it. */
function countsOf({ esr, originals }: Draft, country: Country): JournalRecord['Counts'] {
  const original = esr.Void === '1' ? mainOriginal(originals) : null;
  return original ? original.Counts : country.counts?.(esr);
}

/** `State` is what the journal files add to a record. */
const RECORD_NAMES = new Set([
  '_',
  'SQ',
  'RN',
  'D',
  'Own',
  'Counts',
  'Of',
  'ESR',
  'Result',
  'Fis',
  'Kept',
  'State',
]);

/**
 * A record of a register.
 * @param attributes values that came from outside: names that the record itself uses cannot be overruled
 */
export function newRecord(
  own: Pick<JournalRecord, '_' | 'SQ' | 'RN' | 'D'>,
  attributes: Attributes,
  values: Partial<JournalRecord>,
): JournalRecord {
  const others = Object.entries(attributes).filter(([name]) => !RECORD_NAMES.has(name));
  return { ...own, ...Object.fromEntries(others), ...values };
}
