/** What a receipt gets in Sweden: its running number, and what the control unit gave for it. */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { countedAs, groupsNamed, numberAt, registerId, textAt } from '../base/cash-register/books.ts';
import { EVENT, TRANSACTION } from '../base/cash-register/codes.ts';
import { journalEvent, journalReport, reportOf } from '../base/cash-register/fiscalise.ts';
import { reportTags } from '../base/cash-register/report-tags.ts';
import { roleOf } from '../base/cash-register/role.ts';
import { journalPrepare } from '../base/cash-register/sessions.ts';
import {
  addEvent,
  addTransaction,
  grandFrom,
  sumsFrom,
  withTransaction,
} from '../base/cash-register/sums.ts';
import { readingOf, transactionOf } from '../base/cash-register/transaction.ts';
import type { Fiscalised, Original, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import type { Work } from '../contract/work.ts';
import { copiedKey, KEYS, NUMBER, NUMBERS, placeOf, SERVER, UNIT, type SwedishEntry } from './books.ts';
import { checkCfg } from './checks.ts';
import { issue } from './codes.ts';
import type { Given } from './device.ts';
import { isDiscard, kindOf } from './kind.ts';
import { checkParked, isParking, openSales, parked, parkingOf, takenUp } from './parked.ts';
import { tagsOf } from './paper.ts';
import { REPORT_WORDS } from './report-words.ts';
import { designation, settingsOf } from './unit.ts';

/** Reports that are numbered: an X only looks. */
export const NUMBERED = ['Z'] as const;

const start = journalPrepare('SE');

/** {@link CountryReceipts.prepare} of Sweden: why nothing is sold, and the start of the service. */
export function prepare(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): AsyncGenerator<Work, Issue[], void> | null {
  const steps = start(esr, state, context);
  const issues = reasons(esr, state, context);
  return issues.length === 0 ? steps : refusing(issues);
}

async function* refusing(issues: Issue[]): AsyncGenerator<Work, Issue[], void> {
  return await Promise.resolve(issues);
}

function reasons(esr: CompleteEsr, state: State, context: ReceiptContext): Issue[] {
  const kind = kindOf(esr);
  const parking = checkParked(esr, designation(context.cfg), state);
  if (parking.length > 0 || kind === null) return parking;
  // What versions before took.
  const wrong = checkCfg(context.cfg);
  if (wrong.length > 0) return wrong;
  if (NUMBERS.unknown(state))
    return [issue('#SE_RESTORED', '', 'enter the number of the last printed receipt on the page Sweden')];
  if (!settingsOf(context)) return [issue('#SE_NO_UNIT', '', 'no control unit is set up on the page Sweden')];
  return kind === 'kopia' ? copyReasons(state, context) : [];
}

function copyReasons(state: State, { originals }: ReceiptContext): Issue[] {
  const record = originals.find(({ path }) => path === 'ESR')?.record ?? null;
  if (!record?.ESR || kindOf(record.ESR) !== 'normal')
    return [issue('#SE_COPY', 'ESR.RFN', 'must name a receipt of this register')];
  return state.get(copiedKey(record.SQ)) === undefined
    ? []
    : [issue('#SE_COPY', 'ESR.RFN', 'this receipt was copied before')];
}

/** {@link CountryReceipts.fiscalise} of Sweden. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const role = roleOf(esr);
  const given = context.device as unknown as Given | undefined;
  if (given) return registered(esr, given, state, context);
  if (role.kind === 'report') {
    const report = journalReport('SE', role.report, state, context, NUMBERED);
    const parked = openSales(state);
    const tags = reportTags(reportOf(report), REPORT_WORDS, parked);
    return { ...withKept(report, { parked }), fis: { Tag: tags } };
  }
  if (isParking(esr)) {
    const { name, changes } = parked(esr, registerId(state, context.cfg, KEYS), state, context.sq ?? 0);
    const event = journalEvent('SE', role.event, esr, state, context);
    const kept = withKept(event, { parking: name, ...wasParked(esr, state) });
    return { ...kept, FN: name, changes: { ...event.changes, ...changes } };
  }
  if (role.kind === 'transaction') return money(esr, state, context);
  // What is given up is no bill, whatever articles it names.
  const code = isDiscard(esr) ? EVENT.other : role.event;
  const event = withKept(journalEvent('SE', code, esr, state, context), wasParked(esr, state));
  return isDiscard(esr) ? { ...event, changes: { ...event.changes, ...takenUp(esr, state) } } : event;
}

/** How the sale was parked that a record names. */
function wasParked(esr: CompleteEsr, state: State): Pick<SwedishEntry, 'wasParked'> {
  const parking = parkingOf(esr, state);
  return parking ? { wasParked: parking } : {};
}

function withKept(fiscalised: Fiscalised, more: Partial<SwedishEntry>): Fiscalised {
  return { ...fiscalised, kept: { ...(fiscalised.kept as object), ...more } as unknown as Json };
}

/** Money that is no sale: the unit hears nothing of it. */
function money(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const made = transactionOf(esr);
  const sums = sumsFrom(state.get(KEYS.sums));
  // An opening float is declared as a whole: what was declared before in this period is in it.
  const float = made.type === TRANSACTION.openingFloat ? made.gross - sums.opening : made.gross;
  addTransaction(sums, made);
  const place: SwedishEntry = { register: registerId(state, context.cfg, KEYS), event: made.event, float };
  return {
    kept: place as unknown as Json,
    changes: countedAs(KEYS, sums, state, context.now),
    ...{ warnings: [], issues: [] },
  };
}

function registered(
  esr: CompleteEsr,
  { number, sent, warning }: Given,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const register = registerId(state, context.cfg, KEYS);
  const { event } = roleOf(esr);
  const sums = sumsFrom(state.get(KEYS.sums));
  const isSale = sent.kind === 'normal' || sent.kind === 'ovning';
  const made = isSale ? transactionOf(esr) : null;
  if (made) addTransaction(sums, made);
  else addEvent(sums, event, sent.kind === 'kopia' ? sent.total : minor(esr.T, 2));
  const isReturn = sent.kind === 'normal' && (sent.total < 0 || esr.Void === '1');
  const original = isReturn ? numberOf(context.originals) : undefined;
  const place: SwedishEntry = {
    ...{ register, event, nr: number, sent, z: numberAt(state, KEYS.reports) + 1, ...readingOf(esr) },
    ...wasParked(esr, state),
    ...(original !== undefined && { original }),
  };
  const last = textAt(state, KEYS.last);
  const copied = sent.kind === 'kopia' ? context.originals.find(({ path }) => path === 'ESR')?.record : null;
  return {
    FN: `${register}-${number}`,
    fis: { Tag: tagsOf(sent, { register, number, cfg: context.cfg }) },
    kept: place as unknown as Json,
    changes: {
      // A bill of a parked sale, or training with it, leaves it parked.
      ...(sent.kind === 'normal' && takenUp(esr, state)),
      ...(made && sent.kind === 'normal' && groupsNamed(KEYS, made, state)),
      // Those that the POS sends, it prints by itself.
      ...(copied && { [copiedKey(copied.SQ)]: context.own === null ? 0 : (context.sq ?? 0) }),
      [NUMBER]: number,
      [UNIT]: sent.unit,
      [SERVER]: sent.isServer ? 1 : 0,
      ...countedAs(KEYS, sums, state, context.now),
      ...(made && { [KEYS.grand]: withTransaction(grandFrom(state.get(KEYS.grand)), made) }),
      [KEYS.last]: context.now > last ? context.now : last,
    },
    warnings: [],
    issues: [],
    ...(warning !== null && { notice: issue('#SE_UNIT_WARNS', '', warning) }),
  };
}

/** Running number of the receipt that another one names; undefined where this register has none. */
function numberOf(originals: readonly Original[]): number | undefined {
  const record = originals.find(({ path }) => path === 'ESR')?.record ?? null;
  return record === null ? undefined : placeOf(record)?.nr;
}
