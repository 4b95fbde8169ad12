import { createPublicKey, createVerify, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { silentLog } from '../log.ts';
import { KeyError, Keys } from './keys.ts';
import { FileVault } from './vault.ts';

interface Folders {
  gbl: string;
  secret: string;
  cer: string;
}

async function folders(): Promise<Folders> {
  const root = await temporaryFolder();
  const gbl = path.join(root, 'gbl');
  await fs.mkdir(gbl);
  return { gbl, secret: path.join(gbl, 'keys'), cer: path.join(root, 'cer') };
}

const vaultOf = ({ gbl }: Folders) => FileVault.open(gbl, silentLog, null);
/** The keys of the folders as the next start has them. */
const reopened = async (at: Folders) => Keys.open(at.secret, at.cer, await vaultOf(at));
const loaded = async (at: Folders) => Keys.load(at.secret, at.cer, await vaultOf(at));

async function openKeys() {
  const at = await folders();
  return { ...at, keys: await reopened(at) };
}

function rsa(bits = 1024): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: bits }).privateKey;
}

const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' = 'pkcs8') =>
  key.export({ type, format: 'pem' }).toString();
const publicPem = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();

it('makes a test key at the first start, whose public part verifies what it signs', async () => {
  const { keys, cer } = await openKeys();
  const key = keys.active();
  expect(key).toMatchObject({ version: 1, test: true });
  const signature = sign('RSA-SHA1', Buffer.from('text'), key.privateKey);
  const published = await fs.readFile(path.join(cer, `${key.serial}.pem`), 'utf8');
  expect(createVerify('RSA-SHA1').update('text').verify(published, signature)).toBe(true);
  expect(signature.toString('base64')).toHaveLength(172);
});

it('keeps its keys over a restart', async () => {
  const at = await openKeys();
  const { keys, secret } = at;
  const first = keys.active();
  const again = await reopened(at);
  expect(again.active()).toMatchObject({ version: 1, serial: first.serial, test: true });
  expect(pem(again.active().privateKey)).toBe(pem(first.privateKey));
  expect(await fs.readdir(secret)).toEqual(['1.test.sealed']);
});

it.skipIf(process.platform === 'win32')('shows private parts to nobody else', async () => {
  const at = await openKeys();
  const { keys, secret, cer } = at;
  await keys.import(pem(rsa()));
  const mode = async (file: string) => ((await fs.stat(file)).mode & 0o777).toString(8);
  expect(await mode(secret)).toBe('700');
  for (const file of await fs.readdir(secret)) expect(await mode(path.join(secret, file))).toBe('600');
  for (const file of await fs.readdir(cer)) {
    expect(await mode(path.join(cer, file))).toMatch(/4$/);
    expect(await fs.readFile(path.join(cer, file), 'utf8')).not.toContain('PRIVATE');
  }
});

describe('import', () => {
  it.each(['pkcs1', 'pkcs8'] as const)('takes over a key in %s, for good', async (type) => {
    const at = await openKeys();
    const { keys, cer } = at;
    const key = rsa();
    const imported = await keys.import(pem(key, type));
    expect(imported).toMatchObject({ version: 2, test: false });
    expect(keys.active()).toEqual(imported);
    expect(await fs.readFile(path.join(cer, `${imported.serial}.pem`), 'utf8')).toBe(publicPem(key));
    const again = (await reopened(at)).active();
    expect(again).toMatchObject({ version: 2, serial: imported.serial, test: false });
    expect(pem(again.privateKey)).toBe(pem(key));
  });

  it('signs with the key of the highest version, the tenth after the ninth', async () => {
    const at = await openKeys();
    const { keys } = at;
    for (let i = 0; i < 9; i++) await keys.import(pem(rsa()));
    expect(keys.active().version).toBe(10);
    expect((await reopened(at)).active().serial).toBe(keys.active().serial);
  });

  it('gives keys that arrive at the same time a version each', async () => {
    const at = await openKeys();
    const { keys, secret } = at;
    const imported = await Promise.all([rsa(), rsa(), rsa()].map((key) => keys.import(pem(key))));
    expect(imported.map((key) => key.version).sort()).toEqual([2, 3, 4]);
    const again = await reopened(at);
    expect(again.active().serial).toBe(keys.active().serial);
    expect(await fs.readdir(secret)).toHaveLength(4);
  });

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 1024 }).privateKey;
  const good = rsa();
  it.each<[string, string]>([
    ['no text at all', ''],
    ['some text', 'hello'],
    ['a public key', publicPem(good)],
    ['RSA with 2048 bits', pem(rsa(2048))],
    ['an elliptic curve', pem(ec)],
    ['RSA-PSS', pem(pss)],
    [
      'a key behind a password',
      good.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
    ],
    ['half a key', pem(good).slice(0, 300)],
  ])('refuses %s and keeps the key in use', async (_what, text) => {
    const at = await openKeys();
    const { keys, secret, cer } = at;
    const before = keys.active();
    await expect(keys.import(text)).rejects.toThrow(KeyError);
    expect(keys.active()).toBe(before);
    expect(await fs.readdir(secret)).toHaveLength(1);
    expect(await fs.readdir(cer)).toHaveLength(1);
  });

  it('refuses the key in use', async () => {
    const { keys } = await openKeys();
    const key = rsa();
    await keys.import(pem(key, 'pkcs8'));
    await expect(keys.import(pem(key, 'pkcs1'))).rejects.toThrow('in use already');
    expect(keys.active().version).toBe(2);
  });
});

