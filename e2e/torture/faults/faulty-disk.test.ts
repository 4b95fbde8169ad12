import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../sales.ts';
import { FaultyDisk } from './faulty-disk.ts';

/** A folder with two files, and a way to write the log that a shim would write. */
function bench() {
  const beside = mkdtempSync(join(tmpdir(), 'tillmark-faulty-'));
  const root = join(beside, 'root');
  mkdirSync(root);
  const [old, next] = [join(root, 'file'), join(root, 'file.tmp')];
  writeFileSync(old, 'old');
  writeFileSync(next, 'new');
  const disk = new FaultyDisk(root, beside, 'no library', randomFrom(1));
  onTestFinished(() => {
    disk.close();
    rmSync(beside, { recursive: true });
  });
  const log = (kind: number, file: string, paths: string) => {
    const head = Buffer.alloc(24);
    head.writeUInt32LE(kind);
    head.writeUInt32LE(Buffer.byteLength(paths), 4);
    head.writeBigUInt64LE(statSync(file, { bigint: true }).ino, 8);
    writeFileSync(join(beside, 'log'), Buffer.concat([head, Buffer.from(paths)]), { flag: 'a' });
  };
  return { old, next, disk, log };
}

const [UNLINK, RENAME] = [7, 8];

/** What the log has of the calls that the process made before it died. */
const deaths: Record<string, (files: ReturnType<typeof bench>) => void> = {
  'before it renames a file': ({ old, next, log }) => log(RENAME, next, `${next}\0${old}`),
  'when it had renamed a file': ({ old, next, log }) => {
    log(RENAME, next, `${next}\0${old}`);
    renameSync(next, old);
  },
  'when it had renamed a file and made one of the old name, unseen': ({ old, next, log }) => {
    log(RENAME, next, `${next}\0${old}`);
    renameSync(next, old);
    writeFileSync(next, '');
  },
  'before it removes a file': ({ next, log }) => log(UNLINK, next, next),
  'when it had removed a file and made it anew, unseen': ({ next, log }) => {
    log(UNLINK, next, next);
    rmSync(next);
    writeFileSync(next, '');
  },
};

test.each(Object.keys(deaths))('a process that died %s left what the log tells', (when) => {
  const files = bench();
  deaths[when]!(files);
  expect(() => files.disk.afterDeath()).not.toThrow();
});

test('a change that the log does not tell of is noticed', () => {
  const { old, disk } = bench();
  writeFileSync(old, 'unseen');
  expect(() => disk.afterDeath()).toThrow(`did not see all that happened to ${old}`);
});
