/** Wire formats of requests and answers (doc 2, "Response format"; answers 3 and 4). */
import type { Request } from 'express';
import type { Format } from '../../receipt/answer.ts';

/** What the client asks for in `accept`; null when it leaves it open. */
export function acceptedFormat(accept: string | undefined): Format | null {
  if (accept === undefined) return null;
  const types = accept.split(',').map(readType);
  const weightOf = (isIt: (type: string) => boolean) =>
    Math.max(0, ...types.filter(({ type }) => isIt(type)).map(({ weight }) => weight));
  // Browsers list XML beside HTML without meaning it.
  if (weightOf((t) => t === 'text/html') > 0) return 'json';
  const xml = weightOf((t) => t === 'xml' || t.endsWith('/xml') || t.endsWith('+xml'));
  const json = weightOf((t) => t === 'json' || t.endsWith('/json') || t.endsWith('+json'));
  if (xml > 0 && xml >= json) return 'xml';
  // Libraries send a default with all at the same weight, which leaves it open.
  const any = weightOf((t) => t === '*/*');
  return json > 0 && (xml > 0 || json > any) ? 'json' : null;
}

/** A media type of the list and its `q`, 1 without one. */
function readType(part: string): { type: string; weight: number } {
  const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const q = /^q\s*=\s*([01](?:\.\d{0,3})?)$/;
  const weight = parameters.map((parameter) => q.exec(parameter)?.[1]).find((value) => value !== undefined);
  return { type, weight: weight === undefined ? 1 : Number(weight) };
}

/** Format of the answer to a request with a body of this format. */
export function answerFormat(request: Request, body: Format): Format {
  return acceptedFormat(request.headers.accept) ?? body;
}
