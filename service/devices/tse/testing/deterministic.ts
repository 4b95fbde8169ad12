/** Signatures of ECDSA on P-256 that anybody can repeat (RFC 6979): the same bytes, the same signature. */
import { createECDH, createHash, createHmac, type KeyObject } from 'node:crypto';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const SIZE = 32;

/** Plain R|S with SHA-256. */
export function deterministicSignature(bytes: Uint8Array, key: KeyObject): Buffer {
  const secret = Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url');
  const hash = createHash('sha256').update(bytes).digest();
  const k = nonce(secret, hash);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(octets(k));
  const r = number(ecdh.getPublicKey().subarray(1, 1 + SIZE)) % ORDER;
  const s = (inverse(k) * (number(hash) + r * number(secret))) % ORDER;
  return Buffer.concat([octets(r), octets(s)]);
}

/** RFC 6979, 3.2; the first candidate is practically always one. */
function nonce(secret: Buffer, hash: Buffer): bigint {
  const seed = [octets(number(secret)), octets(number(hash) % ORDER)];
  const mac = (key: Buffer, ...parts: Buffer[]) =>
    createHmac('sha256', key).update(Buffer.concat(parts)).digest();
  let [v, k] = [Buffer.alloc(SIZE, 1), Buffer.alloc(SIZE)];
  for (const separator of [0, 1]) {
    k = mac(k, v, Buffer.of(separator), ...seed);
    v = mac(k, v);
  }
  for (;;) {
    v = mac(k, v);
    const candidate = number(v);
    if (candidate > 0n && candidate < ORDER) return candidate;
    k = mac(k, v, Buffer.of(0));
    v = mac(k, v);
  }
}

function inverse(value: bigint): bigint {
  let [a, b, x, y] = [value, ORDER, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a - quotient * b, y, x - quotient * y];
  }
  return ((x % ORDER) + ORDER) % ORDER;
}

const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const octets = (value: bigint) => Buffer.from(value.toString(16).padStart(2 * SIZE, '0'), 'hex');
