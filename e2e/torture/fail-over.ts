/**
 * Several instances of a cloud register over one PostgreSQL, and many tills. Instances are killed, stopped in order,
 * and paused until another one has taken over; the database is restarted, and crashes. Nothing that was answered may
 * be missing, doubled or forked, and nobody waits long.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBouncer } from '../../service/testing/postgres/bouncer.ts';
import { startPostgres, type TestPostgres } from '../../service/testing/postgres/server.ts';
import type { Answer } from './answer.ts';
import { type Book, newBook } from './book.ts';
import { Connection, readJournal, readPublicKey, type Reply } from './client.ts';
import { noFaults } from './faults/control.ts';
import { inRounds, logarithmic, newDataRoot, startReady, stopInOrder } from './phase.ts';
import { companyAt, streamOf } from './sales.ts';
import type { RunningService } from './service.ts';
import { type Tally, Violation } from './tally.ts';
import { Till } from './till.ts';
import { startUnsafePostgres, type UnsafePostgres } from './unsafe-postgres.ts';
import { JournalCheck, type JournalRecord } from './verify.ts';

/** What to do to the instances. */
export interface FailOverOptions {
  rounds: number;
  /** Two unless given. */
  instances?: number;
  /** Each has a register of its own. */
  tills: number;
  /** What happens, one after the other; everything that can with so many instances unless given. */
  events?: readonly Event[];
  /** The shim of faults/, for events of the database's disk; without it there are none. */
  library?: string;
  /** Syncs of the database do nothing: then what was answered must get lost with its power. */
  swallowSyncs?: boolean;
  /** PgBouncer between instances and database. */
  bouncer?: boolean;
  /** A longer wait of the slowest of a hundred tills is a violation, ms; says something on an idle machine only. */
  gapMs?: number;
  seed: number;
  /** An empty folder of its own. */
  folder: string;
  /** When the run must be over; ms since 1970. */
  deadline: number;
  tally: Tally;
  onProgress: (text: string) => void;
}

/** What happens in a round. */
export type Event = (typeof EVENTS)[number];

export const EVENTS = [
  'owner killed',
  'owner paused',
  'owner stopped in order',
  'other one killed',
  'other one paused',
  'database restarted',
  'database killed',
  'two killed at once',
  'database loses its power',
  'disk of the database full',
  'disk of the database fails',
] as const;

/** What takes a disk that the harness rules. */
export const OF_DISK: readonly Event[] = [
  'database loses its power',
  'disk of the database full',
  'disk of the database fails',
];

/** So many instances it takes that one is left. */
const LEAST: Partial<Record<Event, number>> = { 'two killed at once': 3 };

/** A till asks the other instance when one has not answered for so long. */
const PATIENT_MS = 1500;
/** Between two sales of a till, and before it tries again. */
const [PACE_MS, AGAIN_MS] = [1000, 100];
/** So long a proxy asks nothing of one that did not answer. */
const AVOIDED_MS = 2500;
/** Longer than a lease: another one has certainly taken over. */
const PAUSE_MS = 3500;
/** Calls on files of the database until its power is cut, at most, and how long its disk fails. */
const [MOST_TICKS, FAILING_MS] = [3000, 2500];
/** Behind an event everything has to come in order in this time. */
const SETTLED_MS = 30_000;

/** What may be answered while somebody takes over: NO is true, nothing was stored. */
const mayRefuse = ({ errorCode }: Answer): boolean =>
  errorCode === '#JOURNAL_UNAVAILABLE' || errorCode === '#JOURNAL_FAILED' || errorCode === '#OVERLOADED';

/** The instances, and their database. */
class Cluster {
  readonly services: RunningService[] = [];
  readonly size: number;
  readonly database: TestPostgres | UnsafePostgres;
  private readonly options: FailOverOptions;
  private readonly url: string;

  constructor(options: FailOverOptions, database: TestPostgres | UnsafePostgres, url: string) {
    this.options = options;
    this.size = options.instances ?? 2;
    this.database = database;
    this.url = url;
  }

  async start(index: number): Promise<void> {
    const { folder, tally } = this.options;
    const environment = { TILLMARK_JOURNAL_URL: this.url, TILLMARK_INSTANCE_KEY: 'k'.repeat(32) };
    const dataRoot = newDataRoot(folder, `instance-${index}`);
    this.services[index] = await startReady({ dataRoot, environment }, tally);
  }

  /** The instance that owns the journal; whichever is asked, the owner answers. */
  async owner(): Promise<number> {
    const until = Date.now() + SETTLED_MS;
    while (Date.now() < until) {
      for (const { url } of this.services) {
        const connection = new Connection(url, PATIENT_MS);
        const reply = await connection.get('/state').catch(() => null);
        connection.close();
        if (reply?.status !== 200) continue;
        const { pid } = JSON.parse(reply.body) as { pid: number };
        const owner = this.services.findIndex(({ child }) => child.pid === pid);
        if (owner >= 0) return owner;
      }
      await sleep(AGAIN_MS);
    }
    throw new Violation('nobody owns the journal');
  }
}

