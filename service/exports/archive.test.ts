import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { ExportFile } from '../countries/contract/exports.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { unzip } from '../testing/unzip.ts';
import { writeFolder, writeZip } from './archive.ts';

const MODIFIED = new Date('2026-05-04T12:00:00');
const never = new AbortController().signal;

/** Files of the given contents; counts what was taken from them. */
function producer(contents: Record<string, Iterable<Buffer>>) {
  const taken = { files: 0, bytes: 0, ended: 0 };
  async function* contentOf(content: Iterable<Buffer>) {
    try {
      for (const piece of content) {
        await setImmediate();
        taken.bytes += piece.length;
        yield piece;
      }
    } finally {
      taken.ended += 1;
    }
  }
  async function* files(): AsyncGenerator<ExportFile> {
    for (const [name, content] of Object.entries(contents)) {
      taken.files += 1;
      yield { name, content: contentOf(content) };
    }
  }
  return { files: files(), taken };
}

function* repeated(text: string, times: number): Generator<Buffer> {
  for (let i = 0; i < times; i++) yield Buffer.from(text);
}

function* failing(text: string, times: number): Generator<Buffer> {
  yield* repeated(text, times);
  throw new Error('the disk is gone');
}

/** Takes everything. */
function collector(highWaterMark?: number) {
  const chunks: Buffer[] = [];
  const output = new Writable({
    ...(highWaterMark !== undefined && { highWaterMark }),
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { output, bytes: () => Buffer.concat(chunks) };
}

describe('a zip archive', () => {
  it('holds what the files hold, whatever the size of their pieces', async () => {
    const contents = {
      'small.xml': [Buffer.from('<a/>')],
      'empty.txt': [],
      'lines.csv': [...repeated('a;b;c\n', 50_000)],
      'large pieces.bin': [...repeated('x'.repeat(1_000_000), 3)],
      'Facturação.txt': [Buffer.from('é'), Buffer.alloc(0), Buffer.from('€')],
    };
    const { output, bytes } = collector();
    await writeZip(producer(contents).files, output, MODIFIED, never);
    const found = await unzip(bytes());
    expect(Object.keys(found)).toEqual(Object.keys(contents));
    for (const [name, pieces] of Object.entries(contents))
      expect(Buffer.concat(pieces).equals(found[name]!)).toBe(true);
  });

  it('is a valid one without files', async () => {
    const { output, bytes } = collector();
    await writeZip(producer({}).files, output, MODIFIED, never);
    expect(await unzip(bytes())).toEqual({});
  });

  it('names no path outside', async () => {
    const { output, bytes } = collector();
    await writeZip(producer({ '../../x': [], '/etc/passwd': [] }).files, output, MODIFIED, never);
    expect(Object.keys(await unzip(bytes()))).toEqual(['__.._x', '_etc_passwd']);
  });

  it('waits for whoever takes it', async () => {
    // Cannot be compressed: what goes in must come out.
    const random = randomBytes(65_536);
    const { files, taken } = producer({ 'big.bin': Array.from({ length: 400 }, () => random) });
    const output = new PassThrough();
    const written = writeZip(files, output, MODIFIED, never);
    await setTimeout(300);
    const waiting = taken.bytes;
    expect(waiting).toBeLessThan(5_000_000);
    output.resume();
    await written;
    expect(taken.bytes).toBe(400 * 65_536);
  });

  it('breaks off when a file cannot be made to its end', async () => {
    const { files, taken } = producer({ 'a.txt': failing('x'.repeat(100_000), 5), 'b.txt': [] });
    const { output } = collector();
    await expect(writeZip(files, output, MODIFIED, never)).rejects.toThrow('the disk is gone');
    expect([output.destroyed, output.writableFinished]).toEqual([true, false]);
    expect(taken).toMatchObject({ files: 1, ended: 1 });
  });

  it('breaks off when the next file cannot be begun', async () => {
    async function* files(): AsyncGenerator<ExportFile> {
      yield* producer({ 'a.txt': [Buffer.from('a')] }).files;
      throw new Error('no second file');
    }
    const { output } = collector();
    await expect(writeZip(files(), output, MODIFIED, never)).rejects.toThrow('no second file');
    expect([output.destroyed, output.writableFinished]).toEqual([true, false]);
  });

  it('stops the producer when nobody takes it any more', async () => {
    const { files, taken } = producer({ 'endless.txt': repeated('x'.repeat(10_000), Infinity), 'b.txt': [] });
    const output = new PassThrough();
    const written = writeZip(files, output, MODIFIED, never);
    await vi.waitFor(() => expect(taken.bytes).toBeGreaterThan(0));
    output.destroy();
    await expect(written).rejects.toThrow();
    const { bytes } = taken;
    await setTimeout(50);
    expect(taken).toEqual({ files: 1, bytes, ended: 1 });
  });

  it('stops the producer when it is told to', async () => {
    const { files, taken } = producer({ 'endless.txt': repeated('x'.repeat(10_000), Infinity) });
    const { output } = collector();
    const stopping = new AbortController();
    const written = writeZip(files, output, MODIFIED, stopping.signal);
    await vi.waitFor(() => expect(taken.bytes).toBeGreaterThan(0));
    stopping.abort();
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    expect(taken).toMatchObject({ files: 1, ended: 1 });
    expect(output.writableFinished).toBe(false);
  });

  it('is not even begun when it is to stop already', async () => {
    const { files, taken } = producer({ 'endless.txt': repeated('x'.repeat(10_000), Infinity) });
    const { output } = collector();
    await expect(writeZip(files, output, MODIFIED, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(output.writableFinished).toBe(false);
    expect(taken.bytes).toBeLessThan(1_000_000);
  });
});

describe('a folder', () => {
  it('gets the files, in place of those of the same name', async () => {
    const folder = await temporaryFolder();
    await fs.writeFile(path.join(folder, 'b.csv'), 'old');
    const { files } = producer({ 'a.xml': [Buffer.from('<a/>')], 'b.csv': repeated('1;2\n', 100_000) });
    expect(await writeFolder(files, folder, never)).toEqual([
      { name: 'a.xml', size: 4 },
      { name: 'b.csv', size: 400_000 },
    ]);
    expect(await fs.readdir(folder)).toEqual(['a.xml', 'b.csv']);
    expect(await fs.readFile(path.join(folder, 'b.csv'), 'utf8')).toBe('1;2\n'.repeat(100_000));
  });

  it('gets nothing half: files that are not complete have another name, and go', async () => {
    const folder = await temporaryFolder();
    await fs.writeFile(path.join(folder, 'b.txt'), 'old');
    const contents = { 'a.txt': [Buffer.from('a')], 'b.txt': failing('x'.repeat(100_000), 3) };
    await expect(writeFolder(producer(contents).files, folder, never)).rejects.toThrow('the disk is gone');
    expect(await fs.readdir(folder)).toEqual(['a.txt', 'b.txt']);
    expect(await fs.readFile(path.join(folder, 'b.txt'), 'utf8')).toBe('old');
  });

  it('stops when it is told to', async () => {
    const folder = await temporaryFolder();
    const { files, taken } = producer({ 'endless.txt': repeated('x'.repeat(10_000), Infinity), 'b.txt': [] });
    const stopping = new AbortController();
    const written = writeFolder(files, folder, stopping.signal);
    await vi.waitFor(async () => {
      expect(await fs.readdir(folder)).toEqual([expect.stringMatching(/^endless\.txt\.[0-9a-f]{8}\.tmp$/)]);
    });
    stopping.abort();
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    expect(await fs.readdir(folder)).toEqual([]);
    expect(taken).toMatchObject({ files: 1, ended: 1 });
  });

  it('follows no link that lies in place of a file', async () => {
    const folder = await temporaryFolder();
    const elsewhere = path.join(await temporaryFolder(), 'secret');
    await fs.writeFile(elsewhere, 'keep');
    await fs.symlink(elsewhere, path.join(folder, 'a.txt'));
    await writeFolder(producer({ 'a.txt': [Buffer.from('new')] }).files, folder, never);
    expect(await fs.readFile(elsewhere, 'utf8')).toBe('keep');
    expect(await fs.readFile(path.join(folder, 'a.txt'), 'utf8')).toBe('new');
  });
});
