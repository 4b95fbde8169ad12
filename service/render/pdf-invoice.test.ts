import { expect, it } from 'vitest';
import { drawnTexts } from '../testing/drawn-texts.ts';
import { paper } from '../testing/papers.ts';
import type { Paper } from '../wire.ts';
import { drawInvoice } from './pdf-invoice.ts';

const invoice = (values: Partial<Paper>) => drawnTexts((pdf) => drawInvoice(pdf, paper(values)));
/** Words that occur once. */
const names = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`);
const text = (letter: string, count: number) => names(letter, count).join(' ');

const item = { kind: 'item', quantity: '1', price: '1.00', taxGroup: 'A', amount: '1.00' } as const;
const tax = { rate: '23', net: '1.00', tax: '0.23', gross: '1.23' };

it.each<[string, Partial<Paper>]>([
  ['seller', { seller: [text('w', 2000)] }],
  ['seller in lines', { seller: names('w', 200) }],
  ['number', { number: text('w', 1000) }],
  ['buyer', { buyer: [text('w', 2000)] }],
  ['head', { head: [...names('w', 300)] }],
  ['mark', { marks: ['COPY', text('w', 2000)] }],
  ['description', { lines: [{ ...item, text: text('w', 3000) }], carried: ['1.00'] }],
  ['note', { lines: [{ ...item, text: 'x', note: text('w', 3000) }], carried: ['1.00'] }],
  ['print line', { lines: [{ kind: 'text', text: 'x', amount: text('w', 3000) }], carried: ['0.00'] }],
  ['tax table', { taxes: names('w', 200).map((group) => ({ group, ...tax })) }],
  ['name of a tax', { taxes: [{ group: text('w', 500), ...tax }] }],
  ['payments', { payments: names('w', 200).map((label) => ({ label, value: '1.00' })) }],
  ['name of a payment', { payments: [{ label: text('w', 1000), value: '1.00' }] }],
  ['text of a payment', { payments: [{ label: 'x', value: text('w', 1000) }] }],
  ['tags', { tags: names('w', 200).map((value) => ({ label: '', value })) }],
  ['below the code', { below: names('w', 200) }],
  ['wide below the code', { below: [text('w', 200)] }],
  ['code first', { codeFirst: true, tags: [{ label: '', value: text('w', 3000) }] }],
])('loses nothing of what is longer than a page: %s', (_, values) => {
  const { pages, texts } = invoice(values);
  const written = new Set(texts.flatMap((drawn) => drawn.text.split(/[\s:]+/)));
  const wanted = JSON.stringify(values).match(/\bw\d+\b/g)!;
  expect(wanted.filter((word) => !written.has(word))).toEqual([]);
  for (const { page, y, x, width, height, text } of texts) {
    const at = {
      text,
      ends: y + height <= pages[page]!.height,
      isWithin: x >= 0 && x + width <= pages[page]!.width,
    };
    expect(at).toEqual({ text, ends: true, isWithin: true });
  }
  const foot = pages.map((size, i) =>
    texts.some(
      ({ page, y, text }) =>
        page === i && y > size.height - 120 && text === `Página ${i + 1}/${pages.length}`,
    ),
  );
  expect(foot).toEqual(pages.map(() => true));
});

it('says on each page of a long line what the lines come to, with that line once its amount stands', () => {
  const lines = [
    { ...item, text: 'first' },
    { ...item, text: text('w', 3000) },
  ];
  const { pages, texts } = invoice({ lines, carried: ['after 1', 'after 2'] });
  const carried = pages.map((_, i) =>
    texts.filter(({ page, text }) => page === i && text.startsWith('after ')).map(({ text }) => text),
  );
  expect(pages.length).toBeGreaterThan(4);
  expect(carried.slice(0, 2)).toEqual([['after 2'], ['after 2', 'after 2']]);
});

it('keeps the code with the last lines above it', () => {
  const { texts } = invoice({
    tags: names('w', 190).map((value) => ({ label: '', value })),
    below: ['under'],
  });
  const page = (wanted: string) => texts.find(({ text }) => text === wanted)?.page;
  expect([page('w187'), page('w188'), page('w189')]).toEqual(Array(3).fill(page('under')));
});

const LARGEST = '-99 999 999 999,99';

it('writes the largest amounts in one piece, none over another', () => {
  const { texts } = invoice({
    seller: ['X'],
    lines: [{ ...item, text: 'x', price: LARGEST, quantity: LARGEST, amount: LARGEST }],
    carried: [LARGEST],
    total: LARGEST,
    payments: [{ label: 'Numerário em moeda estrangeira', value: LARGEST }],
    taxes: [{ group: 'A', rate: '23', net: LARGEST, tax: LARGEST, gross: LARGEST }],
  });
  const amounts = texts.filter(({ text }) => text.includes('99'));
  expect(amounts.map(({ text }) => text)).toEqual(Array(8).fill(LARGEST));
  const over = amounts.filter((a) =>
    texts.some(
      (b) =>
        b !== a &&
        b.page === a.page &&
        b.y < a.y + a.height &&
        a.y < b.y + b.height &&
        b.x < a.x + a.width &&
        a.x < b.x + b.width,
    ),
  );
  expect(over).toEqual([]);
});