describe('the keys of somebody else', () => {
  it('are none at first and have the versions that their owner gave them', async () => {
    const at = await folders();
    const keys = await loaded(at);
    expect(keys.list).toEqual([]);
    const [seventh, third] = [rsa(), rsa()];
    await keys.put(7, seventh);
    await keys.put(3, third);
    for (const each of [keys, await loaded(at)]) {
      expect(each.list.map(({ version, test }) => [version, test])).toEqual([
        [3, false],
        [7, false],
      ]);
      expect(pem(each.version(3)!.privateKey)).toBe(pem(third));
      expect(each.active().version).toBe(7);
      expect(each.version(1)).toBeUndefined();
    }
  });

  it('are never overwritten', async () => {
    const at = await folders();
    const keys = await loaded(at);
    const { serial } = await keys.put(1, rsa());
    await expect(keys.put(1, rsa())).rejects.toThrow(KeyError);
    expect((await loaded(at)).active().serial).toBe(serial);
  });
});

it('derives a lost or damaged public part again', async () => {
  const at = await openKeys();
  const { keys, cer } = at;
  const file = path.join(cer, `${keys.active().serial}.pem`);
  const before = await fs.readFile(file, 'utf8');
  await fs.rm(file);
  await reopened(at);
  expect(await fs.readFile(file, 'utf8')).toBe(before);
  await fs.writeFile(file, 'damaged');
  await reopened(at);
  expect(await fs.readFile(file, 'utf8')).toBe(before);
});

it('leaves what a crash left half written', async () => {
  const at = await openKeys();
  const { keys, secret } = at;
  await fs.writeFile(path.join(secret, '2.pem.tmp'), '-----BEGIN PRIV');
  const again = await reopened(at);
  expect(again.active().serial).toBe(keys.active().serial);
  expect((await again.import(pem(rsa()))).version).toBe(2);
});

it('names the file of a key that cannot be read, instead of making a new one', async () => {
  const at = await openKeys();
  const { secret } = at;
  await fs.writeFile(path.join(secret, '2.pem'), 'damaged');
  await expect(reopened(at)).rejects.toThrow(/2\.pem/);
});

