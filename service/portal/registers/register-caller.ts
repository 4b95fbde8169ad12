/** Registers that ask the portal: each has a secret of its own, given out when it was activated. */
import type { IncomingMessage } from 'node:http';
import { isSecret, makeSecret } from '../access/secrets.ts';
import { MAX_ID } from '../entities/fields.ts';
import { Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';
import { findRegister, type RegisterRow } from './register.ts';

/** Company and register stand in front, so that the register is found by its key in the database. */
const SECRET = /^Bearer +(tmr_(\d{1,10})_(\d{1,10})_[\w-]{43})$/i;

/** A new secret for a register. */
export function makeRegisterSecret(companyId: number, registerId: number): string {
  return makeSecret(`tmr_${companyId}_${registerId}`);
}

/**
 * The register that sent a request, in whatever state it is: a deactivated one
 * may still hand in what it had registered before.
 * @throws Problem 401 without a secret that is in force
 */
export async function authenticateRegister(
  { db }: Pick<PortalServices, 'db'>,
  request: Pick<IncomingMessage, 'headers'>,
): Promise<RegisterRow> {
  const parts = SECRET.exec(request.headers.authorization ?? '');
  const [companyId, id] = [Number(parts?.[2]), Number(parts?.[3])];
  const row = companyId <= MAX_ID && id <= MAX_ID ? await findRegister(db, companyId, id) : null;
  if (!row || !isSecret(parts![1]!, row.secret_hash)) {
    const detail = 'the secret of the register is not known: activate it again with the badge of its company';
    throw new Problem(401, detail, [], null, 'Bearer realm="recorder"');
  }
  return row;
}
