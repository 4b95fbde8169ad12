/** What emulated authorities have in common: a server with a memory of its requests, and answers that fail on demand. */
import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'node:https';
import { systemClock, type Clock } from '../clock.ts';
import type { Forced, Spoil } from './misbehaving.ts';
import { startServer, type Faults, type Reply } from './server.ts';

/** How to start one. */
export interface AuthorityOptions<Keys, Request> {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  /** Time for messages; TLS goes by the clock of the machine. */
  clock?: Clock;
  /** Keys and certificates; those of the process when left out. */
  keys?: Keys;
  /** Called with every answered request. */
  onRequest?: (request: Request) => void;
}

/** A running one. */
export interface EmulatedAuthority<Request, Code extends string | number> extends Faults {
  /** Address of the service. */
  url: string;
  /** Issuer of all its certificates, PEM. */
  ca: string;
  /** All requests, oldest first; may be changed. */
  requests: Request[];
  /** Answers the next requests so, and does nothing else. */
  fail(what: Forced<Code>, times?: number): void;
  /**
   * Does what the next requests ask for, and answers them so that nobody can trust it:
   * unsigned, signed by somebody else, changed after signing, unreadable.
   */
  spoil(how: Spoil, times?: number): void;
  /** Forgets what it was told, message ids and requests. */
  forget(): void;
}

/** What of it is that of one authority. */
export interface Authority<Request, Code extends string | number> {
  /** PEM. */
  ca: string;
  tls: ServerOptions;
  /** Behind the host: `/soap/services/v2`. */
  path?: string;
  /** A request of which nothing is known yet. @param at ms since 1970 */
  begun: (at: number) => Request;
  /**
   * Reads a request; the returned function does what it asks for, in its turn.
   * @param body null where it is too long
   */
  take: (incoming: IncomingMessage, body: Buffer | null, request: Request) => () => Reply | Promise<Reply>;
  service: {
    fail(what: Forced<Code>, times: number): void;
    spoil(how: Spoil, times: number): void;
    forget(): void;
  };
}

const MAX_REQUEST_BYTES = 1_000_000;

/** Starts it on 127.0.0.1. */
export async function startAuthority<Request, Code extends string | number>(
  { port, background, clock = systemClock, onRequest }: AuthorityOptions<unknown, Request>,
  { ca, tls, path = '', begun, take, service }: Authority<Request, Code>,
): Promise<EmulatedAuthority<Request, Code>> {
  const requests: Request[] = [];
  const server = await startServer({
    ...{ port, background, tls, longestBody: MAX_REQUEST_BYTES },
    take: (incoming, body) => {
      const request = begun(clock.now());
      requests.push(request);
      return {
        answer: take(incoming, body, request),
        answered: () => onRequest?.(request),
      };
    },
  });
  return {
    ...server,
    ...{ url: `${server.origin}${path}`, ca, requests },
    fail: (what, times = 1) => service.fail(what, times),
    spoil: (how, times = 1) => service.spoil(how, times),
    forget: () => {
      service.forget();
      requests.length = 0;
    },
  };
}
