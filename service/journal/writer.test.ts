import { expect, it } from 'vitest';
import { ControlledStore } from '../testing/controlled-store.ts';
import type { Row } from './row.ts';
import { JournalWriter } from './writer.ts';

const row = (sq: number, rn = 'def'): Row => ({
  rn,
  sq,
  type: 'Tra',
  line: '{}',
  number: null,
  fn: null,
  effects: { terminal: null, day: '2026-05-04', isTransaction: true, sums: null, changes: {} },
});

it('lets records that wait during a commit share the next one, in the order they came', async () => {
  const store = new ControlledStore();
  const writer = new JournalWriter(store);
  const release = store.hold();
  const first = writer.append(row(1), 0);
  await store.asked(1);
  const others = [2, 3, 4].map((sq) => writer.append(row(sq, sq === 3 ? 'other' : 'def'), 0));
  release();
  await Promise.all([first, ...others]);
  expect(store.commits).toEqual([['def#1'], ['def#2', 'other#3', 'def#4']]);
});

it('lets records of one turn share a commit', async () => {
  const store = new ControlledStore();
  const writer = new JournalWriter(store);
  await Promise.all([1, 2, 3].map((sq) => writer.append(row(sq), 0)));
  expect(store.commits).toEqual([['def#1', 'def#2', 'def#3']]);
});

it('splits a long queue into several commits without changing its order', async () => {
  const store = new ControlledStore();
  const writer = new JournalWriter(store);
  const numbers = Array.from({ length: 600 }, (_, i) => i + 1);
  await Promise.all(numbers.map((sq) => writer.append(row(sq), 0)));
  expect(store.commits.length).toBeGreaterThan(1);
  expect(store.commits.flat()).toEqual(numbers.map((sq) => `def#${sq}`));
});

it('answers a record only when its commit is done', async () => {
  const store = new ControlledStore();
  const writer = new JournalWriter(store);
  const release = store.hold();
  let durable = false;
  const append = writer.append(row(1), 0).then(() => (durable = true));
  await store.asked(1);
  expect(durable).toBe(false);
  release();
  await append;
  expect(durable).toBe(true);
});

it('rejects everything that waits behind a failed commit, and what was built on it later', async () => {
  const store = new ControlledStore();
  const writer = new JournalWriter(store);
  const release = store.hold();
  store.failNext();
  const first = writer.append(row(1), 0);
  await store.asked(1);
  const behind = [writer.append(row(2), 0), writer.append(row(1, 'other'), 0)];
  release();
  const outcomes = await Promise.allSettled([first, ...behind]);
  expect(outcomes.map((o) => o.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(store.commits).toEqual([['def#1']]);

  expect(writer.generation).toBe(1);
  await expect(writer.append(row(3), 0)).rejects.toThrow('not stored');
  await writer.append(row(1), 1);
  expect(store.commits).toEqual([['def#1'], ['def#1']]);
  expect(writer.generation).toBe(1);
});

it('is idle only when everything is written', async () => {
  const store = new ControlledStore();
  const writer = new JournalWriter(store);
  await writer.idle();
  const release = store.hold();
  const appends = [writer.append(row(1), 0)];
  await store.asked(1);
  appends.push(writer.append(row(2), 0));
  const idle = writer.idle().then(() => store.commits.length);
  release();
  expect(await idle).toBe(2);
  await Promise.all(appends);
});
