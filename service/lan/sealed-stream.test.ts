import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOf, newId } from './datagram.ts';
import { openStream, sealStream, StreamError, type Frame } from './sealed-stream.ts';
import { runs } from '../testing/runs.ts';

const KEY = keyOf('the-secret-of-our-shop');
const ID = newId();
const END: Frame = { kind: 'end', records: 3, registers: ['def', 'till 2'] };

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

const sealed = async (frames: readonly Frame[], id = ID) =>
  Buffer.concat(await all(sealStream(KEY, id, each(frames))));

/** Cuts bytes at places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...at, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : at[i - 1], end));
}

/** Frames as they count: names, all bytes of a file as one. */
function meant(frames: readonly Frame[]): unknown[] {
  const found: unknown[] = [];
  for (const frame of frames) {
    if (frame.kind === 'file') found.push(frame.name, '');
    else if (frame.kind === 'data') found.push(`${found.pop() as string}${frame.bytes.toString('hex')}`);
    else found.push(frame);
  }
  return found;
}

const files = fc.array(
  fc.tuple(fc.string({ maxLength: 50 }), fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 5 })),
  { maxLength: 3 },
);

it('gives back the files that were sealed, however the bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.array(fc.nat(), { maxLength: 20 }), async (made, places) => {
      const frames = made.flatMap(([name, pieces]): Frame[] => [
        { kind: 'file', name },
        ...pieces.map((bytes): Frame => ({ kind: 'data', bytes: Buffer.from(bytes) })),
      ]);
      const bytes = await sealed([...frames, END]);
      const opened = await all(openStream(KEY, ID, each(cut(bytes, places))));
      expect(meant(opened)).toEqual(meant([...frames, END]));
    }),
    { numRuns: runs(50) },
  );
});

it('carries pieces larger than a frame', async () => {
  const bytes = Buffer.alloc(300_000, 'abc');
  const stream = await sealed([{ kind: 'file', name: 'a' }, { kind: 'data', bytes }, END]);
  const opened = await all(openStream(KEY, ID, each([stream])));
  expect(meant(opened)).toEqual(['a', bytes.toString('hex'), END]);
});

const FRAMES: Frame[] = [
  { kind: 'file', name: 'a.xml' },
  { kind: 'data', bytes: Buffer.from('<a/>') },
  { kind: 'data', bytes: Buffer.from('<b/>') },
  END,
];

const refused = (bytes: Buffer, id = ID, key = KEY) =>
  expect(all(openStream(key, id, each([bytes])))).rejects.toThrow(StreamError);

it('refuses every answer that was changed or cut', async () => {
  const stream = await sealed(FRAMES);
  await fc.assert(
    fc.asyncProperty(fc.nat(stream.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Buffer.from(stream);
      changed[at]! ^= by;
      await refused(changed);
      await refused(stream.subarray(0, at));
      await refused(Buffer.concat([stream, stream.subarray(at)]));
    }),
  );
});

it('refuses frames in another order, answers to other questions and of other shops', async () => {
  const pieces = await all(sealStream(KEY, ID, each(FRAMES)));
  const [salt, name, first, second, end] = pieces as [Buffer, Buffer, Buffer, Buffer, Buffer];
  await refused(Buffer.concat([salt, name, second, first, end]));
  await refused(Buffer.concat([salt, name, second, end]));
  await refused(await sealed(FRAMES), newId());
  await refused(await sealed(FRAMES), ID, keyOf('the-secret-of-another-shop'));
});

it('never seals two answers alike', async () => {
  const [one, other] = await Promise.all([sealed(FRAMES), sealed(FRAMES)]);
  expect(one.equals(other)).toBe(false);
  expect(one.includes(Buffer.from('<a/>'))).toBe(false);
});
