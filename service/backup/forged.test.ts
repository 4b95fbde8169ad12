/** Archives that somebody has changed, or made: what is refused, and what a manager is asked. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeZip } from '../exports/archive.ts';
import { fingerprintOf } from '../settings/installation-key.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { openRoom } from '../testing/registers.ts';
import { unzip } from '../testing/unzip.ts';
import { findChain } from './chain.ts';
import { backUp } from './incremental.ts';
import { writeManifest, type BackupSigner, type Manifest } from './manifest.ts';
import { Restores } from './restore.ts';
import { newTrust } from './testing/trust.ts';
import { WrittenRegister } from './testing/written-register.ts';
import type { Trust } from './trust.ts';

const own = await newTrust();
const strangers = await newTrust();
const fingerprint = ({ publicKey }: BackupSigner) => fingerprintOf(publicKey);

/** Brings the backups of a register up to date. */
async function save(register: WrittenRegister, storage: string, signer: BackupSigner): Promise<string> {
  const making = { source: register, signer, version: '0', now: 0, created: '2026-05-04T12:00:00+00:00' };
  const signal = new AbortController().signal;
  return (await backUp(register.rn, storage, { ...making, signal, say: () => undefined })).file;
}

/** A storage folder with the backups of three days. */
async function stored(signer: BackupSigner = own): Promise<{ storage: string; folder: string }> {
  const storage = await temporaryFolder();
  const register = new WrittenRegister('def', 400);
  for (const more of [900, 900, 0]) {
    await save(register, storage, signer);
    register.grow(more);
  }
  return { storage, folder: path.join(storage, 'def') };
}

/** Changes an amount in the first journal file of an archive, and rewrites the digests of the manifest. */
async function forge(file: string, sign: (manifest: Manifest) => string | Promise<string>): Promise<void> {
  const files = await unzip(file);
  const manifest = JSON.parse(files['backup.json']!.toString()) as Manifest;
  const first = manifest.files[0]!;
  const content = files[first.name]!.toString().replace('"T":"1.00"', '"T":"9.00"');
  first.sha256 = createHash('sha256').update(content).digest('hex');
  files[first.name] = Buffer.from(content);
  files['backup.json'] = Buffer.from(await sign(manifest));
  const entries = Object.entries(files).map(([name, bytes]) => ({ name, content: one(bytes) }));
  const output = (await fs.open(file, 'w')).createWriteStream();
  await writeZip(one(...entries), output, new Date(0), new AbortController().signal);
}

