import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { amountsOf, paper } from '../testing/papers.ts';
import type { Paper } from '../wire.ts';
import { registerFonts, type Pdf } from './fonts.ts';
import { drawInvoice } from './pdf-invoice.ts';
import { renderPdf } from './pdf.ts';

const run = promisify(execFile);
const pdftotext = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);

/** Texts of a PDF file as another program reads them. */
async function textOf(pdf: Buffer): Promise<string> {
  const done = run('pdftotext', ['-layout', '-', '-'], { encoding: 'utf8' });
  done.child.stdin!.end(pdf);
  return (await done).stdout;
}

/** Sizes of the pages in millimetres. */
function pagesOf(pdf: Buffer): [number, number][] {
  return Array.from(pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g), ([, w, h]) => [
    (Number(w) / 72) * 25.4,
    (Number(h) / 72) * 25.4,
  ]);
}

/** Drawing commands of all pages. */
function drawingOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  return Array.from(text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs), ([, data]) =>
    inflateSync(Buffer.from(data!, 'latin1')).toString('latin1'),
  ).join('\n');
}

/** What stands on each page of an A4 document, in the order in which it is written. */
function pageTexts(receipt: Paper): string[][] {
  const pdf: Pdf = new PDFDocument({ autoFirstPage: false, bufferPages: true, margin: 0 });
  registerFonts(pdf);
  const pages: string[][] = [];
  let page: string[] = [];
  pdf.on('pageAdded', () => pages.push((page = [])));
  const turn = pdf.switchToPage.bind(pdf);
  pdf.switchToPage = (at: number) => {
    page = pages[at]!;
    return turn(at);
  };
  const write = pdf.text.bind(pdf);
  pdf.text = (text: string, ...where: unknown[]) => {
    page.push(text);
    return (write as (...all: unknown[]) => Pdf)(text, ...where);
  };
  drawInvoice(pdf, receipt);
  return pages;
}

const many = Array.from({ length: 60 }, (_, i) => ({
  kind: 'item' as const,
  text: `Artigo ${i + 1}`,
  taxGroup: 'A',
  amount: `${i + 1}.50`,
}));

