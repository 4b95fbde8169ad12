/** Electronic addresses (BT-34, BT-49): what `DDto` may say, and what a VAT id is as an address. */
import EAS from '../../resources/eas.json' with { type: 'json' };
import type { Endpoint } from './model.ts';

/** Schemes of VAT ids in the code list EAS, by the prefix of the id. */
const VAT_SCHEMES: Readonly<Record<string, string>> = EAS.vat;
/** Schemes that hold an address of a network, those of VAT ids and of mail aside. */
const NETWORK_SCHEMES: ReadonlySet<string> = new Set(EAS.network);

const VALUE = /^[\w.:+@ /-]{1,50}$/;
/** One address, and nothing that a mail program could take for a second one or for a header. */
const MAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,62}\.)+[a-z]{2,24}$/i;
const MAX_MAIL = 254;

/** True for one mail address without a name. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_MAIL && MAIL.test(text) && !/^\.|\.\.|\.@/.test(text);
}

/** Reads `scheme:value`; null with what is wrong. */
export function readParticipant(text: string): { endpoint: Endpoint } | { problem: string } {
  const at = text.indexOf(':');
  const [scheme, value] = [text.slice(0, at), text.slice(at + 1)];
  const isKnown = NETWORK_SCHEMES.has(scheme) || Object.values(VAT_SCHEMES).includes(scheme);
  if (at < 0 || !isKnown)
    return { problem: 'must be scheme:value with a scheme of the code list EAS, such as 0088:4000001123452' };
  if (!VALUE.test(value) || value.trim() !== value)
    return { problem: `${scheme} needs a value of letters, digits and . : - / + @, at most 50` };
  const problem = CHECKS[scheme]?.(value) ?? null;
  return problem === null ? { endpoint: { scheme, value } } : { problem };
}

const CHECKS: Readonly<Record<string, (value: string) => string | null>> = {
  '0088': (value) => (isGtin(value, [13]) ? null : '0088 needs a GLN of 13 digits with its check digit'),
  '0192': (value) => (/^\d{9}$/.test(value) ? null : '0192 needs an organisation number of 9 digits'),
  '0208': (value) =>
    /^[01]\d{9}$/.test(value) && 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8))
      ? null
      : '0208 needs an enterprise number of 10 digits with its check digits',
  '9934': (value) => (/^([A-Z]{2})?\d{11}$/i.test(value) ? null : '9934 needs an OIB of 11 digits'),
};

/** True for a number of GS1 of one of these lengths with a right check digit. */
export function isGtin(text: string, lengths: readonly number[] = [8, 12, 13, 14]): boolean {
  if (!/^\d+$/.test(text) || !lengths.includes(text.length)) return false;
  const digits = [...text].reverse().map(Number);
  const sum = digits.reduce((total, digit, i) => total + digit * (i % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** A VAT id as an address; null where there is no scheme for it. */
export function vatEndpoint(vatId: string | null): Endpoint | null {
  const scheme = vatId === null ? undefined : VAT_SCHEMES[vatId.slice(0, 2)];
  return scheme === undefined ? null : { scheme, value: vatId! };
}

/** A mail address as an electronic address; EAS calls the scheme `EM`. */
export function mailEndpoint(address: string): Endpoint {
  return { scheme: 'EM', value: address };
}
