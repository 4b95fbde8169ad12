/** Requests to the service: access by token, repeated where that is harmless. */
import { objectOf } from '../../ports/answer.ts';
import type { TseFailure, TseOptions } from '../contract.ts';
import { ask, download, type WebRequest, type WebStream } from '../web.ts';
import { refusalOf, type Refusal } from './errors.ts';

/** What came of a request. `asked`: it may have been done. */
export type Answered =
  { object: Record<string, unknown> } | { failure: TseFailure; asked: boolean; code: string; status: number };

/** Set up of a service takes seconds. */
export const LONG_MS = 60_000;
/** Of the running time of a token, which part is used. */
const RENEW_AT = 0.9;
const LONGEST_TOKEN = 10_000;
const MOST_TRIES = 3;

/** Talks to one organisation of the service. */
export class FiskalyClient {
  private readonly options: TseOptions;
  private readonly pauseMs: number;
  private token: { text: string; until: number } | null = null;

  constructor(options: TseOptions, pauseMs: number) {
    this.options = options;
    this.pauseMs = pauseMs;
  }

  get timeoutMs(): number {
    return this.options.timeoutMs;
  }

  /**
   * Asks once, or again where the same request does no harm: all PUTs with ids of ours, and what only reads.
   * @param path behind the base address, encoded
   */
  async request(
    method: WebRequest['method'],
    path: string,
    body: unknown,
    { timeoutMs, repeat }: { timeoutMs: number; repeat: boolean },
  ): Promise<Answered> {
    const signal = AbortSignal.timeout(timeoutMs);
    let asked = false;
    for (let tries = 1; ; tries++) {
      const answer = await this.once(method, path, body, signal);
      if ('object' in answer) return answer;
      asked ||= answer.asked;
      const isPassing =
        (answer.failure.trouble === 'busy' && (answer.failure.retryAfterMs ?? 0) === 0) ||
        answer.failure.trouble === 'no-answer';
      if (!repeat || !isPassing || tries >= MOST_TRIES || signal.aborted) return { ...answer, asked };
      await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }

  /** A file, as it comes. */
  async file(path: string): Promise<WebStream> {
    const signal = AbortSignal.timeout(LONG_MS);
    const access = await this.access(signal);
    if (typeof access !== 'string') return { failure: access.failure, asked: false };
    // A large file takes longer than any answer.
    return download(this.web('GET', path, undefined, new AbortController().signal, access));
  }

  private async once(
    method: WebRequest['method'],
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<Answered> {
    for (let isFresh = false; ; isFresh = true) {
      const access = await this.access(signal);
      if (typeof access !== 'string') return access;
      const answer = await ask(this.web(method, path, body, signal, access));
      if ('failure' in answer) return { ...answer, code: '', status: 0 };
      if (answer.status >= 200 && answer.status < 300) return objectAnswer(answer.body);
      const refusal = refusalOf(answer.status, answer.body, answer.retryAfterMs);
      if (answer.status !== 401 || refusal.failure.trouble !== 'unauthorised' || isFresh)
        return refused(refusal);
      // A token may end before its time: a new one, once.
      this.token = null;
    }
  }

  /** The token, renewed before it ends. */
  private async access(signal: AbortSignal): Promise<string | Extract<Answered, { failure: unknown }>> {
    const now = this.options.clock.now();
    if (this.token && now < this.token.until) return this.token.text;
    const { apiKey = '', apiSecret = '' } = this.options.settings;
    const body = { api_key: apiKey, api_secret: apiSecret };
    const answer = await ask(this.web('POST', 'auth', body, signal, null));
    // Nothing was asked of a TSE yet.
    if ('failure' in answer) {
      const { trouble, text } = answer.failure;
      return {
        failure: { trouble: trouble === 'no-answer' ? 'unreachable' : trouble, text },
        asked: false,
        code: '',
        status: 0,
      };
    }
    if (answer.status !== 200) {
      const refusal = refused(refusalOf(answer.status, answer.body, answer.retryAfterMs));
      return { ...refusal, asked: false };
    }
    const object = objectOf(answer.body);
    const text = object?.access_token;
    const seconds = object?.access_token_expires_in;
    if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text) || text.length > LONGEST_TOKEN)
      return {
        failure: { trouble: 'unreadable', text: 'the service gives no token' },
        asked: false,
        code: '',
        status: 0,
      };
    this.token = { text, until: now + (typeof seconds === 'number' ? seconds : 0) * 1000 * RENEW_AT };
    return text;
  }

  private web(
    method: WebRequest['method'],
    path: string,
    body: unknown,
    signal: AbortSignal,
    access: string | null,
  ): WebRequest {
    const { baseUrl = '', ca } = this.options.settings;
    return {
      ...{ method, signal, body, url: `${baseUrl.replace(/\/$/, '')}/${path}` },
      headers: access === null ? {} : { authorization: `Bearer ${access}` },
      ca: ca || undefined,
    };
  }
}

function objectAnswer(body: Buffer): Answered {
  const object = objectOf(body);
  if (object) return { object };
  return {
    failure: { trouble: 'unreadable', text: 'the answer is no JSON object' },
    asked: true,
    code: '',
    status: 200,
  };
}

function refused({ failure, isSure, code, status }: Refusal): Extract<Answered, { failure: unknown }> {
  return { failure, asked: !isSure, code, status };
}
