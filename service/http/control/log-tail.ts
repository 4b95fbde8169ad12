/** GET /control/log: the newest lines of the process log, and those that come, for whoever follows it on the page. */
import { Router, type Request, type Response } from 'express';
import type { LogTail } from '../../log.ts';
import type { LogPart } from '../../log/wire.ts';
import { issue } from '../../receipt/issue.ts';
import { refuseOnPage } from '../request/export-errors.ts';
import { queryOf } from '../request/query.ts';

/** Who waits for a line is answered after this time in any case: proxies give up later. */
const LONGEST_WAIT_MS = 20_000;
/** Several lines within this time make one answer. */
const GATHER_MS = 200;
/** Requests that may wait at a time; further ones are answered at once. */
const MOST_WAITING = 20;

/** Routes of the log, and how to end what waits. */
export interface LogTailRoutes {
  router: Router;
  /** Answers all that wait, so that the server can stop. */
  close(): void;
}

/**
 * The route, for managers (access/rules.ts). `after` is the number of the last line that is known; with `wait=1` the
 * answer waits until there is a further one. Nothing is kept for a client beyond its request.
 */
export function logTailRoutes(tail: LogTail): LogTailRoutes {
  const router = Router();
  const waiting = new Set<() => void>();
  router.get('/control/log', (request: Request, response: Response) => {
    const query = queryOf(request);
    const text = query.get('after') ?? '0';
    if (!/^\d{1,15}$/.test(text)) {
      refuseOnPage(response, [issue('#TYPE', 'after', 'must be the number of a line')]);
      return;
    }
    // The count begins anew with the service: who knows more lines than there are starts over.
    const after = Number(text) > tail.last ? 0 : Number(text);
    const answer = () => response.set('cache-control', 'no-store').json(partAfter(tail, after));
    const isWanted = query.get('wait') === '1' && Number(text) === tail.last;
    if (!isWanted || waiting.size >= MOST_WAITING) {
      answer();
      return;
    }
    let gathering: NodeJS.Timeout | null = null;
    const end = () => {
      clearTimeout(longest);
      if (gathering) clearTimeout(gathering);
      stopHearing();
      waiting.delete(finish);
    };
    const finish = () => {
      end();
      answer();
    };
    const stopHearing = tail.onLine(() => (gathering ??= setTimeout(finish, GATHER_MS)));
    const longest = setTimeout(finish, LONGEST_WAIT_MS);
    waiting.add(finish);
    response.on('close', end);
  });
  return {
    router,
    close() {
      for (const finish of waiting) finish();
    },
  };
}

function partAfter(tail: LogTail, after: number): LogPart {
  const lines = tail.after(after);
  const first = lines[0]?.number ?? tail.last + 1;
  return { lines, last: tail.last, missed: Math.max(0, first - after - 1) };
}
