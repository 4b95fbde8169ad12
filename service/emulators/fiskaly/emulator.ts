/** fiskaly SIGN DE v2 in small: HTTP, access, states, revisions, limits, errors, exports, and a TSE that signs. */
import { systemClock, type Clock } from '../../clock.ts';
import { TseEngine, type EngineOptions } from '../../devices/tse/software/engine.ts';
import { startServer, type Faults } from '../server.ts';
import { EmulatedFiskaly, type ApiKey } from './service.ts';
import type { EmulatedTss, ServiceError } from './tss.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  clock?: Clock;
  apiKey?: ApiKey;
  /** Limits of its TSEs. */
  engine?: Partial<EngineOptions>;
}

/** A running emulator. */
export interface Emulator extends Faults {
  /** Base address, `http://localhost:7300/api/v2`. */
  url: string;
  port: number;
  apiKey: ApiKey;
  /** By their ids. */
  tss: ReadonlyMap<string, EmulatedTss>;
  /** What was asked, oldest first. */
  requests: readonly string[];
  /** Refuses the next messages of transactions so. */
  refuse(error: ServiceError, times?: number): void;
  dropTokens(): void;
}

const LONGEST_BODY = 200_000;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, apiKey = { key: 'test_key', secret: 'test_secret' } } = options;
  const engines: TseEngine[] = [];
  const service = new EmulatedFiskaly(clock, apiKey, () => {
    const engine = new TseEngine({
      ...{ file: ':memory:', clock, manufacturer: 'Emulator', description: 'fiskaly' },
      ...{ mostClients: 199, mostOpen: 2000, ...options.engine },
    });
    engines.push(engine);
    return engine;
  });
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: (incoming, body) => ({ answer: () => service.answer(incoming, body) }),
  });
  const url = `${server.origin}/api/v2`;
  return {
    ...server,
    ...{ url, port: Number(new URL(url).port), apiKey, tss: service.tss, requests: service.requests },
    refuse: (error, times = 1) => {
      service.refusals = Array<ServiceError>(times).fill(error);
    },
    dropTokens: () => service.dropTokens(),
    stop: async () => {
      await server.stop();
      for (const engine of engines) engine.close();
    },
  };
}
