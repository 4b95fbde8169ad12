import { describe, expect, it } from 'vitest';
import { pageHash, pageIn } from './page-choice.ts';

describe('page choice', () => {
  it('is the status unless another page is asked for', () => {
    expect(pageIn('')).toBe('status');
    expect(pageIn('#/nowhere')).toBe('status');
    expect(pageIn(pageHash.status)).toBe('status');
  });

  it('finds every page under its own address', () => {
    for (const [page, hash] of Object.entries(pageHash)) expect(pageIn(hash)).toBe(page);
  });
});
