/** `npm run verify -- --postgres` and `npm run rebuild -- --postgres`. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { verify } from '../../audit/command.ts';
import { dataRoot, type Till } from '../../audit/testing/data-root.ts';
import { countryFor } from '../../countries/register-currency.ts';
import { settleRebuild } from '../../register/rebuilt.ts';
import { MemoryVault } from '../../testing/country-services.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { everything, openRoom } from '../../testing/registers.ts';
import { GENERIC, tra } from '../../testing/sales.ts';
import { rebuildCommand } from '../rebuild/command.ts';
import { expectedFiles } from '../segments/testing/copied-journal.ts';
import { strangerOn, takeTest, urlOf } from '../testing/stores.ts';
import { migrate } from './migrate.ts';
import { markOn } from './rebuild.ts';

interface Filled {
  /** With journal files and public keys. */
  root: string;
  /** Stands for the database. */
  file: string;
}

/** An instance's data root, and its journal: two registers, three sales and a void in one of them. */
async function filled(): Promise<Filled> {
  let file = '';
  const root = await dataRoot(
    async ({ room, sell, takeBack }: Till) => {
      file = path.resolve(room.journal.filesOf('def'), '../../..', 'journal.db');
      await room.registers.configure('bar', GENERIC);
      await sell('1.00');
      await sell('2.00', { TN: 'Ä 7' });
      await sell('3.00');
      await takeBack('FS 1_1.26/1');
      await room.close();
    },
    undefined,
    { written: false },
  );
  const room = await openRoom(file);
  for (const rn of ['def', 'bar']) {
    const folder = path.join(root, 'rn', rn, 'jou');
    await fs.mkdir(folder, { recursive: true });
    for (const [name, bytes] of await expectedFiles(room.journal, rn))
      await fs.writeFile(path.join(folder, name), bytes);
  }
  await room.close();
  return { root, file };
}

async function run(
  command: (terminal: Parameters<typeof verify>[2]) => Promise<number>,
): Promise<{ code: number; text: string }> {
  let text = '';
  const out = { write: (more: string) => (text += more) };
  return { code: await command({ stdout: out, stderr: out }), text };
}

async function audit({ root, file }: Filled, ...args: string[]): Promise<{ code: number; text: string }> {
  const places = {
    journal: (of: string) => path.join(of, 'journal.db'),
    journalUrl: await urlOf(file),
    publicKeys: (of: string) => path.join(of, 'cer'),
    vault: () => Promise.resolve(new MemoryVault()),
  };
  return run((terminal) => verify(['--data-root', root, '--postgres', ...args], places, terminal));
}

async function rebuild(root: string, url: string | undefined): Promise<{ code: number; text: string }> {
  const places = {
    lock: () => Promise.resolve({ journalFile: 'none', release: () => Promise.resolve() }),
    registers: (of: string) => path.join(of, 'rn'),
    digitsOf: (cfg: Parameters<typeof countryFor>[0] & object) => countryFor(cfg).currency.digits,
    journalUrl: url,
  };
  return run((terminal) => rebuildCommand(['--data-root', root, '--postgres'], places, terminal));
}

/** An empty database. */
async function empty(): Promise<string> {
  return path.join(await temporaryFolder(), 'journal.db');
}

it('makes all checks of a journal on PostgreSQL, and needs no rights of an owner', async () => {
  const journal = await filled();
  const stranger = await strangerOn(journal.file);
  const before = await stranger('SELECT token, until::text FROM owner');
  const { code, text } = await audit(journal);
  expect(text).toContain('Law        ok: PT: series 1, documents 3, signatures that fit 3');
  expect(text).toMatch(/Files {6}ok: 5 lines/);
  expect(text.trim()).toMatch(/OK: 6 records of 2 registers$/);
  expect(code).toBe(0);
  expect(await stranger('SELECT token, until::text FROM owner')).toEqual(before);
});

