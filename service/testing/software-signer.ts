/** Signature units of tests: keys in memory that break, go and come as the test wants. */
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { certifiedKey, type CertifiedKey } from '../certificates/write.ts';
import type { Clock } from '../clock.ts';
import type { Signer, SignerAnswer, SignerIdentity, SignerUnit } from '../countries/contract/signer.ts';
import { certificatesOfPem, certifiedIdentity } from '../devices/at-signature/identity.ts';
import { makeTestKey, receiptCertificate, TEST_ZDA } from '../devices/at-signature/software.ts';

/** A unit of a test. */
export interface TestUnit {
  id: string;
  /** What it passes for, e.g. `card`. */
  kind: string;
  privateKey: KeyObject;
  identity: SignerIdentity;
  /** It is there, and fails. */
  broken: boolean;
}

/** A new key with a certificate of its own. */
export function newTestUnit(id = 'key', zda = TEST_ZDA, kind = 'software'): TestUnit {
  return unitOf(makeTestKey('UID ATU12345675', Date.UTC(2024, 0, 1)), id, zda, kind);
}

/** A new key with a certificate of somebody who passes for a provider, so that its receipts count. */
export function newCertifiedUnit(id = 'card', issuer = 'a-sign-Premium-Sig-05'): TestUnit {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const validity = { from: Date.UTC(2024, 0, 1), till: Date.UTC(2029, 0, 1) };
  const key = certifiedKey({
    ...receiptCertificate('UID ATU12345675'),
    ...validity,
    issuer: { subject: issuer, privateKey },
  });
  return unitOf(key, id, 'AT1', 'card');
}

function unitOf({ key, certificate }: CertifiedKey, id: string, zda: string, kind: string): TestUnit {
  const identity = certifiedIdentity(zda, certificatesOfPem(certificate));
  return { id, kind, privateKey: createPrivateKey(key), identity, broken: false };
}

/** Signs with the first of its units that is not broken. Begins with one. */
export class SoftwareSigner implements Signer {
  /** How often a signature was asked for. */
  asked = 0;
  private own: TestUnit[] | null = null;
  private readonly clock: Clock;
  /** State and its begin by id of the unit, as they were last seen. */
  private readonly seen = new Map<string, { broken: boolean; since: number }>();

  constructor(clock: Clock = { now: () => 0 }) {
    this.clock = clock;
  }

  /** The units, in order of preference; a test puts others here. */
  get units(): TestUnit[] {
    return (this.own ??= [newTestUnit()]);
  }

  set units(units: TestUnit[]) {
    this.own = units;
  }

  /** All units break, or work again. */
  set broken(broken: boolean) {
    for (const unit of this.units) unit.broken = broken;
  }

  sign(inputFor: (identity: SignerIdentity) => string): Promise<SignerAnswer> {
    this.asked++;
    this.status();
    const unit = this.units.find(({ broken }) => !broken);
    if (!unit) {
      const failure = { kind: 'unreachable', text: 'broken by the test' };
      const problems = this.units.map(({ id }) => ({ unit: id, failure }));
      return Promise.resolve({ problems, identity: this.units[0]?.identity ?? null });
    }
    const { id, identity, privateKey } = unit;
    const input = inputFor(identity);
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
    return Promise.resolve({ signature: sign('sha256', Buffer.from(input), key), input, unit: id, identity });
  }

  status(): SignerUnit[] {
    return this.units.map(({ id, kind, identity, broken }) => ({
      ...{ id, kind, since: this.since(id, broken), nextTry: null, identity },
      state: broken ? 'failed' : 'ready',
      failure: broken ? { kind: 'unreachable', text: 'broken by the test' } : null,
    }));
  }

  private since(id: string, broken: boolean): number {
    const before = this.seen.get(id);
    if (before?.broken === broken) return before.since;
    const since = this.clock.now();
    this.seen.set(id, { broken, since });
    return since;
  }
}
