import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { built } from '../../../build/scripts/programs.ts';
import { auditJournal } from '../../audit/journal.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { silentLog } from '../../log.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { openRoom, publicKey, type Room } from '../../testing/registers.ts';
import { runService } from '../../testing/running-service.ts';
import { GENERIC, PORTUGAL, tra } from '../../testing/sales.ts';
import { rebuildCommand } from './command.ts';
import { Segments } from '../segments/segments.ts';
import { expectedFiles, filesOf } from '../segments/testing/copied-journal.ts';
import { contentsOf } from '../testing/contents.ts';

/** Runs the command as a person does, in a process of its own. */
function command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [built('rebuild'), ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

async function sell(room: Room, rn: string, count: number): Promise<void> {
  const register = (await room.registers.find(rn))!;
  // No register lets more than a thousand wait.
  for (let left = count; left > 0; left -= 500) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(left, 500) }, () =>
        register.submit({ tra: tra(), warnings: [], restart: false }),
      ),
    );
    expect(answers.filter(({ Result }) => Result.RC !== 'OK')).toEqual([]);
  }
}

/**
 * Works with the registers of a data root until the journal files are in step.
 * Returns a copy, as a service that was killed leaves it.
 */
async function work(root: string, use: (room: Room) => Promise<void>): Promise<string> {
  const room = await openRoom(path.join(root, 'journal.db'));
  const settings = () => ({ deferMs: 0, sync: false, debug: false });
  const { journal } = room;
  const segments = new Segments({ journal, log: silentLog, settings });
  segments.start();
  onTestFinished(() => segments.stop());
  const before = journal.registerNames();
  await use(room);
  for (const rn of new Set([...before, ...journal.registerNames()])) {
    const folder = path.join(root, 'rn', rn === 'till' ? '_2_till' : rn, 'jou');
    await expect.poll(() => filesOf(folder), { timeout: 30_000 }).toEqual(await expectedFiles(journal, rn));
  }
  const copy = await temporaryFolder();
  await fs.cp(root, copy, { recursive: true });
  return copy;
}

const KRONE: Cfg = { Cmp: { Nam: 'Krone', Ctry: 'JP', TaxId: 'JP1' } };

/** A data root with registers of several countries, one with more than one file. */
async function filledRoot(): Promise<string> {
  return work(await temporaryFolder(), async (room) => {
    for (const [rn, cfg] of Object.entries({ def: PORTUGAL, Till: GENERIC, till: KRONE })) {
      await room.registers.configure(rn, cfg);
    }
    await sell(room, 'def', 1200);
    await sell(room, 'till', 3);
    await sell(room, 'Till', 2);
    const register = (await room.registers.find('def'))!;
    const voided = await register.void({ original: null, sender: {}, reason: 'test', warnings: [] });
    expect(voided.Result.RC).toBe('OK');
    expect(await register.prints.countAgain({ TL: '1', TT: '1', TN: '7' })).toMatchObject({ count: 1 });
    await register.submit({ tra: tra({ Test: '1' }), warnings: [], restart: false });
    await register.submitStep('TraS', { ESR: {} }, []);
    await room.registers.configure('Till', { ...GENERIC, Loc: { TL: '7' } });
    const late = { _: 'Fis', SQ: 5, RN: 'Till', D: '2026-05-04T12:00:00', Of: 2, Fis: { Number: 'late' } };
    await room.journal.append({ record: late, sums: null, changes: {} }, 0);
  });
}

const context = () => ({
  publicKeys: new Map([['test.pem', publicKey.export({ type: 'spki', format: 'pem' }) as string]]),
  rn: undefined,
  progress: () => undefined,
});

it('makes the same database again, which passes the audit and from which registers go on', async () => {
  const root = await filledRoot();
  const file = path.join(root, 'journal.db');
  const before = await contentsOf(file);
  expect(before.records.length).toBeGreaterThan(1200);
  // As a later version leaves older files.
  const closed = path.join(root, 'rn', 'def', 'jou', '0000.jou');
  await fs.writeFile(`${closed}.gz`, gzipSync(await fs.readFile(closed)));
  await fs.rm(closed);

  const { code, stdout, stderr } = await command('--data-root', root);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Register def: 12\d\d records, the last one of 2026-05-04T12:00:00, fiscal number F/m,
  );
  expect(stdout).toContain(
    `OK: ${file} has 3 registers\nThe old database is ${file}.before-rebuild-1\nNo record is missing`,
  );
  expect(await contentsOf(file)).toEqual(before);
  expect(await contentsOf(`${file}.before-rebuild-1`)).toEqual(before);
  expect(await auditJournal(file, context())).toMatchObject({ ok: true });

  await fs.writeFile(closed, gunzipSync(await fs.readFile(`${closed}.gz`)));
  const next = await work(root, (room) => sell(room, 'def', 3));
  expect(await auditJournal(path.join(next, 'journal.db'), context())).toMatchObject({ ok: true });
  expect((await fs.readdir(path.join(next, 'rn'))).sort()).toEqual(['Till', '_2_till', 'def']);
});

it('makes a database where none is left, and leaves out what a crash cut off', async () => {
  const root = await work(await temporaryFolder(), async (room) => {
    await room.registers.configure('def', GENERIC);
    await sell(room, 'def', 3);
  });
  await fs.rm(path.join(root, 'journal.db'));
  const file = path.join(root, 'rn', 'def', 'jou', '0000.jou');
  await fs.truncate(file, (await fs.stat(file)).size - 5);
  const { code, stdout } = await command('--data-root', root);
  expect(code).toBe(0);
  expect(stdout).toContain('Register def: 3 records');
  expect(stdout).toContain(`  left out: ${file}:4 was not written to its end\n`);
  expect(stdout).toContain(
    `The last receipts before the failure may be missing: ${root}/journal.db is missing.`,
  );
  expect(stdout).not.toContain('The old database');
  expect((await contentsOf(path.join(root, 'journal.db'))).records).toHaveLength(3);
});

