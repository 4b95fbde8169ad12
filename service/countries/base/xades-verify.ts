/**
 * Verifies documents that were signed with a policy (XAdES-EPES, `xades.ts`). It reads the
 * document tree and makes the canonical form anew, with another hand than who signs.
 */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { C14nCanonicalization } from 'xml-crypto';
import { C14N, ENVELOPED, SIGNED_PROPERTIES, WITHOUT_SIGNATURES, XADES_NAMESPACE, XPATH } from './xades.ts';
import { readXml } from './xml-reader.ts';
import {
  elementsIn,
  parseDom,
  SIGNATURE_NAMESPACE,
  SignatureFlaw,
  type DomDocument,
  type DomElement,
  type FlawKind,
} from './xml-signature-outline.ts';
import { ALGORITHMS } from './xml-signature.ts';

/** What a signature says that holds. */
export interface XadesVerified {
  certificate: X509Certificate;
  /** Base64, without white space. */
  signatureValue: string;
  /** As it is written. */
  time: string;
  policy: { id: string; digest: string; hash: string };
}

const TRANSFORMS = new Set([ENVELOPED, XPATH, C14N]);
const LEAST_BITS = 2048;

/**
 * Verifies the one enveloped signature of a document by the certificate in it; whether that
 * one may sign, and at that time, is for the caller to say. Certificates are not asked for their revocation.
 */
export function verifyXades(xml: Buffer): XadesVerified | { flaw: FlawKind; problem: string } {
  try {
    const read = readXml(xml);
    if ('problem' in read) throw new SignatureFlaw('malformed', read.problem);
    return verified(parseDom(new TextDecoder('utf-8').decode(xml)));
  } catch (error) {
    if (error instanceof SignatureFlaw) return { flaw: error.kind, problem: error.message };
    throw error;
  }
}

function verified(document: DomDocument): XadesVerified {
  const [signature, ...others] = Array.from(
    document.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'Signature'),
  );
  if (!signature) throw new SignatureFlaw('unsigned', 'it is not signed');
  if (others.length > 0 || signature.parentNode !== document.documentElement)
    throw new SignatureFlaw('signature', 'the signature does not stand alone in the root');
  const signedInfo = one(signature, 'SignedInfo');
  expect(algorithmOf(one(signedInfo, 'CanonicalizationMethod')) === C14N, 'it is not in C14N 1.0');
  expect(
    algorithmOf(one(signedInfo, 'SignatureMethod')) === ALGORITHMS.sha256.signature,
    'it is not RSA with SHA-256',
  );
  const keyInfo = one(signature, 'KeyInfo');
  const object = one(signature, 'Object');
  const properties = named(object, XADES_NAMESPACE, 'SignedProperties');
  const references = elementsIn(signedInfo).filter(({ localName }) => localName === 'Reference');
  expect(references.length === 3, 'it does not sign document, properties and key');
  const signed = new Map(references.map((reference) => [reference.getAttribute('URI'), reference]));
  const of = (uri: string) => signed.get(uri) ?? fail(`it does not sign ${uri || 'the document'}`);
  const aboutProperties = of(`#${properties.getAttribute('Id')}`);
  expect(aboutProperties.getAttribute('Type') === SIGNED_PROPERTIES, 'its properties have another type');
  expectDigest(aboutProperties, canonical(properties), []);
  expectDigest(of(`#${keyInfo.getAttribute('Id')}`), canonical(keyInfo), []);

  const text = canonical(signedInfo);
  const signatureValue = textOf(one(signature, 'SignatureValue')).replace(/\s/g, '');
  const certificate = certificateIn(keyInfo);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  expect(
    asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS,
    'its key is no RSA key of 2048 bits or more',
  );
  expect(
    verify('sha256', Buffer.from(text), certificate.publicKey, Buffer.from(signatureValue, 'base64')),
    'it was not made with the key of its certificate',
  );
  const { time, policy } = propertiesOf(properties, certificate);
  const whole = of('');
  // The tree is not used any more: nothing but the document without its signature is left.
  (document.documentElement as unknown as { removeChild: (node: DomElement) => void }).removeChild(signature);
  expectDigest(whole, canonical(document.documentElement), [...TRANSFORMS]);
  return { certificate, signatureValue, time, policy };
}

