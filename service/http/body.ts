/** Request bodies: read whole, decoded, parsed to a tree. */
import express, { type Request, type RequestHandler } from 'express';
import type { Format } from '../receipt/answer.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { readJson } from '../receipt/json.ts';
import type { Tree } from '../receipt/tree.ts';
import { readXml } from '../receipt/xml.ts';
import { decodeBody, EncodingError } from './decode.ts';
import { bodyFormat } from './negotiate.ts';

/** Largest body. A receipt with 1000 positions has about 200 kB. */
export const MAX_BODY_BYTES = 5_000_000;

/** Reads any body as bytes. */
export const rawBody: RequestHandler = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

/** A body as tree, or what is wrong with it; and its format either way. */
export type ReadBody = { format: Format } & ({ tree: Tree } | { issue: Issue });

/** Parses the body that {@link rawBody} has read. */
export function readBody(request: Request): ReadBody {
  const bytes: unknown = request.body;
  const contentType = request.headers['content-type'];
  const body = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
  const format = bodyFormat(contentType, body);
  if (body.length === 0)
    return { format, issue: issue('#BODY', '', 'the body is empty; send Tra as JSON or XML') };
  let text: string;
  try {
    text = decodeBody(body, contentType);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    return { format, issue: issue('#BODY', '', error.message) };
  }
  return { format, ...(format === 'xml' ? readXml(text) : readJson(text)) };
}
