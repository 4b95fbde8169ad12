/** Signature algorithms that log messages name (BSI TR-03111, RFC 5758). */

/** How signatures of an algorithm are checked. */
export interface Algorithm {
  /** As receipts and DSFinV-K name it: `ecdsa-plain-SHA256`. */
  name: string;
  /** As OpenSSL names it. */
  hash: string;
}

const HASHES: readonly (readonly [name: string, openssl: string])[] = [
  ['SHA224', 'sha224'],
  ['SHA256', 'sha256'],
  ['SHA384', 'sha384'],
  ['SHA512', 'sha512'],
];
const SHA3: typeof HASHES = [
  ['SHA3-224', 'sha3-224'],
  ['SHA3-256', 'sha3-256'],
  ['SHA3-384', 'sha3-384'],
  ['SHA3-512', 'sha3-512'],
];

/** By object identifier. */
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  ...HASHES.map(([name, hash], i) => plain(i + 2, name, hash)),
  ...SHA3.map(([name, hash], i) => plain(i + 8, name, hash)),
  ...HASHES.map(
    ([name, hash], i) =>
      [`1.2.840.10045.4.3.${i + 1}`, { name: `ecdsa-with-${name}`, hash }] as [string, Algorithm],
  ),
]);

function plain(number: number, name: string, hash: string): [string, Algorithm] {
  return [`0.4.0.127.0.7.1.1.4.1.${number}`, { name: `ecdsa-plain-${name}`, hash }];
}

/** Undefined for one that nobody here can check, such as `ecsdsa-plain`. */
export function algorithmOf(identifier: string): Algorithm | undefined {
  return ALGORITHMS.get(identifier);
}