/** Time, certificate and policy as the properties have them. */
function propertiesOf(
  properties: DomElement,
  certificate: X509Certificate,
): Pick<XadesVerified, 'time' | 'policy'> {
  const certified = named(properties, XADES_NAMESPACE, 'CertDigest');
  expect(
    textOf(named(certified, SIGNATURE_NAMESPACE, 'DigestValue')) === sha256(certificate.raw) &&
      algorithmOf(named(certified, SIGNATURE_NAMESPACE, 'DigestMethod')) === ALGORITHMS.sha256.digest,
    'its properties name another certificate',
  );
  const policy = named(properties, XADES_NAMESPACE, 'SignaturePolicyId');
  const hash = named(policy, XADES_NAMESPACE, 'SigPolicyHash');
  return {
    time: textOf(named(properties, XADES_NAMESPACE, 'SigningTime')),
    policy: {
      id: textOf(named(policy, XADES_NAMESPACE, 'Identifier')),
      digest: algorithmOf(named(hash, SIGNATURE_NAMESPACE, 'DigestMethod')),
      hash: textOf(named(hash, SIGNATURE_NAMESPACE, 'DigestValue')),
    },
  };
}

/** @param allowed transforms; the text is what comes of all of them, in whatever order */
function expectDigest(reference: DomElement, text: string, allowed: readonly string[]): void {
  const transforms = Array.from(reference.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'Transform'));
  const names = transforms.map(algorithmOf);
  expect(
    names.every((name) => name === C14N || allowed.includes(name)),
    'a transform is not allowed',
  );
  expect(allowed.length === 0 || names.includes(ENVELOPED) || names.includes(XPATH), 'it signs itself');
  for (const transform of transforms)
    expect(
      algorithmOf(transform) !== XPATH || transform.textContent?.trim() === WITHOUT_SIGNATURES,
      'a part of the document is not signed',
    );
  expect(
    algorithmOf(named(reference, SIGNATURE_NAMESPACE, 'DigestMethod')) === ALGORITHMS.sha256.digest,
    'a digest is not SHA-256',
  );
  expect(
    textOf(named(reference, SIGNATURE_NAMESPACE, 'DigestValue')) === sha256(Buffer.from(text)),
    `the digest of ${reference.getAttribute('URI') || 'the document'} is another one`,
  );
}

/** An element in canonical form, with the namespaces that it inherits. */
function canonical(element: DomElement): string {
  const inherited: { prefix: string; namespaceURI: string }[] = [];
  for (let at = element.parentNode; at; at = at.parentNode)
    for (const { name, value } of attributesOf(at)) {
      const prefix = /^xmlns:(.+)$/.exec(name)?.[1];
      if (prefix !== undefined && !inherited.some((known) => known.prefix === prefix))
        inherited.push({ prefix, namespaceURI: value });
    }
  const own = new Set(attributesOf(element).map(({ name }) => name));
  const ancestorNamespaces = inherited.filter(({ prefix }) => !own.has(`xmlns:${prefix}`));
  const prefix = (element as unknown as { prefix: string | null }).prefix;
  const options = {
    // The element renders its own prefix itself.
    ancestorNamespaces: ancestorNamespaces.filter((known) => known.prefix !== prefix),
  };
  // What the library calls an element is that of browsers where their types are known, as in the checks of the pages.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- see above
  const result = new C14nCanonicalization().process(element as never, options);
  return result.toString();
}

function attributesOf(element: DomElement): { name: string; value: string }[] {
  const { attributes } = element as unknown as { attributes?: ArrayLike<{ name: string; value: string }> };
  return attributes ? Array.from(attributes) : [];
}

function certificateIn(keyInfo: DomElement): X509Certificate {
  const text = textOf(named(keyInfo, SIGNATURE_NAMESPACE, 'X509Certificate'));
  try {
    return new X509Certificate(Buffer.from(text, 'base64'));
  } catch {
    throw new SignatureFlaw('certificate', 'its certificate cannot be read');
  }
}

/** The one child of this name. */
function one(element: DomElement, name: string): DomElement {
  const found = elementsIn(element).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === SIGNATURE_NAMESPACE,
  );
  return found.length === 1 ? found[0]! : fail(`it has not one ${name}`);
}

/** The one element of this name anywhere inside. */
function named(element: DomElement, namespace: string, name: string): DomElement {
  const found = Array.from(element.getElementsByTagNameNS(namespace, name));
  return found.length === 1 ? found[0]! : fail(`it has not one ${name}`);
}

function algorithmOf(element: DomElement): string {
  return element.getAttribute('Algorithm');
}

function textOf({ textContent }: DomElement): string {
  return textContent?.trim() ?? '';
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}

function expect(isRight: boolean, problem: string): void {
  if (!isRight) fail(problem);
}

function fail(problem: string): never {
  throw new SignatureFlaw('signature', problem);
}
