/** Portals for tests: real ones, on SQLite or on the PostgreSQL of `TILLMARK_TEST_POSTGRES`. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ManualClock } from '../../testing/manual-clock.ts';
import { freshDatabase } from '../../testing/postgres/fresh-database.ts';
import { type PortalServer, startPortal, type PortalStart } from '../server.ts';
import { holdToContract } from './contract.ts';

/** Key of the administrator of organization 2 in tests. */
export const ADMIN_KEY = 'bootstrap-key-of-the-tests';

/** The clock of a portal when its test begins. */
export const PORTAL_START = '2026-11-22T10:00:00Z';

/** A log that nobody reads. */
export const silentLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  close: () => Promise.resolve(),
};

/** A portal for a test, and requests to it. */
export interface TestPortal extends PortalServer {
  clock: ManualClock;
  folder: string;
  /** Sends a request with a key; null for none. The answer must be as the API is described. */
  send(method: string, path: string, body?: unknown, key?: string | null): Promise<Answer>;
  /** {@link send}, which must succeed; its body. */
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown, key?: string): Promise<T>;
}

/** An answer, its body read. */
export interface Answer {
  status: number;
  headers: Headers;
  // Whatever was answered: tests look at what they expect.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/**
 * Starts a portal on a database of its own. Stop it with `stop()`, which removes everything.
 * @param more.databaseUrl the database, also where that is none
 */
export async function testPortal(more: Partial<PortalStart> = {}): Promise<TestPortal> {
  const clock = new ManualClock(PORTAL_START);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tillmark-portal-'));
  const database = 'databaseUrl' in more ? null : await freshDatabase();
  const server = await startPortal({
    folder,
    clock,
    databaseUrl: undefined,
    port: 0,
    host: undefined,
    publicUrl: undefined,
    bootstrapKey: ADMIN_KEY,
    pages: folder,
    log: silentLog,
    ...more,
    ...(database && { databaseUrl: database.url }),
  });
  const send: TestPortal['send'] = async (method, pathname, body, key = ADMIN_KEY) => {
    const response = await fetch(server.url + pathname, {
      method,
      headers: {
        ...(key !== null && { api_key: key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
    holdToContract(method, pathname, answer);
    return answer;
  };
  return {
    ...server,
    clock,
    folder,
    send,
    async ask<T>(method: string, pathname: string, body?: unknown, key?: string) {
      const answer = await send(method, pathname, body, key);
      if (answer.status !== 200) {
        throw new Error(`${method} ${pathname}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      return answer.body as T;
    },
    async stop() {
      await server.stop();
      await database?.drop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
