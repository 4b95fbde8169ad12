/**
 * Processes of Node that the service starts. Inside Electron the program that runs is not
 * Node, and a packaged app refuses to act as one (fuse `runAsNode`): there the Node of
 * the npm package `node` is started, which lies in every package of Tillmark.
 */
import { spawn, type ChildProcess, type SerializationType } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Path of a Node that can be started: this one, inside Electron the one of the npm package.
 * Null where that is missing.
 */
export function nodeExecutable(): string | null {
  if (process.versions.electron === undefined) return process.execPath;
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve('node/package.json'));
    const file = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return fs.existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

/** How a process is started. */
export interface NodeProcessOptions {
  /** Its variables; without it those of this process. */
  env?: NodeJS.ProcessEnv;
  /** How messages are written; `json` without it. */
  serialization?: SerializationType;
  /** What becomes of what it writes to standard error; `ignore` without it. */
  stderr?: 'pipe' | 'ignore';
}

/**
 * Starts a program with a channel for messages, as `fork` does, which Electron takes
 * over for itself and refuses. Where no Node is at hand the process tells `error`.
 * @param program path of the file
 */
export function startNode(
  program: string,
  args: readonly string[],
  { env = process.env, serialization = 'json', stderr = 'ignore' }: NodeProcessOptions = {},
): ChildProcess {
  return spawn(nodeExecutable() ?? 'node', [program, ...args], {
    env,
    serialization,
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
    // Windows would open a console for each.
    windowsHide: true,
  });
}
