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
    // Weights.
    ['application/xml;q=0.9, application/json', 'json'],
    ['application/json;q=0.5,text/xml;q=0.7', 'xml'],
    ['application/xml; Q=0.5, application/json, */*', 'json'],
    ['application/json, application/xml', 'xml'],
    ['text/xml;q=0', null],
    ['text/xml;q=0, application/json;q=0.1', 'json'],
    ['text/xml;q=nonsense', 'xml'],
    // Browsers.
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['application/xmlish', null],
  ])('%s means %s', (accept, format) => {
    expect(acceptedFormat(accept)).toBe(format);
  });
});