async function* one<T>(...items: T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

/** The manifest as it was signed, for who has no key. */
const kept = (manifest: Manifest) => JSON.stringify(manifest);
/** A manifest as versions before wrote them. */
const unsigned = ({ signer: _, signature: __, receiptKeys: ___, ...manifest }: Manifest) =>
  JSON.stringify(manifest);
const signedBy = (signer: BackupSigner) => (manifest: Manifest) => {
  const { format: _, signer: __, signature: ___, receiptKeys: ____, ...content } = manifest;
  return writeManifest(content, signer);
};

async function restoresOf(trust: Trust) {
  const room = await openRoom();
  const { journal, registers, services } = room;
  const dataRoot = await temporaryFolder();
  const restores = new Restores({
    ...{ journal, registers, country: services, dataRoot, trust },
    isOnline: () => false,
  });
  const ended = () =>
    vi.waitFor(() => expect(restores.info).toMatchObject({ State: 'done' }), { timeout: 15_000 });
  return { restores, room, ended };
}

it('a changed amount with a rewritten manifest is refused: it is not what was signed', async () => {
  const { storage, folder } = await stored();
  await forge(path.join(folder, '0000.zip'), kept);
  await expect(findChain('def', storage)).rejects.toThrow(
    /0000\.zip .* its signature does not fit: it was changed after it was made/,
  );
  // The next backup says so, too, rather than to go on.
  const newest = path.join(folder, '0002.zip');
  await forge(newest, kept);
  await expect(save(new WrittenRegister('def', 3000), storage, own)).rejects.toThrow(
    /signature does not fit/,
  );
});

it.each<[string, (manifest: Manifest) => void]>([
  ['another signer', (manifest) => (manifest.signer = strangers.publicKey)],
  ['another date', (manifest) => (manifest.created = '2026-05-05T12:00:00+00:00')],
  ['keys that were added', (manifest) => manifest.receiptKeys!.push('x')],
  ['no signer', (manifest) => delete manifest.signer],
  ['no signature', (manifest) => delete manifest.signature],
  ['a signature that is none', (manifest) => (manifest.signature = 'x')],
  ['a signer that is none', (manifest) => (manifest.signer = 'x')],
])('a signed manifest with %s is refused', async (_what, change) => {
  const { storage, folder } = await stored();
  await forge(path.join(folder, '0001.zip'), (manifest) => {
    change(manifest);
    return JSON.stringify(manifest);
  });
  await expect(findChain('def', storage)).rejects.toThrow(/0001\.zip .* (signature|signer)/);
});

it('backups of this installation are restored without a question', async () => {
  const { restores, ended } = await restoresOf(own);
  expect(await restores.start('def', (await stored()).storage)).toEqual([]);
  await ended();
  expect(restores.info.Confirm).toBeNull();
});

it('backups of a stranger show his key, are restored when it is confirmed, and he is known from then on', async () => {
  const trust = await newTrust();
  const { storage } = await stored(strangers);
  const { restores, room, ended } = await restoresOf(trust);
  const issues = await restores.start('def', storage);
  expect(issues[0]).toMatchObject({ code: '#RESTORE_CONFIRM' });
  expect(issues[0]!.text).toContain(`3 of the archives are signed with a key`);
  expect(issues[0]!.text).toContain(fingerprint(strangers));
  const { State, Confirm } = restores.info;
  expect([State, Confirm?.Signers]).toEqual([
    'unconfirmed',
    [{ Fingerprint: fingerprint(strangers), Archives: 3 }],
  ]);
  expect(await room.records('def')).toEqual([]);
  // The name is free meanwhile, and nobody is known by having been shown.
  expect(await restores.start('def', storage, 'another code')).toHaveLength(2);
  expect(await restores.start('def', storage, Confirm!.Code)).toEqual([]);
  await ended();
  const stateChange = (await room.records('def')).at(-1);
  expect(stateChange).toMatchObject({ Event: 'restored', Signers: fingerprint(strangers) });
  const again = await restoresOf(trust);
  expect(await again.restores.start('def', storage)).toEqual([]);
  await again.ended();
});

it('a forged archive that somebody has signed himself is shown as the one of a stranger', async () => {
  const { storage, folder } = await stored();
  // Both archives with the record, so that they agree.
  for (const name of ['0000.zip', '0001.zip']) await forge(path.join(folder, name), signedBy(strangers));
  const { restores } = await restoresOf(own);
  expect(await restores.start('def', storage)).toHaveLength(2);
  expect(restores.info.Confirm?.Signers).toEqual([{ Fingerprint: fingerprint(strangers), Archives: 2 }]);
});

it('archives of versions before, and those whose signature was taken away, are restored with a plain warning', async () => {
  const { storage, folder } = await stored();
  for (const name of ['0000.zip', '0001.zip']) await forge(path.join(folder, name), unsigned);
  const { restores, room, ended } = await restoresOf(own);
  const [found] = await restores.start('def', storage);
  expect(found!.text).toContain(
    '2 of the archives are not signed, nobody can tell who changed them: 0000.zip',
  );
  const { Code, Unsigned } = restores.info.Confirm!;
  expect(Unsigned).toEqual(['0000.zip', '0001.zip']);
  // What was confirmed are these archives and no others: the amount is changed once more.
  for (const name of ['0000.zip', '0001.zip']) await forge(path.join(folder, name), unsigned);
  expect(await restores.start('def', storage, Code)).not.toEqual([]);
  expect(await room.records('def')).toEqual([]);
  expect(await restores.start('def', storage, restores.info.Confirm!.Code)).toEqual([]);
  await ended();
  expect((await room.records('def')).at(-1)).toMatchObject({ Event: 'restored', Unsigned: '2' });
});
