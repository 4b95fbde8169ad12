/** A TSE of Epson in small, behind its host on the network: XML texts with a zero byte at the end, over TCP. */
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { systemClock, type Clock } from '../../clock.ts';
import { elementText, escaped } from '../../devices/tse/epson/session.ts';
import { TseEngine, type EngineOptions } from '../../devices/tse/software/engine.ts';
import { EpsonMachine, EpsonRefusal } from './machine.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  clock?: Clock;
  /** Limits of its TSE. */
  engine?: Partial<EngineOptions>;
}

/** A running emulator. */
export interface Emulator {
  port: number;
  engine: TseEngine;
  /** Functions that were called, oldest first. */
  calls: readonly string[];
  /** Time, self test and logins are gone. */
  powerCycle(): void;
  /** Lets the answer to the next call of a function be lost, after it was done. */
  loseAnswerOf(name: string): void;
  /** Another till has the device until the returned function is called. */
  occupy(): () => void;
  /** Cuts all lines. */
  hangUp(): void;
  /** Calls wait until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

const LONGEST_MESSAGE = 200_000;
const GREETING =
  '<connect><data><client_id>sock1</client_id><protocol_version>2</protocol_version></data></connect>';

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator({
  port = 0,
  clock = systemClock,
  ...more
}: EmulatorOptions = {}): Promise<Emulator> {
  const engine = new TseEngine({
    file: ':memory:',
    clock,
    description: 'Epson',
    manufacturer: 'Emulator',
    ...more.engine,
  });
  const machine = new EpsonMachine(engine, clock);
  const calls: string[] = [];
  const open = new Set<net.Socket>();
  let holder: net.Socket | 'other' | null = null;
  let lost: string | null = null;
  let gate: Promise<void> | null = null;

  async function answer(message: string, socket: net.Socket): Promise<string | null> {
    const id = elementText(message, 'device_id');
    const reply = (root: string, content: string) =>
      `<${root}><device_id>${escaped(id)}</device_id>${content}</${root}>`;
    if (message.startsWith('<open_device>')) {
      const code =
        id !== 'local_TSE'
          ? 'DEVICE_NOT_FOUND'
          : holder !== null && holder !== socket
            ? 'DEVICE_IN_USE'
            : 'OK';
      if (code === 'OK') holder = socket;
      return reply('open_device', `<code>${code}</code><data_id>1</data_id>`);
    }
    if (message.startsWith('<close_device>')) {
      const code = holder === socket ? 'OK' : 'DEVICE_NOT_OPEN';
      if (holder === socket) holder = null;
      return reply('close_device', `<code>${code}</code>`);
    }
    const data = (code: string, result: string) =>
      reply(
        'device_data',
        `<data><type>operateresult</type><code>${code}</code><resultdata>${escaped(result)}</resultdata></data>`,
      );
    if (holder !== socket) return data('DEVICE_NOT_OPEN', '');
    const request = JSON.parse(elementText(message, 'requestdata')) as {
      function: string;
      input: Record<string, unknown>;
    };
    const { function: name, input } = request;
    calls.push(name);
    await gate;
    const result = await machine.call(name, input).then(
      (output) => ({ result: 'EXECUTION_OK', function: name, error: {}, output }),
      (error: unknown) => {
        if (error instanceof EpsonRefusal)
          return { result: error.message, function: name, error: {}, output: {} };
        throw error;
      },
    );
    if (lost !== name) return data('SUCCESS', JSON.stringify(result));
    lost = null;
    return null;
  }

  const server = net.createServer((socket) => {
    let text = '';
    let turn: Promise<unknown> = Promise.resolve();
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      if (holder === socket) holder = null;
    });
    socket.write(`${GREETING}\0`);
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
      if (text.length > LONGEST_MESSAGE) socket.destroy();
      for (let end = text.indexOf('\0'); end !== -1; end = text.indexOf('\0')) {
        const message = text.slice(0, end);
        text = text.slice(end + 1);
        turn = turn
          .then(() => answer(message, socket))
          .then((told) => (told === null ? socket.destroy() : socket.write(`${told}\0`)))
          // What is no message of the protocol ends the conversation.
          .catch(() => socket.destroy());
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    ...{ port: (server.address() as AddressInfo).port, engine, calls },
    powerCycle: () => machine.powerCycle(),
    loseAnswerOf: (name) => {
      lost = name;
    },
    occupy: () => {
      holder = 'other';
      return () => {
        holder = null;
      };
    },
    hangUp: () => {
      for (const socket of open) socket.destroy();
      holder = null;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = null;
        resolve();
      };
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
      engine.close();
    },
  };
}
