/**
 * Exports: asked for, waited for, read. The service makes one of at most a million log messages, so
 * that all of a TSS that has more come in parts, by signature counters, as one archive.
 */
import { randomUUID } from 'node:crypto';
import { TseBroken } from '../contract.ts';
import { TAR_END } from '../tar.ts';
import type { Answered, FiskalyClient } from './client.ts';
import { LONG_MS } from './client.ts';

/** Log messages of an export at most. */
export const MOST_RECORDS = 1_000_000;
const BLOCK = 512;
const LONG = { timeoutMs: LONG_MS, repeat: true };

/** How exports are made. */
export interface ExportWork {
  client: FiskalyClient;
  /** Of the TSS, behind the base address. */
  path: (rest: string) => string;
  /** How long to wait before the service is asked again how it goes. */
  pollMs: number;
}

/** What was asked for. */
export interface BegunExport {
  path: string;
  answer: Answered;
}

/** Asks for an export. @param query with its question mark; empty: all */
export async function beginExport({ client, path }: ExportWork, query: string): Promise<BegunExport> {
  const own = path(`/export/${randomUUID()}`);
  return { path: own, answer: await client.request('PUT', `${own}${query}`, {}, LONG) };
}

/** Queries for the parts of all log messages; one that asks for all where they fit into one. */
export function partsOf(signatures: number, most: number): string[] {
  if (signatures <= most) return [''];
  return Array.from({ length: Math.ceil(signatures / most) }, (_, i) => {
    const [from, till] = [i * most + 1, (i + 1) * most];
    return `?start_signature_counter=${from}&end_signature_counter=${till}`;
  });
}

/** The bytes of exports as one archive, the first of which was begun. It rejects with {@link TseBroken}. */
export async function* exported(
  work: ExportWork,
  first: BegunExport,
  more: readonly string[],
): AsyncGenerator<Buffer> {
  async function* archives(): AsyncGenerator<AsyncIterable<Buffer>> {
    yield made(work, first);
    for (const query of more) yield made(work, await beginExport(work, query));
  }
  // One is given as the service wrote it.
  yield* more.length === 0 ? made(work, first) : joined(archives());
}

async function* made({ client, pollMs }: ExportWork, { path, answer }: BegunExport): AsyncGenerator<Buffer> {
  const refused = (text: string) => new TseBroken({ trouble: 'refused', text });
  for (let told = answer; ;) {
    if ('failure' in told) throw new TseBroken(told.failure);
    const { state } = told.object;
    if (state === 'COMPLETED') break;
    if (state !== 'PENDING' && state !== 'WORKING')
      throw refused(`the service says that the export is ${String(state).slice(0, 20)}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    told = await client.request('GET', path, undefined, LONG);
  }
  const file = await client.file(`${path}/file`);
  if ('failure' in file) throw new TseBroken(file.failure);
  if (file.status !== 200) throw refused(`the service gives no file (${file.status})`);
  yield* file.content;
}

/**
 * TAR archives one behind the other as one: without the ends in between, and with what each says
 * of the TSE (`info.csv`) once.
 */
async function* joined(archives: AsyncIterable<AsyncIterable<Buffer>>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const archive of archives) {
    let head = Buffer.alloc(0);
    let [left, isKept, isOver] = [0, true, false];
    for await (const piece of archive) {
      let rest = Buffer.concat([head, piece]);
      head = Buffer.alloc(0);
      while (rest.length > 0 && !isOver) {
        if (left === 0 && rest.length < BLOCK) {
          head = rest;
          break;
        }
        if (left === 0) {
          const size = Number.parseInt(rest.toString('latin1', 124, 136), 8) || 0;
          isOver = rest.subarray(0, BLOCK).every((byte) => byte === 0);
          isKept = !isOver && (isFirst || !rest.toString('latin1', 0, 100).startsWith('info.csv\0'));
          left = BLOCK + Math.ceil(size / BLOCK) * BLOCK;
        }
        const part = rest.subarray(0, left);
        if (isKept) yield part;
        left -= part.length;
        rest = rest.subarray(part.length);
      }
    }
    if (!isOver && (left > 0 || head.length > 0))
      throw new TseBroken({ trouble: 'no-answer', text: 'an archive of the service is cut off' });
    isFirst = false;
  }
  yield TAR_END;
}
