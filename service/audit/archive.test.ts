/** An audit against what has left the shop: an archive of the portal, and the mark outside of the data root. */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeZip } from '../exports/archive.ts';
import { digestOf, type Mark } from '../mark/mark.ts';
import { MemoryVault } from '../testing/country-services.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { verify } from './command.ts';
import type { FoundMark } from './mark.ts';
import { dataRoot, tamper, type Till } from './testing/data-root.ts';

const written = { written: true };
const sells = (...amounts: string[]) => [
  async ({ sell }: Till) => {
    for (const amount of amounts) await sell(amount);
  },
];
const rootWith = (...amounts: string[]) => dataRoot(sells(...amounts)[0]!, undefined, written);

/** Journal files as the portal's archive has them; names of files by register id. */
async function archiveOf(roots: Record<string, string>, until = Infinity): Promise<string> {
  const file = path.join(await temporaryFolder(), 'jou.zip');
  async function* files() {
    for (const [id, root] of Object.entries(roots)) {
      const folder = path.join(root, 'rn', 'def', 'jou');
      for (const name of (await fs.readdir(folder)).sort()) {
        const text = await fs.readFile(path.join(folder, name), 'utf8');
        const lines = text.split('\n').slice(0, Math.min(until, text.split('\n').length - 1));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        yield { name: `${id}_def_${name}`, content: Readable.from([bytes]) };
      }
    }
    if (Object.keys(roots).length > 1)
      yield { name: 'REGISTERS-PUT-BACK.txt', content: Readable.from([Buffer.from('as the portal says\n')]) };
  }
  await writeZip(files(), createWriteStream(file), new Date(0), new AbortController().signal);
  return file;
}

