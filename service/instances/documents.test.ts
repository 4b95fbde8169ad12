import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { strangerOn, takeTest, urlOf } from '../journal/testing/stores.ts';
import { migrate } from '../journal/postgres/migrate.ts';
import { NOT_OWNER } from '../journal/postgres/schema.ts';
import { Session } from '../journal/postgres/session.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { Documents } from './documents.ts';
import { instanceKey } from './key.ts';

const KEY = instanceKey('a secret of the instances, long enough').documents;
let url: string;
let file: string;

beforeEach(async () => {
  file = path.join(await temporaryFolder(), 'journal.db');
  url = await urlOf(file);
  await migrate(url);
});

async function dataRoot(files: Record<string, string> = {}, key = KEY) {
  const root = await temporaryFolder();
  const session = new Session(url);
  onTestFinished(() => session.close());
  const write = async (name: string, content: string) => {
    await fs.mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await fs.writeFile(path.join(root, name), content, { mode: 0o600 });
  };
  for (const name of ['gbl', 'cer']) await fs.mkdir(path.join(root, name));
  for (const [name, content] of Object.entries(files)) await write(name, content);
  const read = (name: string) => fs.readFile(path.join(root, name), 'utf8').catch(() => null);
  return { root, write, read, documents: new Documents(root, key, session) };
}

async function owner() {
  const ownership = await takeTest(url, 60_000);
  onTestFinished(() => ownership.release());
  return ownership;
}

it('brings settings and keys of the owner to another data root, and takes away what was removed', async () => {
  const ownership = await owner();
  const one = await dataRoot({ 'gbl/profile.cfg': '{}', 'gbl/keys/1.pem': 'secret', 'cer/1.pem': 'public' });
  const two = await dataRoot({ 'gbl/profile.cfg': 'of its own', 'gbl/requests.json': 'of its own' });
  await one.documents.share(ownership);
  await two.documents.fetch();
  expect(await two.documents.newest()).toBe(two.documents.version);
  expect([await two.read('gbl/profile.cfg'), await two.read('gbl/keys/1.pem')]).toEqual(['{}', 'secret']);
  expect((await fs.stat(path.join(two.root, 'gbl/keys/1.pem'))).mode & 0o777).toBe(0o600);
  await fs.rm(path.join(one.root, 'gbl/keys/1.pem'));
  await one.write('cer/1.pem', 'another one');
  await one.documents.share(ownership);
  expect(await two.documents.newest()).toBeGreaterThan(two.documents.version);
  await two.documents.fetch();
  expect([await two.read('gbl/keys/1.pem'), await two.read('cer/1.pem')]).toEqual([null, 'another one']);
  expect(await two.read('gbl/requests.json')).toBe('of its own');
});

it('says nothing that a reader of the database could use, and opens with no other key', async () => {
  const one = await dataRoot({ 'gbl/vault.key': 'the key of the vault' });
  await one.documents.share(await owner());
  const stranger = await strangerOn(file);
  expect(JSON.stringify(await stranger('SELECT * FROM documents'))).not.toContain(
    Buffer.from('the key of the vault').toString('base64'),
  );
  const other = await dataRoot({}, instanceKey('another secret of other instances').documents);
  await expect(other.documents.fetch()).rejects.toThrow('TILLMARK_INSTANCE_KEY is not the key');
  // A document cannot stand in another one's place.
  await stranger("UPDATE documents SET name = 'gbl/profile.cfg'");
  await expect((await dataRoot()).documents.fetch()).rejects.toThrow('TILLMARK_INSTANCE_KEY is not the key');
});

it('writes to no other place than its own, whatever the database says', async () => {
  const two = await dataRoot();
  const stranger = await strangerOn(file);
  for (const name of ['gbl/../../x', '/etc/x', 'rn/x', 'gbl/instance.lock', 'gbl\\\\..\\\\x'])
    await stranger(`INSERT INTO documents VALUES ('${name}', '{}', 1)`);
  await two.documents.fetch();
  expect(await fs.readdir(two.root)).toEqual(['cer', 'gbl']);
  expect(await fs.readdir(path.join(two.root, 'gbl'))).toEqual([]);
});

it('takes no changes of an instance that was taken over', async () => {
  const before = await owner();
  await (
    await strangerOn(file)
  )("UPDATE owner SET until = '-infinity'");
  await owner();
  const one = await dataRoot({ 'gbl/profile.cfg': 'old' });
  await expect(one.documents.share(before)).rejects.toMatchObject({ code: NOT_OWNER });
  expect(await one.documents.newest()).toBe(0);
});
