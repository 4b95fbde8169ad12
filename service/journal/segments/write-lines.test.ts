import fs from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { writeLines } from './write-lines.ts';

/** Some fit into the memory together, some alone, some not at all. */
const ROOM = 40;
const text = fc.string({ unit: 'binary', maxLength: 30 });

it('writes what the lines say, whatever they are and however little a file takes at a time', async () => {
  const file = await fs.open(path.join(await temporaryFolder(), 'lines'), 'w+');
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 12 }),
      fc.integer({ min: 1, max: 50 }),
      async (texts, most) => {
        await file.truncate(0);
        await file.write('before', 0);
        const slow = {
          write: (bytes: Buffer, from: number, length: number, position: number) =>
            file.write(bytes, from, Math.min(length, most), position),
        } as Pick<typeof file, 'write'>;
        const lines = texts.map((each, i) => ({ sq: i + 1, text: each }));
        const size = await writeLines(slow, lines, 'before'.length, Buffer.alloc(ROOM));
        const expected = Buffer.from(`before${texts.map((each) => `${each}\n`).join('')}`);
        const found = Buffer.alloc(expected.length + 1);
        const { bytesRead } = await file.read(found, 0, found.length, 0);
        expect(found.subarray(0, bytesRead)).toStrictEqual(expected);
        expect(size).toBe(expected.length - 'before'.length);
      },
    ),
  );
  await file.close();
});
