/** Whose message it is: the signature, its certificate, and the OIB in it. */
import { createHash, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { serialNumberOf } from '../../certificates/facts.ts';
import { verifyEnveloped, type SignatureDigest } from '../../countries/base/xml-signature.ts';
import { partOf, textOf, type Element } from '../xml.ts';
import type { Finding } from './answers.ts';
import { oibOf } from './identity.ts';
import { fieldsOf } from './receipts.ts';

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** What signatures are held against. */
export interface SignatureRules {
  /** Certificate of the authority that issues those of companies. */
  ca: X509Certificate;
  digests: readonly SignatureDigest[];
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Checks the signature of a message; the certificate of who signed, or a reason to refuse.
 * The signature comes before the certificate (s004 before s002), as with the real CIS.
 * @param body the whole HTTP body
 */
export function signerOf(
  body: Buffer,
  message: Element,
  oib: string,
  { ca, digests, now }: SignatureRules,
): X509Certificate | Finding {
  const idOfRoot = message.attributes['Id'] ?? '';
  const shape = shapeFlaw(message);
  if (shape !== null) return { code: 's004', about: shape };
  const named = certificateIn(message);
  if (!named) return { code: 's004', about: 'KeyInfo/X509Data/X509Certificate' };
  const held = (certificates: X509Certificate[], at: Date) =>
    verifyEnveloped(body, { certificates, at, digests, idOfRoot });
  const alone = held([named], named.validToDate);
  if ('flaw' in alone) return { code: 's004', about: alone.problem };
  const trusted = held([ca], new Date(now));
  if ('flaw' in trusted) return { code: 's002', about: trusted.problem };
  const owner = oibOf(trusted.certificate);
  if (owner === null) return { code: 's003', about: trusted.certificate.subject.replaceAll('\n', ', ') };
  return owner === oib ? trusted.certificate : { code: 's005', about: `${oib}, ${owner}` };
}

/** Whether a ZKI is that of a receipt, made with this key. */
export function isProtection(receipt: Element, key: KeyObject, digests: readonly SignatureDigest[]): boolean {
  const fields = fieldsOf(receipt);
  const signed = [
    fields['Oib'],
    fields['DatVrijeme']!.replace('T', ' '),
    fields['BrOznRac'],
    fields['OznPosPr'],
    fields['OznNapUr'],
    fields['IznosUkupno'],
  ].join('');
  return digests.some(
    (digest) =>
      createHash('md5')
        .update(sign(digest, Buffer.from(signed), key))
        .digest('hex') === fields['ZastKod'],
  );
}

/** What the specification asks of a signature besides its being right. */
function shapeFlaw(message: Element): string | null {
  const signature = partOf(message, 'Signature');
  if (!signature) return 'Signature';
  const info = partOf(signature, 'SignedInfo');
  const reference = info && partOf(info, 'Reference');
  const transforms = reference && partOf(reference, 'Transforms');
  const methods = [info && partOf(info, 'CanonicalizationMethod'), transforms?.children[1]];
  if (!methods.every((method) => method?.attributes['Algorithm'] === EXCLUSIVE_C14N)) return EXCLUSIVE_C14N;
  const serial = textOf(issuerSerialIn(signature), 'X509SerialNumber').trim();
  const certificate = certificateIn(message);
  const isNamed =
    certificate && /^[0-9]{1,60}$/.test(serial) && BigInt(serial) === serialNumberOf(certificate);
  return isNamed ? null : 'KeyInfo/X509Data/X509IssuerSerial';
}

const NOTHING: Element = { namespace: '', name: '', attributes: {}, children: [], text: '' };

function dataIn(signature: Element): Element {
  const info = partOf(signature, 'KeyInfo');
  return (info && partOf(info, 'X509Data')) ?? NOTHING;
}

function issuerSerialIn(signature: Element): Element {
  return partOf(dataIn(signature), 'X509IssuerSerial') ?? NOTHING;
}

function certificateIn(message: Element): X509Certificate | null {
  const text = textOf(dataIn(partOf(message, 'Signature') ?? NOTHING), 'X509Certificate');
  try {
    return new X509Certificate(Buffer.from(text, 'base64'));
  } catch {
    return null;
  }
}
