import { describe, expect, it } from 'vitest';
import { expiryOf } from './expiry.ts';

describe('certificate', () => {
  it('is valid, then about to expire for thirty days, then expired', () => {
    expect(expiryOf('2026-12-21', '2026-11-21')).toBe('valid');
    expect(expiryOf('2026-12-20', '2026-11-21')).toBe('soon');
    expect(expiryOf('2026-11-21', '2026-11-21')).toBe('soon');
    expect(expiryOf('2026-11-20', '2026-11-21')).toBe('over');
  });
});
