/** Whether a signature is that of its TSE: the message is built again from what the record has. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { verifyPlain } from '../../certificates/ecdsa.ts';
import { ALGORITHMS, signedTransaction, type LogTimeFormat } from '../../devices/tse/log-message.ts';
import type { TseIdentity } from '../contract/tse.ts';
import type { KeptProcess, KeptSignature } from './kept.ts';

/** SubjectPublicKeyInfo up to the point, by the curves that TSEs have, for points of 65 and of 97 bytes. */
const CURVES: readonly { bytes: number; head: string }[] = [
  { bytes: 65, head: '3059301306072a8648ce3d020106082a8648ce3d030107034200' },
  { bytes: 97, head: '3076301006072a8648ce3d020106052b81040022036200' },
  { bytes: 97, head: '307a301406072a8648ce3d020106092b240303020801010b036200' },
];

/** Keys that a public key point may be, one for each curve of its size. Never throws. */
export function keysOf(publicKey: string): KeyObject[] {
  const bytes = Buffer.from(publicKey, 'base64');
  // Some makers write the whole SubjectPublicKeyInfo.
  const point = bytes[0] === 0x30 ? bytes.subarray(bytes.indexOf(Buffer.from('034200', 'hex')) + 3) : bytes;
  return CURVES.filter((curve) => curve.bytes === point.length).flatMap(({ head }) => {
    try {
      const key = Buffer.concat([Buffer.from(head, 'hex'), point]);
      return [createPublicKey({ key, format: 'der', type: 'spki' })];
    } catch {
      return [];
    }
  });
}

/** Checks the signature of the end of a process. @param known keys by serial that were read before */
export function isSignedBy(
  { Client, Type, Data }: KeptProcess,
  { Serial, TID, End, Counter, Signature }: KeptSignature,
  { serial, publicKey, algorithm, timeFormat }: TseIdentity,
  known: Map<string, readonly KeyObject[]>,
): boolean {
  if (serial !== Serial || !Object.hasOwn(ALGORITHMS, algorithm)) return false;
  let keys = known.get(serial);
  if (!keys) known.set(serial, (keys = isOf(publicKey, serial) ? keysOf(publicKey) : []));
  const signed = signedTransaction({
    ...{ operation: 'FinishTransaction', client: Client, processType: Type, processData: Data },
    ...{ transaction: TID, serial, algorithm, counter: Counter, seconds: Math.floor(Date.parse(End) / 1000) },
    timeFormat: timeFormat as LogTimeFormat,
  });
  const hash = `sha${algorithm.replace(/^.*-SHA/, '')}`;
  const signature = Buffer.from(Signature, 'base64');
  return keys.some((key) => verifyPlain(hash, signed, signature, key));
}

/** The serial is the hash of the key. */
function isOf(publicKey: string, serial: string): boolean {
  const bytes = Buffer.from(publicKey, 'base64');
  return [65, 97].some((size) => {
    const hash = createHash('sha256').update(bytes.subarray(-size)).digest('hex');
    return hash === serial;
  });
}
