import fs from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vault } from '../countries/contract/services.ts';
import type { Json } from '../receipt/json.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { systemSecret } from './vault-key.ts';
import { FileVault } from './vault.ts';
import { runs } from '../testing/runs.ts';

const SECRET = 'the password of the shop';

class Place {
  readonly folder: string;
  readonly file: string;
  readonly keyFile: string;
  readonly logged: string[] = [];
  private readonly log = recordingLog(this.logged);

  constructor(folder: string) {
    this.folder = folder;
    this.file = path.join(folder, 'vault.json');
    this.keyFile = path.join(folder, 'vault.key');
  }

  open(): Promise<FileVault> {
    return FileVault.open(this.folder, this.log);
  }

  names(): Promise<string[]> {
    return fs.readdir(this.folder).then((names) => names.sort());
  }

  text(): Promise<string> {
    return fs.readFile(this.file, 'utf8');
  }

  /** Changes the entries of the file as somebody with an editor would. */
  async edit(change: (entries: Record<string, unknown>) => void): Promise<void> {
    const entries = JSON.parse(await this.text());
    change(entries);
    await fs.writeFile(this.file, JSON.stringify(entries));
  }
}

async function place(): Promise<Place> {
  return new Place(await temporaryFolder());
}

/** A vault with two values, as the next start finds it. */
async function filled(): Promise<Place> {
  const at = await place();
  const vault = await at.open();
  await vault.set('pt.login', { user: '599999993/1', password: SECRET });
  await vault.set('pt.authority', 'certificate');
  return at;
}

function changePart(entries: Record<string, unknown>, part: string, change: (bytes: Buffer) => Buffer): void {
  const entry = entries['pt.login'] as Record<string, string>;
  entry[part] = change(Buffer.from(entry[part]!, 'base64')).toString('base64');
}

const flip = (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 0 ? byte ^ 1 : byte)));