it.each<[what: string, tampering: string[], finding: string]>([
  [
    'a line that was changed',
    [
      'ALTER TABLE records DISABLE TRIGGER records_no_change',
      `UPDATE records SET line = replace(line, '"T":"2.00"', '"T":"9.00"') WHERE line LIKE '%"T":"2.00"%'`,
      'ALTER TABLE records ENABLE TRIGGER records_no_change',
    ],
    'register def, SQ 3',
  ],
  [
    'a guard that was taken off',
    ['ALTER TABLE records DISABLE TRIGGER records_no_change'],
    'trigger records_no_change was changed',
  ],
  [
    'a function that was changed',
    [`CREATE OR REPLACE FUNCTION hold(held BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN END $$`],
    'function hold was changed',
  ],
  [
    'keys that were taken off',
    ['ALTER TABLE records DROP CONSTRAINT records_pkey'],
    'key records PRIMARY KEY (id) is missing',
  ],
  [
    'a rule that was added',
    ['CREATE RULE no AS ON INSERT TO numbers DO INSTEAD NOTHING'],
    'rule no was added',
  ],
  ['sums that say something else', ['UPDATE days SET total = total + 1'], 'days of records'],
])('finds %s', async (_what, tampering, finding) => {
  const journal = await filled();
  const stranger = await strangerOn(journal.file);
  for (const statement of tampering) await stranger(statement);
  const { code, text } = await audit(journal);
  expect(text).toContain(finding);
  expect(code).toBe(1);
});

it('says why a database cannot be audited', async () => {
  const journal = await filled();
  expect(await audit({ ...journal, file: await empty() })).toMatchObject({
    code: 3,
    text: expect.stringContaining('is no Tillmark journal'),
  });
  const stranger = await strangerOn(journal.file);
  await stranger("INSERT INTO migrations VALUES ('9999-later')");
  const { code, text } = await audit(journal);
  expect([code, text]).toEqual([3, expect.stringContaining('another version of Tillmark')]);
  expect(text).not.toContain('tillmark:tillmark');
});

it('makes a journal anew from journal files, whose registers begin new series', async () => {
  const old = await filled();
  const file = await empty();
  const url = await urlOf(file);
  const { code, text } = await rebuild(old.root, url);
  expect(text).toContain('Register def: 5 records');
  expect([code, text]).toEqual([0, expect.stringContaining('has 2 registers')]);
  expect(await audit({ root: old.root, file })).toMatchObject({ code: 0 });

  const room = await openRoom(file);
  const [owner] = (await (await strangerOn(file))('SELECT token FROM owner')) as { token: number }[];
  const mark = markOn(room.store, url, owner!);
  expect(await mark.read()).toBeGreaterThan(0);
  await settleRebuild(mark, room.journal, room.services, () => Promise.resolve());
  expect(await mark.read()).toBeNull();
  const register = await room.register('def');
  const sold = await register.submit({ tra: tra(), warnings: [], restart: false });
  expect(sold.ESR!.FN).toBe('FS 1_1.26A/1');
  const { records } = await room.journal.find(everything('bar'));
  expect(records.at(-1)).toMatchObject({ _: 'log', Event: 'rebuilt' });
});

it('fills no database that has registers, or that an instance uses', async () => {
  const { root, file } = await filled();
  expect(await rebuild(root, await urlOf(file))).toMatchObject({
    code: 3,
    text: expect.stringContaining('needs an empty database'),
  });
  const url = await urlOf(await empty());
  await migrate(url);
  const ownership = await takeTest(url, 60_000);
  expect(await rebuild(root, url)).toMatchObject({
    code: 3,
    text: expect.stringContaining('stop all instances first'),
  });
  await ownership.release();
  expect(await rebuild(root, undefined)).toMatchObject({ code: 2 });
});

it('leaves nothing behind where a file is damaged', async () => {
  const { root } = await filled();
  const damaged = path.join(root, 'rn', 'def', 'jou', '0000.jou');
  const text = await fs.readFile(damaged, 'utf8');
  await fs.writeFile(damaged, text.replace('"SQ":3', '"SQ":4'));
  const file = await empty();
  const url = await urlOf(file);
  expect(await rebuild(root, url)).toMatchObject({ code: 1 });
  const room = await openRoom(file);
  expect(room.journal.registerNames()).toEqual([]);
  await room.close();
  await fs.writeFile(damaged, text);
  expect(await rebuild(root, url)).toMatchObject({ code: 0 });
});
