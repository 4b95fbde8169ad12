import fs from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import type { Line } from '../lines.ts';
import { RegisterCopy } from './copy.ts';
import { bytesOf } from './line.ts';
import { segmentName, segmentOf } from './name.ts';
import { filesOf } from './testing/copied-journal.ts';
import { runs } from '../../testing/runs.ts';
import { anyCharacter } from '../../testing/any-character.ts';

/** Records of one register, in memory. */
class Records {
  readonly list: Line[] = [];
  readonly damaged: string[] = [];
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  add(note: string): void {
    const sq = this.list.length + 1;
    const State = sq % 3 === 0 ? { n: sq } : undefined;
    this.list.push({ sq, text: JSON.stringify({ _: 'Tra', SQ: sq, RN: 'def', Note: note, State }) });
  }

  /** The files as a new start of the service sees them. */
  copy(): RegisterCopy {
    const { list } = this;
    return new RegisterCopy('def', this.folder, {
      journal: {
        async *linesBetween(_, after, until) {
          const lines = list.filter(({ sq }) => sq > after && sq <= until);
          if (lines.length < until - after) throw new Error('a record is missing');
          yield lines;
        },
        archivedSegments: () => 0,
        lastSq: () => Promise.resolve(this.list.at(-1)?.sq ?? 0),
      },
      room: Buffer.alloc(100),
      sync: () => false,
      onWritten: () => undefined,
      onDamaged: (_, file) => void this.damaged.push(file),
    });
  }

  /** Makes all steps there are. */
  async catchUp(copy = this.copy()): Promise<void> {
    while ((await copy.step()) !== 'nothing');
  }

  async expectCopied(): Promise<void> {
    const expected: Record<string, string> = {};
    for (const entry of this.list) {
      const name = segmentName(segmentOf(entry.sq));
      expected[name] = (expected[name] ?? '') + bytesOf([entry]).toString();
    }
    const files = await filesOf(this.folder);
    expect(Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]))).toEqual(expected);
  }
}

async function records(count: number): Promise<Records> {
  const made = new Records(path.join(await temporaryFolder(), 'jou'));
  for (let i = 0; i < count; i++) made.add(`é${i}\n`);
  return made;
}

it('completes a file that ends anywhere in its last lines', async () => {
  const all = await records(6);
  await all.catchUp();
  const file = path.join(all.folder, '0000.jou');
  const { size } = await fs.stat(file);
  for (let length = size - 1; length >= 0; length--) {
    await fs.truncate(file, length);
    await all.catchUp();
    expect((await fs.stat(file)).size).toBe(size);
  }
  await all.expectCopied();
  expect(all.damaged).toEqual([]);
});

it('cuts off what a crash left behind the last line, whatever it is', async () => {
  const all = await records(3);
  await all.catchUp();
  const file = path.join(all.folder, '0000.jou');
  for (const rest of ['{"_":"Tra","SQ":4,', '\0'.repeat(5000), 'x'.repeat(200_000)]) {
    await fs.appendFile(file, rest);
    await all.catchUp();
    await all.expectCopied();
  }
  all.add('more');
  await fs.appendFile(file, '{"_":"Tr');
  await all.catchUp();
  await all.expectCopied();
  expect(all.damaged).toEqual([]);
});

it('is what the journal says after any batches and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          notes: fc.array(fc.string({ unit: anyCharacter, maxLength: 40 }), { maxLength: 4 }),
          many: fc.constantFrom(0, 0, 0, 150, 999),
          crash: fc.option(fc.record({ cut: fc.nat(3000), junk: fc.constantFrom('', '{"a', '\0\0') })),
        }),
        { maxLength: 8 },
      ),
      async (batches) => {
        const all = await records(1);
        let copy = all.copy();
        await all.catchUp(copy);
        for (const { notes, many, crash } of batches) {
          for (const note of [...notes, ...Array<string>(many).fill('x')]) all.add(note);
          copy.heardOf(all.list.length);
          await copy.write();
          if (!crash) continue;
          const name = [...(await filesOf(all.folder)).keys()].at(-1)!;
          const file = path.join(all.folder, name);
          await fs.truncate(file, Math.max(0, (await fs.stat(file)).size - crash.cut));
          await fs.appendFile(file, crash.junk);
          copy = all.copy();
          await all.catchUp(copy);
          await all.expectCopied();
        }
        await all.expectCopied();
        expect(all.damaged).toEqual([]);
      },
    ),
    { numRuns: runs(40) },
  );
});

it('looks again after a failure', async () => {
  const all = await records(5);
  const copy = all.copy();
  await all.catchUp(copy);
  await fs.appendFile(path.join(all.folder, '0000.jou'), 'x');
  all.add('more');
  copy.heardOf(6);
  await expect(copy.write()).rejects.toThrow('bytes');
  expect(copy.isUpToDate).toBe(false);
  await all.catchUp(copy);
  await all.expectCopied();
});

it('writes no file with a gap when the journal has one', async () => {
  const all = await records(5);
  all.list.splice(2, 1);
  await expect(all.catchUp()).rejects.toThrow('a record is missing');
});
