import { createPublicKey, createVerify, sign } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Tree } from '../receipt/tree.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { newKey, partnerPackage } from '../testing/partners.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { Keys } from './keys.ts';
import { PartnerError } from './partner-package.ts';
import { Partners, type PartnerFolders } from './partners.ts';
import { FileVault } from './vault.ts';

const [key1, key2, key3] = [newKey(), newKey(), newKey()];
const NAME = 'CaixaSoft-1';

/** Package with version and key of the same number. */
const packageOf = (keyVersion: number, privateKey: string, values: Tree = {}) =>
  partnerPackage({ keyVersion, privateKey, ...values });

let folders: PartnerFolders;
let logged: string[];
let partners: Partners;

const vaultOf = () => FileVault.open(path.dirname(folders.keys), recordingLog(logged), null);
const open = async () => Partners.open(folders, await vaultOf(), recordingLog(logged));
const keyFile = (version: number) => path.join(folders.keys, NAME, `${version}.sealed`);
/** A key as somebody puts it there, or a version before has left it. */
const plainFile = (version: number) => path.join(folders.keys, NAME, `${version}.pem`);
const partnerFile = () => path.join(folders.partners, `${NAME}.json`);

beforeEach(async () => {
  const root = await temporaryFolder();
  const gbl = path.join(root, 'gbl');
  folders = {
    partners: path.join(gbl, 'partners'),
    keys: path.join(gbl, 'keys'),
    cer: path.join(root, 'cer'),
  };
  logged = [];
  // Each start finds the same key.
  await fs.mkdir(gbl);
  await (await vaultOf()).set('n', 1);
  partners = await open();
});

/** What is in force: key versions in memory and after a restart, which must agree. */
async function versions(): Promise<(number | undefined)[]> {
  const again = await open();
  return [partners, again].map((all) => {
    expect(all.key(NAME)?.version).toBe(all.find(NAME)?.keyVersion);
    expect(all.key(NAME)?.serial).toBe(all.find(NAME)?.serial);
    return all.key(NAME)?.version;
  });
}

