/**
 * `npm run bench -- --only connections`: sales and p99 of Portugal beside the floor, over
 * 1 to 512 connections, in turn; draws docs/images/connections.svg.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from '../../build/scripts/root.ts';
import { startFloor, startPortugal, type Contestant } from './contestants.ts';
import { cpuTime } from './cpu.ts';
import type { Load } from './load.ts';

const CONNECTIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/** With fewer a round says nothing of its slowest hundredth. */
const LEAST_OF_EACH = 4;

/** What was measured with a number of connections; medians of the rounds. */
export interface Point {
  connections: number;
  floor: Pick<Load, 'perSecond' | 'p99'>;
  portugal: Pick<Load, 'perSecond' | 'p99'>;
  /** Processor time of the service for a sale, all threads, µs. */
  cpu: number;
}

interface Wish {
  rounds: number;
  requests: number;
  warmUp: number;
  load: (to: Contestant, connections: number, count: number) => Promise<Load>;
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Measures with each number of connections, and draws it. */
export async function measureConnections(folder: string, wish: Wish): Promise<void> {
  const { rounds, requests, load } = wish;
  const floor = await startFloor(folder);
  const portugal = await startPortugal(join(folder, 'portugal'));
  for (const to of [floor, portugal]) await load(to, 32, wish.warmUp);
  const points: Point[] = [];
  for (const connections of CONNECTIONS) {
    const count = Math.max(requests, LEAST_OF_EACH * connections);
    const ofFloor: Load[] = [];
    const ofPortugal: Load[] = [];
    let cpuMs = 0;
    for (let round = 0; round < rounds; round++) {
      ofFloor.push(await load(floor, connections, count));
      const before = cpuTime(portugal.pid).all;
      ofPortugal.push(await load(portugal, connections, count));
      cpuMs += cpuTime(portugal.pid).all - before;
    }
    const middle = (loads: readonly Load[]) => ({
      perSecond: median(loads.map(({ perSecond }) => perSecond)),
      p99: median(loads.map(({ p99 }) => p99)),
    });
    const cpu = (cpuMs * 1000) / (rounds * count);
    points.push({ connections, floor: middle(ofFloor), portugal: middle(ofPortugal), cpu });
  }
  await floor.stop();
  await portugal.stop();
  console.log(`median of ${rounds} rounds; load ${loadavg()[0]?.toFixed(0)}`);
  console.table(
    points.map((point) => ({
      connections: point.connections,
      'floor/s': Math.round(point.floor.perSecond),
      'PT/s': Math.round(point.portugal.perSecond),
      'PT : floor': (point.portugal.perSecond / point.floor.perSecond).toFixed(2),
      'floor p99 ms': point.floor.p99.toFixed(1),
      'PT p99 ms': point.portugal.p99.toFixed(1),
      'PT CPU µs': Math.round(point.cpu),
    })),
  );
  writeFileSync(join(root, 'docs', 'images', 'connections.svg'), drawn(points));
}

const [WIDTH, HEIGHT, LEFT, TOP] = [330, 190, 56, 40];
const COLOURS = { floor: '#888', portugal: '#1c6dd0' };

/** An SVG picture of sales and p99; all axes are logarithmic. */
export function drawn(points: readonly Point[]): string {
  const width = 2 * (LEFT + WIDTH + 24);
  const height = TOP + HEIGHT + 46;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ' font-family="sans-serif" font-size="11" fill="#333">',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    panel('sales per second', LEFT, points, 'perSecond'),
    panel('p99, ms', 2 * LEFT + WIDTH + 24, points, 'p99'),
    '</svg>\n',
  ].join('');
}

function panel(title: string, left: number, points: readonly Point[], figure: 'perSecond' | 'p99'): string {
  const values = points.flatMap(({ floor, portugal }) => [floor[figure], portugal[figure]]);
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const x = (i: number) => ((i / Math.max(1, points.length - 1)) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - ((Math.log10(value) - low) / (high - low)) * HEIGHT).toFixed(1);
  const powers = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  const grid = powers.map(
    (value) =>
      `<path d="M0 ${y(value)}H${WIDTH}" stroke="#ddd"/><text x="-6" y="${Number(y(value)) + 4}" text-anchor="end">${value}</text>`,
  );
  const ticks = points.map(
    ({ connections }, i) => `<text x="${x(i)}" y="${HEIGHT + 16}" text-anchor="middle">${connections}</text>`,
  );
  const lines = (['floor', 'portugal'] as const).map((who) => {
    const line = points.map((point, i) => `${x(i)},${y(point[who][figure])}`).join(' ');
    const last = points.at(-1)![who][figure];
    // The upper line has its name above it, the lower one beneath.
    const isUpper = last >= Math.max(points.at(-1)!.floor[figure], points.at(-1)!.portugal[figure]);
    return [
      `<polyline points="${line}" fill="none" stroke="${COLOURS[who]}" stroke-width="2"/>`,
      `<text x="${WIDTH}" y="${(Number(y(last)) + (isUpper ? -6 : 16)).toFixed(1)}" text-anchor="end" fill="${COLOURS[who]}">${who === 'floor' ? 'floor' : 'Portugal'}</text>`,
    ].join('');
  });
  return [
    `<g transform="translate(${left} ${TOP})"><text y="-14" font-weight="bold">${title}</text>`,
    ...[...grid, ...ticks, ...lines],
    `<text x="${WIDTH / 2}" y="${HEIGHT + 34}" text-anchor="middle">connections</text></g>`,
  ].join('');
}
