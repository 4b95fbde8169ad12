import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEscPos, type Printed } from '../testing/escpos-decode.ts';
import { amountsOf, paper, papers } from '../testing/papers.ts';
import { readQr } from '../testing/qr-read.ts';
import { ANY_MODEL, MODELS, printerModel, type PrinterModel } from '../devices/receipt-printer/models.ts';
import type { Paper } from '../wire.ts';
import { PrinterLetters } from './code-page.ts';
import { renderEscPos as render } from './escpos-receipt.ts';
import { runs } from '../testing/runs.ts';
import { anyCharacter } from '../testing/any-character.ts';

const epson = printerModel('epson')!;
const renderEscPos = (receipt: Paper, kind: '58' | '80', model: PrinterModel = ANY_MODEL) =>
  render(receipt, kind, model);
const printable = (text: string, model = ANY_MODEL) => new PrinterLetters(model.codePages).printable(text);

type Line = Extract<Printed, { kind: 'line' }>;

function printLines(...parameters: Parameters<typeof renderEscPos>): Line[] {
  return decodeEscPos(renderEscPos(...parameters)).filter((p) => p.kind === 'line');
}

describe('a receipt for a receipt printer', () => {
  it('prints every text, ends with a cut, and leaves no style behind', () => {
    const printed = decodeEscPos(renderEscPos(paper({ marks: ['2.ª via'] }), '80'));
    const texts = printed.filter((p) => p.kind === 'line').map((l) => l.text.trim());
    expect(texts).toEqual(
      expect.arrayContaining([
        'Padaria Exemplo, Lda',
        '2.ª via',
        'Fatura simplificada',
        'FS 1_1.26/2',
        '2026-11-20 10:15:30',
        'Ferragens Mondego SA',
        expect.stringMatching(/^Pão de Mafra {2,}C {2,}2\.05$/),
        '0.64 kg x 3.20',
        expect.stringMatching(/^Promoção 10% {2,}-0\.89$/),
        expect.stringMatching(/^Total EUR +10\.06$/),
        expect.stringMatching(/^A 23% +6\.51 +1\.50 +8\.01$/),
        'ATCUD:CSDF7T5H-2',
        'Obrigado e até breve!',
      ]),
    );
    expect(printed.at(-1)).toEqual({ kind: 'cut' });
    expect(printed.at(-2)).toMatchObject({ text: '', centred: false, bold: false, width: 1, height: 1 });
  });

  it('shows name, total and marks larger, bolder or inverted', () => {
    const lines = printLines(paper({ marks: ['FORMAÇÃO'] }), '80');
    const find = (text: string) => lines.find((l) => l.text.includes(text));
    expect(find('Padaria')).toMatchObject({ width: 2, height: 2, bold: true, centred: true });
    expect(find('Total EUR')).toMatchObject({ width: 2, height: 2, bold: true });
    expect(find('FORMAÇÃO')).toMatchObject({ inverted: true, bold: true, centred: true });
    expect(find('Vinho')).toMatchObject({
      width: 1,
      height: 1,
      bold: false,
      inverted: false,
      centred: false,
    });
  });

  it.each([
    ['58', 384],
    ['80', 576],
  ] as const)('is never wider than paper %s, and shows every amount', (kind, dots) => {
    fc.assert(
      fc.property(papers, (receipt) => {
        const printed = decodeEscPos(renderEscPos({ ...receipt, qr: null }, kind));
        const lines = printed.filter((p) => p.kind === 'line');
        for (const line of lines) expect(line.dots).toBeLessThanOrEqual(dots);
        const drawn = printed.filter((p) => p.kind === 'picture');
        for (const { rows } of drawn) expect(rows[0]!.length).toBeLessThanOrEqual(dots);
        // What is drawn is looked at below.
        if (drawn.length > 0) return;
        const text = lines.map((l) => l.text).join('\n');
        for (const amount of amountsOf(receipt)) expect(text).toContain(amount);
      }),
      { numRuns: runs(150) },
    );
  });

  it.each(['58', '80'] as const)(
    'prints a picture of a QR code that printers would make too small (%s)',
    (kind) => {
      const receipt = paper();
      const printed = decodeEscPos(renderEscPos(receipt, kind));
      const at = printed.findIndex((p) => p.kind === 'picture');
      const picture = printed[at] as Extract<Printed, { kind: 'picture' }>;
      // 203 dpi are 8 dots per mm: 30 mm at least, with 2.5 mm around it.
      expect(picture.rows.length).toBeGreaterThanOrEqual(240);
      expect(picture.rows.length + 40).toBeLessThanOrEqual(kind === '58' ? 384 : 576);
      expect(picture.centred).toBe(true);
      expect(printed[at - 1]).toEqual({ kind: 'feed', dots: 20 });
      expect(printed[at + 1]).toEqual({ kind: 'feed', dots: 20 });
      expect(printed[at - 2]).toMatchObject({ text: 'ATCUD:CSDF7T5H-2' });
      const module = picture.rows.length / 53;
      const rows = Array.from({ length: 53 }, (_, y) =>
        Array.from({ length: 53 }, (_m, x) => picture.rows[y * module]![x * module]!),
      );
      expect(readQr(rows)).toEqual({ version: 9, level: 'M', text: receipt.qr });
    },
  );

  it('lets the printer draw the QR code where any size will do, or the content is long enough', () => {
    const code = (values: Parameters<typeof paper>[0]) =>
      decodeEscPos(renderEscPos(paper(values), '80', epson), epson).find((p) => p.kind === 'qr');
    expect(code({ leastQrVersion: 1, qr: 'short' })).toEqual({
      kind: 'qr',
      text: 'short',
      model: 2,
      level: 'M',
      module: 12,
      centred: true,
    });
    const long = `${paper().qr}*${paper().qr}`;
    expect(code({ qr: long })).toMatchObject({ text: long, model: 2, level: 'M' });
  });
});

