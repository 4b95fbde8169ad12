import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { publicHalf, signUpdate } from '../../build/scripts/sign-update.ts';
import { autoUpdater as double } from '../testing/updater-double.ts';
import { openSource } from './updater.ts';

vi.mock('electron-updater', () => import('../testing/updater-double.ts'));

const { privateKey } = generateKeyPairSync('ed25519');
const key = publicHalf(privateKey);
const sha512 = (text: string): string => createHash('sha512').update(text).digest('base64');
const { platform: PLATFORM } = process;
let folder: string;

/** As electron-builder writes it. */
const described = (digest: string): string => `version: 3.1.0
files:
  - url: Tillmark-3.1.0.AppImage
    sha512: ${digest}
    size: 9
    blockMapSize: 3
path: Tillmark-3.1.0.AppImage
sha512: ${digest}
releaseDate: '2026-11-23T10:00:00.000Z'
`;

/** What electron-updater makes of a signed file. */
function signed(digest = sha512('the program')): { version: string; files: object[]; signature: string } {
  const text = signUpdate(described(digest), privateKey);
  const signature = /^signature: (.*)$/m.exec(text)![1]!;
  return {
    version: '3.1.0',
    files: [{ url: 'Tillmark-3.1.0.AppImage', sha512: digest, size: 9 }],
    signature,
  };
}

const options = { feed: null, isPlain: true, log: () => undefined };
const open = (withKey = key) => openSource(options, withKey);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmark-update-'));
  Object.defineProperty(process, 'platform', { value: 'win32' });
  Object.assign(double, { info: signed(), isUpdateAvailable: true, isActive: true, installs: [], feeds: [] });
  double.removeAllListeners();
  double.file = join(folder, 'update');
  writeFileSync(double.file, 'the program');
});

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: PLATFORM });
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('finds, loads and installs what was signed, silently and started again', async () => {
  const source = open();
  expect(source.canInstall).toBe(true);
  expect(await source.check()).toBe('3.1.0');
  await source.download();
  const installed = source.install();
  await vi.waitFor(() => expect(double.installs).toEqual([[true, true]]));
  double.emit('error', new Error('locked'));
  await expect(installed).rejects.toThrow('locked');
});

it('downloads nothing by itself, installs nothing at an end of the program, and never goes back', () => {
  open();
  expect(double).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    feeds: [],
  });
  openSource({ ...options, feed: 'https://updates.example/' }, key);
  expect(double.feeds).toEqual([{ provider: 'generic', url: 'https://updates.example/' }]);
  // Without a listener it would end the program.
  expect(() => double.emit('error', new Error('net'))).not.toThrow();
});

it.each<[string, (info: ReturnType<typeof signed>) => object]>([
  ['no signature', ({ version, files }) => ({ version, files })],
  ['another version', (info) => ({ ...info, version: '3.2.0' })],
  ['another file', (info) => ({ ...info, files: [{ ...info.files[0], url: 'evil.exe' }] })],
  ['another digest', (info) => ({ ...info, files: [{ ...info.files[0], sha512: sha512('evil') }] })],
  ['a file more', (info) => ({ ...info, files: [...info.files, { url: 'x', sha512: sha512('evil') }] })],
  ['no files', (info) => ({ ...info, files: [] })],
  ['a file without digest', (info) => ({ ...info, files: [{ url: 'x', sha2: 'a' }] })],
  ['parts that are loaded apart', (info) => ({ ...info, packages: { x64: { path: 'evil.7z' } } })],
  ['a signature of something else', (info) => ({ ...info, signature: signed(sha512('x')).signature })],
  ['a signature that is none', (info) => ({ ...info, signature: { length: 88 } })],
])('refuses an update with %s', async (_what, change) => {
  double.info = change(signed());
  await expect(open().check()).rejects.toThrow(/signed|incomplete/);
});

it('refuses the signature of another key', async () => {
  const stranger = publicHalf(generateKeyPairSync('ed25519').privateKey);
  await expect(open(stranger).check()).rejects.toThrow('not signed');
  await expect(open('nonsense').check()).rejects.toThrow('not signed');
});

it('refuses a file that is not the signed one, also when it is exchanged on the disk later', async () => {
  const source = open();
  await source.check();
  await source.download();
  writeFileSync(double.file, 'evil');
  await expect(source.install()).rejects.toThrow('not the one that was signed');
  await expect(source.download()).rejects.toThrow('not the one that was signed');
  expect(double.installs).toEqual([]);
});

it('keeps an AppImage until another one has taken its place', async () => {
  const image = join(folder, 'Tillmark.AppImage');
  writeFileSync(image, 'old');
  vi.stubEnv('APPIMAGE', image);
  Object.defineProperty(process, 'platform', { value: 'linux' });
  const source = open();
  expect(source.needsPerson).toBe(false);
  await source.check();
  await source.download();
  const installed = source.install();
  await vi.waitFor(() => expect(double.installs).toHaveLength(1));
  rmSync(image);
  double.emit('error', new Error('mv: no space left'));
  await expect(installed).rejects.toThrow('no space');
  expect(readFileSync(image, 'utf8')).toBe('old');
});

it('knows where the system would ask somebody for rights', () => {
  vi.stubEnv('LOCALAPPDATA', dirname(dirname(process.execPath)));
  expect(open().needsPerson).toBe(false);
  vi.stubEnv('LOCALAPPDATA', folder);
  expect(open().needsPerson).toBe(true);
  Object.defineProperty(process, 'platform', { value: 'linux' });
  vi.stubEnv('APPIMAGE', join(folder, 'not', 'there.AppImage'));
  expect(open().needsPerson).toBe(true);
});

it('takes no update where the feed has none for this machine, and says when there is no feed', async () => {
  const source = open();
  double.isUpdateAvailable = false;
  expect(await source.check()).toBeNull();
  await expect(source.download()).rejects.toThrow('nothing to download');
  double.isActive = false;
  await expect(source.check()).rejects.toThrow('no source of updates');
});

it('only tells of new versions in a build without a key, and in packages of the system', async () => {
  double.info = { version: '3.1.0' };
  const source = open('');
  expect(source.canInstall).toBe(false);
  expect(await source.check()).toBe('3.1.0');
  await expect(source.install()).rejects.toThrow('nothing to install');
  expect(openSource({ ...options, isPlain: false }, key).canInstall).toBe(false);
  vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'E:\\Tillmark.exe');
  expect(open().canInstall).toBe(false);
  Object.defineProperty(process, 'platform', { value: 'linux' });
  vi.stubEnv('APPIMAGE', undefined);
  expect(open().canInstall).toBe(false);
  vi.stubEnv('APPIMAGE', '/home/ana/Tillmark.AppImage');
  expect(open().canInstall).toBe(true);
});

it('signs only what reads the same everywhere, and anew when asked again', () => {
  const once = signUpdate(described(sha512('a')), privateKey);
  expect(signUpdate(once, privateKey)).toBe(once);
  expect(() => signUpdate('version: 3.1.0\n', privateKey)).toThrow('files expected');
  expect(() => signUpdate(described('x'), privateKey)).toThrow('sha512 expected');
});