async function audit(root: string, args: string[], more: { apiKey?: string; mark?: FoundMark } = {}) {
  let [stdout, stderr] = ['', ''];
  const { mark = null, apiKey } = more;
  const places = {
    journal: (of: string) => path.join(of, 'journal.db'),
    publicKeys: (of: string) => path.join(of, 'cer'),
    vault: () => Promise.resolve(new MemoryVault()),
    mark: () => Promise.resolve(mark),
    apiKey,
  };
  const code = await verify(['--data-root', root, ...args], places, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { code, stdout, stderr };
}

describe('npm run verify -- --archive FILE', () => {
  it('finds nothing where the archive says the same, and less', async () => {
    const root = await rootWith('1.00', '2.00');
    const { code, stdout } = await audit(root, ['--archive', await archiveOf({ 17: root }, 2)]);
    expect(stdout).toContain('Archive    ok: 2 of 3 records compared with 17_def');
    expect(code).toBe(0);
  });

  it('finds an end that was signed anew, in which everything else agrees', async () => {
    const [honest, signedAnew] = [
      await rootWith('1.00', '2.00', '3.00'),
      await rootWith('1.00', '9.99', '3.00'),
    ];
    expect((await audit(signedAnew, [])).code).toBe(0);
    const { code, stdout } = await audit(signedAnew, ['--archive', await archiveOf({ 17: honest })]);
    expect(stdout).toContain('First: register def, SQ 3: the archive has another record of this number');
    expect(stdout).toContain('then register def, SQ 4: the archive has another record of this number');
    expect([code, stdout]).toEqual([1, expect.stringContaining('NOT OK: 2 findings')]);
  });

  it('finds last records that were cut off with all their traces', async () => {
    const [honest, cut] = [await rootWith('1.00', '2.00', '3.00'), await rootWith('1.00')];
    expect((await audit(cut, [])).code).toBe(0);
    const { stdout } = await audit(cut, ['--archive', await archiveOf({ 17: honest })]);
    expect(stdout).toContain('SQ 3: the archive has 2 records that the journal does not have');
  });

  it('finds a record in the middle that is gone', async () => {
    const root = await rootWith('1.00', '2.00', '3.00');
    const archive = await archiveOf({ 17: root });
    await tamper(root, (by) => by.remove(3));
    const { stdout } = await audit(root, ['--archive', archive]);
    expect(stdout).toContain('SQ 3: the archive has 1 record that the journal does not have');
  });

  it('tells registers of one name apart, and names those of other machines', async () => {
    const [own, other] = [
      await rootWith('1.00', '2.00'),
      await dataRoot(sells('5.00')[0]!, { Cmp: { Nam: 'Other', Ctry: 'LU', TaxId: 'LU1' } }, written),
    ];
    const archive = await archiveOf({ 3: other, 17: own });
    expect((await audit(own, ['--archive', archive])).stdout).toContain('3 records compared with 17_def');
    const neither = await dataRoot(
      sells('5.00')[0]!,
      { Cmp: { Nam: 'Third', Ctry: 'LU', TaxId: 'LU1' } },
      written,
    );
    const { code, stdout } = await audit(neither, ['--archive', archive]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('none of the 2 registers of this name in the archive begins like this one'),
    ]);
  });

  it('compares with the one of two that begin alike which goes on as the journal does', async () => {
    const root = await rootWith('1.00');
    const older = `${root}.older`;
    await fs.cp(root, older, { recursive: true });
    const lost = path.join(older, 'rn', 'def', 'jou', '0000.jou');
    const line = JSON.stringify({ _: 'log', SQ: 3, RN: 'def', D: '2026-05-04T10:00:00' });
    await fs.appendFile(lost, `${line}\n`);
    for (const archive of [
      await archiveOf({ 3: older, 17: root }),
      await archiveOf({ 3: root, 17: older }),
    ]) {
      const { stdout } = await audit(root, ['--archive', archive]);
      expect(stdout).toMatch(/Archive    ok: 2 records compared with (3|17)_def/);
    }
  });

  it('reads further files of a register as well', async () => {
    const root = await dataRoot(
      ({ sellMany }) => sellMany(1002),
      { Cmp: { Nam: 'X', Ctry: 'LU', TaxId: 'LU1' } },
      written,
    );
    const { stdout } = await audit(root, ['--archive', await archiveOf({ 17: root })]);
    expect(stdout).toContain('1,003 records compared with 17_def');
  });

  it.each<[string, (file: string) => Promise<unknown>, string]>([
    ['is missing', (file) => fs.rm(file), 'ENOENT'],
    ['is no archive', (file) => fs.writeFile(file, 'PK'), 'cannot be read'],
    [
      'did not come to its end',
      async (file) => fs.truncate(file, (await fs.stat(file)).size - 30),
      'cannot be read',
    ],
  ])('refuses one that %s', async (_what, harm, text) => {
    const root = await rootWith('1.00');
    const archive = await archiveOf({ 17: root });
    await harm(archive);
    expect(await audit(root, ['--archive', archive])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(text),
    });
  });
});

