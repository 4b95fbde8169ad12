/** Activating a register with the badge of its company (docs/recorder.md). */
import type { Connection } from './connection.ts';
import type { Identities } from './identities.ts';
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

/** What came of an activation. */
export type Activation =
  | 'activated'
  /** Tried again by itself. */
  | { unreachable: string }
  /** A person has to do something. */
  | { refused: string; why: 'badge' | 'company' | 'other' };

/** Activates a register and keeps what it was given. */
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
  await identities.keep(register.rn, { registerId, companyId, secret });
  return 'activated';
}

function whyOf(status: number, { errors }: { errors?: unknown }): 'badge' | 'company' | 'other' {
  if (status === 403) return 'badge';
  const isOther = Array.isArray(errors) && errors.some((error) => textIn(error, 'code') === 'otherCompany');
  return isOther ? 'company' : 'other';
}
