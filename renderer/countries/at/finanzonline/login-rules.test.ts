import { describe, expect, it } from 'vitest';
import { refusedFields, wrongFields } from './login-rules.ts';

const maker = 'ATU87654321';
const right = {
  participant: '123456789012',
  user: 'kassa2026',
  pin: 'geheim1234',
  producer: '',
  mode: 'production' as const,
};
const failure = (...details: string[]) => ({ http: 400, message: null, details });

describe('rules for a login', () => {
  it('let pass what FinanzOnline takes', () => {
    expect(wrongFields(right, null, maker)).toEqual([]);
    expect(wrongFields({ ...right, producer: 'ATU12345678' }, null, maker)).toEqual([]);
  });

  it('want the maker of the program where it has none that FinanzOnline takes', () => {
    expect(wrongFields(right, null, null)).toEqual(['producer']);
    expect(wrongFields({ ...right, producer: maker }, null, null)).toEqual([]);
  });

  it('name every field that cannot be right', () => {
    const wrong = {
      ...right,
      participant: '1234',
      user: 'nurworte',
      pin: 'pin mit 1 raum',
      producer: 'ATU1',
    };
    expect(wrongFields(wrong, null, maker)).toEqual(['participant', 'user', 'pin', 'producer']);
    expect(wrongFields({ ...right, pin: 'geheim-1234' }, null, maker)).toEqual(['pin']);
  });

  it('want no PIN again from the same user', () => {
    expect(wrongFields({ ...right, pin: '' }, null, maker)).toEqual(['pin']);
    expect(wrongFields({ ...right, pin: '' }, right, maker)).toEqual([]);
    expect(wrongFields({ ...right, pin: '' }, { ...right, user: 'kassa2025' }, maker)).toEqual(['pin']);
    expect(wrongFields({ ...right, pin: 'kurz1' }, right, maker)).toEqual(['pin']);
  });
});

describe('refusal of a login', () => {
  it('names fields where it has them', () => {
    expect(refusedFields(null)).toEqual([]);
    expect(refusedFields(failure('#ACTION pin: must be …', '#ACTION participant: must be …'))).toEqual([
      'participant',
      'pin',
    ]);
    expect(refusedFields(failure('#ACTION the pin: no'))).toEqual([]);
  });
});
