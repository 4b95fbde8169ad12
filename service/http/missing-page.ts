/** What a browser shows where there is nothing: a page with the way back, for whoever has mistyped an address. */
import type { Request, Response } from 'express';
import { sendForm, wantsPage } from './form-page.ts';

/**
 * Sends the page to who would rather see one than JSON.
 * @returns false when nothing was sent
 */
export function sendMissingPage(request: Request, response: Response): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !wantsPage(request)) return false;
  sendForm(request, response, 404, {
    title: 'missing.title',
    body: (say) => `<p>${say('missing.text')}</p>
<p><a href="/">${say('missing.back')}</a></p>`,
  });
  return true;
}
