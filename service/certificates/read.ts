/**
 * Reads the key and certificates that an authority hands out, as a manager uploads
 * them: PKCS#12 (`.p12`, `.pfx`), or PEM texts. Every byte is foreign: sizes and
 * hash iterations are bounded, and nothing throws.
 */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { Unreadable, Work } from './key-derivation.ts';
import { openPem } from './pem.ts';
import { openPkcs12, type Contents } from './pkcs12.ts';

/** A private key with its certificate and those that issued it. */
export interface KeyFile {
  key: KeyObject;
  certificate: X509Certificate;
  /** Issuers in order, the next one first; none when the file has none. */
  chain: X509Certificate[];
}

/** Why a file is not taken. */
export interface KeyFileProblem {
  problem: 'wrong-password' | 'unreadable' | 'no-key' | 'no-certificate' | 'key-does-not-belong';
  /** In English, with what helps. */
  text: string;
}

/** Longest file that is read, in bytes. */
export const MAX_KEY_FILE_BYTES = 1_000_000;
const LONGEST_CHAIN = 10;

/**
 * Reads a file.
 * @param file PKCS#12, or PEM blocks of a key and certificates in any order
 * @param password of the file or, with PEM, of the key; empty when it has none
 */
export async function readKeyFile(file: Buffer, password: string): Promise<KeyFile | KeyFileProblem> {
  if (file.length > MAX_KEY_FILE_BYTES) {
    return unreadable(`it is longer than ${MAX_KEY_FILE_BYTES} bytes, so that it is no key file`);
  }
  let contents: Contents | null;
  try {
    contents = await (isDer(file) ? openPkcs12 : openPem)(file, password, new Work());
  } catch (error) {
    // What is wrong with bytes that are no key file is of no use to anybody.
    return unreadable(
      error instanceof Unreadable
        ? error.message
        : 'it is damaged, or neither a PKCS#12 file (.p12, .pfx) nor PEM: take the file as it was issued',
    );
  }
  return contents
    ? chosen(contents)
    : { problem: 'wrong-password', text: 'the password does not open the file' };
}

/** The key and its certificate, where a file may hold several. */
function chosen({ keys, certificates }: Contents): KeyFile | KeyFileProblem {
  if (keys.length === 0) {
    return {
      problem: 'no-key',
      text: 'there is no private key in the file: export the certificate with its key',
    };
  }
  if (certificates.length === 0) {
    return { problem: 'no-certificate', text: 'there is no certificate in the file: export the key with it' };
  }
  for (const key of keys) {
    const certificate = certificates.find((one) => belongs(one, key));
    if (certificate) return { key, certificate, chain: chainOf(certificate, certificates) };
  }
  return {
    problem: 'key-does-not-belong',
    text: 'the private key belongs to none of the certificates in the file: export the certificate with its own key',
  };
}

function belongs(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false;
  }
}

function chainOf(certificate: X509Certificate, known: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let last = certificate;
  while (chain.length < LONGEST_CHAIN) {
    const issuer = known.find((one) => one !== last && !chain.includes(one) && isIssuedBy(last, one));
    if (!issuer || last.checkIssued(last)) break;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

/** Whether a certificate was issued, and signed, by another one; never throws. */
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** A sequence of 128 bytes or more, or of unknown length: no text begins so. */
function isDer(file: Buffer): boolean {
  return file[0] === 0x30 && file[1]! >= 0x80;
}

function unreadable(text: string): KeyFileProblem {
  return { problem: 'unreadable', text };
}
