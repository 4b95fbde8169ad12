/** Chains of backups: written into a storage folder, read back, and what is refused. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeZip } from '../exports/archive.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { unzip } from '../testing/unzip.ts';
import { entriesOf } from './chain-entries.ts';
import { findChain } from './chain.ts';
import { backUp, type Backed } from './incremental.ts';
import type { Manifest } from './manifest.ts';
import { newTrust } from './testing/trust.ts';
import { WrittenRegister } from './testing/written-register.ts';
import { runs } from '../testing/runs.ts';
import { anyCharacter } from '../testing/any-character.ts';

const signal = new AbortController().signal;
const now = Date.parse('2026-05-04T12:00:00');

const signer = await newTrust();

/** Brings the backup of a register up to date. */
function save(register: WrittenRegister, storage: string): Promise<Backed> {
  const making = {
    signer,
    version: '0',
    now,
    created: '2026-05-04T12:00:00+00:00',
    signal,
    say: () => undefined,
  };
  return backUp(register.rn, storage, { source: register, ...making });
}

/** All lines that a restore would write. */
async function read(rn: string, place: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const page of entriesOf(await findChain(rn, place))) {
    for (const { record, changes } of page) {
      const State = Object.keys(changes).length > 0 && { State: changes };
      lines.push(JSON.stringify({ ...record, ...State }));
    }
  }
  return lines;
}

const textsOf = (register: WrittenRegister) => register.lines.map(({ text }) => text);
const zipsIn = async (folder: string) => (await fs.readdir(folder)).sort();

/** Changes the files of an archive and writes it again, without a signature: those are the matter of forged.test.ts. */
async function change(
  file: string,
  edit: (files: Record<string, Buffer>, manifest: Manifest) => void,
): Promise<void> {
  const files = await unzip(file);
  const manifest = JSON.parse(files['backup.json']!.toString()) as Manifest;
  delete manifest.signer;
  delete manifest.signature;
  edit(files, manifest);
  files['backup.json'] = Buffer.from(JSON.stringify(manifest));
  await rewrite(file, Object.entries(files));
}

async function rewrite(file: string, files: [name: string, bytes: Buffer][]): Promise<void> {
  const handle = await fs.open(file, 'w');
  const list = files.map(([name, bytes]) => ({ name, content: once(bytes) }));
  await writeZip(once(...list), handle.createWriteStream(), new Date(now), signal);
}

async function* once<T>(...items: T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

/** A register whose backups were made with 400, 1300, 2600 and 3100 records. */
async function savedInSteps(): Promise<{ register: WrittenRegister; storage: string; folder: string }> {
  const storage = await temporaryFolder();
  const register = new WrittenRegister('def', 400);
  for (const more of [900, 1300, 500]) {
    await save(register, storage);
    register.grow(more);
  }
  await save(register, storage);
  return { register, storage, folder: path.join(storage, 'def') };
}

it('finds a register in a storage where archives of others lie about', async () => {
  const storage = await temporaryFolder();
  const register = new WrittenRegister('def', 20);
  await save(register, storage);
  await fs.writeFile(path.join(storage, 'photos-of-the-shop.zip'), 'none of ours');
  expect(await read('def', storage)).toEqual(textsOf(register));
  await expect(findChain('other', storage)).rejects.toThrow('photos-of-the-shop.zip');
});

it('holds the lines of the journal files, and says what is in it', async () => {
  const storage = await temporaryFolder();
  const register = new WrittenRegister('def', 1234);
  const { file, size, lastSQ } = await save(register, storage);
  expect([file, lastSQ]).toEqual([path.join(storage, 'def', '0001.zip'), 1234]);
  const stat = await fs.stat(file);
  expect([stat.size, stat.mode & 0o777]).toEqual([size, 0o600]);
  const files = await unzip(file);
  expect(Object.keys(files)).toEqual(['0000.jou', '0001.jou', 'backup.json']);
  const lines = textsOf(register).map((text) => `${text}\n`);
  expect(files['0000.jou']!.toString()).toBe(lines.slice(0, 999).join(''));
  expect(files['0001.jou']!.toString()).toBe(lines.slice(999).join(''));
  expect(JSON.parse(files['backup.json']!.toString())).toMatchObject({
    format: 1,
    name: '0001.zip',
    RN: 'def',
    firstSQ: 1,
    lastSQ: 1234,
    previous: null,
    files: [{ name: '0000.jou', size: files['0000.jou']!.length }, { name: '0001.jou' }],
  });
});

it('goes on where the newest backup ends, and replaces it while its last file is the same', async () => {
  const { register, storage, folder } = await savedInSteps();
  expect(await zipsIn(folder)).toEqual(['0000.zip', '0001.zip', '0002.zip', '0003.zip']);
  const before = await fs.readFile(path.join(folder, '0002.zip'));
  expect(Object.keys(await unzip(before))).toEqual(['0001.jou', '0002.jou', 'backup.json']);
  expect((await save(register, storage)).size).toBeNull();
  register.grow(10);
  expect((await save(register, storage)).size).toBeGreaterThan(0);
  expect(await zipsIn(folder)).toEqual(['0000.zip', '0001.zip', '0002.zip', '0003.zip']);
  expect(Object.keys(await unzip(path.join(folder, '0003.zip')))).toEqual([
    '0002.jou',
    '0003.jou',
    'backup.json',
  ]);
  expect(await fs.readFile(path.join(folder, '0002.zip'))).toEqual(before);
  expect(await read('def', folder)).toEqual(textsOf(register));
});

it('gives back every record, however often and whenever it was backed up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 6 }),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      async (steps, note) => {
        const storage = await temporaryFolder();
        const register = new WrittenRegister('def', 1);
        for (const more of steps) {
          register.grow(more, note);
          await save(register, storage);
        }
        expect(await read('def', storage)).toEqual(textsOf(register));
        expect(await read('def', path.join(storage, 'def'))).toEqual(textsOf(register));
      },
    ),
    { numRuns: runs(25) },
  );
});

