/**
 * Enveloped XML signatures with RSA (XMLDSig 1.1): an authority's messages are
 * signed inside, and the answers it signs are taken for nothing but what was signed.
 */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { outlineOf, parseDom, SignatureFlaw, type FlawKind } from './xml-signature-outline.ts';
import { certificatesIn, signersOf } from './xml-signature-signers.ts';
import { readXml } from './xml-reader.ts';
import { rfc4514Name } from './x509-name.ts';
import { escapeXml } from './xml-writer.ts';

/** Hash of reference and signature. SHA-1 is for authorities that have not left it behind yet. */
export type SignatureDigest = 'sha256' | 'sha1';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** URI of exclusive C14N 1.0. */
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE_C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** URIs of hash and signature. */
export const ALGORITHMS: Readonly<Record<SignatureDigest, { digest: string; signature: string }>> = {
  sha256: {
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  },
  sha1: {
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  },
};

/** How to sign. */
export interface Signing {
  /** Value of the root's attribute `Id`, an XML name without colon. */
  id: string;
  /** RSA. */
  key: KeyObject;
  certificate: X509Certificate;
  digest: SignatureDigest;
}

/**
 * Signs a document as a whole: `ds:Signature` becomes the last child of its root,
 * with reference, canonicalization (both exclusive C14N) and the certificate in KeyInfo.
 * @param xml without an XML declaration, well-formed; its root has the attribute `Id` of `signing.id`
 * @throws Error when it has not, or when the key is not RSA
 */
export function signEnveloped(xml: string, signing: Signing): string {
  const { id, key, certificate, digest } = signing;
  if (key.asymmetricKeyType !== 'rsa') throw new Error('XML signatures are made with an RSA key');
  const algorithms = ALGORITHMS[digest];
  const signature = new SignedXml({
    privateKey: key,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
    getKeyInfoContent: () => keyInfoOf(certificate),
  });
  signature.addReference({
    xpath: '/*',
    transforms: [ENVELOPED, EXCLUSIVE_C14N],
    digestAlgorithm: algorithms.digest,
  });
  signature.computeSignature(xml);
  if (signature.getReferences()[0]?.uri !== id) throw new Error(`the root has no attribute Id="${id}"`);
  return signature.getSignedXml();
}

function keyInfoOf(certificate: X509Certificate): string {
  const serial = BigInt(`0x${certificate.serialNumber}`);
  return (
    '<X509Data>' +
    `<X509Certificate>${certificate.raw.toString('base64')}</X509Certificate>` +
    `<X509IssuerSerial><X509IssuerName>${escapeXml(rfc4514Name(certificate.issuer))}</X509IssuerName>` +
    `<X509SerialNumber>${serial}</X509SerialNumber></X509IssuerSerial></X509Data>`
  );
}

/** What a signature is held against. */
export interface Trust {
  /** Those of the signer itself, or of those who issue its certificates; an issuer stands directly above the signer. */
  certificates: readonly X509Certificate[];
  /** When the certificate must be valid. */
  at: Date;
  digests: readonly SignatureDigest[];
  /** The Id that the signed element must have; any when left out. */
  idOfRoot?: string;
}

/** What was signed and by whom, or what is wrong, in English. */
export type Verdict =
  | {
      /** The signed element in canonical form, without the signature: the bytes that the digest is of. */
      signed: Buffer;
      /** Trusted itself, or issued by one that is; its owner is for the caller to look at. */
      certificate: X509Certificate;
    }
  | { flaw: FlawKind; problem: string };

/**
 * Verifies the one enveloped signature of a document or of the message in a SOAP
 * envelope. Whoever reads `signed` and nothing else cannot be deceived by what
 * was wrapped around it. Certificates are not asked for their revocation.
 */
export function verifyEnveloped(xml: Buffer, trust: Trust): Verdict {
  try {
    return verified(xml, trust);
  } catch (error) {
    if (error instanceof SignatureFlaw) return { flaw: error.kind, problem: error.message };
    throw error;
  }
}

function verified(xml: Buffer, trust: Trust): Verdict {
  const read = readXml(xml);
  if ('problem' in read) throw new SignatureFlaw('malformed', read.problem);
  const text = new TextDecoder('utf-8').decode(xml);
  const document = parseDom(text);
  const { signature, id, keyInfo, algorithms } = outlineOf(document);
  if (trust.idOfRoot !== undefined && id !== trust.idOfRoot) {
    throw new SignatureFlaw('signature', `it signs ${id}, not ${trust.idOfRoot}`);
  }
  const isAllowed = trust.digests.some(
    (name) =>
      ALGORITHMS[name].digest === algorithms.digest && ALGORITHMS[name].signature === algorithms.signature,
  );
  if (!isAllowed) {
    throw new SignatureFlaw('signature', `${algorithms.signature} with ${algorithms.digest} is not accepted`);
  }
  const [first = '', ...rest] = algorithms.transforms;
  const isCanonical = (name: string) => name === EXCLUSIVE_C14N || name === INCLUSIVE_C14N;
  if (
    first !== ENVELOPED ||
    rest.length !== 1 ||
    ![...rest, algorithms.canonicalization].every(isCanonical)
  ) {
    throw new SignatureFlaw('signature', 'its transforms or its canonicalization are not accepted');
  }
  let reason = '';
  for (const certificate of signersOf(keyInfo ? certificatesIn(keyInfo) : [], trust)) {
    const checked = new SignedXml({ publicCert: certificate.publicKey });
    try {
      // Its types are those of browsers, where there are any; it takes every DOM.
      const element = signature as unknown as string;
      checked.loadSignature(element);
      const [signed, ...more] = checked.checkSignature(text) ? checked.getSignedReferences() : [];
      if (signed !== undefined && more.length === 0) return { signed: Buffer.from(signed), certificate };
      reason = 'the digest is not that of the signed element';
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new SignatureFlaw('signature', reason);
}
