/** GET /docs/coming-from-another-register: what stays the same and what to check, for who changes. */
import fs from 'node:fs/promises';
import { Router } from 'express';
import { issue } from '../../receipt/issue.ts';
import { refuse } from '../request/export-errors.ts';
import { sendForm } from '../form-page.ts';
import { markdownHtml } from './markdown.ts';

/**
 * The route of the guide: Markdown as it is in the package, or HTML by `accept`.
 * @param file docs/coming-from-another-register.md of the package
 */
export function guideRoutes(file: string): Router {
  const router = Router();
  router.get('/docs/coming-from-another-register', async (request, response) => {
    const text = await fs.readFile(file, 'utf8').catch(() => null);
    if (text === null) {
      refuse(request, response, [issue('#NOT_FOUND', '', 'the package came without this page')]);
      return;
    }
    response.vary('accept');
    if (request.accepts(['text/markdown', 'text/html']) === 'text/html')
      sendForm(request, response, 200, {
        title: 'coming.title',
        body: () => `<div lang="en">${markdownHtml(text)}</div>`,
      });
    else response.type('text/markdown; charset=utf-8').send(text);
  });
  return router;
}
