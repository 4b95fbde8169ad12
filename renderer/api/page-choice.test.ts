import { describe, expect, it } from 'vitest';
import { FROM_SET_UP, PAGE_HASH, pageIn, partIn } from './page-choice.ts';

describe('page choice', () => {
  it('is the status unless another page is asked for', () => {
    expect(pageIn('')).toBe('status');
    expect(pageIn('#/nowhere')).toBe('status');
    expect(pageIn(PAGE_HASH.status)).toBe('status');
  });

  it('finds every page under its own address', () => {
    for (const [page, hash] of Object.entries(PAGE_HASH)) expect(pageIn(hash)).toBe(page);
  });

  it('finds the part of a page that has some', () => {
    expect([pageIn('#/settings/network'), partIn('#/settings/network')]).toEqual(['settings', 'network']);
    expect([pageIn('#/settings'), partIn('#/settings')]).toEqual(['settings', '']);
    expect(pageIn('#/settingsx/network')).toBe('status');
    expect(pageIn(`#/fiscal/${FROM_SET_UP}`)).toBe('fiscal');
    expect(pageIn('#/day/network')).toBe('status');
    expect(partIn('#/settings/a/b')).toBe('');
  });
});
