/**
 * Signatures of documents that name the policy that they follow (XAdES-EPES, ETSI TS
 * 101 903), enveloped, with RSA and SHA-256. The document is written in canonical form
 * (C14N 1.0), so that what is signed is what is sent, byte for byte.
 */
import { createHash, sign, type KeyObject, type X509Certificate } from 'node:crypto';
import { ILLEGAL_CHARACTER } from '../../receipt/tree.ts';
import { rfc4514Name } from './x509-name.ts';
import { ALGORITHMS } from './xml-signature.ts';
import { SIGNATURE_NAMESPACE } from './xml-signature-outline.ts';

/** Canonical XML 1.0. */
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
/** Leaves the signature itself out. */
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** With {@link WITHOUT_SIGNATURES}: leaves all signatures out. */
export const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116';
/** The expression of the transform. */
export const WITHOUT_SIGNATURES = 'not(ancestor-or-self::ds:Signature)';
/** Namespace of XAdES 1.3.2. */
export const XADES_NAMESPACE = 'http://uri.etsi.org/01903/v1.3.2#';
/** Type of the reference to the signed properties. */
export const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';

/** The policy that a signature follows. */
export interface SignaturePolicy {
  /** URI. */
  id: string;
  /** What its hash was made with. */
  digest: 'sha256' | 'sha1';
  /** Hash of its document, base64. */
  hash: string;
}

/** How to sign. */
export interface XadesSigning {
  policy: SignaturePolicy;
  /** RSA. */
  key: KeyObject;
  certificate: X509Certificate;
  /** With offset, `2027-01-09T16:45:36+01:00`. */
  time: string;
  /** Beginning of the ids in the signature: an XML name without colon, its own in each document. */
  id: string;
}

/** A signed document. */
export interface XadesSigned {
  xml: string;
  /** Base64, without line breaks. */
  signatureValue: string;
}

const ILLEGAL_CHARACTERS = new RegExp(ILLEGAL_CHARACTER, 'gu');
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text in canonical form. White space other than blanks becomes one, what XML cannot carry becomes U+FFFD. */
export function canonicalText(text: string): string {
  return text
    .replace(/[\t\r\n]/g, ' ')
    .replace(ILLEGAL_CHARACTERS, '\uFFFD')
    .replace(/[&<>]/g, (c) => ESCAPES[c]!);
}

/** An element with text in canonical form. */
export function canonicalElement(name: string, text: string): string {
  return `<${name}>${canonicalText(text)}</${name}>`;
}

/**
 * Signs a document as a whole: `ds:Signature` becomes the last child of its root.
 * @param document its root and the one namespace that the document has; `content` in canonical form
 * @throws Error when the key is not RSA, or its prefix would not stand between `ds` and `xades`
 */
export function signXades(
  document: { name: string; prefix: string; namespace: string; content: string },
  { policy, key, certificate, time, id }: XadesSigning,
): XadesSigned {
  const { name, prefix, namespace, content } = document;
  if (key.asymmetricKeyType !== 'rsa') throw new Error('XML signatures are made with an RSA key');
  if (!(prefix > 'ds' && prefix < 'xades')) throw new Error(`the prefix ${prefix} is out of order`);
  const root = `${prefix}:${name}`;
  const begin = `<${root} xmlns:${prefix}="${namespace}">${content}`;
  const end = `</${root}>`;
  // What is in scope of an element, as it stands in its canonical form.
  const inherited = ` xmlns:ds="${SIGNATURE_NAMESPACE}" xmlns:${prefix}="${namespace}"`;
  const keyInfo = keyInfoOf(certificate, id);
  const properties = propertiesOf(policy, certificate, time, id);
  const signedInfo = signedInfoOf(id, {
    document: digest(begin + end),
    properties: digest(inScope(properties, `${inherited} xmlns:xades="${XADES_NAMESPACE}"`)),
    keyInfo: digest(inScope(keyInfo, inherited)),
  });
  const signatureValue = sign('sha256', Buffer.from(inScope(signedInfo, inherited)), key).toString('base64');
  const signature =
    `<ds:Signature xmlns:ds="${SIGNATURE_NAMESPACE}" Id="${id}">${signedInfo}` +
    `<ds:SignatureValue Id="${id}-value">${signatureValue}</ds:SignatureValue>${keyInfo}` +
    `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES_NAMESPACE}" Target="#${id}">` +
    `${properties}</xades:QualifyingProperties></ds:Object></ds:Signature>`;
  return { xml: begin + signature + end, signatureValue };
}

