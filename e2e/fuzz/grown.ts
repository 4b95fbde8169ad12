/** Texts made against whoever reads them: runs of what a pattern may repeat, in every place of a receipt. */
import {
  CUSTOMER_FIELDS,
  ESR_FIELDS,
  type FieldTable,
  PAYMENT_FIELDS,
  POSITION_FIELDS,
  TAX_FIELDS,
  TEXT_FIELDS,
} from '../../service/receipt/fields.ts';
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
  ['ESR', ESR_FIELDS, (values) => values],
  ['Ctm', CUSTOMER_FIELDS, (values) => ({ Ctm: values })],
  [
    'Pos',
    POSITION_FIELDS,
    (values) => ({ PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: 'A', Amt: '1.00', ...values }] }),
  ],
  ['Mod', POSITION_FIELDS, (values) => ({ PosA: [{ _: 'Mod', Dsc: '10 %', Amt: '-0.10', ...values }] })],
  ['Pay', PAYMENT_FIELDS, (values) => ({ PayA: [{ _: 'Pay', PayG: 'cash', Amt: '1.00', ...values }] })],
  ['Tax', TAX_FIELDS, (values) => ({ TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '23', Amt: '1.00', ...values }] })],
  ['Head', TEXT_FIELDS, (values) => ({ Head: [{ _: 'Txt', ...values }] })],
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