it.each(['0000.zip', '0001.zip', '0002.zip'])('names %s when it is missing', async (name) => {
  const { folder, storage } = await savedInSteps();
  await fs.rm(path.join(folder, name));
  for (const place of [folder, storage]) await expect(read('def', place)).rejects.toThrow(`${name} with`);
});

it('cannot miss the newest one, and ends before it', async () => {
  const { folder, register } = await savedInSteps();
  await fs.rm(path.join(folder, '0003.zip'));
  expect(await read('def', folder)).toEqual(textsOf(register).slice(0, 2600));
});

it('takes one archive that holds all, and no other one', async () => {
  const { folder, register } = await savedInSteps();
  expect(await read('def', path.join(folder, '0001.zip'))).toEqual(textsOf(register).slice(0, 1300));
  await expect(read('def', path.join(folder, '0002.zip'))).rejects.toThrow('begins with SQ 1000');
});

it('does not mind what the archives are called now', async () => {
  const { folder, register } = await savedInSteps();
  const rename = (from: string, to: string) => fs.rename(path.join(folder, from), path.join(folder, to));
  await rename('0000.zip', 'z first.zip');
  await rename('0003.zip', 'a last.ZIP');
  expect(await read('def', folder)).toEqual(textsOf(register));
});

it('refuses to mix registers', async () => {
  const { folder, storage } = await savedInSteps();
  await expect(read('other', folder)).rejects.toThrow('is a backup of register def, not of other');
  await expect(read('other', storage)).rejects.toThrow('no backups of register other, but those of def');
  await expect(read('def', path.join(storage, 'nowhere'))).rejects.toThrow('there is no');
  await expect(read('def', await temporaryFolder())).rejects.toThrow('none at all');
  const twin = await temporaryFolder();
  await save(new WrittenRegister('def', 50, 'Another'), twin);
  await fs.copyFile(path.join(twin, 'def', '0000.zip'), path.join(folder, 'x.zip'));
  await expect(read('def', folder)).rejects.toThrow('of two registers that have the same name');
});

it('never continues the backups of somebody else, and says whose they are', async () => {
  const { register, storage, folder } = await savedInSteps();
  const files = await zipsIn(folder);
  const refused = (other: WrittenRegister, text: string) =>
    expect(save(other, storage)).rejects.toThrow(text);
  await refused(new WrittenRegister('def', 5000, 'Another'), `${folder} holds backups of another register`);
  const older = register.copy();
  older.lines.length = 2000;
  await refused(older, 'with more records: 0003.zip goes to SQ 3100, this one to 2000');
  older.grow(3000, 'went another way');
  await refused(older, 'with other records: SQ 3100 is another one in 0003.zip');
  const named = new WrittenRegister('till', 10);
  named.filesOf = () => register.filesOf('def');
  await refused(named, 'backups of register def, not of till');
  expect(await zipsIn(folder)).toEqual(files);
  expect(await read('def', storage)).toEqual(textsOf(register));
});

