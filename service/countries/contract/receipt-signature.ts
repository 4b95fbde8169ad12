/** The signature of a receipt, for whoever wants to check it without trusting anybody who shows the receipt. */
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { CountryContext } from './services.ts';
import type { State } from './state.ts';

/** A signature that anybody can check with a public key. */
export interface ReceiptSignature {
  /** RSA with PKCS#1 v1.5 and SHA-1, or ECDSA P-256 with SHA-256 (R||S). */
  algorithm: 'RSA-SHA1' | 'ES256';
  /** What was signed, UTF-8. */
  text: string;
  /** What the text says, for people, in order: date, number, total ... */
  says: string[];
  /** Base64. */
  signature: string;
  /** Keys that it may fit, base64 of SubjectPublicKeyInfo. */
  keys: string[];
}

/** What a country finds the signature's text and key in. */
export interface SignatureSources {
  /** Public keys of the installation, PEM by file name. */
  publicKeys: ReadonlyMap<string, string>;
  /** An entry of the register's state. */
  state: (key: string) => Promise<Json | undefined>;
  /** The receipt with a fiscal number. */
  byNumber: (FN: string) => Promise<JournalRecord | null>;
}

/** Signs texts of the register that are no receipts. */
export interface TextSigner {
  /** Name of the public key in `cer/`. */
  serial: string;
  /** The signature of a text, UTF-8. */
  sign(text: string): string;
}

/** What a country tells of the signatures of its receipts. */
export interface CountrySignature {
  /** Signs the versions of documented files (`PUT /repo`) with the country's own key; null without one. */
  textSigner?: (context: CountryContext) => TextSigner | null;
  /** Serial number of the certificate that receipts name now, as it is shown in `cer/`; null before the first one. */
  signingSerial?: (state: State) => string | null;
  /** The signature of a receipt; null when this one has none, or what it needs is not at hand. */
  receiptSignature?: (record: JournalRecord, sources: SignatureSources) => Promise<ReceiptSignature | null>;
  /**
   * Whether the signature of a receipt is a genuine one over what the receipt says, where browsers
   * cannot check signatures of its kind; null when this one has none, or what it needs is not at hand.
   */
  receiptFits?: (record: JournalRecord, sources: SignatureSources) => Promise<boolean | null>;
  /** What printed codes begin with that are addresses of the authority, where anybody can look the receipt up. */
  receiptCheck?: `https://${string}?`;
}
