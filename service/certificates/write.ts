/** Writes X.509 certificates (RFC 5280): Node reads them but writes none. For the installation's own keys, emulators and tests. */
import { createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert, AsnUtf8StringConverter, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_kp_clientAuth,
  id_kp_serverAuth,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

/** What a certificate is for: other certificates, a web server, its client, or whatever its owner signs or has encrypted. */
export type Purpose = 'issuer' | 'server' | 'client' | 'signing' | 'encryption';

/** A certificate to write. */
export interface CertificateData {
  /** Common name. */
  subject: string;
  publicKey: KeyObject;
  purpose: Purpose;
  /** ISO 3166 alpha-2, in the names of subject and issuer. */
  country?: string;
  /** In the name of the subject alone. */
  organization?: string;
  locality?: string;
  /** Names and addresses of a server. */
  hosts?: readonly string[];
  /** Extensions whose value is a text, by their dotted id. */
  texts?: Readonly<Record<string, string>>;
  issuer: { subject: string; privateKey: KeyObject };
  /** Hex, an even number of digits; random when left out. */
  serial?: string;
  /** Validity, milliseconds since 1970. */
  from: number;
  till: number;
}

/** A key with its certificate, PEM. */
export interface CertifiedKey {
  /** PKCS#8. */
  key: string;
  certificate: string;
}

const DAY = 24 * 3_600_000;
const SERIAL_BYTES = 8;
const COMMON_NAME = '2.5.4.3';
const COUNTRY_NAME = '2.5.4.6';
const LOCALITY_NAME = '2.5.4.7';
const ORGANIZATION_NAME = '2.5.4.10';
const EXTENDED_USAGE: Partial<Record<Purpose, string>> = {
  server: id_kp_serverAuth,
  client: id_kp_clientAuth,
};

/** A signed certificate, PEM. The issuer's key is RSA or P-256. */
export function writeCertificate(data: CertificateData): string {
  const { issuer, country, organization, locality } = data;
  const algorithm = algorithmOf(issuer.privateKey);
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: bytesOf(serialOf(data.serial)),
    signature: algorithm,
    issuer: nameOf(issuer.subject, country),
    validity: new Validity({ notBefore: new Date(data.from), notAfter: new Date(data.till) }),
    subject: nameOf(data.subject, country, [
      [ORGANIZATION_NAME, organization],
      [LOCALITY_NAME, locality],
    ]),
    subjectPublicKeyInfo: AsnConvert.parse(
      data.publicKey.export({ type: 'spki', format: 'der' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions(extensionsOf(data)),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(body)), issuer.privateKey);
  const certificate = new Certificate({
    tbsCertificate: body,
    signatureAlgorithm: algorithm,
    signatureValue: bytesOf(signature),
  });
  return pemOf(Buffer.from(AsnConvert.serialize(certificate)));
}

/** A new P-256 key and a certificate that it signs itself, valid for five years. */
export function selfSignedKey(
  data: Pick<CertificateData, 'subject' | 'purpose' | 'country' | 'texts'>,
  now: number,
): CertifiedKey {
  return certifiedKey({ ...data, from: now - DAY, till: now + 1826 * DAY });
}

/** A new P-256 key and its certificate; without an issuer it signs itself. */
export function certifiedKey(
  data: Omit<CertificateData, 'publicKey' | 'issuer'> & { issuer?: CertificateData['issuer'] },
): CertifiedKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { issuer = { subject: data.subject, privateKey } } = data;
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: writeCertificate({ ...data, issuer, publicKey: createPublicKey(privateKey) }),
  };
}

/** A certificate as PEM. @param der its bytes */
export function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function algorithmOf(key: KeyObject): AlgorithmIdentifier {
  return key.asymmetricKeyType === 'rsa'
    ? new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null })
    : new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' });
}

/** A number that is not negative, as short as it can be. */
function serialOf(hex: string | undefined): Buffer {
  const bytes = hex === undefined ? randomBytes(SERIAL_BYTES) : Buffer.from(hex, 'hex');
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.of(0) : bytes.subarray(start);
  return digits[0]! > 0x7f ? Buffer.concat([Buffer.of(0), digits]) : digits;
}

function nameOf(
  commonName: string,
  country: string | undefined,
  more: readonly [string, string | undefined][] = [],
): Name {
  const part = (type: string, value: AttributeValue) =>
    new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value })]);
  return new Name([
    ...(country === undefined ? [] : [part(COUNTRY_NAME, new AttributeValue({ printableString: country }))]),
    ...more
      .filter((field): field is [string, string] => field[1] !== undefined)
      .map(([type, value]) => part(type, new AttributeValue({ utf8String: value }))),
    part(COMMON_NAME, new AttributeValue({ utf8String: commonName })),
  ]);
}

function usageOf(purpose: Purpose, { asymmetricKeyType }: KeyObject): number {
  if (purpose === 'issuer') return KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign;
  if (purpose === 'encryption') return KeyUsageFlags.keyEncipherment;
  const { digitalSignature, nonRepudiation, keyEncipherment } = KeyUsageFlags;
  if (purpose === 'signing') return digitalSignature | nonRepudiation;
  return purpose === 'server' && asymmetricKeyType === 'rsa'
    ? digitalSignature | keyEncipherment
    : digitalSignature;
}

function extensionsOf({ purpose, publicKey, hosts, texts = {} }: CertificateData): Extension[] {
  const extended = EXTENDED_USAGE[purpose];
  return [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: purpose === 'issuer' }), true),
    extension(id_ce_keyUsage, new KeyUsage(usageOf(purpose, publicKey)), true),
    ...(extended === undefined ? [] : [extension(id_ce_extKeyUsage, new ExtendedKeyUsage([extended]))]),
    ...(hosts === undefined
      ? []
      : [extension(id_ce_subjectAltName, new SubjectAlternativeName(hosts.map(host)))]),
    ...Object.entries(texts).map(([id, text]) => {
      const value = Buffer.from(AsnUtf8StringConverter.toASN(text).toBER(false));
      return new Extension({ extnID: id, extnValue: new OctetString(value) });
    }),
  ];
}

function extension(id: string, value: object, critical = false): Extension {
  return new Extension({ extnID: id, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function host(text: string): GeneralName {
  return isIP(text) === 0 ? new GeneralName({ dNSName: text }) : new GeneralName({ iPAddress: text });
}

function bytesOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
