/**
 * A body takes time in proportion to its length, whatever stands in it and
 * wherever: one that takes the square of it stops all tills of a shop. What is
 * bounded is CPU time, far above what is needed and far below what a square takes.
 */
import { describe, expect, it } from 'vitest';
import {
  CUSTOMER_FIELDS,
  ESR_FIELDS,
  type FieldTable,
  PAYMENT_FIELDS,
  POSITION_FIELDS,
  TAX_FIELDS,
  TEXT_FIELDS,
} from '../../service/receipt/fields.ts';
import type { Cfg } from '../../service/receipt/cfg.ts';
import type { Tree } from '../../service/receipt/tree.ts';
import { PORTUGAL } from '../../service/testing/sales.ts';
import { intake } from './intake.ts';

const AUSTRIA: Cfg = {
  Cmp: { Nam: 'Beisl', Ctry: 'AT', TaxId: 'ATU12345675' },
  Loc: { TL: '1' },
  Trm: { TT: '1' },
};

const LENGTH = 60_000;
/** CPU time, ms. Linear: 1 to 10; the square of 60,000 steps: seconds. */
const MOST = 400;

/** CPU time that a body takes, ms. */
function cost(text: string, type: string, cfg: Cfg): number {
  const bytes = Buffer.from(text);
  const before = process.cpuUsage();
  intake(bytes, type, cfg);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What backtracks, where anything does: runs of what an expression repeats, behind and before what it does not take. */
const GROWN: Readonly<Record<string, string>> = {
  blanks: ' '.repeat(LENGTH),
  'blanks between': `1${' '.repeat(LENGTH)}x`,
  'blanks and percent': `1${' '.repeat(LENGTH)}%x`,
  digits: '9'.repeat(LENGTH),
  'zeros behind a point': `1.${'0'.repeat(LENGTH)}x`,
  letters: `${'a'.repeat(LENGTH)}!`,
  words: 'ab '.repeat(LENGTH / 3),
  lines: '\n'.repeat(LENGTH),
  marks: '-/_.:;,'.repeat(LENGTH / 7),
  quotes: `"\\'`.repeat(LENGTH / 3),
  brackets: '<{[('.repeat(LENGTH / 4),
};

/** A sale with a value in one field. */
const PLACES: readonly (readonly [string, FieldTable, (values: Tree) => Tree])[] = [
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

const sale = (values: Tree): string =>
  JSON.stringify({
    Tra: {
      ESR: {
        PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: 'A', Amt: '1.00' }],
        PayA: [{ _: 'Pay', Dsc: 'Cash', PayG: 'cash', Amt: '1.00' }],
        ...values,
      },
    },
  });

describe.each([
  ['PT', PORTUGAL],
  ['AT', AUSTRIA],
])('a long value in %s', (_country, cfg) => {
  it.each(PLACES)('of any field of %s costs no more than its length', (_place, table, at) => {
    const slow: string[] = [];
    for (const field of Object.keys(table)) {
      for (const [name, text] of Object.entries(GROWN)) {
        const ms = cost(sale(at({ [field]: text })), 'application/json', cfg);
        if (ms > MOST) slow.push(`${field} with ${name}: ${ms.toFixed(0)} ms`);
      }
    }
    expect(slow).toEqual([]);
  });
});

describe('XML that repeats', () => {
  it.each([
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
  ])('%j costs no more than its length', (part) => {
    const text = part.repeat(Math.floor((4 * LENGTH) / part.length));
    const slow = [`<Tra>${text}`, `<Tra><ESR Rsn="${text}`, `<Tra><ESR ${text}`, text, `<Tra>&${text}</Tra>`]
      .map((xml) => cost(xml, 'text/xml', PORTUGAL))
      .filter((ms) => ms > MOST);
    expect(slow).toEqual([]);
  });
});

it.each(['[', '{"a":', '[{},', '"\\u0000', '1', '0.', '-', ' ', '{"a":1,', 'true,', '"a",'])(
  'JSON that repeats %j costs no more than its length',
  (part) => {
    const text = part.repeat(Math.floor((4 * LENGTH) / part.length));
    const slow = [text, `{"Tra":${text}`, `{"Tra":{"ESR":{"PosA":[${text}`]
      .map((json) => cost(json, 'application/json', PORTUGAL))
      .filter((ms) => ms > MOST);
    expect(slow).toEqual([]);
  },
);
