/**
 * What a French register has to do before it sells, and by itself: begin its journal of
 * events, note what has changed, and close the days, months and years that are over.
 */
import { randomUUID } from 'node:crypto';
import { isFarBehind } from '../../clock.ts';
import type { Issue } from '../../receipt/issue.ts';
import { daysBetween } from '../../receipt/time.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { nextClosing, type ClosedPeriod } from '../base/closings.ts';
import { practiceChange } from '../base/practice.ts';
import { published } from '../base/published.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { OwnReceipt, StateChange, Work } from '../contract/work.ts';
import {
  asJson,
  KEYS,
  lastTimes,
  openPeriods,
  publicKeyKey,
  publicKeys,
  textAt,
  yearMonth,
} from './books.ts';
import { issue } from './codes.ts';
import { defectChange, hasDefect } from './defect.ts';
import { Signing } from './entries.ts';
import type { EventCode } from './event-codes.ts';
import { changesOf, identityOf, softwareOf, type Identity } from './identity.ts';
import { ensureKey, keyOf } from './key.ts';
import { roleOf } from './document.ts';

/** More days off in a row than this, and somebody has to say that the clock is right (FR14). */
export const MOST_DAYS_OFF = 400;

/** Periods that a sale closes before it; the rest is closed by itself, and the sale is to be sent again. */
const MOST_BEFORE_A_SALE = 450;

/** Event of the log records that carry events of the JET. */
export const JET = 'jet';

/** Whether what is registered now does not count, as a word; see {@link Country.practice}. */
export function practiceOf(context: Pick<CountryContext, 'attributes'>): string | null {
  return context.attributes().flag('Fiscal_Test') ? 'Fiscal_Test' : null;
}

/** {@link Country.prepare} of France. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  return isNothingDue(state, context) || (roleOf(esr).kind === 'unsigned' && textAt(state, KEYS.begun) !== '')
    ? null
    : settle(state, context, MOST_BEFORE_A_SALE);
}

function isNothingDue(state: State, context: CountryContext): boolean {
  return (
    keyOf(context, context.cfg) !== null &&
    noteDue(state, context) === null &&
    practiceNote(state, context) === null &&
    closingDue(state, context) === null
  );
}

function practiceNote(state: State, context: CountryContext): StateChange | null {
  return practiceChange('FR', practiceOf(context), state, () => null);
}

/**
 * Does all that is due. Returns why a sale has to wait.
 * @param most periods that are closed
 */
async function* settle(
  state: State,
  context: CountryContext,
  most = Infinity,
): AsyncGenerator<Work, Issue[], void> {
  await ensureKey(context, context.cfg);
  // Those before, too: an audit goes by them.
  for (const [serial, publicKey] of publicKeys(state)) await published({ serial, pem: publicKey }, context);
  const practice = practiceNote(state, context);
  if (practice) yield practice;
  for (let note = noteDue(state, context); note; note = noteDue(state, context)) yield note;
  const issues: Issue[] = [];
  for (let closed = 0; ; closed++) {
    const due = closingDue(state, context);
    if (due === null) return [];
    if (closed >= most) {
      const text = `all days since ${openPeriods(state)!.day} are being closed: send the receipt again soon`;
      return [issue('#FR_CLOCK', '', text)];
    }
    if ('tooLate' in due) {
      const text = `the last day was ${due.tooLate}: check the clock, and confirm it on the page France`;
      return [issue('#FR_CLOCK', '', text)];
    }
    yield closing(due, context, (reasons) => issues.push(...reasons));
    if (issues.length > 0) return issues;
  }
}

/** {@link Country.background} of France. */
export async function* background(state: State, context: CountryContext): AsyncGenerator<Work, void, void> {
  // Days that a wrong clock ends are no help to anybody.
  if (isFarBehind(context.clock, lastTimes(state).entered)) return;
  if (!isNothingDue(state, context)) yield* settle(state, context);
  if (hasDefect(state, context)) yield defectChange(context);
}

/** The period that is over and has to be closed next, or the last day where too many are over; null for none. */
function closingDue(state: State, context: CountryContext): ClosedPeriod | { tooLate: string } | null {
  const open = openPeriods(state);
  if (open === null) return null;
  const today = context.now.slice(0, 10);
  const next = nextClosing(open, today, yearMonth(context));
  if (next === null) return null;
  const isLong = daysBetween(open.day, today) > MOST_DAYS_OFF && textAt(state, KEYS.clock) < today;
  return isLong ? { tooLate: open.day } : next;
}

