/** Receiving a batch: read, vouched for by the register's key, kept; or refused, and people told why. */
import { createPublicKey, verify } from 'node:crypto';
import { Problem } from '../problem.ts';
import type { RegisterRow } from '../registers/register.ts';
import type { PortalServices } from '../services.ts';
import { raiseAlert } from './alerts.ts';
import { readBatch, signedText } from './batch.ts';
import { WrongSignatureProblem } from './refusals.ts';
import { appendBatch, type ArchiveEnd, keepBatch, type SignedBatch } from './store.ts';

/** A batch as it comes in. */
export interface Received {
  /** Lines of the journal. */
  body: Buffer;
  /** Header `Tillmark-Signature`: Ed25519, base64. */
  signature: string;
  /** Header `Tillmark-Previous`; empty where the register does not send it. */
  previous: string;
}

const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;
const DIGEST = /^([0-9a-f]{64})?$/;

/**
 * Takes a batch of a register. When it answers, the records are on disk.
 * @throws Problem 400, 403, 409
 */
export async function receiveBatch(
  services: PortalServices,
  register: RegisterRow,
  received: Received,
): Promise<ArchiveEnd> {
  try {
    const signed = readSigned(register, received);
    return await keep(services, signed);
  } catch (error) {
    if (error instanceof Problem) {
      await services.db.write((db) => raiseAlert(db, register, error, services.clock.now()));
    }
    throw error;
  }
}

async function keep({ db, clock }: PortalServices, signed: SignedBatch): Promise<ArchiveEnd> {
  const now = clock.now();
  const { follows, own_from: ownFrom, next_sq: nextSq } = signed.register;
  // What it has in common with the register that it was before is found under its lock.
  const isPlain = follows === null || ownFrom < nextSq;
  const end = db.dialect === 'postgres' && isPlain ? await appendBatch(db, signed, now) : null;
  return end ?? db.write((transaction) => keepBatch(transaction, signed, now));
}

function readSigned(register: RegisterRow, { body, signature, previous }: Received): SignedBatch {
  if (!DIGEST.test(previous)) {
    throw new Problem(400, 'Tillmark-Previous must be a SHA-256 digest in small hexadecimal letters');
  }
  const batch = readBatch(body, register.rn);
  if (!isSigned(register, signedText(register.id, batch), signature)) throw new WrongSignatureProblem();
  return { register, batch, signature, previous: previous || null };
}

/** Whether a text bears the signature of a register. */
export function isSigned(
  register: Pick<RegisterRow, 'public_key'>,
  text: string,
  signature: string,
): boolean {
  if (!SIGNATURE.test(signature)) return false;
  return verify(
    null,
    Buffer.from(text),
    createPublicKey(register.public_key),
    Buffer.from(signature, 'base64'),
  );
}
