import { describe, expect, it } from 'vitest';
import { FIELDS } from './fields.ts';
import type { ReadContext } from './read-value.ts';
import { readSender, readTra } from './read.ts';
import type { Tree, TreeValue } from './tree.ts';

const EUR = { currencyDigits: 2, fields: FIELDS };

function accepted(ESR: unknown, context: ReadContext = EUR) {
  const { tra, issues, warnings } = readTra({ Tra: { ESR: ESR as TreeValue } }, context);
  expect(issues).toStrictEqual([]);
  return { esr: tra!.ESR, warnings };
}

function refused(ESR: unknown, context = EUR): [string, string][] {
  const { tra, issues } = readTra({ Tra: { ESR: ESR as TreeValue } }, context);
  expect(tra).toBeNull();
  for (const { path, text } of issues) expect(text.startsWith(path)).toBe(true);
  return issues.map((i) => [i.code, i.path]);
}

const parsed = (json: string) => JSON.parse(json) as Tree;

describe('the record', () => {
  it('may come with or without its name', () => {
    for (const body of [{ Tra: { ESR: { TN: '7' } } }, { ESR: { TN: '7' } }]) {
      expect(readTra(body, EUR).tra).toMatchObject({ ESR: { TN: '7' } });
    }
  });

  it('keeps what stands beside ESR', () => {
    const body = { Tra: { SESR: { TN: '3' }, Loyalty: { Points: 12 }, ESR: {} } };
    expect(readTra(body, EUR).tra).toMatchObject({ SESR: { TN: '3' }, Loyalty: { Points: '12' } });
  });

  it.each<[unknown, string]>([
    [{}, ''],
    [{ Cfg: {} }, ''],
    [{ Tra: 'x' }, ''],
    [{ Tra: null, ESR: {} }, ''],
    [{ Tra: {} }, 'ESR'],
    [{ Tra: { ESR: 'x' } }, 'ESR'],
    [{ Tra: { ESR: [] } }, 'ESR'],
  ])('is refused when it is none: %j', (body, path) => {
    expect(readTra(body as Tree, EUR)).toMatchObject({ tra: null, issues: [{ code: '#RECORD', path }] });
  });

  it('is none because an object inherits such a name', () => {
    expect(readTra(Object.create({ ESR: {} }) as Tree, EUR).issues).toMatchObject([{ code: '#RECORD' }]);
  });
});

