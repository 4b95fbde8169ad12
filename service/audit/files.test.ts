import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { PORTUGAL } from '../testing/sales.ts';
import { auditJournal } from './journal.ts';
import { keysOf } from './public-keys.ts';
import type { Report } from './report.ts';
import { dataRoot, tamper, type Files, type Till } from './testing/data-root.ts';

async function audited(root: string): Promise<Report> {
  return auditJournal(path.join(root, 'journal.db'), {
    publicKeys: await keysOf(path.join(root, 'cer')),
    rn: undefined,
    progress: () => undefined,
  });
}

/** What was found in all, without the folder of the test. */
async function found(root: string): Promise<string[]> {
  const { registers, database } = await audited(root);
  const texts = registers.flatMap(({ findings }) =>
    findings.map(({ sq, check, text }) => `${sq} ${check}: ${text}`),
  );
  return [...texts, ...database].map((text) => text.replaceAll(`${root}${path.sep}`, ''));
}

/** Makes data roots with journal files that are the same, quickly. */
async function copies(count: number, files: Files): Promise<() => Promise<string>> {
  const original = await dataRoot(({ sellMany }: Till) => sellMany(count), PORTUGAL, {
    ...{ written: true, ...files },
  });
  return async () => {
    const copy = await temporaryFolder();
    await fs.cp(original, copy, { recursive: true });
    return copy;
  };
}

const jou = (root: string, name: string) => path.join(root, 'rn', 'def', 'jou', name);

/** Changes a journal file as a text. */
async function edit(file: string, change: (text: string) => string): Promise<void> {
  await fs.writeFile(file, change(await fs.readFile(file, 'utf8')));
}

const withoutLine = (n: number) => (text: string) =>
  text
    .split('\n')
    .toSpliced(n - 1, 1)
    .join('\n');
const summaryOf = ({ registers }: Report, title: string) =>
  registers[0]!.checks.find((check) => check.title === title)!.summary;

it('holds the journal files against the records', async () => {
  const copy = await copies(1200, {});
  const whole = await copy();
  expect(await found(whole)).toStrictEqual([]);
  expect(summaryOf(await audited(whole), 'Files')).toBe('1,201 lines of journal files compared');

  const cases: [what: string, change: (root: string) => Promise<void>, texts: string[]][] = [
    [
      'a text that no signature protects',
      (root) => edit(jou(root, '0000.jou'), (text) => text.replace('"SQ":7,', '"SQ":7,"Note":"x",')),
      ['7 Files: rn/def/jou/0000.jou says something else than 1 record'],
    ],
    [
      'the same in the database alone',
      (root) => tamper(root, (by) => by.change(8, ({ ESR }) => (ESR.PosA![0]!.Dsc = 'Tea'))),
      ['8 Files: rn/def/jou/0000.jou says something else than 1 record'],
    ],
    [
      'a line less',
      (root) => edit(jou(root, '0001.jou'), withoutLine(3)),
      ['1002 Files: rn/def/jou/0001.jou says something else than 199 records'],
    ],
    [
      'lines behind the last record',
      (root) => edit(jou(root, '0001.jou'), (text) => `${text}{}\n{}\n{`),
      ['1202 Files: rn/def/jou/0001.jou has 2 lines that the database does not have'],
    ],
    [
      'a file behind the last one',
      (root) => fs.copyFile(jou(root, '0001.jou'), jou(root, '0002.jou')),
      ['0 Files: there is a file 0002.jou for records behind the last one of the database'],
    ],
    [
      'records that were cut off, with all their traces in the database',
      (root) =>
        tamper(root, async (by) => {
          await by.remove(1201);
          const last = await by.record(1200);
          for (const [key, value] of Object.entries(last.State!)) await by.state(key, () => value);
          await by.reindex();
        }),
      ['1201 Files: rn/def/jou/0001.jou has 1 line that the database does not have'],
    ],
    [
      'a compressed file that is damaged',
      async (root) => {
        const bytes = gzipSync(await fs.readFile(jou(root, '0000.jou')));
        await fs.writeFile(jou(root, '0000.jou.gz'), bytes.subarray(0, 5000));
        await fs.rm(jou(root, '0000.jou'));
      },
      ['1 Files: rn/def/jou/0000.jou.gz cannot be unpacked (unexpected end of file)'],
    ],
    [
      'a folder of a register that the database does not know',
      (root) => fs.cp(path.join(root, 'rn', 'def'), path.join(root, 'rn', 'bar'), { recursive: true }),
      ['there are journal files of a register that it does not have: rn/bar'],
    ],
  ];
  for (const [what, change, texts] of cases) {
    const root = await copy();
    await change(root);
    expect(await found(root), what).toStrictEqual(texts.map((text) => text.replaceAll('/', path.sep)));
  }
});

it('takes files that Tillmark will complete for no mistake', async () => {
  const copy = await copies(1200, {});
  const root = await copy();
  await fs.truncate(jou(root, '0001.jou'), 50_000);
  const compressed = gzipSync(await fs.readFile(jou(root, '0000.jou')));
  await fs.writeFile(jou(root, '0000.jou.gz'), compressed);
  await fs.rm(jou(root, '0000.jou'));
  expect(await audited(root)).toMatchObject({ ok: true, registers: [{ remarkCount: 0 }] });
  await fs.rm(jou(root, '0000.jou.gz'));
  const report = await audited(root);
  expect(report).toMatchObject({ ok: true, registers: [{ remarkCount: 1 }] });
  expect(report.registers[0]!.remarks[0]!.text).toBe('journal files are not there: 0000.jou');
});

