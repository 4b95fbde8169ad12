/**
 * A register that was restored from a backup: closings that it made since then are with
 * auditors, and not in the journal. None of their numbers is given again.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { OwnReceipt, Restored } from '../contract/work.ts';
import { lastClosingDay } from './closings.ts';
import { issue } from './codes.ts';
import { LAST_Z, PERIOD } from './kept.ts';
import { processOf } from './kind.ts';
import { openPeriod } from './period.ts';
import { normalForm } from '../../normal-form.ts';

const MINUTE = 60_000;
/** State key of the time of the last restore, local. */
const RESTORED = 'DE/Restored';
/** State key of the numbers that were left out, until a process has told of them. */
const UNTOLD = 'DE/GapUntold';
/** Kind of that process. */
export const RESTORED_OWN = 'restored';
/** Its name (BON_NAME), by which auditors know it. */
export const RESTORED_NAME = 'Wiederherstellung';
/** State key of the number that an open period has got, by the one that its first records name. */
const renumberedKey = (number: number) => `DE/Renumbered ${number}`;

/** {@link Country.restored} of Germany (DE6001). */
export function restored(state: State, { now }: CountryContext): Restored {
  const period = openPeriod(state);
  const last = Number(state.get(LAST_Z) ?? 0);
  const before = state.get(RESTORED);
  const since = period?.first.D ?? lastClosingDay(state) ?? (typeof before === 'string' ? before : null);
  if (since === null) return { details: {}, changes: {} };
  // Nobody closes more often than once a minute from then until now.
  const minutes = Math.ceil((Date.parse(`${now}Z`) - Date.parse(`${asTime(since)}Z`)) / MINUTE);
  const next = last + 2 + Math.max(0, minutes);
  const from = untold(state)?.from ?? last + 1;
  return {
    details: { NextClosing: String(next) },
    changes: {
      [LAST_Z]: next - 1,
      [RESTORED]: now,
      [UNTOLD]: { from, till: next - 1 },
      ...(period && {
        [PERIOD]: { ...period, Nr: next } as unknown as Json,
        [renumberedKey(period.Nr)]: next,
      }),
    },
  };
}

/** Numbers of closings that are left out and that no record has said so of; null for none. */
function untold(state: State): { from: number; till: number } | null {
  const value = state.get(UNTOLD);
  return isTree(value) && typeof value.from === 'number' && typeof value.till === 'number'
    ? { from: value.from, till: value.till }
    : null;
}

/** Whether a gap in the numbers of closings has to be told before the next receipt. */
export function hasGap(state: State): boolean {
  return untold(state) !== null;
}

/**
 * The process that tells of it, as auditors read it: signed, in the closing that follows the gap
 * (`AVSonstige`, DE6005). When it cannot be registered, the next receipt has it tried again.
 */
export function gapReceipt(state: State): OwnReceipt {
  const { from, till } = untold(state) ?? { from: 0, till: 0 };
  const value = `Z-Nr. ${from}-${till}`;
  const esr = { NFS: RESTORED_NAME, Opr: 'Tillmark', Txt: [{ _: 'Txt', value }] };
  return { own: RESTORED_OWN, esr, due: hasGap };
}

/**
 * Why a till may not send a receipt: it would be read as the process that tells of a gap, and
 * hide closings that somebody took away (DE6006). Spaces and signs make no other name of it.
 */
export function tellsOfGap(esr: CompleteEsr): Issue[] {
  const name = processOf(esr)?.name ?? '';
  const letters = normalForm(name, 'NFKC').replaceAll(/[^\p{L}]/gu, '');
  if (letters.toLowerCase() !== RESTORED_NAME.toLowerCase()) return [];
  const path = esr.NFS ? 'ESR.NFS' : 'ESR.DN';
  return [
    issue(
      '#DE_RESERVED',
      path,
      `only the register itself issues ${RESTORED_NAME}; send another kind of process`,
    ),
  ];
}

/** State changes of the process that has told it. */
export function gapTold({ own }: { own: string | null }): Record<string, Json> {
  return own === RESTORED_OWN ? { [UNTOLD]: null } : {};
}

/** The number of the closing that a record belongs to, by the one that it names. */
export function closingNumber(named: number, state: State): number {
  const number = state.get(renumberedKey(named));
  // A period may have been restored more than once, each time with a higher number.
  return typeof number === 'number' && number > named ? closingNumber(number, state) : named;
}

function asTime(dayOrTime: string): string {
  return dayOrTime.length > 10 ? dayOrTime : `${dayOrTime}T00:00:00`;
}
