import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { everything } from '../../testing/registers.ts';
import { Journal } from '../journal.ts';
import type { Entry } from '../row.ts';
import { entry } from '../segments/testing/copied-journal.ts';
import { strangerOn, takeTest, urlOf } from '../testing/stores.ts';
import { migrate } from './migrate.ts';
import { NotOwnerError } from './ownership.ts';
import { openPostgresStore } from './store.ts';
import { openLine, type Line } from './testing/line.ts';

let url: string;
let stranger: (sql: string) => Promise<unknown[]>;

beforeEach(async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  url = await urlOf(file);
  await migrate(url);
  stranger = await strangerOn(file);
});

/** Opens the journal on a line of its own. */
async function open(patienceMs = 5000): Promise<{ journal: Journal; line: Line }> {
  const line = await openLine(url);
  const ownership = await takeTest(line.url, 60_000);
  const journal = new Journal(await openPostgresStore({ url: line.url, ownership, patienceMs }), 'rn');
  onTestFinished(async () => {
    line.block(false);
    await journal.close();
  });
  return { journal, line };
}

/** Another instance takes the journal over, as it does when the lease has ended. */
async function takeOver(): Promise<Journal> {
  await stranger("UPDATE owner SET until = '-infinity'");
  const journal = new Journal(await openPostgresStore({ url, ownership: await takeTest(url, 60_000) }), 'rn');
  onTestFinished(() => journal.close());
  return journal;
}

const record = (sq: number, note = '') => entry(sq, { chain: sq, note });
const stored = async (journal: Journal) =>
  (await journal.find(everything('def'))).records.map(({ SQ }) => SQ);
const append = (journal: Journal, one: Entry) => journal.append(one, journal.generation);

it.each(['lost', 'unanswered', 'late'] as const)(
  'stores a record once whose commit is %s, and goes on behind it',
  async (fate) => {
    const { journal, line } = await open();
    await append(journal, record(1));
    line.next('commit_entries', fate);
    await append(journal, record(2));
    expect(await stored(journal)).toEqual([1, 2]);
    // What was on its way all the time comes in now, and counts for nothing.
    if (fate === 'late') await line.deliver();
    await append(journal, record(3));
    expect(await stored(journal)).toEqual([1, 2, 3]);
    expect((await journal.state('def')).get('chain')).toBe(3);
    expect((await journal.turnover('def', '2026-05-04', '2026-05-04')).receipts).toBe(3);
    expect(journal.generation).toBe(0);
  },
);

it.each(['lost', 'late'] as const)(
  'refuses a record whose commit was %s while another instance took over, and has it written by nobody',
  async (fate) => {
    const { journal, line } = await open();
    await append(journal, record(1));
    // Until the other one is the owner nobody reaches the server.
    line.next('commit_entries', fate, true);
    const second = append(journal, record(2, 'of the first'));
    second.catch(() => undefined);
    const other = await takeOver();
    if (fate === 'late') await line.deliver();
    await append(other, record(2, 'of the second'));
    line.block(false);
    await expect(second).rejects.toThrow(NotOwnerError);
    expect(await stored(other)).toEqual([1, 2]);
    expect((await other.state('def')).get('note')).toBe('of the second');
    await expect(append(journal, record(3))).rejects.toThrow(NotOwnerError);
  },
);

it('tells that a record is stored whose answer was lost while another instance took over', async () => {
  const { journal, line } = await open();
  await append(journal, record(1));
  line.next('commit_entries', 'unanswered', true);
  const waiting = append(journal, record(2));
  await expect.poll(() => stranger('SELECT id FROM records')).toHaveLength(2);
  const other = await takeOver();
  line.block(false);
  await waiting;
  await append(other, record(3));
  expect(await stored(other)).toEqual([1, 2, 3]);
});

it('writes nothing for an instance that was taken over, whatever it tries', async () => {
  const { journal } = await open();
  await append(journal, record(1));
  const other = await takeOver();
  await expect(append(journal, record(2))).rejects.toThrow(NotOwnerError);
  const pages = async function* () {
    yield await Promise.resolve([entry(1, {}, 'new')]);
  };
  await expect(journal.restore('new', pages())).rejects.toThrow(NotOwnerError);
  await append(other, record(2));
  await other.restore('new', pages());
  expect([await stored(other), other.registerNames()]).toEqual([
    [1, 2],
    ['def', 'new'],
  ]);
});

it('waits for a server that is being started, and refuses where that takes too long', async () => {
  const { journal, line } = await open(300);
  line.block(true);
  await expect(append(journal, record(1))).rejects.toMatchObject({ code: 'POSTGRES_UNREACHABLE' });
  const waiting = append(journal, record(1));
  line.block(false);
  await waiting;
  expect(await stored(journal)).toEqual([1]);
});

it('waits until what is answered is on the disk, whatever the database was set up with', async () => {
  const { journal } = await open();
  await stranger('CREATE TABLE seen (setting TEXT)');
  await stranger(`CREATE FUNCTION see() RETURNS TRIGGER LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$`);
  await stranger('CREATE TRIGGER see AFTER INSERT ON records EXECUTE FUNCTION see()');
  await append(journal, record(1));
  expect(await stranger('SELECT setting FROM seen')).toEqual([{ setting: 'on' }]);
});
