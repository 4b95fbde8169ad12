/** Request bodies: read whole, decoded, parsed to a tree. */
import express, { type Request, type RequestHandler } from 'express';
import { MAX_BODY_BYTES, parseBody, type ReadBody } from '../receipt/body.ts';

/** Reads any body as bytes. */
export const rawBody: RequestHandler = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

/** Parses the body that {@link rawBody} has read. */
export function readBody(request: Request): ReadBody {
  const bytes: unknown = request.body;
  const body = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
  return parseBody(body, request.headers['content-type']);
}
