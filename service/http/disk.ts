/** GET /disk, GET /disk/dir, POST /disk/clean, GET /control/disk: disk space of the data root (doc 2). */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router, type Request, type Response } from 'express';
import type { Disk } from '../disk/disk.ts';
import { daysLeft, type DiskHistory } from '../disk/history.ts';
import { listing } from '../disk/listing.ts';
import { readKeep } from '../disk/moments.ts';
import { BYTES_PER_MB, megabytes, type Usage } from '../disk/usage.ts';
import type { DiskOverview } from '../disk/wire.ts';
import { writeRecord } from '../receipt/answer.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { refuse } from './request/export-errors.ts';
import { acceptedFormat } from './request/negotiate.ts';
import { queryOf } from './request/query.ts';

/**
 * Routes of the disk space. Sizes are for everybody who may see /state; the
 * names of all files and the deleting are for this machine only.
 * @param now ms since 1970
 * @param space what is free on the disk of the data root, and how large that is; null where nobody knows
 */
export function diskRoutes(
  disk: Disk,
  now: () => number,
  history: Pick<DiskHistory, 'growth'>,
  space: () => Promise<{ free: number; size: number } | null>,
): Router {
  const router = Router();
  router.get('/control/disk', async (_request, response) => {
    const [usage, room] = await Promise.all([disk.usage(), space()]);
    const { perDay, days } = history.growth();
    const quota = disk.quota * BYTES_PER_MB;
    const overview: DiskOverview = {
      ...{ used: usage.bytes, quota, free: room?.free ?? null, size: room?.size ?? null },
      folders: usage.folders
        .map(([name, { files, size }]) => ({ name, files, size }))
        .sort((a, b) => b.size - a.size),
      ...{ perDay, days, fullIn: room && daysLeft(room.free, perDay) },
      quotaIn: daysLeft(quota - usage.bytes, perDay),
    };
    response.set('cache-control', 'no-store').json(overview);
  });

  router.get('/disk', async (request, response) => {
    sendUsage(request, response, await disk.usage());
  });

  router.get('/disk/dir', async (_request, response) => {
    response.type('text/plain').set('cache-control', 'no-store');
    // A client that goes away ends the walk.
    await pipeline(Readable.from(listing(disk.entries())), response).catch(() => undefined);
  });

  router.post('/disk/clean', async (request, response) => {
    const query = queryOf(request);
    const quota = query.get('quota');
    const keep = query.get('keep');
    const keepFrom = keep === undefined ? undefined : readKeep(keep, now());
    const issues: Issue[] = [];
    if (quota !== undefined && !/^\d{1,9}(\.\d{1,3})?$/.test(quota))
      issues.push(issue('#TYPE', 'quota', 'must be a number of megabytes'));
    if (keepFrom === null)
      issues.push(issue('#TYPE', 'keep', 'must be a date YYYY-MM-DD, a JSON date-time or a number of days'));
    if (issues.length > 0 || keepFrom === null) {
      refuse(request, response, issues);
      return;
    }
    const order = { quota: quota === undefined ? undefined : Number(quota), keepFrom };
    sendUsage(request, response, await disk.clean(order));
  });
  return router;
}

function sendUsage(request: Request, response: Response, { bytes, folders }: Usage): void {
  const Usage = megabytes(bytes);
  response.set('cache-control', 'no-store');
  if (acceptedFormat(request.headers.accept) === 'xml') {
    // Names of folders are no names of elements.
    const Path = folders.map(([Name, sum]) => ({ _: 'Folder', Name, ...sum }));
    response.type('text/xml; charset=utf-8').send(writeRecord('Disk', { Usage, Path }, 'xml'));
  } else {
    response.json({ Usage, Path: Object.fromEntries(folders) });
  }
}
