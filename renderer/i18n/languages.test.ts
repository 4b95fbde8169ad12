import { describe, expect, it } from 'vitest';
import { bestLanguage, localeFor } from './languages.ts';

describe('languages', () => {
  it('fulfils the first wish it can', () => {
    expect(bestLanguage(['ja-JP', 'pt-BR', 'en'])).toBe('pt');
    expect(bestLanguage(['de-AT'])).toBe('de');
    expect(bestLanguage(['ja', 'toString'])).toBe('en');
    expect(bestLanguage([])).toBe('en');
  });

  it('writes numbers the way the user is used to', () => {
    expect(localeFor('de', ['en-US', 'de-AT'])).toBe('de-AT');
    expect(localeFor('en', ['de-DE'])).toBe('en-GB');
    expect(localeFor('pt', ['pt-BR'])).toBe('pt-PT');
  });
});
