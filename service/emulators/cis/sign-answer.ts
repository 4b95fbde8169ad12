/**
 * Signed answers in the form of the real CIS: inclusive canonicalization (C14N 1.0),
 * which takes the namespaces of the envelope into what is signed, and a
 * schemaLocation. Made by hand and not by the code that clients verify with: what
 * shares its code shares its mistakes. All of it is written in canonical form
 * from the start, so that the bytes that are sent are the bytes that are hashed,
 * but for the namespaces that canonicalization repeats.
 */
import { createHash, randomBytes, sign } from 'node:crypto';
import { escapeXml } from '../../countries/base/xml-writer.ts';
import { serialNumberOf } from '../../certificates/facts.ts';
import { SOAP } from '../xml.ts';
import type { ClientKey } from './identity.ts';
import { NAMESPACE } from './schema.ts';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** Namespaces of the envelope, by prefix. */
const OUTER = `xmlns:regexp="http://exslt.org/regular-expressions" xmlns:soap="${SOAP}"`;
const INNER = `xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
const TNS = `xmlns:tns="${NAMESPACE}"`;
/** In canonical order, as everything that is hashed has them. */
const ALL = `${OUTER} ${TNS} ${INNER}`;

/** A message around an answer; line breaks are those of the real one. */
export function envelope(body: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope ${OUTER} ${INNER}>\n    ` +
    `<soap:Body>\n        ${body}</soap:Body></soap:Envelope>`
  );
}

/**
 * An answer with its signature, for {@link envelope}.
 * @param name `RacunOdgovor` for example
 * @param content elements with the prefix `tns`, canonical
 * @param signer null: unsigned
 */
export function signedAnswer(name: string, content: string, signer: ClientKey | null): string {
  const id = `G0x${randomBytes(6).toString('hex')}-4D`;
  const attributes = `Id="${id}" xsi:schemaLocation="${NAMESPACE} ../schema/FiskalizacijaSchema.xsd "`;
  const element = (namespaces: string, inner: string) =>
    `<tns:${name} ${namespaces} ${attributes}>${inner}</tns:${name}>`;
  return element(TNS, content + (signer ? signatureOf(id, element(ALL, content), signer) : ''));
}

function signatureOf(id: string, canonical: string, { key, certificate }: ClientKey): string {
  const info = (namespaces: string) =>
    `<SignedInfo${namespaces}>${method('CanonicalizationMethod', C14N)}${method('SignatureMethod', RSA_SHA256)}` +
    `<Reference URI="#${id}"><Transforms>${method('Transform', ENVELOPED)}${method('Transform', C14N)}</Transforms>` +
    `${method('DigestMethod', SHA256)}<DigestValue>${digestOf(canonical)}</DigestValue></Reference></SignedInfo>`;
  const value = sign('sha256', Buffer.from(info(` xmlns="${SIGNATURE}" ${ALL}`)), key).toString('base64');
  const issuer = certificate.issuer.split('\n').reverse().join(', ');
  return (
    `<Signature xmlns="${SIGNATURE}">${info('')}<SignatureValue>${value}</SignatureValue><KeyInfo><X509Data>` +
    `<X509Certificate>${certificate.raw.toString('base64')}</X509Certificate><X509IssuerSerial>` +
    `<X509IssuerName>${escapeXml(issuer)}</X509IssuerName>` +
    `<X509SerialNumber>${serialNumberOf(certificate) ?? 0n}</X509SerialNumber></X509IssuerSerial>` +
    '</X509Data></KeyInfo></Signature>'
  );
}

function method(name: string, algorithm: string): string {
  return `<${name} Algorithm="${algorithm}"></${name}>`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
