/** What is said to the printer and heard from it. */
import type { DeviceLogin } from '../../ports/device-auth.ts';
import type { Failure, Outcome } from '../contract.ts';
import { exchangeOver, type Connection } from '../web.ts';
import { element } from '../xml.ts';
import { readAnswer, troubleOf, type Answer } from './answers.ts';

const PATH = '/xml/printer.htm';
const TYPE = 'text/plain';

/** Ways to ask. */
export interface Conversation {
  /** Sends elements beneath a root. */
  ask: (root: string, elements: readonly string[], timeoutMs?: number) => Promise<Outcome<Answer>>;
  /** Gives one command. */
  command: (name: string, attributes?: Readonly<Record<string, string | number>>) => Promise<Outcome<Answer>>;
  /** A command of the printer's own protocol; what it answers. */
  direct: (number: string, data?: string) => Promise<Outcome<string>>;
}

/** @param questionMs longest time for what is not given another one */
export function conversation(options: Connection, questionMs: number): Conversation {
  let learned: DeviceLogin | null = null;

  async function send(
    connection: Connection,
    root: string,
    elements: readonly string[],
    timeoutMs: number,
  ): Promise<Outcome<Answer>> {
    const body = `<?xml version="1.0" encoding="utf-8"?><${root}>${elements.join('')}</${root}>`;
    const exchanged = await exchangeOver(connection, { path: PATH, type: TYPE, body }, timeoutMs, readAnswer);
    if ('failure' in exchanged) {
      const { failure, asked } = exchanged;
      return { outcome: asked ? 'unknown' : 'not-done', failure };
    }
    const { answer } = exchanged;
    if (answer.success) return { outcome: 'done', result: answer };
    const trouble = troubleOf(answer);
    const failure: Failure = { trouble, text: `the printer says no (${answer.status})` };
    return { outcome: trouble === 'no-answer' ? 'unknown' : 'not-done', failure };
  }

  /** Printers that nobody has set otherwise want their serial number as user and password. */
  async function ask(
    root: string,
    elements: readonly string[],
    timeoutMs = questionMs,
  ): Promise<Outcome<Answer>> {
    const told = await send(
      { ...options, login: options.login ?? learned ?? null },
      root,
      elements,
      timeoutMs,
    );
    const isRefused = told.outcome !== 'done' && told.failure.trouble === 'rights';
    if (!isRefused || options.login || learned) return told;
    const info = await send(options, 'printerCommand', [element('getInfo')], questionMs);
    const serial = info.outcome === 'done' ? info.result.info.serialNumber : undefined;
    if (serial === undefined || !isSerial(serial)) return told;
    learned = { user: serial, password: serial };
    return send({ ...options, login: learned }, root, elements, timeoutMs);
  }

  const command = (name: string, attributes: Readonly<Record<string, string | number>> = {}) =>
    ask('printerCommand', [element(name, attributes)]);
  /** A command of the printer's own protocol. */
  const direct = async (number: string, data = ''): Promise<Outcome<string>> =>
    read(await command('directIO', { command: number, data }), ({ info }) => info.responseBuf ?? '');
  return { ask, command, direct };
}

/** Whether this is the number of a printer. */
export function isSerial(text: string): boolean {
  return /^[\dA-Z]{11}$/.test(text);
}

/** It is done. */
export function done<T>(result: T): { outcome: 'done'; result: T } {
  return { outcome: 'done', result };
}

/** What was done tells nothing. */
export function nothing(told: Outcome<unknown>): Outcome<null> {
  return told.outcome === 'done' ? done(null) : told;
}

/** Reads an answer. @param how null for what makes no sense */
export function read<T>(told: Outcome<Answer>, how: (answer: Answer) => T | null): Outcome<T> {
  if (told.outcome !== 'done') return told;
  const result = how(told.result);
  return result === null ? unreadable() : done(result);
}

/** Reads the answer of a command of the printer's own protocol. */
export async function readText<T>(
  asked: Promise<Outcome<string>>,
  how: (text: string) => T | null,
): Promise<Outcome<T>> {
  const told = await asked;
  if (told.outcome !== 'done') return told;
  const result = how(told.result);
  return result === null ? unreadable() : done(result);
}

/** It was asked, and what it says makes no sense. */
export function unreadable(): { outcome: 'unknown'; failure: Failure } {
  return {
    outcome: 'unknown',
    failure: { trouble: 'unreadable', text: 'the answer lacks what was asked for' },
  };
}
