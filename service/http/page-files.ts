/** The files of built pages, with headers that let no foreign code in, as small as the build has made them. */
import fs from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler } from 'express';

/** Nothing but the server's own files; no inline code or styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Content codings of the files beside a file (`build/scripts/compress-files.ts`), the smallest first. */
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Files whose names carry a hash of their content. */
const HASHED = '/assets/';

/**
 * Serves a folder of built pages.
 * @param index the page at `/`
 */
export function pageFiles(folder: string, index: string): RequestHandler {
  const names = namesIn(folder);
  const files = express.static(folder, {
    index,
    setHeaders(response) {
      response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
      response.setHeader('referrer-policy', 'no-referrer');
      const isHashed = response.req.url.startsWith(HASHED);
      response.setHeader('cache-control', isHashed ? 'max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, response, next) => {
    const { url } = request;
    const file = request.path === '/' ? `/${index}` : request.path;
    const there = CODINGS.filter(([, ending]) => names.has(file + ending));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (there.length === 0 || !isRead) return void files(request, response, next);
    response.vary('accept-encoding');
    const [coding, ending] = there.find(([name]) => request.acceptsEncodings(name) === name) ?? [];
    if (coding === undefined) return void files(request, response, next);
    request.url = file + ending;
    response.type(path.extname(file)).setHeader('content-encoding', coding);
    files(request, response, (error) => {
      // It has gone since the start.
      request.url = url;
      response.removeHeader('content-encoding');
      response.removeHeader('content-type');
      next(error);
    });
  };
}

/** Files of a folder as addresses name them. */
function namesIn(folder: string): ReadonlySet<string> {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return new Set(names.map((name) => `/${name.replaceAll(path.sep, '/')}`));
}
