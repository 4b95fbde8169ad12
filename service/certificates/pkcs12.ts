/** Opens PKCS#12 files (RFC 7292): keys and certificates under one password, in any order. */
import { createHmac, createPrivateKey, timingSafeEqual, X509Certificate, type KeyObject } from 'node:crypto';
import { id_data, id_encryptedData, type ContentInfo } from '@peculiar/asn1-cms';
import {
  AuthenticatedSafe,
  CertBag,
  id_certBag,
  id_keyBag,
  id_pkcs8ShroudedKeyBag,
  id_x509Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  SafeContents,
  type MacData,
  type SafeBag,
} from '@peculiar/asn1-pfx';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  bytesOf,
  digestOf,
  hmacDigestOf,
  passwordOf,
  pbkdf2Key,
  pkcs12Key,
  Unreadable,
  type Password,
  type Work,
} from './key-derivation.ts';
import { decrypt } from './password-based.ts';
import { EncryptedData, Octets, Pbmac1Params } from './pkcs12-shapes.ts';

/** A chain has a few. */
const MOST_BAGS = 100;
const PBMAC1 = '1.2.840.113549.1.5.14';

/** What a file holds. */
export interface Contents {
  keys: KeyObject[];
  certificates: X509Certificate[];
}

/**
 * Opens a file; null when the password is not its own. Throws {@link Unreadable},
 * and what the parsers of ASN.1, keys and certificates throw.
 */
export async function openPkcs12(file: Buffer, password: string, work: Work): Promise<Contents | null> {
  const { authSafe, macData } = AsnConvert.parse(file, PFX);
  if (authSafe.contentType !== id_data) {
    throw new Unreadable('it is protected by a certificate, not by a password: export it with a password');
  }
  const safes = octets(authSafe.content);
  // Some write an empty password as no bytes at all.
  const spellings = [
    passwordOf(password),
    ...(password === '' ? [{ utf8: Buffer.of(), bmp: Buffer.of() }] : []),
  ];
  for (const spelling of spellings) {
    // An optional field that is missing is still an object, without a digest.
    const hasMac = macData.mac.digestAlgorithm.algorithm !== '';
    if (hasMac && !(await isMac(macData, spelling, safes, work))) continue;
    const contents = await openSafes(safes, spelling, work);
    if (contents) return contents;
    if (hasMac)
      throw new Unreadable('its password is right, and yet it cannot be decrypted: export it again');
  }
  return null;
}

async function isMac(macData: MacData, password: Password, safes: Buffer, work: Work): Promise<boolean> {
  const { mac, macSalt, iterations } = macData;
  const { algorithm, parameters } = mac.digestAlgorithm;
  let name: string;
  let key: Buffer;
  if (algorithm === PBMAC1) {
    const scheme = AsnConvert.parse(parameters ?? new ArrayBuffer(0), Pbmac1Params);
    const digest = hmacDigestOf(scheme.messageAuthScheme.algorithm);
    name = digest.name;
    key = await pbkdf2Key(scheme.keyDerivationFunc, password, digest.bytes, work);
  } else {
    const digest = digestOf(algorithm);
    name = digest.name;
    const how = { salt: bytesOf(macSalt), iterations: Number(iterations), length: digest.bytes };
    key = await pkcs12Key(digest, 3, password.bmp, how, work);
  }
  const right = createHmac(name, key).update(safes).digest();
  const given = bytesOf(mac.digest);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Null when something in it cannot be decrypted. */
async function openSafes(safes: Buffer, password: Password, work: Work): Promise<Contents | null> {
  const contents: Contents = { keys: [], certificates: [] };
  let count = 0;
  for (const safe of AsnConvert.parse(safes, AuthenticatedSafe)) {
    const bags = await openSafe(safe, password, work);
    if (!bags) return null;
    count += bags.length;
    if (count > MOST_BAGS) throw new Unreadable(`it has more than ${MOST_BAGS} parts`);
    for (const bag of bags) {
      if (!(await openBag(bag, password, work, contents))) return null;
    }
  }
  return contents;
}

async function openSafe(safe: ContentInfo, password: Password, work: Work): Promise<SafeContents | null> {
  if (safe.contentType === id_data) return AsnConvert.parse(octets(safe.content), SafeContents);
  if (safe.contentType !== id_encryptedData) {
    throw new Unreadable(
      'a part of it is encrypted for a certificate, not by a password: export it with a password',
    );
  }
  const { contentEncryptionAlgorithm, encryptedContent } = AsnConvert.parse(
    safe.content,
    EncryptedData,
  ).encryptedContentInfo;
  const pieces =
    encryptedContent?.constructedValue ?? [encryptedContent?.value].filter((v) => v !== undefined);
  const plain = await decrypt(contentEncryptionAlgorithm, password, Buffer.concat(pieces.map(bytesOf)), work);
  try {
    return plain && AsnConvert.parse(plain, SafeContents);
  } catch {
    // A wrong password leaves a right padding once in 256 times.
    return null;
  }
}

/** Takes keys and certificates; revocation lists and secrets are passed over. False when a key cannot be decrypted. */
async function openBag(bag: SafeBag, password: Password, work: Work, into: Contents): Promise<boolean> {
  if (bag.bagId === id_certBag) {
    const { certId, certValue } = AsnConvert.parse(bag.bagValue, CertBag);
    if (certId === id_x509Certificate) into.certificates.push(new X509Certificate(octets(certValue)));
  }
  if (bag.bagId === id_keyBag) into.keys.push(privateKey(Buffer.from(bag.bagValue)));
  if (bag.bagId === id_pkcs8ShroudedKeyBag) {
    const key = await decryptKey(Buffer.from(bag.bagValue), password, work);
    if (!key) return false;
    into.keys.push(key);
  }
  return true;
}

/** A key of `EncryptedPrivateKeyInfo` (PKCS#8), DER; null when the password does not fit. */
export async function decryptKey(der: Buffer, password: Password, work: Work): Promise<KeyObject | null> {
  const { encryptionAlgorithm, encryptedData } = AsnConvert.parse(der, PKCS8ShroudedKeyBag);
  const plain = await decrypt(encryptionAlgorithm, password, bytesOf(encryptedData), work);
  if (!plain) return null;
  try {
    return privateKey(plain);
  } catch {
    // As above.
    return null;
  }
}

function privateKey(der: Buffer): KeyObject {
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function octets(der: ArrayBuffer): Buffer {
  return bytesOf(AsnConvert.parse(der, Octets));
}
