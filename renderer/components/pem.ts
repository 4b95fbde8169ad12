/** Why the text of a file cannot be used: a key under `fiscal.file`. */
export type FileProblem = 'tooLarge' | 'noCertificate' | 'noKey' | 'lockedKey' | 'noPackage';

/** What a file holds, as the service wants it. */
export type FileText = { text: string } | { problem: FileProblem };

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END/;
const PRIVATE_KEY = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[^-]+-----END/;
const LOCKED_KEY = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/;

/** A certificate as PEM text. The binary form, as authorities like to hand out, is put into words. */
export function readCertificate(bytes: Uint8Array): FileText {
  const text = new TextDecoder().decode(bytes);
  if (CERTIFICATE.test(text)) return { text };
  // Every binary certificate is a sequence with a length of two bytes.
  if (bytes[0] === 0x30 && bytes[1] === 0x82) return { text: pemOf(bytes) };
  return { problem: 'noCertificate' };
}

/** A private key as PEM text. */
export function readPrivateKey(bytes: Uint8Array): FileText {
  const text = new TextDecoder().decode(bytes);
  if (LOCKED_KEY.test(text)) return { problem: 'lockedKey' };
  return PRIVATE_KEY.test(text) ? { text } : { problem: 'noKey' };
}

/** A package of a partner: any JSON object; the service knows what must be in it. */
export function readPackage(bytes: Uint8Array): FileText {
  const text = new TextDecoder().decode(bytes);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { text };
  } catch {
    // Told below.
  }
  return { problem: 'noPackage' };
}

function pemOf(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
