/** GET /backup/log, also /backup?log: the process log as a zip archive (doc 2). */
import { Router, type RequestHandler } from 'express';
import { logFiles } from '../disk/log-files.ts';
import { readMoment } from '../disk/moments.ts';
import { wasLeft, writeZip } from '../exports/archive.ts';
import type { Log } from '../log.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { refuse } from './request/export-errors.ts';
import { namedRegister } from './request/named-register.ts';
import { queryOf } from './request/query.ts';

/**
 * Sends the log archive.
 * @param now ms since 1970
 */
export function logArchive(dataRoot: string, now: () => number, log: Log): RequestHandler {
  return async (request, response) => {
    const query = queryOf(request);
    // All registers share the process log: the name is checked and changes nothing.
    const issues: Issue[] = [...namedRegister(request).issues];
    const read = (name: 'from' | 'till', missing: number) => {
      const text = query.get(name);
      const moment = text === undefined ? missing : readMoment(text, name === 'till');
      if (moment === null) issues.push(issue('#TYPE', name, 'must be a date YYYY-MM-DD or a JSON date-time'));
      return moment ?? missing;
    };
    const period = { from: read('from', -Infinity), till: read('till', Infinity) };
    if (period.from > period.till) issues.push(issue('#TYPE', 'from', 'is later than till'));
    if (issues.length > 0) {
      refuse(request, response, issues);
      return;
    }
    response
      .type('application/zip')
      .set({ 'content-disposition': 'attachment; filename="log.zip"', 'cache-control': 'no-store' });
    const left = new AbortController();
    response.on('close', () => left.abort());
    try {
      await writeZip(logFiles(dataRoot, period), response, new Date(now()), left.signal);
    } catch (error) {
      if (!wasLeft(error)) log.error('the archive of the log broke off', error);
    }
  };
}

/** Route of the log archive where there are no backups beside it. */
export function logArchiveRoutes(send: RequestHandler): Router {
  const router = Router();
  router.get('/backup/log', send);
  return router;
}
