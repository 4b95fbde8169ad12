import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { strangerOn, takeTest, urlOf } from '../testing/stores.ts';
import { migrate } from './migrate.ts';
import { Ownership, type Owner } from './ownership.ts';
import { Session } from './session.ts';
import { openLine } from './testing/line.ts';

let file: string;
let url: string;
let stranger: (sql: string) => Promise<unknown[]>;

beforeEach(async () => {
  file = path.join(await temporaryFolder(), 'journal.db');
  url = await urlOf(file);
  await migrate(url);
  stranger = await strangerOn(file);
});

async function take(gone?: number, from = url): Promise<Ownership | Owner> {
  const claim = { url: from, instance: randomUUID(), address: '127.0.0.1:1', leaseMs: 60_000 };
  const asking = new Session(from);
  const taken = await Ownership.take({ ...claim, ...(gone !== undefined && { gone }) }, asking);
  await asking.close();
  if (taken instanceof Ownership) onTestFinished(() => taken.release());
  return taken;
}

const owners = (all: readonly (Ownership | Owner)[]) => all.filter((one) => one instanceof Ownership);

it('is given to one of many who want it at once, and names that one to the others', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => take()));
  expect(owners(all)).toHaveLength(1);
  const others = all.filter((one): one is Owner => !(one instanceof Ownership));
  expect(new Set(others.map(({ address }) => address))).toEqual(new Set(['127.0.0.1:1']));
});

it('may be taken when its lease has ended by the clock of the database, or when it was released', async () => {
  const first = (await take()) as Ownership;
  expect(await take()).not.toBeInstanceOf(Ownership);
  await stranger("UPDATE owner SET until = clock_timestamp() - interval '1 ms'");
  const second = (await take()) as Ownership;
  expect(second.token).toBeGreaterThan(first.token);
  await second.release();
  expect(await take()).toBeInstanceOf(Ownership);
});

it('may be taken from an owner that is known to be gone, by one of those who know', async () => {
  const { token } = (await take()) as Ownership;
  const all = await Promise.all([take(token), take(token), take(token - 1)]);
  expect(owners(all)).toHaveLength(1);
});

it('is renewed as long as its owner lives, and the owner hears of it when it was taken over', async () => {
  const first = await takeTest(url, 250);
  onTestFinished(() => first.release());
  const until = async () => (await stranger('SELECT until FROM owner')) as { until: Date }[];
  const [before] = await until();
  await expect.poll(async () => (await until())[0]!.until > before!.until).toBe(true);
  await take(first.token);
  expect((await first.lost).message).toContain('another instance has taken the journal over');
});

it('is certain only until its lease has ended since the last answer, whatever the server says later', async () => {
  const line = await openLine(url);
  const owner = await takeTest(line.url, 400);
  onTestFinished(() => owner.release());
  expect(owner.isFresh).toBe(true);
  line.block(true);
  await expect.poll(() => owner.isFresh).toBe(false);
  line.block(false);
  await expect.poll(() => owner.isFresh).toBe(true);
  await stranger('UPDATE owner SET token = token + 1');
  await owner.lost;
  expect(owner.isFresh).toBe(false);
});

it('changes its token, whatever becomes of the answer', async () => {
  for (const fate of ['lost', 'unanswered'] as const) {
    const line = await openLine(url);
    const owner = (await take(undefined, line.url)) as Ownership;
    const before = owner.token;
    line.next('token = token + 1', fate);
    await owner.fence();
    expect(owner.token).toBeGreaterThan(before);
    expect(await stranger('SELECT token FROM owner')).toEqual([{ token: owner.token }]);
    await owner.release();
  }
});
