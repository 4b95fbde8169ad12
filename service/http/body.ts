/** Request bodies: read whole, decoded, parsed to a tree. */
import express, { type Request, type RequestHandler, type Response } from 'express';
import { MAX_BODY_BYTES, parseBody, type ReadBody } from '../receipt/body.ts';

/** Reads any body as bytes. */
export const rawBody: RequestHandler = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

/** Receipts of people who have not signed in yet are looked at up to this length. */
const MOST_UNKNOWN_BYTES = 65_536;
const shortBody: RequestHandler = express.raw({ type: () => true, limit: MOST_UNKNOWN_BYTES });

/** Reads the body of somebody unknown; false when it is too long to be looked at, or cannot be read. */
export function readShortBody(request: Request, response: Response): Promise<boolean> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_UNKNOWN_BYTES) return Promise.resolve(false);
  return new Promise((resolve) => {
    void shortBody(request, response, (error?: unknown) => resolve(error === undefined));
  });
}

/** Parses the body that {@link rawBody} has read. */
export function readBody(request: Request): ReadBody {
  const bytes: unknown = request.body;
  const body = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
  return parseBody(body, request.headers['content-type']);
}