/** True when too many days are over for the clock to be believed. */
export function isClockDoubtful(state: State, context: CountryContext): boolean {
  const due = closingDue(state, context);
  return due !== null && 'tooLate' in due;
}

/** The record that closes a period. */
function closing(period: ClosedPeriod, context: CountryContext, refused: OwnReceipt['refused']): OwnReceipt {
  const isSame = (due: ReturnType<typeof closingDue>) =>
    due !== null && !('tooLate' in due) && due.kind === period.kind && due.from === period.from;
  return {
    own: period.kind,
    // So that exports of the period have it.
    esr: { NFS: 'CLO', D: `${period.till}T23:59:59` },
    due: (state) => isSame(closingDue(state, context)),
    ...(refused && { refused }),
  };
}

/** A process, as its registers know it until it ends. */
function processOf({ memory }: Pick<CountryContext, 'memory'>): string {
  const known = memory.get('FR/process');
  if (typeof known === 'string') return known;
  const made = randomUUID();
  memory.set('FR/process', made);
  return made;
}

/** What is to be noted: events and the state that goes with them. */
interface Note {
  events: { code: EventCode; info: string }[];
  changes: Record<string, Json>;
}

/** The next thing to be noted as events; null for nothing. */
function noteDue(state: State, context: CountryContext): StateChange | null {
  const key = keyOf(context, context.cfg);
  if (key && noteOf(state, context, key) === null) return null;
  const details: Record<string, Json> = {};
  return {
    event: JET,
    details,
    changes(current) {
      // The key may have been made since this was asked.
      const known = keyOf(context, context.cfg);
      const note = known && noteOf(current, context, known);
      if (!known || !note) return null;
      const signing = new Signing(current, context, known);
      for (const { code, info } of note.events) signing.event(code, info);
      const isNew = current.get(publicKeyKey(known.serial)) === undefined;
      Object.assign(details, signing.details, isNew && { PublicKey: known.publicKey });
      return {
        ...signing.changes,
        ...note.changes,
        ...(isNew && { [publicKeyKey(known.serial)]: known.publicKey }),
      };
    },
  };
}

function noteOf(state: State, context: CountryContext, key: { serial: string }): Note | null {
  const identity = identityOf(context);
  const session = processOf(context);
  if (textAt(state, KEYS.begun) === '') return begin(context, identity, session);
  const events: Note['events'] = [];
  const changes: Note['changes'] = {};
  const restored = textAt(state, KEYS.restored);
  if (restored !== '') {
    events.push(
      { code: '260', info: `Restauration du ${restored.replace('T', ' ')}` },
      { code: '10', info: `Numéros marqués ${textAt(state, KEYS.space)} après restauration` },
    );
    changes[KEYS.restored] = '';
  }
  if (state.get(publicKeyKey(key.serial)) === undefined)
    events.push({ code: '270', info: `Nouvelle clé ${key.serial}` });
  const before = textAt(state, KEYS.session);
  if (before !== session) {
    if (before !== '') {
      const last = textAt(state, KEYS.last).replace('T', ' ');
      events.push({ code: '40', info: `Arrêt constaté au démarrage; dernière écriture ${last}` });
    }
    events.push({ code: '80', info: 'Démarrage du terminal' });
    changes[KEYS.session] = session;
  }
  const noted = state.get(KEYS.noted) as Identity | undefined;
  const news = noted ? changesOf(noted, identity) : [];
  events.push(...news);
  // What versions before did not note yet goes with the session that this one begins.
  if (news.length > 0 || noted?.workstations === undefined) changes[KEYS.noted] = asJson(identity);
  return events.length === 0 ? null : { events, changes };
}

function begin(context: CountryContext, identity: Identity, session: string): Note {
  const { now } = context;
  const day = now.slice(0, 10);
  return {
    events: [
      { code: '260', info: `Initialisation ${softwareOf(context)}` },
      { code: '80', info: 'Démarrage du terminal' },
    ],
    changes: {
      [KEYS.begun]: now,
      [KEYS.restored]: '',
      [KEYS.open]: { day, month: day, year: day },
      [KEYS.noted]: asJson(identity),
      [KEYS.session]: session,
    },
  };
}
