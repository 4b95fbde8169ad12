import fs from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/folder.ts';
import { gdpduFiles, type Rows } from './archive.ts';
import { columns, type Table } from './table.ts';

const HEAD = { supplier: 'Muster GmbH', location: 'Berlin', comment: '', media: 'Test' };
const TABLES: Record<'a' | 'b', Table> = {
  a: { url: 'a.csv', name: 'A', columns: columns('TEXT:A9') },
  b: { url: 'b.csv', name: 'B', columns: columns('NUMMER:N0') },
};

it('writes all tables in one go, however long they are, and leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const write = async (rows: Rows<'a' | 'b'>) => {
    for (let i = 0; i < 50_000; i++) {
      rows.take('a', [`Zeile ${i % 1000}`]);
      if (i % 10 === 0) rows.take('b', [i]);
      if (i % 1000 === 0) await rows.flush();
    }
    expect(await fs.readdir(folder)).toEqual([]);
  };
  const sizes: Record<string, number> = {};
  for await (const { name, content } of gdpduFiles(HEAD, TABLES, folder, write)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    sizes[name] = Buffer.concat(pieces).toString().split('\r\n').length - 1;
  }
  expect(sizes).toMatchObject({ 'a.csv': 50_001, 'b.csv': 5001 });
});

it('stops reading soon after nobody takes it any more', async () => {
  let [pages, isEnded] = [0, false];
  const write = async (rows: Rows<'a' | 'b'>) => {
    try {
      for (; ; pages++) {
        rows.take('a', ['x']);
        await rows.flush();
        await setImmediate();
      }
    } finally {
      isEnded = true;
    }
  };
  const files = gdpduFiles(HEAD, TABLES, await temporaryFolder(), write);
  for (let name = ''; name !== 'a.csv';) {
    const step = await files.next();
    if (step.done) throw new Error('there is no table');
    ({ name } = step.value);
    if (name === 'a.csv') {
      const reading = step.value.content[Symbol.asyncIterator]().next();
      reading.catch(() => undefined);
    }
  }
  while (pages < 3) await setImmediate();
  await files.return(undefined);
  expect(isEnded).toBe(true);
});
