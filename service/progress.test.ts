import { expect, it } from 'vitest';
import { Progress } from './progress.ts';

function progress(isTTY: boolean) {
  const seen = { text: '', now: 0 };
  const stderr = { isTTY, write: (text: string) => (seen.text += text) };
  const shown = new Progress(stderr, () => seen.now);
  return {
    /** What is written at a time, in ms. */
    at(now: number, work: (shown: Progress) => void): string {
      [seen.now, seen.text] = [now, ''];
      work(shown);
      return seen.text;
    },
  };
}

it('writes one line over and over on a terminal, and wipes it away', () => {
  const { at } = progress(true);
  expect(at(0, (p) => p.show('def', 500, 200_000))).toBe('\r\x1b[Kdef: 0 %, 500 records');
  expect(at(199, (p) => p.show('def', 700, 200_000))).toBe('');
  expect(at(2000, (p) => p.show('bar', 20_500, 200_000))).toBe(
    '\r\x1b[Kbar: 10 %, 20,500 records, 10,000 a second, 18 s left',
  );
  expect(at(20_000, (p) => p.show('bar', 199_999, 200_000))).toContain(
    '99 %, 199,999 records, 9,975 a second',
  );
  expect(at(20_001, (p) => p.clear())).toBe('\r\x1b[K');
  expect(at(20_002, (p) => p.clear())).toBe('');
});

it('adds a line every few seconds where nobody looks, and none for what is over soon', () => {
  const { at } = progress(false);
  expect(at(60_000, (p) => p.show('def', 500, 2_000_000))).toBe('');
  expect(at(64_999, (p) => p.show('def', 9000, 2_000_000))).toBe('');
  expect(at(65_000, (p) => p.show('def', 50_500, 2_000_000))).toBe(
    'def: 2 %, 50,500 records, 10,000 a second, 3 min left\n',
  );
  expect(at(69_999, (p) => p.show('def', 60_000, 2_000_000))).toBe('');
  expect(at(70_000, (p) => p.clear())).toBe('');
});

it('knows no more than 100 %, and nothing of what stands still', () => {
  const { at } = progress(true);
  expect(at(0, (p) => p.show('def', 3, 0))).toBe('\r\x1b[Kdef: 100 %, 3 records');
  expect(at(5000, (p) => p.show('def', 3, 2))).toBe('\r\x1b[Kdef: 100 %, 3 records');
  expect(at(9000, (p) => p.show('def', 4, 2))).toBe('\r\x1b[Kdef: 100 %, 4 records, 0 a second');
});
