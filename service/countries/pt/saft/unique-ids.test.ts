import { expect, it } from 'vitest';
import { contentHash, UniqueIds } from './unique-ids.ts';

it('gives the wished id to the first content, and again to the same one', () => {
  const ids = new UniqueIds(30);
  expect(ids.claim('7', 'Ana')).toBe('7');
  expect(ids.claim('7', 'Ana')).toBe('7');
});

it('gives another content an id that follows from the content', () => {
  const ids = new UniqueIds(30);
  ids.claim('7', 'Ana');
  const other = ids.claim('7', 'Rui');
  expect(other).toBe(`7-${contentHash('Rui')}`);
  expect(ids.claim('7', 'Rui')).toBe(other);
});

it('keeps within the length of an id', () => {
  const ids = new UniqueIds(30);
  const long = 'x'.repeat(30);
  ids.claim(long, 'Ana');
  expect(ids.claim(long, 'Rui')).toBe(`${'x'.repeat(17)}-${contentHash('Rui')}`);
});
