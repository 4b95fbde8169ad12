import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DiskFile, type Fate, pageBytes, sectorBytes } from './file.ts';

const sectors = 40;

type Step =
  { kind: 'write'; sector: number; length: number } | { kind: 'truncate'; size: number } | { kind: 'sync' };

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        sector: fc.nat(sectors),
        length: fc.integer({ min: 1, max: 6000 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('truncate' as const), size: fc.nat(sectors * sectorBytes) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sync' as const) }) },
  ),
  { minLength: 1, maxLength: 30 },
);

/** Does the steps; returns the file, and all it held since the last sync. */
function play(list: Step[]): { file: DiskFile; versions: Buffer[] } {
  const file = new DiskFile();
  let versions = [file.seen];
  for (const [at, step] of list.entries()) {
    if (step.kind === 'sync') {
      file.beginSync(at);
      file.endSync(at);
      versions = [];
    } else if (step.kind === 'truncate') file.change({ at, kind: 'truncate', size: step.size });
    else {
      const bytes = Buffer.alloc(step.length, at + 1);
      file.change({ at, kind: 'write', offset: step.sector * 100, bytes });
    }
    versions.push(Buffer.from(file.seen));
  }
  return { file, versions };
}

const sectorOf = (content: Buffer, sector: number, size: number): Buffer => {
  const start = sector * sectorBytes;
  const bytes = Buffer.alloc(Math.max(0, Math.min(sectorBytes, size - start)));
  content.copy(bytes, 0, Math.min(start, content.length), Math.min(start + bytes.length, content.length));
  return bytes;
};

const diceOf = (numbers: number[]): (() => number) => {
  let next = 0;
  return () => numbers[next++ % numbers.length]!;
};
const dice = fc
  .array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 5, maxLength: 20 })
  .map(diceOf);
const fates = (random: () => number) => (): Fate =>
  (['kept', 'lost', 'torn'] as const)[Math.floor(random() * 3)]!;

test('what was synced stays, whatever happens to the rest', () => {
  fc.assert(
    fc.property(steps, dice, (list, random) => {
      const { file } = play([...list, { kind: 'sync' }]);
      const seen = Buffer.from(file.seen);
      expect(file.afterPowerCut(fates(random), random)).toEqual(seen);
    }),
  );
});

test('each sector is as it was at some moment since the last sync', () => {
  fc.assert(
    fc.property(steps, dice, (list, random) => {
      const { file, versions } = play(list);
      const left = file.afterPowerCut(fates(random), random);
      for (let sector = 0; sector * sectorBytes < left.length; sector++) {
        const found = sectorOf(left, sector, left.length);
        const possible = versions.map((version) => sectorOf(version, sector, left.length));
        expect(possible.some((bytes) => bytes.equals(found) || isFilledUp(bytes, found))).toBe(true);
      }
    }),
  );
});

/** A file that shrinks and grows again has zeros where it was cut off. */
function isFilledUp(version: Buffer, found: Buffer): boolean {
  let kept = found.length;
  while (kept > 0 && found[kept - 1] === 0) kept--;
  return version.subarray(0, kept).equals(found.subarray(0, kept));
}

test('changes that are all kept leave what the process saw, all lost what was synced', () => {
  fc.assert(
    fc.property(steps, dice, (list, random) => {
      const { file, versions } = play(list);
      expect(file.afterPowerCut(() => 'kept', random)).toEqual(versions.at(-1));
      const again = play(list);
      expect(again.file.afterPowerCut(() => 'lost', random)).toEqual(again.versions[0]);
    }),
  );
});

const page = (fill: number): Buffer => Buffer.alloc(pageBytes, fill);
const never = (): Fate => 'lost';

test('a sync covers what was there when it began', () => {
  const file = new DiskFile(page(0));
  file.change({ at: 1, kind: 'write', offset: 0, bytes: page(1) });
  file.beginSync(1);
  file.change({ at: 2, kind: 'write', offset: 0, bytes: page(2) });
  file.endSync(1);
  expect(file.seen).toEqual(page(2));
  expect(file.afterPowerCut(never, Math.random)).toEqual(page(1));
});

/** Two pages whose sync failed; a later write and sync touch the second one. */
function afterFailedSync(): DiskFile {
  const file = new DiskFile(Buffer.concat([page(0), page(0)]));
  file.change({ at: 1, kind: 'write', offset: 0, bytes: Buffer.concat([page(1), page(1)]) });
  file.beginSync(1);
  file.failSync(1, () => 0.9);
  file.change({ at: 2, kind: 'write', offset: pageBytes, bytes: Buffer.from([2]) });
  file.beginSync(2);
  file.endSync(2);
  return file;
}

test('a page whose sync failed is lost though a later sync succeeds, unless it was written again', () => {
  const file = afterFailedSync();
  const seen = Buffer.concat([page(1), Buffer.from([2]), page(1).subarray(1)]);
  expect(file.seen).toEqual(seen);
  expect(file.afterPowerCut(never, Math.random)).toEqual(Buffer.concat([page(0), seen.subarray(pageBytes)]));
});