it('changes nothing when files are missing or damaged, and names the place', async () => {
  const root = await work(await temporaryFolder(), async (room) => {
    await room.registers.configure('def', GENERIC);
    await sell(room, 'def', 1100);
  });
  const before = (await fs.readdir(root)).sort();
  const folder = path.join(root, 'rn', 'def', 'jou');
  const [first, second] = [path.join(folder, '0000.jou'), path.join(folder, '0001.jou')];
  const whole = await fs.readFile(first, 'utf8');
  const lines = whole.split('\n');
  const without = (n: number) => lines.toSpliced(n, 1).join('\n');
  const damages: [string, string][] = [
    [without(4), `${first}:5 has SQ 6, not 5`],
    [without(998), `${first} ends before SQ 999, and there is a file behind it`],
    [whole.slice(0, -1), `${first}:999 is no record as Tillmark writes it`],
    [whole.replace('"SQ":7,', '"SQ": 7,'), `${first}:7 is no record as Tillmark writes it`],
    [whole.replace('"SQ":7,', '"SQ":7,"RN":"x",'), `${first}:7 is no record as Tillmark writes it`],
    [whole.replace('"SQ":7,"RN":"def"', '"SQ":7,"RN":"x"'), `${first}:7 is of register x, not def`],
    [whole.replace(/("SQ":7,.*"T":)"1.00"/, '$1"1.0.0"'), `${first}:7 has an amount that is none`],
    [`${whole}${lines[3]}\n`, `${first}:1000 has SQ 4, not 1000`],
  ];
  for (const [text, message] of damages) {
    await fs.writeFile(first, text);
    const { code, stderr } = await command('--data-root', root);
    expect(stderr).toContain(`tillmark: ${message}`);
    expect(stderr).toContain('; nothing was changed\n');
    expect(code).toBe(1);
  }
  await fs.rm(first);
  expect((await command('--data-root', root)).stderr).toContain(`${first} is missing`);
  await fs.writeFile(`${first}.gz`, gzipSync(whole).subarray(0, 5000));
  expect((await command('--data-root', root)).stderr).toContain(`${first}.gz cannot be read behind line`);
  await fs.writeFile(first, whole);
  await fs.cp(path.join(root, 'rn', 'def'), path.join(root, 'rn', 'copy'), { recursive: true });
  expect((await command('--data-root', root)).stderr).toContain('is a second folder of register def');
  expect(await fs.readFile(second, 'utf8')).toContain('"SQ":1000,');
  expect(
    (await fs.readdir(root)).filter((name) => name !== 'cer' && name !== 'gbl' && name !== 'log').sort(),
  ).toEqual(before);
});

it('does nothing while a service runs', async () => {
  const running = await runService({ cfg: GENERIC });
  const { code, stderr } = await command('--data-root', running.dataRoot);
  expect(stderr).toContain('is in use by another Tillmark');
  expect(code).toBe(3);
});

it('ends at a Ctrl-C with the old database in its place', async () => {
  const root = await work(await temporaryFolder(), async (room) => {
    await room.registers.configure('def', GENERIC);
    await sell(room, 'def', 3);
  });
  const journalFile = path.join(root, 'journal.db');
  const before = await contentsOf(journalFile);
  const [events, texts] = [new EventEmitter(), [] as string[]];
  const terminal = { write: (text: string) => texts.push(text) };
  const released = vi.fn(() => Promise.resolve());
  const code = await rebuildCommand(
    ['--data-root', root],
    {
      lock() {
        events.emit('SIGINT');
        return Promise.resolve({ journalFile, release: released });
      },
      registers: (dataRoot) => path.join(dataRoot, 'rn'),
      digitsOf: () => 2,
    },
    { stdout: terminal, stderr: terminal, on: events.on.bind(events), off: events.off.bind(events) },
  );
  expect(code).toBe(130);
  expect(texts.at(-1)).toBe('tillmark: stopped before the end; nothing was changed\n');
  expect(released).toHaveBeenCalledOnce();
  expect((await fs.readdir(root)).filter((name) => name.includes('rebuil'))).toStrictEqual([]);
  expect(await contentsOf(journalFile)).toEqual(before);
});

it('says why the system does not let it', async () => {
  const root = await temporaryFolder();
  await fs.mkdir(path.join(root, 'rn'));
  await fs.writeFile(path.join(root, 'file'), '');
  const [journalFile, texts] = [path.join(root, 'file', 'journal.db'), [] as string[]];
  const terminal = { write: (text: string) => texts.push(text) };
  const code = await rebuildCommand(
    ['--data-root', root],
    {
      lock: () => Promise.resolve({ journalFile, release: () => Promise.resolve() }),
      registers: (dataRoot) => path.join(dataRoot, 'rn'),
      digitsOf: () => 2,
    },
    { stdout: terminal, stderr: terminal },
  );
  expect(code).toBe(3);
  expect(texts.join('')).toMatch(/^tillmark: the database was not made anew: .*ENOTDIR.*\n$/);
});

it('explains itself', async () => {
  expect(await command('--help')).toMatchObject({ code: 0, stderr: '' });
  expect(await command()).toMatchObject({
    code: 2,
    stderr: 'tillmark: --data-root is missing; see --help\n',
  });
  expect(await command('--nonsense')).toMatchObject({ code: 2 });
  const nowhere = path.join(await temporaryFolder(), 'nowhere');
  expect(await command('--data-root', nowhere)).toMatchObject({ code: 3 });
  await expect(fs.access(nowhere)).rejects.toThrow();
});
