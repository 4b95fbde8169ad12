import { expect, it } from 'vitest';
import { listing } from './listing.ts';
import type { Entry } from './walk.ts';

async function* entries(count: number, name: string): AsyncGenerator<Entry> {
  for (let i = 0; i < count; i++)
    yield {
      path: `${name}${i}`,
      kind: i === 0 ? 'folder' : 'file',
      size: i,
      modified: Date.UTC(2026, 4, 4, 12),
    };
}

async function read(found: AsyncIterable<Entry>, most?: number): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of listing(found, most)) pieces.push(piece);
  return pieces;
}

it('tells time, size and path of each entry', async () => {
  expect((await read(entries(2, 'a'))).join('')).toBe(
    '2026-05-04T12:00:00Z            0 a0/\n2026-05-04T12:00:00Z            1 a1\n',
  );
});

it('keeps each name on its line', async () => {
  expect((await read(entries(1, 'a\n2026\u001b'))).join('').split('\n')).toHaveLength(2);
});

it('sends a long list piece by piece, and ends it', async () => {
  const pieces = await read(entries(10_000, 'file'), 5000);
  expect(pieces.length).toBeGreaterThan(2);
  const lines = pieces.join('').split('\n');
  expect(lines).toHaveLength(5002);
  expect(lines[5000]).toBe('... and more: the list ends after 5000 entries');
});
