/** The way between registers and portal, which loses, delays, doubles, garbles and answers by itself. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tally } from '../torture/tally.ts';

/** An answer of the portal. */
interface Passed {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** What happens to a request, and how often among a hundred; the others pass. */
const FAULTS = {
  cut: 6,
  'answer lost': 8,
  late: 8,
  doubled: 6,
  'again behind later ones': 5,
  'answer cut off': 4,
  'request cut off': 3,
  garbage: 6,
  '500': 3,
  '429': 2,
  hangs: 2,
} as const;
type Fault = keyof typeof FAULTS;

/** What something in between may answer instead of the portal. */
const GARBAGE: readonly [number, string, string][] = [
  [200, 'text/html', '<html><body>Welcome to our WiFi</body></html>'],
  [200, 'application/json', '{}'],
  [200, 'application/json', '{"nextSq":1,"lastLine":null}'],
  [200, 'application/json', '{"nextSq":'],
  [204, 'text/plain', ''],
  [401, 'application/json', '{"error":"login required"}'],
  [403, 'application/json', '{"error":"blocked"}'],
  [404, 'text/html', 'not found'],
  [409, 'application/json', '{"nextSq":0}'],
  [502, 'text/html', 'Bad Gateway'],
];

/** How to spoil. */
export interface LineOptions {
  random: () => number;
  tally: Tally;
  /** How long a request hangs before it breaks, ms. */
  hangMs: number;
}

/** A proxy. Registers use its address for ever; what is behind it may change. */
export class BadLine {
  /** Where the portal listens now; null: nobody answers. */
  target: string | null = null;
  isBad = false;
  private readonly options: LineOptions;
  private readonly server: http.Server;
  private held: (() => Promise<unknown>)[] = [];

  private constructor(options: LineOptions) {
    this.options = options;
    this.server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => response.destroy());
      request.on('end', () => {
        // A portal that dies answers as a broken line does.
        this.answer(request, response, Buffer.concat(chunks)).catch(() => response.destroy());
      });
    });
  }

  /** Listens on a free port. */
  static async open(options: LineOptions): Promise<BadLine> {
    const line = new BadLine(options);
    await new Promise<void>((resolve) => line.server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on everything passes, and what was held back is gone. */
  mend(): void {
    this.isBad = false;
    this.held = [];
  }

  async close(): Promise<void> {
    this.mend();
    await new Promise<void>((resolve) => void this.server.close(() => resolve()).closeAllConnections());
  }

  private async answer(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    body: Buffer,
  ): Promise<void> {
    const pass = () => this.pass(request, body);
    const fault = this.isBad ? this.roll() : null;
    if (fault !== null) this.options.tally.count(`  line: ${fault}`);
    switch (fault) {
      case 'cut':
        return void response.destroy();
      case 'answer lost':
        await pass();
        return void response.destroy();
      case 'doubled':
        await Promise.all([pass(), sleep(this.options.random() * 20).then(pass)]);
        break;
      case 'late':
        await sleep(50 + this.options.random() * 400);
        break;
      case 'again behind later ones':
        this.held.push(pass);
        break;
      case 'request cut off':
        await this.pass(request, body, true).catch(() => undefined);
        return void response.destroy();
      case 'garbage': {
        const [status, type, text] = GARBAGE[Math.floor(this.options.random() * GARBAGE.length)]!;
        return void response.writeHead(status, { 'content-type': type }).end(text);
      }
      case '500':
        return void response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
      case '429': {
        const text = JSON.stringify({ status: 429, detail: 'too many requests' });
        const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
        return void response.writeHead(429, headers).end(text);
      }
      case 'hangs':
        await sleep(this.options.hangMs);
        return void response.destroy();
      case 'answer cut off':
      case null:
    }
    const passed = await pass();
    if (this.isBad && this.held.length > 0 && this.options.random() < 0.3) await this.held.shift()!();
    const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = passed.headers;
    response.writeHead(passed.status, headers);
    if (fault !== 'answer cut off') return void response.end(passed.body);
    response.write(passed.body.subarray(0, Math.floor(passed.body.length / 2)));
    await sleep(10);
    response.destroy();
  }

  private roll(): Fault | null {
    let left = this.options.random() * 100;
    for (const fault of Object.keys(FAULTS) as Fault[]) {
      left -= FAULTS[fault];
      if (left < 0) return fault;
    }
    return null;
  }

  private pass(request: http.IncomingMessage, body: Buffer, isCut = false): Promise<Passed> {
    const { method, headers, url } = request;
    return new Promise((resolve, reject) => {
      if (this.target === null) return reject(new Error('the portal is down'));
      const options = { method: method!, headers, agent: false, timeout: 60_000 };
      const call = http.request(this.target + url!, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      call.on('error', reject);
      call.on('timeout', () => call.destroy(new Error('the portal hangs')));
      if (!isCut) return void call.end(body);
      call.write(body.subarray(0, Math.floor(body.length / 2)), () => call.destroy(new Error('cut off')));
    });
  }
}
