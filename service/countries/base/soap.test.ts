import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readBody } from '../../emulators/xml.ts';
import { runs } from '../../testing/runs.ts';
import { readEnvelope, readMessage, writeEnvelope } from './soap.ts';
import { child, children, childText } from './xml-reader.ts';
import { textElement } from './xml-writer.ts';
import { anyCharacter } from '../../testing/any-character.ts';

const SOAP = 'xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"';
const inBody = (text: string) => `<S:Envelope ${SOAP}><S:Body>${text}</S:Body></S:Envelope>`;

describe('reading an envelope', () => {
  const read = (text: string) => readEnvelope(Buffer.from(text));

  it('finds header and body, names and namespaces', () => {
    const envelope = read(
      `<?xml version="1.0"?><S:Envelope ${SOAP}><S:Header><h/></S:Header><S:Body>` +
        '<a:x xmlns:a="urn:a"> <y>1</y><a:y><![CDATA[<2>]]></a:y></a:x></S:Body></S:Envelope>',
    );
    if ('problem' in envelope) throw new Error(envelope.problem);
    expect(envelope.header.map((e) => e.name)).toEqual(['h']);
    const [x] = envelope.body;
    expect(x).toMatchObject({ name: 'x', namespace: 'urn:a' });
    expect(children(x, 'y').map((e) => [e.namespace, e.text])).toEqual([
      ['', '1'],
      ['urn:a', '<2>'],
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
    ['<S:Body xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"/>', /not a SOAP 1.1 envelope/],
    ['<S:Envelope xmlns:S="http://www.w3.org/2003/05/soap-envelope"/>', /not a SOAP 1.1 envelope/],
    [`<S:Envelope ${SOAP}/>`, /no body/],
    [inBody('<a>'), /not well-formed XML/],
    [inBody('<p:a/>'), /not well-formed XML/],
    [inBody('&nbsp;'), /not well-formed XML/],
    [`${inBody('')}<more/>`, /not well-formed XML/],
    [`<!DOCTYPE x [<!ENTITY e "boom">]>${inBody('&e;')}`, /document type declaration/],
    [inBody('<a>'.repeat(20_000)), /more than 64 nested elements/],
  ])('refuses what is no message: %.60s', (text, problem) => {
    expect(read(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(readEnvelope(Buffer.from([0x3c, 0xe7, 0x3e]))).toEqual({ problem: 'it is not UTF-8' });
  });
});

describe('reading a message', () => {
  const read = (text: string) => readMessage(Buffer.from(inBody(text)));

  it('gives the element in its body, and refuses one without', () => {
    expect(read('<x>1</x>')).toMatchObject({ body: { name: 'x', text: '1' } });
    expect(read('')).toEqual({ problem: 'the SOAP envelope is empty' });
  });

  it('reads faults with what stands deep in their details', () => {
    const detail = '<detail><f:E xmlns:f="urn:f">One of tid is expected.</f:E></detail>';
    expect(
      read(`<S:Fault><faultcode>S:Client</faultcode><faultstring>Bad</faultstring>${detail}</S:Fault>`),
    ).toEqual({ fault: { code: 'Client', text: 'Bad – One of tid is expected.' } });
  });
});

describe('writing', () => {
  it('writes header and body, and no header when there is none', () => {
    expect(writeEnvelope('<b/>', '<h/>')).toBe(
      `<?xml version="1.0" encoding="UTF-8"?><S:Envelope ${SOAP}><S:Header><h/></S:Header><S:Body><b/></S:Body></S:Envelope>`,
    );
    expect(writeEnvelope('<b/>')).not.toContain('Header');
  });

  it('gives every text back as it was, to a reader that is not ours', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        const body = readBody(Buffer.from(writeEnvelope(textElement('x a="1"', text))));
        // What XML cannot carry is replaced, everything else comes back.
        const expected = text.replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD');
        expect(body).toMatchObject({ name: 'x', attributes: { a: '1' }, children: [], text: expected });
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(['</x><y>', ']]>', '&lt;', '<![CDATA[', '<!--', '\r\n\t', '"\'', '\uD800', '\u0000'])(
    'cannot be broken out of with %j',
    (text) => {
      const body = readBody(Buffer.from(writeEnvelope(textElement('x', `a${text}b`))));
      expect(body).toMatchObject({ name: 'x', children: [] });
    },
  );
});
