/**
 * A conversation with a printer over a port: one question, one answer, until a moment that
 * is set before. Nothing rejects: a line that breaks or is silent is an answer, too.
 */
import { PortError, type OpenPort, type Port } from '../ports/contract.ts';
import type { Failure, Outcome } from './contract.ts';

/** How to reach a printer. */
export interface PortConnection {
  openPort: OpenPort;
  /** Takes a line for each message and answer (`Printer_Log`). */
  trace?: ((line: string) => void) | undefined;
}

/** Why a question has no answer. */
export interface Lost {
  lost: Failure;
}

/** Whether a question has no answer. */
export function isLost<T>(answer: T | Lost): answer is Lost {
  return typeof answer === 'object' && answer !== null && 'lost' in answer;
}

/** Longest line of a trace, characters. */
const MOST_TRACED = 4000;

/** An open line to a printer. */
export class Conversation {
  private readonly port: Port;
  private readonly ended: Promise<Lost>;
  private readonly trace: ((line: string) => void) | undefined;
  private listener: ((bytes: Uint8Array) => void) | null = null;

  constructor(port: Port, signal: AbortSignal, ms: number, trace?: (line: string) => void) {
    this.port = port;
    this.trace = trace;
    const late = new Promise<Lost>((resolve) => {
      const silent = () => resolve(lost('no-answer', `no answer within ${ms} ms`));
      if (signal.aborted) silent();
      else signal.addEventListener('abort', silent, { once: true });
    });
    const broken = port.ended.then((error) => lost('no-answer', error?.message ?? 'the line was closed'));
    this.ended = Promise.race([late, broken]);
    port.receive((bytes) => this.listener?.(bytes));
  }

  /**
   * Sends bytes and waits for what `take` makes of the answer: null until it is whole. What comes
   * before the question is asked is no answer to it.
   */
  async ask<T>(question: Uint8Array, take: (bytes: Uint8Array) => T | null): Promise<T | Lost> {
    const answered = Promise.withResolvers<T>();
    this.listener = (bytes) => {
      const answer = take(bytes);
      if (answer === null) return;
      this.listener = null;
      this.note('<', bytes);
      answered.resolve(answer);
    };
    this.note('>', question);
    const written = this.port.write(question).then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => lost('no-answer', (error as Error).message),
    );
    const answer = await Promise.race([answered.promise, written, this.ended]);
    this.listener = null;
    return answer;
  }

  private note(sign: '<' | '>', bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString('latin1');
    this.trace?.(`${sign} ${text.replace(/[\u0000-\u001F\u007F]/g, '.').slice(0, MOST_TRACED)}`);
  }
}

function lost(trouble: Failure['trouble'], text: string): Lost {
  return { lost: { trouble, text } };
}

/** Opens the port, has the conversation and lets go of the port. A port that cannot be opened: nothing was asked. */
export async function converse<T>(
  { openPort, trace }: PortConnection,
  ms: number,
  work: (conversation: Conversation) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const signal = AbortSignal.timeout(ms);
  let port: Port;
  try {
    port = await openPort(signal);
  } catch (error) {
    const { message } = error as Error;
    const isHeld = error instanceof PortError && error.fault === 'rights';
    trace?.(`! ${message}`);
    return { outcome: 'not-done', failure: { trouble: isHeld ? 'rights' : 'unreachable', text: message } };
  }
  try {
    const outcome = await work(new Conversation(port, signal, ms, trace));
    if (outcome.outcome !== 'done') trace?.(`! ${outcome.failure.trouble}: ${outcome.failure.text}`);
    return outcome;
  } finally {
    await port.close();
  }
}
