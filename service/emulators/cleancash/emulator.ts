/** A CleanCash control unit on the network (Sweden) in small: its web server, its rules, its memory. */
import { startServer, type Faults } from '../server.ts';
import { EmulatedUnit, fault, type Conditions, type Stored } from './unit.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  /** Serial number. */
  id?: string;
  /** `user:password` that requests must have. */
  auth?: string;
  /** Called with each receipt as it is stored. */
  stored?(receipt: Stored): void;
}

/** Answers that no unit gives: another document, without a code, half a one, bytes, a line that is lost behind it. */
export type WrongFrame = 'foreign' | 'empty' | 'truncated' | 'bytes' | 'line';

/** A running emulator. */
export interface Emulator extends Faults {
  /** Address of the unit. */
  url: string;
  port: number;
  conditions: Conditions;
  /** Receipts in the memory, oldest first. */
  readonly stored: readonly Stored[];
  /** Messages that came again. */
  readonly repeated: number;
  /** Does what the next messages ask for, and answers them so. */
  spoil(how: WrongFrame, times?: number): void;
  /** Another unit is in its place. */
  forget(): void;
}

const PATH = '/xccsp';
const LONGEST_BODY = 20_000;
const ID = 'CC270420000000001';
const LINE_LOST = 99;

const SPOILT: Readonly<Record<WrongFrame, (answer: string) => string | Buffer>> = {
  foreign: () => '<html><body>Login</body></html>',
  empty: (answer) => answer.replace(/<Code>[^<]*/, '<Code>').replace(/<UnitId>[^<]*/, '<UnitId>'),
  truncated: (answer) => answer.slice(0, answer.length / 2),
  bytes: () => Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x80]),
  line: () => fault(LINE_LOST),
};

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { auth, id = ID } = options;
  const unit = new EmulatedUnit(id);
  const expected = auth === undefined ? null : `Basic ${Buffer.from(auth).toString('base64')}`;
  let spoilt: { how: WrongFrame; times: number } = { how: 'foreign', times: 0 };
  const reply = (status: number, body: string | Buffer = '') => ({
    ...{ status, type: 'text/xml; charset=iso-8859-1', body },
  });
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: (incoming, body) => ({
      answer() {
        if (incoming.method !== 'POST' || incoming.url !== PATH) return reply(404);
        if (expected !== null && incoming.headers.authorization !== expected) return reply(401);
        const before = unit.stored.length;
        const answer = unit.answer(body ?? Buffer.alloc(0));
        for (const receipt of unit.stored.slice(before)) options.stored?.(receipt);
        if (spoilt.times === 0) return reply(200, answer);
        spoilt.times -= 1;
        return reply(200, SPOILT[spoilt.how](answer));
      },
    }),
  });
  return {
    ...server,
    url: `${server.origin}${PATH}`,
    port: Number(new URL(server.origin).port),
    conditions: unit.conditions,
    stored: unit.stored,
    get repeated() {
      return unit.repeated;
    },
    spoil: (how, times = 1) => {
      spoilt = { how, times };
    },
    forget: () => unit.forget(),
  };
}