describe('texts for the code page', () => {
  it.each([
    ['Pão, ção, nº 1 ª €', 'Pão, ção, nº 1 ª €'],
    ['pa\u0303o', 'pão'],
    ['“typographic” – quotes…', '“typographic” – quotes…'],
    ['Łódź, Žižkov, Đorđe, Iași', 'Łódź, Žižkov, Đorđe, Iaşi'],
    ['a\u00A0b\u202Fc\td', 'a b c d'],
    ['漢字 🥐 א', '?? ? ?'],
    ['👩‍👩‍👧', '?'],
    ['ﬁx ℡ 5', 'fix TEL 5'],
    ['\u202Eevil\u200B', 'evil'],
    ['Auf\u200Clage, Ω\u200D, \uFEFF5', 'Auflage, Ω, 5'],
    ['a\u001B@b', 'a@b'],
    ['\u0081', ''],
  ])('%j is printed as %j', (text, result) => {
    expect(printable(text)).toBe(result);
  });

  /** A sentence with the letters of each language. */
  const SENTENCES = {
    german: 'Übergrößen, Äpfel, Öl €',
    portuguese: 'Pão, maçã, avô, três €',
    croatian: 'Čaša vrućeg čaja, đumbir, žuto €',
    slovenian: 'Češnje, žganje, šunka €',
    czech: 'Příliš žluťoučký kůň úpěl ďábelské ódy €',
    slovak: 'Kŕdeľ ďatľov učí koňa žrať kôru €',
    polish: 'Zażółć gęślą jaźń €',
    hungarian: 'Árvíztűrő tükörfúrógép €',
    spanish: 'El pingüino Wenceslao: ¿año, cigüeña? €',
    italian: 'Città, perché, può, così, più €',
    french: 'Œuf à la crème brûlée, garçon, naïve €',
    dutch: 'Coördinatie, één, ruïne €',
    danish: 'Rødgrød med fløde på Ærø €',
    norwegian: 'Blåbærsyltetøy, fårikål €',
    swedish: 'Räksmörgås, kött, är å €',
  };

  it.each(MODELS.flatMap((model) => Object.keys(SENTENCES).map((language) => [model.name, language])))(
    'come out letter by letter: %s, %s',
    (name, language) => {
      const model = printerModel(name)!;
      const text = SENTENCES[language as keyof typeof SENTENCES];
      const lines = decodeEscPos(renderEscPos(paper({ foot: [text], qr: null }), '80', model), model);
      expect(lines.map((l) => (l.kind === 'line' ? l.text : ''))).toContain(text);
    },
  );

  it('reach Greek, Cyrillic and the Baltic where the printer has a page for them', () => {
    const text = 'Ωμέγα Жёлудь ąčęėįšųūž €';
    expect(printable(text, epson)).toBe(text);
    expect(printable('Жёлудь ėįų ș')).toBe('Жёлудь ėįų ş');
  });

  it.each(MODELS.filter(({ makes }) => makes === 'escpos').map(({ name }) => name))(
    'and are drawn where it has none, each in its column: %s',
    (name) => {
      const model = printerModel(name)!;
      // Armenian is in no code page of any printer.
      const line = 'Գինի  12.50';
      const { columns, dots } = model.widths['80'];
      const printed = decodeEscPos(
        renderEscPos(paper({ head: [line, 'plain'], marks: ['Կրկն'], qr: null }), '80', model),
        model,
      );
      const [mark, text] = printed.filter((p) => p.kind === 'picture').map(({ rows }) => rows);
      const cell = Math.floor(dots / columns);
      const isBlack = (rows: readonly (readonly boolean[])[], at: number) =>
        rows.some((row) => row.slice(at * cell, (at + 1) * cell).includes(true));
      expect(Array.from(line, (_, at) => isBlack(text!, at))).toEqual(
        Array.from(line, (letter) => letter !== ' '),
      );
      // Marks are inverted and stand in the middle, their blanks at the ends with them.
      const [left, right] = [mark![0]!.indexOf(true), dots - 1 - mark![0]!.lastIndexOf(true)];
      expect(Math.abs(left - right)).toBeLessThanOrEqual(8);
      expect(mark!.flat().filter(Boolean).length).toBeGreaterThan(
        (mark!.flat().length - left * mark!.length) / 2,
      );
      expect(printed.some((p) => p.kind === 'line' && p.text === 'plain')).toBe(true);
    },
  );

  it('writes plain letters where too many lines would be drawn', () => {
    const foot = Array.from({ length: 600 }, () => 'Ĝis');
    const printed = decodeEscPos(renderEscPos(paper({ foot, qr: null }), '80'));
    expect(printed.filter((p) => p.kind === 'picture')).toEqual([]);
    expect(printed.filter((p) => p.kind === 'line' && p.text === 'Gis')).toHaveLength(600);
  });

  it('never makes a command of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const clean = printable(text);

        expect(clean).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
        expect(printable(clean)).toBe(clean);
        decodeEscPos(renderEscPos(paper({ title: text, foot: [text], qr: null }), '58'));
      }),
    );
  });
});
