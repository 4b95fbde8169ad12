import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { filesOf } from '../../testing/tree.ts';
import { DamagedFileError } from '../segments/damaged.ts';
import { membersOf } from './members.ts';
import { expectAsBefore, preparedJournal, questions, removePrepared, toEnd } from './testing/old-journal.ts';

afterAll(removePrepared);

const ARCHIVED = ['0000.jou.gz', '0001.jou.gz', '0002.jou'];

it('packs a compressed file anew that is there and holds the same, and keeps nothing aside', async () => {
  const old = await preparedJournal();
  const file = path.join(old.folder(), '0000.jou.gz');
  const present = gzipSync(await fs.readFile(path.join(old.folder(), '0000.jou')), { level: 1 });
  await fs.writeFile(file, present);
  await fs.rm(path.join(old.folder(), '0000.jou'));
  await old.archiveAll();
  expect(membersOf(await fs.readFile(file))).not.toBeNull();
  await expectAsBefore(old, old.was);
  expect(old.aside).toEqual([]);
});

it.each([
  ['other lines', (lines: Buffer) => gzipSync(Buffer.concat([lines, lines]))],
  ['fewer lines', (lines: Buffer) => gzipSync(lines.subarray(0, -10))],
  ['a part of it', (lines: Buffer) => gzipSync(lines).subarray(0, 500)],
  ['no archive', () => Buffer.from('torn')],
  ['nothing', () => Buffer.alloc(0)],
])('keeps a compressed file aside that holds %s', async (_, made) => {
  const old = await preparedJournal();
  const lines = await fs.readFile(path.join(old.folder(), '0000.jou'));
  const present = made(lines);
  await fs.writeFile(path.join(old.folder(), '0000.jou.gz'), present);
  await old.archiveAll();
  expect(old.aside).toEqual(['0000.jou.gz.damaged-1']);
  expect(await fs.readFile(path.join(old.folder(), '0000.jou.gz.damaged-1'))).toEqual(present);
  expect(gunzipSync(await fs.readFile(path.join(old.folder(), '0000.jou.gz')))).toEqual(lines);
});

it('keeps a plain file aside that says something else', async () => {
  const old = await preparedJournal();
  const plain = path.join(old.folder(), '0001.jou');
  const text = (await fs.readFile(plain, 'utf8')).replace('"T":"1.20"', '"T":"9.20"');
  await fs.writeFile(plain, text);
  await old.archiveAll();
  expect(old.aside).toEqual(['0001.jou.damaged-1']);
  expect(await fs.readFile(`${plain}.damaged-1`, 'utf8')).toBe(text);
  await expectAsBefore(old, old.was);
});

it('needs no plain file: one that a crash cut off goes, too', async () => {
  const old = await preparedJournal();
  await fs.rm(path.join(old.folder(), '0000.jou'));
  await fs.truncate(path.join(old.folder(), '0001.jou'), 5000);
  await old.archiveAll();
  expect(await filesOf(old.folder())).toEqual(ARCHIVED);
  expect(old.aside).toEqual([]);
});

