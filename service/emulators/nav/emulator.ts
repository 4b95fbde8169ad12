/** NAV Online Számla 3.0 in small, over HTTP on this machine. */
import { systemClock, type Clock } from '../../clock.ts';
import type { Forced, Spoil } from '../misbehaving.ts';
import { startServer, type Faults } from '../server.ts';
import { isOperation } from './schema.ts';
import { EmulatedNav, type NavUser, type StoredAnnulment, type StoredInvoice } from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  clock?: Clock;
  user?: NavUser;
  /** Called with each request and its answer. */
  onRequest?(operation: string, request: string, answer: string): void;
}

/** A running emulator. */
export interface Emulator extends Faults {
  /** Address of the service. */
  url: string;
  user: NavUser;
  /** Invoices that it has, oldest first. */
  readonly invoices: readonly StoredInvoice[];
  /** Technical annulments that were asked for; `status` is for a person to set. */
  readonly annulments: StoredAnnulment[];
  /** So often it says that it is still at an invoice. */
  processing(times: number): void;
  /** Answers the next requests so, and does nothing else. */
  fail(what: Forced<string>, times?: number): void;
  /** Does what the next requests ask for, and answers them so that nobody can read it. */
  spoil(how: Spoil, times?: number): void;
}

/** Who is known. */
export const USER: NavUser = {
  ...{ user: 'emulated12345', password: 'Emulated-1', signKey: 'ce-8f5e-215119fa7dd621DLMRHRLH2S' },
  ...{ exchangeKey: '7dd62DLMRHUVBIY1', taxpayerId: '12345676' },
};

const PATH = /^\/invoiceService\/v3\/(\w+)$/;
const LONGEST_BODY = 5_000_000;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, user = USER } = options;
  const service = new EmulatedNav(user, clock);
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: (incoming, body) => ({
      answer() {
        const operation = PATH.exec(incoming.url ?? '')?.[1] ?? '';
        if (incoming.method !== 'POST' || !isOperation(operation))
          return { status: 404, type: 'text/plain', body: '' };
        const { status, body: answer } = service.answer(operation, body ?? Buffer.alloc(0));
        options.onRequest?.(operation, (body ?? '').toString(), answer);
        return { status, type: 'application/xml; charset=utf-8', body: answer };
      },
    }),
  });
  return {
    ...server,
    ...{ url: server.origin, user, invoices: service.invoices, annulments: service.annulments },
    processing: (times) => (service.processing = times),
    fail: (what, times = 1) => service.fail(what, times),
    spoil: (how, times = 1) => service.spoil(how, times),
  };
}
