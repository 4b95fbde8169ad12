/** Request bodies, over HTTP or as files: bytes to tree. */
import type { Format } from './answer.ts';
import { decodeBody, EncodingError } from './decode.ts';
import { issue, type Issue } from './issue.ts';
import { readJson } from './json.ts';
import type { Tree } from './tree.ts';
import { readXml } from './xml.ts';

/** Largest body. A receipt with 1000 positions has about 200 kB. */
export const MAX_BODY_BYTES = 5_000_000;

/** A body as tree, or what is wrong with it; and its format either way. */
export type ReadBody = { format: Format } & ({ tree: Tree } | { issue: Issue });

/** Format of a body: by content type, else by its first character. */
export function bodyFormat(contentType: string | undefined, body: Buffer): Format {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type.endsWith('xml')) return 'xml';
  if (type.endsWith('json')) return 'json';
  const start = body
    .subarray(0, 64)
    .toString('latin1')
    .replace(/^[^\x21-\x7e]+/, '');
  return start.startsWith('<') ? 'xml' : 'json';
}

/** Decodes and parses a body. */
export function parseBody(body: Buffer, contentType: string | undefined): ReadBody {
  const format = bodyFormat(contentType, body);
  if (body.length === 0)
    return { format, issue: issue('#BODY', '', 'the body is empty; send the record as JSON or XML') };
  let text: string;
  try {
    text = decodeBody(body, contentType);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    return { format, issue: issue('#BODY', '', error.message) };
  }
  return { format, ...(format === 'xml' ? readXml(text) : readJson(text)) };
}
