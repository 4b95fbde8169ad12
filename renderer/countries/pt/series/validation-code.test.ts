import { describe, expect, it } from 'vitest';
import { isValidationCode, tidyCode } from './validation-code.ts';

describe('validation code', () => {
  it('is tidied while it is typed', () => {
    expect(tidyCode(' csdf 7t5h\n')).toBe('CSDF7T5H');
  });

  it('has eight letters or digits, or more', () => {
    expect(isValidationCode('CSDF7T5H')).toBe(true);
    expect(isValidationCode('AAJFF2GT9')).toBe(true);
    for (const code of ['', 'CSDF7T5', 'CSDF7T5H-35', 'ATCUD:CSDF7T5H', 'csdf7t5h', 'ÇSDF7T5H']) {
      expect(isValidationCode(code), code).toBe(false);
    }
  });
});
