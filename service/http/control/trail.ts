/** GET /control/audit-trail and /control/audit-trail/csv: who did what, when and from where. */
import { Router, type Request } from 'express';
import { issue, type Issue } from '../../receipt/issue.ts';
import { isDate } from '../../receipt/time.ts';
import { csvOf } from '../../trail/csv.ts';
import type { TrailFilter } from '../../trail/filter.ts';
import type { Trail } from '../../trail/trail.ts';
import type { TrailWhat } from '../../trail/wire.ts';
import { refuseOnPage } from '../request/export-errors.ts';
import { queryOf } from '../request/query.ts';

/** Entries of a file: more than anybody reads, fewer than fill the memory. */
const MOST_IN_FILE = 50_000;
const LONGEST_TEXT = 200;

/** The routes, for managers (access/rules.ts). */
export function trailRoutes(trail: Pick<Trail, 'read'>): Router {
  const router = Router();
  router.get('/control/audit-trail', async (request, response) => {
    const { filter, before, issues } = readFilter(request);
    if (issues.length > 0) refuseOnPage(response, issues);
    else response.set('cache-control', 'no-store').json(await trail.read(filter, before));
  });

  router.get('/control/audit-trail/csv', async (request, response) => {
    const { filter, issues } = readFilter(request);
    if (issues.length > 0) {
      refuseOnPage(response, issues);
      return;
    }
    const { entries } = await trail.read(filter, undefined, MOST_IN_FILE);
    response
      .type('text/csv; charset=utf-8')
      .set({ 'content-disposition': 'attachment; filename="audit-trail.csv"', 'cache-control': 'no-store' })
      .send(csvOf(entries.reverse()));
  });
  return router;
}

function readFilter(request: Request): { filter: TrailFilter; before: number | undefined; issues: Issue[] } {
  const query = queryOf(request);
  const issues: Issue[] = [];
  const day = (name: 'from' | 'till') => {
    const text = query.get(name) || undefined;
    if (text !== undefined && !isDate(text)) issues.push(issue('#TYPE', name, 'must be a date YYYY-MM-DD'));
    return text;
  };
  const text = query.get('text')?.trim() || undefined;
  if (text !== undefined && text.length > LONGEST_TEXT)
    issues.push(issue('#TYPE', 'text', `has at most ${LONGEST_TEXT} characters`));
  const before = query.get('before');
  if (before !== undefined && !/^\d{1,15}$/.test(before))
    issues.push(issue('#TYPE', 'before', 'must be the number of an entry'));
  const what = query.get('what') || undefined;
  return {
    filter: { from: day('from'), till: day('till'), text, what: what?.split(',') as TrailWhat[] | undefined },
    before: before === undefined ? undefined : Number(before),
    issues,
  };
}
