/** What the service and its smart card process say to each other (pcsc-process.ts, pcsc-child.ts). */

/** What the child is asked for; `card` is the number that {@link PcscConnected} gave. */
export type PcscCall =
  | { call: 'list' }
  | { call: 'connect'; reader: string; share: number | undefined; protocols: number | undefined }
  | { call: 'transmit'; card: number; command: Uint8Array }
  | { call: 'disconnect'; card: number; disposition: number | undefined };

/** A reader as it was when it was listed. */
export interface PcscListed {
  name: string;
  atr: Uint8Array | null;
}

/** A connection. */
export interface PcscConnected {
  card: number;
  atr: Uint8Array | null;
}

/** Values that the package gives names to. */
export interface PcscConstants {
  SCARD_SHARE_EXCLUSIVE: number;
  SCARD_PROTOCOL_T0: number;
  SCARD_PROTOCOL_T1: number;
  SCARD_LEAVE_CARD: number;
}
