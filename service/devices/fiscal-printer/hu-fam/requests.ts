/** Questions to a register in the cloud, and what several of its messages need. */
import type { Failure, Outcome } from '../contract.ts';
import { documentList, documentState, type Descriptor, type DocumentState, type Listed } from './answers.ts';
import { interruptBody } from './documents.ts';
import { currencyBody } from './reports.ts';
import type { FamAnswer, FamSession } from './session.ts';

/** Paths of messages that begin or make documents, and that end them. */
export const [CREATE, CLOSE] = ['/doc/doc-create', '/doc/doc-close'];
/** Where the memory keeps the rate of a currency. */
const RATE = 'rate ';

/** Asks one register. */
export type FamRequests = ReturnType<typeof famRequests>;

/** @param memory keeps rates from one question to the next */
export function famRequests(session: FamSession, questionMs: number, memory: Map<string, string>) {
  const { systemId } = session;

  async function read<T>(path: string, what: (answer: FamAnswer) => T | null): Promise<Outcome<T>> {
    const told = await session.ask(path, null, questionMs);
    // Nothing is done by a question.
    if (told.outcome !== 'done') return { outcome: 'not-done', failure: told.failure };
    const result = what(told.result);
    return result === null
      ? notDone('unreadable', 'the answer lacks what was asked for')
      : { outcome: 'done', result };
  }

  const look = (): Promise<Outcome<DocumentState>> => read(`/doc/state/${systemId}`, documentState);

  function list(from: number, till: number, type = ''): Promise<Outcome<Listed[]>> {
    const path = `/doc/list/${systemId}/${from}/${till}`;
    return read(type === '' ? path : `${path}?documentType=${type}`, documentList);
  }

  /** Whether the authority lets it work, and whether it has heard of its till. */
  async function status(): Promise<Outcome<{ isPending: boolean }>> {
    const told = await read(`/system/status/${systemId}`, (answer) => answer);
    if (told.outcome !== 'done') return told;
    const { blocked, fcuState } = told.result;
    if (blocked === true) return notDone('blocked', 'the authority has blocked the register');
    if (fcuState === 'SUSPENDED') return notDone('blocked', 'the authority has suspended the register');
    return done({ isPending: fcuState === 'PENDING' });
  }

  /** Why a document was refused: a register that is blocked issues none, and without a day there is none. */
  async function refusal(failure: Failure): Promise<{ outcome: 'not-done'; failure: Failure }> {
    const told = await status();
    if (told.outcome !== 'done' && told.failure.trouble === 'blocked')
      return notDone('blocked', told.failure.text);
    const state = await look();
    const isClosed = state.outcome === 'done' && state.result.day === null;
    return isClosed ? notDone('day-not-open', failure.text) : { outcome: 'not-done', failure };
  }

  async function interrupt(document: Descriptor): Promise<Outcome<FamAnswer>> {
    return session.ask(CLOSE, interruptBody(systemId, document), questionMs);
  }

  /** Takes back what was begun; whether that is so is known, or nothing is. */
  async function givenUp(document: Descriptor, failure: Failure): Promise<Outcome<never>> {
    const told = await interrupt(document);
    return told.outcome === 'done' ? { outcome: 'not-done', failure } : { outcome: 'unknown', failure };
  }

  function rawPath({ day, type, id }: Descriptor): string {
    return `/doc/document/${systemId}/${day}/${type}/${id}/RAW`;
  }

  /** Tells what a currency is worth, unless that is known. */
  async function setRate(currency: string, rate: string): Promise<Outcome<unknown>> {
    if (memory.get(`${RATE}${currency}`) === rate) return done(null);
    const told = await session.ask(`/currency/${systemId}`, currencyBody(currency, rate), questionMs);
    if (told.outcome === 'done') memory.set(`${RATE}${currency}`, rate);
    // Nothing was sold yet.
    return told.outcome === 'done' ? told : { outcome: 'not-done', failure: told.failure };
  }

  /** It is told again before it is used. */
  const forgetRate = (currency: string) => void memory.delete(`${RATE}${currency}`);

  return {
    session,
    questionMs,
    read,
    look,
    list,
    status,
    refusal,
    interrupt,
    givenUp,
    rawPath,
    setRate,
    forgetRate,
  };
}

/** @returns what was asked for */
export function done<T>(result: T): { outcome: 'done'; result: T } {
  return { outcome: 'done', result };
}

/** @returns nothing was done */
export function notDone(
  trouble: Failure['trouble'],
  text: string,
): { outcome: 'not-done'; failure: Failure } {
  return { outcome: 'not-done', failure: { trouble, text } };
}

/** @returns nobody knows whether it was done */
export function unknown(trouble: Failure['trouble'], text: string): { outcome: 'unknown'; failure: Failure } {
  return { outcome: 'unknown', failure: { trouble, text } };
}
