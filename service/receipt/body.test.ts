import { describe, expect, it } from 'vitest';
import { bodyFormat } from './body.ts';

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