it('refuses a folder that is a link', async () => {
  const storage = await temporaryFolder();
  await fs.symlink(await temporaryFolder(), path.join(storage, 'def'));
  await expect(save(new WrittenRegister('def', 5), storage)).rejects.toThrow('is no folder');
});

it('leaves the newest backup alone when a longer one cannot be written', async () => {
  const storage = await temporaryFolder();
  const register = new WrittenRegister('def', 300);
  await save(register, storage);
  register.grow(300);
  const broken = register.copy();
  broken.linesBetween = async function* (rn, after, until) {
    if (until > 400 && after === 0) yield (await register.linesBetween(rn, 0, 100).next()).value as never;
    if (until > 400) throw new Error('disk on fire');
    yield* register.linesBetween(rn, after, until);
  };
  await expect(save(broken, storage)).rejects.toThrow('disk on fire');
  expect(await zipsIn(path.join(storage, 'def'))).toEqual(['0000.zip']);
  expect(await read('def', storage)).toEqual(textsOf(register).slice(0, 300));
});

it('removes what a crash left unfinished, and nothing else', async () => {
  const storage = await temporaryFolder();
  const folder = path.join(storage, 'def');
  await fs.mkdir(folder);
  const names = ['0000.zip.0a1b2c3d.tmp', '0001.zip.00000000.tmp', 'mine.tmp', 'notes.txt'];
  for (const name of names) await fs.writeFile(path.join(folder, name), 'x');
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of names.slice(1)) await fs.utimes(path.join(folder, name), old, old);
  await save(new WrittenRegister('def', 5), storage);
  expect(await zipsIn(folder)).toEqual(['0000.zip', '0000.zip.0a1b2c3d.tmp', 'mine.tmp', 'notes.txt']);
});

it('does not go on behind a newest backup that is damaged', async () => {
  const { register, storage, folder } = await savedInSteps();
  await fs.truncate(path.join(folder, '0003.zip'), 500);
  register.grow(2000);
  await expect(save(register, storage)).rejects.toThrow('0003.zip');
});

/** Ways to make a backup into something that must not be restored. */
const tampering: [title: string, edit: Parameters<typeof change>[1], text: string][] = [
  ['a changed record', (files) => void (files['0002.jou']![5000]! ^= 1), 'is no record|is damaged'],
  [
    'a changed record with its digest',
    (files, manifest) => {
      const text = files['0001.jou']!.toString().replace('"T":"1.00"', '"T":"9.00"');
      files['0001.jou'] = Buffer.from(text);
      manifest.files[0]!.sha256 = digest(files['0001.jou']);
    },
    '0001.jou in 0002.zip does not begin like the one in 0001.zip',
  ],
  [
    'a record that is missing',
    (files, manifest) => dropLine(files, manifest, '0002.jou', 5),
    'SQ 2006 stands where SQ 2005 belongs',
  ],
  [
    'a record of another register',
    (files, manifest) => replaceLine(files, manifest, '0002.jou', 5, '"RN":"def"', '"RN":"xyz"'),
    'SQ 2005 is of register xyz',
  ],
  [
    'a total that is none',
    (files, manifest) => replaceLine(files, manifest, '0002.jou', 5, '"T":"1.00"', '"T":"1.0x"'),
    'SQ 2005 has an amount that is none',
  ],
  [
    'a configuration that is none',
    (files, manifest) => replaceLine(files, manifest, '0002.jou', 5, '"_":"Tra"', '"_":"Cfg"'),
    'SQ 2005 is no configuration',
  ],
  [
    'another end',
    (_files, manifest) => void (manifest.lastLine = 'a'.repeat(64)),
    'SQ 2600 is not the record that 0002.zip knows',
  ],
  [
    'another link',
    (_files, manifest) => void (manifest.previous!.lastLine = 'b'.repeat(64)),
    'SQ 1300 is not the record that 0002.zip knows',
  ],
  [
    'a file too many',
    (files) => void (files['0009.jou'] = Buffer.from('{}\n')),
    '"0009.jou" does not belong',
  ],
  ['a file that is missing', (files) => void delete files['0001.jou'], '0001.jou is missing in it'],
  [
    'a size that is wrong',
    (_files, manifest) => void (manifest.files[0]!.size = 4),
    '0001.jou has not the size it had',
  ],
  [
    'the format of a newer version',
    (_files, manifest) => Object.assign(manifest, { format: 2, version: '4.1.0' }),
    'made by Tillmark 4.1.0, and this one cannot read it: install that version, or a newer one',
  ],
  ['no format', (_files, manifest) => void ((manifest.format as number) = 0), 'its format is not 1'],
  ['another name', (_files, manifest) => void (manifest.name = '0001.zip'), 'its name is not'],
  ['a name that is a path', (_files, manifest) => void (manifest.RN = '../x'), 'its RN is not'],
  ['no link', (_files, manifest) => void (manifest.previous = null), 'its previous is not'],
  ['files out of order', (_files, manifest) => void manifest.files.reverse(), 'its files is not'],
];

