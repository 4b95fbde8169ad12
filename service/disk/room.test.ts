import { expect, it } from 'vitest';
import { Room } from './room.ts';

const signal = new AbortController().signal;

async function all(room: Room): Promise<number[]> {
  const won: number[] = [];
  for await (const bytes of room.make(signal)) won.push(bytes);
  return won;
}

it('is made by the journal that is open, and by nobody without one', async () => {
  const room = new Room();
  expect(await all(room)).toEqual([]);
  room.open(async function* () {
    yield* await Promise.resolve([1, 2]);
  });
  expect(await all(room)).toEqual([1, 2]);
  await room.close();
  expect(await all(room)).toEqual([]);
});

it('is no longer made once the journal closes, which waits for the step under way', async () => {
  const room = new Room();
  const steps: string[] = [];
  const begun = Promise.withResolvers<void>();
  room.open(async function* (ending) {
    yield 1;
    steps.push('begun');
    begun.resolve();
    await new Promise((resolve) => ending.addEventListener('abort', () => setImmediate(resolve)));
    steps.push('done');
    ending.throwIfAborted();
  });
  const cleaning = all(room);
  await begun.promise;
  await room.close();
  steps.push('closed');
  expect(await cleaning).toEqual([1]);
  expect(steps).toEqual(['begun', 'done', 'closed']);
});

it('passes on what goes wrong', async () => {
  const room = new Room();
  room.open(async function* () {
    yield await Promise.reject<number>(new Error('broken'));
  });
  await expect(all(room)).rejects.toThrow('broken');
});
