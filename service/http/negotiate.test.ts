import { describe, expect, it } from 'vitest';
import { acceptedFormat } from './negotiate.ts';

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
