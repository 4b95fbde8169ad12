/** Activating a register with the badge of its company (docs/recorder.md). */
import type { Connection } from './connection.ts';
import type { Identities, Identity } from './identities.ts';
import { numberIn, reasonIn, textIn } from './read.ts';

/** What a register says of itself. */
export interface Activating {
  badge: string;
  taxId: string;
  /** ISO 3166 alpha-2. */
  country: string;
  instance: string;
  rn: string;
  tl?: string | undefined;
  tt?: string | undefined;
  version: string;
}

/**
 * Why a portal refuses.
 * - `badge`: it is not in force
 * - `company`: it is of another company than the register
 * - `deactivated`: the register was, for ever
 * - `old`: the portal does not know what is asked
 * - `other`: the portal's words say it
 */
export type Refusal = 'badge' | 'company' | 'deactivated' | 'old' | 'other';

/** What came of an activation. */
export type Activation =
  | { identity: Identity }
  /** Tried again by itself. */
  | { unreachable: string }
  /** A person has to do something. */
  | { refused: string; why: Refusal };

/** Activates a register; what it was given is still to be kept. */
export async function activate(
  portal: URL,
  { connection, identities }: { connection: Connection; identities: Identities },
  register: Activating,
): Promise<Activation> {
  const body = { ...register, publicKey: await identities.publicKey() };
  const answered = await connection.ask(portal, { method: 'POST', path: '/activate', body });
  if ('unreachable' in answered) return answered;
  const { status } = answered;
  const detail = reasonIn(answered.body, status);
  if (status === 429 || status >= 500) return { unreachable: detail };
  if (status !== 200) return { refused: detail, why: whyOf(status, answered.body) };
  const registerId = numberIn(answered.body, 'registerId');
  const companyId = numberIn(answered.body, 'companyId');
  const secret = textIn(answered.body, 'secret');
  if (registerId === null || companyId === null || secret === null)
    return { unreachable: 'what answered is not the portal' };
  return { identity: { registerId, companyId, secret } };
}

function whyOf(status: number, { errors }: { errors?: unknown }): Refusal {
  if (status === 403) return 'badge';
  if (isUnknown(status)) return 'old';
  const codes = Array.isArray(errors) ? errors.map((error) => textIn(error, 'code')) : [];
  if (codes.includes('otherCompany')) return 'company';
  return codes.includes('deactivated') ? 'deactivated' : 'other';
}

/** Statuses of a request that the portal has no route for. */
export function isUnknown(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}
