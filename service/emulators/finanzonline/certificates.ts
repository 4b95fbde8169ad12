/** What the emulator knows of the certificates of trust service providers. */
import { X509Certificate, type KeyObject } from 'node:crypto';

/** A certificate in the directory of a provider. */
export interface DirectoryEntry {
  /** `AT1`... */
  provider: string;
  /** PEM. */
  certificate: string;
  /** Teilnehmer of the company it was issued to; any when left out. */
  participant?: string;
  /** Revoked (5). */
  revoked?: boolean;
  /** Not made for register owners (6). */
  unsuitable?: boolean;
}

/** A certificate that may be registered, or the code that says why not. */
export type Looked = { serial: bigint; publicKey: KeyObject | null } | { code: string };

/**
 * Looks a certificate up by its serial number.
 * @param directory null: every serial number is good, and no signature can be checked
 */
export function bySerial(
  directory: readonly DirectoryEntry[] | null,
  provider: string,
  serial: bigint,
  participant: string,
  now: number,
): Looked {
  if (directory === null) return { serial, publicKey: null };
  const entry = directory.find((e) => e.provider === provider && parse(e.certificate)?.serial === serial);
  if (!entry) return { code: '4' };
  if (entry.unsuitable) return { code: '6' };
  if (entry.participant !== undefined && entry.participant !== participant) return { code: '7' };
  if (entry.revoked) return { code: '5' };
  return checked(entry.certificate, now);
}

/**
 * Reads a certificate that was sent. With a directory it must be in there.
 * @param base64 DER
 */
export function byCertificate(
  directory: readonly DirectoryEntry[] | null,
  provider: string,
  base64: string,
  participant: string,
  now: number,
): Looked {
  if (!/^[0-9A-Za-z+/]+={0,2}$/.test(base64)) return { code: '9' };
  const sent = checked(Buffer.from(base64, 'base64'), now);
  if ('code' in sent || directory === null) return sent;
  return bySerial(directory, provider, sent.serial, participant, now);
}

function checked(certificate: string | Buffer, now: number): Looked {
  const read = parse(certificate);
  if (!read) return { code: '9' };
  return now < read.from || now > read.till ? { code: '41' } : read;
}

function parse(certificate: string | Buffer) {
  try {
    const x = new X509Certificate(certificate);
    const { publicKey } = x;
    if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null;
    return {
      serial: BigInt(`0x${x.serialNumber}`),
      publicKey,
      from: Date.parse(x.validFrom),
      till: Date.parse(x.validTo),
    };
  } catch {
    return null;
  }
}
