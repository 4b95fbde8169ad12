/** A journal with a past, for tests: records of all kinds, and a store that the test can interrupt. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Sums } from '../../../receipt/sums.ts';
import type { Esr } from '../../../receipt/tra.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import type { FindQuery } from '../../find.ts';
import { Journal } from '../../journal.ts';
import type { Entry } from '../../row.ts';
import { openStore, type Store } from '../../store.ts';
import { Archive } from '../archive.ts';

/** What a test may do before the store does something; what it throws is the store's failure. */
export interface Interruption {
  before: (call: 'select' | 'write' | 'shrink') => void | Promise<void>;
}

/** A journal that a test looks into. */
export interface OldJournal {
  root: string;
  journal: Journal;
  interruption: Interruption;
  /** Folder of a register's files. */
  folder(rn?: string): string;
  /** Appends records of all kinds, the same ones for the same seed, and writes their plain files. */
  fill(seed: number, count: number, rn?: string): Promise<void>;
  /** One archiving, step by step; null when there is nothing to archive. */
  archiving(rn?: string): Promise<AsyncGenerator<void, number> | null>;
  /** Archives all that there is. */
  archiveAll(rn?: string): Promise<void>;
  /** Files that were kept aside. */
  aside: string[];
  close(): Promise<void>;
  /** Closes it and opens it again, as the next start of the service does. */
  again(): Promise<OldJournal>;
}

/** Opens a journal in a new folder, or again in one. */
export async function oldJournal(at?: string): Promise<OldJournal> {
  const root = at ?? (await temporaryFolder());
  const store = await openStore(path.join(root, 'journal.db'));
  const interruption: Interruption = { before: () => undefined };
  const watched: Store = {
    ...store,
    registers: store.registers,
    select: async (sql, parameters) => {
      await interruption.before('select');
      return store.select(sql, parameters);
    },
    write: async (statements) => {
      await interruption.before('write');
      await store.write(statements);
    },
    shrink: async (pages) => {
      await interruption.before('shrink');
      await store.shrink(pages);
    },
  };
  const journal = new Journal(watched, path.join(root, 'rn'), await Archive.countsOf(store));
  let isOpen = true;
  const close = async () => {
    if (isOpen) await journal.close();
    isOpen = false;
  };
  onTestFinished(close);
  const folder = (rn = 'def') => path.join(root, 'rn', rn, 'jou');
  const aside: string[] = [];
  const archiving = async (rn = 'def') => {
    const next = await journal.archiver.next(rn);
    return next && journal.archiver.archive(next, (_, file) => void aside.push(path.basename(file)));
  };
  return {
    ...{ root, journal, interruption, folder, aside, archiving, close },
    async fill(seed, count, rn = 'def') {
      const last = await journal.lastSq(rn);
      const entries = madeUp(seed, rn, last, count);
      await Promise.all(entries.map((entry) => journal.append(entry, 0)));
      await writePlain(journal, rn, folder(rn));
    },
    async archiveAll(rn = 'def') {
      for (let steps = await archiving(rn); steps; steps = await archiving(rn)) await toEnd(steps);
    },
    async again() {
      await close();
      return oldJournal(root);
    },
  };
}

/** What copied journals were before anything was archived. */
export interface Prepared {
  root: string;
  /** Size of the database. */
  size: number;
  /** What was answered to a question about register `def`. */
  before(question: string): Promise<string>;
}

/** Two segments that are complete, and the beginning of a third. */
const COUNT = 2300;
let prepared: { was: Prepared; remove: () => Promise<void> } | undefined;

/** A journal of register `def` with two complete segments, in a folder of its own. */
export async function preparedJournal(): Promise<OldJournal & { was: Prepared }> {
  prepared ??= await prepare();
  const root = await temporaryFolder();
  await fs.cp(prepared.was.root, root, { recursive: true });
  return { ...(await oldJournal(root)), was: prepared.was };
}

/** Removes what the journals are copied from; after all tests of a file. */
export async function removePrepared(): Promise<void> {
  const gone = prepared;
  // The next file of tests may run in the same process.
  prepared = undefined;
  await gone?.remove();
}

async function prepare(): Promise<NonNullable<typeof prepared>> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tillmark-test-'));
  const root = path.join(folder, 'copied');
  await fs.mkdir(root);
  const old = await oldJournal(root);
  await old.fill(1, COUNT);
  await old.close();
  const { size } = await fs.stat(path.join(root, 'journal.db'));
  await fs.cp(root, path.join(folder, 'asked'), { recursive: true });
  const asked = await Journal.open(path.join(folder, 'asked', 'journal.db'));
  const known = new Map<string, Promise<string>>();
  const before = (question: string) => {
    const answer = known.get(question) ?? questions('def')[question]!(asked);
    known.set(question, answer);
    return answer;
  };
  const remove = async () => {
    await asked.close();
    await fs.rm(folder, { recursive: true, force: true });
  };
  return { was: { root, size, before }, remove };
}

