import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { element, fit, plain } from './text.ts';

describe('a value', () => {
  it('is trimmed and cut, without a blank at the end', () => {
    expect(fit('  Pão com manteiga ', 200)).toBe('Pão com manteiga');
    expect(fit('Pão com manteiga', 8)).toBe('Pão com');
  });

  it.each([undefined, null, 5, {}, ['x'], '', ' \n '])('is nothing when it is no text: %j', (value) => {
    expect(fit(value, 10)).toBe('');
  });

  it('never breaks a character apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const fitted = fit(text, max);
        expect(fitted.length).toBeLessThanOrEqual(max);
        expect(fitted).toBe(fitted.trim());
        expect(fitted.isWellFormed()).toBe(true);
      }),
    );
  });

  it('is read from an extension only when it is a text', () => {
    expect(plain('x')).toBe('x');
    expect(plain({ x: 'y' })).toBe('');
  });
});

describe('an element', () => {
  it('escapes what XML means something by', () => {
    expect(element('Reason', 'a < b & c > d')).toBe('<Reason>a &lt; b &amp; c &gt; d</Reason>');
  });

  it('is left out when there is no value', () => {
    expect(element('Reason', '')).toBe('');
  });
});
