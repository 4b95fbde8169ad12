import { expect, it } from 'vitest';
import { readBatch } from './batches.ts';

it('a long record goes alone, so that no batch is longer than the portal takes', async () => {
  const lengths = [10, 3_999_000, 6_000_000, 10, 10];
  const source = {
    async *linesBetween(_rn: string, after: number, until: number) {
      const lines = lengths.slice(after, until).map((length) => ({ text: 'x'.repeat(length - 1) }));
      for (const line of lines) yield await Promise.resolve([line]);
    },
  };
  const batches: number[][] = [];
  for (let sq = 1; sq <= lengths.length;) {
    const { firstSq, lastSq } = await readBatch(source, 'def', sq, lengths.length);
    batches.push([firstSq, lastSq]);
    sq = lastSq + 1;
  }
  expect(batches).toStrictEqual([
    [1, 2],
    [3, 3],
    [4, 5],
  ]);
});
