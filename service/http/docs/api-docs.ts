/** GET /openapi.json and GET /docs: an interface, for programs and for people who connect to it. The portal has them, too. */
import fs from 'node:fs/promises';
import { Router } from 'express';
import type { OpenApi } from './api-examples.ts';
import { apiPage } from './api-page.ts';
import { sendCompressed } from '../door/compressed.ts';
import { textsFor } from '../form-page.ts';

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
 * @param source the OpenAPI document, or its file in the package
 * @param version of the program
 * @param changelog whether there is a page of that name beside
 */
export function apiDocsRoutes(source: string | OpenApi, version: string, changelog = true): Router {
  const read = async () =>
    typeof source === 'string' ? (JSON.parse(await fs.readFile(source, 'utf8')) as OpenApi) : source;
  const router = Router();
  router.get('/openapi.json', async (request, response) => {
    response.set('cache-control', 'no-cache').type('json');
    // Where the file was fetched is where the service is.
    await sendCompressed(request, response, JSON.stringify({ ...(await read()), servers: [{ url: './' }] }));
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
      .type('text/html; charset=utf-8');
    const page = apiPage(await read(), { base, version, changelog }, lng, say);
    await sendCompressed(request, response, page);
  });
  return router;
}
