/** The Swissbit Cloud TSE v2 in small: HTTP, access, transactions, exports, and a TSE that signs. */
import { systemClock, type Clock } from '../../clock.ts';
import { TseEngine, TseRefusal, type EngineOptions } from '../../devices/tse/software/engine.ts';
import type { Signed } from '../../devices/tse/contract.ts';
import { startServer, type Faults, type Reply } from '../server.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  port?: number;
  background?: boolean;
  clock?: Clock;
  accessToken?: string;
  /** Limits of its TSE. */
  engine?: Partial<EngineOptions>;
}

/** A running emulator. */
export interface Emulator extends Faults {
  url: string;
  port: number;
  serial: string;
  accessToken: string;
  engine: TseEngine;
}

type Message = Readonly<Record<string, unknown>>;

const LONGEST_BODY = 200_000;
const POLLS = 2;

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, accessToken = 'test-token' } = options;
  const engine = new TseEngine({
    file: ':memory:',
    clock,
    description: 'Swissbit Cloud',
    manufacturer: 'Emulator',
    ...options.engine,
  });
  engine.initialise();
  const { serial } = engine.identity!;
  const login = `Basic ${Buffer.from(`${serial}:${accessToken}`).toString('base64')}`;
  /** Times that the export was asked for; null: there is none. */
  let exportAsked: number | null = null;

  async function answer(method: string, path: string, message: Message): Promise<Reply> {
    const clientId = typeof message.clientId === 'string' ? message.clientId : '';
    const number = Number(message.transactionNumber);
    const type = String(message.processType);
    const data = Buffer.from(String(message.processData), 'base64').toString('utf8');
    switch (`${method} ${path}`) {
      case 'GET ':
        return json(200, told());
      case 'GET clients':
        return json(200, { clients: engine.clients.map((id) => ({ clientId: id })) });
      case 'GET transactions':
        return json(
          200,
          engine
            .open(null)
            .map(({ transaction, client }) => ({ transactionNumber: transaction, clientId: client })),
        );
      case 'POST registerClient':
        engine.registerClient(clientId);
        return json(200, {});
      case 'POST deregisterClient':
        engine.deregisterClient(clientId);
        return json(200, {});
      case 'POST disableSecureElement':
        engine.disable();
        return json(200, {});
      case 'POST startTransaction':
        return json(200, signed(engine.start(clientId, null)));
      case 'POST updateTransaction':
        return json(200, signed(engine.update(clientId, number, type, data)));
      case 'POST finishTransaction':
        return json(200, signed(engine.finish(clientId, number, type, data)));
      case 'POST export':
        if (exportAsked !== null) return json(409, { message: 'an export is running' });
        exportAsked = 0;
        return json(200, { id: '1' });
      case 'GET export/1':
        if (exportAsked === null) return json(404, { message: 'no export' });
        exportAsked += 1;
        return json(
          200,
          exportAsked < POLLS ? { status: 'pending' } : { status: 'success', downloadUrl: `${url}/file` },
        );
      case 'DELETE export/1':
        exportAsked = null;
        return json(200, {});
      case 'GET file': {
        const parts: Buffer[] = [];
        for await (const part of engine.export({})) parts.push(part);
        return { status: 200, type: 'application/x-tar', body: Buffer.concat(parts) };
      }
      default:
        return json(404, { message: 'no such path' });
    }
  }

  function told() {
    const { identity, disabled } = engine;
    return {
      ...{ publicKey: identity!.publicKey, serialNumber: serial, signatureAlgorithm: identity!.algorithm },
      ...{ logTimeFormat: 'unixTime', initializationState: disabled ? 'disabled' : 'initialized' },
      certificateChain: `-----BEGIN CERTIFICATE-----\n${identity!.certificates[0]!}\n-----END CERTIFICATE-----\n`,
    };
  }

  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: ({ method = '', url: target = '', headers }, body) => ({
      answer: async () => {
        if (headers.authorization !== login) return json(401, { message: 'access denied' });
        const path = target.replace(/^\/api\/v1\/tse\/?/, '');
        try {
          const message = body && body.length > 0 ? (JSON.parse(body.toString('utf8')) as Message) : {};
          return await answer(method, path, message);
        } catch (error) {
          if (error instanceof TseRefusal) return json(400, { code: error.trouble, message: error.message });
          if (error instanceof SyntaxError) return json(400, { message: 'no JSON' });
          throw error;
        }
      },
    }),
  });
  const url = `${server.origin}/api/v1/tse`;
  return {
    ...server,
    ...{ url, port: Number(new URL(url).port), serial, accessToken, engine },
    stop: async () => {
      await server.stop();
      engine.close();
    },
  };
}

function signed({ transaction, counter, time, signature }: Signed) {
  return {
    ...{ transactionNumber: transaction, signatureCounter: counter },
    ...{ signatureCreationTime: time / 1000, signatureValue: signature },
  };
}

function json(status: number, object: object): Reply {
  return { status, type: 'application/json', body: JSON.stringify(object) };
}