describe('values by type', () => {
  it.each<[string, TreeValue, string | undefined]>([
    // Currency
    ['T', '12.3', '12.30'],
    ['T', 12.3, '12.30'],
    ['T', ' 8.380 ', '8.38'],
    ['T', -5, '-5.00'],
    ['T', '', undefined],
    ['T', null, undefined],
    // Text
    ['OprN', ' Ana ', ' Ana '],
    ['OprN', 42, '42'],
    ['OprN', true, 'true'],
    ['OprN', '', undefined],
    ['OprN', 'Zoë 🍷 "1" <b>', 'Zoë 🍷 "1" <b>'],
    ['OprN', 'a\tb\nc', 'a\tb\nc'],
    // Boolean
    ['Void', '1', '1'],
    ['Void', 1, '1'],
    ['Void', true, '1'],
    ['Void', 'True', '1'],
    ['Void', 0, '0'],
    ['Void', false, '0'],
    ['Void', 'false', '0'],
    ['Void', '', undefined],
    // DateTime
    ['D', '2026-01-15T10:15:30', '2026-01-15T10:15:30'],
    ['D', ' 2026-01-15T10:15:30', '2026-01-15T10:15:30'],
    ['D', '', undefined],
  ])('%s %j becomes %j', (name, sent, expected) => {
    const { esr } = accepted({ [name]: sent });
    expect(esr[name]).toBe(expected);
    expect(name in esr).toBe(expected !== undefined);
  });

  it.each<[string, TreeValue]>([
    ['T', 'ten'],
    ['T', '1,50'],
    ['T', ' '],
    ['T', true],
    ['T', 1e21],
    ['T', ['1']],
    ['T', { a: '1' }],
    ['OprN', ['a']],
    ['OprN', {}],
    ['Void', 'yes'],
    ['Void', '2'],
    ['Void', 'constructor'],
    ['Void', '__proto__'],
    ['D', '2026-02-30T10:15:30'],
    ['D', '2026-01-15'],
    ['D', '2026-01-15T10:15:30Z'],
    ['D', 20260115],
  ])('%s cannot be %j', (name, sent) => {
    expect(refused({ [name]: sent })).toStrictEqual([['#TYPE', `ESR.${name}`]]);
  });

  it('are amounts of the currency', () => {
    expect(refused({ T: '8.381' })).toStrictEqual([['#AMOUNT_PRECISION', 'ESR.T']]);
    expect(refused({ T: 0.1 + 0.2 })).toStrictEqual([['#AMOUNT_PRECISION', 'ESR.T']]);
    expect(accepted({ T: '500' }, { currencyDigits: 0, fields: FIELDS }).esr.T).toBe('500');
    expect(refused({ T: '500.5' }, { currencyDigits: 0, fields: FIELDS })).toStrictEqual([
      ['#AMOUNT_PRECISION', 'ESR.T'],
    ]);
  });

  it('are not altered by the number type of JSON', () => {
    expect(refused(parsed('{"TN":12345678901234567890}'))).toStrictEqual([['#TYPE', 'ESR.TN']]);
    expect(accepted(parsed('{"TN":9007199254740991}')).esr.TN).toBe('9007199254740991');
  });

  it('are short decimals, percentages and word lists', () => {
    const { esr } = accepted({
      PosA: [{ Qty: '1.500', Pri: 1.599, TaxG: ['A', 'B'], InH: 0 }],
      PayA: [{ FAmt: '10.00' }],
      TaxA: [{ Prc: '23.00 %' }, { Prc: 6 }],
    });
    expect(esr.PosA).toStrictEqual([{ _: 'Pos', Qty: '1.5', Pri: '1.599', TaxG: 'A B', InH: '0' }]);
    expect(esr.PayA).toStrictEqual([{ _: 'Pay', FAmt: '10' }]);
    expect(esr.TaxA).toStrictEqual([
      { _: 'Tax', Prc: '23' },
      { _: 'Tax', Prc: '6' },
    ]);
  });

  it.each<[TreeValue, string]>([
    [1 / 3, '0.333333333333333'],
    [0.1 + 0.2, '0.3'],
    ['-0.6666666666666666', '-0.666666666666667'],
    [10 / 3, '3.333333333333334'],
    [1e-7, '0.0000001'],
    ['9.9999999999999999', '10'],
  ])('are quantities and unit prices that a program has computed: %j', (value, expected) => {
    const { esr } = accepted({ PosA: [{ Qty: value, Pri: value }] });
    expect(esr.PosA?.[0]).toMatchObject({ Qty: expected, Pri: expected });
  });

  it('are percentages of groups without blanks, but in the journal as they are', () => {
    const sent = { PosA: [{ TaxG: '20 %' }], TaxA: [{ TaxG: '20  %', Prc: '20' }] };
    expect(accepted(sent).esr).toMatchObject({ PosA: [{ TaxG: '20%' }], TaxA: [{ TaxG: '20%' }] });
    expect(accepted(sent, { ...EUR, isStored: true }).esr).toMatchObject(sent);
  });

  it('say why they are no amounts', () => {
    const PosA = [{ Amt: 5e-17 }, { Amt: '012345678901.00' }];
    const { issues } = readTra({ ESR: { T: 123456789012.34, PosA } }, EUR);
    expect(issues.map(({ code, text }) => [code, text])).toEqual([
      ['#TYPE', 'ESR.T: has more than 11 digits before the point: 123456789012.34'],
      ['#AMOUNT_PRECISION', 'ESR.PosA[0].Amt: 0.00000000000000005 has more than 2 decimals'],
    ]);
  });

  it('are no negative percentages', () => {
    expect(refused({ TaxA: [{ Prc: '-100' }] })).toStrictEqual([['#TYPE', 'ESR.TaxA[0].Prc']]);
    expect(refused({ TaxA: [{ Prc: 'A' }] })).toStrictEqual([['#TYPE', 'ESR.TaxA[0].Prc']]);
  });

  it.each([
    ['a\u0000b', 'U+0000'],
    ['\u001b[0m', 'U+001B'],
    ['\ud83c', 'U+D83C'],
    ['x\udf77', 'U+DF77'],
    ['\uffff', 'U+FFFF'],
  ])('cannot hold characters that XML cannot carry: %j', (text, character) => {
    for (const ESR of [
      { OprN: text },
      { PosA: [{ Dsc: text }] },
      { Loyalty: { Card: [text] } },
      { Foot: text },
    ]) {
      const { issues } = readTra({ Tra: { ESR } }, EUR);
      expect(issues).toMatchObject([{ code: '#CHARACTER' }]);
      expect(issues[0]!.text).toContain(character);
    }
  });
});

