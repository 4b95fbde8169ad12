/**
 * How a till asks the sign server of its shop: two requests over the service's own
 * HTTP port, JSON both ways, with the sign server's password as basic
 * authentication (the user name does not count).
 *
 *     GET  /sign/unit  ->  200 {"zda":"AT1","serial":"3f07b25d","certificates":["MII..."]}
 *     POST /sign       {"input":"eyJhbGciOiJFUzI1NiJ9.X1Ix..."}  ->  200 {"signature":"<base64url, 64 bytes>"}
 *
 * The input names its unit, so that the server knows which one is meant. In a
 * closed system, `publicKey` (base64, SPKI) takes the place of certificates.
 * Refusals are `{"failure":{"kind":"...","text":"..."}}`: 400 not understood, 401
 * no password, 403 wrong password, 404 no sign server, 409 another unit signs now,
 * 429 too many wrong passwords, 503 the unit failed.
 */
import { createPublicKey } from 'node:crypto';
import { UnitError, type UnitFailure, type UnitIdentity } from './contract.ts';
import { certifiedIdentity, closedSystemIdentity } from './identity.ts';
import { base64Bytes } from './web-client.ts';

/** Paths, without the leading slash. */
export const UNIT_PATH = 'sign/unit';
/** See {@link UNIT_PATH}. */
export const SIGN_PATH = 'sign';

/** Answer to `GET /sign/unit`. */
export interface UnitMessage {
  zda: string;
  serial: string;
  /** Base64 DER, signature certificate first. */
  certificates?: string[];
  /** Base64 SPKI, in a closed system. */
  publicKey?: string;
  remark?: string;
}

/** Body of a refusal. */
export interface RefusalMessage {
  failure: UnitFailure;
}

/** An identity as a message. */
export function unitMessage({ zda, serial, chain, publicKey, remark }: UnitIdentity): UnitMessage {
  return {
    zda,
    serial,
    ...(chain.length > 0
      ? { certificates: chain.map((der) => der.toString('base64')) }
      : { publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }),
    ...(remark !== undefined && { remark }),
  };
}

/**
 * The identity in a message.
 * @throws UnitError `broken`
 */
export function identityIn(message: Record<string, unknown>): UnitIdentity {
  const { zda, serial, certificates, publicKey, remark } = message;
  if (typeof zda !== 'string' || typeof serial !== 'string') {
    throw new UnitError('broken', 'the sign server names no unit');
  }
  const identity = Array.isArray(certificates)
    ? certifiedIdentity(zda, certificates.map(bytes), typeof remark === 'string' ? remark : undefined)
    : closedSystemIdentity(serial, keyIn(bytes(publicKey)));
  if (identity.serial !== serial || identity.zda !== zda) {
    throw new UnitError('broken', 'the sign server names another unit than its certificate');
  }
  return identity;
}

function bytes(base64: unknown): Buffer {
  const found = base64Bytes(base64);
  if (!found) throw new UnitError('broken', 'the sign server sends no usable certificate or key');
  return found;
}

function keyIn(spki: Buffer) {
  try {
    return createPublicKey({ key: spki, type: 'spki', format: 'der' });
  } catch {
    throw new UnitError('broken', 'the sign server sends no usable key');
  }
}
