/**
 * Printing one job, and finding out whether it is on paper. A printer that has
 * run out of paper keeps what it has and goes on by itself, so that a job is
 * sent once and never again from here: what became of it may be unknown.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { portError, type PortError } from '../ports/contract.ts';
import type { PrinterSession } from './session.ts';
import type { PrinterMessage, PrinterStatus } from './status.ts';
import { troubleOf, type PrinterTrouble } from './trouble.ts';

/** What is to be printed. */
export interface PrintJob {
  /** ESC/POS, from initialising on. */
  bytes: Uint8Array;
  /** Four characters (0x20 to 0x7E), for printers that name what is on paper. */
  id: string;
  /** What it is called where somebody sees a list, or a file of its own: letters of file names, without an ending. */
  name: string;
}

/** A job for an ESC/POS printer. */
export interface EscPosJob extends PrintJob {
  /** The printer knows process ids (GS ( H). */
  hasProcessId: boolean;
}

/** What became of a job. */
export type PrintOutcome =
  /** It is on paper. */
  | { kind: 'printed' }
  /** The printer took it, and is one that tells nothing. */
  | { kind: 'sent' }
  /** Nothing of it is or will be on paper: it may be tried again. */
  | { kind: 'refused'; trouble: PrinterTrouble }
  /** Part of it or all of it may be on paper. */
  | { kind: 'unknown'; trouble: PrinterTrouble };

/** Whoever waits for a job. */
export interface PrintWatch {
  /** Before the first byte goes out; when it rejects, none does. What is refused behind begins once more. */
  begin(): Promise<void>;
  /** It may be on paper from now on, and is refused no more. */
  started(): Promise<void>;
  /** The job stands still (paper, cover) and goes on when a person has seen to it; null: it goes on. */
  halted(trouble: PrinterTrouble | null): void;
}

/** Buffers of cheap printers hold 4 kB. */
const CHUNK = 4096;
/** A printer that is online and has not said that it is done by then never will, ms. */
const DONE_MS = 60_000;
/** A printer without a word takes the last bytes out of the system's buffer, ms. */
const SILENT_MS = 500;

/**
 * Sends a job and waits until the printer has worked on it.
 * @param signal gives up waiting
 */
export async function print(
  session: PrinterSession,
  job: EscPosJob,
  watch: PrintWatch,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  try {
    const trouble = troubleOf(await session.check());
    if (trouble) return { kind: 'refused', trouble };
  } catch (error) {
    return { kind: 'refused', trouble: portError(error, 'printer').fault };
  }
  await watch.begin();
  await watch.started();
  let isDone = false;
  const hear = (message: PrinterMessage) => (isDone ||= ends(message, job));
  const follow = (status: PrinterStatus) => watch.halted(troubleOf(status));
  session.on('message', hear).on('status', follow);
  try {
    return await sendAndWait(session, job, () => isDone, signal);
  } finally {
    session.off('message', hear).off('status', follow);
  }
}

async function sendAndWait(
  session: PrinterSession,
  job: EscPosJob,
  isDone: () => boolean,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  const lost: { error?: PortError | null } = {};
  void session.ended.then((error) => (lost.error = error));
  const sending = send(session, session.isSilent ? job.bytes : withQuestion(job)).catch((error: unknown) => {
    lost.error = portError(error, 'printer');
  });
  if (session.isSilent) {
    await Promise.race([sending, session.ended, aborted(signal)]);
    if (lost.error || signal.aborted) return { kind: 'unknown', trouble: lost.error?.fault ?? 'silent' };
    await pause(SILENT_MS);
    return { kind: 'sent' };
  }
  // Time counts only while nothing is the matter that a person has to see to.
  let late = AbortSignal.timeout(DONE_MS);
  while (!isDone()) {
    if (lost.error) return { kind: 'unknown', trouble: lost.error.fault };
    if (signal.aborted) return { kind: 'unknown', trouble: troubleOf(session.status) ?? 'silent' };
    if (late.aborted) {
      const trouble = troubleOf(session.status);
      if (!trouble) return { kind: 'unknown', trouble: 'silent' };
      late = AbortSignal.timeout(DONE_MS);
    }
    await session.next(AbortSignal.any([signal, late]));
  }
  return { kind: 'printed' };
}

function ends(message: PrinterMessage, job: EscPosJob): boolean {
  return job.hasProcessId ? message.kind === 'done' && message.id === job.id : message.kind === 'reached';
}

/** The job with a last command that is answered when everything before it has been worked on. */
function withQuestion({ bytes, id, hasProcessId }: EscPosJob): Uint8Array {
  const question = hasProcessId
    ? [0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30, ...Buffer.from(id, 'latin1')]
    : [0x1d, 0x72, 0x01];
  return Buffer.concat([bytes, Uint8Array.from(question)]);
}

async function send(session: PrinterSession, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += CHUNK) await session.send(bytes.subarray(at, at + CHUNK));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
