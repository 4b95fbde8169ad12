import { describe, expect, it } from 'vitest';
import { drawnTexts, type DrawnText } from '../testing/drawn-texts.ts';
import { paper } from '../testing/papers.ts';
import type { Paper } from '../wire.ts';
import { PAPERS } from './papers.ts';
import { drawRoll } from './pdf-roll.ts';

const roll = (values: Partial<Paper>, kind: '58' | '80') =>
  drawnTexts((pdf) => drawRoll(pdf, paper(values), PAPERS[kind]));
const names = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`);
const item = { kind: 'item', text: 'Pão', taxGroup: 'A', amount: '1.00' } as const;

/** Texts that others stand over. */
function overlapping(texts: readonly DrawnText[]): string[] {
  const meet = (a: DrawnText, b: DrawnText) =>
    a !== b &&
    a.page === b.page &&
    Math.abs(a.y - b.y) < 0.6 * a.height &&
    a.x < b.x + b.width &&
    b.x < a.x + a.width;
  return texts.filter((a) => texts.some((b) => meet(a, b))).map(({ text }) => text);
}

describe.each(['58', '80'] as const)('on a roll of %s mm', (kind) => {
  it.each(['1.000.000,00', '1 234 567,89', '-99 999 999 999,99', '90 071 992 547 409,91', '-99999999999'])(
    'amounts stand in one piece, and over nothing else: %s',
    (amount) => {
      const { pages, texts } = roll(
        {
          lines: [
            { ...item, amount },
            { ...item, text: 'Um artigo de nome comprido que precisa de mais linhas', amount },
            { kind: 'modifier', text: 'Promoção', amount },
            { kind: 'text', text: 'Total acumulado', amount },
          ],
          total: amount,
          payments: [{ label: 'Numerário em moeda estrangeira', value: amount }],
          taxes: [{ group: 'A', rate: '23', net: amount, tax: amount, gross: amount }],
          tags: [{ label: '', value: `Total de ${amount} EUR, e mais ${amount} EUR` }],
        },
        kind,
      );
      const whole = texts.filter(({ text }) => text.includes(amount));
      const count = whole.reduce((sum, { text }) => sum + text.split(amount).length - 1, 0);
      expect(count).toBe(11);
      expect(overlapping(texts)).toEqual([]);
      for (const { text, x, width } of texts)
        expect([text, x >= 0, x + width <= pages[0]!.width]).toEqual([text, true, true]);
      // Nothing so small that nobody reads it.
      for (const { text, height } of texts) expect([text, height > 5.5]).toEqual([text, true]);
    },
  );
});

it.each<[string, Partial<Paper>]>([
  ['articles', { lines: names('w', 3000).map((text) => ({ ...item, text })) }],
  ['a description', { lines: [{ ...item, text: names('w', 12_000).join(' ') }] }],
  ['a text at the right', { lines: [{ kind: 'text', text: 'x', amount: names('w', 6000).join(' ') }] }],
  ['a mark', { marks: [names('w', 12_000).join(' ')] }],
  ['a foot', { foot: [names('w', 12_000).join(' ')] }],
  [
    'taxes',
    { taxes: names('w', 3000).map((group) => ({ group, rate: '1', net: '1', tax: '1', gross: '1' })) },
  ],
])('a receipt that is too long for a page of PDF has several: %s', (_, values) => {
  const { pages, texts } = roll(values, '58');
  expect(pages.length).toBeGreaterThan(1);
  for (const { height } of pages) expect(height).toBeLessThanOrEqual(14_000);
  const written = new Set(texts.flatMap(({ text }) => text.split(' ')));
  expect(
    JSON.stringify(values)
      .match(/\bw\d+\b/g)!
      .filter((word) => !written.has(word)),
  ).toEqual([]);
  for (const { text, page, y, height } of texts)
    expect([text, y + height <= pages[page]!.height]).toEqual([text, true]);
});

it('never ends a page between the code and what stands directly above it', () => {
  const counts = new Set<number>();
  // Of some of these the code is the first that does not fit.
  for (let count = 1391; count < 1406; count++) {
    const lines = names('w', count).map((text) => ({ ...item, text }));
    const { pages, texts } = roll({ lines, foot: [] }, '58');
    counts.add(pages.length);
    const above = texts.find(({ text }) => text === 'ATCUD:CSDF7T5H-2')!;
    // The code is at least 30 mm high.
    expect([count, pages[above.page]!.height - above.y > 85]).toEqual([count, true]);
  }
  expect([...counts]).toEqual([1, 2]);
});
