/** What is signed: the first two parts of a JWS (RFC 7515) around the machine-readable code of the RKSV. */

/** `{"alg":"ES256"}`: the only header the RKSV knows. */
const JWS_HEADER = 'eyJhbGciOiJFUzI1NiJ9';

/** Longest signing input; a code has about 200 characters, at most 1000 with its signature. */
const MAX_INPUT = 4000;

const FORM = /^eyJhbGciOiJFUzI1NiJ9\.([A-Za-z0-9_-]+)$/;

/** Signing input of a payload, e.g. `_R1-AT1_KASSE-1_...`. */
export function signingInput(payload: string): string {
  return `${JWS_HEADER}.${Buffer.from(payload, 'utf8').toString('base64url')}`;
}

/** The payload of a signing input; null when the text is none. */
export function payloadOf(input: string): string | null {
  const encoded = input.length <= MAX_INPUT ? FORM.exec(input)?.[1] : undefined;
  if (encoded === undefined) return null;
  try {
    const payload = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url'));
    // Bits at the end that mean nothing, or a length that base64 does not have: not what we would write.
    return signingInput(payload) === input ? payload : null;
  } catch {
    return null;
  }
}

/** The unit that a code names: field 1 (without `R1-`) and field 11. */
export interface NamedUnit {
  zda: string;
  serial: string;
}

/** Which unit the code in a signing input names; null when it is no code of the RKSV's suite R1. */
export function unitNamedIn(input: string): NamedUnit | null {
  // Twelve fields, each behind an underscore.
  const fields = payloadOf(input)?.split('_');
  const zda = /^R1-(AT\d{1,3})$/.exec(fields?.[1] ?? '')?.[1];
  return fields?.length === 13 && fields[0] === '' && zda !== undefined ? { zda, serial: fields[11]! } : null;
}
