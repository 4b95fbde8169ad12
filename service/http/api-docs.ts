/** GET /openapi.json and GET /docs: this interface, for programs and for people who connect to it. */
import fs from 'node:fs/promises';
import { Router } from 'express';
import type { OpenApi } from './api-examples.ts';
import { apiPage } from './api-page.ts';
import { textsFor } from './form-page.ts';

/** The page's own files and nothing else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Routes of the description.
 * @param file the OpenAPI file of the package
 * @param version of the program
 */
export function apiDocsRoutes(file: string, version: string): Router {
  const read = async () => JSON.parse(await fs.readFile(file, 'utf8')) as OpenApi;
  const router = Router();
  router.get('/openapi.json', async (_request, response) => {
    // Where the file was fetched is where the service is.
    response.set('cache-control', 'no-cache').json({ ...(await read()), servers: [{ url: './' }] });
  });
  router.get('/docs', async (request, response) => {
    const { lng, say } = textsFor(request);
    const base = `${request.protocol}://${request.headers.host ?? 'localhost'}`;
    response
      .set({
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      })
      .vary('accept-language')
      .type('text/html; charset=utf-8')
      .send(apiPage(await read(), { base, version }, lng, say));
  });
  return router;
}
