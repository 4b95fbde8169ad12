/** POST /control/support makes a support bundle and shows it; GET /control/support/{id} saves that very one. */
import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { writeZip } from '../../exports/archive.ts';
import { issue } from '../../receipt/issue.ts';
import type { SupportBundle, SupportFile } from '../../support/wire.ts';
import { refuseOnPage } from '../request/export-errors.ts';

/** The routes, for managers (access/rules.ts). The newest bundle is kept in memory, no other one. */
export function supportRoutes(make: () => Promise<SupportFile[]>, now: () => number): Router {
  const router = Router();
  let last: SupportBundle | null = null;

  router.post('/control/support', async (_request, response) => {
    last = { id: randomUUID(), files: await make() };
    response.set('cache-control', 'no-store').json(last);
  });

  router.get('/control/support/:id', async (request, response) => {
    if (last?.id !== request.params.id) {
      refuseOnPage(response, [issue('#NOT_FOUND', '', 'there is a newer bundle, or none; make one first')]);
      return;
    }
    response.type('application/zip').set({
      'content-disposition': 'attachment; filename="tillmark-support.zip"',
      'cache-control': 'no-store',
    });
    const left = new AbortController();
    response.on('close', () => left.abort());
    // Whoever goes away has nothing to hear.
    await writeZip(filesOf(last), response, new Date(now()), left.signal).catch(() => response.destroy());
  });
  return router;
}

async function* filesOf({ files }: SupportBundle) {
  for (const { name, text } of files) yield { name, content: once(Buffer.from(text)) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
