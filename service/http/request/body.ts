/** Request bodies: read whole, decoded, parsed to a tree. */
import express, { type Request, type RequestHandler, type Response } from 'express';
import { MAX_BODY_BYTES, parseBody, type ReadBody } from '../../receipt/body.ts';

/** Reads any body as bytes. */
export const rawBody: RequestHandler = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

/** Settings and configurations are read at once, so that there must not be too much of them. */
const MOST_SETTINGS_BYTES = 262_144;
/** Reads the body of settings and configurations as bytes. */
export const settingsBody: RequestHandler = express.raw({ type: () => true, limit: MOST_SETTINGS_BYTES });

/** Texts for the printer are laid out at once; this is some twenty metres of paper. */
const MOST_TEXT_BYTES = 262_144;
/** Reads the body of texts for paper and displays as bytes. */
export const textBody: RequestHandler = express.raw({ type: () => true, limit: MOST_TEXT_BYTES });

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

/** Parses the body that {@link settingsBody} has read. */
export function readBody(request: Request): ReadBody {
  return parseBody(bytesOf(request), request.headers['content-type']);
}

/** The bytes of a body that was read; none when there was no body. */
export function bytesOf(request: Request): Buffer {
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
}
