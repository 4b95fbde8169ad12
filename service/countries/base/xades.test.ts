import { describe, expect, test } from 'vitest';
import { newSignatory } from './testing/signers.ts';
import { noXmlsec, xmlsecProblemsBy } from './testing/xmlsec.ts';
import { canonicalElement, signXades, type XadesSigning } from './xades.ts';
import { verifyXades } from './xades-verify.ts';

const signer = newSignatory('B12345678 Kaxkabel');
const stranger = newSignatory('Somebody else');
const signing: XadesSigning = {
  policy: {
    id: 'https://policy.example/?a=1',
    digest: 'sha256',
    hash: 'Quzn98x3PMbSHwbUzaj5f5KOpiH0u8bvmwbbbNkO9Es=',
  },
  key: signer.key,
  certificate: signer.certificate,
  time: '2027-01-09T16:45:36+01:00',
  id: 'S1',
};
const document = {
  name: 'Note',
  prefix: 'n',
  namespace: 'urn:note',
  content: `<Text>${'Bread & <butter>'.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</Text>${canonicalElement('Odd', 'é "q" \r\n\tß\u0000😀')}`,
};
const signed = signXades(document, signing);

describe('XAdES', () => {
  test('what is signed verifies, with time and policy', () => {
    expect(verifyXades(Buffer.from(signed.xml))).toMatchObject({
      signatureValue: signed.signatureValue,
      time: signing.time,
      policy: { id: signing.policy.id, hash: signing.policy.hash },
    });
  });

  test.skipIf(noXmlsec)(`xmlsec1 verifies it, too${noXmlsec ? ` (${noXmlsec})` : ''}`, () => {
    const element = 'http://www.w3.org/2000/09/xmldsig#:KeyInfo';
    const properties = 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties';
    expect(xmlsecProblemsBy(signed.xml, [element, properties], signer.pem.certificate)).toBe('');
    const changed = signed.xml.replace('Bread', 'bread');
    expect(xmlsecProblemsBy(changed, [element, properties], signer.pem.certificate)).not.toBe('');
  });

  test.each<[string, (xml: string) => string]>([
    ['a text', (xml) => xml.replace('Bread', 'Beer')],
    ['the time', (xml) => xml.replace('16:45:36', '16:45:37')],
    ['the policy', (xml) => xml.replace('policy.example', 'polici.example')],
    [
      'the certificate',
      (xml) => xml.replace(/(?<=<ds:X509Certificate>)[^<]+/, stranger.certificate.raw.toString('base64')),
    ],
    ['the signature', (xml) => xml.replace(/(?<=<ds:SignatureValue[^>]*>)./, (c) => (c === 'A' ? 'B' : 'A'))],
    [
      'a second signature',
      (xml) =>
        xml.replace(
          '</n:Note>',
          '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature></n:Note>',
        ),
    ],
    ['an added element', (xml) => xml.replace('<Text>', '<More></More><Text>')],
    ['the transforms', (xml) => xml.replace('ancestor-or-self::ds:Signature', 'ancestor-or-self::Text')],
    ['no signature', (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, '')],
  ])('%s is noticed', (_what, change) => {
    const changed = change(signed.xml);
    expect(changed).not.toBe(signed.xml);
    expect(verifyXades(Buffer.from(changed))).toHaveProperty('flaw');
  });

  test('a certificate of another key does not do', () => {
    const { xml } = signXades(document, { ...signing, certificate: stranger.certificate });
    expect(verifyXades(Buffer.from(xml))).toMatchObject({ flaw: 'signature' });
  });

  test('what cannot be signed is an error', () => {
    expect(() => signXades({ ...document, prefix: 'T' }, signing)).toThrow('prefix');
  });
});
