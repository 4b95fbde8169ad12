/** Draws the growth of a journal, one small picture per figure. */
import type { Figures } from './measure.ts';

interface Panel {
  title: string;
  value: (figures: Figures) => number;
  /** Upper limit that is the target; null for none. */
  target: number | null;
}

const MB = 1e6;
const PANELS: readonly Panel[] = [
  { title: 'on disk, MB', value: (f) => f.bytes / MB, target: 900 },
  { title: 'start, ms', value: (f) => f.startMs, target: 2000 },
  {
    title: 'find by number, p99 ms',
    value: (f) => Math.max(f.bySqMs, f.byFnMs, f.byTnMs),
    target: 20,
  },
  { title: 'receipts of a day, ms', value: (f) => f.dayMs, target: 200 },
  { title: 'sales per second', value: (f) => f.perSecond, target: null },
  { title: 'memory at most, MB', value: (f) => f.memory / MB, target: 300 },
];
const [WIDTH, HEIGHT, LEFT, TOP, COLUMNS] = [230, 130, 44, 34, 3];
const [CELL_X, CELL_Y] = [WIDTH + LEFT + 26, HEIGHT + TOP + 40];

/** An SVG picture; sizes on a logarithmic scale, figures from 0. */
export function plot(all: readonly Figures[]): string {
  const panels = PANELS.map((panel, i) => {
    const x = (i % COLUMNS) * CELL_X + LEFT;
    const y = Math.floor(i / COLUMNS) * CELL_Y + TOP;
    return `<g transform="translate(${x} ${y})">${draw(panel, all)}</g>`;
  });
  const [width, height] = [COLUMNS * CELL_X, Math.ceil(PANELS.length / COLUMNS) * CELL_Y];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ' font-family="sans-serif" font-size="11" fill="#333">',
    `<rect width="${width}" height="${height}" fill="#fff"/>${panels.join('')}</svg>\n`,
  ].join('');
}

function draw({ title, value, target }: Panel, all: readonly Figures[]): string {
  const values = all.map(value);
  const most = Math.max(...values, target ?? 0) * 1.1;
  const logs = all.map(({ records }) => Math.log10(records));
  const [first, span] = [logs[0]!, Math.max(1e-9, logs.at(-1)! - logs[0]!)];
  const x = (i: number) => (((logs[i]! - first) / span) * WIDTH).toFixed(1);
  const y = (v: number) => (HEIGHT - (v / most) * HEIGHT).toFixed(1);
  const points = values.map((v, i) => `${x(i)},${y(v)}`).join(' ');
  const dots = values.map((v, i) => `<circle cx="${x(i)}" cy="${y(v)}" r="3" fill="#1c6dd0"/>`).join('');
  const ticks = all
    .map(
      ({ records }, i) =>
        `<text x="${x(i)}" y="${HEIGHT + 16}" text-anchor="middle">${short(records)}</text>`,
    )
    .join('');
  const line =
    target === null
      ? ''
      : `<line x2="${WIDTH}" y1="${y(target)}" y2="${y(target)}" stroke="#c0392b" stroke-dasharray="4 3"/>` +
        `<text x="-6" y="${Number(y(target)) + 4}" text-anchor="end" fill="#c0392b">${target}</text>`;
  return [
    `<text y="-12" font-weight="bold">${title}</text>`,
    `<path d="M0 0V${HEIGHT}H${WIDTH}" fill="none" stroke="#888"/>`,
    ticks,
    line,
    `<text x="-6" y="${HEIGHT}" text-anchor="end">0</text>`,
    `<polyline points="${points}" fill="none" stroke="#1c6dd0" stroke-width="2"/>${dots}`,
    `<text x="${WIDTH + 4}" y="${Number(y(values.at(-1)!)) - 8}" text-anchor="end">${rounded(values.at(-1)!)}</text>`,
  ].join('');
}

function short(records: number): string {
  return records >= 1e6 ? `${records / 1e6}M` : `${records / 1000}k`;
}

function rounded(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1);
}
