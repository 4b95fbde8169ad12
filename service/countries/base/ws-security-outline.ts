/**
 * The shape of an envelope whose body is signed, strictly: one header with one
 * security element, in it a token and a signature of the body, and nothing else that
 * could be taken for them.
 */
import { X509Certificate } from 'node:crypto';
import {
  elementsIn,
  parts,
  SIGNATURE_NAMESPACE,
  SignatureFlaw,
  type DomDocument,
  type DomElement,
} from './xml-signature-outline.ts';

/** A signature of the right shape. */
export interface BodyOutline {
  signature: DomElement;
  /** Whose it is said to be. */
  token: X509Certificate;
  /** Their URIs, as they are written. */
  algorithms: { canonicalization: string; signature: string; transform: string; digest: string };
  /** Prefixes that the canonical form of SignedInfo has besides those it needs. */
  signedInfoPrefixes: string;
}

/**
 * Finds the signature.
 * @throws SignatureFlaw
 */
export function outlineOfBody(
  document: DomDocument,
  { security, utility, soap }: { security: string; utility: string; soap: string },
): BodyOutline {
  const envelope = document.documentElement;
  const is = (element: DomElement, name: string, namespace: string) =>
    element.localName === name && element.namespaceURI === namespace;
  const flaw = (text: string): never => {
    throw new SignatureFlaw('signature', text);
  };
  const [header, body, ...rest] = elementsIn(envelope);
  if (!is(envelope, 'Envelope', soap) || !body || !header || rest.length > 0)
    throw new SignatureFlaw('unsigned', 'it is no envelope with a header and a body');
  if (!is(header, 'Header', soap) || !is(body, 'Body', soap))
    throw new SignatureFlaw('unsigned', 'it is no envelope with a header and a body');
  const securities = elementsIn(header).filter((one) => is(one, 'Security', security));
  const [tokens, signatures] = [
    securities.flatMap(elementsIn).filter((one) => is(one, 'BinarySecurityToken', security)),
    securities.flatMap(elementsIn).filter((one) => is(one, 'Signature', SIGNATURE_NAMESPACE)),
  ];
  const all = document.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'Signature');
  if (all.length === 0) throw new SignatureFlaw('unsigned', 'it is not signed');
  const [signature] = signatures;
  if (all.length > 1 || !signature) return flaw('it has more than one signature, or one in another place');
  const [token] = tokens;
  if (tokens.length !== 1 || !token) return flaw('it has not one certificate');

  const [signedInfo] = parts(signature, ['SignedInfo', 'SignatureValue'], 'KeyInfo');
  const [canonicalization, method, reference] = parts(signedInfo!, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  const id = body.getAttributeNS(utility, 'Id') ?? '';
  if (id === '' || reference!.getAttribute('URI') !== `#${id}`)
    return flaw('it signs something else than the body');
  const withId = Array.from(document.getElementsByTagNameNS('*', '*')).filter(
    (one) =>
      [one.getAttribute('Id'), one.getAttribute('ID'), one.getAttribute('id')].includes(id) ||
      one.getAttributeNS(utility, 'Id') === id,
  );
  if (withId.length !== 1) return flaw('several elements have the id of the body');
  const [transforms, digest] = parts(reference!, ['Transforms', 'DigestMethod', 'DigestValue']);
  const [transform] = parts(transforms!, ['Transform']);
  const algorithmOf = (element: DomElement) => element.getAttribute('Algorithm') ?? '';
  return {
    signature,
    token: certificateIn(token),
    algorithms: {
      canonicalization: algorithmOf(canonicalization!),
      signature: algorithmOf(method!),
      transform: algorithmOf(transform!),
      digest: algorithmOf(digest!),
    },
    signedInfoPrefixes: elementsIn(canonicalization!)
      .filter(({ localName }) => localName === 'InclusiveNamespaces')
      .map((one) => one.getAttribute('PrefixList') ?? '')
      .join(' '),
  };
}

function certificateIn({ textContent }: DomElement): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(textContent ?? '', 'base64'));
  } catch {
    throw new SignatureFlaw('certificate', 'its certificate cannot be read');
  }
}
