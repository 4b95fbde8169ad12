import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { execute } from '../../sqlite/testing/execute.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { Journal } from '../journal.ts';
import { markIn } from './mark.ts';
import { rebuild, type Rebuilt } from './rebuild.ts';
import { entry, expectedFiles } from '../segments/testing/copied-journal.ts';
import { contentsOf } from '../testing/contents.ts';

const fileOf = (root: string) => path.join(root, 'journal.db');
const jou = (root: string, name: string, rn = 'def') => path.join(root, 'rn', rn, 'jou', name);

/** A stopped data root with some records of some registers, in the database and in files. */
async function dataRoot(counts: Record<string, number>, archived = 0): Promise<string> {
  const root = await temporaryFolder();
  const journal = await Journal.open(fileOf(root));
  for (const [rn, count] of Object.entries(counts)) {
    const entries = Array.from({ length: count }, (_, i) => entry(i + 1, { n: i + 1, [`k${i % 7}`]: i }, rn));
    await Promise.all(entries.map((e) => journal.append(e, 0)));
    await fs.mkdir(journal.filesOf(rn), { recursive: true });
    for (const [name, bytes] of await expectedFiles(journal, rn)) {
      await fs.writeFile(path.join(journal.filesOf(rn), name), bytes);
    }
  }
  for (let i = 0; i < archived; i++) await archiveNext(journal);
  await journal.close();
  return root;
}

async function archiveNext(journal: Journal): Promise<void> {
  const next = (await journal.archiver.next('def'))!;
  const steps = journal.archiver.archive(next, (_rn, file, reason) => {
    throw new Error(`${file}: ${reason}`);
  });
  while ((await steps.next()).done !== true);
}

function rebuilt(root: string): Promise<Rebuilt> {
  const options = { digitsOf: () => 2, progress: () => undefined };
  return rebuild({ ...options, journalFile: fileOf(root), registers: path.join(root, 'rn') });
}