describe('an imported package', () => {
  it('is there at once and after a restart, with its key', async () => {
    const { privateKey: _, ...described } = packageOf(1, key1);
    const imported = await partners.import(packageOf(1, key1));
    expect(imported).toEqual({ ...described, serial: partners.key(NAME)!.serial });
    for (const all of [partners, await open()]) {
      expect(all.list).toEqual([imported]);
      expect(all.find(NAME)).toEqual(imported);
      expect(all.key(NAME)).toMatchObject({ version: 1, test: false, serial: imported.serial });
      const signature = sign('RSA-SHA1', Buffer.from('text'), all.key(NAME)!.privateKey);
      expect(createVerify('RSA-SHA1').update('text').verify(createPublicKey(key1), signature)).toBe(true);
    }
    expect(logged).toEqual([]);
  });

  it('keeps its key apart from the rest and publishes its public part', async () => {
    const { serial } = await partners.import(packageOf(1, key1));
    expect(await fs.readFile(partnerFile(), 'utf8')).not.toContain('KEY-----');
    expect(await fs.readFile(keyFile(1), 'utf8')).not.toContain('KEY-----');
    const published = path.join(folders.cer, `${serial}.pem`);
    const pem = createPublicKey(key1).export({ type: 'spki', format: 'pem' });
    expect(await fs.readFile(published, 'utf8')).toBe(pem);
    await fs.rm(published);
    await open();
    expect(await fs.readFile(published, 'utf8')).toBe(pem);
  });

  it.skipIf(process.platform === 'win32')('shows nothing to others', async () => {
    await partners.import(packageOf(1, key1));
    const mode = async (file: string) => ((await fs.stat(file)).mode & 0o777).toString(8);
    for (const folder of [folders.partners, folders.keys, path.dirname(keyFile(1))])
      expect(await mode(folder)).toBe('700');
    for (const file of [partnerFile(), keyFile(1)]) expect(await mode(file)).toBe('600');
  });

  it('whose key a version before has kept in plain is sealed at the next start', async () => {
    await partners.import(packageOf(1, key1));
    await fs.rm(keyFile(1));
    await fs.writeFile(plainFile(1), key1);
    expect((await open()).key(NAME)?.version).toBe(1);
    expect(await fs.readdir(path.dirname(keyFile(1)))).toEqual(['1.sealed']);
  });

  it('leaves the keys of the installation alone', async () => {
    const own = await Keys.open(folders.keys, folders.cer, await vaultOf());
    await partners.import(packageOf(7, key1));
    const again = await Keys.open(folders.keys, folders.cer, await vaultOf());
    expect(again.list.map(({ version, serial, test }) => ({ version, serial, test }))).toEqual([
      { version: 1, serial: own.active().serial, test: true },
    ]);
  });

  it('that is wrong leaves nothing behind', async () => {
    for (const values of [{ product: '' }, { reference: '../evil' }, { privateKey: newKey(2048) }])
      await expect(partners.import(packageOf(1, key1, values))).rejects.toThrow(PartnerError);
    expect(partners.list).toEqual([]);
    expect(await fs.readdir(path.dirname(folders.partners))).toEqual(['partners', 'vault.json', 'vault.key']);
    expect(await fs.readdir(folders.partners)).toEqual([]);
  });

  it('of several partners are listed by reference, each with its own key', async () => {
    await Promise.all([
      partners.import(packageOf(1, key2, { reference: 'b' })),
      partners.import(packageOf(4, key1, { reference: 'a' })),
      partners.import(packageOf(1, key3, { reference: '__proto__' })),
    ]);
    for (const all of [partners, await open()]) {
      expect(all.list.map(({ reference }) => reference)).toEqual(['__proto__', 'a', 'b']);
      expect(new Set(all.list.map(({ reference }) => all.key(reference)!.serial)).size).toBe(3);
    }
  });
});

it.each(['', 'nobody', '../CaixaSoft-1', 'caixasoft-1', '__proto__', 'constructor'])(
  'knows no partner %j',
  async (reference) => {
    await partners.import(packageOf(1, key1));
    expect([partners.find(reference), partners.key(reference)]).toEqual([undefined, undefined]);
  },
);

it('refuses a reference that some systems would take for another one', async () => {
  await partners.import(packageOf(1, key1));
  const twin = packageOf(1, key2, { reference: NAME.toUpperCase() });
  await expect(partners.import(twin)).rejects.toThrow(/^reference differs only in upper and lower case/);
  expect(partners.list).toHaveLength(1);
});

