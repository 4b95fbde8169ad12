import { describe, expect, it } from 'vitest';
import { PAGE_HASH, pageIn } from './page-choice.ts';

describe('page choice', () => {
  it('is the status unless another page is asked for', () => {
    expect(pageIn('')).toBe('status');
    expect(pageIn('#/nowhere')).toBe('status');
    expect(pageIn(PAGE_HASH.status)).toBe('status');
  });

  it('finds every page under its own address', () => {
    for (const [page, hash] of Object.entries(PAGE_HASH)) expect(pageIn(hash)).toBe(page);
  });
});
