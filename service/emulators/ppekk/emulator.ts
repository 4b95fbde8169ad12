/** A certified eKasa service with protected storage (PPEKK, CHDÚ) in small: its web server, its rules, its memory. */
import { systemClock, type Clock } from '../../clock.ts';
import { startServer, type Faults } from '../server.ts';
import { EmulatedPpekk, type Conditions, type Owner, type StoredDocument } from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions extends Partial<Owner> {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  clock?: Clock;
  /** Called with each document as it is stored. */
  stored?(document: StoredDocument): void;
}

/** Answers that no service gives: another document, a signature that does not fit, half a text. */
export type WrongAnswer = 'foreign' | 'unsigned' | 'truncated';

/** A running emulator. */
export interface Emulator extends Faults {
  /** Address of the service. */
  url: string;
  port: number;
  conditions: Conditions;
  /** Documents in the storage, oldest first. */
  readonly stored: readonly StoredDocument[];
  /** Does what the next requests ask for, and answers them so. */
  spoil(how: WrongAnswer, times?: number): void;
  /** eKasa answers again: all that waits gets its UID. */
  deliver(): void;
  /** Another storage is in its place. */
  forget(): void;
}

const LONGEST_BODY = 500_000;
const ROOT = '/api/';

const SPOILT: Readonly<Record<WrongAnswer, (answer: string) => string>> = {
  foreign: (answer) => answer.replace(/"externalId":"[^"]*"/, '"externalId":"another"'),
  unsigned: (answer) => answer.replace(/"okp":"[^"]{8}/, '"okp":"00000000'),
  truncated: (answer) => answer.slice(0, answer.length / 2),
};

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, port, background } = options;
  const { dic = '2020123456', code = `888${dic}0001` } = options;
  const service = new EmulatedPpekk(clock, { dic, code });
  let spoilt: { how: WrongAnswer; times: number } = { how: 'foreign', times: 0 };
  const reply = (status: number, body: string) => ({
    ...{ status, type: 'application/json; charset=utf-8', body },
  });
  const server = await startServer({
    ...{ port, background, longestBody: LONGEST_BODY },
    take: ({ method, url = '' }, body) => ({
      answer() {
        const tree = treeOf(body);
        if (method !== 'POST' || !url.startsWith(ROOT) || !tree) return reply(404, '{}');
        const before = service.stored.length;
        const told = service.answer(url.slice(ROOT.length), tree);
        for (const document of service.stored.slice(before)) options.stored?.(document);
        const text = JSON.stringify(told.body);
        if (spoilt.times === 0) return reply(told.status, text);
        spoilt.times -= 1;
        return reply(told.status, SPOILT[spoilt.how](text));
      },
    }),
  });
  return {
    ...server,
    url: server.origin,
    port: Number(new URL(server.origin).port),
    conditions: service.conditions,
    stored: service.stored,
    spoil: (how, times = 1) => {
      spoilt = { how, times };
    },
    deliver: () => service.deliver(),
    forget: () => {
      service.stored.length = 0;
    },
  };
}

function treeOf(body: Buffer | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
