/** GET /retrieve: the journal as a stream, or as one file per record (doc 2; answers 8). */
import { once } from 'node:events';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Router, type Response } from 'express';
import { writeWhole } from '../exports/archive.ts';
import type { FindQuery } from '../journal/find.ts';
import type { Journal } from '../journal/journal.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { XML_DECLARATION, writeXml } from '../receipt/xml.ts';
import { refusal } from '../register/outcomes.ts';
import type { Registers } from '../register/registers.ts';
import { readQuery } from './request/find-query.ts';
import { languageOf } from './request/language.ts';
import { namedRegister } from './request/named-register.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { queryOf, type Query } from './request/query.ts';
import { sendRecord } from './request/send.ts';
import { checkTarget } from './request/target-folder.ts';

/** Records read at a time. */
const PAGE = 500;
/** So long a search for them may take before it goes on with the next ones. */
const STEP_MS = 5000;

/**
 * Route of the stream, for this machine only.
 * @param dataRoot no target folder may lie inside it
 */
export function retrieveRoutes(journal: Journal, registers: Registers, dataRoot: string): Router {
  const router = Router();
  router.get('/retrieve', async (request, response) => {
    const format = acceptedFormat(request.headers.accept) ?? 'json';
    const query = queryOf(request);
    const named = namedRegister(request);
    const { country } = (await registers.find(named.rn)) ?? {};
    const read = readRange(query, readQuery(query, named, country?.currency.digits));
    const target = query.get('target');
    const issues =
      'issues' in read ? read.issues : target === undefined ? [] : await checkTarget(target, dataRoot);
    if ('issues' in read || issues.length > 0) {
      sendRecord(response, 400, 'TraC', refusal('BAD', issues, languageOf(request)), format);
      return;
    }
    const pages = pagesOf(journal, read);
    if (target !== undefined) sendRecord(response, 200, 'Retrieve', await writeFiles(pages, target), format);
    else if (format === 'xml') {
      response.type('text/xml; charset=utf-8');
      await send(response, pages, (r) => writeXml(r._, r), [`${XML_DECLARATION}<Rec>`, '</Rec>']);
    } else {
      response.type('application/x-ndjson; charset=utf-8');
      await send(response, pages, (r) => `${JSON.stringify(r)}\n`, ['', '']);
    }
  });
  return router;
}

/**
 * `last` is required: the SQ after which reading starts. Everything in between is read, in order of registration
 * and to its end, unless `sort` or `limit` says otherwise.
 */
function readRange(query: Query, read: FindQuery | { issues: Issue[] }): FindQuery | { issues: Issue[] } {
  const issues = 'issues' in read ? [...read.issues] : [];
  const number = (name: string): number | undefined => {
    const value = query.get(name);
    if (value === undefined || /^\d{1,15}$/.test(value))
      return value === undefined ? undefined : Number(value);
    issues.push(issue('#TYPE', name, 'must be a whole number'));
    return undefined;
  };
  const last = number('last');
  const endSq = number('endSQ');
  if (query.get('last') === undefined) {
    issues.push(issue('#LAST_MISSING', 'last', 'say after which SQ reading starts, 0 for the beginning'));
  }
  if ('issues' in read || issues.length > 0) return { issues };
  const sort = query.get('sort') === undefined ? 'asc' : read.sort;
  const whole = query.get('limit') === undefined ? { rows: Infinity, ms: Infinity } : {};
  return { ...read, sort, ...whole, beyond: last ?? 0, ...(endSq !== undefined && { endSq }) };
}

async function* pagesOf(journal: Journal, query: FindQuery): AsyncGenerator<JournalRecord[]> {
  const deadline = performance.now() + query.ms;
  let { after, rows } = query;
  while (rows > 0) {
    const step = { rows: Math.min(rows, PAGE), ...(after !== undefined && { after }) };
    const page = await journal.find({ ...query, ...step, ms: Math.min(query.ms, STEP_MS) });
    yield page.records;
    rows -= page.records.length;
    after = page.continuation;
    if (after === undefined || performance.now() > deadline) return;
  }
}

/** Writes as fast as the client reads, and stops when it is gone. */
async function send(
  response: Response,
  pages: AsyncIterable<JournalRecord[]>,
  write: (record: JournalRecord) => string,
  [before, behind]: [string, string],
): Promise<void> {
  response.write(before);
  for await (const page of pages) {
    if (response.destroyed) return;
    const flowing = response.write(page.map(write).join(''));
    if (!flowing) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end(behind);
}

async function writeFiles(
  pages: AsyncIterable<JournalRecord[]>,
  folder: string,
): Promise<{ Count: number; Target: string }> {
  let count = 0;
  for await (const page of pages) {
    for (const record of page) {
      const text = JSON.stringify(record);
      await writeWhole(path.join(folder, `${record.SQ}.json`), (file) => pipeline([text], file), {
        sync: false,
      });
    }
    count += page.length;
  }
  return { Count: count, Target: folder };
}
