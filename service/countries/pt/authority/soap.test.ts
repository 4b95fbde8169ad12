import { describe, expect, it } from 'vitest';
import { child, childText, readEnvelope, textElement, writeEnvelope } from './soap.ts';

const SOAP = 'xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"';
const read = (text: string) => readEnvelope(Buffer.from(text));
const inBody = (text: string) => `<S:Envelope ${SOAP}><S:Body>${text}</S:Body></S:Envelope>`;

describe('reading an envelope', () => {
  it('finds header and body, names and namespaces', () => {
    const envelope = read(
      `<?xml version="1.0"?><S:Envelope ${SOAP}><S:Header><h/></S:Header><S:Body>` +
        '<a:x xmlns:a="urn:a"> <y>1</y><y><![CDATA[<2>]]></y></a:x></S:Body></S:Envelope>',
    );
    if ('problem' in envelope) throw new Error(envelope.problem);
    expect(envelope.header.map((e) => e.name)).toEqual(['h']);
    const [x] = envelope.body;
    expect(x).toMatchObject({ name: 'x', namespace: 'urn:a' });
    expect(x!.children.map((e) => [e.namespace, e.text])).toEqual([
      ['', '1'],
      ['', '<2>'],
    ]);
    expect(child(x, 'z')).toBeUndefined();
    expect(childText(x, 'y')).toBe('1');
    expect(childText(undefined, 'y')).toBe('');
  });

  it('takes a byte order mark, a default namespace and character references', () => {
    const envelope = read(
      '\uFEFF<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><x xmlns="">&#231;&amp;</x></Body></Envelope>',
    );
    expect(envelope).toMatchObject({ body: [{ name: 'x', namespace: '', text: 'ç&' }], header: [] });
  });

  it.each([
    ['', /not well-formed XML/],
    ['not XML', /not well-formed XML/],
    ['<html><body><p>em manutenção<br></body></html>', /not well-formed XML/],
    ['<html/>', /not a SOAP 1.1 envelope/],
    ['<S:Envelope xmlns:S="http://www.w3.org/2003/05/soap-envelope"/>', /not a SOAP 1.1 envelope/],
    [`<S:Envelope ${SOAP}/>`, /no body/],
    [inBody('<a>'), /not well-formed XML/],
    [inBody('<p:a/>'), /not well-formed XML/],
    [inBody('&nbsp;'), /not well-formed XML/],
    [`${inBody('')}<more/>`, /not well-formed XML/],
    [`<!DOCTYPE x [<!ENTITY e "boom">]>${inBody('&e;')}`, /document type declaration/],
    [inBody('<a>'.repeat(20_000)), /more than 16 nested elements/],
  ])('refuses what is no message: %.60s', (text, problem) => {
    expect(read(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(readEnvelope(Buffer.from([0x3c, 0xe7, 0x3e]))).toEqual({ problem: 'it is not UTF-8' });
  });
});

describe('writing', () => {
  it('writes header and body, and no header when there is none', () => {
    expect(writeEnvelope('<h/>', '<b/>')).toBe(
      `<?xml version="1.0" encoding="UTF-8"?><S:Envelope ${SOAP}><S:Header><h/></S:Header><S:Body><b/></S:Body></S:Envelope>`,
    );
    expect(writeEnvelope('', '<b/>')).not.toContain('Header');
  });

  it('escapes texts so that they are read as they were', () => {
    const text = 'a & b < c ]]> "d" \r\n é';
    const envelope = read(inBody(textElement('x', text)));
    expect(envelope).toMatchObject({ body: [{ text }] });
  });
});
