/**
 * What a producer of certified POS software gives to its shops, so that the
 * register signs in its name (doc 3, Portugal rule 9, variant A): who it is, its
 * certificate, its private key.
 *
 * JSON: `{ "reference", "producer": { "name", "taxId" }, "product", "version"?,
 * "certificate", "keyVersion", "privateKey" }`. Other names are ignored.
 */
import type { KeyObject } from 'node:crypto';
import { isTree, type Tree } from '../receipt/tree.ts';
import { KeyError, readPrivateKey } from './keys.ts';

/** A partner as everybody may see it. */
export interface Partner {
  /** What the profile's attribute Fiscal_ApiKey names: 1 to 64 letters, digits, `-` and `_`; case counts. */
  reference: string;
  producer: { name: string; taxId: string };
  /** Name of the certified program. */
  product: string;
  /** Version of the certified program. */
  version?: string;
  /** Certificate number as the tax authority assigned it, 1 to 4 digits; `0` while there is none. */
  certificate: string;
  /** Version of the key as declared to the authority, from 1. */
  keyVersion: number;
  /** Name of the key's public part in `cer/`. */
  serial: string;
}

/** A partner cannot be taken over; the message names each wrong field and never its value. */
export class PartnerError extends Error {}

/**
 * Reads a package.
 * @throws PartnerError
 */
export function readPackage(tree: Tree): { partner: Partner; privateKey: KeyObject } {
  const mistakes: string[] = [];
  const description = readDescription(tree, mistakes);
  const key = readKey(tree, mistakes);
  if (mistakes.length > 0 || !key) throw new PartnerError(mistakes.join('; '));
  return { partner: { ...description, serial: key.serial }, privateKey: key.privateKey };
}

/**
 * Reads a partner as it is stored: a package without the private key, with the serial.
 * @throws PartnerError
 */
export function readPartner(tree: Tree): Partner {
  const mistakes: string[] = [];
  const description = readDescription(tree, mistakes);
  const serial = readText(tree, 'serial', SERIAL, mistakes);
  if (mistakes.length > 0) throw new PartnerError(mistakes.join('; '));
  return { ...description, serial };
}

/** What a text must look like, for the machine and in words. */
interface Rule {
  pattern: RegExp;
  words: string;
}

// The reference is the name of a file on any system; Windows keeps some for devices.
const REFERENCE: Rule = {
  pattern: /^(?!(con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9_-]{1,64}$/i,
  words: 'must be 1 to 64 letters, digits, - and _, and no name of a Windows device',
};
// SAF-T (PT) writes `<product>/<producer>` in 255 characters, version and tax id in 30 each.
const NAME: Rule = {
  pattern: /^(?!\s)[^/\p{C}]{1,120}(?<!\s)$/u,
  words: 'must have 1 to 120 characters, no slash, no control characters and no blanks around it',
};
const VERSION: Rule = {
  pattern: /^(?!\s)\P{C}{1,30}(?<!\s)$/u,
  words: 'must have 1 to 30 characters, no control characters and no blanks around it',
};
const TAX_ID: Rule = { pattern: /^[a-z0-9-]{1,30}$/i, words: 'must be 1 to 30 letters, digits and -' };
// The QR code has 4 places.
const CERTIFICATE: Rule = { pattern: /^\d{1,4}$/, words: 'must be a text of 1 to 4 digits' };
const SERIAL: Rule = { pattern: /^[0-9a-f]{16}$/, words: 'must be 16 hexadecimal digits' };
const MAX_KEY_VERSION = 999_999;

function readDescription(tree: Tree, mistakes: string[]): Omit<Partner, 'serial'> {
  const producer = isTree(tree['producer']) ? tree['producer'] : {};
  const description = {
    reference: readText(tree, 'reference', REFERENCE, mistakes),
    producer: {
      name: readText(producer, 'name', NAME, mistakes, 'producer.name'),
      taxId: readText(producer, 'taxId', TAX_ID, mistakes, 'producer.taxId'),
    },
    product: readText(tree, 'product', NAME, mistakes),
    ...(tree['version'] !== undefined && { version: readText(tree, 'version', VERSION, mistakes) }),
    certificate: readText(tree, 'certificate', CERTIFICATE, mistakes),
  };
  const keyVersion = Number.isInteger(tree['keyVersion']) ? (tree['keyVersion'] as number) : 0;
  if (keyVersion < 1 || keyVersion > MAX_KEY_VERSION)
    mistakes.push(`keyVersion must be a whole number from 1 to ${MAX_KEY_VERSION}`);
  return { ...description, keyVersion };
}

function readText(tree: Tree, name: string, rule: Rule, mistakes: string[], path = name): string {
  const value = tree[name];
  if (typeof value === 'string' && rule.pattern.test(value)) return value;
  mistakes.push(`${path} ${rule.words}`);
  return '';
}

function readKey(tree: Tree, mistakes: string[]): { privateKey: KeyObject; serial: string } | null {
  const pem = tree['privateKey'];
  try {
    return readPrivateKey(typeof pem === 'string' ? pem : '', 'privateKey');
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    mistakes.push(error.message);
    return null;
  }
}
