/** Answering a request whose body nobody wants to read, so that the connection can be used again. */
import type { Request, Response } from 'express';

/** What is longer is not even thrown away: the connection ends with the answer. */
const MOST_DISCARDED_BYTES = 64_000_000;
const DISCARDING_MS = 10_000;

/**
 * Throws a body away, then answers: a client that closes the connection behind each
 * request reads nothing while it still writes. Who sends too much, or too slowly,
 * gets the answer in the middle of it, and no further one.
 * @param pause milliseconds before which there is no answer
 */
export function answerUnread(request: Request, response: Response, answer: () => void, pause = 0): void {
  let bytes = 0;
  let waitsFor = 2;
  const end = () => {
    clearTimeout(late);
    clearTimeout(paused);
    request.off('data', count);
    if (response.headersSent || response.destroyed) return;
    if (!request.complete) {
      request.pause();
      response.setHeader('connection', 'close');
    }
    answer();
  };
  const oneIsDone = () => void (--waitsFor === 0 && end());
  const count = ({ length }: Buffer) => void ((bytes += length) > MOST_DISCARDED_BYTES && end());
  const late = setTimeout(end, Math.max(DISCARDING_MS, pause)).unref();
  const paused = setTimeout(oneIsDone, pause).unref();
  response.once('close', () => {
    clearTimeout(late);
    clearTimeout(paused);
  });
  if (Number(request.headers['content-length'] ?? 0) > MOST_DISCARDED_BYTES) end();
  else request.once('end', oneIsDone).on('data', count);
}

/** Time between two looks at a body without a length. */
const LOOK_MS = 1000;

/**
 * Ends the connection of a body in chunks that goes on and on: whoever reads bodies
 * refuses it, but reads it to its end first.
 */
export function cutOffEndless(request: Request, response: Response): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const { socket } = request;
  const before = socket.bytesRead;
  const look = setInterval(() => {
    if (socket.bytesRead - before > MOST_DISCARDED_BYTES) socket.destroy();
    if (request.complete || socket.destroyed) clearInterval(look);
  }, LOOK_MS).unref();
  response.once('close', () => clearInterval(look));
}
