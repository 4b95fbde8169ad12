/** POST /control/journal/rebuild and /confirm: what a manager does on the page while the journal cannot be used. */
import { Router, type Response } from 'express';
import { issue } from '../receipt/issue.ts';
import type { RebuildStatus } from '../wire.ts';
import { refuseOnPage } from './export-errors.ts';

/** What can be done about a journal that cannot be used. */
export interface Mending {
  /** Begins to make the database anew; false where that mends nothing. */
  rebuild(): boolean;
  /** Sells on with data that are older than their mark; false where they are not. Resolves when they were opened, or could not be. */
  confirm(): Promise<boolean>;
}

/**
 * Routes for mending a journal.
 * @param mending null while the journal is in use: there is nothing to mend
 */
export function mendingRoutes(status: () => RebuildStatus, mending: Mending | null): Router {
  const router = Router();
  const refuse = (response: Response, text: string) =>
    refuseOnPage(response, [issue('#JOURNAL_IN_ORDER', '', text)]);

  router.get('/control/journal/rebuild', (_request, response) => {
    response.set('cache-control', 'no-store').json(status());
  });

  router.post('/control/journal/rebuild', (_request, response) => {
    if (mending?.rebuild()) response.status(202).json(status());
    else refuse(response, 'the database is neither gone nor damaged, or a rebuild is under way');
  });

  router.post('/control/journal/confirm', async (_request, response) => {
    if (await mending?.confirm()) response.json({});
    else refuse(response, 'the data are not older than their mark');
  });
  return router;
}
