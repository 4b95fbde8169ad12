import { describe, expect, it } from 'vitest';
import { subUserProblem, subUserStart, tidySubUser } from './sub-user.ts';

describe('sub-user', () => {
  it('is a tax number and a number of its own', () => {
    expect(subUserProblem('509876544/1')).toBeNull();
    expect(subUserProblem('509876544/0002')).toBeNull();
    expect(subUserProblem('999999990/37')).toBeNull();
  });

  it.each(['', '509876544', '509876544/', '50987654/1', '509876544/12345', '509876544/a', '509876544-1'])(
    'is not %j',
    (user) => {
      expect(subUserProblem(user)).toBe('shape');
    },
  );

  it('has a tax number whose digits fit together', () => {
    expect(subUserProblem('509876545/1')).toBe('nif');
    expect(subUserProblem('590876544/1')).toBe('nif');
  });

  it('is tidied while it is typed', () => {
    expect(tidySubUser(' PT509 876 544/1 ')).toBe('509876544/1');
  });

  it('begins with the tax number of the company', () => {
    expect(subUserStart('PT509876544')).toBe('509876544/');
    expect(subUserStart('509876544')).toBe('509876544/');
    expect(subUserStart('DE123456789')).toBe('');
    expect(subUserStart('')).toBe('');
  });
});