/** An element with the namespaces that it inherits. */
function inScope(element: string, namespaces: string): string {
  return element.replace(/^<[\w:]+/, (start) => start + namespaces);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function algorithm(name: string, uri: string): string {
  return `<ds:${name} Algorithm="${uri}"></ds:${name}>`;
}

function signedInfoOf(
  id: string,
  digests: { document: string; properties: string; keyInfo: string },
): string {
  const reference = (attributes: string, transforms: string, value: string) =>
    `<ds:Reference ${attributes}>${transforms}${algorithm('DigestMethod', ALGORITHMS.sha256.digest)}` +
    `<ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`;
  const transforms =
    `<ds:Transforms>${algorithm('Transform', ENVELOPED)}` +
    `<ds:Transform Algorithm="${XPATH}"><ds:XPath>${WITHOUT_SIGNATURES}</ds:XPath></ds:Transform>` +
    `${algorithm('Transform', C14N)}</ds:Transforms>`;
  return `<ds:SignedInfo>${algorithm('CanonicalizationMethod', C14N)}${algorithm(
    'SignatureMethod',
    ALGORITHMS.sha256.signature,
  )}${reference(`Id="${id}-document" URI=""`, transforms, digests.document)}${reference(
    `Type="${SIGNED_PROPERTIES}" URI="#${id}-properties"`,
    '',
    digests.properties,
  )}${reference(`URI="#${id}-key"`, '', digests.keyInfo)}</ds:SignedInfo>`;
}

function keyInfoOf(certificate: X509Certificate, id: string): string {
  const { n = '', e = '' } = certificate.publicKey.export({ format: 'jwk' });
  const base64 = (url: string) => Buffer.from(url, 'base64url').toString('base64');
  return (
    `<ds:KeyInfo Id="${id}-key"><ds:X509Data><ds:X509Certificate>${certificate.raw.toString('base64')}` +
    '</ds:X509Certificate></ds:X509Data><ds:KeyValue><ds:RSAKeyValue>' +
    `<ds:Modulus>${base64(n)}</ds:Modulus><ds:Exponent>${base64(e)}</ds:Exponent>` +
    '</ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>'
  );
}

function propertiesOf(
  policy: SignaturePolicy,
  certificate: X509Certificate,
  time: string,
  id: string,
): string {
  const hash = (name: 'sha256' | 'sha1', value: string) =>
    `${algorithm('DigestMethod', ALGORITHMS[name].digest)}<ds:DigestValue>${value}</ds:DigestValue>`;
  const fingerprint = createHash('sha256').update(certificate.raw).digest('base64');
  return (
    `<xades:SignedProperties Id="${id}-properties"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${time}</xades:SigningTime><xades:SigningCertificate><xades:Cert>` +
    `<xades:CertDigest>${hash('sha256', fingerprint)}</xades:CertDigest><xades:IssuerSerial>${canonicalElement(
      'ds:X509IssuerName',
      rfc4514Name(certificate.issuer),
    )}<ds:X509SerialNumber>${BigInt(`0x${certificate.serialNumber}`)}</ds:X509SerialNumber>` +
    `</xades:IssuerSerial></xades:Cert></xades:SigningCertificate>` +
    `<xades:SignaturePolicyIdentifier><xades:SignaturePolicyId><xades:SigPolicyId>` +
    `<xades:Identifier>${policy.id}</xades:Identifier></xades:SigPolicyId>` +
    `<xades:SigPolicyHash>${hash(policy.digest, policy.hash)}</xades:SigPolicyHash>` +
    `</xades:SignaturePolicyId></xades:SignaturePolicyIdentifier></xades:SignedSignatureProperties>` +
    `<xades:SignedDataObjectProperties>` +
    `<xades:DataObjectFormat ObjectReference="#${id}-document"><xades:MimeType>text/xml</xades:MimeType>` +
    `</xades:DataObjectFormat></xades:SignedDataObjectProperties></xades:SignedProperties>`
  );
}
