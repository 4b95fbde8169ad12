import { describe, expect, it } from 'vitest';
import { pageHash, pageIn } from './page-choice.ts';

describe('page choice', () => {
  it('is the status unless another page is asked for', () => {
    expect(pageIn('')).toBe('status');
    expect(pageIn('#/nowhere')).toBe('status');
    expect(pageIn(pageHash.status)).toBe('status');
  });

  it('finds every page under its own address', () => {
    expect(pageIn(pageHash.fiscal)).toBe('fiscal');
  });
});
