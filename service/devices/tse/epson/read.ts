/** Reads what a TSE of Epson tells of itself; all of it is foreign. */
import type { TseState } from '../contract.ts';
import { base64Bytes, identityOf, positive } from '../identity.ts';
import { shownText } from '../../ports/answer.ts';
import { EpsonError, type Output } from './session.ts';

const BLOCK_BYTES = 512;

/**
 * How it stands.
 * @param certificate as it gave it; null where it gave none
 * @throws EpsonError
 */
export function readState(
  information: Output,
  clients: readonly unknown[] | null,
  certificate: string | null,
  now: number,
): TseState {
  const state = information.tseInitializationState;
  const isMade = state === 'INITIALIZED' || state === 'DECOMMISSIONED';
  const identity = isMade
    ? identityOf({
        publicKey: information.tsePublicKey,
        algorithm: information.signatureAlgorithm,
        timeFormat: information.logTimeFormat ?? 'unixTime',
        certificates: [textOfBase64(certificate)],
      })
    : null;
  const serial = base64Bytes(information.serialNumber, 100)?.toString('hex');
  if (isMade && (!identity || (serial !== undefined && serial !== identity.serial)))
    throw new EpsonError('unreadable', 'what it tells of its key cannot be read', false);
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : null);
  const seconds = positive(information.timeUntilNextSelfTest);
  const blocks = (value: unknown) => (typeof value === 'number' ? value * BLOCK_BYTES : null);
  return {
    identity,
    initialisation: state === 'DECOMMISSIONED' ? 'disabled' : isMade ? 'initialised' : 'uninitialised',
    description: ['Epson TSE', shownText(information.tseDescription)].filter(Boolean).join(', '),
    timeSet: flag(information.hasValidTime),
    selfTestPassed: flag(information.hasPassedSelfTest),
    selfTestDue: seconds === null ? null : now + seconds * 1000,
    certificateExpires: /^\d{4}-\d\d-\d\d/.exec(String(information.certificateExpirationDate))?.[0] ?? null,
    clients: clients?.filter((one) => typeof one === 'string') ?? null,
    mostClients: positive(information.maxRegisteredClients),
    openTransactions:
      typeof information.startedTransactions === 'number' ? information.startedTransactions : null,
    mostOpenTransactions: positive(information.maxStartedTransactions),
    signatures: positive(information.createdSignatures),
    mostSignatures: positive(information.maxSignatures),
    storeUsed: blocks(information.tseCurrentSize),
    storeSize: blocks(information.tseCapacity),
    ...{ signatureCounter: null, lastTransaction: null, blocked: [] },
  };
}

/** What is no object has no members. */
export function object(value: unknown): Output {
  return typeof value === 'object' && value !== null ? (value as Output) : {};
}

/** The first list of an output, whatever its name is: firmwares differ. */
export function firstList(output: Output): readonly unknown[] | null {
  return Object.values(output).find((value) => Array.isArray(value)) ?? null;
}

/** The first text of an output. */
export function firstText(output: Output): string | null {
  return (
    (Object.values(output).find((value) => typeof value === 'string' && value !== '') as
      string | undefined) ?? null
  );
}

/** A certificate comes as base64 of PEM, or of DER. */
function textOfBase64(text: string | null): string | null {
  if (text === null) return null;
  const decoded = Buffer.from(text, 'base64').toString('latin1');
  return decoded.includes('-----BEGIN') ? decoded : text;
}
