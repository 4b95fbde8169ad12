import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

it('names new lines of a first version', () => {
  expect(lineDiff('', 'iva=23\nmoeda=EUR\n')).toEqual(['+iva=23', '+moeda=EUR']);
});

it('names only what changed', () => {
  expect(lineDiff('a=1\nb=2\nc=3\nd=4\n', 'a=1\nb=5\nc=3\n')).toEqual(['-b=2', '+b=5', '-d=4']);
  expect(lineDiff('a\nb\n', 'a\nb\n')).toEqual([]);
  expect(lineDiff('a\n', '')).toEqual(['-a']);
});

it('notices a line feed at the end and line ends of Windows', () => {
  expect(lineDiff('a\nb', 'a\nb\n')).toEqual(['-b', '+b']);
  expect(lineDiff('a\n', 'a\r\n')).toEqual(['-a', '+a\r']);
});

const LETTERS = [...'abcd'];
const text = fc.array(fc.constantFrom(...LETTERS), { maxLength: 40 });
const joined = (lines: string[]) => lines.map((line) => `${line}\n`).join('');

/** Fewest changed lines, by the plain table of longest common subsequences. */
function fewest(a: string[], b: string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (let j = 1; j <= b.length; j++)
      next[j] = x === b[j - 1] ? row[j - 1]! + 1 : Math.max(row[j]!, next[j - 1]!);
    row = next;
  }
  return a.length + b.length - 2 * row[b.length]!;
}

it('leads from one text to the other with as few lines as possible', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const diff = lineDiff(joined(a), joined(b));
      expect(diff).toHaveLength(fewest(a, b));
      const removed = diff.filter((line) => line.startsWith('-'));
      const added = diff.filter((line) => line.startsWith('+'));
      expect(removed.length - added.length).toBe(a.length - b.length);
      for (const letter of LETTERS) {
        const count = (lines: string[], wanted: string) => lines.filter((line) => line === wanted).length;
        expect(count(a, letter) - count(removed, `-${letter}`)).toBe(
          count(b, letter) - count(added, `+${letter}`),
        );
      }
    }),
  );
});

it('replaces the whole where two long texts have little in common', () => {
  const lines = (word: string) => joined(Array.from({ length: 100_000 }, (_line, i) => `${word}${i}`));
  // A search without a bound would take hours.
  expect(lineDiff(lines('a'), lines('b'))).toHaveLength(200_000);
});
