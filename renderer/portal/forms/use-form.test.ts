import { describe, expect, it } from 'vitest';
import { bodyOf } from './use-form.ts';

describe('body of a form', () => {
  it('has objects where paths say so, and nothing for what is empty', () => {
    expect(
      bodyOf({ name: ' Padaria ', zip: '', 'countryProperties.DE_WIdNr': 'DE123456789', 'a.b.c': ' ' }),
    ).toEqual({
      name: 'Padaria',
      zip: null,
      countryProperties: { DE_WIdNr: 'DE123456789' },
      a: { b: { c: null } },
    });
  });
});
