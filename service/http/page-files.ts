/** The files of built pages, with headers that let no foreign code in. */
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

/**
 * Serves a folder of built pages.
 * @param index the page at `/`
 */
export function pageFiles(folder: string, index: string): RequestHandler {
  return express.static(folder, {
    index,
    setHeaders(response, file) {
      response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
      response.setHeader('referrer-policy', 'no-referrer');
      // File names carry a hash, only the page itself must be asked for again.
      response.setHeader(
        'cache-control',
        file.endsWith('.html') ? 'no-cache' : 'max-age=31536000, immutable',
      );
    },
  });
}
