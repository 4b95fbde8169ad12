/** A long day of a shop: eight registers that sell, and everything else that comes to a service. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../torture/client.ts';
import { companyAt, randomSale, streamOf } from '../torture/sales.ts';
import { startService } from '../torture/service.ts';

const REGISTERS = 8;
/** Sales of a register, one after the other with this rest between, ms: ten times what a busy till does. */
const REST_MS = 40;
const SAMPLE_MS = 10_000;
/** Until caches and compiled code have their size: part of the run that is not looked at. */
const SETTLING = 1 / 3;
/** What memory and handles may grow by between the two later thirds. */
const MOST_GROWTH = 0.1;
const MOST_HANDLES = 5;

interface Sample {
  /** Resident memory, MB. */
  memory: number;
  /** Open files and sockets. */
  handles: number;
}

interface Tally {
  sales: number;
  refused: number;
  others: number;
}

/** Runs for some minutes, prints what was seen; returns whether memory and handles stay flat. */
export async function soak(folder: string, minutes: number): Promise<boolean> {
  const service = await startService({ dataRoot: join(folder, 'data') });
  const setUp = new Connection(service.url);
  for (let i = 0; i < REGISTERS; i++) {
    const { status, body } = await setUp.post(
      `/cfg?RN=r${i}`,
      'json',
      JSON.stringify(companyAt(String(i + 1))),
    );
    if (status !== 200) throw new Error(`POST /cfg answers ${status}: ${body}`);
  }
  setUp.close();
  const end = performance.now() + minutes * 60_000;
  const isOver = () => performance.now() >= end;
  const tally: Tally = { sales: 0, refused: 0, others: 0 };
  const samples: Sample[] = [];
  const watching = (async () => {
    while (!isOver()) {
      await sleep(SAMPLE_MS);
      samples.push(sampleOf(service.child.pid!));
    }
  })();
  const tills = Array.from({ length: REGISTERS }, (_, i) => sell(service.url, i, isOver, tally));
  await Promise.all([
    watching,
    ...tills,
    look(service.url, isOver, tally),
    disturb(service.url, isOver, tally),
  ]);
  await service.stop();
  return report(samples, tally, minutes);
}

async function sell(url: string, register: number, isOver: () => boolean, tally: Tally): Promise<void> {
  const random = streamOf(7, 'soak', register);
  const connection = new Connection(url);
  for (let i = 0; !isOver(); i++) {
    const { format, body } = randomSale(random, null, `${register}-${i}`);
    const { status } = await connection.post(`/register?RN=r${register}`, format, body);
    if (status === 200) tally.sales++;
    else tally.refused++;
    await sleep(REST_MS);
  }
  connection.close();
}

/** Pages, searches, prints and exports, each on a connection of its own. */
async function look(url: string, isOver: () => boolean, tally: Tally): Promise<void> {
  const paths = [
    '/state',
    '/last?RN=r1',
    '/control/status?RN=r2',
    '/find?RN=r3&limit=100rows1000ms',
    '/render?RN=r4',
    '/render/pdf?RN=r5',
    '/disk',
    '/qr?text=soak',
    '/',
  ];
  for (let i = 0; !isOver(); i++) {
    const connection = new Connection(url);
    const { status } = await connection.get(paths[i % paths.length]!);
    if (status !== 200) throw new Error(`GET ${paths[i % paths.length]} answers ${status}`);
    connection.close();
    tally.others++;
    await sleep(REST_MS);
  }
}

/** What strangers and broken tills send: cut off in the middle, not HTTP at all, wrong, never finished. */
async function disturb(url: string, isOver: () => boolean, tally: Tally): Promise<void> {
  const { port, hostname } = new URL(url);
  const bodies = [
    'POST /register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"Tra"',
    'GET /control/events HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'POST /register HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: 5\r\n\r\n<Tra/',
    'GET /retrieve?last=0&RN=r6 HTTP/1.1\r\nHost: localhost\r\n\r\n',
    '\x16\x03\x01\x02\x00',
    'GET /',
  ];
  for (let i = 0; !isOver(); i++) {
    const socket = connect(Number(port), hostname, () => socket.write(bodies[i % bodies.length]!, 'latin1'));
    // Some answers are read, and none to its end.
    socket.on('data', () => undefined).on('error', () => undefined);
    await sleep(5 * REST_MS);
    socket.destroy();
    tally.others++;
  }
}

function sampleOf(pid: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)![1]);
  return { memory: kilobytes / 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function report(samples: Sample[], { sales, refused, others }: Tally, minutes: number): boolean {
  const settled = samples.slice(Math.floor(samples.length * SETTLING));
  const middle = Math.floor(settled.length / 2);
  const halves = { first: settled.slice(0, middle), second: settled.slice(middle) };
  const rows = Object.entries(halves).map(([half, of]) => ({
    half,
    'memory MB': median(of.map(({ memory }) => memory)).toFixed(0),
    'most MB': Math.max(...of.map(({ memory }) => memory)).toFixed(0),
    handles: median(of.map(({ handles }) => handles)),
  }));
  console.log(`${minutes} minutes: ${sales} sales, ${refused} refused, ${others} other requests`);
  console.table(rows);
  const of = (half: 'first' | 'second', what: keyof Sample) =>
    median(halves[half].map((sample) => sample[what]));
  const growth = of('second', 'memory') / of('first', 'memory') - 1;
  const handles = of('second', 'handles') - of('first', 'handles');
  console.log(
    `memory ${(100 * growth).toFixed(1)} % (most ${100 * MOST_GROWTH} %), handles ${handles} (most ${MOST_HANDLES})`,
  );
  return refused === 0 && growth <= MOST_GROWTH && handles <= MOST_HANDLES;
}
