import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readBody } from './emulator/xml.ts';
import { child, childText, readMessage, textElement, writeEnvelope } from './soap.ts';
import { runs } from '../../../testing/runs.ts';

const SOAP = 'xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"';
const read = (text: string) => readMessage(Buffer.from(text));
const inBody = (text: string) => `<S:Envelope ${SOAP}><S:Body>${text}</S:Body></S:Envelope>`;

describe('reading a message', () => {
  it('finds elements by name, whatever their namespace', () => {
    const message = read(inBody('<a:x xmlns:a="urn:a"> <y>1</y><a:y><![CDATA[<2>]]></a:y></a:x>'));
    if (!('body' in message)) throw new Error(JSON.stringify(message));
    expect(message.body.children.map((c) => c.text)).toEqual(['1', '<2>']);
    expect(childText(message.body, 'y')).toBe('1');
    expect(child(message.body, 'z')).toBeUndefined();
  });

  it('reads faults with what stands deep in their details', () => {
    const detail = '<detail><f:E xmlns:f="urn:f">One of tid is expected.</f:E></detail>';
    expect(
      read(
        inBody(`<S:Fault><faultcode>S:Client</faultcode><faultstring>Bad</faultstring>${detail}</S:Fault>`),
      ),
    ).toEqual({ fault: { code: 'Client', text: 'Bad – One of tid is expected.' } });
  });

  it.each([
    ['', /not well-formed XML/],
    ['not XML', /not well-formed XML/],
    ['<html><p>Wartung<br></html>', /SOAP 1.1 envelope/],
    ['<html/>', /not a SOAP 1.1 envelope/],
    ['<S:Body xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"/>', /not a SOAP 1.1 envelope/],
    ['<S:Envelope xmlns:S="http://www.w3.org/2003/05/soap-envelope"/>', /not a SOAP 1.1 envelope/],
    [`<S:Envelope ${SOAP}/>`, /is empty/],
    [inBody(''), /is empty/],
    [inBody('<a>'), /not well-formed XML/],
    [inBody('<p:a/>'), /not well-formed XML/],
    [inBody('&nbsp;'), /not well-formed XML/],
    [`${inBody('<a/>')}<more/>`, /not well-formed XML/],
    [`<!DOCTYPE x [<!ENTITY e "boom">]>${inBody('<a>&e;</a>')}`, /document type declaration/],
    [inBody('<a>'.repeat(20_000)), /more than 64 nested elements/],
  ])('refuses what is no message: %.60s', (text, problem) => {
    expect(read(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(readMessage(Buffer.from([0x3c, 0xe7, 0x3e]))).toEqual({ problem: 'it is not UTF-8' });
  });
});

describe('writing', () => {
  it('gives every text back as it was, to a reader that is not ours', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
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
