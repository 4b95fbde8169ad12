/** Electronic addresses (BT-34, BT-49): what `DDto` may say, and what a VAT id is as an address. */
import type { Endpoint } from './model.ts';

/** Schemes of VAT ids in the code list EAS, by the prefix of the id. */
const VAT_SCHEMES: Readonly<Record<string, string>> = {
  ...{ HU: '9910', AT: '9914', ES: '9920', AD: '9922', AL: '9923', BA: '9924', BE: '9925', BG: '9926' },
  ...{ CH: '9927', CY: '9928', CZ: '9929', DE: '9930', EE: '9931', GB: '9932', EL: '9933', HR: '9934' },
  ...{ IE: '9935', LI: '9936', LT: '9937', LU: '9938', LV: '9939', MC: '9940', ME: '9941', MK: '9942' },
  ...{ MT: '9943', NL: '9944', PL: '9945', PT: '9946', RO: '9947', RS: '9948', SI: '9949', SK: '9950' },
  ...{ SM: '9951', TR: '9952', VA: '9953', SE: '9955', FR: '9957', IT: '0211', FI: '0213' },
};

/** Schemes that hold an address of a network (EAS without those of VAT ids and without mail). */
const NETWORK_SCHEMES = new Set(
  (
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 ' +
    '0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 ' +
    '0215 0216 0217 0218 0221 0225 0230 0235 0240 9901 9913 9915 9918 9919 9959'
  ).split(' '),
);

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
  '9934': (value) => (/^(HR)?\d{11}$/i.test(value) ? null : '9934 needs an OIB of 11 digits'),
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
