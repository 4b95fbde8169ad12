/** The way from a transaction to its digital receipt at the portal (doc 2, `/recorder/lastdh`, `Tra_DH`). */
import { documentHandle, type HandledRecord, transactionHandle } from '../../receipt/document-handle.ts';
import type { TraC } from '../../receipt/tra.ts';

/** What a register has got of the portal to make handles with (`GET /recorder/v1/receipts`, docs/recorder.md). */
export interface ReceiptAccess {
  /** Number of the register at the portal. */
  registerId: number;
  /** 32 bytes, a secret. */
  key: Uint8Array;
  /** What stands in front of a handle in the address of a receipt, such as `https://portal.example/r#`. */
  address: string;
}

/** Digital receipts at the portal. */
export interface DigitalReceipts {
  /** What a register makes its handles with; null while it is not connected to a portal. */
  accessOf(rn: string): ReceiptAccess | null;
}

/** Where the customer finds the digital receipt of a transaction. */
export interface HandleLink {
  /** Document handle and transaction handle. */
  handle: string;
  /** Address of the receipt. */
  link: string;
  /** The same without the transaction handle: shorter, and the portal takes longer to find it. */
  smallLink: string;
}

/** The handle of a transaction. */
export function handleOf({ registerId, key, address }: ReceiptAccess, record: HandledRecord): HandleLink {
  const document = documentHandle(key, record);
  const handle = document + transactionHandle(document, registerId);
  return { handle, link: address + handle, smallLink: address + document };
}

/** The answer to a registered transaction with its handle (`Tra_DH`); refusals stay as they are. */
export function withHandle(answer: TraC, access: ReceiptAccess | null): TraC {
  if (access === null || answer.SQ === undefined || answer.Result.RC !== 'OK') return answer;
  const { SQ, ...rest } = answer;
  const { handle: DH, link: DHLink } = handleOf(access, { ...rest, SQ });
  return { SQ, DH, DHLink, ...rest };
}
