import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Cfg } from '../receipt/cfg.ts';
import type { InstanceOptions } from '../instances/instances.ts';
import { startService, type Service } from '../run/service.ts';
import { temporaryFolder } from './folder.ts';
import { ManualClock } from './manual-clock.ts';
import { PORTUGAL, sale } from './sales.ts';

/** What came back over the wire. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The body as JSON. */
  readonly json: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- looked at as it comes
}

/** Headers of a request; `host` may lie. */
export type Headers = Record<string, string>;

/** Sends a request exactly as told. Objects become JSON. */
export function send(
  url: string,
  method: string,
  body?: string | Buffer | object,
  headers: Headers = {},
): Promise<Answer> {
  const isObject = typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = isObject ? JSON.stringify(body) : body;
  const all = { ...(isObject && { 'content-type': 'application/json' }), ...headers };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: all, agent: false }, (response) => {
      // A refused upload may break off after the answer; the answer counts.
      request.on('error', () => undefined);
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text,
          get json() {
            return JSON.parse(text) as unknown;
          },
        });
      });
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

/** A service of the test's own, in this process. */
export interface Running {
  port: number;
  onStatus: Service['onStatus'];
  /** Reasons for which the service asked to be restarted. */
  restarts: string[];
  /** Stops the service before the end of the test. */
  stop(): Promise<void>;
  clock: ManualClock;
  dataRoot: string;
  url: string;
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: string | Buffer | object, headers?: Headers): Promise<Answer>;
  /** With any other method. */
  send(method: string, path: string, body?: string | Buffer | object, headers?: Headers): Promise<Answer>;
  /** All records of a register, oldest first. @param criteria more of `/find`: `_=Tra` */
  records(rn?: string, criteria?: string): Promise<any[]>; // eslint-disable-line @typescript-eslint/no-explicit-any -- see above
}

/**
 * Starts a service on any free port, and stops it after the test.
 * @param options.again one that was stopped: its data root and clock; else new ones
 */
export async function runService(
  options: {
    cfg?: Cfg | null;
    host?: string;
    cloud?: string;
    cloudAddress?: string;
    stateDir?: string;
    journal?: InstanceOptions;
    again?: Running;
    clock?: ManualClock;
  } = {},
): Promise<Running> {
  const { again } = options;
  const home = again ? path.dirname(again.dataRoot) : await temporaryFolder();
  const dataRoot = path.join(home, 'data');
  const pages = path.join(home, 'dist', 'renderer');
  await fs.mkdir(path.join(pages, 'assets'), { recursive: true });
  if (!again) await fs.symlink(path.resolve('resources'), path.join(home, 'resources'));
  await fs.writeFile(path.join(pages, 'index.html'), '<!doctype html><title>Tillmark</title>');
  await fs.writeFile(path.join(pages, 'assets', 'page-abc123.js'), 'export {};');
  const clock = again?.clock ?? options.clock ?? new ManualClock();
  const { host, cloud, cloudAddress, stateDir, journal } = options;
  const wanted = { dataRoot, port: 0, host, demo: undefined, cloud, cloudAddress, stateDir, journal };
  const service = await startService(wanted, home, clock);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= service.stop());
  onTestFinished(stop);
  const url = `http://127.0.0.1:${service.port}`;
  const restarts: string[] = [];
  service.onRestart((why) => restarts.push(why));
  const running: Running = {
    port: service.port!,
    onStatus: (listener) => service.onStatus(listener),
    restarts,
    stop,
    clock,
    dataRoot,
    url,
    get: (at, headers) => send(url + at, 'GET', undefined, headers),
    post: (at, body, headers) => send(url + at, 'POST', body, headers),
    send: (method, at, body, headers) => send(url + at, method, body, headers),
    async records(rn = 'def', criteria = '') {
      const from = `/find?rn=${rn}&sort=asc&limit=9999rows60000ms&${criteria}`;
      const records: unknown[] = [];
      for (let more = ''; ;) {
        const { Rec, continuation } = (await running.get(from + more)).json;
        records.push(...Rec);
        if (continuation === undefined) return records;
        more = `&continuation=${continuation}`;
      }
    },
  };
  const cfg = options.cfg === undefined && !again ? PORTUGAL : options.cfg;
  if (cfg) expect((await running.post('/cfg', { Cfg: cfg })).status).toBe(200);
  return running;
}

/** Proves that a service is well: it takes a sale. */
export async function expectWell(running: Running): Promise<void> {
  expect((await running.post('/register', sale('1.00'))).status).toBe(200);
}
