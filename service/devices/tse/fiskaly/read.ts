/** Reads what the service tells of transactions and of a TSS; all of it is foreign. */
import type { Signed, TseIdentity, TseState } from '../contract.ts';
import { expiryOf, identityOf, positive, signatureOf } from '../identity.ts';
import { shownText } from '../../ports/answer.ts';

/** A transaction at one of its revisions. */
export interface FiskalyTransaction {
  signed: Signed;
  isOpen: boolean;
  revision: number;
  reference: string;
  started: number | null;
  processType: string;
  processData: string;
}

type Json = Record<string, unknown>;

/** Null when it cannot be read. */
export function readTransaction(object: Json): FiskalyTransaction | null {
  const log = part(object.log);
  const signature = part(object.signature);
  const transaction = positive(object.number);
  const counter = positive(signature.counter);
  const seconds = positive(log.timestamp);
  const value = signatureOf(signature.value);
  const revision = positive(object.latest_revision ?? object.revision);
  const serial = object.tss_serial_number;
  if (transaction === null || counter === null || seconds === null || value === null || revision === null)
    return null;
  if (typeof serial !== 'string' || !/^[0-9a-f]{64}$/i.test(serial)) return null;
  const started = positive(object.time_start);
  const raw = part(part(object.schema).raw);
  return {
    signed: { serial: serial.toLowerCase(), transaction, counter, time: seconds * 1000, signature: value },
    isOpen: object.state === 'ACTIVE',
    revision,
    reference: typeof object._id === 'string' ? object._id : '',
    started: started === null ? null : started * 1000,
    processType: typeof raw.process_type === 'string' ? raw.process_type : '',
    processData:
      typeof raw.process_data === 'string' ? Buffer.from(raw.process_data, 'base64').toString('utf8') : '',
  };
}

/** How a TSS stands. `state` is the service's own word; null when it cannot be read. */
export function readTss(object: Json, clients: readonly string[]): { state: string; told: TseState } | null {
  const { state } = object;
  if (typeof state !== 'string') return null;
  const isMade = state === 'INITIALIZED' || state === 'DISABLED';
  const identity: TseIdentity | null = isMade
    ? identityOf({
        publicKey: object.public_key,
        algorithm: object.signature_algorithm,
        timeFormat: object.signature_timestamp_format,
        encoding: object.transaction_data_encoding,
        certificates: [object.certificate],
        // The key that it is asked with decides.
        isTest: object._env === 'TEST',
      })
    : null;
  if (isMade && !identity) return null;
  return {
    state,
    told: {
      identity,
      initialisation: state === 'DISABLED' ? 'disabled' : isMade ? 'initialised' : 'uninitialised',
      description: ['fiskaly SIGN DE', shownText(object.description)].filter(Boolean).join(', '),
      ...{ timeSet: true, selfTestPassed: true, selfTestDue: null },
      certificateExpires: identity && expiryOf(identity),
      clients,
      mostClients: positive(object.max_number_registered_clients),
      openTransactions: whole(object.number_active_transactions),
      mostOpenTransactions: positive(object.max_number_active_transactions),
      signatures: positive(object.signature_counter),
      mostSignatures: null,
      ...{ storeUsed: null, storeSize: null },
      signatureCounter: positive(object.signature_counter),
      lastTransaction: positive(object.transaction_counter),
      blocked: [],
    },
  };
}

/** A client of a TSS. */
export interface FiskalyClientEntry {
  id: string;
  serial: string;
  isRegistered: boolean;
}

/** Clients of a list; null when it is none. */
export function readClients({ data }: Json): FiskalyClientEntry[] | null {
  if (!Array.isArray(data)) return null;
  return data
    .map(part)
    .flatMap(({ _id: id, serial_number: serial, state }) =>
      typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id) && typeof serial === 'string'
        ? [{ id, serial, isRegistered: state === 'REGISTERED' }]
        : [],
    );
}

function part(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
