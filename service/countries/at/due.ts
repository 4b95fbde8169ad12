/**
 * The zero receipts that are due, and their making: before a sale in its own turn,
 * and in the background (RKSV § 8 for start, monthly and annual receipts, § 17 for
 * the collective receipt behind an outage).
 */
import { localTime } from '../../clock.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr, Esr } from '../../receipt/tra.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { OwnReceipt, StateChange, Work } from '../contract/work.ts';
import { issue } from './codes.ts';
import { freshAesKey, markUsed } from './aes-key.ts';
import { configuredId, kasseOf, postponedYear, type Kasse } from './kasse.ts';
import { practiceNote } from './practice.ts';
import { isSigned, TITLES, type OwnKind } from './receipt-kind.ts';

/** ESR of a zero receipt. */
export function zeroReceipt(kind: OwnKind): Esr {
  return { NFS: TITLES[kind] };
}

/** Whether a kind of receipt is due; `now` is local time. */
const DUE: Readonly<Record<Exclude<OwnKind, 'zero' | 'close'>, (state: State, now: string) => boolean>> = {
  start: (state) => kasseOf(state) === null,
  year: (state, now) => inUse(state, (kasse) => postponedYear(state) !== null || isBefore(kasse, now, 4)),
  month: (state, now) => inUse(state, (kasse) => isBefore(kasse, now, 7)),
  collective: (state) => inUse(state, (kasse) => kasse.outage !== null),
};

function inUse(state: State, isDue: (kasse: Kasse) => boolean): boolean {
  const kasse = kasseOf(state);
  return kasse !== null && kasse.closed === null && isDue(kasse);
}

/** The last receipt is of an earlier year (4 characters) or month (7). */
function isBefore({ time }: Kasse, now: string, length: 4 | 7): boolean {
  return time.slice(0, length) < now.slice(0, length);
}

/** Anything but the start receipt. `now` is local time. */
export function isAnythingDue(state: State, now: string): boolean {
  return DUE.year(state, now) || DUE.month(state, now) || DUE.collective(state, now);
}

/** {@link Country.prepare} of Austria. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  if (!isSigned(esr)) return null;
  const note = practiceNote(state, context);
  const work =
    kasseOf(state) === null
      ? startFirst(state, context)
      : isAnythingDue(state, context.now)
        ? catchUp(state, context)
        : null;
  return note ? withNote(note, work) : work;
}

/** The journal says that tests have begun or ended before it has the first receipt. */
async function* withNote(
  note: StateChange,
  work: AsyncGenerator<Work, Issue[], void> | null,
): AsyncGenerator<Work, Issue[], void> {
  yield note;
  return work ? yield* work : [];
}

async function* startFirst(state: State, context: CountryContext): AsyncGenerator<Work, Issue[], void> {
  const issues = yield* start(state, context);
  // Without a signature unit the sale goes on, unsigned; the start receipt comes as soon as a unit signs.
  return kasseOf(state) === null ? issues.filter(({ code }) => code !== '#AT_START') : [];
}

async function* catchUp(state: State, context: CountryContext): AsyncGenerator<Work, Issue[], void> {
  yield* settle(state, context);
  // What could not be signed is made up for later; the sale is registered anyway.
  return [];
}

/** Makes the start receipt, and the AES key before it. Returns why it could not. */
export async function* start(state: State, context: CountryContext): AsyncGenerator<Work, Issue[], void> {
  const { cfg, vault } = context;
  const id = configuredId(cfg);
  if (id === null) return [issue('#AT_TERMINAL', 'Cfg.Loc.TL', 'TL and TT cannot be a Kassen-ID')];
  await freshAesKey(vault, cfg, id);
  let reasons: readonly Issue[] = [];
  yield own('start', context, (issues) => (reasons = issues));
  if (kasseOf(state) === null) return [...reasons];
  await markUsed(vault, cfg, id);
  return [];
}

/** Makes the receipts that are due, as far as they can be signed. */
export async function* settle(state: State, context: CountryContext): AsyncGenerator<Work, void, void> {
  const now = () => localTime(context.clock.now());
  let isRefused = false;
  const refused = () => void (isRefused = true);
  if (DUE.year(state, now())) yield own('year', context, refused);
  // Also when the annual receipt could not be signed: a month may end during an outage.
  if (DUE.month(state, now())) yield own('month', context);
  // When nobody signs now, the next sale or the next minute tries again.
  else if (!isRefused && DUE.collective(state, now())) yield own('collective', context);
}

function own(kind: keyof typeof DUE, { clock }: CountryContext, refused?: OwnReceipt['refused']): OwnReceipt {
  return {
    own: kind,
    esr: zeroReceipt(kind),
    due: (state) => DUE[kind](state, localTime(clock.now())),
    ...(refused && { refused }),
  };
}
