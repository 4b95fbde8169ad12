/** Answers that are made while they are sent: downloads of any length in the memory of a page. */
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Response } from 'express';
import { wasLeft } from '../../exports/archive.ts';
import type { Log } from '../../log.ts';

/** What an operation answers instead of an object. */
export class Streamed {
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Writes the answer and ends it, or destroys it: half an answer must not look
   * like a whole one. The signal is aborted when nobody takes it any more.
   */
  readonly write: (output: Writable, signal: AbortSignal) => Promise<void>;

  constructor(headers: Readonly<Record<string, string>>, write: Streamed['write']) {
    this.headers = headers;
    this.write = write;
  }
}

/** Sends such an answer; resolves when it was sent, or the connection has ended. */
export async function sendStreamed(streamed: Streamed, response: Response, log: Log): Promise<void> {
  const stopping = new AbortController();
  response.once('close', () => stopping.abort());
  response.set(streamed.headers);
  // So that clients see an answer before the first of a long one is ready.
  response.flushHeaders();
  try {
    await streamed.write(response, stopping.signal);
    await finished(response);
  } catch (error) {
    response.destroy();
    // Who went away needs no explanation; everybody else finds it in the log.
    if (!wasLeft(error)) log.error('the portal could not finish an answer', error);
  }
}
