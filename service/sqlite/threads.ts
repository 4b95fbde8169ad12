/**
 * Threads for connections. SQLite as Node has it returns when all is done, which
 * for a commit is when the disk has it: the event loop must not wait for that,
 * nor one connection for another.
 */
import { Thread } from '../threads/thread.ts';
import { SqliteError, type Failure } from './errors.ts';
import type { Requests } from './messages.ts';

/** A thread that has one connection at a time; what it is asked may throw a {@link SqliteError}. */
export type SqliteThread = Thread<Requests, Failure>;

/** Threads that nobody uses, with the timers that end them: starting one takes as long as some hundred requests. */
const idle: { thread: SqliteThread; end: NodeJS.Timeout }[] = [];
/** A service has no more connections that come and go; each takes some megabytes. */
const MOST_IDLE = 4;
/** So long one is kept, ms. */
const KEPT_MS = 30_000;

/** A thread that nobody uses. */
export function takeThread(): SqliteThread {
  const kept = idle.pop();
  if (!kept) return new Thread(program(), (failure) => new SqliteError(failure));
  clearTimeout(kept.end);
  return kept.thread;
}

/** Keeps a thread for the next connection for a while, unless many are kept already. */
export function giveBack(thread: SqliteThread): void {
  if (idle.length === MOST_IDLE) {
    void thread.ask('end');
    return;
  }
  const end = setTimeout(() => {
    idle.splice(idle.indexOf(kept), 1);
    void thread.ask('end');
  }, KEPT_MS);
  const kept = { thread, end: end.unref() };
  idle.push(kept);
}

/** Beside this file; beside the programs when they are bundled (build/scripts/programs.ts). */
function program(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './sqlite-thread.js', import.meta.url);
}
