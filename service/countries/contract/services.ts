/** What the installation offers to its countries. */
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Json } from '../../receipt/json.ts';
import type { QrLook } from '../../receipt/qr-look.ts';
import type { Sheet } from '../../receipt/sheet.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { DeliveryStatus } from './delivery.ts';
import type { ControlUnits } from './control-unit.ts';
import type { Fdms } from './fdm.ts';
import type { RegisterFiscalPrinter } from './fiscal-printer.ts';
import type { OpenPpekk } from './ppekk.ts';
import type { Signer } from './signer.ts';
import type { Tses } from './tse.ts';

/** A key pair that signs receipts. */
export interface SigningKey {
  /** Version, counting from 1; a later key has a higher one. */
  version: number;
  /** Name of the public part in `cer/`. */
  serial: string;
  privateKey: KeyObject;
  /** Made by the service itself: for tests only. */
  test: boolean;
}

/** The program that a country's law holds responsible: this one, or the certified POS software in front of it. */
export interface Program {
  product: string;
  version: string;
  producer: { name: string; taxId: string };
  /** Certificate number of the authority, `0` without one. */
  certificate: string;
}

/** A key of the curve P-256 with its public part. */
export interface EcKey {
  /** Start of the SHA-256 of its public part (SPKI), 16 hex digits. */
  serial: string;
  privateKey: KeyObject;
  /** PEM. */
  publicKey: string;
}

/** Named secrets and settings of the installation, encrypted on disk. Values are JSON. */
export interface Vault {
  get(name: string): Json | undefined;
  /** Resolves when the value is on disk; null removes it. */
  set(name: string, value: Json): Promise<void>;
}

/** The profile's attributes, by name in any case. */
export interface ProfileAttributes {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  number(name: string, fallback: number): number;
}

/** What the installation offers to its countries. */
export interface CountryServices {
  /** The signing key in use; null when the one that was asked for is missing and nothing may be signed. */
  key(): SigningKey | null;
  program(): Program;
  attributes(): ProfileAttributes;
  vault: Vault;
  signer: Signer;
  /** The fiscal printer of the register; null when the profile names none. Missing where there are no devices. */
  fiscalPrinter?: () => RegisterFiscalPrinter | null;
  /** Drivers of control units; missing where there are no devices. */
  controlUnits?: ControlUnits;
  /** The fiscal data modules that registers can be connected to; missing where there are no devices. */
  fdms?: Fdms;
  /** Opens certified programs with protected storage (Slovakia); missing where there are no devices. */
  openPpekk?: OpenPpekk;
  /** The technical security devices; missing where there are none to be had. */
  tses?: Tses;
  /**
   * Draws a text as QR code; the bytes of the picture.
   * @throws when the text is too long for a symbol
   */
  drawQr(text: string, look: QrLook): Buffer;
  /** Draws a sheet of facts; a PDF file. */
  drawSheet(sheet: Sheet): Promise<Buffer>;
  /** Signs archives of companies whose own keys are not here, as in a portal. Missing where they are. */
  archiveKey?: () => Promise<EcKey>;
  /** Shows a public key (PEM) to everybody under its serial, as `GET /cer/<serial>`. Missing where nothing is shown. */
  publish?: (serial: string, pem: string) => Promise<void>;
  /**
   * Draws digits as PDF417 or as Code 128, several one below the other; the bytes of the picture.
   * @throws when they are no digits
   */
  drawBarcode(
    kind: 'pdf417' | 'code128',
    texts: readonly string[],
    look: Pick<QrLook, 'type' | 'size'>,
  ): Buffer;
  /** The terminals of a company that have registers in this installation. Missing where there are no registers. */
  workstations?: (cfg: Cfg) => readonly { TL: string; TT: string }[];
  clock: Clock;
  log: Log;
  /** What countries remember until the service stops, e.g. the last failure of a web service. */
  memory: Map<string, unknown>;
}

/** What a country may use besides the receipt. */
export interface CountryContext extends CountryServices {
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now: string;
  cfg: Cfg;
  /** A receipt of this register by its number, as it stands; null when there is none. */
  receipt?: (TN: string) => Promise<JournalRecord | null>;
  /** A record of this register by its sequence number, as it stands; null when there is none. */
  record?: (sq: number) => Promise<JournalRecord | null>;
  /** Tells the authority of all that waits, now. Resolves when that was tried. */
  deliverNow?: () => Promise<void>;
  /** How telling the authority goes; missing where nobody is told ({@link CountryDelivery}). */
  deliveries?: () => DeliveryStatus;
}
