/** A talk with a unit on a serial line: a message, and the line that comes back. */
import { opener, portAddress } from '../ports/address.ts';
import { PortError, type Port } from '../ports/contract.ts';
import type { UnitFailure, UnitOutcome } from './contract.ts';

/** Longest answer that is read, bytes. */
const LONGEST = 2000;

/** Asks: what is sent, and the answer up to the CR, without it. */
export type Ask = (message: string) => Promise<string>;

/** What a talk came to; `unknown` where a message that registers may have gone out. */
export type Talk<T> = (ask: Ask, registers: () => void) => Promise<UnitOutcome<T>>;

/** How a line is spoken to. */
export interface LineOptions {
  /** Address of a port. */
  at: string;
  /** Baud, where the address names none; 8 data bits, no parity. */
  speed: number;
  /** Longest time for all of it. */
  timeoutMs: number;
}

/**
 * Opens the line, talks and lets go of it. Whatever breaks before {@link Talk} says that a message
 * registers has registered nothing.
 */
export async function talk<T>({ at, speed, timeoutMs }: LineOptions, work: Talk<T>): Promise<UnitOutcome<T>> {
  const address = portAddress(at);
  if (address?.kind !== 'serial' && address?.kind !== 'tcp')
    return { outcome: 'not-done', failure: { trouble: 'unreachable', text: 'this is no serial line' } };
  const late = AbortSignal.timeout(timeoutMs);
  let [isOpen, mayBeDone] = [false, false];
  let port: Port | null = null;
  try {
    const spoken = address.kind === 'serial' ? { ...address, speed: address.speed ?? speed } : address;
    port = await opener(spoken)(late);
    isOpen = true;
    const line = new Line(port, late);
    return await work(
      (message) => line.ask(message),
      () => (mayBeDone = true),
    );
  } catch (error) {
    const text = error instanceof PortError ? error.message : 'the line cannot be used';
    const trouble = isOpen ? 'no-answer' : 'unreachable';
    return { outcome: mayBeDone ? 'unknown' : 'not-done', failure: { trouble, text } };
  } finally {
    await port?.close();
  }
}

/** A line while its port is open. */
class Line {
  private readonly port: Port;
  private readonly late: AbortSignal;
  private heard = '';
  private wake: () => void = () => undefined;
  private isOver = false;

  constructor(port: Port, late: AbortSignal) {
    this.port = port;
    this.late = late;
    port.receive((bytes) => {
      this.heard += Buffer.from(bytes).toString('latin1');
      this.wake();
    });
    void port.ended.then(() => {
      this.isOver = true;
      this.wake();
    });
    late.addEventListener('abort', () => this.wake(), { once: true });
  }

  /** @throws PortError where the line breaks, or nothing comes in time */
  async ask(message: string): Promise<string> {
    // What came before is no answer to this.
    this.heard = '';
    await Promise.race([this.port.write(Buffer.from(message, 'latin1')), this.silence()]);
    for (;;) {
      const end = this.heard.indexOf('\r');
      if (end >= 0) return this.heard.slice(0, end).replace(/^\n/, '');
      if (this.isOver) throw new PortError('lost', 'the line broke');
      if (this.late.aborted) throw new PortError('silent', 'no answer in time');
      if (this.heard.length > LONGEST) throw new PortError('silent', 'what comes is no answer');
      await this.more();
    }
  }

  private more(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private silence(): Promise<never> {
    return new Promise((_, reject) => {
      const fail = () => reject(new PortError('silent', 'no answer in time'));
      if (this.late.aborted) fail();
      else this.late.addEventListener('abort', fail, { once: true });
    });
  }
}

/** A unit that has said no. */
export function refused(trouble: UnitFailure['trouble'], text: string): UnitOutcome<never> {
  return { outcome: 'not-done', failure: { trouble, text } };
}

/** An answer that says nothing. */
export function unreadable(text: string): UnitOutcome<never> {
  return { outcome: 'unknown', failure: { trouble: 'unreadable', text } };
}