it.each(tampering)('refuses %s', async (_title, edit, text) => {
  const { folder } = await savedInSteps();
  await fs.rm(path.join(folder, '0003.zip'));
  await change(path.join(folder, '0002.zip'), edit);
  await expect(read('def', folder)).rejects.toThrow(new RegExp(text));
});

it.each([
  ['no archive', 'x'],
  ['nothing', ''],
  ['the head of an archive', 'PK\u0003\u0004'],
])('refuses %s', async (_title, content) => {
  const folder = await temporaryFolder();
  await fs.writeFile(path.join(folder, '0000.zip'), content);
  await expect(read('def', folder)).rejects.toThrow('0000.zip');
});

it('refuses archives of other programs, and contents that say too much', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, '0000.zip');
  await rewrite(file, [['0000.jou', Buffer.from('{}\n')]]);
  await expect(read('def', folder)).rejects.toThrow('it is no backup of Tillmark');
  await rewrite(file, [['backup.json', Buffer.alloc(16_000_001, ' ')]]);
  await expect(read('def', folder)).rejects.toThrow('backup.json is too large');
  await rewrite(file, [
    ['backup.json', Buffer.from('{}')],
    ['backup.json', Buffer.from('{}')],
  ]);
  await expect(read('def', folder)).rejects.toThrow('backup.json twice');
});

it('refuses names that lead out of the archive', async () => {
  const { folder } = await savedInSteps();
  const file = path.join(folder, '0003.zip');
  await change(file, (files) => void (files['aa-0001.jou'] = Buffer.from('x')));
  const bytes = await fs.readFile(file);
  await fs.writeFile(file, Buffer.from(bytes.toString('latin1').replaceAll('aa-0', '../0'), 'latin1'));
  await expect(read('def', folder)).rejects.toThrow('invalid relative path: ../0001.jou');
});

it('takes no line that has no end', async () => {
  const storage = await temporaryFolder();
  await save(new WrittenRegister('def', 3), storage);
  await change(path.join(storage, 'def', '0000.zip'), (files, manifest) => {
    files['0000.jou'] = Buffer.alloc(65 * 1024 * 1024, 'x');
    manifest.files[0]!.size = files['0000.jou'].length;
  });
  await expect(read('def', storage)).rejects.toThrow('a line that is too long');
});

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function dropLine(files: Record<string, Buffer>, manifest: Manifest, name: string, n: number): void {
  edited(files, manifest, name, (lines) => lines.toSpliced(n, 1));
}

function replaceLine(
  files: Record<string, Buffer>,
  manifest: Manifest,
  name: string,
  n: number,
  from: string,
  to: string,
): void {
  edited(files, manifest, name, (lines) => lines.with(n, lines[n]!.replace(from, to)));
}

/** Changes lines and all that the manifest says of their file: the records alone give it away. */
function edited(
  files: Record<string, Buffer>,
  manifest: Manifest,
  name: string,
  edit: (lines: string[]) => string[],
): void {
  const bytes = Buffer.from(edit(files[name]!.toString().split('\n')).join('\n'));
  files[name] = bytes;
  const file = manifest.files.find((one) => one.name === name)!;
  Object.assign(file, { size: bytes.length, sha256: digest(bytes) });
}
