import { createPrivateKey, sign } from 'node:crypto';
import {
  type SignatureUnit,
  type UnitError,
  type UnitFailure,
  type UnitIdentity,
  type UnitKind,
} from '../contract.ts';
import type { CertifiedKey } from '../../../certificates/write.ts';
import { certificatesOfPem, certifiedIdentity } from '../identity.ts';
import { signingInput } from '../signing-input.ts';
import { makeTestKey } from '../software.ts';

/** The time at which certificates of tests begin, and the manual clock too. */
export const NOW = Date.parse('2026-05-04T10:00:00Z');

/** Signing input of a receipt that names a unit. */
export function receiptInput({ zda, serial }: UnitIdentity, number = 1): string {
  return signingInput(
    `_R1-${zda}_KASSE-1_${number}_2026-05-04T12:00:00_12,00_5,50_0,00_0,00_0,00_LIVpySKdnc8=_${serial}_XJg7/dsgYxg=`,
  );
}

/** A signal that never comes. */
export const never = (): AbortSignal => new AbortController().signal;

/** The failure of a call that must fail. */
export async function failureOfCall(call: Promise<unknown>): Promise<UnitFailure> {
  const error = await call.then(
    () => Promise.reject(new Error('it did not fail')),
    (reason: unknown) => reason as UnitError,
  );
  return { kind: error.kind, text: error.message };
}

/** A unit that does what a test says. */
export class FakeUnit implements SignatureUnit {
  readonly id: string;
  readonly kind: UnitKind;
  key: CertifiedKey = makeTestKey('UID ATU12345678', NOW);
  /** Thrown by every call while set. */
  failure: UnitError | null = null;
  /** Called before each signature; may wait or throw. */
  beforeSigning: (signal: AbortSignal) => unknown = () => undefined;
  /** What a signature becomes before it is handed out. */
  spoil: (signature: Buffer) => Buffer = (signature) => signature;
  identified = 0;
  signed = 0;
  closed = 0;

  constructor(id: string, kind: UnitKind = 'software') {
    this.id = id;
    this.kind = kind;
  }

  get identity(): UnitIdentity {
    return certifiedIdentity('AT1', certificatesOfPem(this.key.certificate));
  }

  async identify(): Promise<UnitIdentity> {
    this.identified += 1;
    if (this.failure) throw this.failure;
    return this.identity;
  }

  async sign(input: string, signal: AbortSignal): Promise<Uint8Array> {
    this.signed += 1;
    await this.beforeSigning(signal);
    if (this.failure) throw this.failure;
    const key = createPrivateKey(this.key.key);
    return this.spoil(sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }));
  }

  async close(): Promise<void> {
    this.closed += 1;
  }
}