const FEW_QUESTIONS = [
  'lines',
  'lastSq',
  'find {"where":{"type":"Tra"},"sort":"desc"}',
  'bySq 1',
  'bySq 500',
  'bySq 1001',
];

/** Asks a journal what the prepared one was asked. */
export async function expectAsBefore(
  { journal }: OldJournal,
  { before }: Prepared,
  asked: readonly string[] = FEW_QUESTIONS,
): Promise<void> {
  for (const question of asked) {
    expect([question, await questions('def')[question]!(journal)]).toEqual([
      question,
      await before(question),
    ]);
  }
}

/** Takes all steps; returns what the last one says. */
export async function toEnd<T>(steps: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

async function writePlain(journal: Journal, rn: string, folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  const last = await journal.lastSq(rn);
  for (let segment = journal.archivedSegments(rn); segment * 1000 <= last; segment++) {
    const text: string[] = [];
    const [after, until] = [Math.max(0, segment * 1000 - 1), Math.min(last, segment * 1000 + 999)];
    for await (const page of journal.linesBetween(rn, after, until))
      text.push(...page.map((line) => `${line.text}\n`));
    await fs.writeFile(path.join(folder, `${String(segment).padStart(4, '0')}.jou`), text.join(''));
  }
}

/** Numbers that look like chance. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TYPES = ['Cfg', 'log', 'TraS', 'TraU', 'TraV'];
const DAYS = ['2024-12-30', '2024-12-31', '2025-01-01', '2025-01-02', '2025-06-15', '2026-02-28'];
const NOTES = ['', 'plain', 'café "três" \\ \n € 😀', "x'; DROP TABLE records; --"];
/** Longer than a page of the database. */
const LONG_NOTE = 'é'.repeat(3000);

function madeUp(seed: number, rn: string, last: number, count: number): Entry[] {
  const pick = chance(seed);
  return Array.from({ length: count }, (_, i) => {
    const SQ = last + i + 1;
    // Time goes on, and now and then a document is of an earlier day.
    const day = DAYS[Math.max(0, Math.floor((i * DAYS.length) / count) - (pick(20) === 0 ? pick(4) : 0))]!;
    const at = `${day}T${String(8 + pick(12)).padStart(2, '0')}:${String(pick(60)).padStart(2, '0')}:00`;
    const changes = pick(3) === 0 ? { [`chain ${pick(3)}`]: { number: SQ, hash: 'é"' } } : {};
    const type = pick(10) === 0 ? TYPES[pick(TYPES.length)]! : 'Tra';
    const head = { _: type, SQ, RN: rn, D: at };
    // Late fiscal data, of receipts near by and of those that may have left the database.
    if (SQ > 1 && pick(8) === 0) {
      const Of = pick(2) ? 1 + pick(SQ - 1) : Math.max(1, SQ - 1 - pick(5));
      return { record: { ...head, _: 'Fis', Of, Fis: { Number: `late ${SQ}` } }, sums: null, changes };
    }
    if (type === 'Cfg') return { record: { ...head, Cfg: { Cmp: { Nam: `N${SQ}` } } }, sums: null, changes };
    const ESR: Esr = {
      D: at,
      TL: String(1 + pick(2)),
      TT: String(1 + pick(2)),
      TN: String(1 + pick(400)),
      Opr: `operator ${pick(5)}`,
      T: '1.20',
      Note: pick(50) === 0 ? LONG_NOTE : NOTES[pick(NOTES.length)]!,
      ...(type === 'Tra' && pick(4) > 0 && { FN: `${pick(2) ? 'FS' : 'FT'} 1.${day.slice(2, 4)}/${SQ}` }),
    };
    return { record: { ...head, ESR }, sums: type === 'Tra' && pick(5) > 0 ? sums(pick) : null, changes };
  });
}

function sums(pick: (below: number) => number): Sums {
  const total = pick(10_000) - 2000;
  const group = 'ABC'[pick(3)]!;
  return {
    receipts: 1,
    total,
    taxes: [{ group, gross: total, tax: Math.round(total / 6) }],
    payments: [{ group: pick(2) ? 'cash' : 'debit', amount: total }],
  };
}

const QUERY: Omit<FindQuery, 'rn'> = { where: {}, properties: {}, sort: 'desc', rows: 450, ms: 60_000 };

/** Everything that can be asked of a register, by question; each answer as short as may be. */
export function questions(rn: string): Record<string, (journal: Journal) => Promise<string>> {
  const asked: Record<string, (journal: Journal) => Promise<unknown>> = {};
  const find = (query: Partial<FindQuery>) => {
    for (const sort of ['asc', 'desc'] as const) {
      asked[`find ${JSON.stringify({ ...query, sort })}`] = (journal) =>
        pagesOf(journal, { ...QUERY, rn, sort, ...query });
    }
  };
  find({});
  find({ rows: 10_000 });
  find({ rows: 37, where: { type: 'log' } });
  for (const type of ['Tra', 'Fis', ...TYPES, 'none']) find({ where: { type } });
  for (const sq of [1, 2, 500, 999, 1000, 1001, 1999, 2000, 9999]) {
    find({ where: { sq } });
    asked[`bySq ${sq}`] = (journal) => journal.bySq(rn, sq);
    find({ where: { type: 'Tra' }, after: sq, endSq: sq + 300 });
  }
  find({ after: 1000 });
  find({ endSq: 1000 });
  for (const tn of ['1', '333', '400', '0400']) {
    find({ where: { tn } });
    find({ where: { tn, tl: '1', tt: '2' } });
    for (const year of [undefined, '2024', '2025', '2026', '2023']) {
      asked[`byNumber ${tn} ${year}`] = (journal) => journal.byNumber(rn, '1', '2', tn, year);
    }
  }
  for (const fn of ['FS 1.24/1', 'FT 1.24/2', 'FS 1.25/1200', 'FT 1.25/1201', 'FS 1.26/2700', 'FS']) {
    find({ where: { fn } });
    asked[`byFiscalNumber ${fn}`] = (journal) => journal.byFiscalNumber(rn, fn);
  }
  find({ where: { tl: '2' } });
  find({ where: { tt: '2', type: 'TraV' } });
  find({ properties: { opr: 'operator 3' } });
  find({ properties: { note: NOTES[2]!, OPR: 'operator 1' } });
  find({ properties: { opr: 'nobody' } });
  for (const day of DAYS.slice(1, 3)) {
    find({ where: { day } });
    find({ from: day, till: `${day}T12:00:00` });
  }
  find({ from: DAYS[1]!, till: DAYS[3]! });
  for (const type of [undefined, 'Tra', 'Fis', ...TYPES, 'none'])
    asked[`last ${type}`] = (journal) => journal.last(rn, type);
  for (const [tl, tt] of [
    ['1', '1'],
    ['2', '2'],
    ['3', '1'],
  ] as const)
    asked[`last ${tl}/${tt}`] = (journal) => journal.lastOfTerminal(rn, tl, tt);
  for (const [from, till] of [
    [DAYS[0]!, DAYS[5]!],
    [DAYS[1]!, DAYS[2]!],
    [DAYS[4]!, DAYS[4]!],
  ] as const) {
    asked[`turnover ${from} ${till}`] = (journal) => journal.turnover(rn, from, till);
    asked[`segments ${from} ${till}`] = (journal) => journal.segmentsBetween(rn, from, till);
    asked[`period ${from} ${till}`] = async (journal) => {
      const period = await journal.period(rn, from, till);
      const { count, lastSq } = period;
      return { count, lastSq, records: (await all(period.pages())).flat() };
    };
  }
  asked['lines'] = async (journal) =>
    (await all(journal.linesBetween(rn, 0, await journal.lastSq(rn)))).flat();
  asked['some lines'] = async (journal) =>
    (await all(journal.linesBetween(rn, 2, Math.min(1050, await journal.lastSq(rn))))).flat();
  asked['lastSq'] = (journal) => journal.lastSq(rn);
  asked['state'] = async (journal) => [...(await journal.state(rn))];
  return Object.fromEntries(
    Object.entries(asked).map(([question, ask]) => [question, async (journal) => brief(await ask(journal))]),
  );
}

async function pagesOf(journal: Journal, query: FindQuery): Promise<unknown> {
  const pages: unknown[] = [];
  for (let { after } = query; ;) {
    const { records, continuation } = await journal.find({ ...query, ...(after !== undefined && { after }) });
    pages.push(...records);
    if (continuation === undefined) return pages;
    after = continuation;
  }
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const page of pages) list.push(page);
  return list;
}

/** The beginning of an answer, its length and its digest: whoever compares them sees where they differ. */
function brief(answer: unknown): string {
  const text = JSON.stringify(answer) ?? 'undefined';
  return `${text.slice(0, 80)} (${text.length}, ${createHash('sha256').update(text).digest('hex').slice(0, 12)})`;
}
