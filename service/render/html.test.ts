import path from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { amountsOf, paper } from '../testing/papers.ts';
import { renderHtml } from './html.ts';
import { Templates } from './templates.ts';

const templates = new Templates(path.join(import.meta.dirname, '../../resources/templates'), silentLog);
const hostile = `<script>alert(1)</script><img src=x onerror="alert('2')">`;

/** The texts of a page, without its markup. */
function textOf(html: string): string {
  return html
    .replace(/^.*<body>/s, '')
    .replace(/<svg.*?<\/svg>/s, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

it.each(['58', '80', 'a4'] as const)('shows everything on paper %s', async (kind) => {
  const receipt = paper({ marks: ['2.ª via'] });
  const html = await renderHtml(receipt, kind, templates, null);
  const text = textOf(html);
  const wanted = [
    ...receipt.seller,
    ...receipt.buyer,
    ...receipt.marks,
    ...receipt.head,
    receipt.title,
    receipt.number,
    '2026-11-20 10:15:30',
    'Operador Marta',
    ...receipt.lines.map((line) => line.text),
    '3.20',
    ...amountsOf(receipt),
    'NIF: 245678913',
    'ATCUD:CSDF7T5H-2',
    ...receipt.foot,
  ];
  for (const value of wanted) expect(text).toContain(value);
  // The ATCUD stands directly above the code.
  expect(html).toMatch(/ATCUD:CSDF7T5H-2<\/p>\s*<svg/);
  expect(html).toMatch(/<html lang="pt">[^]*<title>Fatura simplificada FS 1_1\.26\/2<\/title>/);
});

it.each([
  ['58', '6.00', false],
  ['58', '12345.60', true],
  ['80', '12345.60', false],
  ['80', '99999999999.99', true],
] as const)('lists taxes that are wider than paper %s, as with %s', async (kind, amount, isList) => {
  const taxes = [{ group: 'A', rate: '23', net: amount, tax: amount, gross: amount }];
  const html = await renderHtml(paper({ taxes }), kind, templates, null);
  expect(html.includes('<table class="taxes list">')).toBe(isList);
});

it.each(['58', '80', 'a4'] as const)(
  'fetches and runs nothing, whatever the texts say (%s)',
  async (kind) => {
    const html = await renderHtml(
      paper({
        title: hostile,
        number: hostile,
        seller: [hostile, hostile],
        buyer: [hostile],
        marks: [hostile],
        head: [hostile],
        foot: [hostile],
        operator: hostile,
        lines: [
          { kind: 'item', text: hostile, detail: hostile, note: hostile, taxGroup: hostile, amount: hostile },
          { kind: 'text', text: hostile, amount: hostile },
        ],
        payments: [{ label: hostile, value: hostile }],
        taxes: [{ group: hostile, rate: hostile, net: hostile, tax: hostile, gross: hostile }],
        tags: [{ label: hostile, value: hostile }],
        qr: hostile,
      }),
      kind,
      templates,
      null,
    );
    expect(html).not.toMatch(
      /<script|<img|<link|<iframe|url\(|@import|https?:\/\/(?!www\.w3\.org\/2000\/svg)/i,
    );
    expect(textOf(html)).toContain(hostile);
  },
);

it('shows a receipt that has hardly anything', async () => {
  const empty = {
    seller: [],
    buyer: [],
    head: [],
    foot: [],
    lines: [],
    payments: [],
    taxes: [],
    tags: [],
    total: null,
    qr: null,
    operator: null,
    number: '',
  };
  for (const kind of ['58', '80', 'a4'] as const) {
    const text = textOf(await renderHtml(paper(empty), kind, templates, null));
    expect(text).toContain('Fatura simplificada');
    expect(text).not.toMatch(/undefined|null/);
  }
});

it('shows the largest receipt that a till can register', { timeout: 60_000 }, async () => {
  const lines = Array.from({ length: 45_000 }, (_, i) => ({
    ...{ kind: 'item' as const, text: `Bica ${i}`, quantity: '1', amount: '1.00', taxGroup: '23%' },
  }));
  const html = await renderHtml(
    paper({ lines, carried: lines.map((_, i) => `${i}.00`) }),
    '80',
    templates,
    null,
  );
  expect(html).toContain('Bica 44999');
});

it('reads the amounts as in the record only for templates of the register', async () => {
  const raw = new Proxy(paper(), { get: () => expect.fail('nobody wants them') });
  expect(await renderHtml(paper(), '80', templates, null, raw)).toContain('10.06');
});