/** Cuts the last lines off a file. */
async function cut(file: string, lines: number): Promise<void> {
  const all = (await fs.readFile(file, 'utf8')).split('\n');
  await fs.writeFile(
    file,
    all
      .slice(0, -1 - lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

/** What is in a data root besides the registers' folders. */
const filesIn = async (root: string) => (await fs.readdir(root)).filter((name) => name !== 'rn').sort();

describe('what the files lack', () => {
  it('comes from the old database: last records, and a register that has no file yet', async () => {
    const root = await dataRoot({ def: 1300, Bar: 3, other: 5 });
    const before = await contentsOf(fileOf(root));
    await cut(jou(root, '0001.jou'), 12);
    await fs.appendFile(jou(root, '0001.jou'), '{"_":"Tra","SQ":12');
    await fs.rm(path.join(root, 'rn', 'other'), { recursive: true });
    const { registers, missing, kept } = await rebuilt(root);
    expect(missing).toStrictEqual({ proven: true });
    expect(registers.map(({ rn, records, fromOld }) => [rn, records, fromOld])).toStrictEqual([
      ['Bar', 3, 0],
      ['def', 1300, 12],
      ['other', 5, 5],
    ]);
    expect(await contentsOf(fileOf(root))).toStrictEqual(before);
    expect(await contentsOf(kept!)).toStrictEqual(before);
    expect(await markIn(fileOf(root)).read()).toBeNull();
    expect(await filesIn(root)).toStrictEqual(['journal.db', 'journal.db.before-rebuild-1']);
  });

  it('also from its write-ahead log, as a crash leaves it', async () => {
    const root = await dataRoot({ def: 10 });
    const journal = await Journal.open(fileOf(root));
    await journal.append(entry(11, { n: 11 }), 0);
    const crashed = await temporaryFolder();
    for (const name of ['journal.db', 'journal.db-wal', 'rn']) {
      await fs.cp(path.join(root, name), path.join(crashed, name), { recursive: true });
    }
    const before = await contentsOf(fileOf(root));
    await journal.close();
    const { registers, missing } = await rebuilt(crashed);
    expect(missing).toStrictEqual({ proven: true });
    expect(registers).toMatchObject([{ records: 11, fromOld: 1 }]);
    expect(await filesIn(crashed)).toStrictEqual([
      'journal.db',
      'journal.db.before-rebuild-1',
      'journal.db.before-rebuild-1-wal',
    ]);
    expect(await contentsOf(fileOf(crashed))).toStrictEqual(before);
  });

  it.each<[string, (root: string) => Promise<void>, RegExp, number]>([
    ['is missing', (root) => fs.rm(fileOf(root)), /journal\.db is missing$/, 8],
    ['is damaged', (root) => fs.truncate(fileOf(root), 30_000), /is damaged/, 8],
    [
      'has another schema',
      async (root) => execute(fileOf(root), 'DROP TABLE archived'),
      /cannot be read \(SQLITE_ERROR/,
      8,
    ],
    [
      'has fewer records',
      async (root) => fs.copyFile(fileOf(await dataRoot({ def: 7 })), fileOf(root)),
      /fewer records than the files \(register def\)$/,
      8,
    ],
    [
      'has other records',
      async (root) => {
        const file = jou(root, '0000.jou');
        const text = await fs.readFile(file, 'utf8');
        await fs.writeFile(file, text.replace(/("SQ":8.*)"1\.00"/, '$1"2.00"'));
      },
      /other records than the files \(register def\)$/,
      8,
    ],
    [
      'does not know a register',
      async (root) => {
        await fs.mkdir(path.join(root, 'rn', 'new', 'jou'), { recursive: true });
        await fs.writeFile(jou(root, '0000.jou', 'new'), `${JSON.stringify(entry(1, {}, 'new').record)}\n`);
      },
      /does not have register new$/,
      10,
    ],
  ])('is unknown when the old database %s: the new one says so', async (_what, change, reason, records) => {
    const root = await dataRoot({ def: 10 });
    await cut(jou(root, '0000.jou'), 2);
    await change(root);
    const { registers, missing } = await rebuilt(root);
    expect(missing).toMatchObject({ proven: false });
    expect((await contentsOf(fileOf(root))).records).toHaveLength(
      registers.reduce((sum, register) => sum + register.records, 0),
    );
    expect(missing.proven ? '' : missing.reason).toMatch(reason);
    expect(registers.find(({ rn }) => rn === 'def')).toMatchObject({ records });
    const mark = await markIn(fileOf(root)).read();
    expect(mark).toBeGreaterThan(0);
    // Another rebuild is told apart from this one.
    execute(fileOf(root), 'DROP TABLE state');
    expect((await rebuilt(root)).missing.proven).toBe(false);
    expect(await markIn(fileOf(root)).read()).not.toBe(mark);
  });

  it('is taken over for one register even if another one proves nothing', async () => {
    const root = await dataRoot({ Bar: 5, def: 10 });
    await cut(jou(root, '0000.jou'), 2);
    const text = await fs.readFile(jou(root, '0000.jou', 'Bar'), 'utf8');
    await fs.writeFile(jou(root, '0000.jou', 'Bar'), text.replace(/("SQ":5.*)"1\.00"/, '$1"2.00"'));
    const { registers, missing } = await rebuilt(root);
    expect(missing).toStrictEqual({
      ...{ proven: false, reason: 'the old database has other records than the files (register Bar)' },
    });
    expect(registers.map(({ rn, records, fromOld }) => [rn, records, fromOld])).toStrictEqual([
      ['Bar', 5, 0],
      ['def', 10, 2],
    ]);
    expect((await contentsOf(fileOf(root))).records).toHaveLength(15);
  });

  it('is refused when the old database shows that whole files are gone', async () => {
    const root = await dataRoot({ def: 2300 }, 2);
    const before = await contentsOf(fileOf(root));
    await fs.rm(jou(root, '0002.jou'));
    await fs.rm(jou(root, '0001.jou.gz'));
    await expect(rebuilt(root)).rejects.toThrow(
      'SQ 2000 of the old database is not the record behind SQ 999',
    );
    expect(await contentsOf(fileOf(root))).toStrictEqual(before);
    expect(await filesIn(root)).toStrictEqual(['journal.db']);
  });
});

it('makes no empty database', async () => {
  const root = await dataRoot({ def: 10 });
  await fs.rm(path.join(root, 'rn', 'def'), { recursive: true });
  await fs.truncate(fileOf(root), 30_000);
  await expect(rebuilt(root)).rejects.toThrow('rn has no journal files');
  expect((await fs.stat(fileOf(root))).size).toBe(30_000);
  expect(await filesIn(root)).toStrictEqual(['journal.db']);
});

describe('archived segments', () => {
  it('are in the database again, and their files are taken over by the next archiving', async () => {
    const whole = await contentsOf(fileOf(await dataRoot({ def: 2300 })));
    const root = await dataRoot({ def: 2300 }, 2);
    const packed = await fs.readFile(jou(root, '0001.jou.gz'));
    expect((await contentsOf(fileOf(root))).records.length).toBeLessThan(400);
    const { missing } = await rebuilt(root);
    expect(missing).toStrictEqual({ proven: true });
    expect(await contentsOf(fileOf(root))).toStrictEqual(whole);
    const { ino } = await fs.stat(jou(root, '0001.jou.gz'));
    const journal = await Journal.open(fileOf(root));
    for (let i = 0; i < 2; i++) await archiveNext(journal);
    expect(await journal.bySq('def', 1500)).toMatchObject({ SQ: 1500, ESR: { TN: '1500' } });
    await journal.close();
    expect(await fs.readFile(jou(root, '0001.jou.gz'))).toStrictEqual(packed);
    expect((await fs.stat(jou(root, '0001.jou.gz'))).ino).toBe(ino);
  });

  it('may lie there in both forms; the whole one counts', async () => {
    const root = await dataRoot({ def: 2300 }, 2);
    const before = (await contentsOf(fileOf(root))).numbers;
    const [packed, plain] = [jou(root, '0001.jou.gz'), jou(root, '0001.jou')];
    const good = await fs.readFile(packed);
    const text = gunzipSync(good).toString('utf8');
    const changed = text.replace(/("SQ":1500.*)"1\.00"/, '$1"2.00"');
    const cases: [plain: string, packed: Buffer, outcome: string | RegExp | null][] = [
      [text, good, null],
      // Packed by another program.
      [text, gzipSync(text, { level: 1 }), null],
      [text.slice(0, 100_000), good, `${plain}, because ${plain}:`],
      ['', good, `${plain}, because ${plain} ends before SQ 1000`],
      [text, good.subarray(0, 3000), `${packed}, because ${packed} cannot be read behind line`],
      [changed, good, /0001\.jou and .*0001\.jou\.gz say different things/],
      [text.slice(0, 100_000), good.subarray(0, 3000), /is no record as Tillmark writes it/],
    ];
    for (const [plainText, packedBytes, outcome] of cases) {
      await fs.writeFile(plain, plainText);
      await fs.writeFile(packed, packedBytes);
      if (outcome instanceof RegExp) {
        await expect(rebuilt(root)).rejects.toThrow(outcome);
        continue;
      }
      const { registers } = await rebuilt(root);
      expect(registers).toMatchObject([{ records: 2300, fromOld: 0 }]);
      expect((await contentsOf(fileOf(root))).numbers).toStrictEqual(before);
      if (outcome === null) expect(registers[0]!.leftOut).toStrictEqual([]);
      else expect(registers[0]!.leftOut.join()).toContain(outcome);
    }
  });
});

describe('lines', () => {
  it.each([
    [
      'bytes that are no text',
      (line: Buffer) => Buffer.concat([line.subarray(0, -3), Buffer.from([0xff]), line.subarray(-3)]),
    ],
    [
      'an empty state',
      (line: Buffer) => Buffer.from(line.toString().replace(/"State":\{.*\}\}/, '"State":{}}')),
    ],
    [
      'a state that is none',
      (line: Buffer) => Buffer.from(line.toString().replace(/"State":\{.*\}\}/, '"State":"x"}')),
    ],
    [
      'a number that is no text',
      (line: Buffer) => Buffer.from(line.toString().replace('"TN":"3"', '"TN":{}')),
    ],
    [
      'a date that is no text',
      (line: Buffer) =>
        Buffer.from(line.toString().replace('"ESR":{"D":"2026-05-04T12:00:00"', '"ESR":{"D":7')),
    ],
  ])('are refused with %s', async (_what, change) => {
    const root = await dataRoot({ def: 5 });
    const file = jou(root, '0000.jou');
    const lines = (await fs.readFile(file, 'utf8')).split('\n').map((line) => Buffer.from(`${line}\n`));
    const before = lines[2]!;
    lines[2] = Buffer.concat([change(before.subarray(0, -1)), Buffer.from('\n')]);
    expect(lines[2].equals(before)).toBe(false);
    await fs.writeFile(file, Buffer.concat(lines.slice(0, 5)));
    await expect(rebuilt(root)).rejects.toThrow(`${file}:3 is no record as Tillmark writes it`);
  });
});
