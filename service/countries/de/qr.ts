/** QR code of a signed receipt (DSFinV-K, version V0): all that an inspector needs to check it. */
import type { TseIdentity } from '../contract/tse.ts';
import type { KeptProcess } from './kept.ts';

/** Content of the QR code; only receipts (`Kassenbeleg-V1`) have one. */
export function qrCode(
  { Client, Type, Data, Tse }: KeptProcess,
  { algorithm, timeFormat, publicKey }: TseIdentity,
): string | null {
  if (!Tse || Type !== 'Kassenbeleg-V1') return null;
  const { TID, Counter, Start, End, Signature } = Tse;
  return [
    ...['V0', Client, Type, Data, TID, Counter, Start, End],
    ...[algorithm, timeFormat, Signature, publicKey],
  ].join(';');
}
