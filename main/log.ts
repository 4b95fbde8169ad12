import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { maskSecrets } from '../service/log/mask.ts';

const LARGEST = 2 * 1024 * 1024;
const ignore = (): void => undefined;

/**
 * Log of the shell: what the service printed and how the supervisor acted. A
 * crash of the service is told nowhere else. Secrets are masked. One older file is kept.
 */
export function openLog(folder: string): (line: string) => void {
  const file = join(folder, 'shell.log');
  let size = prepare(folder, file);
  // A closed terminal must not end the shell.
  process.stdout.off('error', ignore).on('error', ignore);
  return (line) => {
    const text = `${new Date().toISOString()} ${maskSecrets(line)}\n`;
    process.stdout.write(text);
    if (size + text.length > LARGEST) size = rotate(file);
    try {
      appendFileSync(file, text);
      size += text.length;
    } catch {
      // A full disk must not end the shell; the service tells the user about it.
    }
  };
}

/** Writes down what nothing in the shell has caught. Electron shows its own dialog, and the shell goes on. */
export function logDefects(log: (line: string) => void, source: NodeJS.EventEmitter = process): void {
  const write = (error: unknown): void => {
    log(`Defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  // Only looks on: who listens for the exception itself takes the dialog away.
  source.on('uncaughtExceptionMonitor', write);
  source.on('unhandledRejection', write);
}

function prepare(folder: string, file: string): number {
  try {
    mkdirSync(folder, { recursive: true });
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function rotate(file: string): number {
  try {
    renameSync(file, `${file}.1`);
  } catch {
    // Held open by a viewer: keep appending, try again later.
  }
  return 0;
}
