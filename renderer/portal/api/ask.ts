import i18next from 'i18next';
import type { Reply } from '../../api/request.ts';
import { failureOf, type Texts, unanswered } from './failure.ts';
import { tellNews } from './news.ts';
import { csrfToken, sessionEnded } from './standing.ts';

/** Something to ask besides the address. */
export interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** It changes nothing, whatever its method. */
  quiet?: boolean;
  /** It asks for credentials of its own: when they are wrong, no session has ended. */
  open?: boolean;
}

const ANSWER_MS = 60_000;

/** The words for what is wrong. */
export const texts: Texts = {
  t: (key, values = {}) =>
    (i18next.t as (key: string, values: Record<string, unknown>) => string)(key, { ns: 'portal', ...values }),
  has: (key) => typeof i18next.getResource(i18next.language, 'portal', key) === 'string',
};

/**
 * Asks the portal for something. Never rejects: what goes wrong is part of the
 * reply. When the session has ended meanwhile, it waits until the same user has
 * signed in again.
 * @param path begins with a slash
 */
export async function ask<T>(path: string, asking: Asking = {}): Promise<Reply<T>> {
  const { method = 'GET', quiet = false, open = false } = asking;
  try {
    const response = await send(path, asking);
    const text = await response.text();
    if (response.status === 401 && !open && (await sessionEnded())) return await ask<T>(path, asking);
    if (!response.ok) return { ok: false, failure: failureOf(response.status, text, texts) };
    if (method !== 'GET' && !quiet && !open) tellNews();
    return { ok: true, value: (text === '' ? null : JSON.parse(text)) as T };
  } catch {
    return { ok: false, failure: unanswered(texts, method === 'GET' || quiet) };
  }
}

/**
 * Whether the portal would hand out a file. The beginning is asked for and let
 * go again: a download by the browser says nothing about why it fails.
 */
export async function askForFile(path: string): Promise<Reply<null>> {
  const abort = new AbortController();
  try {
    const response = await fetch(`.${path}`, { cache: 'no-store', signal: abort.signal });
    if (response.status === 401 && (await sessionEnded())) return await askForFile(path);
    if (response.ok) return { ok: true, value: null };
    return { ok: false, failure: failureOf(response.status, await response.text(), texts) };
  } catch {
    return { ok: false, failure: unanswered(texts, true) };
  } finally {
    abort.abort();
  }
}

function send(path: string, { method = 'GET', body }: Asking): Promise<Response> {
  const csrf = csrfToken();
  return fetch(`.${path}`, {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(csrf === null || method === 'GET' ? {} : { 'X-CSRF-Token': csrf }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
