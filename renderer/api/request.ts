import i18next from 'i18next';
import type { FieldProblem } from '../../service/countries/contract/described-page/issue.ts';
import type { Words } from '../../service/countries/contract/described-page/words.ts';
import { sessionEnded, sessionState } from './session-state.ts';

/** Why a request did not succeed. */
export interface Failure {
  /** HTTP status; null when no answer came. */
  http: number | null;
  /** It was asked for something to show: nothing was to be done. */
  reads?: true;
  /** What the service said about it, for people; null when it said nothing they could read. */
  message: string | null;
  /** Further sentences in English, for the till supplier. */
  details: string[];
  /** What is wrong with what was entered, by name of the field. */
  fields?: Readonly<Record<string, string>>;
  /** Reasons of a country, each with the field that it is about. */
  issues?: readonly FieldIssue[];
}

/** A reason against an action of a country (`service/http/control/country.ts`). */
export interface FieldIssue {
  /** Name of the field; empty when it is about none. */
  path: string;
  /** English. */
  text: string;
  /** The same in the country's page texts. */
  words?: Words;
  /** What is wrong with the field, where there are words of the page for it. */
  problem?: FieldProblem;
}

/** What came of a request. */
export type Reply<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** Something to send besides the address. */
export interface Sending {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: string;
  /** Media type of the body. */
  type?: string;
}

/** Actions may wait for the tax authority, which takes its time. */
const ANSWER_MS = 120_000;

/** No answer came: it cannot be known whether the service did what was asked. */
const unanswered: Failure = { http: null, message: null, details: [] };

/** Ask the service for something. Never rejects: what goes wrong is part of the reply. */
export async function request<T>(url: string, sending: Sending = {}): Promise<Reply<T>> {
  const reply = await exchange<T>(url, sending);
  if (reply.ok || (sending.method ?? 'GET') !== 'GET') return reply;
  return { ok: false, failure: { ...reply.failure, reads: true } };
}

async function exchange<T>(url: string, { method = 'GET', body, type }: Sending): Promise<Reply<T>> {
  const csrf = sessionState()?.csrf ?? null;
  try {
    const response = await fetch(url, {
      method,
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        Accept: 'application/json',
        // Messages are in the language of the page, which need not be the browser's.
        ...(i18next.language ? { 'Accept-Language': i18next.language } : {}),
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...(csrf === null || method === 'GET' ? {} : { 'X-CSRF-Token': csrf }),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (response.status === 401) sessionEnded();
    return readReply<T>(response.status, response.ok, await response.text());
  } catch {
    return { ok: false, failure: unanswered };
  }
}

/**
 * Read an answer. An error counts as one even under status 200, because the
 * attribute HttpServer_respond200 turns every status into that.
 */
export function readReply<T>(http: number, good: boolean, text: string): Reply<T> {
  const value = parsed(text);
  const error = errorIn(value);
  if (good && error === null && value !== undefined) return { ok: true, value: value as T };
  return { ok: false, failure: { http, message: null, details: [], ...error } };
}

/** JSON text as a value, an empty text as null, anything else as undefined. */
function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `{ error: text }`, or `{ error: { message, warnings, fields } }`. */
function errorIn(value: unknown): Omit<Failure, 'http'> | null {
  const error: unknown = record(value)?.['error'];
  if (typeof error === 'string') return { message: error, details: [] };
  const parts = record(error);
  if (parts === null) return null;
  const { message, warnings } = parts;
  const fields = record(parts['fields']);
  return {
    message: typeof message === 'string' && message !== '' ? message : null,
    details: Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [],
    ...(fields !== null && { fields: fields as Record<string, string> }),
    ...(Array.isArray(parts['issues']) && { issues: parts['issues'] as FieldIssue[] }),
  };
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}