describe('a compressed file that is not as it was', () => {
  const damages: [string, (file: string) => Promise<void>][] = [
    ['missing', (file) => fs.rm(file)],
    ['changed', async (file) => fs.writeFile(file, gzipSync('{"_":"Tra"}\n'))],
    ['cut off', (file) => fs.truncate(file, 3000)],
    ['longer', (file) => fs.appendFile(file, 'x')],
    ['a folder', async (file) => fs.rm(file).then(() => fs.mkdir(file))],
  ];
  it.each(damages)('is an error, not fewer records: %s', async (what, damage) => {
    const first = await preparedJournal();
    await first.archiveAll();
    await damage(path.join(first.folder(), '0001.jou.gz'));
    const old = await first.again();
    const unreadable: [string, number][] = [];
    old.journal.on('unreadable', (...which) => void unreadable.push(which));
    const all = Object.keys(questions('def'));
    for (const question of what === 'missing' ? all : all.filter((_, i) => i % 9 === 0)) {
      const answer = await questions('def')[question]!(old.journal).catch((error: unknown) => error);
      if (answer instanceof Error) {
        expect(answer).toBeInstanceOf(DamagedFileError);
        expect(answer.message).toMatch(
          /^the journal file def\/jou\/0001\.jou\.gz .*; put it back from a backup$/,
        );
      } else expect([question, answer]).toEqual([question, await first.was.before(question)]);
    }
    for (const question of ['lines', 'bySq 1001', 'find {"where":{"type":"Tra"},"sort":"asc"}'])
      await expect(questions('def')[question]!(old.journal)).rejects.toThrow(DamagedFileError);
    expect(unreadable).toContainEqual(['def', 1]);
    // The others and what sells are not concerned.
    for (const question of ['bySq 1', 'lastSq', 'last undefined', 'last Cfg', 'bySq 2000'])
      await questions('def')[question]!(old.journal);
  });

  it('keeps everything that is left beside it', async () => {
    const old = await preparedJournal();
    const archiving = (await old.archiving())!;
    for (let i = 0; i < 3; i++) await archiving.next();
    const file = path.join(old.folder(), '0000.jou.gz');
    await fs.truncate(file, 100);
    expect(await old.journal.archiver.hasLeftovers('def', 0)).toBe(true);
    await expect(toEnd(old.journal.archiver.removeLeftovers('def', 0, () => undefined))).rejects.toThrow(
      DamagedFileError,
    );
    expect(await filesOf(old.folder())).toContain('0000.jou');
    const rows = await old.journal.find({
      rn: 'def',
      where: { type: 'TraS' },
      properties: {},
      sort: 'asc',
      rows: 10,
      ms: 1000,
    });
    expect(rows.records.length).toBeGreaterThan(0);
  });
});

describe('what is put back from a backup', () => {
  const ways: [string, (folder: string, lines: Buffer) => Promise<void>, string[]][] = [
    [
      'packed by another program',
      (at, lines) => fs.writeFile(`${at}/0001.jou.gz`, gzipSync(lines, { level: 1 })),
      [],
    ],
    ['plain', (at, lines) => fs.writeFile(`${at}/0001.jou`, lines), []],
    [
      'plain, beside the damaged file',
      async (at, lines) => {
        await fs.writeFile(`${at}/0001.jou.gz`, 'torn');
        await fs.writeFile(`${at}/0001.jou`, lines);
      },
      ['0001.jou.gz.damaged-1'],
    ],
  ];
  it.each(ways)('is taken: %s', async (_, putBack, aside) => {
    const old = await preparedJournal();
    const lines = await fs.readFile(path.join(old.folder(), '0001.jou'));
    await old.archiveAll();
    const { archiver } = (await old.again()).journal;
    await fs.rm(path.join(old.folder(), '0001.jou.gz'));
    await expect(archiver.check('def', 1, () => expect.unreachable())).rejects.toThrow('is missing');
    await putBack(old.folder(), lines);
    const kept: string[] = [];
    for (let i = 0; i < 2; i++)
      await archiver.check('def', 1, (_rn, file) => void kept.push(path.basename(file)));
    expect(kept).toEqual(aside);
    if (await archiver.hasLeftovers('def', 1))
      await toEnd(archiver.removeLeftovers('def', 1, () => expect.unreachable()));
    expect((await filesOf(old.folder())).filter((name) => !aside.includes(name))).toEqual(ARCHIVED);
  });

  it('is not taken when it says something else', async () => {
    const old = await preparedJournal();
    await old.archiveAll();
    const lines = gunzipSync(await fs.readFile(path.join(old.folder(), '0001.jou.gz')));
    const wrong = Buffer.from(lines.toString().replace('"T":"1.20"', '"T":"9.20"'));
    await fs.rm(path.join(old.folder(), '0001.jou.gz'));
    await fs.writeFile(path.join(old.folder(), '0001.jou'), wrong);
    const { archiver } = old.journal;
    await expect(archiver.check('def', 1, () => expect.unreachable())).rejects.toThrow('is missing');
    await fs.writeFile(path.join(old.folder(), '0001.jou.gz'), gzipSync(wrong));
    await expect(archiver.check('def', 1, () => expect.unreachable())).rejects.toThrow('is not the one');
    expect(await filesOf(old.folder())).toEqual(['0000.jou.gz', '0001.jou', '0001.jou.gz', '0002.jou']);
  });
});
