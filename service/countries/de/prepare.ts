/** What has to be done before a receipt is signed: a period whose master data have changed, or whose day is over, is closed. */
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { CountryContext } from '../contract/services.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import type { OwnReceipt, StateChange, Work } from '../contract/work.ts';
import { issue } from './codes.ts';
import { LAST_Z } from './kept.ts';
import { isClosing, processOf } from './kind.ts';
import { allOpen, namedOpen } from './open.ts';
import { isOfDayBefore, mastersChanged, openPeriod } from './period.ts';
import { practiceNote } from './practice.ts';
import { gapReceipt, hasGap, tellsOfGap } from './restored.ts';
import { abortKnown } from './sweep.ts';

/** {@link CountryReceipts.prepare} of Germany. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  if (!processOf(esr)) return null;
  // Receipts that the register issues by itself do not come here.
  const issues = [...tellsOfGap(esr), ...lacksTse(state, context), ...lacksTransaction(esr, state)];
  if (issues.length > 0) return refusing(issues);
  const closes = isClosing(esr);
  const isDue = !closes && closingDue(esr, state, context);
  const ends = isDue || (closes && allOpen(state).length > 0);
  const gap = hasGap(state) ? gapReceipt(state) : null;
  const note = practiceNote(state, context);
  return ends || gap || note ? before({ note, gap, ends, isDue, closes }, esr, context) : null;
}

/** A register that has never had a TSE sells nothing: nobody would notice for months. */
export function lacksTse(state: State, { tses }: CountryContext): Issue[] {
  const hasOne = tses?.units.some(({ identity }) => identity !== null) === true;
  const hadOne = openPeriod(state) !== null || state.get(LAST_Z) !== undefined;
  return hasOne || hadOne ? [] : [issue('#DE_NO_TSE', '', 'no TSE is set up')];
}

function lacksTransaction(esr: CompleteEsr, state: State): Issue[] {
  // The void of a receipt has all of its original, also the transaction that it ended.
  if (esr.TID === undefined || esr.Void === '1' || namedOpen(esr, state)) return [];
  return [issue('#DE_TRANSACTION', 'ESR.TID', 'no transaction with this number is open')];
}

/** Whether the open period must end before a receipt. */
function closingDue({ D }: CompleteEsr, state: State, context: CountryContext): boolean {
  const period = openPeriod(state);
  if (!period) return false;
  return (
    mastersChanged(state, context) ||
    (isOfDayBefore(period, D) && context.attributes().flag('Fiscal_ZLaunch'))
  );
}

async function* refusing(issues: Issue[]): AsyncGenerator<Work, Issue[], void> {
  return issues;
}

/** What is to be done before a receipt. */
interface Due {
  note: StateChange | null;
  gap: OwnReceipt | null;
  ends: boolean;
  isDue: boolean;
  closes: boolean;
}

/** What is due: practice is noted, a gap is told, transactions are ended, the period is closed. */
async function* before(
  { note, gap, ends, isDue, closes }: Due,
  esr: CompleteEsr,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> {
  if (note) yield note;
  if (gap) yield gap;
  if (!ends) return [];
  // Nothing stays open over a closing, but what the receipt itself ends.
  yield* abortKnown(context, (begun) => closes || String(begun.TID) !== esr.TID);
  if (!isDue) return [];
  let refused: readonly Issue[] = [];
  yield ownClosing((issues) => (refused = issues));
  return [...refused];
}

/** A closing that the register makes by itself. */
export function ownClosing(tell: OwnReceipt['refused'] & {}): OwnReceipt {
  const esr = { NFS: 'Z', Opr: 'Tillmark' };
  return { own: 'Z', esr, due: (state) => openPeriod(state) !== null, refused: tell };
}
