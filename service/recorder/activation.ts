/** Activating a register with the badge of its company (docs/recorder.md). */
import type { Connection } from './connection.ts';
import type { Identities } from './identities.ts';
import { numberIn, refusalOf, textIn } from './read.ts';

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
  /** Number of the register that it was before. */
  follows?: number | undefined;
  /** Tells this row of its records from those before; undefined for the first one. */
  row?: string | undefined;
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
  const { row, follows, ...said } = register;
  const body = {
    ...said,
    ...(follows !== undefined && { follows }),
    // Another row of records is another register to the portal, of the same installation.
    instance: row === undefined ? said.instance : `${said.instance}/${row}`,
    publicKey: await identities.publicKey(),
  };
  const answered = await connection.ask(portal, { method: 'POST', path: '/activate', body });
  if ('unreachable' in answered) return answered;
  const { status } = answered;
  const refusal = refusalOf(answered);
  if (status !== 200)
    return 'unreachable' in refusal ? refusal : { ...refusal, why: whyOf(status, answered.body) };
  const registerId = numberIn(answered.body, 'registerId');
  const companyId = numberIn(answered.body, 'companyId');
  const secret = textIn(answered.body, 'secret');
  if (registerId === null || companyId === null || secret === null)
    return { unreachable: 'what answered is not the portal' };
  await identities.keep(register.rn, {
    ...{ registerId, companyId, secret },
    ...(row !== undefined && { row }),
    ...(follows !== undefined && { follows }),
  });
  return 'activated';
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
