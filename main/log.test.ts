import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logDefects, openLog } from './log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmark-log-'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('writes lines with their time, to the file and to the terminal', () => {
  const log = openLog(join(folder, 'deep'));
  log('[service] hello');
  log('[service] password=secret');
  expect(readFileSync(join(folder, 'deep', 'shell.log'), 'utf8')).toMatch(
    /^\d{4}-.*Z \[service\] hello\n.*password=\*\*\*\n$/,
  );
  expect(process.stdout.write).toHaveBeenCalledTimes(2);
});

it('keeps one older file', () => {
  const log = openLog(folder);
  for (let i = 0; i < 5; i += 1) log('x'.repeat(1024 * 1024));
  expect(readdirSync(folder).sort()).toEqual(['shell.log', 'shell.log.1']);
});

it('goes on without a place to write', () => {
  expect(() => openLog(join('/dev/null', 'logs'))('x')).not.toThrow();
});

it('writes down what nothing has caught, with its stack and without secrets', () => {
  const source = new EventEmitter();
  logDefects(openLog(folder), source);
  for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
    source.emit(event, new Error('no window, token=abc123'));
  const lines = readFileSync(join(folder, 'shell.log'), 'utf8');
  expect(lines.match(/Defect: Error: no window, token=\*\*\*\n {4}at /g)).toHaveLength(2);
});
