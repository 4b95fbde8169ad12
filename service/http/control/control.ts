/** What the control page talks to: status, live events, key import. */
import express, { Router, type Response } from 'express';
import type { ControlStatus } from '../../wire.ts';
import { KeyError, type Keys } from '../../settings/keys.ts';
import { namedRegister } from '../request/named-register.ts';

/** Several receipts within this time make one event. */
const QUIET_MS = 200;
/** Keeps proxies from closing the stream, and the clock and day on the page true. */
const HEARTBEAT_MS = 15_000;
const MAX_PEM_BYTES = 20_000;

/** The status, asked for or as it changes. */
export interface StatusRoutes {
  router: Router;
  /** Tells all pages that listen, soon. */
  changed: () => void;
  /** Pages that listen now, and those that ever began to. */
  readonly pages: { now: number; begun: number };
  /** Ends all event streams, so that the server can stop; the pages ask again. */
  close(): void;
}

/**
 * Routes of the status.
 * @param statusOf status of a register; null when there is none of this name
 */
export function statusRoutes(statusOf: (rn: string) => Promise<ControlStatus | null>): StatusRoutes {
  const router = Router();
  const streams = new Set<Stream>();
  let begun = 0;

  router.get('/control/status', async (request, response) => {
    const { rn, issues } = namedRegister(request);
    const status = issues.length === 0 ? await statusOf(rn) : null;
    if (status) response.json(status);
    else response.status(404).json({ error: `there is no register ${rn}` });
  });

  router.get('/control/events', (request, response) => {
    const { rn } = namedRegister(request);
    response.set({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    const stream = new Stream(response, () => statusOf(rn));
    streams.add(stream);
    begun++;
    response.on('close', () => {
      stream.close();
      streams.delete(stream);
    });
  });

  return {
    router,
    changed() {
      for (const stream of streams) stream.changed();
    },
    get pages() {
      return { now: streams.size, begun };
    },
    close() {
      for (const stream of streams) stream.close();
    },
  };
}

/**
 * Route to import a signing key.
 * @param onKey called after another key has been imported
 */
export function keyRoutes(keys: Keys, onKey: () => void): Router {
  const router = Router();
  router.post(
    '/control/keys',

    express.text({ type: 'application/x-pem-file', limit: MAX_PEM_BYTES }),
    async (request, response) => {
      const pem: unknown = request.body;
      if (typeof pem !== 'string') {
        response.status(415).json({ error: 'send the private key as application/x-pem-file' });
        return;
      }
      try {
        const { serial, version } = await keys.import(pem);
        onKey();
        response.json({ serial, version });
      } catch (error) {
        if (!(error instanceof KeyError)) throw error;
        response.status(400).json({ error: error.message });
      }
    },
  );

  return router;
}

/** One page that listens. Sends the status when something changed, and with every heartbeat. */
class Stream {
  private readonly response: Response;
  private readonly status: () => Promise<object | null>;
  private readonly heartbeat: NodeJS.Timeout;
  private waiting: NodeJS.Timeout | null = null;
  private sending = false;
  private again = false;
  private isFull = false;

  constructor(response: Response, status: () => Promise<object | null>) {
    this.response = response;
    this.status = status;
    this.heartbeat = setInterval(() => {
      response.write(': still here\n\n');
      this.changed();
    }, HEARTBEAT_MS);
    void this.send();
  }

  /** Sends the status soon; a burst of changes makes one event. */
  changed(): void {
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      void this.send();
    }, QUIET_MS);
  }

  close(): void {
    clearInterval(this.heartbeat);
    if (this.waiting) clearTimeout(this.waiting);
    this.response.end();
  }

  private async send(): Promise<void> {
    if (this.sending) {
      this.again = true;
      return;
    }
    // Of a page that takes nothing there is no more to keep than what it was sent.
    if (this.response.writableNeedDrain) {
      if (!this.isFull) {
        this.response.once('drain', () => {
          this.isFull = false;
          this.changed();
        });
      }
      this.isFull = true;
      return;
    }
    this.sending = true;
    try {
      const status = await this.status();
      if (!this.response.writableEnded)
        this.response.write(`event: status\ndata: ${JSON.stringify(status)}\n\n`);
    } catch {
      // The journal is closing or failing; the page notices by itself.
    } finally {
      this.sending = false;
      if (this.again) {
        this.again = false;
        this.changed();
      }
    }
  }
}