describe('texts that look like others', () => {
  it.each([
    ['100\u202e00.1', 'U+202E'],
    ['\u2066x\u2069', 'U+2066'],
    ['\u202a+351 912 345 678\u202c', 'U+202A'],
    ['5 \u0080', 'U+0080'],
    ['x\u0085y', 'U+0085'],
    ['\u009b31m', 'U+009B'],
    ['\u007f', 'U+007F'],
  ])('are refused as control characters are: %j', (text, character) => {
    for (const ESR of [
      { OprN: text },
      { PosA: [{ Dsc: text }] },
      { Loyalty: { Card: [text] } },
      { Foot: text },
    ]) {
      const { issues } = readTra({ Tra: { ESR } }, EUR);
      expect(issues).toMatchObject([{ code: '#CHARACTER' }]);
      expect(issues[0]!.text).toContain(character);
      // What a version before let into a journal is read.
      expect(readTra({ Tra: { ESR } }, { ...EUR, isStored: true }).issues).toEqual([]);
    }
  });

  it.each([
    '\u05e9\u05dc\u05d5\u05dd\u200f 5\u200e',
    '\u0645\u061c',
    '👩\u200d👧',
    'a\u200bb',
    'Caf\u00e9\u00a0!',
  ])('are no texts from right to left, nor others with marks: %j', (text) => {
    const { issues, tra } = readTra({ Tra: { ESR: { PosA: [{ Dsc: text }] } } }, EUR);
    expect(issues).toEqual([]);
    expect(tra!.ESR.PosA![0]!.Dsc).toBe(text);
  });
});

describe('all problems', () => {
  it('are reported at once with their places', () => {
    const found = refused({
      T: 'x',
      D: 'y',
      Ctm: 'z',
      PosA: [{ Amt: '1.00' }, { Amt: '1.001', Qty: 'q' }, 'text'],
      PayA: { Amt: '1.00' },
      TaxA: [{ Net: true }],
    });
    expect(found).toStrictEqual([
      ['#TYPE', 'ESR.T'],
      ['#TYPE', 'ESR.D'],
      ['#TYPE', 'ESR.Ctm'],
      ['#AMOUNT_PRECISION', 'ESR.PosA[1].Amt'],
      ['#TYPE', 'ESR.PosA[1].Qty'],
      ['#TYPE', 'ESR.PosA[2]'],
      ['#TYPE', 'ESR.PayA'],
      ['#TYPE', 'ESR.TaxA[0].Net'],
    ]);
  });
});

