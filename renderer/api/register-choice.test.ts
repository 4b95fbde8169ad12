import { describe, expect, it } from 'vitest';
import { registerIn, searchFor } from './register-choice.ts';

describe('register choice', () => {
  it('is def when the address names none', () => {
    expect(registerIn('')).toBe('def');
    expect(registerIn('?RN=')).toBe('def');
  });

  it('reads the register in any case', () => {
    expect(registerIn('?rn=bar')).toBe('bar');
    expect(registerIn('?x=1&RN=PT509876544%241_2')).toBe('PT509876544$1_2');
  });

  it('survives the way into the address and back', () => {
    const rn = 'PT509876544$1_2';
    expect(registerIn(searchFor('?rn=old&kiosk=1', rn))).toBe(rn);
    expect(searchFor('?rn=old&kiosk=1', 'bar')).toBe('?kiosk=1&RN=bar');
  });
});
