import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lacksOfficial, needOfficial, officialBytes } from '../../testing/official.ts';
import { newSignatory, VALID } from './testing/signers.ts';
import { noXmlsec, xmlsecProblemsBy } from './testing/xmlsec.ts';
import { signedBodyEnvelope, verifySignedBody } from './ws-security.ts';

const SAMPLES = [
  ...['v3/CZ00000019.v3.valid.v3.1.1', 'v3/CZ1212121218.v3.valid.v3.1.1', 'v3/CZ683555118.v3.valid.v3.1.1'],
  ...['v4/CZ00000019.eet.v4.req', 'v4/CZ683555118.eet.v4.req', 'v4/CZ8551015704.eet.v4.req'],
].map((name) => `schemas/cz/${name}.xml`);
const at = new Date(VALID.from + 1000);
const CONTENT = '<a:Message xmlns:a="urn:a" text="Ž &amp; &quot;"><a:Part>1</a:Part></a:Message>';
const signatory = newSignatory('sender');
const trust = { certificates: [signatory.certificate], at };

/** Certificate and a time at which it is valid. */
function tokenOf(xml: string) {
  const [, token = ''] = /BinarySecurityToken[^>]*>([^<]+)</.exec(xml) ?? [];
  const certificate = new X509Certificate(Buffer.from(token, 'base64'));
  return { certificates: [certificate], at: new Date(certificate.validFromDate.getTime() + 1000) };
}

describe('a signed body', () => {
  it.for(SAMPLES)('of an authority is verified, and no other one is: %s', (name, { skip }) => {
    needOfficial(skip, lacksOfficial(name));
    const xml = officialBytes(name);
    const verdict = verifySignedBody(xml, tokenOf(xml.toString()));
    expect(verdict).toHaveProperty('signed');
    const text = xml.toString();
    const changed = text.replace(/celk_trzba="-?\d/, '$&1');
    expect(changed).not.toBe(text);
    expect(verifySignedBody(Buffer.from(changed), tokenOf(text))).toMatchObject({ flaw: 'signature' });
    expect(verifySignedBody(xml, trust)).toMatchObject({ flaw: 'certificate' });
  });

  it('of ours is verified by us and by xmlsec1', ({ skip }) => {
    const xml = signedBodyEnvelope(CONTENT, signatory);
    const verdict = verifySignedBody(Buffer.from(xml), trust);
    expect('signed' in verdict && verdict.signed.toString()).toContain(CONTENT);
    needOfficial(skip, noXmlsec);
    expect(
      xmlsecProblemsBy(xml, `http://schemas.xmlsoap.org/soap/envelope/:Body`, signatory.pem.certificate),
    ).toBe('');
  });

  it.each<[string, (xml: string) => string]>([
    ['two bodies', (xml) => xml.replace('<soap:Body', '<soap:Body/><soap:Body')],
    ['a body wrapped into the header', (xml) => wrapped(xml)],
    ['no signature', (xml) => xml.replace(/<Signature[^]*<\/Signature>/, '')],
    ['another content', (xml) => xml.replace('>1<', '>2<')],
    ['an id that is there twice', (xml) => xml.replace('<a:Part>', '<a:Part Id="body">')],
    ['no XML', () => 'x'],
    ['nothing', () => ''],
  ])('is not believed with %s', (_what, change) => {
    const xml = change(signedBodyEnvelope(CONTENT, signatory));
    expect(verifySignedBody(Buffer.from(xml), trust)).toHaveProperty('flaw');
  });

  it('is not believed of somebody else of the same name', () => {
    const xml = signedBodyEnvelope(CONTENT, newSignatory('sender'));
    expect(verifySignedBody(Buffer.from(xml), trust)).toMatchObject({ flaw: 'certificate' });
    const late = { ...trust, at: new Date(VALID.till + 1000) };
    const own = signedBodyEnvelope(CONTENT, signatory);
    expect(verifySignedBody(Buffer.from(own), late)).toMatchObject({ flaw: 'certificate' });
  });
});

/** The signed body lies in the header, and another one in its place. */
function wrapped(xml: string): string {
  const body = /<soap:Body[^]*<\/soap:Body>/.exec(xml)![0];
  const other = body.replace('wsu:Id="body"', '').replace('>1<', '>2<');
  return xml.replace(body, other).replace('</soap:Header>', `<x>${body}</x></soap:Header>`);
}