describe('names', () => {
  it('of one to four letters that nobody knows are kept with a warning', () => {
    const { esr, warnings } = accepted({ Foo: 'x', PosA: [{ Bar: 1 }] });
    expect(esr).toMatchObject({ Foo: 'x', PosA: [{ Bar: '1' }] });
    expect(warnings.map((w) => w.split(':')[0])).toStrictEqual(['ESR.Foo', 'ESR.PosA[0].Bar']);
  });

  it('of extensions are kept without a word', () => {
    const sent = {
      Loyalty: { Card: '7', Levels: ['a', { Name: 'b' }] },
      'acme:x': '1',
      PT_Extra: '2',
      EMAIL: 'a@b',
    };
    const { esr, warnings } = accepted(sent);
    expect(warnings).toStrictEqual([]);
    expect(esr).toMatchObject(sent);
  });

  it('of extensions hold texts, so that XML and JSON say the same', () => {
    const { esr } = accepted({
      Loyalty: { Points: 12, Gold: true, None: null, Empty: '', List: [1, null, ''] },
    });
    expect({ ...(esr.Loyalty as object) }).toStrictEqual({ Points: '12', Gold: 'true', List: ['1'] });
  });

  it.each([
    '__proto__',
    '__defineGetter__',
    'a b',
    '1st',
    '<x>',
    '',
    'a:b:c',
    'Nº',
    'x'.repeat(101),
    '\ud800',
  ])('like %j are refused everywhere', (name) => {
    const bad = () => parsed(`{${JSON.stringify(name)}:"x"}`);
    for (const ESR of [bad(), { Ctm: bad() }, { PosA: [bad()] }, { Loyalty: bad() }, { Head: bad() }]) {
      expect(refused(ESR).map(([code]) => code)).toStrictEqual(['#NAME']);
    }
    const { issues } = readTra({ Tra: { ...parsed(`{"ESR":{}}`), [name || ' ']: 'x' } }, EUR);
    expect(issues.map((i) => i.code)).toStrictEqual(['#NAME']);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'like %s mean nothing special',
    (name) => {
      const sent = { [name]: 'x', Ctm: { [name]: 'y' }, PosA: [{ [name]: 'z' }] };
      expect(accepted(sent).esr).toMatchObject(sent);
      accepted({ [name]: [{ a: 'b' }] });
    },
  );

  it('cannot reach into the prototypes of later records', () => {
    readTra(parsed('{"Tra":{"ESR":{"__proto__":{"Void":"1"},"Ctm":{"__proto__":{"Nam":"x"}}}}}'), EUR);
    expect(({} as Record<string, unknown>).Void).toBeUndefined();
    expect(accepted({}).esr.Void).toBeUndefined();
  });
});

describe('lists of entries', () => {
  it('know their types from _, PTY, or by default', () => {
    const { esr } = accepted({
      PosA: [{ Dsc: 'a' }, { _: 'Mod' }, { PTY: 'Lin' }, { _: 'Pos', PTY: 'Svc' }],
      PayA: [{}],
      TaxA: [{}],
    });
    expect(esr.PosA).toStrictEqual([{ _: 'Pos', Dsc: 'a' }, { _: 'Mod' }, { _: 'Lin' }, { _: 'Svc' }]);
    expect(esr.PayA).toStrictEqual([{ _: 'Pay' }]);
    expect(esr.TaxA).toStrictEqual([{ _: 'Tax' }]);
  });

  it.each(['a b', '<Pos>', '1', '__proto__'])('have no type %j', (type) => {
    expect(refused({ PosA: [{ _: type }] })).toStrictEqual([['#NAME', 'ESR.PosA[0]._']]);
    expect(refused({ PosA: [{ PTY: type }] })).toStrictEqual([['#NAME', 'ESR.PosA[0].PTY']]);
  });

  it('may be empty, but no text', () => {
    expect(accepted({ PosA: [], PayA: '', TaxA: null }).esr).toEqual({ PosA: [] });
    expect(refused({ PosA: 'x' })).toStrictEqual([['#TYPE', 'ESR.PosA']]);
  });
});

describe('texts for the receipt', () => {
  it.each<[TreeValue, unknown]>([
    ['Thank you', [{ _: 'Txt', value: 'Thank you' }]],
    [{ Txt: 'Thank you' }, [{ _: 'Txt', value: 'Thank you' }]],
    [
      { Txt: ['a', { Align: 'center', value: 'b' }] },
      [
        { _: 'Txt', value: 'a' },
        { _: 'Txt', value: 'b', Align: 'center' },
      ],
    ],
    [
      [{ _: 'Txt', value: 'a' }, 'b', { value: 'c', Align: 'center' }],
      [
        { _: 'Txt', value: 'a' },
        { _: 'Txt', value: 'b' },
        { _: 'Txt', value: 'c', Align: 'center' },
      ],
    ],
    [[{ _: 'Line', value: '' }], [{ _: 'Line', value: '' }]],
    ['', undefined],
  ])('%j', (sent, expected) => {
    for (const name of ['Head', 'Txt', 'Foot'])
      expect(accepted({ [name]: sent }).esr[name]).toStrictEqual(expected);
  });

  it('hold texts only', () => {
    expect(refused({ Head: [['a']] })).toStrictEqual([['#TYPE', 'ESR.Head[0]']]);
    expect(refused({ Foot: { Txt: [['a']] } })).toStrictEqual([['#TYPE', 'ESR.Foot.Txt[0]']]);
  });
});

it('refuses bottomless extensions', () => {
  const nested = (depth: number, wrap: (inner: unknown) => unknown) => {
    let value: unknown = 'x';
    for (let i = 0; i < depth; i++) value = wrap(value);
    return value;
  };
  for (const wrap of [(v: unknown) => [v], (v: unknown) => ({ Inner: v })]) {
    accepted({ Loyalty: nested(20, wrap) });
    expect(refused({ Loyalty: nested(40, wrap) }).map(([code]) => code)).toStrictEqual(['#TYPE']);
    expect(refused({ Loyalty: nested(5_000, wrap) }).map(([code]) => code)).toStrictEqual(['#TYPE']);
  }
});

it.each<Tree>([
  { Tra: { SESR: { TN: '9' }, ESR: { TN: '1' } } },
  { TraV: { SESR: { TN: '9' }, ESR: { TN: '1' } } },
  { SESR: { TN: '9' }, ESR: { TN: '1' } },
  { Tra: { SESR: { TN: '9' } } },
  { SESR: { TN: '9' } },
])('reads what the sender says of a void: %j', (body) => {
  expect(readSender(body, EUR)).toMatchObject({ esr: { TN: '9' } });
});
