/**
 * Under which name records have a TSE: its serial, which is that of its key. A key that is
 * certified anew is the same TSE with another certificate; closings list each certificate
 * that was in force, with the signatures made under it (DE19).
 */
import { createHash } from 'node:crypto';
import type { State } from '../contract/state.ts';
import type { TseIdentity } from '../contract/tse.ts';
import { tseKey, type KeptSignature } from './kept.ts';

const DIGEST_DIGITS = 16;

/** The name of the TSE, with the certificate, that has signed a process. */
export function tseName({ Serial, Certificate }: Pick<KeptSignature, 'Serial' | 'Certificate'>): string {
  return Certificate === undefined ? Serial : `${Serial} ${Certificate}`;
}

/** The serial in a name. */
export function serialIn(name: string): string {
  return name.split(' ')[0]!;
}

/** What a signature says of the certificate: nothing while that is the first one that is known of its TSE. */
export function certificateOf(
  identity: TseIdentity | null,
  state: State,
): Pick<KeptSignature, 'Certificate'> {
  const first = identity && known(identity.serial, state)?.certificates[0];
  const now = identity?.certificates[0];
  if (!first || !now || first === now) return {};
  const digest = createHash('sha256').update(Buffer.from(now, 'base64')).digest('hex');
  return { Certificate: digest.slice(0, DIGEST_DIGITS) };
}

/** Who a TSE is, as the state has it by its name; null for one that has not signed. */
export function known(name: string, state: State): TseIdentity | null {
  return (state.get(tseKey(name)) ?? null) as unknown as TseIdentity | null;
}
