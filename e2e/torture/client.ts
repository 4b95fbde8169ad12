import { Agent, request } from 'node:http';
import { Violation } from './tally.ts';
import type { JournalRecord } from './verify.ts';

/** A service that is alive answers within this time, however busy the machine is. */
const answerWithin = 60_000;

/** Status and body of an answer that arrived whole. */
export interface Reply {
  status: number;
  body: string;
}

/** One keep-alive connection to the service, as a till holds it. */
export class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly base: string;
  private readonly timeout: number;

  constructor(base: string, timeout = answerWithin) {
    this.base = base;
    this.timeout = timeout;
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path, { accept: 'application/json' });
  }

  post(path: string, format: 'json' | 'xml', body: string): Promise<Reply> {
    const type = format === 'json' ? 'application/json' : 'text/xml';
    return this.send('POST', path, { 'content-type': type, accept: type }, body);
  }

  close(): void {
    this.agent.destroy();
  }

  /** Rejects when the connection breaks before the whole answer is there. */
  private send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.agent, timeout: this.timeout };
      const sent = request(new URL(path, this.base), options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          if (!response.complete) return reject(new Error('the answer is cut off'));
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        });
      });
      sent.on('timeout', () =>
        sent.destroy(new SlowAnswer(`${method} ${path} takes over ${this.timeout} ms`)),
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** The service is alive and does not answer. */
export class SlowAnswer extends Error {}

async function getJson<T>(connection: Connection, path: string): Promise<T> {
  const { status, body } = await connection.get(path);
  if (status !== 200) throw new Violation(`GET ${path} answers ${status}: ${body.slice(0, 300)}`);
  return JSON.parse(body) as T;
}

/**
 * The records of a register behind an SQ, in order.
 * @param behind 0 for all
 */
export async function readJournal(base: string, register: string, behind = 0): Promise<JournalRecord[]> {
  const connection = new Connection(base);
  const records: JournalRecord[] = [];
  try {
    let continuation: string | undefined;
    do {
      // The newest first: how far back to go is known, how many there are is not.
      const rows = behind === 0 ? 1000 : 100;
      const more = continuation === undefined ? '' : `&continuation=${encodeURIComponent(continuation)}`;
      const path = `/find?RN=${register}&sort=desc&limit=${rows}rows20000ms${more}`;
      const page = await getJson<{ Rec: JournalRecord[]; continuation?: string }>(connection, path);
      records.push(...page.Rec);
      continuation = page.continuation;
    } while (continuation !== undefined && continuation !== '' && (records.at(-1)?.SQ ?? 0) > behind);
    return records.filter((record) => record.SQ > behind).reverse();
  } finally {
    connection.close();
  }
}

/** The public part of the signing key in use, as PEM. */
export async function readPublicKey(base: string, register: string): Promise<string> {
  const connection = new Connection(base);
  try {
    const path = `/control/status?RN=${register}`;
    const { key } = await getJson<{ key: { serial: string } | null }>(connection, path);
    if (key === null) throw new Error('the service has no signing key');
    const { status, body } = await connection.get(`/cer/${encodeURIComponent(key.serial)}`);
    if (status !== 200) throw new Error(`GET /cer/${key.serial} answers ${status}`);
    return body;
  } finally {
    connection.close();
  }
}

/** What identifies the installation. */
export async function readInstance(base: string): Promise<string> {
  const connection = new Connection(base);
  try {
    return (await getJson<{ EFR: string }>(connection, '/state')).EFR;
  } finally {
    connection.close();
  }
}
