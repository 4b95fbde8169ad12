import { describe, expect, it } from 'vitest';
import { acceptedFormat, bodyFormat } from './negotiate.ts';

describe('what a client accepts', () => {
  it.each<[string | undefined, 'xml' | 'json' | null]>([
    [undefined, null],
    ['*/*', null],
    ['text/plain', null],
    ['xml', 'xml'],
    ['XML', 'xml'],
    ['text/xml', 'xml'],
    ['application/xml; charset=utf-8', 'xml'],
    ['application/soap+xml', 'xml'],
    ['text/xml, */*;q=0.1', 'xml'],
    ['json', 'json'],
    ['application/json', 'json'],
    ['application/problem+json', 'json'],
    // The default of HTTP libraries leaves it open.
    ['application/json, text/plain, */*', null],
    // Browsers.
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['application/xmlish', null],
  ])('%s means %s', (accept, format) => {
    expect(acceptedFormat(accept)).toBe(format);
  });
});

describe('the format of a body', () => {
  it.each<[string | undefined, string, 'xml' | 'json']>([
    ['text/xml', '{}', 'xml'],
    ['Application/XML; charset=utf-8', '', 'xml'],
    ['application/json', '<a/>', 'json'],
    ['application/vnd.acme+json', '<a/>', 'json'],
    [undefined, '<a/>', 'xml'],
    [undefined, ' \r\n\t<a/>', 'xml'],
    [undefined, '{"a":1}', 'json'],
    [undefined, '', 'json'],
    ['text/plain', '<a/>', 'xml'],
    ['application/x-www-form-urlencoded', '{"a":"<"}', 'json'],
  ])('%s with %j is %s', (contentType, text, format) => {
    expect(bodyFormat(contentType, Buffer.from(text))).toBe(format);
  });

  it('is seen behind a byte order mark', () => {
    expect(bodyFormat(undefined, Buffer.from('\ufeff<a/>', 'utf8'))).toBe('xml');
    expect(bodyFormat(undefined, Buffer.from('\ufeff<a/>', 'utf16le'))).toBe('xml');
    expect(bodyFormat(undefined, Buffer.from('\ufeff<a/>', 'utf16le').swap16())).toBe('xml');
    expect(bodyFormat(undefined, Buffer.from('\ufeff{}', 'utf8'))).toBe('json');
  });
});
