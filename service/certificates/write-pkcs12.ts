/** Writes PKCS#12 files (RFC 7292) as OpenSSL 3 does: for what emulators hand out. */
import { createHmac, randomBytes, X509Certificate, type KeyObject } from 'node:crypto';
import { ContentInfo, id_data } from '@peculiar/asn1-cms';
import {
  AuthenticatedSafe,
  CertBag,
  id_certBag,
  id_pkcs8ShroudedKeyBag,
  id_x509Certificate,
  MacData,
  PFX,
  PKCS12Attribute,
  SafeBag,
  SafeContents,
} from '@peculiar/asn1-pfx';
import { DigestInfo } from '@peculiar/asn1-rsa';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { digestOf, passwordOf, pkcs12Key, Work } from './key-derivation.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';
const MAC_ITERATIONS = 2048;
const SALT_BYTES = 16;

/**
 * A file with a key under a password (AES-256), its certificate and those above it.
 * @param certificates PEM, that of the key first
 */
export async function writePkcs12(
  key: KeyObject,
  certificates: readonly string[],
  password: string,
): Promise<Buffer> {
  // Its constructor forgets what it is given.
  const attribute = new PKCS12Attribute();
  const ownership = [
    Object.assign(attribute, { attrId: LOCAL_KEY_ID, attrValues: [octetString(Buffer.of(1))] }),
  ];
  const certificateBags = certificates.map((pem, i) => {
    const certValue = octetString(new X509Certificate(pem).raw);
    const bagValue = AsnConvert.serialize(new CertBag({ certId: id_x509Certificate, certValue }));
    return new SafeBag({ bagId: id_certBag, bagValue, ...(i === 0 && { bagAttributes: ownership }) });
  });
  const encrypted = key.export({
    type: 'pkcs8',
    format: 'der',
    cipher: 'aes-256-cbc',
    passphrase: Buffer.from(password),
  });
  const keyBag = new SafeBag({
    bagId: id_pkcs8ShroudedKeyBag,
    bagValue: arrayBuffer(encrypted),
    bagAttributes: ownership,
  });
  const safes = Buffer.from(
    AsnConvert.serialize(new AuthenticatedSafe([data(certificateBags), data([keyBag])])),
  );
  const authSafe = new ContentInfo({ contentType: id_data, content: octetString(safes) });
  return Buffer.from(AsnConvert.serialize(new PFX({ authSafe, macData: await macOf(safes, password) })));
}

async function macOf(safes: Buffer, password: string): Promise<MacData> {
  const salt = randomBytes(SALT_BYTES);
  const digest = digestOf(SHA256);
  const how = { salt, iterations: MAC_ITERATIONS, length: digest.bytes };
  const key = await pkcs12Key(digest, 3, passwordOf(password).bmp, how, new Work());
  const mac = new DigestInfo({
    digestAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
    digest: new OctetString(createHmac(digest.name, key).update(safes).digest()),
  });
  return new MacData({ mac, macSalt: new OctetString(salt), iterations: MAC_ITERATIONS });
}

function data(bags: SafeBag[]): ContentInfo {
  const content = octetString(Buffer.from(AsnConvert.serialize(new SafeContents(bags))));
  return new ContentInfo({ contentType: id_data, content });
}

function octetString(bytes: Buffer): ArrayBuffer {
  return AsnConvert.serialize(new OctetString(bytes));
}

function arrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
