/** The same bodies sent to a running service: it must answer each of them and stay alive. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PORTUGAL } from '../../service/testing/sales.ts';
import { startService } from '../torture/service.ts';
import { bodyOf } from './body.ts';
import type { FuzzOptions } from './fuzz.ts';
import { readSeeds } from './seeds.ts';

/** An answer. */
interface Reply {
  status: number;
  text: string;
}

/** What a run over HTTP found. */
export interface HttpReport {
  bodies: number;
  registered: number;
  refused: number;
  'defects of the service (#INTERNAL)': number;
  'not answered as they should be': number;
  'slowest answer (ms)': number;
  'records in the journal': number;
  'exit code': number | null;
}

/** Where bodies go; most to /register. */
const ROUTES = [
  '/register',
  '/register',
  '/register',
  '/restart',
  '/register/void',
  '/render',
  '/cfg?RN=fuzz',
];

/** Starts a service, sends the bodies on a few connections, and stops it. */
export async function fuzzOverHttp(options: FuzzOptions): Promise<HttpReport> {
  const dataRoot = mkdtempSync(join(tmpdir(), 'tillmark-fuzz-data-'));
  const service = await startService({ dataRoot });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const seeds = readSeeds();
  const until = performance.now() + options.seconds * 1000;
  const report: HttpReport = {
    bodies: 0,
    registered: 0,
    refused: 0,
    'defects of the service (#INTERNAL)': 0,
    'not answered as they should be': 0,
    'slowest answer (ms)': 0,
    'records in the journal': 0,
    'exit code': null,
  };
  const post = (path: string, bytes: Buffer, type: string) =>
    send(agent, `${service.url}${path}`, 'POST', bytes, type);
  await post('/cfg', Buffer.from(JSON.stringify({ Cfg: PORTUGAL })), 'application/json');

  let next = 0;
  const work = async (): Promise<void> => {
    while (next < options.bodies && performance.now() < until) {
      const index = next++;
      const body = bodyOf(seeds, options.seed, index);
      const route = ROUTES[index % ROUTES.length]!;
      const began = performance.now();
      const reply = await post(route, body.bytes, body.contentType).catch((error: unknown) => ({
        status: 0,
        text: String(error),
      }));
      report['slowest answer (ms)'] = Math.max(
        report['slowest answer (ms)'],
        Math.round(performance.now() - began),
      );
      report.bodies++;
      if (reply.status === 200) report.registered++;
      else report.refused++;
      const wrong = judge(reply, route);
      if (reply.text.includes('#INTERNAL')) report['defects of the service (#INTERNAL)']++;
      if (wrong === null) continue;
      report['not answered as they should be']++;
      options.onFailure?.({ index, body, what: `POST ${route}: ${wrong}` });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));

  const state = await send(agent, `${service.url}/state`, 'GET');
  if (state.status !== 200) throw new Error(`/state answers ${state.status} after the run`);
  const status = await send(agent, `${service.url}/find?limit=1rows5000ms`, 'GET');
  const { Rec } = JSON.parse(status.text) as { Rec: { SQ: number }[] };
  report['records in the journal'] = Rec[0]?.SQ ?? 0;
  agent.destroy();
  report['exit code'] = (await service.stop()).code;
  rmSync(dataRoot, { recursive: true });
  return report;
}

const CONNECTIONS = 4;

/** What is wrong with an answer; null when it is one that a till understands. */
function judge({ status, text }: Reply, route: string): string | null {
  if (status === 413) return null;
  if (text.includes('#INTERNAL')) return `a defect of the service: ${text.slice(0, 500)}`;
  if (route === '/render' && status === 200) return null;
  const record = /^(?:<\?xml[^>]*\?>\s*)?(?:<|\{")(TraC|TraSC|TraUC|TraVC|CfgC)\b/.test(text);
  const fits = [200, 400, 404, 406, 415].includes(status);
  return record && fits ? null : `status ${status}: ${text.slice(0, 500)}`;
}

/** Sends a request; rejects when no whole answer comes in time. */
async function send(
  agent: Agent,
  url: string,
  method: string,
  bytes?: Buffer,
  contentType = '',
): Promise<Reply> {
  const reply = new Promise<Reply>((resolve, reject) => {
    const headers = contentType === '' ? {} : { 'content-type': contentType };
    const sent = request(url, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
  const late = setTimeout(20_000, null, { ref: false }).then(() => {
    throw new Error('no answer within 20 seconds');
  });
  return Promise.race([reply, late]);
}
