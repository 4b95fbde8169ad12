/** A TSE in software, for tests and demos: real log messages and exports, and a key that anybody can copy. */
import fs from 'node:fs';
import path from 'node:path';
import type {
  Tse,
  TseFailure,
  TseModel,
  TseOptions,
  TseOutcome,
  TseState,
  TransactionLogs,
} from '../contract.ts';
import { TseEngine, TseRefusal } from './engine.ts';
import type { StoredTransaction } from './store.ts';

/** The kind. */
export const SOFTWARE_TSE: TseModel = {
  name: 'software',
  product: 'Software TSE (tests)',
  isTest: true,
  together: 32,
  settings: [],
  credentials: {},
  open: ({ folder, clock }: TseOptions) => {
    try {
      fs.mkdirSync(folder, { recursive: true });
      return softwareTse(new TseEngine({ file: path.join(folder, 'software-tse.db'), clock }));
    } catch (error) {
      return defectiveTse(failureOf(error));
    }
  },
};

/** A driver for an engine in this process. */
export function softwareTse(engine: TseEngine): Tse {
  const ask = <T>(work: () => T): Promise<TseOutcome<T>> => {
    try {
      return Promise.resolve({ outcome: 'done', result: work() });
    } catch (error) {
      return Promise.resolve({ outcome: 'not-done', failure: failureOf(error) });
    }
  };
  // Messages that are asked for at the same time share a commit.
  const sign = async <T>(work: () => T): Promise<TseOutcome<T>> => {
    try {
      return { outcome: 'done', result: await engine.together(work) };
    } catch (error) {
      return { outcome: 'not-done', failure: failureOf(error) };
    }
  };
  const nothing = (work: () => void) =>
    ask(() => {
      work();
      return null;
    });
  return {
    state: () => ask(() => stateOf(engine)),
    setUp: () => nothing(() => engine.initialise()),
    registerClient: (client) => nothing(() => engine.registerClient(client)),
    deregisterClient: (client) => nothing(() => engine.deregisterClient(client)),
    setTime: () => nothing(() => undefined),
    selfTest: () => nothing(() => undefined),
    unblock: () => Promise.resolve(unsupported('it has no PIN')),
    disable: () => nothing(() => engine.disable()),
    start: ({ client, reference }) => sign(() => engine.start(client, reference)),
    update: ({ client, transaction, processType, processData }) =>
      sign(() => engine.update(client, transaction, processType, processData)),
    finish: ({ client, transaction, processType, processData }) =>
      sign(() => engine.finish(client, transaction, processType, processData)),
    open: (client) =>
      ask(() =>
        engine.open(client).map(({ transaction, reference, startSeconds }) => ({
          ...{ transaction, reference, started: startSeconds * 1000 },
        })),
      ),
    find: ({ reference, transaction }) =>
      ask(() => {
        const found = engine.find(transaction === null ? { reference } : { number: transaction });
        return found && logsOf(found, engine);
      }),
    export: (filter) => ask(() => ({ content: engine.export(filter) })),
    deleteExported: () => nothing(() => engine.deleteExported()),
    close: () => {
      engine.close();
      return Promise.resolve();
    },
  };
}

/** One whose memory cannot be opened: it is there and does nothing, as any TSE that is broken. */
function defectiveTse(failure: TseFailure): Tse {
  const fails = () => Promise.resolve({ outcome: 'not-done', failure } as const);
  return {
    ...{ state: fails, setUp: fails, registerClient: fails, deregisterClient: fails },
    ...{ setTime: fails, selfTest: fails, unblock: fails, disable: fails },
    ...{ start: fails, update: fails, finish: fails, open: fails, find: fails },
    ...{ export: fails, deleteExported: fails, close: () => Promise.resolve() },
  };
}

function stateOf(engine: TseEngine): TseState {
  const { options, initialised, disabled } = engine;
  return {
    identity: engine.identity,
    initialisation: disabled ? 'disabled' : initialised ? 'initialised' : 'uninitialised',
    description: options.description,
    ...{ timeSet: true, selfTestPassed: true, selfTestDue: null },
    certificateExpires: engine.expires,
    clients: engine.clients,
    mostClients: options.mostClients,
    openTransactions: engine.open(null).length,
    mostOpenTransactions: options.mostOpen,
    signatures: engine.counter,
    mostSignatures: options.mostSignatures,
    storeUsed: engine.used,
    storeSize: options.storeSize,
    signatureCounter: engine.counter,
    lastTransaction: engine.lastTransaction,
    blocked: [],
  };
}

function logsOf(t: StoredTransaction, { identity }: TseEngine): TransactionLogs {
  const { transaction, processType, processData } = t;
  const { serial } = identity!;
  const signed = (counter: number, seconds: number, signature: string) => ({
    ...{ serial, transaction, counter, time: seconds * 1000, signature },
  });
  const isFinished = t.finishCounter !== null;
  return {
    transaction,
    state: isFinished ? 'finished' : 'open',
    start: signed(t.startCounter, t.startSeconds, t.startSignature),
    finish: isFinished
      ? {
          ...signed(t.finishCounter!, t.finishSeconds!, t.finishSignature!),
          ...{ processType: processType!, processData: processData! },
        }
      : null,
  };
}

function failureOf(error: unknown): TseFailure {
  if (error instanceof TseRefusal) return { trouble: error.trouble, text: error.message };
  return { trouble: 'defective', text: error instanceof Error ? error.message : 'unknown' };
}

function unsupported(text: string): TseOutcome<null> {
  return { outcome: 'not-done', failure: { trouble: 'unsupported', text } };
}
