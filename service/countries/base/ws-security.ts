/**
 * SOAP messages (1.1, or 1.2 where it is said) whose body is signed (WS-Security 1.0, X.509 token profile): one
 * reference, exclusive C14N, SHA-256 with RSA. What was signed is all that is read.
 */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { SOAP_NAMESPACE } from './soap.ts';
import { outlineOfBody } from './ws-security-outline.ts';
import { ALGORITHMS, EXCLUSIVE_C14N, type Trust, type Verdict } from './xml-signature.ts';
import { parseDom, SignatureFlaw } from './xml-signature-outline.ts';
import { signersOf } from './xml-signature-signers.ts';
import { readXml } from './xml-reader.ts';

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const SECURITY = `${OASIS}-wssecurity-secext-1.0.xsd`;
const UTILITY = `${OASIS}-wssecurity-utility-1.0.xsd`;
const X509_TOKEN = `${OASIS}-x509-token-profile-1.0#X509v3`;
const BASE64 = `${OASIS}-soap-message-security-1.0#Base64Binary`;

/**
 * An envelope with a signed body.
 * @param content XML of the body, well-formed and with its namespaces
 * @param soap namespace of the envelope
 * @throws Error when the key is not RSA
 */
export function signedBodyEnvelope(
  content: string,
  { key, certificate }: { key: KeyObject; certificate: X509Certificate },
  soap = SOAP_NAMESPACE,
): string {
  if (key.asymmetricKeyType !== 'rsa') throw new Error('XML signatures are made with an RSA key');
  const token =
    `<wsse:BinarySecurityToken EncodingType="${BASE64}" ValueType="${X509_TOKEN}" wsu:Id="token">` +
    `${certificate.raw.toString('base64')}</wsse:BinarySecurityToken>`;
  const envelope =
    `<soap:Envelope xmlns:soap="${soap}"><soap:Header><wsse:Security xmlns:wsse="${SECURITY}" ` +
    `xmlns:wsu="${UTILITY}" soap:mustUnderstand="1">${token}</wsse:Security></soap:Header>` +
    `<soap:Body xmlns:wsu="${UTILITY}" wsu:Id="body">${content}</soap:Body></soap:Envelope>`;
  const signature = new SignedXml({
    privateKey: key,
    idMode: 'wssecurity',
    signatureAlgorithm: ALGORITHMS.sha256.signature,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
    getKeyInfoContent: () =>
      `<wsse:SecurityTokenReference xmlns:wsse="${SECURITY}"><wsse:Reference URI="#token" ` +
      `ValueType="${X509_TOKEN}"/></wsse:SecurityTokenReference>`,
  });
  signature.addReference({
    xpath: `/*/*[local-name(.)='Body']`,
    transforms: [EXCLUSIVE_C14N],
    digestAlgorithm: ALGORITHMS.sha256.digest,
  });
  signature.computeSignature(envelope, {
    location: { reference: `/*/*[local-name(.)='Header']/*[local-name(.)='Security']`, action: 'append' },
  });
  return `<?xml version="1.0" encoding="UTF-8"?>${signature.getSignedXml()}`;
}

/**
 * Verifies the signature of an envelope's body; `signed` of the verdict is the body in
 * canonical form. Certificates are not asked for their revocation.
 */
export function verifySignedBody(
  xml: Buffer,
  trust: Omit<Trust, 'digests' | 'idOfRoot'>,
  soap = SOAP_NAMESPACE,
): Verdict {
  try {
    return verified(xml, trust, soap);
  } catch (error) {
    if (error instanceof SignatureFlaw) return { flaw: error.kind, problem: error.message };
    throw error;
  }
}

function verified(xml: Buffer, trust: Omit<Trust, 'digests' | 'idOfRoot'>, soap: string): Verdict {
  const read = readXml(xml);
  if ('problem' in read) throw new SignatureFlaw('malformed', read.problem);
  const text = new TextDecoder('utf-8').decode(xml);
  const { signature, token, algorithms, signedInfoPrefixes } = outlineOfBody(parseDom(text), {
    security: SECURITY,
    utility: UTILITY,
    soap,
  });
  const { digest, signature: method } = ALGORITHMS.sha256;
  const isAllowed =
    algorithms.digest === digest &&
    algorithms.signature === method &&
    algorithms.canonicalization === EXCLUSIVE_C14N &&
    algorithms.transform === EXCLUSIVE_C14N;
  if (!isAllowed) throw new SignatureFlaw('signature', 'its algorithms are not accepted');
  let reason = '';
  for (const certificate of signersOf([token], trust)) {
    const checked = new SignedXml({
      publicCert: certificate.publicKey,
      idMode: 'wssecurity',
      inclusiveNamespacesPrefixList: signedInfoPrefixes,
    });
    try {
      // Its types are those of browsers, where there are any; it takes every DOM.
      const element = signature as unknown as string;
      checked.loadSignature(element);
      const [signed, ...more] = checked.checkSignature(text) ? checked.getSignedReferences() : [];
      if (signed !== undefined && more.length === 0) return { signed: Buffer.from(signed), certificate };
      reason = 'the digest is not that of the body';
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new SignatureFlaw('signature', reason);
}
