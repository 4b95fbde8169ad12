import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../sales.ts';
import { Disk } from './disk.ts';
import type { Event } from './log.ts';

const text = (file: bigint, bytes: string): Event => ({
  kind: 'write',
  file,
  offset: 0,
  bytes: Buffer.from(bytes),
});
const synced = (file: bigint): Event[] => [
  { kind: 'syncBegin', file, sync: 1 },
  { kind: 'syncDone', file, sync: 1 },
];

/** All that a hundred power cuts left behind the same events: each a text of names and contents. */
function leftOf(events: (root: string, old: bigint) => Event[]): Set<string> {
  const root = mkdtempSync(join(tmpdir(), 'tillmark-disk-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'old'), 'A');
  const { ino } = statSync(join(root, 'old'), { bigint: true });
  const left = new Set<string>();
  for (let seed = 0; seed < 100; seed++) {
    const disk = new Disk(root, randomFrom(seed));
    for (const event of events(root, ino)) disk.happen(event);
    const files = [...disk.powerCut()].map(
      ([path, content]) => `${path.slice(root.length + 1)}=${content.toString()}`,
    );
    left.add(files.sort().join(' '));
  }
  return left;
}

const fresh = 2n ** 60n;

test('a new file that was never synced may be there, empty, or not', () => {
  const left = leftOf((root) => [{ kind: 'create', file: fresh, path: join(root, 'new') }, text(fresh, 'B')]);
  expect(left).toEqual(new Set(['old=A', 'new= old=A', 'new=B old=A', 'new=\0 old=A']));
});

test('a synced file keeps its name and its content', () => {
  const left = leftOf((root) => [
    { kind: 'create', file: fresh, path: join(root, 'new') },
    text(fresh, 'B'),
    ...synced(fresh),
  ]);
  expect(left).toEqual(new Set(['new=B old=A']));
});

/** As a careful program replaces a file. */
const replaced = (root: string): Event[] => [
  { kind: 'create', file: fresh, path: join(root, 'tmp') },
  text(fresh, 'B'),
  ...synced(fresh),
  { kind: 'rename', file: fresh, path: join(root, 'tmp'), to: join(root, 'old') },
];

test('a file that takes the place of another one leaves the old or the new one', () => {
  expect(leftOf(replaced)).toEqual(new Set(['old=A tmp=B', 'old=B']));
});

test('when its folder was synced, the new one', () => {
  expect(leftOf((root) => [...replaced(root), { kind: 'syncFolder', path: root }])).toEqual(
    new Set(['old=B']),
  );
});

test('a removed file may come back until its folder is synced', () => {
  const removed = (root: string, old: bigint): Event[] => [
    { kind: 'unlink', file: old, path: join(root, 'old') },
  ];
  expect(leftOf(removed)).toEqual(new Set(['', 'old=A']));
  expect(leftOf((root, old) => [...removed(root, old), { kind: 'syncFolder', path: root }])).toEqual(
    new Set(['']),
  );
});
