/**
 * Driver of FDMs of GKS 1. A request is sent at most three times, with the same sequence
 * number, so that the FDM knows it again and tells what it has answered before.
 */
import { PortError, type Port } from '../../ports/contract.ts';
import type { HeldPort } from '../../ports/held-port.ts';
import type { FdmFailure, FdmOutcome, SerialFdm, SerialState } from '../contract.ts';
import { ACK, frameOf, FrameReader, NACK, type Heard } from './frame.ts';
import {
  headerOf,
  isCertain,
  readHash,
  readState,
  ticketFields,
  verdictOf,
  type Identifier,
} from './message.ts';

/** Serial lines of FDMs run at this speed, 8 data bits, no parity. */
export const BAUD = 19_200;
/** How often a request is sent. */
const TRIES = 3;

/** Something read, or why there is nothing. */
type Told<T> = { result: T } | { failure: FdmFailure; isSent: boolean };

/** How to drive an FDM. */
export interface SerialOptions {
  port: Pick<HeldPort, 'use'>;
  /** How long an answer to one try is waited for, ms. */
  answerMs: number;
}

/** @returns a driver; it opens nothing until it is asked */
export function serialFdm({ port, answerMs }: SerialOptions): SerialFdm {
  async function ask<T>(
    identifier: Identifier,
    fields: string,
    sequence: number,
    isAgain: boolean,
    read: (answer: string, verdict: NonNullable<ReturnType<typeof verdictOf>>, retry: number) => T | null,
  ): Promise<FdmOutcome<T>> {
    const told = await onPort<T>(async (line, sent) => {
      const first = isAgain ? 1 : 0;
      for (let retry = first; retry < TRIES; retry++) {
        await line.send(frameOf(headerOf(identifier, sequence, retry) + fields), sent);
        const answer = await line.answer(headerOf(identifier, sequence, 0).slice(0, 3), answerMs);
        const verdict = answer === null ? null : verdictOf(answer, identifier);
        if (!verdict) continue;
        const { failure, code } = verdict;
        if (failure) return { failure, isSent: (isAgain || retry > first) && !isCertain(code) };
        const result = read(answer!, verdict, retry);
        if (result !== null) return { result };
      }
      return { failure: { trouble: 'no-answer', text: `no answer to ${TRIES - first} tries` }, isSent: true };
    });
    if ('result' in told) return { outcome: 'done', result: told.result };
    return { outcome: told.isSent ? 'unknown' : 'not-done', failure: told.failure };
  }

  async function onPort<T>(work: (line: Line, sent: () => void) => Promise<Told<T>>): Promise<Told<T>> {
    let isSent = false;
    try {
      return await port.use((open) => work(lineOf(open), () => (isSent = true)));
    } catch (error) {
      const text = error instanceof PortError ? error.message : 'the line cannot be used';
      return { failure: { trouble: isSent ? 'no-answer' : 'unreachable', text }, isSent };
    }
  }

  const stateOf = (
    identifier: Identifier,
    fields: string,
    sequence: number,
  ): Promise<FdmOutcome<SerialState>> =>
    ask(identifier, fields, sequence, false, (answer, verdict) => readState(answer, identifier, verdict));

  return {
    hash: (ticket, sequence, isAgain) => ask('H', ticketFields(ticket), sequence, isAgain, readHash),
    identify: (sequence) => stateOf('I', '', sequence),
    status: (sequence) => stateOf('S', '', sequence),
    pin: (pin, sequence) => stateOf('P', pin, sequence),
  };
}

/** One line while a port is open: what is heard on it waits for whoever asks. */
class Line {
  private readonly port: Port;
  private readonly reader = new FrameReader();
  private heard: Heard[] = [];
  private wake: () => void = () => undefined;
  private isOver = false;

  constructor(port: Port) {
    this.port = port;
    port.receive((bytes) => {
      this.heard.push(...this.reader.push(bytes));
      this.wake();
    });
    void port.ended.then(() => {
      this.isOver = true;
      this.wake();
    });
  }

  /** Sends a frame; what came before is none of its answers. @param sent told before the first byte goes out */
  async send(frame: Buffer, sent: () => void): Promise<void> {
    this.heard = [];
    this.reader.reset();
    sent();
    await this.port.write(frame);
  }

  /**
   * Waits for the answer that begins so, and says that it has come.
   * @returns null where none comes in time, or the FDM has not understood
   * @throws PortError where the line breaks
   */
  async answer(beginning: string, withinMs: number): Promise<string | null> {
    const late = AbortSignal.timeout(withinMs);
    for (;;) {
      const one = this.heard.shift();
      if (one === undefined) {
        if (late.aborted) return null;
        if (this.isOver) throw new PortError('lost', 'the line broke');
        await this.more(late);
        continue;
      }
      if (one === 'nack') return null;
      if (one === 'ack') continue;
      if (one === 'spoilt') {
        await this.port.write(Uint8Array.of(NACK));
        continue;
      }
      await this.port.write(Uint8Array.of(ACK));
      if (one.text.startsWith(beginning)) return one.text;
    }
  }

  private more(late: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        late.removeEventListener('abort', end);
        resolve();
      };
      this.wake = end;
      late.addEventListener('abort', end, { once: true });
    });
  }
}

const lines = new WeakMap<Port, Line>();

/** A port has one listener for as long as it is open. */
function lineOf(port: Port): Line {
  const line = lines.get(port) ?? new Line(port);
  lines.set(port, line);
  return line;
}
