/**
 * What does not count in Austria: training, receipts signed by a key of tests, and
 * those of a register that is not in operation yet (RKSV § 8, start receipt).
 */
import { X509Certificate } from 'node:crypto';
import type { CountryContext } from '../contract/services.ts';
import type { SignerIdentity } from '../contract/signer.ts';
import type { State } from '../contract/state.ts';
import type { StateChange } from '../contract/work.ts';
import { practiceChange } from '../base/practice.ts';
import { certificatesOf, kasseOf } from './kasse.ts';

/** Why nothing that is registered now counts. */
export type Practice = 'Fiscal_Test' | 'test key' | 'not in operation';

/** Providers that no trust list has: FinanzOnline's for tests, and that of the ministry's samples. */
const TEST_PROVIDERS = new Set(['AT9', 'AT100']);
/** Providers name the issuers of their test certificates so, e.g. `a-sign-Premium-Test-Sig-05`. */
const TEST_NAME = /\btest/i;

/**
 * Why what is registered now does not count; null when it counts. This and
 * {@link isTestUnit} alone decide it. Behind the start receipt an outage of all
 * units is none: those receipts count.
 */
export function practiceOf(
  state: State,
  { attributes, signer }: Pick<CountryContext, 'attributes' | 'signer'>,
): Practice | null {
  if (attributes().flag('Fiscal_Test')) return 'Fiscal_Test';
  // The first that works signs.
  const unit = signer.status().find((one) => one.state !== 'failed');
  if (!unit) return kasseOf(state) === null ? 'not in operation' : null;
  return unit.identity && isTestUnit(unit.identity) ? 'test key' : null;
}

/** Journals that practice has begun or ended; null when it has not since the last note. */
export function practiceNote(state: State, context: CountryContext): StateChange | null {
  const practice = practiceOf(state, context);
  // Receipts of before the start receipt say so themselves.
  const reason = practice === 'not in operation' ? null : practice;
  // A register begins with a test key or with a real one; neither is worth a note before the other comes.
  const atFirst = () => (reason === 'test key' && hasBegunWithTests(state) ? reason : null);
  return practiceChange('AT', reason, state, atFirst);
}

/** The last receipt is one of a test key, or there is none yet. */
function hasBegunWithTests(state: State): boolean {
  const kasse = kasseOf(state);
  if (!kasse) return true;
  const { zda, serial } = kasse;
  const chain = certificatesOf(state, zda, serial)?.chain ?? [];
  return isTestChain(
    zda,
    chain.map((text) => Buffer.from(text, 'base64')),
  );
}

const known = new WeakMap<SignerIdentity, boolean>();

/** True for a unit whose signatures are worth nothing. Keys of closed systems have no certificate, and count. */
export function isTestUnit(identity: SignerIdentity): boolean {
  const answer = known.get(identity) ?? isTestChain(identity.zda, identity.chain);
  known.set(identity, answer);
  return answer;
}

function isTestChain(zda: string, chain: readonly Buffer[]): boolean {
  if (TEST_PROVIDERS.has(zda)) return true;
  const certificates = chain.map((der) => new X509Certificate(der));
  // Nobody vouches for a certificate that its own key has signed.
  const [own] = certificates;
  const isSelfSigned = own?.verify(own.publicKey) === true;
  return isSelfSigned || certificates.some(({ issuer }) => TEST_NAME.test(issuer));
}

/** True for a code that names a provider of tests, whatever made it. */
export function isTestCode(code: string): boolean {
  return TEST_PROVIDERS.has(/^_R1-(AT\d{1,3})_/.exec(code)?.[1] ?? '');
}
