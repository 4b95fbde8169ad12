/**
 * Sends one sale over and over, as a process of its own: the event loop of the
 * measured program must not be shared. Prints one line of JSON.
 *
 *     node e2e/bench/load.ts URL CONNECTIONS REQUESTS [REGISTERS]
 *
 * With a number of registers it goes to `r0`, `r1` and so on in turn.
 */
import autocannon from 'autocannon';

/** What one round of load found. Times in milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Broken connections and answers other than 200. */
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

async function load(url: string, connections: number, requests: number, registers: number): Promise<Load> {
  const paths = Array.from({ length: registers }, (_, i) => `/register?RN=r${i}`);
  let clients = 0;
  // Own records: autocannon's histogram knows whole milliseconds only, and its run ends later than the last answer.
  const times: number[] = [];
  let began = 0;
  let ended = 0;
  const result = await autocannon({
    url: `${url}/register`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sale),
    connections,
    amount: requests,
    timeout: 10,
    setupClient: (client) => {
      // Each connection begins with another register.
      const first = paths.length === 0 ? 0 : (clients++ * 7) % paths.length;
      const turns = [...paths.slice(first), ...paths.slice(0, first)];
      if (turns.length > 0) client.setRequests(turns.map((path) => ({ path })));
      client.on('response', (_status, _bytes, time) => {
        ended = performance.now();
        began ||= ended - time;
        times.push(time);
      });
    },
  });
  const seconds = (ended - began) / 1000;
  times.sort((a, b) => a - b);
  const percentile = (part: number): number => times[Math.floor((times.length - 1) * part)] ?? Number.NaN;
  return {
    perSecond: times.length / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failures: result.errors + result.non2xx,
  };
}

if (import.meta.main) {
  const [url = '', connections, requests, registers = 0] = process.argv.slice(2);
  console.log(JSON.stringify(await load(url, Number(connections), Number(requests), Number(registers))));
}
