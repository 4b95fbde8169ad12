/** Numbers, signs and counts what a cash register does. */
import type { Issue } from '../../../receipt/issue.ts';
import type { Json } from '../../../receipt/json.ts';
import { minor } from '../../../receipt/money.ts';
import { reprintCount } from '../../../receipt/reprints.ts';
import type { CompleteEsr, Tag } from '../../../receipt/tra.ts';
import { Chains } from '../chain.ts';
import type { Fiscalised, ReceiptContext } from '../../contract/fiscalise.ts';
import type { State } from '../../contract/state.ts';
import {
  copiedKey,
  countedAs,
  groupNames,
  groupsNamed,
  keysOf,
  keyVersionOf,
  numberAt,
  registerId,
  shownKey,
  textAt,
  versionKey,
} from './books.ts';
import { entryOf, type Entry, type ReportEntry } from './entry.ts';
import { EVENT } from './codes.ts';
import type { JournalLaw, Numbered } from './law.ts';
import { reportTags } from './report-tags.ts';
import { roleOf } from './role.ts';
import { COPIED } from './sessions.ts';
import {
  addEvent,
  addReported,
  addTransaction,
  grandFrom,
  noSums,
  sumsFrom,
  withTransaction,
} from './sums.ts';
import { readingOf, transactionOf } from './transaction.ts';

/** Signature before the first transaction. */
export const FIRST = '0';

/** {@link CountryReceipts.fiscalise} of a country with such a journal. */
export function journalFiscalise(
  law: JournalLaw,
): (esr: CompleteEsr, state: State, context: ReceiptContext) => Fiscalised {
  return (esr, state, context) => {
    const role = roleOf(esr);
    if (role.kind === 'transaction') return transaction(law, esr, state, context);
    if (role.kind === 'report') {
      const report = journalReport(law.country, role.report, state, context);
      return { ...report, fis: { Tag: reportTags(reportOf(report), law.report) } };
    }
    const tags = role.event === EVENT.proforma ? law.provisional : null;
    const event = journalEvent(law.country, role.event, esr, state, context, tags);
    if (role.kind === 'copy') countCopy(event, law.country, state, context);
    return role.kind === 'copy' && law.copyIssue
      ? onlyCopy(event, law.country, law.copyIssue, state, context)
      : event;
  };
}

/** A copy that the till prints counts with what its original comes to, which it need not say. */
function countCopy(
  event: Fiscalised,
  country: string,
  state: State,
  { originals, now }: ReceiptContext,
): void {
  const record = originals.find(({ path }) => path === 'ESR')?.record;
  if (!record || entryOf(record)?.nr === undefined) return;
  const keys = keysOf(country);
  const amount = Math.abs(minor(record.ESR?.T, 2));
  const sums = sumsFrom(state.get(keys.sums));
  addEvent(sums, EVENT.copy, amount);
  Object.assign(event.changes, countedAs(keys, sums, state, now));
  Object.assign(event.kept as object, { copied: { sq: record.SQ, amount } });
}

/** A copy that the till prints by itself, where there is one of each receipt. */
function onlyCopy(
  event: Fiscalised,
  country: string,
  refused: (path: string, text: string) => Issue,
  state: State,
  { originals }: ReceiptContext,
): Fiscalised {
  const record = originals.find(({ path }) => path === 'ESR')?.record;
  const none = (text: string) => ({ ...event, changes: {}, issues: [refused('ESR.RFN', text)] });
  if (!record || entryOf(record)?.nr === undefined) return none('must name a receipt of this register');
  const key = copiedKey(country, record.SQ);
  if (state.get(key) !== undefined || reprintCount(state, record.SQ) > 0) return none(COPIED);
  return { ...event, changes: { ...event.changes, [key]: 1 } };
}

function transaction(law: JournalLaw, esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const keys = keysOf(law.country);
  const key = law.key(context);
  if (!key) return { changes: {}, warnings: [], issues: [law.keyIssue()] };
  const register = registerId(state, context.cfg, keys);
  const made = transactionOf(esr);
  const before = keyVersionOf(state, keys);
  const { name, label = '' } = key;
  const isNew = before.name !== name || before.label !== label;
  const version = isNew ? before.version + 1 : before.version;
  const numbered: Numbered = { transaction: made, nr: 0, sq: context.sq ?? 0, register };
  const chains = new Chains(state, key.sign);
  const { number, text, signature } = chains.append(keys.chain, (nr, end) => {
    numbered.nr = nr;
    return law.text(numbered, end.number === 0 ? FIRST : end.signature, law.company(context.cfg));
  });
  const sums = sumsFrom(state.get(keys.sums));
  addTransaction(sums, made);
  const place: Entry = {
    ...{ register, event: made.event, nr: number, key: version, ...readingOf(esr) },
    ...(isNew && { shown: key.shown }),
  };
  const last = textAt(state, keys.last);
  return {
    FN: `${register}-${number}`,
    fis: {
      ...{ Payload: text, Signature: signature },
      Tag: law.tags(numbered, signature, esr, context),
    },
    kept: place as unknown as Json,
    changes: {
      ...chains.changes,
      ...countedAs(keys, sums, state, context.now),
      ...groupsNamed(keys, made, state),
      [keys.grand]: withTransaction(grandFrom(state.get(keys.grand)), made),
      [keys.last]: context.now > last ? context.now : last,
      ...(isNew && {
        [keys.key]: { name, version, label },
        [shownKey(law.country, version)]: key.shown,
        ...(label !== '' && { [versionKey(law.country, version)]: label }),
      }),
    },
    ...{ warnings: [], issues: [] },
  };
}

/**
 * An X or Z report: what has been counted since the last Z.
 * @param counted the reports that share one series of numbers; others have the number of the next one
 */
export function journalReport(
  country: string,
  kind: 'X' | 'Z',
  state: State,
  context: ReceiptContext,
  counted: readonly ('X' | 'Z')[] = ['X', 'Z'],
): Fiscalised {
  const keys = keysOf(country);
  const register = registerId(state, context.cfg, keys);
  const sums = sumsFrom(state.get(keys.sums));
  const number = numberAt(state, keys.reports) + 1;
  const grand = grandFrom(state.get(keys.grand));
  const code = kind === 'Z' ? EVENT.zReport : EVENT.xReport;
  const known = groupNames(state, keys);
  const names = Object.fromEntries(Object.entries(known).filter(([id]) => Object.hasOwn(sums.groups, id)));
  const place: Entry = { register, event: code, report: { kind, number, sums, grand, names } };
  const changes: Record<string, Json> = counted.includes(kind) ? { [keys.reports]: number } : {};
  if (kind === 'Z') Object.assign(changes, { [keys.sums]: noSums(), [keys.opened]: null });
  return { kept: place as unknown as Json, changes, warnings: [], issues: [] };
}

/** The report that was made. */
export function reportOf({ kept }: Fiscalised): ReportEntry {
  return (kept as unknown as Entry).report!;
}

/** An event without money. @param tags what is printed of it; null for nothing */
export function journalEvent(
  country: string,
  code: string,
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
  tags: Tag[] | null = null,
): Fiscalised {
  const keys = keysOf(country);
  const sums = sumsFrom(state.get(keys.sums));
  addReported(sums, code, esr);
  const place: Entry = { register: registerId(state, context.cfg, keys), event: code, ...readingOf(esr) };
  return {
    ...(tags && { fis: { Tag: tags } }),
    kept: place as unknown as Json,
    changes: countedAs(keys, sums, state, context.now),
    ...{ warnings: [], issues: [] },
  };
}
