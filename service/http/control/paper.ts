/** GET, POST and DELETE /control/paper: the emulated printer of a demo, its troubles and its paper. */
import { Router, type Response } from 'express';
import type { DemoPrinter } from '../../demo/printer.ts';
import { readBody, settingsBody } from '../request/body.ts';

/**
 * Routes of the page "Paper".
 * @param printer of a demo; null everywhere else
 */
export function paperRoutes(printer: () => DemoPrinter | null): Router {
  const router = Router();

  const refuse = (response: Response, status: number, code: string, message: string) =>
    void response.status(status).json({ error: { code, message, warnings: [] } });
  const ofDemo = (response: Response): DemoPrinter | null => {
    const found = printer();
    if (!found) refuse(response, 404, '#NOT_FOUND', 'there is no emulated printer: only a demo has one');
    return found;
  };

  router.get('/control/paper', (_request, response) => {
    const found = ofDemo(response);
    if (found) response.set('cache-control', 'no-store').json(found.overview());
  });

  router.get('/control/paper/pictures/:number', (request, response) => {
    const found = ofDemo(response);
    if (!found) return;
    const { number } = request.params;
    const picture = /^\d{1,9}$/.test(number) ? found.picture(Number(number)) : null;
    if (picture) response.set('cache-control', 'no-store').type('png').send(picture);
    else refuse(response, 404, '#NOT_FOUND', 'this piece of paper is not there any more');
  });

  router.post('/control/paper', settingsBody, (request, response) => {
    const found = ofDemo(response);
    if (!found) return;
    const body = readBody(request);
    if ('issue' in body) refuse(response, 400, '#BODY', body.issue.text);
    else if (found.change(body.tree)) response.json(found.overview());
    else refuse(response, 400, '#ACTION', 'what must be a trouble or the drawer, on must be true or false');
  });

  router.delete('/control/paper', (_request, response) => {
    const found = ofDemo(response);
    if (!found) return;
    found.discard();
    response.json(found.overview());
  });
  return router;
}
