/**
 * The shape of an enveloped signature, strictly: one in the document, inside the
 * element that it signs, and in it nothing but what XMLDSig has there. It is read
 * in the document tree that the signature is verified in, so that both see the same.
 */
import { createRequire } from 'node:module';
import { SOAP_NAMESPACE } from './soap.ts';

/** What is wrong: no XML of the expected shape, no signature, an unknown signer, a signature that does not hold. */
export type FlawKind = 'malformed' | 'unsigned' | 'certificate' | 'signature';

/** Why a signature is refused. */
export class SignatureFlaw extends Error {
  readonly kind: FlawKind;
  constructor(kind: FlawKind, text: string) {
    super(text);
    this.kind = kind;
  }
}

/** What is needed of DOM nodes: the types of the package would bring all of a browser's with them. */
interface DomNode {
  readonly nodeType: number;
  readonly parentNode: DomElement | null;
  readonly childNodes: ArrayLike<DomNode>;
  readonly textContent: string | null;
}

/** An element; `getAttribute` gives an empty text for one that is missing. */
export interface DomElement extends DomNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  getAttribute(name: string): string;
  getAttributeNS(namespace: string, name: string): string;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<DomElement>;
}

/** A document. */
export interface DomDocument {
  readonly documentElement: DomElement;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<DomElement>;
}

/** A signature of the right shape. */
export interface Outline {
  signature: DomElement;
  /** Id of the signed element. */
  id: string;
  keyInfo: DomElement | undefined;
  /** Their URIs, as they are written. */
  algorithms: { canonicalization: string; signature: string; transforms: string[]; digest: string };
}

/** Namespace of XMLDSig. */
export const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

const ELEMENT = 1;
const COMMENT = 8;
/** An XML name without colon, of what all authorities use. */
const NAME = /^[A-Z_][\w.-]*$/i;

const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as {
  DOMParser: new () => { parseFromString(text: string, type: string): DomDocument };
};

/** A document that has been found well-formed. */
export function parseDom(text: string): DomDocument {
  return new DOMParser().parseFromString(text, 'text/xml');
}

/**
 * Finds the signature.
 * @throws SignatureFlaw
 */
export function outlineOf(document: DomDocument): Outline {
  const [signature, ...others] = Array.from(
    document.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'Signature'),
  );
  if (!signature) throw new SignatureFlaw('unsigned', 'it is not signed');
  if (others.length > 0) throw new SignatureFlaw('signature', 'it has more than one signature');
  const root = signature.parentNode;
  if (!root || !(root === document.documentElement || isMessage(root, document))) {
    throw new SignatureFlaw('signature', 'the signature is not a child of the message');
  }
  const id = root.getAttribute('Id');
  if (!NAME.test(id)) throw new SignatureFlaw('signature', 'the message has no attribute Id');

  const [signedInfo, , keyInfo] = parts(signature, ['SignedInfo', 'SignatureValue'], 'KeyInfo');
  const [canonicalization, method, reference] = parts(signedInfo!, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  if (reference!.getAttribute('URI') !== `#${id}`) {
    throw new SignatureFlaw('signature', 'it signs another element than the message');
  }
  const [transforms, digest] = parts(reference!, ['Transforms', 'DigestMethod', 'DigestValue']);
  const algorithmOf = (element: DomElement) => element.getAttribute('Algorithm');
  return {
    signature,
    id,
    keyInfo,
    algorithms: {
      canonicalization: algorithmOf(canonicalization!),
      signature: algorithmOf(method!),
      transforms: parts(transforms!, ['Transform', 'Transform']).map(algorithmOf),
      digest: algorithmOf(digest!),
    },
  };
}

/** The one message in the body of a SOAP envelope. */
function isMessage(element: DomElement, document: DomDocument): boolean {
  const body = element.parentNode;
  const isSoap = (node: DomElement | null, name: string) =>
    node?.namespaceURI === SOAP_NAMESPACE && node.localName === name;
  return (
    isSoap(body, 'Body') &&
    elementsIn(body!).length === 1 &&
    body!.parentNode === document.documentElement &&
    isSoap(document.documentElement, 'Envelope')
  );
}

/**
 * The children of an element of XMLDSig, which are those of these names in this order and no others.
 * @throws SignatureFlaw
 */
export function parts(element: DomElement, names: readonly string[], optional?: string): DomElement[] {
  const found = elementsIn(element);
  const expected = found.length > names.length && optional !== undefined ? [...names, optional] : names;
  const isAsExpected =
    found.length === expected.length &&
    found.every((e, i) => e.localName === expected[i] && e.namespaceURI === SIGNATURE_NAMESPACE) &&
    Array.from(element.childNodes).every(
      (node) => node.nodeType === ELEMENT || (node.nodeType !== COMMENT && node.textContent?.trim() === ''),
    );
  if (!isAsExpected) {
    throw new SignatureFlaw('signature', `${element.localName} does not consist of ${names.join(', ')}`);
  }
  return found;
}

/** Child elements. */
export function elementsIn(node: DomNode): DomElement[] {
  return Array.from(node.childNodes).filter((n): n is DomElement => n.nodeType === ELEMENT);
}
