import { expect, it } from 'vitest';
import { recordingLog } from '../../testing/recording-log.ts';
import type { Archiver } from '../archive/archiver.ts';
import { roomOf } from './room.ts';

async function* winning(bytes: number): AsyncGenerator<void, number> {
  yield await Promise.resolve();
  return bytes;
}

/** An archiver with a number of segments; another program reads from the `busyFrom`th time on that it settles. */
function archiver(segments: number, busyFrom: number): Archiver {
  let archived = 0;
  let settled = 0;
  const made: Pick<Archiver, 'next' | 'archive' | 'shrink' | 'settle'> = {
    next: (rn) =>
      Promise.resolve(archived < segments ? { rn, segment: archived, lastAt: '', bytes: 1 } : null),
    archive: ({ segment }) => {
      expect(segment).toBe(archived++);
      return winning(10);
    },
    shrink: () => winning(7),
    settle: () => Promise.resolve(++settled < busyFrom),
  };
  return made as Archiver;
}

async function room(of: Archiver, log: string[] = []): Promise<number[]> {
  const won: number[] = [];
  const services = {
    archiver: of,
    registerNames: ['def'],
    log: recordingLog(log),
    turn: <T>(step: () => Promise<T>) => step(),
    onDamaged: () => expect.unreachable(),
    onFailed: () => expect.unreachable(),
  };
  for await (const bytes of roomOf(services)) won.push(bytes);
  return won;
}

it('takes first what is free in the database, then segment after segment', async () => {
  expect(await room(archiver(3, Infinity))).toEqual([7, 10, 10, 10]);
  expect(await room(archiver(0, Infinity))).toEqual([7]);
});

it('ends when another program keeps the database from becoming smaller', async () => {
  const log: string[] = [];
  expect(await room(archiver(3, 2), log)).toEqual([7, 10]);
  expect(log).toEqual([
    'disk: another program reads the database; nothing more is archived before it has ended',
  ]);
});
