/** Questions to other machines and their answers, questions of others and ours. Knows datagrams, not the socket. */
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { newId, open, seal, type Message } from './datagram.ts';
import { Freshness } from './freshness.ts';
import { RateLimit } from './rate-limit.ts';

/** Where a datagram comes from or goes to. */
export interface Peer {
  /** IPv4 address. */
  address: string;
  /** UDP port. */
  port: number;
}

/** A message and who sent it. */
export interface Received extends Message {
  peer: Peer;
}

/** Kind and body of an answer. */
export interface Answer {
  kind: string;
  body: object;
}

/** What an exchange works with. */
export interface ExchangeParts {
  /** Instance id of this installation. */
  instance: string;
  /** The shop's key; null while nothing may be sent or answered. */
  key(): Buffer | null;
  /** Sends a datagram to a machine or to all; a failure is as good as a datagram that gets lost. */
  send(datagram: Buffer, to: Peer | 'all'): void;
  /** The answer to a question, null for none. May throw. */
  answer(question: Received): Promise<Answer | null>;
  clock: Clock;
  log: Log;
  rate?: RateLimit;
}

/** How to wait for answers. */
export interface Patience {
  /** Longest time, milliseconds. */
  ms: number;
  /** True when the answers so far are enough. */
  enough?(answers: readonly Received[]): boolean;
}

/** More than a shop has machines. */
const MOST_ANSWERS = 500;

/** One machine's side of the conversation. */
export class Exchange {
  private readonly parts: ExchangeParts;
  private readonly freshness: Freshness;
  private readonly rate: RateLimit;
  /** Takers of answers, by the id of the question. */
  private readonly awaited = new Map<string, (answer: Received) => void>();

  constructor(parts: ExchangeParts) {
    this.parts = parts;
    this.freshness = new Freshness(parts.log);
    this.rate = parts.rate ?? new RateLimit();
  }

  /** Asks one machine, several, or all. Resolves with what was answered in time, each machine once; never rejects. */
  async ask(
    kind: string,
    body: object,
    to: readonly Peer[] | 'all',
    patience: Patience,
  ): Promise<Received[]> {
    const { parts } = this;
    const key = parts.key();
    const id = newId();
    const message = { kind, id, at: parts.clock.now(), from: parts.instance, body };
    const datagram = key && seal(key, message);
    if (!datagram) return [];
    const answers: Received[] = [];
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, patience.ms);
      this.awaited.set(id, (answer) => {
        if (answers.length >= MOST_ANSWERS || answers.some(({ from }) => from === answer.from)) return;
        answers.push(answer);
        if (!patience.enough?.(answers)) return;
        clearTimeout(late);
        resolve();
      });
      for (const peer of to === 'all' ? (['all'] as const) : to) parts.send(datagram, peer);
    });
    this.awaited.delete(id);
    return answers;
  }

  /** Takes a datagram from the network: whatever is not meant for us, or is nonsense, is dropped. Never rejects. */
  async receive(datagram: Buffer, peer: Peer): Promise<void> {
    const { parts } = this;
    const key = parts.key();
    if (!key || !this.rate.admits(peer.address)) return;
    const message = open(key, datagram);
    // What we call out to all comes back to us.
    if (!message || message.from === parts.instance) return;
    const received = { ...message, peer };
    const taker = this.awaited.get(message.id);
    if (taker) {
      taker(received);
      return;
    }
    if (!this.freshness.isNew(message, peer.address, parts.clock.now())) return;
    try {
      await this.reply(key, received);
    } catch (error) {
      parts.log.error(`LAN: a question of ${peer.address} cannot be answered`, error);
    }
  }

  private async reply(key: Buffer, question: Received): Promise<void> {
    const { instance, clock, log } = this.parts;
    const answer = await this.parts.answer(question);
    if (!answer) return;
    const datagram = seal(key, { ...answer, id: question.id, at: clock.now(), from: instance });
    if (datagram) this.parts.send(datagram, question.peer);
    else log.warn(`LAN: an answer to ${question.peer.address} is too long to be sent`);
  }
}
