/**
 * POST /control/journal/rebuild and /confirm: what a manager does on the page while the journal cannot be used.
 * POST /control/recorder/row: what he does when a register and the portal differ.
 */
import { Router, type Response } from 'express';
import { issue } from '../receipt/issue.ts';
import type { RebuildStatus } from '../wire.ts';
import { refuseOnPage } from './request/export-errors.ts';
import { namedRegister } from './request/named-register.ts';

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

/**
 * Route for registers that differ from the portal (docs/recorder.md).
 * @param beginRow begins a new row of records there; false where nothing differs
 */
export function recorderRowRoutes(beginRow: (rn: string) => Promise<boolean>): Router {
  const router = Router();
  router.post('/control/recorder/row', async (request, response) => {
    const { rn, issues } = namedRegister(request);
    if (issues.length > 0) refuseOnPage(response, issues);
    else if (await beginRow(rn)) response.json({});
    else
      refuseOnPage(response, [
        issue('#JOURNAL_IN_ORDER', '', 'the register does not differ from the portal'),
      ]);
  });
  return router;
}