describe('the private key of a producer', () => {
  /** All that a copy of the data root without the key of the vault shows. */
  async function copied(at: Folders): Promise<string> {
    const root = path.dirname(at.gbl);
    const names = await fs.readdir(root, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    const texts = files.map((entry) => fs.readFile(path.join(entry.parentPath, entry.name), 'utf8'));
    return (await Promise.all(texts)).join('\n');
  }

  /** Pieces of a key in any form that it may be written in. */
  function tracesOf(key: KeyObject): string[] {
    const der = ['pkcs1', 'pkcs8'].map((type) => key.export({ type: type as 'pkcs1', format: 'der' }));
    const { d, p, q } = key.export({ format: 'jwk' });
    const lines = der.map((bytes) => bytes.toString('base64').slice(200, 260));
    return [...lines, ...der.map((bytes) => bytes.toString('hex').slice(400, 460)), d!, p!, q!];
  }

  it('does not lie in plain in the data root', async () => {
    const at = await openKeys();
    const key = rsa();
    await at.keys.import(pem(key));
    expect(await fs.readdir(at.secret)).toEqual(['1.test.sealed', '2.sealed']);
    const all = await copied(at);
    expect(all).not.toContain('PRIVATE');
    for (const trace of tracesOf(key)) expect(all).not.toContain(trace);
  });

  it('that lies there as PEM is taken in at the start, and the PEM is gone', async () => {
    const at = await folders();
    await fs.mkdir(at.secret);
    const [test, real] = [rsa(), rsa()];
    await fs.writeFile(path.join(at.secret, '1.test.pem'), pem(test));
    await fs.writeFile(path.join(at.secret, '7.pem'), pem(real, 'pkcs1'));
    // Half a key that a crash of a version before has left is half a secret.
    await fs.writeFile(path.join(at.secret, '8.pem.tmp'), pem(rsa()).slice(0, 300));
    for (let start = 0; start < 2; start++) {
      const { list } = await reopened(at);
      expect(list.map(({ version, test: isTest }) => [version, isTest])).toEqual([
        [1, true],
        [7, false],
      ]);
      expect(list.map(({ privateKey }) => pem(privateKey))).toEqual([pem(test), pem(real)]);
      expect((await fs.readdir(at.secret)).sort()).toEqual(['1.test.sealed', '7.sealed']);
    }
    expect(await copied(at)).not.toContain('PRIVATE');
  });

  it('stays as PEM until the sealed one is on disk', async () => {
    const at = await folders();
    await fs.mkdir(at.secret);
    const file = path.join(at.secret, '1.pem');
    await fs.writeFile(file, pem(rsa()));
    const vault = await vaultOf(at);
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    // The till sells nevertheless.
    const without = await Keys.open(at.secret, at.cer, {
      seal: () => Promise.reject(full),
      unseal: () => null,
    });
    expect(without.list).toMatchObject([{ version: 1, test: false }]);
    expect(await fs.readdir(at.secret)).toEqual(['1.pem']);
    // A vault that gives back something else than it was given.
    const forgetful = { seal: () => Promise.resolve('x'), unseal: () => null };
    await expect(Keys.open(at.secret, at.cer, forgetful)).rejects.toThrow('not written as it should be');
    expect(await fs.readdir(at.secret)).toContain('1.pem');
    expect((await Keys.open(at.secret, at.cer, vault)).active()).toMatchObject({ version: 1, test: false });
    expect(await fs.readdir(at.secret)).not.toContain('1.pem');
  });

  it('that was taken in before the crash only loses its PEM', async () => {
    const at = await openKeys();
    const key = rsa();
    await at.keys.import(pem(key));
    await fs.writeFile(path.join(at.secret, '2.pem'), pem(key));
    expect((await reopened(at)).active().version).toBe(2);
    expect(await fs.readdir(at.secret)).toEqual(['1.test.sealed', '2.sealed']);
    await fs.writeFile(path.join(at.secret, '2.pem'), pem(rsa()));
    await expect(reopened(at)).rejects.toThrow('a version stands for one key');
  });

  it('without the key of the vault stops the start by name, and comes back as PEM', async () => {
    const at = await openKeys();
    const key = rsa();
    const { serial } = await at.keys.import(pem(key));
    await fs.rm(path.join(at.gbl, 'vault.key'));
    await expect(reopened(at)).rejects.toThrow(/2\.sealed cannot be opened .* as 2\.pem beside it/);
    await fs.writeFile(path.join(at.secret, '2.pem'), pem(key));
    expect((await reopened(at)).active()).toMatchObject({ version: 2, serial });
  });

  it('a test key without the key of the vault is followed by another one with a version of its own', async () => {
    const at = await openKeys();
    await fs.rm(path.join(at.gbl, 'vault.key'));
    const next = (await reopened(at)).active();
    expect(next).toMatchObject({ version: 2, test: true });
    expect((await reopened(at)).active()).toMatchObject({ version: 2, serial: next.serial });
  });

  it('cannot take the place of another one', async () => {
    const at = await openKeys();
    await fs.rename(path.join(at.secret, '1.test.sealed'), path.join(at.secret, '1.sealed'));
    await expect(reopened(at)).rejects.toThrow(KeyError);
  });
});
