/** Wire formats of requests and answers (doc 2, "Response format"; answers 3 and 4). */
import type { Request } from 'express';
import type { Format } from '../receipt/answer.ts';

/** What the client asks for in `accept`; null when it leaves it open. */
export function acceptedFormat(accept: string | undefined): Format | null {
  if (accept === undefined) return null;
  const types = accept.split(',').map((part) => part.split(';')[0]!.trim().toLowerCase());
  // Browsers list XML beside HTML without meaning it.
  if (types.includes('text/html')) return 'json';
  const xml = types.some((t) => t === 'xml' || t.endsWith('/xml') || t.endsWith('+xml'));
  const json = types.some((t) => t === 'json' || t.endsWith('/json') || t.endsWith('+json'));
  if (xml) return 'xml';
  return json && !types.includes('*/*') ? 'json' : null;
}

/** Format of the answer to a request with a body of this format. */
export function answerFormat(request: Request, body: Format): Format {
  return acceptedFormat(request.headers.accept) ?? body;
}