it('reads archived segments from their files, and nothing is wrong', async () => {
  const copy = await copies(2100, { archived: 2 });
  const root = await copy();
  const report = await audited(root);
  expect(report.registers[0]!.findings).toStrictEqual([]);
  expect(report).toMatchObject({ ok: true, registers: [{ records: 2101, remarkCount: 0 }] });
  expect(summaryOf(report, 'Law')).toContain('documents 2,100, signatures that fit 2,100');
  expect(summaryOf(report, 'Files')).toBe('102 lines of journal files compared');

  const file = jou(root, '0001.jou.gz');
  const packed = await fs.readFile(file);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const replaced = async (bytes: Buffer, isNoted = false) => {
    await fs.writeFile(file, bytes);
    if (!isNoted) return;
    const values = [bytes.length, digest(bytes), digest(gunzipSync(bytes))];
    const sql = 'UPDATE archived SET bytes = ?, digest = ?, content = ? WHERE segment = 1';
    await tamper(root, (by) => by.run(sql, ...values));
  };
  const changed = (change: (text: string) => string) => gzipSync(change(gunzipSync(packed).toString('utf8')));
  const lost = [
    '1000 Records: records 1000 to 1999 cannot be read',
    '2000 Law: FS 1_1.26/999 to 1998 are missing before it',
  ];

  await fs.rm(file);
  expect(await found(root)).toStrictEqual(['1000 Files: rn/def/jou/0001.jou.gz is missing', ...lost]);

  await replaced(packed.subarray(0, 9000));
  expect(await found(root)).toStrictEqual([
    '1000 Files: rn/def/jou/0001.jou.gz is not the file that was archived (size or SHA-256)',
    '1000 Files: rn/def/jou/0001.jou.gz cannot be unpacked (unexpected end of file)',
    ...lost,
  ]);

  // What can be read nevertheless shows where it was changed.
  await replaced(changed((text) => text.replace(/("SQ":1007,.*)"Cash"/, '$1"Gift"')));
  expect(await found(root)).toStrictEqual([
    '1000 Files: rn/def/jou/0001.jou.gz is not the file that was archived (size or SHA-256)',
  ]);
  await replaced(
    changed((text) => text.replace(/("SQ":1007,.*?"T":)"1\.00"/, '$1"9.00"')),
    true,
  );
  const all = await found(root);
  expect(all[0]).toMatch(/^1007 Law: its signature does not fit .*FS 1_1\.26\/1006;9\.00/);

  await replaced(
    changed((text) => `${text.split('\n').slice(0, 500).join('\n')}\n`),
    true,
  );
  expect((await found(root)).slice(0, 2)).toStrictEqual([
    '1000 Files: rn/def/jou/0001.jou.gz ends with SQ 1499, not 1999',
    '1500 Records: records 1500 to 1999 cannot be read',
  ]);

  await replaced(packed, true);
  expect(await found(root)).toStrictEqual([]);
  const lines = gunzipSync(packed);
  await tamper(root, (by) => by.run("UPDATE archived SET content = 'x' WHERE segment = 1"));
  expect(await found(root)).toStrictEqual([
    '1000 Files: rn/def/jou/0001.jou.gz has other lines than those that were archived (SHA-256)',
  ]);

  // The same lines in another file are for the service to put right.
  await replaced(packed, true);
  const remarks = async () => (await audited(root)).registers[0]!.remarks.map(({ text }) => text);
  await replaced(gzipSync(lines, { level: 1 }));
  expect(await found(root)).toStrictEqual([]);
  expect(await remarks()).toStrictEqual([`${file} was packed anew from the same lines`]);
  await fs.rm(file);
  await fs.writeFile(jou(root, '0001.jou'), lines);
  expect(await found(root)).toStrictEqual([]);
  expect(await remarks()).toContain(`${jou(root, '0001.jou')} with the same lines takes its place`);
  await fs.rm(jou(root, '0001.jou'));
  await replaced(packed, true);
  await tamper(root, (by) => by.run('DELETE FROM archived WHERE segment = 0'));
  expect(await found(root)).toEqual(
    expect.arrayContaining([
      '2 Sequence: records 2 to 999 are missing',
      '0 Index: 1 segments are marked as archived, from 1 to 1; they should be the first ones, without a gap',
    ]),
  );
});

it('knows which records of an archived segment stay in the database', async () => {
  const root = await dataRoot(
    async ({ sellMany, room }) => {
      await sellMany(400);
      await room.registers.configure('def', {
        ...PORTUGAL,
        Loc: { Nam: 'Shop', Adr: 'Rua 1', City: 'Porto' },
      });
      await sellMany(700);
    },
    PORTUGAL,
    { written: true, archived: 1 },
  );
  expect(await found(root)).toStrictEqual([]);
  await tamper(root, (by) => by.change(402, (record) => (record.Note = 'x')));
  expect(await found(root)).toStrictEqual([
    '402 Files: the database has another record than the archived file',
  ]);
  await tamper(root, (by) => by.remove(402));
  expect(await found(root)).toStrictEqual(['402 Index: a record of type Cfg left the database']);
  // A crash between two steps of the archiving leaves transactions behind.
  await tamper(root, async (by) => {
    const lines = gunzipSync(await fs.readFile(jou(root, '0000.jou.gz')))
      .toString('utf8')
      .split('\n');
    await by.add(402, 'Cfg', lines[401]!);
    await by.add(403, 'Tra', lines[402]!);
  });
  expect(await found(root)).toStrictEqual([]);
});
