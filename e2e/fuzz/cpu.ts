/**
 * CPU time for each byte of a text, by where it stands: each kind of field, each header,
 * each construct of XML and JSON, with what is hardest to read there. Two lengths of it,
 * because what takes the square of its length takes four times as much a byte at four
 * times the length.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buildStale } from '../../build/scripts/fresh.ts';
import { root } from '../../build/scripts/root.ts';
import { beginnings, HEADERS, LONGEST_HEADER, REPEATED } from '../../service/testing/long-headers.ts';
import { PORTUGAL } from '../../service/testing/sales.ts';
import { startService } from '../torture/service.ts';
import { grown, JSON_PARTS, jsonBodies, PLACES, sale, XML_PARTS, xmlBodies } from './grown.ts';
import { intake } from './intake.ts';

/** Characters. */
const SHORT = 60_000;
const TIMES = 4;
/** The best of them counts: rubbish is collected in some. */
const TRIES = 3;
/** Requests with one header: the system counts hundredths of a second, which is 7 ns a byte of the longest. */
const REQUESTS = 100;
/** What is below is not told apart from nothing. */
const LEAST_NS = 10;

/** A row of the table: nanoseconds a byte, of a short text and of a long one. */
interface Cost {
  where: string;
  /** The text that costs most. */
  worst: string;
  short: number;
  long: number;
}

/** What the texts of one place cost, from which the worst is found. */
class Row {
  private worst: Cost;

  constructor(where: string) {
    this.worst = { where, worst: '', short: 0, long: 0 };
  }

  add(worst: string, short: number, long: number): void {
    if (long > this.worst.long) this.worst = { ...this.worst, worst, short, long };
  }

  get cost(): Cost {
    return this.worst;
  }
}

/** Nanoseconds a byte. */
function cost(text: string, type: string): number {
  const bytes = Buffer.from(text);
  const tries = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    intake(bytes, type, PORTUGAL);
    const { user, system } = process.cpuUsage(before);
    return (user + system) * 1000;
  });
  return Math.min(...tries) / bytes.length;
}

/** The fields of all tables, by kind. */
function fieldCosts(): Cost[] {
  const rows = new Map<string, Row>();
  for (const [place, table, at] of PLACES) {
    for (const [field, kind] of Object.entries(table)) {
      const row = rows.get(kind) ?? new Row(`\`${kind}\``);
      rows.set(kind, row);
      const long = grown(SHORT * TIMES);
      for (const [name, text] of Object.entries(grown(SHORT))) {
        const ns = (value: string) => cost(sale(at({ [field]: value })), 'application/json');
        row.add(`${place}.${field}, ${name}`, ns(text), ns(long[name]!));
      }
    }
  }
  return [...rows.values()].map((row) => row.cost);
}

function partCosts(parts: readonly string[], bodies: (text: string) => string[], type: string): Cost[] {
  return parts.map((part) => {
    const row = new Row(`\`${JSON.stringify(part).slice(1, -1)}\``);
    const of = (length: number) => bodies(part.repeat(length / part.length));
    const long = of(SHORT * TIMES);
    of(SHORT).forEach((body, i) =>
      row.add(`${body.slice(0, 22)}...`, cost(body, type), cost(long[i]!, type)),
    );
    return row.cost;
  });
}

/** CPU time of a process, ns (Linux). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000_000;
}

/** What each header costs in a service with users of digest authentication; a request without it is taken off. */
async function headerCosts(): Promise<Cost[]> {
  buildStale(['service']);
  mkdirSync(join(root, 'dist'), { recursive: true });
  const dataRoot = mkdtempSync(join(root, 'dist', 'cpu-'));
  const first = await startService({ dataRoot });
  await first.stop();
  await writeFile(join(dataRoot, 'gbl', '.htdigest'), `caixa:EFR:${'0'.repeat(32)}\n`);
  const service = await startService({ dataRoot });
  const send = (headers: Record<string, string>) =>
    new Promise<void>((resolve) => {
      const asked = request(`${service.url}/register`, { method: 'POST', headers }, (answer) =>
        answer.resume().on('end', resolve),
      );
      asked.on('error', () => resolve()).end('{}');
    });
  const measure = async (headers: Record<string, string>) => {
    const before = cpuOf(service.child.pid!);
    for (let i = 0; i < REQUESTS; i++) await send(headers);
    return (cpuOf(service.child.pid!) - before) / REQUESTS;
  };
  try {
    for (let i = 0; i < 20; i++) await measure({});
    const rows: Cost[] = [];
    for (const header of HEADERS) {
      const plain = await measure({});
      const row = new Row(`\`${header}\``);
      for (const begin of beginnings(header)) {
        for (const part of REPEATED) {
          const ns = async (length: number) => {
            const value = begin + part.repeat(length / part.length);
            return Math.max(0, (await measure({ [header]: value })) - plain) / value.length;
          };
          row.add(`${begin}${part}${part}...`, await ns(LONGEST_HEADER / TIMES), await ns(LONGEST_HEADER));
        }
      }
      rows.push(row.cost);
    }
    return rows;
  } finally {
    await service.stop();
    rmSync(dataRoot, { recursive: true });
  }
}

function table(title: string, lengths: readonly number[], rows: readonly Cost[]): string {
  const [short, long] = lengths.map((length) => `${(length / 1000).toFixed(length < 10_000 ? 1 : 0)} kB`);
  const ns = (value: number) => (value < LEAST_NS ? `< ${LEAST_NS}` : value.toFixed(0));
  const lines = rows.map(({ where, worst, short, long }) => {
    const most = long < LEAST_NS ? '' : `\`${worst.replace(/\s/g, '␣')}\``;
    return `| ${where.replaceAll('|', '\\|')} | ${ns(short)} | ${ns(long)} | ${most} |`;
  });
  return [`| ${title} | ${short} | ${long} | most with |`, '| --- | --: | --: | --- |', ...lines, ''].join(
    '\n',
  );
}

/** Prints all tables as they stand in docs/security.md. */
export async function printCpu(): Promise<void> {
  const bodies = [SHORT, SHORT * TIMES];
  // Until the compiler has seen it all.
  fieldCosts();
  console.log(table('Field of type', bodies, fieldCosts()));
  console.log(table('XML that repeats', bodies, partCosts(XML_PARTS, xmlBodies, 'text/xml')));
  console.log(table('JSON that repeats', bodies, partCosts(JSON_PARTS, jsonBodies, 'application/json')));
  console.log(table('Header', [LONGEST_HEADER / TIMES, LONGEST_HEADER], await headerCosts()));
}
