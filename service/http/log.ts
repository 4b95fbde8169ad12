/** GET /log: the newest lines of the process log (doc 2). */
import { Router } from 'express';
import { issue } from '../receipt/issue.ts';
import { refuse } from './request/export-errors.ts';
import { queryOf } from './request/query.ts';

/** Characters of a client's instance id. */
const LONGEST_IID = 100;

/**
 * Route of the log, for this machine only: lines name registers, files and
 * what went wrong, which helps whoever looks for a way in.
 * @param recent lines that the client with this instance id has not seen yet; without one the newest
 */
export function logRoutes(recent: (iid: string | undefined) => string[]): Router {
  const router = Router();
  router.get('/log', (request, response) => {
    const iid = queryOf(request).get('iid');
    if (iid !== undefined && iid.length > LONGEST_IID) {
      refuse(request, response, [issue('#TYPE', 'iid', `has at most ${LONGEST_IID} characters`)]);
      return;
    }
    response.set('cache-control', 'no-store').json({ Lines: recent(iid) });
  });
  return router;
}
