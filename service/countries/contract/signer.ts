/** Signature units of the installation, as countries use them. */
import type { KeyObject } from 'node:crypto';

/** Who a signature unit is: what receipts name it by. */
export interface SignerIdentity {
  /** Trust provider, e.g. `AT1`. */
  readonly zda: string;
  /** Serial number of its certificate, small hex; the name of the key where it has no certificate. */
  readonly serial: string;
  /** DER: its certificate, then those of the issuers; empty where it has none. */
  readonly chain: readonly Buffer[];
  readonly publicKey: KeyObject;
}

/** A signature, or why no unit gave one. */
export type SignerAnswer =
  | {
      /** ECDSA P-256 with SHA-256: 64 bytes, R then S; checked. */
      signature: Uint8Array;
      /** The signing input it belongs to. */
      input: string;
      /** Id of the unit. */
      unit: string;
      identity: SignerIdentity;
    }
  | {
      /** In order of preference; empty when the installation has no units at all. */
      problems: readonly { unit: string; failure: { kind: string; text: string } }[];
      /** The unit that would be named; null when none has been reached since the start. */
      identity: SignerIdentity | null;
    };

/** A signature unit as a page shows it. Times are milliseconds since 1970. */
export interface SignerUnit {
  id: string;
  kind: string;
  state: 'unused' | 'ready' | 'failed';
  since: number;
  failure: { kind: string; text: string } | null;
  nextTry: number | null;
  identity: SignerIdentity | null;
}

/** The signature units of the installation, see `devices/at-signature/pool.ts`: the first that works signs. */
export interface Signer {
  /**
   * Signs within the profile's Fiscal_Timeout; a failure of the units is an answer.
   * @param inputFor makes the signing input for a unit, since receipts name the unit; what it throws is thrown on
   */
  sign(inputFor: (identity: SignerIdentity) => string, signal?: AbortSignal): Promise<SignerAnswer>;
  /** All units, in order of preference. */
  status(): readonly SignerUnit[];
}
