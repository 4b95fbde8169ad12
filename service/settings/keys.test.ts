import { createPublicKey, createVerify, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { KeyError, Keys } from './keys.ts';

async function folders() {
  const root = await temporaryFolder();
  return { secret: path.join(root, 'gbl', 'keys'), cer: path.join(root, 'cer') };
}

async function openKeys() {
  const at = await folders();
  return { ...at, keys: await Keys.open(at.secret, at.cer) };
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
  const { keys, secret, cer } = await openKeys();
  const first = keys.active();
  const again = await Keys.open(secret, cer);
  expect(again.active()).toMatchObject({ version: 1, serial: first.serial, test: true });
  expect(pem(again.active().privateKey)).toBe(pem(first.privateKey));
  expect(await fs.readdir(secret)).toEqual(['1.test.pem']);
});

it.skipIf(process.platform === 'win32')('shows private parts to nobody else', async () => {
  const { keys, secret, cer } = await openKeys();
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
    const { keys, secret, cer } = await openKeys();
    const key = rsa();
    const imported = await keys.import(pem(key, type));
    expect(imported).toMatchObject({ version: 2, test: false });
    expect(keys.active()).toEqual(imported);
    expect(await fs.readFile(path.join(cer, `${imported.serial}.pem`), 'utf8')).toBe(publicPem(key));
    const again = (await Keys.open(secret, cer)).active();
    expect(again).toMatchObject({ version: 2, serial: imported.serial, test: false });
    expect(pem(again.privateKey)).toBe(pem(key));
  });

  it('signs with the key of the highest version, the tenth after the ninth', async () => {
    const { keys, secret, cer } = await openKeys();
    for (let i = 0; i < 9; i++) await keys.import(pem(rsa()));
    expect(keys.active().version).toBe(10);
    expect((await Keys.open(secret, cer)).active().serial).toBe(keys.active().serial);
  });

  it('gives keys that arrive at the same time a version each', async () => {
    const { keys, secret, cer } = await openKeys();
    const imported = await Promise.all([rsa(), rsa(), rsa()].map((key) => keys.import(pem(key))));
    expect(imported.map((key) => key.version).sort()).toEqual([2, 3, 4]);
    const again = await Keys.open(secret, cer);
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
    const { keys, secret, cer } = await openKeys();
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
    const keys = await Keys.load(at.secret, at.cer);
    expect(keys.list).toEqual([]);
    const [seventh, third] = [rsa(), rsa()];
    await keys.put(7, seventh);
    await keys.put(3, third);
    for (const each of [keys, await Keys.load(at.secret, at.cer)]) {
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
    const keys = await Keys.load(at.secret, at.cer);
    const { serial } = await keys.put(1, rsa());
    await expect(keys.put(1, rsa())).rejects.toThrow(KeyError);
    expect((await Keys.load(at.secret, at.cer)).active().serial).toBe(serial);
  });
});

it('derives a lost or damaged public part again', async () => {
  const { keys, secret, cer } = await openKeys();
  const file = path.join(cer, `${keys.active().serial}.pem`);
  const before = await fs.readFile(file, 'utf8');
  await fs.rm(file);
  await Keys.open(secret, cer);
  expect(await fs.readFile(file, 'utf8')).toBe(before);
  await fs.writeFile(file, 'damaged');
  await Keys.open(secret, cer);
  expect(await fs.readFile(file, 'utf8')).toBe(before);
});

it('leaves what a crash left half written', async () => {
  const { keys, secret, cer } = await openKeys();
  await fs.writeFile(path.join(secret, '2.pem.tmp'), '-----BEGIN PRIV');
  const again = await Keys.open(secret, cer);
  expect(again.active().serial).toBe(keys.active().serial);
  expect((await again.import(pem(rsa()))).version).toBe(2);
});

it('names the file of a key that cannot be read, instead of making a new one', async () => {
  const { secret, cer } = await openKeys();
  await fs.writeFile(path.join(secret, '2.pem'), 'damaged');
  await expect(Keys.open(secret, cer)).rejects.toThrow(/2\.pem/);
});
