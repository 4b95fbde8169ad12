/** Reads what another till tells of the TSE that it lends; all of it is foreign. Null: it cannot be read. */
import { shownText } from '../../ports/answer.ts';
import type {
  OpenTransaction,
  Signed,
  TransactionLogs,
  TseFailure,
  TseIdentity,
  TseState,
  TseTrouble,
} from '../contract.ts';
import { identityOf, positive, signatureOf } from '../identity.ts';

type Json = Record<string, unknown>;

const SERIAL = /^[0-9a-f]{64}$/;
const LATEST = 8.64e15;
const MOST_LISTED = 10_000;
const LONGEST_DATA = 100_000;
const TROUBLES: ReadonlySet<string> = new Set<TseTrouble>([
  ...(['unreachable', 'no-answer', 'unreadable', 'busy', 'not-initialised', 'time-not-set'] as const),
  ...([
    'self-test-due',
    'self-test-failed',
    'unauthorised',
    'wrong-pin',
    'blocked-pin',
    'wrong-puk',
  ] as const),
  ...(['blocked-puk', 'client-unknown', 'client-limit', 'transaction-unknown', 'transaction-limit'] as const),
  ...(['signatures-exhausted', 'store-full', 'certificate-expired', 'disabled', 'defective'] as const),
  ...(['export-running', 'export-too-large', 'not-exported', 'unsupported', 'refused'] as const),
]);

/** Why it was not done. */
export function failureIn(value: unknown): TseFailure {
  const { trouble, text, retryAfterMs } = objectIn(value);
  const retry = whole(retryAfterMs);
  return {
    trouble: typeof trouble === 'string' && TROUBLES.has(trouble) ? (trouble as TseTrouble) : 'refused',
    text: shownText(text),
    ...(retry !== null && { retryAfterMs: Math.min(retry, 3_600_000) }),
  };
}

/** A signed message. */
export function signedIn(value: unknown): Signed | null {
  const { serial, transaction, counter, time, signature } = objectIn(value);
  const [number, count, at, plain] = [
    positive(transaction),
    positive(counter),
    whole(time),
    signatureOf(signature),
  ];
  const isSerial = typeof serial === 'string' && SERIAL.test(serial);
  if (!isSerial || number === null || count === null || at === null || at > LATEST || plain === null)
    return null;
  return { serial, transaction: number, counter: count, time: at, signature: plain };
}

/** How the TSE stands. Clock and self test are looked after by the till that has it, unless they are in the way. */
export function stateIn(value: unknown): TseState | null {
  const told = objectIn(value);
  const { initialisation, certificateExpires, clients } = told;
  const identity = told.identity === null ? null : identityIn(objectIn(told.identity));
  if (identity === undefined || typeof initialisation !== 'string') return null;
  if (!['uninitialised', 'initialised', 'disabled'].includes(initialisation)) return null;
  const isDay = typeof certificateExpires === 'string' && /^\d{4}-\d\d-\d\d$/.test(certificateExpires);
  const isList = Array.isArray(clients) && clients.length <= MOST_LISTED;
  return {
    identity,
    initialisation: initialisation as TseState['initialisation'],
    description: shownText(told.description),
    timeSet: told.timeSet === false ? false : null,
    selfTestPassed: told.selfTestPassed === false ? false : null,
    selfTestDue: null,
    certificateExpires: isDay ? certificateExpires : null,
    clients: isList ? clients.filter((one): one is string => typeof one === 'string') : null,
    mostClients: whole(told.mostClients),
    openTransactions: whole(told.openTransactions),
    mostOpenTransactions: whole(told.mostOpenTransactions),
    signatures: whole(told.signatures),
    mostSignatures: whole(told.mostSignatures),
    storeUsed: whole(told.storeUsed),
    storeSize: whole(told.storeSize),
    signatureCounter: whole(told.signatureCounter),
    lastTransaction: whole(told.lastTransaction),
    blocked: [],
  };
}

/** Open transactions. */
export function openIn(value: unknown): OpenTransaction[] | null {
  if (!Array.isArray(value) || value.length > MOST_LISTED) return null;
  const list = value.map((one): OpenTransaction | null => {
    const { transaction, reference, started } = objectIn(one);
    const number = positive(transaction);
    return number === null
      ? null
      : { transaction: number, reference: short(reference), started: whole(started) };
  });
  return list.every((one) => one !== null) ? list : null;
}

/** What was signed about a transaction; `none` where it knows of none. */
export function logsIn(value: unknown): TransactionLogs | 'none' | null {
  if (value === null) return 'none';
  const { transaction, state, start, finish } = objectIn(value);
  const number = positive(transaction);
  if (number === null || (state !== 'open' && state !== 'finished')) return null;
  const [begun, ended] = [signedIn(start), signedIn(finish)];
  const { processType, processData } = objectIn(finish);
  const isEnded = ended !== null && typeof processType === 'string' && typeof processData === 'string';
  if ((start !== null && !begun) || (finish !== null && !isEnded)) return null;
  if (isEnded && processData.length + processType.length > LONGEST_DATA) return null;
  return {
    ...{ transaction: number, state, start: begun },
    finish: isEnded ? { ...ended, processType, processData } : null,
  };
}

/** Undefined: it cannot be read. */
function identityIn(told: Json): TseIdentity | undefined {
  const { publicKey, algorithm, timeFormat, encoding, certificates, serial } = told;
  if (!Array.isArray(certificates)) return undefined;
  const identity = identityOf({ publicKey, algorithm, timeFormat, encoding, certificates });
  return identity?.serial === serial ? (identity ?? undefined) : undefined;
}

function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function short(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 64 ? value : null;
}
