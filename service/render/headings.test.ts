/** Headings and marks that a law wants at least twice as large as any amount (`largeHeadings`), on paper of all kinds. */
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { ANY_MODEL } from '../devices/receipt-printer/models.ts';
import { silentLog } from '../log.ts';
import { decodeEscPos } from '../testing/escpos-decode.ts';
import { amountsOf, paper } from '../testing/papers.ts';
import { renderEscPos } from './escpos-receipt.ts';
import { registerFonts, type Pdf } from './fonts.ts';
import { renderHtml } from './html.ts';
import { PAPERS } from './papers.ts';
import { drawInvoice } from './pdf-invoice.ts';
import { drawRoll } from './pdf-roll.ts';
import { Templates } from './templates.ts';
import { renderText } from './text.ts';

const templates = new Templates(path.join(import.meta.dirname, '../../resources/templates'), silentLog);
// The title's one word is wider than a narrow roll.
const RECEIPT = paper({
  ...{ title: 'Utleveringskvittering', marks: ['IKKE KVITTERING FOR KJØP'], qr: null, largeHeadings: true },
});
/** Beginnings of the lines that the heading and the mark may have. */
const isHeading = (text: string) => /Utlev|IKKE|KVITT|FOR|KJØP/.test(text);
const amounts = amountsOf(RECEIPT);

it.each(['58', '80'] as const)('are twice as high as amounts for a printer with paper %s', (kind) => {
  const lines = decodeEscPos(renderEscPos(RECEIPT, kind, ANY_MODEL)).filter((each) => each.kind === 'line');
  const headings = lines.filter(({ text }) => isHeading(text));
  expect(headings.map(({ text }) => text.trim()).join(' ')).toBe(
    'IKKE KVITTERING FOR KJØP Utleveringskvittering',
  );
  expect(new Set(headings.map(({ height }) => height))).toEqual(new Set([2]));
  const others = lines.filter(({ text }) => amounts.some((amount) => text.includes(amount)));
  expect(new Set(others.map(({ height }) => height))).toEqual(new Set([1]));
});

it.each(['58', '80', 'a4'] as const)('are twice as high as amounts in a PDF file (%s)', (kind) => {
  const pdf: Pdf = new PDFDocument({ autoFirstPage: false, bufferPages: true, margin: 0 });
  registerFonts(pdf);
  const written: { text: string; size: number }[] = [];
  const text = pdf.text.bind(pdf) as (...parameters: unknown[]) => Pdf;
  pdf.text = (what: string, ...more: unknown[]) => {
    written.push({ text: what, size: (pdf as unknown as { _fontSize: number })._fontSize });
    return text(what, ...more);
  };
  if (kind === 'a4') drawInvoice(pdf, RECEIPT);
  else drawRoll(pdf, RECEIPT, PAPERS[kind]);
  const largest = Math.max(
    ...written.filter((each) => amounts.some((amount) => each.text.includes(amount))).map(({ size }) => size),
  );
  // The page's foot says the title once more.
  const headings = written.filter((each) => isHeading(each.text) && !each.text.includes(RECEIPT.number));
  expect(
    headings
      .map((each) => each.text)
      .join(' ')
      .split(' ')
      .sort(),
  ).toEqual(['FOR', 'IKKE', 'KJØP', 'KVITTERING', 'Utleveringskvittering'].sort());
  for (const { size } of headings) expect(size).toBeGreaterThanOrEqual(2 * largest);
});

it.each(['58', '80', 'a4'] as const)(
  'are twice as high as amounts on a page (%s), in letters that fit',
  async (kind) => {
    const html = await renderHtml(RECEIPT, kind, templates, null);
    expect(html).toContain('.title, .mark { font-size: 200%');
    // The last rule for the total wins: as large as the letters of the page.
    expect([...html.matchAll(/\.total \{[^}]*font-size: (\d+)%/g)].at(-1)![1]).toBe('100');
    expect(html.includes('transform:scaleX(')).toBe(kind !== 'a4');
    const { largeHeadings: _, ...others } = RECEIPT;
    const plain = await renderHtml(others, kind, templates, null);
    expect(plain).not.toMatch(/font-size: 200%|scaleX/);
  },
);

it('stand between lines of a text, whose letters have one size', () => {
  const lines = renderText(RECEIPT, '58').split('\n');
  const rule = '='.repeat(32);
  const at = lines.indexOf(rule);
  const mark = '*** IKKE KVITTERING FOR KJØP ***';
  expect(lines.slice(at, at + 7)).toEqual([rule, mark, rule, '', rule, RECEIPT.title, rule]);
});

it('of a word that is far too long are broken, and not squeezed until nobody can read them', async () => {
  const title = 'x'.repeat(300);
  const html = await renderHtml({ ...RECEIPT, title }, '58', templates, null);
  expect(html).toContain(`style="width:200.0%;transform:scaleX(0.500)">${title}<`);
  for (const line of decodeEscPos(renderEscPos({ ...RECEIPT, title }, '58', ANY_MODEL)))
    if (line.kind === 'line') expect(line.dots).toBeLessThanOrEqual(384);
});