describe('a later package', () => {
  beforeEach(async () => {
    await partners.import(packageOf(2, key2));
  });

  it('with a higher version and a new key signs at once; the old key stays', async () => {
    await partners.import(packageOf(5, key3));
    expect(await versions()).toEqual([5, 5]);
    expect((await fs.readdir(path.dirname(keyFile(2)))).sort()).toEqual(['2.sealed', '5.sealed']);
    expect(await fs.readdir(folders.cer)).toHaveLength(2);
  });

  it('that is the same changes nothing', async () => {
    const before = await fs.stat(partnerFile());
    const same = await partners.import(packageOf(2, key2));
    expect(same).toEqual(partners.find(NAME));
    expect(await versions()).toEqual([2, 2]);
    expect((await fs.stat(partnerFile())).ino).toBe(before.ino);
  });

  it('with the same key describes the program anew', async () => {
    await partners.import(packageOf(2, key2, { version: '5.0', certificate: '1234' }));
    expect((await open()).find(NAME)).toMatchObject({ version: '5.0', certificate: '1234', keyVersion: 2 });
  });

  it('that is an older one again changes nothing', async () => {
    await partners.import(packageOf(3, key3));
    const answer = await partners.import(packageOf(2, key2, { version: '1.0' }));
    expect(answer).toMatchObject({ keyVersion: 3, version: '4.2' });
    expect(await versions()).toEqual([3, 3]);
  });

  it.each<[string, number, string, RegExp]>([
    ['the same version and another key', 2, key1, /^keyVersion 2 is another key/],
    ['a lower version and another key', 1, key1, /^keyVersion must be above 2/],
    ['a higher version and the same key', 3, key2, /^privateKey is version 2 already/],
    ['a lower version and the same key', 1, key2, /^privateKey is version 2 already/],
  ])('with %s is refused', async (_what, version, key, message) => {
    await expect(partners.import(packageOf(version, key))).rejects.toThrow(message);
    expect(await versions()).toEqual([2, 2]);
    expect(await fs.readdir(path.dirname(keyFile(2)))).toEqual(['2.sealed']);
  });

  it('of which two arrive at the same time counts once', async () => {
    const [first, second] = await Promise.allSettled([
      partners.import(packageOf(3, key3)),
      partners.import(packageOf(3, key1)),
    ]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect(await versions()).toEqual([3, 3]);
  });

  it('works after a refused one', async () => {
    await expect(partners.import(packageOf(2, key1))).rejects.toThrow();
    await partners.import(packageOf(3, key3));
    expect(await versions()).toEqual([3, 3]);
  });
});

describe('a partner whose files were damaged', () => {
  beforeEach(async () => {
    await partners.import(packageOf(1, key1));
    await partners.import(packageOf(2, key2));
  });

  const cannotSign = async (reason: RegExp) => {
    partners = await open();
    expect([partners.list, partners.find(NAME), partners.key(NAME)]).toEqual([[], undefined, undefined]);
    expect(logged).toEqual([expect.stringMatching(reason)]);
    expect(logged.join()).not.toContain('PRIVATE');
  };

  it.each(['', '{', '[]', '{"reference":"x"}'])('cannot sign with the file %j', async (text) => {
    await fs.writeFile(partnerFile(), text);
    await cannotSign(/^partner "CaixaSoft-1" cannot be used/);
    await partners.import(packageOf(2, key2));
    expect(await versions()).toEqual([2, 2]);
  });

  it('cannot sign under the name of another file', async () => {
    await fs.rename(partnerFile(), path.join(folders.partners, 'other.json'));
    await cannotSign(/^partner "other" cannot be used: reference/);
  });

  it('does not fall back to an older key when the last one is lost', async () => {
    await fs.rm(keyFile(2));
    await cannotSign(/its key is missing/);
    await expect(partners.import(packageOf(1, key1))).rejects.toThrow(/import the newest package/);
    await expect(partners.import(packageOf(2, key3))).rejects.toThrow(/is another key/);
    await partners.import(packageOf(2, key2));
    expect(await versions()).toEqual([2, 2]);
  });

  it('does not sign with a key that was exchanged', async () => {
    await fs.rm(keyFile(2));
    await fs.writeFile(plainFile(2), key3);
    await cannotSign(/its key is missing/);
  });

  it('is told the file of a damaged key', async () => {
    await fs.writeFile(keyFile(2), 'damaged');
    await cannotSign(/2\.sealed cannot be opened/);
    await expect(partners.import(packageOf(2, key2))).rejects.toThrow(/2\.sealed/);
    await fs.rm(keyFile(2));
    await partners.import(packageOf(2, key2));
    expect(await versions()).toEqual([2, 2]);
  });

  it('goes on with the old key when an import broke off', async () => {
    // The new key is written before the file that makes it count.
    await fs.writeFile(plainFile(3), key3);
    expect(await versions()).toEqual([2, 2]);
    await expect(partners.import(packageOf(3, newKey()))).rejects.toThrow(/is another key/);
    await partners.import(packageOf(3, key3));
    expect(await versions()).toEqual([3, 3]);
  });
});
