import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { built } from '../../build/scripts/programs.ts';
import { MemoryVault } from '../testing/country-services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { runService } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';
import { verify } from './command.ts';
import type { Report } from './report.ts';
import { dataRoot, tamper, type Till } from './testing/data-root.ts';

interface End {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command as a person does, in a process of its own. */
function command(...args: string[]): Promise<End> {
  return new Promise((resolve) => {
    execFile(process.execPath, [built('verify'), ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const twoSales = async ({ sell }: Till) => {
  await sell('1.00');
  await sell('2.00');
};

describe('npm run verify', () => {
  it('says what was checked, and OK', async () => {
    const { code, stdout, stderr } = await command('--data-root', await dataRoot(twoSales));
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toStrictEqual([
      'Register def',
      '  Records    ok: 3 records to be read as the service writes them',
      '  Sequence   ok: 3 records, 2026-05-04T12:00:00 to 2026-05-04T12:00:00',
      '  Law        ok: PT: series 1, documents 2, signatures that fit 2; key version 1: test.pem',
      '  Sums       ok: positions, payments and taxes of 2 receipts',
      '  Numbers    ok: 2 transaction numbers, and where the register goes on',
      '  Voids      ok: 0 voids and what the state knows of them',
      '  Late       ok: 0 records with fiscal data of receipts before them',
      '  EInvoices  ok: 0 e-invoices with their digests, and what became of them',
      '  State      ok: 3 values that the register goes on from, out of 5 changes',
      '  Index      ok: numbers, terminals, days and turnover of 3 records',
      '  Files      ok: there are none beside the database',
      'OK: 3 records of 1 register',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('names the first bad record first', async () => {
    const root = await dataRoot(twoSales);
    await tamper(root, async (by) => {
      await by.run("UPDATE records SET type = 'TraX' WHERE type = 'Tra'");
    });
    const { code, stdout } = await command('--data-root', root);
    expect(code).toBe(1);
    expect(stdout).toContain('  Index      2 findings: numbers, terminals, days and turnover of 3 records\n');
    expect(stdout.split('\n').slice(-4)).toStrictEqual([
      'First: register def, SQ 2, FS 1_1.26/1: its type is kept as "TraX", the record says "Tra"',
      '  then register def, SQ 3, FS 1_1.26/2: its type is kept as "TraX", the record says "Tra"',
      'NOT OK: 2 findings',
      '',
    ]);
  });

  it('tells programs the same', async () => {
    const root = await dataRoot(twoSales, GENERIC);
    await tamper(root, (by) => by.run('UPDATE days SET total = 250'));
    const { code, stdout } = await command('--data-root', root, '--json');
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as Report;
    expect(report).toMatchObject({ ok: false, journal: path.join(root, 'journal.db'), database: [] });
    expect(report.registers[0]).toMatchObject({
      rn: 'def',
      records: 3,
      findingCount: 1,
      findings: [
        {
          ...{ sq: 0, fn: null, check: 'Index' },
          text: 'days of records 1 to 999: 2026-05-04 has total 250, the records say 300',
        },
      ],
    });
  });

  it('reads the journal of a service that is running', async () => {
    const { dataRoot: root, post } = await runService();
    await post('/register', sale('1.00'));
    const { code, stdout } = await command('--data-root', root);
    expect(stdout).toMatch(/signatures that fit 1; key version 1: [0-9a-f]{16}\.pem/);
    expect(code).toBe(0);
  });

  it.each([
    ['no folder', [], '--data-root is missing'],
    ['an unknown option', ['--data-root', '.', '--fast'], "Unknown option '--fast'"],
    [
      'a key that is not there',
      ['--data-root', '.', '--key', '/none.pem'],
      '--key /none.pem cannot be read (ENOENT)',
    ],
    ['a key that is none', ['--data-root', '.', '--key', built('verify')], 'is no public key in PEM format'],
  ])('refuses %s', async (_what, args, text) => {
    const { code, stdout, stderr } = await command(...args);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('names what was changed when the tables are not there', async () => {
    const root = await dataRoot(twoSales, GENERIC);
    await tamper(root, (by) => by.run('ALTER TABLE terminals RENAME COLUMN tl TO place'));
    const { code, stderr } = await here(['--data-root', root]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^tillmark: .*journal\.db has another schema: .*table terminals was changed.* npm run rebuild .*\n$/,
    );
  });

  it('says why a journal cannot be read', async () => {
    const folder = await temporaryFolder();
    const { code, stderr } = await command('--data-root', folder);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `tillmark: ${path.join(folder, 'journal.db')} is missing; stop Tillmark and make it anew from the journal files with: npm run rebuild -- --data-root ${folder}; or restore a backup\n`,
    );
  });
});

/** Runs the command in this process, with a terminal that remembers. */
async function here(args: string[], isTTY = false, events = new EventEmitter()): Promise<End> {
  const seen = { stdout: '', stderr: '' };
  const code = await verify(
    args,
    {
      journal: (root) => path.join(root, 'journal.db'),
      publicKeys: (root) => path.join(root, 'cer'),
      vault: () => Promise.resolve(new MemoryVault()),
    },
    {
      stdout: { write: (text) => (seen.stdout += text) },
      stderr: { write: (text) => (seen.stderr += text), isTTY },
      on: events.on.bind(events),
      off: events.off.bind(events),
    },
  );
  return { code, ...seen };
}

describe('the command', () => {
  it('explains itself', async () => {
    const { code, stdout } = await here(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('--data-root DIR');
  });

  it('trusts named keys alone', async () => {
    const root = await dataRoot(twoSales);
    const own = path.join(root, 'own.pem');
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    await fs.writeFile(own, publicKey.export({ type: 'spki', format: 'pem' }));
    const strange = await here(['--data-root', root, '--key', own]);
    expect(strange.code).toBe(1);
    expect(strange.stdout).toContain(
      'First: register def, SQ 2, FS 1_1.26/1: its signature fits none of the public keys',
    );
    const both = await here(['--data-root', root, '--key', own, '--key', path.join(root, 'cer', 'test.pem')]);
    expect(both.code).toBe(0);
    expect(both.stdout).toContain(`key version 1: ${path.join(root, 'cer', 'test.pem')}`);
  });

  it('says once that there is no key to check with', async () => {
    const root = await dataRoot(twoSales);
    await fs.rm(path.join(root, 'cer'), { recursive: true });
    const { code, stdout } = await here(['--data-root', root]);
    expect(code).toBe(1);
    expect(stdout).toContain('First: register def, SQ 2, FS 1_1.26/1: there is no public key');
    expect(stdout).toContain('NOT OK: 1 finding\n');
  });

  it('passes over what is no key among the certificates', async () => {
    const root = await dataRoot(twoSales);
    await fs.writeFile(path.join(root, 'cer', 'a.pem'), 'no key');
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await fs.writeFile(
      path.join(root, 'cer', 'b.pem'),
      other.publicKey.export({ type: 'spki', format: 'pem' }),
    );
    expect((await here(['--data-root', root])).code).toBe(0);
  });

  it('knows the registers', async () => {
    const root = await dataRoot(twoSales, GENERIC);
    const { code, stderr } = await here(['--data-root', root, '--rn', 'bar']);
    expect(code).toBe(2);
    expect(stderr).toBe('tillmark: there is no register bar; there are: def\n');
  });

  it('shows how far it is to people alone, and wipes that away', async () => {
    const root = await dataRoot(twoSales, GENERIC);
    expect((await here(['--data-root', root])).stderr).toBe('');
    expect((await here(['--data-root', root], true)).stderr).toBe('\r\x1b[Kdef: 100 %, 3 records\r\x1b[K');
  });

  it('ends at a Ctrl-C without a result', async () => {
    const root = await dataRoot(twoSales, GENERIC);
    const before = await fs.readdir(root);
    const events = new EventEmitter();
    const ending = here(['--data-root', root], false, events);
    events.emit('SIGINT');
    expect(await ending).toStrictEqual({
      code: 130,
      stdout: '',
      stderr:
        '\ntillmark: stopping; once more stops at once\n' +
        'tillmark: stopped before the end; nothing is known of the rest\n',
    });
    expect(events.eventNames()).toStrictEqual([]);
    expect(await fs.readdir(root)).toStrictEqual(before);
  });

  it('lists a hundred further findings and counts the rest', async () => {
    const root = await dataRoot(async ({ sell }) => {
      for (let i = 0; i < 130; i++) await sell('1.00');
    }, GENERIC);
    await tamper(root, (by) => by.run("UPDATE records SET type = 'Sale' WHERE type = 'Tra'"));
    const { stdout } = await here(['--data-root', root]);
    expect(stdout.split('\n').filter((line) => line.startsWith('  then '))).toHaveLength(100);
    expect(stdout).toContain('  and 29 more\nNOT OK: 130 findings\n');
  });
});
