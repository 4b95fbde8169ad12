/**
 * Signature units (Signaturerstellungseinheiten) of the Austrian cash register
 * ordinance (RKSV): whatever signs receipts with a P-256 key. Software key,
 * remote service, smart card and the sign server of another till look the same
 * from here.
 */
import type { KeyObject } from 'node:crypto';

/** What a unit is: a key of this program, a service on the net, a card in a reader, another till of the shop. */
export type UnitKind = 'software' | 'remote' | 'card' | 'till';

/** Who a unit is: what the receipt names it by, and what its signatures are checked with. */
export interface UnitIdentity {
  /** Trust provider (field 1 of the code): `AT0` closed system, `AT1` A-Trust, `AT2` GlobalTrust, `AT3` PrimeSign. */
  readonly zda: string;
  /**
   * Field 11 of the code: the certificate's serial number, lower-case hex without
   * leading zeros; in a closed system the key's id, such as `U:ATU12345678-K1`.
   */
  readonly serial: string;
  /** DER: the signature certificate, then those of its issuers as far as known; empty in a closed system. */
  readonly chain: readonly Buffer[];
  /** P-256. */
  readonly publicKey: KeyObject;
  /** What the operator should know about it although it signs: a code with words under `units.remark`. */
  readonly remark?: string;
}

/**
 * Why a unit did not sign:
 * - `unreachable`: no connection, no card, an overloaded service; may be back at any moment
 * - `timeout`: its time was up
 * - `refused`: it is there and says no: password, PIN, account; asking again does not help and may lock it
 * - `broken`: it answered, but not with a usable signature
 * - `busy`: its turn did not come in time; says nothing about the unit
 * - `changed`: it is another one now (card exchanged, certificate renewed): identify it again
 */
export type FailureKind = 'unreachable' | 'timeout' | 'refused' | 'broken' | 'busy' | 'changed';

/**
 * What exactly is the matter, where people can do something about it; words for it in every language of the
 * page stand under `units.cause`.
 */
export type FailureCause =
  | ('readerMissing' | 'cardMissing' | 'cardUnknown' | 'cardOther' | 'cardService')
  | ('pinWrong' | 'pinBlocked' | 'pinLast')
  | ('noAnswer' | 'login' | 'service' | 'secretLost' | 'key' | 'address');

/** A failure as data. */
export interface UnitFailure {
  kind: FailureKind;
  /** Missing: nothing more is known than its kind. */
  cause?: FailureCause;
  /** English, one line, without secrets. */
  text: string;
}

/** The one error that units throw. */
export class UnitError extends Error {
  readonly kind: FailureKind;
  override readonly cause: FailureCause | undefined;

  /** @param text English; see {@link UnitFailure} */
  constructor(kind: FailureKind, text: string, cause?: FailureCause) {
    super(text);
    this.name = 'UnitError';
    this.kind = kind;
    this.cause = cause;
  }
}

/** A signature unit. Calls may overlap; a unit that does one thing at a time queues them itself. */
export interface SignatureUnit {
  /** Names the unit within the installation, e.g. in the log; stays the same over restarts. */
  readonly id: string;
  readonly kind: UnitKind;
  /** This program computes the signatures itself, with the very key of the identity: they need no check. */
  readonly computesHere?: true;

  /**
   * Asks the unit who it is. Nothing is signed, so that this also shows whether it is there.
   * @throws UnitError
   */
  identify(signal: AbortSignal): Promise<UnitIdentity>;

  /**
   * Signs ECDSA P-256 with SHA-256.
   * @param input JWS signing input, `<header>.<payload>` in base64url, header `{"alg":"ES256"}`; its payload names this unit
   * @param signal ends the call; what the unit does meanwhile does not matter any more
   * @returns 64 bytes, R then S
   * @throws UnitError
   */
  sign(input: string, signal: AbortSignal): Promise<Uint8Array>;

  /** Lets go of connections. Never throws. */
  close(): Promise<void>;
}

/** A provider id as receipts carry it. */
export const ZDA = /^AT\d{1,3}$/;

/** Takes a line that describes traffic with a unit; never receipts, never secrets. */
export type Trace = (line: string) => void;

const MAX_TEXT = 300;

/** Any error as a failure. What is no {@link UnitError} is a unit that cannot be used: its texts may say anything. */
export function failureOf(error: unknown): UnitFailure {
  if (error instanceof UnitError) {
    const { kind, message, cause } = error;
    return { kind, text: oneLine(message), ...(cause !== undefined && { cause }) };
  }
  return { kind: 'unreachable', text: oneLine(error instanceof Error ? error.message : String(error)) };
}

/** One line of bounded length. `secrets` that the text may have picked up are blotted out. */
export function oneLine(text: string, secrets: readonly string[] = []): string {
  const safe = secrets
    .filter((secret) => secret !== '')
    // As it is, and as JSON writes it.
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .reduce((t, secret) => t.replaceAll(secret, '***'), text);
  const line = safe.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line;
}
