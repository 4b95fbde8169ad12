import { protocol } from 'electron';
import { OWN_HOST, OWN_SCHEME } from '../security/origins.ts';
import type { Texts } from '../texts.ts';
import { WAITING_CSS, waitingHtml } from './page.ts';
import { waitingScript } from './script.ts';
import { signInHtml, signInScript } from './sign-in.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Makes the own scheme a standard, secure one. Must run before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: OWN_SCHEME, privileges: { standard: true, secure: true } },
  ]);
}

/** Serves the shell's own pages from memory: there is no path to escape from. */
export function serveOwnPages(texts: Texts): void {
  const files = new Map([
    ['/', { type: 'text/html', body: waitingHtml(texts) }],
    ['/waiting.css', { type: 'text/css', body: WAITING_CSS }],
    ['/waiting.js', { type: 'text/javascript', body: waitingScript(texts) }],
    ['/sign-in', { type: 'text/html', body: signInHtml(texts) }],
    ['/sign-in.js', { type: 'text/javascript', body: signInScript(texts) }],
  ]);
  protocol.handle(OWN_SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    const file = request.method === 'GET' && host === OWN_HOST ? files.get(pathname) : undefined;
    if (!file) return new Response('', { status: 404 });
    return new Response(file.body, {
      headers: {
        'content-type': `${file.type}; charset=utf-8`,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  });
}
