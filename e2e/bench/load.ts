/**
 * Sends one sale over and over, as a process of its own: the event loop of the
 * measured program must not be shared. Prints one line of JSON.
 *
 *     node e2e/bench/load.ts URL CONNECTIONS REQUESTS [REGISTERS] [PAUSE] [FIELDS]
 *
 * With a number of registers it goes to `r0`, `r1` and so on in turn; with a pause (ms)
 * each connection rests so long behind each answer, as a till does; fields (JSON) are
 * put into the sale. Bytes are
 * written as they are and answers only looked at: a client as the libraries have
 * them takes as much of a small machine as a register, and what is measured would
 * be the two of them.
 */
import { connect } from 'node:net';

/** What one round of load found. Times in milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers other than 200. */
  failures: number;
}

/** Three positions in two tax groups, paid in cash; the register gives the number. */
const sale = {
  Tra: {
    ESR: {
      T: '15.40',
      PosA: [
        { _: 'Pos', PN: '1', Dsc: 'Tosta mista', TaxG: 'A', Amt: '12.30' },
        { _: 'Pos', PN: '2', Dsc: 'Meia de leite', TaxG: 'B', Qty: '1', Pri: '1.60', Amt: '1.60' },
        { _: 'Pos', PN: '3', Dsc: 'Pastel de nata', TaxG: 'B', Qty: '1', Pri: '1.50', Amt: '1.50' },
      ],
      PayA: [{ _: 'Pay', Dsc: 'Numerário', PayG: 'cash', Amt: '15.40' }],
    },
  },
};

/** A service that is alive answers within this time. */
const ANSWER_MS = 10_000;

/** One connection: the next sale follows the answer to the one before. */
class Till {
  /** How long each answer took, ms. */
  readonly times: number[] = [];
  failures = 0;
  began = 0;
  ended = 0;
  private readonly address: URL;
  private readonly requests: readonly Buffer[];
  private turn: number;
  private readonly pauseMs: number;

  /** @param turn request to begin with */
  constructor(address: URL, requests: readonly Buffer[], turn: number, pauseMs: number) {
    this.address = address;
    this.requests = requests;
    this.turn = turn;
    this.pauseMs = pauseMs;
  }

  /** Sells while there are sales left. */
  sell(isLeft: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(this.address.port), this.address.hostname);
      socket.setNoDelay(true).setEncoding('latin1').setTimeout(ANSWER_MS);
      let received = '';
      let sent = 0;
      const next = () => {
        if (!isLeft()) {
          socket.destroy();
          resolve();
          return;
        }
        sent = performance.now();
        this.began ||= sent;
        socket.write(this.requests[this.turn++ % this.requests.length]!);
      };
      socket.on('connect', next);
      socket.on('timeout', () => socket.destroy(new Error(`no answer within ${ANSWER_MS} ms`)));
      socket.on('error', reject);
      socket.on('end', () => reject(new Error('the connection was closed')));
      socket.on('data', (text: string) => {
        received += text;
        const isOk = outcomeOf(received);
        if (isOk === null) return;
        received = '';
        this.ended = performance.now();
        this.times.push(this.ended - sent);
        if (!isOk) this.failures++;
        if (this.pauseMs > 0) setTimeout(next, this.pauseMs);
        else next();
      });
    });
  }
}

/** Whether an answer has status 200; null while some of it is missing. */
function outcomeOf(text: string): boolean | null {
  const end = text.indexOf('\r\n\r\n');
  const length = end < 0 ? null : /^content-length: (\d+)\r$/im.exec(text.slice(0, end + 2));
  if (length === null || text.length < end + 4 + Number(length[1])) return null;
  return text.startsWith('HTTP/1.1 200 ');
}

function requestFor({ host }: URL, path: string, fields: object): Buffer {
  const { ESR } = sale.Tra;
  const body = Buffer.from(JSON.stringify({ Tra: { ESR: { ...ESR, ...fields } } }));
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** How to sell. */
interface Wish {
  connections: number;
  requests: number;
  registers: number;
  pauseMs: number;
  fields: object;
}

async function load(url: string, wish: Wish): Promise<Load> {
  const { connections, requests, registers, pauseMs, fields } = wish;
  const address = new URL(url);
  const names = Array.from({ length: registers }, (_, i) => `/register?RN=r${i}`);
  const sales = (names.length === 0 ? ['/register'] : names).map((path) => requestFor(address, path, fields));
  // Each connection begins with another register.
  const tills = Array.from({ length: connections }, (_, i) => new Till(address, sales, i * 7, pauseMs));
  let left = requests;
  await Promise.all(tills.map((till) => till.sell(() => left-- > 0)));
  const times = tills.flatMap((till) => till.times).sort((a, b) => a - b);
  const began = Math.min(...tills.map((till) => till.began));
  const ended = Math.max(...tills.map((till) => till.ended));
  const percentile = (part: number): number => times[Math.floor((times.length - 1) * part)] ?? Number.NaN;
  return {
    perSecond: times.length / ((ended - began) / 1000),
    p50: percentile(0.5),
    p99: percentile(0.99),
    failures: tills.reduce((sum, till) => sum + till.failures, 0),
  };
}

if (import.meta.main) {
  const [url = '', ...more] = process.argv.slice(2);
  const [connections = 1, requests = 1, registers = 0, pauseMs = 0] = more.slice(0, 4).map(Number);
  const fields = JSON.parse(more[4] ?? '{}') as object;
  console.log(JSON.stringify(await load(url, { connections, requests, registers, pauseMs, fields })));
}
