/** Activating a register with the badge of its company (docs/recorder.md). */
import type { Connection } from './connection.ts';
import type { Identities, Identity } from './identities.ts';
import { isUnknown, numberIn, refusalOf, textIn, type Refusal } from './read.ts';

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
  if (status !== 200) {
    if ('refused' in refusal) return { ...refusal, why: whyOf(status, answered.body) };
    // Nothing that a portal says: at the first contact a person has to look at the address.
    return isUnknown(status) ? { refused: refusal.unreachable, why: 'old' } : refusal;
  }
  const registerId = numberIn(answered.body, 'registerId');
  const companyId = numberIn(answered.body, 'companyId');
  const secret = textIn(answered.body, 'secret');
  if (registerId === null || companyId === null || secret === null)
    return { unreachable: 'what answered is not the portal' };
  return {
    identity: {
      ...{ registerId, companyId, secret },
      ...(row !== undefined && { row }),
      ...(follows !== undefined && { follows }),
    },
  };
}

function whyOf(status: number, { errors }: { errors?: unknown }): Refusal {
  if (status === 403) return 'badge';
  if (isUnknown(status)) return 'old';
  const codes = Array.isArray(errors) ? errors.map((error) => textIn(error, 'code')) : [];
  if (codes.includes('otherCompany')) return 'company';
  return codes.includes('deactivated') ? 'deactivated' : 'other';
}
