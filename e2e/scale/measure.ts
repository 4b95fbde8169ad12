/** What a service does over a filled data root, as its clients see it. Times in ms, sizes in bytes. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, rm, stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load } from '../bench/load.ts';
import { watchMemory } from '../bench/export-memory.ts';
import { Connection } from '../torture/client.ts';
import { startService } from '../torture/service.ts';
import { randomFrom } from '../torture/sales.ts';
import { dayOf, PER_DAY } from './fill.ts';

/** Figures of one size. */
export interface Figures {
  records: number;
  bytes: number;
  startMs: number;
  /** p99 of many look-ups all over the journal. */
  bySqMs: number;
  byFnMs: number;
  byTnMs: number;
  lastMs: number;
  /** Median over some days: all receipts of the day. */
  dayMs: number;
  /** Sales per second over 32 connections. */
  perSecond: number;
  /** Resident memory at most, with all of this going on. */
  memory: number;
}

const LOOKUPS = 300;
const DAYS = 15;
const SALES = 6000;
const CONNECTIONS = 32;

/** Cleans the data root as the hourly check does, by the quota of the profile; resolves when it is done. */
export async function clean(dataRoot: string): Promise<void> {
  const service = await startService({ dataRoot });
  // Not by fetch, which does not wait for minutes.
  const sent = request(`${service.url}/disk/clean`, { method: 'POST' }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`/disk/clean answers ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
  await service.stop();
}

/** Starts a service, asks it for everything, stops it. */
export async function measure(dataRoot: string, records: number): Promise<Figures> {
  const bytes = await sizeOf(dataRoot);
  const service = await startService({ dataRoot });
  const memory = watchMemory(service.child.pid!);
  const connection = new Connection(service.url);
  const ask = async (path: string): Promise<{ ms: number; records: Found[] }> => {
    const began = performance.now();
    const { status, body } = await connection.get(path);
    const ms = performance.now() - began;
    if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${body.slice(0, 200)}`);
    const answer = JSON.parse(body) as { Rec?: Found[]; TraC?: Found };
    return { ms, records: answer.Rec ?? [answer.TraC!] };
  };
  const one = async (path: string, expected: number): Promise<number> => {
    const { ms, records: found } = await ask(path);
    if (found.length !== 1 || found[0]!.SQ !== expected) throw new Error(`${path}: ${JSON.stringify(found)}`);
    return ms;
  };
  const random = randomFrom(records);
  const bySq: number[] = [];
  const byFn: number[] = [];
  const byTn: number[] = [];
  const last: number[] = [];
  for (let i = 0; i < LOOKUPS; i++) {
    const sq = 2 + Math.floor(random() * (records - 2));
    const other = 2 + Math.floor(random() * (records - 2));
    const third = 2 + Math.floor(random() * (records - 2));
    bySq.push(await one(`/find?sq=${sq}`, sq));
    const { ESR: esr } = (await ask(`/find?sq=${other}`)).records[0]!;
    // What was just read is in memory; what is asked for next is not.
    await ask(`/find?sq=${third}`);
    byFn.push(await one(`/find?fn=${encodeURIComponent(esr.FN)}`, other));
    const { ESR: again } = (await ask(`/find?sq=${third}`)).records[0]!;
    byTn.push(await newest(again.TN));
    last.push((await ask('/last')).ms);
  }
  async function newest(TN: string): Promise<number> {
    const { ms, records: found } = await ask(`/find?tn=${TN}`);
    if (found.length === 0) throw new Error(`TN ${TN} is not found`);
    return ms;
  }
  const days: number[] = [];
  for (let i = 0; i < DAYS; i++) {
    const day = dayOf(Math.floor(random() * records));
    const { ms, records: found } = await ask(`/find?d=${day}&limit=${PER_DAY + 1}rows60000ms`);
    if (found.length === 0) throw new Error(`nothing is found on ${day}`);
    days.push(ms);
  }
  connection.close();
  const memoryOfReading = memory.peak();
  memory.stop();
  await service.stop();
  const selling = await sell(dataRoot);
  return {
    ...{ records, bytes, startMs: service.startMs, perSecond: selling.perSecond },
    ...{ bySqMs: p99(bySq), byFnMs: p99(byFn), byTnMs: p99(byTn), lastMs: p99(last) },
    ...{ dayMs: percentile(days, 0.5), memory: Math.max(memoryOfReading, selling.memory) },
  };
}

/** Sells over a copy, so that the journal stays as large as it is. */
async function sell(original: string): Promise<{ perSecond: number; memory: number }> {
  const dataRoot = `${original}-selling`;
  await cp(original, dataRoot, { recursive: true });
  try {
    const service = await startService({ dataRoot });
    const memory = watchMemory(service.child.pid!);
    const { perSecond } = await load(service.url);
    memory.stop();
    const peak = memory.peak();
    await service.stop();
    return { perSecond, memory: peak };
  } finally {
    await rm(dataRoot, { recursive: true });
  }
}

interface Found {
  SQ: number;
  ESR: { FN: string; TN: string };
}

/** The first round is for warming up. */
async function load(url: string): Promise<Load> {
  const script = join(import.meta.dirname, '..', 'bench', 'load.ts');
  let result: Load | null = null;
  for (let round = 0; round < 2; round++) {
    const args = [script, url, String(CONNECTIONS), String(SALES)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 300_000 });
    result = JSON.parse(stdout) as Load;
    if (result.failures > 0) throw new Error(`${result.failures} of ${SALES} sales failed`);
  }
  return result!;
}

function p99(times: readonly number[]): number {
  return percentile(times, 0.99);
}

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? Number.NaN;
}

/** Bytes of all files of a folder. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