describe('a receipt as PDF', () => {
  it('has one page of the width of the roll, as high as its content', async () => {
    const [[width, height] = [0, 0], ...more] = pagesOf(await renderPdf(paper(), '80'));
    expect(more).toEqual([]);
    expect(width).toBeCloseTo(80, 1);
    expect(height).toBeGreaterThan(100);
    const [[, longer] = [0, 0]] = pagesOf(await renderPdf(paper({ lines: many }), '80'));
    expect(longer).toBeGreaterThan(height + 150);
    expect(pagesOf(await renderPdf(paper(), '58'))[0]![0]).toBeCloseTo(58, 1);
  });

  it('has as many pages A4 as it needs', async () => {
    const one = pagesOf(await renderPdf(paper(), 'a4'));
    expect(one).toHaveLength(1);
    expect(one[0]![0]).toBeCloseTo(210, 0);
    expect(one[0]![1]).toBeCloseTo(297, 0);
    expect(pagesOf(await renderPdf(paper({ lines: many }), 'a4'))).toHaveLength(2);
  });

  it('carries the sum of the lines forward at foot and head of each A4 page, up to the total', () => {
    const lines = [...many, ...many];
    const carried = lines.map((_, i) => `after ${i + 1}`);
    const pages = pageTexts(paper({ lines, carried }));
    expect(pages).toHaveLength(4);
    const forward = pages.map((page) =>
      page.flatMap((text, i) => (page[i + 1] === 'Transporte' ? [text] : [])),
    );
    const lastLine = (page: string[]) => `after ${page.filter((text) => text.startsWith('Artigo ')).length}`;
    expect(forward[0]).toEqual([lastLine(pages[0]!)]);
    expect(forward[1]).toEqual([forward[0]![0], lastLine(pages.slice(0, 2).flat())]);
    expect(forward.slice(0, -1).map((sums) => sums.at(-1))).toEqual(forward.slice(1).map(([first]) => first));
    // At the head of the page, below the titles of the columns.
    expect(pages[1]!.slice(0, 7)).toEqual([
      'Descrição',
      'Qtd.',
      'Preço',
      'IVA',
      'Valor',
      forward[1]![0],
      'Transporte',
    ]);
    const copy = pageTexts(paper({ lines, carried, marks: ['2.ª via'] }));
    for (const page of copy) expect(page.at(-2)).toContain('2.ª via');
    expect(pageTexts(paper({ lines, carried, total: null })).flat()).not.toContain('Transporte');
    expect(pageTexts(paper()).flat()).not.toContain('Transporte');
  });

  it('says what it is, and is always the same', async () => {
    for (const kind of ['80', 'a4'] as const) {
      const pdf = await renderPdf(paper(), kind);
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.toString('latin1')).toContain('(Fatura simplificada FS 1_1.26/2)');
      expect(pdf.equals(await renderPdf(paper(), kind))).toBe(true);
    }
  });

  it.each(['58', '80', 'a4'] as const)('draws the QR code at least 30 mm wide (%s)', async (kind) => {
    const drawing = drawingOf(await renderPdf(paper(), kind));
    // The scale in front of the path of modules; version 9 has 53 of them.
    const scale = /([\d.]+) 0 0 \1 0 0 cm\n0 0 m/.exec(drawing)?.[1];
    expect(((Number(scale) * 53) / 72) * 25.4).toBeGreaterThanOrEqual(30);
  });

  it('draws receipts of any kind', async () => {
    const strange = paper({
      title: '',
      seller: ['漢字 🥐', 'x'.repeat(300)],
      marks: ['m'.repeat(200)],
      lines: [
        { kind: 'text', text: '', amount: 'free text that is long enough to need several lines '.repeat(4) },
      ],
      taxes: [{ group: 'M99', rate: '0', net: '99999999999.99', tax: '0.00', gross: '99999999999.99' }],
      payments: Array.from({ length: 80 }, () => ({ label: 'p'.repeat(90), value: '1.00' })),
      tags: [],
      foot: Array.from({ length: 200 }, (_, i) => `line ${i}`),
    });
    for (const kind of ['58', '80', 'a4'] as const)
      expect((await renderPdf(strange, kind)).length).toBeGreaterThan(1000);
  });

  it.each(['58', '80', 'a4'] as const)('has a blank for a tab (%s)', async (kind) => {
    const drawn = async (blank: string) =>
      drawingOf(await renderPdf(paper({ foot: [`Até${blank}breve`] }), kind));
    expect(await drawn('\t')).toBe(await drawn(' '));
    expect(await drawn('\t')).not.toBe(await drawn(''));
  });

  it('takes no longer for a letter with tens of thousands of marks than for as many letters', async () => {
    const marked = `a${'\u0301\u0323'.repeat(20_000)}`;
    for (const kind of ['80', 'a4'] as const) {
      const lines = [{ kind: 'item' as const, text: marked, taxGroup: 'A', amount: '1.00' }];
      const before = process.cpuUsage();
      await renderPdf(paper({ lines, carried: ['1.00'], marks: [marked], foot: [marked] }), kind);
      // 20 s and more, as long as every mark was put in its place among all the others.
      expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
    }
  });

  it.runIf(pdftotext).each(['58', '80', 'a4'] as const)(
    'can be read by other programs (%s)',
    async (kind) => {
      const receipt = paper({ marks: ['2.ª via'], lines: [...paper().lines, ...many] });
      const text = await textOf(await renderPdf(receipt, kind));
      for (const value of [...receipt.seller, ...receipt.marks, 'Pão de Mafra', ...amountsOf(receipt)]) {
        expect(text).toContain(value);
      }
      const pages = text.split('\f').filter((page) => page.trim() !== '');
      // What identifies the document stands on every page.
      for (const page of pages) expect(page).toContain('ATCUD:CSDF7T5H-2');
      expect(pages).toHaveLength(kind === 'a4' ? 3 : 1);
    },
  );
});
