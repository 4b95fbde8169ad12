import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { LineFile } from './line-file.ts';

async function open(limits = { bytes: 1000, files: 3 }) {
  const folder = await temporaryFolder();
  const file = new LineFile(path.join(folder, 'service.log'), limits);
  const put = (line: string) => new Promise((resolve) => file.write(`${line}\n`, resolve));
  const end = () => new Promise<void>((resolve) => file.end(resolve));
  onTestFinished(async () => void (file.writableEnded || (await end())));
  return { folder, file, put, end };
}

const linesOf = async (folder: string, name = 'service.log') =>
  (await fs.readFile(path.join(folder, name), 'utf8')).split('\n').slice(0, -1);

it('writes all lines in order, and goes on with a file that is there', async () => {
  const { folder, file, end } = await open();
  for (let i = 0; i < 50; i++) file.write(`${i}\n`);
  await end();
  const again = new LineFile(path.join(folder, 'service.log'), { bytes: 1000, files: 3 });
  await new Promise<void>((resolve) => again.end('50\n', resolve));
  expect(await linesOf(folder)).toEqual(Array.from({ length: 51 }, (_, i) => String(i)));
});

it('begins anew when a file is long, and keeps so many of the older ones', async () => {
  const { folder, put, end } = await open({ bytes: 100, files: 3 });
  for (let i = 0; i < 10; i++) await put(`${i}${'x'.repeat(48)}`);
  await end();
  expect((await fs.readdir(folder)).sort()).toEqual(['service.log', 'service1.log', 'service2.log']);
  const firsts = async (name: string) => (await linesOf(folder, name)).map((line) => line[0]);
  expect(await firsts('service.log')).toEqual(['8', '9']);
  expect(await firsts('service1.log')).toEqual(['6', '7']);
  expect(await firsts('service2.log')).toEqual(['4', '5']);
});

it('writes a line that is longer than a file may be', async () => {
  const { folder, put, end } = await open({ bytes: 10, files: 2 });
  await put('x'.repeat(50));
  await put('y'.repeat(50));
  await end();
  expect(await linesOf(folder)).toEqual(['y'.repeat(50)]);
});

it('goes on when it can be written again, and says that lines are missing', async () => {
  const { folder, put, end } = await open({ bytes: 10, files: 3 });
  for (const line of ['one'.repeat(5), 'two'.repeat(5)]) await put(line);
  const inTheWay = path.join(folder, 'service2.log');
  await fs.mkdir(inTheWay);
  for (const line of ['three', 'four']) await put(line);
  await fs.rmdir(inTheWay);
  await put('five');
  await end();
  expect(await linesOf(folder, 'service1.log')).toEqual([
    'twotwotwotwotwo',
    expect.stringMatching(/^\S+Z warn 1 lines could not be written here$/),
    'four',
  ]);
  expect(await linesOf(folder)).toEqual(['five']);
});

it('begins anew when its folder was deleted', async () => {
  const log = path.join(await temporaryFolder(), 'log');
  const file = new LineFile(path.join(log, 'service.log'), { bytes: 1000, files: 3 });
  const write = (line: string) => new Promise((resolve) => file.write(`${line}\n`, resolve));
  await write('one');
  await fs.rm(log, { recursive: true });
  await write('two');
  await write('three');
  await new Promise<void>((resolve) => file.end(resolve));
  expect(await linesOf(log)).toEqual(['two', 'three']);
});

it('takes lines again after a full disk, and ends on one', async ({ skip }) => {
  const folder = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    skip('small disks cannot be made here');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const file = new LineFile(path.join(folder, 'service.log'), { bytes: 1_000_000, files: 3 });
  const put = (line: string) => new Promise((resolve) => file.write(`${line}\n`, resolve));
  await put('before');
  await fs.writeFile(path.join(folder, 'filler'), Buffer.alloc(100_000)).catch(() => undefined);
  for (let i = 0; i < 10; i++) await put('x'.repeat(1000));
  await fs.rm(path.join(folder, 'filler'));
  await put('after');
  await fs.writeFile(path.join(folder, 'filler'), Buffer.alloc(100_000)).catch(() => undefined);
  for (let i = 0; i < 10; i++) file.write(`${'x'.repeat(1000)}\n`);
  await new Promise<void>((resolve) => file.end(resolve));
  const lines = await linesOf(folder);
  expect(lines[0]).toBe('before');
  expect(lines).toContain('after');
  // What there was no room for leaves no beginning of a line.
  expect(new Set(lines.map((line) => line.replace(/^\S+Z warn \d+ (?=lines)/, '')))).toEqual(
    new Set(['before', 'x'.repeat(1000), 'lines could not be written here', 'after']),
  );
});
