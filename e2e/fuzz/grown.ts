/** Texts made against whoever reads them: runs of what a pattern may repeat, in every place of a receipt. */
import { ALL_FIELDS } from '../../service/countries/fields.ts';
import type { FieldTable } from '../../service/receipt/fields.ts';
import type { Tree } from '../../service/receipt/tree.ts';

/** What backtracks, where anything does: runs of what an expression repeats, behind and before what it does not take. */
export const grown = (length: number): Readonly<Record<string, string>> => ({
  blanks: ' '.repeat(length),
  'blanks between': `1${' '.repeat(length)}x`,
  'blanks and percent': `1${' '.repeat(length)}%x`,
  digits: '9'.repeat(length),
  'zeros behind a point': `1.${'0'.repeat(length)}x`,
  letters: `${'a'.repeat(length)}!`,
  words: 'ab '.repeat(length / 3),
  lines: '\n'.repeat(length),
  marks: '-/_.:;,'.repeat(length / 7),
  quotes: `"\\'`.repeat(length / 3),
  brackets: '<{[('.repeat(length / 4),
});

/** A sale with a value in one field. */
export const PLACES: readonly (readonly [string, FieldTable, (values: Tree) => Tree])[] = [
  ['ESR', ALL_FIELDS.ESR, (values) => values],
  ['Ctm', ALL_FIELDS.Ctm, (values) => ({ Ctm: values })],
  [
    'Pos',
    ALL_FIELDS.PosA,
    (values) => ({ PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: 'A', Amt: '1.00', ...values }] }),
  ],
  ['Mod', ALL_FIELDS.PosA, (values) => ({ PosA: [{ _: 'Mod', Dsc: '10 %', Amt: '-0.10', ...values }] })],
  ['Pay', ALL_FIELDS.PayA, (values) => ({ PayA: [{ _: 'Pay', PayG: 'cash', Amt: '1.00', ...values }] })],
  [
    'Tax',
    ALL_FIELDS.TaxA,
    (values) => ({ TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '23', Amt: '1.00', ...values }] }),
  ],
  ['Head', ALL_FIELDS.Txt, (values) => ({ Head: [{ _: 'Txt', ...values }] })],
];

/** The body of a sale with these values. */
export const sale = (values: Tree): string =>
  JSON.stringify({
    Tra: {
      ESR: {
        PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: 'A', Amt: '1.00' }],
        PayA: [{ _: 'Pay', Dsc: 'Cash', PayG: 'cash', Amt: '1.00' }],
        ...values,
      },
    },
  });

/** What XML may repeat. */
export const XML_PARTS: readonly string[] = [
  ...[
    '<?',
    '<!--',
    '<![CDATA[',
    '<!DOCTYPE',
    '<!',
    '<',
    '</',
    '<a',
    '<a ',
    '<a>',
    '</a>',
    '<a/>',
    '<a b="',
    `<a b='`,
  ],
  ...[
    '&',
    '&a',
    '&#',
    '&#x',
    '&amp',
    '&amp;',
    ']]>',
    '-->',
    '?>',
    '-',
    ']',
    '>',
    '=',
    '"',
    ' ',
    '\n',
    'a',
    ' a=""',
  ],
  ...['<?a ', '<a:b ', '<Txt>x</Txt>', '<?x?>', '<!---->', '<![CDATA[]]>', '&#32;', 'é'],
];

/** Where XML may repeat it. */
export const xmlBodies = (text: string): string[] => [
  `<Tra>${text}`,
  `<Tra><ESR Rsn="${text}`,
  `<Tra><ESR ${text}`,
  text,
  `<Tra>&${text}</Tra>`,
];

/** What JSON may repeat. */
export const JSON_PARTS: readonly string[] = [
  '[',
  '{"a":',
  '[{},',
  '"\\u0000',
  '1',
  '0.',
  '-',
  ' ',
  '{"a":1,',
  'true,',
  '"a",',
];

/** Where JSON may repeat it. */
export const jsonBodies = (text: string): string[] => [
  text,
  `{"Tra":${text}`,
  `{"Tra":{"ESR":{"PosA":[${text}`,
];