/** What a proxy does for a till: one that does not answer is left alone for a while, as long as there is another one. */
class Roaming {
  private readonly cluster: Cluster;
  private at: number;
  /** When each was last found not to answer. */
  private readonly silent: number[];
  private connection: Connection | null = null;

  constructor(cluster: Cluster, first: number) {
    this.cluster = cluster;
    this.at = first % cluster.size;
    this.silent = Array.from({ length: cluster.size }, () => -Infinity);
  }

  async post(...args: Parameters<Connection['post']>): ReturnType<Connection['post']> {
    try {
      this.connection ??= new Connection(this.cluster.services[this.at]!.url, PATIENT_MS);
      return await this.connection.post(...args);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  /** The next request goes to another instance. */
  leave(): void {
    this.connection?.close();
    this.connection = null;
    const now = performance.now();
    this.silent[this.at] = now;
    for (let i = 1; i < this.silent.length; i++) {
      const other = (this.at + i) % this.silent.length;
      if (now - this.silent[other]! < AVOIDED_MS) continue;
      this.at = other;
      return;
    }
  }
}

/** A till and its register. */
interface Counter {
  till: Till;
  book: Book;
  check: JournalCheck | null;
  roaming: Roaming;
  /** Longest wait since the last look, ms. */
  gap: number;
  /** When its last request was answered. */
  answeredAt: number;
}

/** See above. */
export async function failOver(options: FailOverOptions): Promise<void> {
  const { folder, seed, tills, tally, instances = 2, gapMs = Infinity } = options;
  const { library = '', events = EVENTS.filter((event) => can(event, instances, library)) } = options;
  const data = join(folder, 'postgres');
  const database = await (library === ''
    ? startPostgres(data)
    : startUnsafePostgres(data, library, streamOf(seed, 'fail-over', 'disk'), tally));
  const bouncer = options.bouncer ? await startBouncer(database.url, folder) : null;
  const cluster = new Cluster(options, database, bouncer?.url ?? database.url);
  const gaps: number[] = [];
  try {
    for (let i = 0; i < cluster.size; i++) await cluster.start(i);
    const counters = Array.from({ length: tills }, (_, index): Counter => {
      const book = newBook(`r${index + 1}`);
      const random = streamOf(seed, 'fail-over', book.register);
      const name = `${book.register}A`;
      return {
        till: new Till({
          ...{ name, shared: false, overYears: false, book, random, tally },
          manyInstances: true,
        }),
        ...{ book, check: null, gap: 0, answeredAt: 0, roaming: new Roaming(cluster, index) },
      };
    });
    await configure(cluster, counters);
    if (options.swallowSyncs) unsafe(cluster).swallowSyncs();
    const load = { isOver: false };
    const selling = Promise.all(counters.map((counter) => sell(counter, load, tally)));
    await inRounds('fail-overs', { ...options, registers: tills, library }, async (random, number) => {
      const event = events[(number - 1) % events.length]!;
      await allSold(counters, tally);
      for (const counter of counters) counter.gap = 0;
      await happen(event, cluster, random, tally);
      await allSold(counters, tally);
      const round = counters.map(({ gap }) => gap);
      gaps.push(...round);
      tally.count(event);
      tally.most(`longest wait, ${event} (ms)`, Math.max(...round));
      const p99 = percentile(round, 0.99);
      if (p99 > gapMs)
        tally.violation(`${event}: the slowest of a hundred tills waited ${Math.round(p99)} ms`);
      await look(cluster, counters, tally, 'new');
    });
    load.isOver = true;
    await selling;
    if (gaps.length > 0) tally.most('wait, p99 of all fail-overs (ms)', percentile(gaps, 0.99));
    if (tally.isClean) await tally.watch(() => look(cluster, counters, tally, 'whole'));
    for (const service of cluster.services)
      if (tally.isClean) await tally.watch(() => stopInOrder(service, tally));
  } finally {
    for (const service of cluster.services) await service.kill();
    await bouncer?.stop();
    await database.stop();
  }
}

/** Does to the cluster what happens in a round; all instances run again when it is over. */
async function happen(event: Event, cluster: Cluster, random: () => number, tally: Tally): Promise<void> {
  const owner = await cluster.owner();
  const next = (owner + 1) % cluster.size;
  const whose = event.startsWith('owner') ? owner : next;
  const service = cluster.services[whose]!;
  switch (event) {
    case 'owner killed':
    case 'other one killed':
      await service.kill();
      return cluster.start(whose);
    case 'owner paused':
    case 'other one paused':
      service.child.kill('SIGSTOP');
      await sleep(PAUSE_MS);
      service.child.kill('SIGCONT');
      return;
    case 'owner stopped in order':
      await stopInOrder(service, tally);
      return cluster.start(whose);
    case 'two killed at once':
      await Promise.all([owner, next].map((index) => cluster.services[index]!.kill()));
      await cluster.start(owner);
      return cluster.start(next);
    case 'database loses its power':
      return unsafe(cluster).powerCut(logarithmic(random, MOST_TICKS));
    case 'disk of the database full':
      return unsafe(cluster).fail({ ...noFaults, space: Math.floor(100_000 * random() ** 2) }, FAILING_MS);
    case 'disk of the database fails':
      return unsafe(cluster).fail(
        {
          ...noFaults,
          writeErrors: 0.2 * random() ** 2,
          syncErrors: 0.3 * random(),
          shortWrites: 0.2 * random(),
        },
        FAILING_MS,
      );
    case 'database restarted':
      return cluster.database.restart();
    case 'database killed':
      return cluster.database.crash();
  }
}

function can(event: Event, instances: number, library: string): boolean {
  return (LEAST[event] ?? 0) <= instances && (library !== '' || !OF_DISK.includes(event));
}

/** The database, with a disk that the harness rules. */
function unsafe({ database }: Cluster): UnsafePostgres {
  if (!('powerCut' in database)) throw new Error('there is no shim for the disk of the database');
  return database;
}

async function configure(cluster: Cluster, counters: readonly Counter[]): Promise<void> {
  for (const [index, { book }] of counters.entries()) {
    const body = JSON.stringify(companyAt(String(index + 1)));
    const reply = await configured(cluster, index, `/cfg?RN=${book.register}`, body);
    if (reply.status !== 200) throw new Violation(`POST /cfg answers ${reply.status}: ${reply.body}`);
  }
}

/** The same configuration again changes nothing. */
async function configured(
  cluster: Cluster,
  at: number,
  path: string,
  body: string,
  tries = 20,
): Promise<Reply> {
  const connection = new Connection(cluster.services[at % cluster.size]!.url);
  try {
    return await connection.post(path, 'json', body);
  } catch (error) {
    if (tries === 0) throw new Violation(`POST /cfg is not answered: ${String(error)}`);
    await sleep(AGAIN_MS);
    return await configured(cluster, at + 1, path, body, tries - 1);
  } finally {
    connection.close();
  }
}

/** Sells at the pace of a busy shop; notes how long its customers wait. */
async function sell(counter: Counter, load: { isOver: boolean }, tally: Tally): Promise<void> {
  const { till, roaming } = counter;
  // Not all at the same moment.
  await sleep(Math.random() * PACE_MS);
  await tally.watch(async () => {
    let since: number | null = null;
    while ((!load.isOver || till.isWaiting) && tally.isClean) {
      since ??= performance.now();
      try {
        await till.step(roaming, mayRefuse);
        // Refused; whoever did not answer is left already.
        if (till.isWaiting) roaming.leave();
      } catch (error) {
        if (error instanceof Violation) throw error;
        tally.count('attempts at another instance');
      }
      counter.gap = Math.max(counter.gap, performance.now() - since);
      if (till.isWaiting) {
        await sleep(AGAIN_MS);
        continue;
      }
      counter.answeredAt = since;
      since = null;
      await sleep(PACE_MS);
    }
  });
}

/** Resolves when each till has been answered to what it has asked since now. */
async function allSold(counters: readonly Counter[], tally: Tally): Promise<void> {
  const began = performance.now();
  while (tally.isClean && counters.some(({ answeredAt }) => answeredAt < began)) {
    if (performance.now() - began > SETTLED_MS) throw new Violation('some tills are not answered any more');
    await sleep(50);
  }
}

/** Holds the journal against what was answered. */
async function look(
  cluster: Cluster,
  counters: readonly Counter[],
  tally: Tally,
  how: 'new' | 'whole',
): Promise<void> {
  const { url } = cluster.services[await cluster.owner()]!;
  const key = await readPublicKey(url, counters[0]!.book.register);
  for (const counter of counters) {
    const { register } = counter.book;
    const check = how === 'whole' || counter.check === null ? new JournalCheck(key) : counter.check;
    counter.check = check;
    const before = { ...counter.book, sales: new Map(counter.book.sales), voids: [...counter.book.voids] };
    const wrong = check.take(await read(cluster, register, check.records));
    // While tills sell on, the book of this moment may have less than the journal, and never more.
    wrong.push(...check.holds(before));
    tally.violation(...wrong.map((text) => `${register}: ${text}`));
    if (how === 'whole') {
      tally.count('records in the journal', check.records);
      tally.count('signatures verified', check.signatures);
    }
  }
}

/** Asks the owner again where another one has taken over meanwhile, as on a machine that is too busy. */
async function read(
  cluster: Cluster,
  register: string,
  behind: number,
  tries = 10,
): Promise<JournalRecord[]> {
  try {
    return await readJournal(cluster.services[await cluster.owner()]!.url, register, behind);
  } catch (error) {
    if (tries === 0) throw error;
    await sleep(AGAIN_MS);
    return read(cluster, register, behind, tries - 1);
  }
}

function percentile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;
}