describe('npm run verify -- --archive URL', () => {
  /** A portal that gives an archive for a key. */
  async function portal(archive: string, answer?: http.RequestListener): Promise<string> {
    const server = http.createServer((request, response) => {
      if (answer) return answer(request, response);
      if (request.headers.api_key !== 'right') return void response.writeHead(403).end('{"title":"no"}');
      void fs.readFile(archive).then((bytes) => response.end(bytes));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/Company/17/Export?type=jou`;
  }

  it('fetches the archive with the API key of the environment', async () => {
    const root = await rootWith('1.00');
    const url = await portal(await archiveOf({ 17: root }));
    const { code, stdout } = await audit(root, ['--archive', url], { apiKey: 'right' });
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 records compared with 17_def')]);
  });

  it('gives the key to nobody else, and says what went wrong', async () => {
    const root = await rootWith('1.00');
    const archive = await archiveOf({ 17: root });
    const url = await portal(archive);
    const stranger: string[] = [];
    const thief = await portal(archive, (request, response) => {
      stranger.push(String(request.headers.api_key));
      response.end();
    });
    const sent = await portal(
      archive,
      (_request, response) => void response.writeHead(302, { location: thief }).end(),
    );
    const said = async (place: string, apiKey?: string) =>
      (await audit(root, ['--archive', place], { ...(apiKey !== undefined && { apiKey }) })).stderr;
    expect(await said(url, 'wrong')).toContain('the portal answers 403 {"title":"no"}');
    expect(await said(url)).toContain('TILLMARK_API_KEY');
    expect(await said('http://portal.example/jou.zip', 'right')).toContain('https:// only');
    expect(await said('https://me:secret@portal.example/jou.zip', 'right')).toContain(
      'without user and password',
    );
    expect(await said(sent, 'right')).toContain('cannot be fetched');
    expect(stranger).toEqual([]);
  });
});

describe('npm run verify and the mark outside of the data root', () => {
  const markAt = async (root: string, sq: number, line?: string): Promise<Mark> => {
    const text = await fs.readFile(path.join(root, 'rn', 'def', 'jou', '0000.jou'), 'utf8');
    const Line = digestOf(line ?? text.split('\n')[sq - 1] ?? '');
    const Registers = [{ RN: 'def', SQ: sq, D: '2026-05-04T12:00:00', Line }];
    return { Id: 'one', Instance: 'one', DataRoot: root, Written: '2026-05-04T12:00:00.000Z', Registers };
  };

  it('is content with one that says the same, or less', async () => {
    const root = await rootWith('1.00', '2.00');
    for (const sq of [2, 3]) {
      const { code } = await audit(root, [], {
        mark: { file: 'm', mark: await markAt(root, sq), isOwn: true },
      });
      expect(code).toBe(0);
    }
  });

  it('finds a data root that is older than its mark, or has gone another way since', async () => {
    const root = await rootWith('1.00', '2.00');
    const older = await audit(root, [], { mark: { file: 'm', mark: await markAt(root, 9), isOwn: true } });
    expect([older.code, older.stdout]).toEqual([
      1,
      expect.stringContaining(
        'older than its mark m: register def ends with SQ 3, but SQ 9 was registered here',
      ),
    ]);
    const other = await audit(root, [], {
      mark: { file: 'm', mark: await markAt(root, 2, 'other'), isOwn: true },
    });
    expect(other.stdout).toContain('register def has another record SQ 2');
  });

  it('remarks the age of a copy, and a mark that cannot be read', async () => {
    const root = await rootWith('1.00', '2.00');
    const copy = await audit(root, [], { mark: { file: 'm', mark: await markAt(root, 9), isOwn: false } });
    expect([copy.code, copy.stdout]).toEqual([
      0,
      expect.stringContaining('remark: a copy that is older than'),
    ]);
    const bad = await audit(root, [], {
      mark: { file: 'm', mark: { problem: 'it is no JSON' }, isOwn: true },
    });
    expect([bad.code, bad.stdout]).toEqual([
      0,
      expect.stringContaining('remark: the mark m cannot be read: it is no JSON'),
    ]);
  });
});

it('finds files kept aside of a register that has no records, or that nobody knows', async () => {
  const root = await rootWith('1.00', '2.00');
  const folder = path.join(root, 'rn', 'bar', 'jou');
  await fs.mkdir(folder, { recursive: true });
  const line = (await fs.readFile(path.join(root, 'rn', 'def', 'jou', '0000.jou'), 'utf8')).split('\n')[0]!;
  await fs.writeFile(
    path.join(folder, '0000.jou.damaged-1'),
    `${line.replace('"RN":"def"', '"RN":"bar"')}\n`,
  );
  const { code, stdout } = await audit(root, []);
  expect(code).toBe(1);
  expect(stdout).toContain(
    '0000.jou.damaged-1, kept aside, has a record of a register that it does not have: SQ 1',
  );
  await tamper(root, (by) => by.run("INSERT INTO registers (id, rn) VALUES (9, 'bar')"));
  expect((await audit(root, [])).stdout).toContain(
    '0000.jou.damaged-1, kept aside, has a record that the database does not have',
  );
});
