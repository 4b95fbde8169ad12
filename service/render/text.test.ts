import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { amountsOf, paper, papers } from '../testing/papers.ts';
import { renderText } from './text.ts';
import { columnsOf } from './width.ts';
import { characters, wrap, wrapBalanced } from './wrap.ts';
import { runs } from '../testing/runs.ts';

describe('a receipt as text', () => {
  it('is laid out in the columns of the paper', () => {
    expect(renderText(paper(), '80')).toMatchInlineSnapshot(`
      "              Padaria Exemplo, Lda
                     Rua do Exemplo 12
                      1100-123 Lisboa
                      NIF PT599999993

      Fatura simplificada
      FS 1_1.26/2
      2026-11-20 10:15:30
      Operador Marta

      Cliente:
      Ferragens Mondego SA
      Av. Central 7
      3080-001 Figueira da Foz

      Bom dia

      ------------------------------------------------
      Pão de Mafra                         C      2.05
        0.64 kg x 3.20
      Vinho tinto Douro                    A      8.90
        Promoção 10%                             -0.89
      Cartão cliente                         1234 5678
      ------------------------------------------------
      Total EUR                                  10.06
      Numerário                                  10.06

      IVA Taxa         Base          IVA         Total
      C 6%             1.93         0.12          2.05
      A 23%            6.51         1.50          8.01

                       NIF: 245678913
                MRoA-Processado por programa
                  certificado n.º 0000/AT
                      ATCUD:CSDF7T5H-2
      A:599999993*B:245678913*C:PT*D:FS*E:N*F:20261120
      *G:FS 1_1.26/2*H:CSDF7T5H-2*I1:PT*I3:1.93*I4:0.1
      2*I7:6.51*I8:1.50*N:1.62*O:10.06*Q:MRoA*R:0

                   Obrigado e até breve!
      "
    `);
    expect(renderText(paper({ marks: ['2.ª via'] }), '58')).toMatchInlineSnapshot(`
      "      Padaria Exemplo, Lda
             Rua do Exemplo 12
              1100-123 Lisboa
              NIF PT599999993

              *** 2.ª via ***

      Fatura simplificada
      FS 1_1.26/2
      2026-11-20 10:15:30
      Operador Marta

      Cliente:
      Ferragens Mondego SA
      Av. Central 7
      3080-001 Figueira da Foz

      Bom dia

      --------------------------------
      Pão de Mafra           C    2.05
        0.64 kg x 3.20
      Vinho tinto Douro      A    8.90
        Promoção 10%             -0.89
      Cartão cliente         1234 5678
      --------------------------------
      Total EUR                  10.06
      Numerário                  10.06

      IVA Taxa     Base    IVA   Total
      C 6%         1.93   0.12    2.05
      A 23%        6.51   1.50    8.01

               NIF: 245678913
        MRoA-Processado por programa
          certificado n.º 0000/AT
              ATCUD:CSDF7T5H-2
      A:599999993*B:245678913*C:PT*D:F
      S*E:N*F:20261120*G:FS 1_1.26/2*H
      :CSDF7T5H-2*I1:PT*I3:1.93*I4:0.1
      2*I7:6.51*I8:1.50*N:1.62*O:10.06
      *Q:MRoA*R:0

           Obrigado e até breve!
      "
    `);
  });

  it.each([
    ['58', 32],
    ['80', 48],
    ['a4', 80],
  ] as const)('is never wider than paper %s, and shows every amount in order', (kind, columns) => {
    fc.assert(
      fc.property(papers, (receipt) => {
        const text = renderText(receipt, kind);
        for (const line of text.split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
        let from = 0;
        for (const amount of amountsOf(receipt)) {
          const found = text.indexOf(amount, from);
          expect(found, `${amount} in\n${text}`).toBeGreaterThanOrEqual(from);
          from = found + amount.length;
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('gives the content of the QR code whole, directly below the last tag', () => {
    const receipt = paper();
    const lines = renderText(receipt, '58').split('\n');
    const start = lines.findIndex((line) => line.includes('ATCUD:CSDF7T5H-2')) + 1;
    const end = lines.indexOf('', start);
    expect(lines.slice(start, end).join('')).toBe(receipt.qr);
  });

  it('has the certification legend neither in the first nor in the last line', () => {
    const lines = renderText(paper({ foot: [], qr: null }), '80')
      .trim()
      .split('\n');
    expect(lines.at(0)).not.toContain('certificado');
    expect(lines.at(-1)).not.toContain('certificado');
  });

  it('puts amounts into lines of their own when there is no room beside the text', () => {
    const lines = [{ kind: 'text' as const, text: 'Bon', amount: 'Gutschein 1234-5678-9012-3456-7890' }];
    expect(renderText(paper({ lines }), '58')).toContain('\nBon\n');
  });

  it('has the texts of print lines in one line, beside theirs', () => {
    const lines = [{ kind: 'text' as const, text: 'Saldo', amount: '12.00\r\n13.00' }];
    expect(renderText(paper({ lines }), '58')).toContain(`\nSaldo                12.00 13.00\n`);
  });

  it('keeps amounts in their column beside soft hyphens and letters of Asia', () => {
    const row = (text: string) =>
      renderText(paper({ lines: [{ ...paper().lines[0]!, text }] }), '58')
        .split('\n')
        .find((line) => line.endsWith('2.05'))!;
    expect(row('Kaf\u00ADfee')).toBe('Kaffee                 C    2.05');
    // The vowel AM stands beside its letter, the mark above it does not.
    expect(row('น้ำ')).toBe('น้ำ                     C    2.05');
    expect(row('咖啡')).toBe('咖啡                   C    2.05');
  });

  it('has a blank for a tab, so that amounts stand below each other', () => {
    const item = (text: string) => ({ ...paper().lines[0]!, text });
    const receipt = (blank: string) =>
      paper({ lines: [item(`Pão${blank}de Mafra`)], marks: [`2.ª${blank}via`], foot: [`Até${blank}breve`] });
    for (const kind of ['58', '80', 'a4'] as const)
      expect(renderText(receipt('\t'), kind)).toBe(renderText(receipt(' '), kind));
  });

  it('shows a tax table that is too wide as a list', () => {
    const large = { group: 'A', rate: '23', net: '99999999.99', tax: '22999999.99', gross: '122999999.98' };
    const text = renderText(paper({ taxes: [large] }), '58');
    for (const value of [large.net, large.tax, large.gross]) expect(text).toContain(value);
  });
});

describe('width of characters', () => {
  it.each([
    ['pão', 3],
    ['pa\u0303o', 3],
    ['漢字', 4],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['🥐', 2],
    ['👩‍👩‍👧', 2],
    ['a\u200Bb', 2],
    ['€', 1],
    ['“x”', 3],
  ])('of %s is %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe('breaking lines', () => {
  const length = (text: string) => columnsOf(text);

  it('loses nothing but blanks, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (text, width) => {
        const lines = wrap(text, width, length);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const line of lines) {
          if (characters(line).length > 1) expect(columnsOf(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  it('measures a word of many lines a few times a line, for nobody else is served meanwhile', () => {
    const measure = vi.fn(length);
    const lines = wrap(`a ${'x'.repeat(4_205)}`, 42, measure);
    expect(lines.slice(0, 2)).toEqual(['a', 'x'.repeat(42)]);
    expect(lines.at(-1)).toBe('xxxxx');
    expect(lines).toHaveLength(102);
    expect(measure.mock.calls.length).toBeLessThan(400);
    expect(Math.max(...measure.mock.calls.map(([text]) => text.length))).toBeLessThanOrEqual(200);
  });

  it('breaks a word of wide and narrow letters where each line is full', () => {
    const wide = (text: string) => [...text].reduce((sum, letter) => sum + (letter === 'W' ? 3 : 1), 0);
    expect(wrap('WWWiiiiiiiiiiWWi', 6, wide)).toEqual(['WW', 'Wiii', 'iiiiii', 'iW', 'Wi']);
  });

  it('takes for one character what Unicode does', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const unit = fc.oneof(fc.integer({ min: 0x20, max: 0x52f }), fc.integer({ min: 0x20a0, max: 0x20c0 }));
    const letters = fc.array(unit.map((code) => String.fromCharCode(code)));
    fc.assert(
      fc.property(letters, (all) => {
        const text = all.join('');
        expect(characters(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
      }),
    );
  });

  it('breaks at blanks, and within a word only when it must', () => {
    expect(wrap('uma linha bastante longa', 10, length)).toEqual(['uma linha', 'bastante', 'longa']);
    expect(wrap('Donaudampfschiff', 6, length)).toEqual(['Donaud', 'ampfsc', 'hiff']);
    expect(wrap('', 6, length)).toEqual(['']);
    expect(wrap('a\nb', 6, length)).toEqual(['a', 'b']);
  });

  it('keeps amounts together, unless they are wider than the line', () => {
    expect(wrap('Sleva 1 234,50 CZK', 10, length)).toEqual(['Sleva', '1 234,50', 'CZK']);
    expect(wrap('-12 345 678,90 x 2 500', 14, length)).toEqual(['-12 345 678,90', 'x 2 500']);
    expect(wrap('a\u00A0b c\u202F500', 5, length)).toEqual(['a\u00A0b', 'c\u202F500']);
    expect(wrap('1 234 567 890', 7, length)).toEqual(['1 234', '567 890']);
    // No separators of thousands.
    expect(wrap('Obj. 2026 500', 9, length)).toEqual(['Obj. 2026', '500']);
    expect(wrap('tel. 12 3456', 9, length)).toEqual(['tel. 12', '3456']);
  });

  it('can make centred lines alike', () => {
    expect(wrapBalanced('aaa bbb ccc ddd e', 15, length)).toEqual(['aaa bbb', 'ccc ddd e']);
    // No word is broken for that which fits its line: the note of an Austrian receipt on a narrow roll.
    const note = 'Sicherheitseinrichtung ausgefallen';
    expect(wrapBalanced(note, 32, length)).toEqual(['Sicherheitseinrichtung', 'ausgefallen']);
    expect(wrapBalanced(note, 16, length)).toEqual(['Sicherheits', 'einrichtung', 'ausgefallen']);
  });
});