describe('values', () => {
  it('are there after a restart, and nothing of them can be read on disk', async () => {
    const at = await filled();
    const vault: Vault = await at.open();
    expect(vault.get('pt.login')).toEqual({ user: '599999993/1', password: SECRET });
    expect(vault.get('pt.authority')).toBe('certificate');
    expect(vault.get('pt.other')).toBeUndefined();
    const all = await Promise.all(
      (await at.names()).map((name) => fs.readFile(path.join(at.folder, name), 'utf8')),
    );
    expect(all.join()).not.toMatch(/password|599999993|certificate"/);
    expect(at.logged).toEqual([]);
  });

  it('come back whatever they are and whatever they are called', async () => {
    const at = await place();
    const vault = await at.open();
    const odd: [string, unknown][] = [
      ['__proto__', { a: 1 }],
      ['', ''],
      ['ção', false],
    ];
    // Below the usual hundred runs: each writes to disk.
    const value = fc.jsonValue({ maxDepth: 3 }).filter((v) => v !== null);
    await fc.assert(
      fc.asyncProperty(fc.string(), value, async (name, v) => {
        const plain = JSON.parse(JSON.stringify(v)) as Json;
        await vault.set(name, plain);
        expect(vault.get(name)).toEqual(plain);
        expect((await at.open()).get(name)).toEqual(plain);
      }),
      { numRuns: runs(20), examples: odd },
    );
    expect(at.logged).toEqual([]);
  });

  it('are removed by null', async () => {
    const at = await filled();
    const vault = await at.open();
    await vault.set('pt.login', null);
    await vault.set('pt.never', null);
    expect(vault.get('pt.login')).toBeUndefined();
    expect(Object.keys(JSON.parse(await at.text()))).toEqual(['pt.authority']);
  });

  it('are copies on the way in and on the way out', async () => {
    const vault = await (await place()).open();
    const value = { count: 1 };
    const written = vault.set('n', value);
    value.count = 2;
    await written;
    (vault.get('n') as typeof value).count = 3;
    expect(vault.get('n')).toEqual({ count: 1 });
  });

  it('can be read when they are on disk, not before', async () => {
    const at = await place();
    const vault = await at.open();
    const written = vault.set('n', 1);
    expect(vault.get('n')).toBeUndefined();
    await written;
    expect(vault.get('n')).toBe(1);
  });

  it('set at the same time are all kept, the last of equal names wins', async () => {
    const at = await place();
    const vault = await at.open();
    await Promise.all(Array.from({ length: 20 }, (_, i) => vault.set(`n${i % 10}`, i)));
    const again = await at.open();
    for (let i = 0; i < 10; i++) expect([vault.get(`n${i}`), again.get(`n${i}`)]).toEqual([i + 10, i + 10]);
  });

  it('look different with every write', async () => {
    const at = await place();
    const vault = await at.open();
    await vault.set('n', SECRET);
    const first = await at.text();
    await vault.set('n', SECRET);
    const before = JSON.parse(first).n;
    const after = JSON.parse(await at.text()).n;
    for (const part of ['nonce', 'data', 'tag']) expect(after[part]).not.toBe(before[part]);
  });
});

it('writes nothing before the first value', async () => {
  const at = await place();
  await at.open();
  expect(await at.names()).toEqual([]);
});

it('keeps the old value when a write fails, and works on afterwards', async () => {
  const at = await filled();
  const vault = await at.open();
  await fs.mkdir(`${at.file}.tmp`);
  await expect(vault.set('pt.authority', 'new')).rejects.toThrow();
  expect(vault.get('pt.authority')).toBe('certificate');
  await fs.rmdir(`${at.file}.tmp`);
  await vault.set('pt.authority', 'newer');
  expect((await at.open()).get('pt.authority')).toBe('newer');
});

it.skipIf(process.platform === 'win32')('shows its files to nobody else', async () => {
  const at = await filled();
  await fs.writeFile(at.file, 'damaged');
  await fs.chmod(at.file, 0o644);
  await (await at.open()).set('n', 1);
  const names = await at.names();
  expect(names).toEqual(['vault.json', 'vault.json.damaged-1', 'vault.key']);
  for (const name of names)
    expect(((await fs.stat(path.join(at.folder, name))).mode & 0o777).toString(8)).toBe('600');
});

describe('a vault that was tampered with', () => {
  it.each(['nonce', 'data', 'tag'])('loses the value whose %s was changed, and no other', async (part) => {
    const at = await filled();
    await at.edit((entries) => changePart(entries, part, flip));
    const vault = await at.open();
    expect([vault.get('pt.login'), vault.get('pt.authority')]).toEqual([undefined, 'certificate']);
    expect(at.logged).toEqual([expect.stringMatching(/vault\.json: "pt\.login" cannot be read/)]);
  });

  it('does not take one value for another', async () => {
    const at = await filled();
    await at.edit((entries) => {
      [entries['pt.login'], entries['pt.authority']] = [entries['pt.authority'], entries['pt.login']];
    });
    const vault = await at.open();
    expect([vault.get('pt.login'), vault.get('pt.authority')]).toEqual([undefined, undefined]);
    expect(at.logged).toHaveLength(2);
  });

  it('does not take a shortened tag', async () => {
    const at = await filled();
    await at.edit((entries) => changePart(entries, 'tag', (tag) => tag.subarray(0, 4)));
    expect((await at.open()).get('pt.login')).toBeUndefined();
  });

  it.each([null, 7, 'text', [], {}, { nonce: 1, data: 2, tag: 3 }])('counts %j as missing', async (entry) => {
    const at = await filled();
    await at.edit((entries) => (entries['pt.login'] = entry));
    const vault = await at.open();
    expect([vault.get('pt.login'), vault.get('pt.authority')]).toEqual([undefined, 'certificate']);
  });
});

describe('a vault that cannot be read', () => {
  it.each(['', 'damaged', '[]', 'null', '"text"', '{"pt.login":'])(
    'because its file is %j is empty, and the file is kept',
    async (text) => {
      const at = await filled();
      await fs.writeFile(at.file, text);
      const vault = await at.open();
      expect(vault.get('pt.login')).toBeUndefined();
      expect(await at.names()).toEqual(['vault.json', 'vault.key']);
      await vault.set('pt.login', 1);
      await vault.set('pt.login', 2);
      expect(await at.names()).toEqual(['vault.json', 'vault.json.damaged-1', 'vault.key']);
      expect(await fs.readFile(`${at.file}.damaged-1`, 'utf8')).toBe(text);
      expect((await at.open()).get('pt.login')).toBe(2);
    },
  );

  it('is kept under a name of its own each time, and what can be read of it goes on', async () => {
    const at = await filled();
    for (const n of [1, 2]) {
      await at.edit((entries) => (entries[`foreign${n}`] = {}));
      await (await at.open()).set('pt.login', n);
      expect(await at.names()).toContain(`vault.json.damaged-${n}`);
    }
    const vault = await at.open();
    expect([vault.get('pt.login'), vault.get('pt.authority')]).toEqual([2, 'certificate']);
    expect(Object.keys(JSON.parse(await at.text()))).toEqual(['pt.login', 'pt.authority']);
  });

  it('without its key is empty and begins anew', async () => {
    const at = await filled();
    const old = await at.text();
    await fs.rm(at.keyFile);
    const vault = await at.open();
    expect(vault.get('pt.login')).toBeUndefined();
    expect(at.logged).toHaveLength(2);
    await vault.set('pt.login', 1);
    expect(await fs.readFile(`${at.file}.damaged-1`, 'utf8')).toBe(old);
    expect((await at.open()).get('pt.login')).toBe(1);
  });

  it.each(['', 'short', 'x'.repeat(200)])(
    'with the key file %j begins anew and keeps that too',
    async (text) => {
      const at = await filled();
      await fs.writeFile(at.keyFile, text);
      await (await at.open()).set('pt.login', 1);
      expect(await fs.readFile(`${at.keyFile}.damaged-1`, 'utf8')).toBe(text);
      expect((await at.open()).get('pt.login')).toBe(1);
    },
  );

  it('with the key of another installation is empty, and both can go on', async () => {
    const [at, other] = [await filled(), await filled()];
    await fs.copyFile(at.file, other.file);
    const vault = await other.open();
    expect(vault.get('pt.login')).toBeUndefined();
    await vault.set('n', 1);
    expect((await other.open()).get('n')).toBe(1);
    // Its own key again opens what was kept aside.
    await fs.copyFile(`${other.file}.damaged-1`, at.file);
    expect((await at.open()).get('pt.authority')).toBe('certificate');
  });

  it('because the system does not let us is left as it is', async () => {
    const at = await place();
    await fs.mkdir(at.file);
    const vault = await at.open();
    await expect(vault.set('n', 1)).rejects.toThrow();
    expect(vault.get('n')).toBeUndefined();
    expect(at.logged).toHaveLength(1);
  });

  it('names values in the log and shows none', async () => {
    const at = await filled();
    await at.edit((entries) => (entries['a\nb'] = { data: SECRET }));
    await fs.rm(at.keyFile);
    await (await at.open()).set('pt.login', SECRET);
    expect(at.logged.join()).toContain('"pt.login"');
    expect(at.logged.join()).not.toContain('\n');
    expect(at.logged.join()).not.toContain(SECRET);
  });
});

describe('a system with a secret for the service', () => {
  const system = Buffer.alloc(32, 7);
  const openWith = ({ folder, logged }: Place, secret: Buffer | null) =>
    FileVault.open(folder, recordingLog(logged), secret);

  it('keeps what opens the vault: a copy of the data root is worth nothing elsewhere', async () => {
    const at = await filled();
    const plain = await fs.readFile(at.keyFile, 'utf8');
    const vault = await openWith(at, system);
    // Looking alone writes nothing.
    expect(await fs.readFile(at.keyFile, 'utf8')).toBe(plain);
    await vault.bind();
    expect(await fs.readFile(at.keyFile, 'utf8')).not.toContain(plain.trim());
    expect(((await fs.stat(at.keyFile)).mode & 0o777).toString(8)).toBe('600');
    expect((await openWith(at, system)).get('pt.authority')).toBe('certificate');
    expect(at.logged).toEqual([]);
    for (const other of [null, Buffer.alloc(32, 8)]) {
      expect((await openWith(at, other)).get('pt.authority')).toBeUndefined();
    }
    expect(at.logged[0]).toMatch(/sealed with the system's credential tillmark-vault-key/);
  });

  it('seals a new key from the beginning', async () => {
    const at = await place();
    await (await openWith(at, system)).set('n', 1);
    expect(await fs.readFile(at.keyFile, 'utf8')).toMatch(/^\{/);
    expect((await openWith(at, system)).get('n')).toBe(1);
  });

  it('gives it as a credential of systemd', async () => {
    const folder = await temporaryFolder();
    const environment = { CREDENTIALS_DIRECTORY: folder };
    expect([systemSecret({}), systemSecret(environment)]).toEqual([null, null]);
    const file = path.join(folder, 'tillmark-vault-key');
    await fs.writeFile(file, 'x'.repeat(32));
    expect(systemSecret(environment)).toHaveLength(32);
    await fs.writeFile(file, 'short');
    expect(() => systemSecret(environment)).toThrow('less than 16 bytes');
  });
});

describe('texts with files of their own', () => {
  it('are opened under their name alone, after a restart too', async () => {
    const at = await place();
    const sealed = await (await at.open()).seal('one', SECRET);
    expect(sealed).not.toContain(SECRET);
    const vault = await at.open();
    expect([vault.unseal('one', sealed), vault.unseal('two', sealed)]).toEqual([SECRET, null]);
    await vault.set('one', SECRET);
    // A value of the vault is no such text, nor the other way round.
    expect(vault.unseal('one', JSON.stringify(JSON.parse(await at.text()).one))).toBeNull();
    for (const text of ['', '{', '[]', 'null', sealed.slice(0, 40)])
      expect(vault.unseal('one', text)).toBeNull();
  });
});
