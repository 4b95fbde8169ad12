/**
 * The field tables of the receipt format, row by row. The rows are written from
 * the document and not from `fields.ts`, which is what they test.
 */
import { describe, expect, it } from 'vitest';
import { ALL_FIELDS } from '../countries/fields.ts';
import { saleAsXml } from '../testing/sale-as-xml.ts';
import { complete, type CompleteContext } from './complete.ts';
import type { CountryField } from './mandatory.ts';
import { readTra } from './read.ts';
import type { Tree, TreeValue } from './tree.ts';
import { readXml } from './xml.ts';

/** `Price`: a Currency that may be finer than the currency's own digits, or of another currency. */
type Kind =
  | 'Text'
  | 'Text[]'
  | 'Country'
  | 'Currency'
  | 'Price'
  | 'Decimal'
  | 'Percent'
  | 'Integer'
  | 'DateTime'
  | 'Date'
  | 'Moment'
  | 'Boolean';

/**
 * A row: what a POS may send and what becomes of it; the constant when it is
 * missing, and the name under which countries ask for it when not all do.
 */
type Row = readonly [
  name: string,
  kind: Kind,
  sample: string,
  canonical: string,
  missing?: string,
  country?: CountryField,
];

const ESR: readonly Row[] = [
  ['D', 'DateTime', ' 2026-05-04T11:30:00', '2026-05-04T11:30:00'],
  ['D0', 'DateTime', '2026-05-04T11:29:10.123', '2026-05-04T11:29:10'],
  ['TaxId', 'Text', 'PT599999993', 'PT599999993'],
  ['TL', 'Text', 'Lisboa 1', 'Lisboa 1'],
  ['TT', 'Text', '07', '07'],
  ['TN', 'Text', '0012', '0012'],
  ['T', 'Currency', '5', '5.00'],
  ['TaxN', 'Boolean', 'false', '0'],
  ['Opr', 'Text', '03', '03', '#OPR_MISSING', 'Opr'],
  ['OprN', 'Text', ' Zoë ', ' Zoë '],
  ['OprTIN', 'Text', '123456789', '123456789', '#OPRTIN_MISSING', 'OprTIN'],
  ['DT', 'Text', 'FS', 'FS', '#DT_MISSING', 'DT'],
  ['DN', 'Text', '0815', '0815'],
  ['DD', 'Text', 'PT-TEST', 'PT-TEST'],
  ['DDto', 'Text', '9915:b', '9915:b'],
  ['DO', 'Text', 'noprint', 'noprint'],
  ['NF', 'Text', 'payin', 'payin'],
  ['NFS', 'Text', 'Training', 'Training'],
  ['Void', 'Boolean', '1', '1'],
  ['Test', 'Boolean', 'true', '1'],
  ['RFN', 'Text', 'FS 1_1.26/7', 'FS 1_1.26/7'],
  ['RD', 'Moment', '2026-05-03', '2026-05-03'],
  ['RTL', 'Text', '01', '01'],
  ['RTT', 'Text', '1', '1'],
  ['RTN', 'Text', '007', '007'],
  ['TP', 'Text', 'Mesa 4', 'Mesa 4'],
  ['Rsn', 'Text', 'Devolução', 'Devolução'],
  ['RFiscal', 'Text', 'A1', 'A1'],
  ['ResumeFN', 'Text', '77', '77'],
  ['CZ_id_provoz', 'Text', '11', '11'],
  ['FR_OperationType', 'Text', 'Vente', 'Vente'],
  ['FR_Trainer', 'Text', '9', '9'],
  ['HR_SpecNamj', 'Text', 'x', 'x'],
  ['SK_ParagonNumber', 'Text', '5', '5'],
];

const CTM: readonly Row[] = [
  ['Nam', 'Text', 'Ana & Rui', 'Ana & Rui', '#CTM_NAM_MISSING'],
  ['Nam2', 'Text', '"Lda"', '"Lda"'],
  ['Adr', 'Text', 'Rua <A>', 'Rua <A>', '#CTM_ADR_MISSING'],
  ['Adr2', 'Text', '2.º', '2.º'],
  ['AdrNr', 'Text', '12a', '12a'],
  ['Zip', 'Text', '01000', '01000', '#CTM_ZIP_MISSING'],
  ['City', 'Text', 'Lisboa', 'Lisboa', '#CTM_CITY_MISSING'],
  ['Ctry', 'Country', ' gb', 'GB'],
  ['TaxId', 'Text', 'PT245678913', 'PT245678913'],
  ['CN', 'Text', '0044', '0044'],
  ['Cat', 'Text', 'B2B', 'B2B'],
  ['FR_SIR', 'Text', '1', '1'],
  ['FR_SRN', 'Text', '2', '2'],
  ['FR_NAF', 'Text', '3', '3'],
  ['IT_CodiceLotteria', 'Text', 'ABC', 'ABC'],
  ['PL_EParagon', 'Text', 'ABC', 'ABC'],
];

const POS: readonly Row[] = [
  ['PN', 'Text', '01', '01'],
  ['IN', 'Text', '05601234567890', '05601234567890', '#POS_IN_MISSING', 'Pos.IN'],
  ['ID', 'Text', '01', '01'],
  ['SKU', 'Text', 'x-1', 'x-1'],
  ['Dsc', 'Text', 'Pão', 'Pão', '#POS_DSC_MISSING'],
  ['TaxG', 'Text[]', 'A X1 20 %', 'A X1 20%', '#POS_TAXG_MISSING'],
  ['Amt', 'Currency', '-2.5', '-2.50', '#POS_AMT_MISSING'],
  ['Qty', 'Decimal', '0.640', '0.64'],
  ['QtyU', 'Text', 'kg', 'kg'],
  ['Pri', 'Price', '1.5990', '1.599'],
  ['Note', 'Text', 'sem sal', 'sem sal'],
  ['Void', 'Boolean', 'TRUE', '1'],
  ['VouN', 'Text', '00', '00'],
  ['Dev', 'Text', 'scale', 'scale'],
  ['InH', 'Boolean', '0', '0'],
  ['DE_AGENTUR_ID', 'Integer', '012', '12'],
  ['Cat', 'Text', '7', '7'],
  ['CatN', 'Text', 'Padaria', 'Padaria'],
  ['RFN', 'Text', 'FS 1_1.26/7', 'FS 1_1.26/7'],
  ['RD', 'Moment', '2026-05-03', '2026-05-03'],
  ['RTL', 'Text', '01', '01'],
  ['RTT', 'Text', '1', '1'],
  ['RTN', 'Text', '007', '007'],
  ['RPN', 'Text', '2', '2'],
  ['Rsn', 'Text', 'Troca', 'Troca'],
  ['Resume', 'Text', '1', '1'],
  ['TS', 'Text', '11:29', '11:29'],
  ['SvcStartD', 'Date', '2026-05-01', '2026-05-01'],
  ['SvcEndD', 'Date', '2026-05-31T00:00:00', '2026-05-31'],
  ['PT_TaxExemptionCode', 'Text', 'M01', 'M01'],
  ['PT_TaxExemptionReason', 'Text', 'Artigo 16.º', 'Artigo 16.º'],
  ['SK_SellerIdType', 'Text', 'DIC', 'DIC'],
  ['SK_SellerId', 'Text', '1', '1'],
  ['SK_SpecialRegulation', 'Text', '1', '1'],
  ['SK_InvoiceNumber', 'Text', '1', '1'],
];

const MOD: readonly Row[] = [
  ['PN', 'Text', '1-3', '1-3'],
  ['Dsc', 'Text', 'Promoção', 'Promoção', '#MOD_DSC_MISSING', 'Mod.Dsc'],
  ['Prc', 'Text', '10%', '10%'],
  ['Cat', 'Text', 'D1', 'D1'],
  ['Amt', 'Currency', '+0.5', '0.50', '#MOD_AMT_MISSING'],
];

const LIN: readonly Row[] = [
  // An Integer in the document; but it names the PN of a position, which is a Text.
  ['PN', 'Text', '1', '1'],
  ['Dsc', 'Text', 'Subtotal', 'Subtotal'],
  ['LAmt', 'Text', '5,00 €', '5,00 €'],
];

const PAY: readonly Row[] = [
  ['Dsc', 'Text', 'Numerário', 'Numerário', '#PAY_DSC_MISSING'],
  ['Amt', 'Currency', '5.000', '5.00', '#PAY_AMT_MISSING'],
  ['UID', 'Text', '000123', '000123'],
  ['PayG', 'Text', 'foreign', 'foreign'],
  ['CC', 'Text', 'KWD', 'KWD'],
  // Digits of the foreign currency: three for a dinar.
  ['FAmt', 'Price', '1.234', '1.234'],
];

const TAX: readonly Row[] = [
  ['TaxG', 'Text[]', 'A', 'A', '#TAX_TAXG_MISSING'],
  ['Prc', 'Percent', '23.00', '23', '#TAX_PRC_MISSING'],
  ['Net', 'Currency', '4.07', '4.07'],
  ['TAmt', 'Currency', '0.930', '0.93'],
  ['Amt', 'Currency', '5', '5.00', '#TAX_AMT_MISSING'],
];

/** Where the element of a table stands in the receipt below. */
const PLACES: readonly (readonly [path: string, rows: readonly Row[], element: (esr: Tree) => TreeValue])[] =
  [
    ['ESR', ESR, (esr) => esr],
    ['ESR.Ctm', CTM, (esr) => esr.Ctm!],
    ['ESR.PosA[0]', POS, (esr) => (esr.PosA as Tree[])[0]!],
    ['ESR.PosA[1]', MOD, (esr) => (esr.PosA as Tree[])[1]!],
    ['ESR.PosA[2]', LIN, (esr) => (esr.PosA as Tree[])[2]!],
    ['ESR.PayA[0]', PAY, (esr) => (esr.PayA as Tree[])[0]!],
    ['ESR.PayA[1]', LIN, (esr) => (esr.PayA as Tree[])[1]!],
    ['ESR.TaxA[0]', TAX, (esr) => (esr.TaxA as Tree[])[0]!],
  ];

/** An e-invoice with everything that any country demands. */
const RECEIPT: Tree = {
  T: '5.00',
  Opr: '3',
  OprTIN: '123',
  DT: 'FT',
  DD: 'PT',
  Ctm: { Nam: 'Ana', Adr: 'Rua A', Zip: '1000', City: 'Lisboa' },
  PosA: [
    { _: 'Pos', PN: '1', IN: '560', Dsc: 'Vinho', TaxG: 'A', Amt: '6.00' },
    { _: 'Mod', PN: '1', Dsc: 'Promo', Amt: '-1.00' },
    { _: 'Lin', PN: '1', Dsc: 'tinto' },
  ],
  PayA: [
    { _: 'Pay', Dsc: 'Cash', PayG: 'cash', Amt: '5.00' },
    { _: 'Lin', Dsc: 'obrigado' },
  ],
  TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '23', Amt: '5.00' }],
};

const CONTEXT: CompleteContext = {
  now: '2026-05-04T12:00:00',
  currencyDigits: 2,
  TL: '1',
  TT: '1',
  maxDaysOff: 7,
  maxMinutesAhead: 15,
  taxes: { byName: () => null, byRate: () => null },
  paymentGroups: new Set(),
  mandatory: new Set(),
};
const EVERY_COUNTRY: ReadonlySet<CountryField> = new Set(['Opr', 'OprTIN', 'DT', 'Pos.IN', 'Mod.Dsc']);

const READING = { currencyDigits: 2, fields: ALL_FIELDS };

const readJson = (ESR: Tree) => readTra({ Tra: { ESR } }, READING);

/** Reads a receipt the way of XML: scalars are attributes, `{ value }` is an element with text. */
function readAsXml(ESR: Tree) {
  const xml = readXml(saleAsXml({ Tra: { ESR } }));
  if ('issue' in xml) throw new Error(xml.issue.text);
  return readTra(xml.tree, READING);
}

const FORMS: readonly (readonly [
  string,
  (esr: Tree) => ReturnType<typeof readTra>,
  (text: string) => TreeValue,
])[] = [
  ['JSON', readJson, (text) => text],
  ['an XML attribute', readAsXml, (text) => text],
  ['an XML element', readAsXml, (text) => (text === '' ? {} : { value: text })],
];

/** Values of JSON's own types that a kind takes, and what they become. */
const NATIVE: Record<Kind, readonly (readonly [TreeValue, string])[]> = {
  Text: [
    [42, '42'],
    [true, 'true'],
  ],
  'Text[]': [
    [23, '23'],
    [['A', 'X1'], 'A X1'],
  ],
  Country: [],
  Currency: [
    [5, '5.00'],
    [-0.5, '-0.50'],
  ],
  Price: [[1.599, '1.599']],
  Decimal: [
    [0.64, '0.64'],
    [-2, '-2'],
  ],
  Percent: [[5.5, '5.5']],
  Integer: [[12, '12']],
  DateTime: [],
  Date: [],
  Moment: [],
  Boolean: [
    [true, '1'],
    [false, '0'],
    [1, '1'],
    [0, '0'],
  ],
};

const LONG = 'ãb<&>"'.repeat(2000).slice(0, 10_000);
const DIGITS = '9'.repeat(15);
const DECIMALS: readonly string[] = [DIGITS, `-${DIGITS}`, `0.${DIGITS}`];

/** The longest and largest values of a kind, which are kept as they are. */
const LARGEST: Record<Kind, readonly string[]> = {
  Text: [LONG],
  'Text[]': [LONG],
  Country: ['PT', 'XK'],
  Currency: ['99999999999.99', '-99999999999.99', '0.01'],
  Price: DECIMALS,
  Decimal: DECIMALS,
  Percent: [DIGITS, `0.${DIGITS}`],
  Integer: [DIGITS, `-${DIGITS}`],
  DateTime: ['2024-02-29T23:59:59', '2026-01-01T00:00:00'],
  Date: ['2024-02-29', '2026-12-31'],
  Moment: ['2024-02-29', '2026-12-31T23:59:59'],
  Boolean: ['0', '1'],
};

const TOO_LONG: readonly string[] = [`${DIGITS}9`, `-${DIGITS}9`, `0.${DIGITS}9`];
/** Of a fraction that is too long as many decimals are kept as there may be. */
const TOO_LARGE = TOO_LONG.filter((text) => !text.includes('.'));
const NO_NUMBER: readonly string[] = ['much', '1,50', '1e3', '0x1F', '1 000', '.', '-'];

/** Texts that a kind refuses: words, and what is one digit, second or day beyond. */
const REFUSED: Record<Kind, readonly string[]> = {
  Text: [],
  'Text[]': [],
  Country: ['PRT', 'XX', 'ZZ', 'UK', 'Portugal', '\uFB01'],
  Currency: ['100000000000.00', '-100000000000.00', ...NO_NUMBER],
  Price: [...TOO_LARGE, ...NO_NUMBER],
  Decimal: [...TOO_LARGE, ...NO_NUMBER],
  Percent: [...TOO_LONG, ...NO_NUMBER, '-1'],
  Integer: [`${DIGITS}9`, '1.5', '1.0', ...NO_NUMBER],
  DateTime: [
    '2026-02-29T10:00:00',
    '2026-05-04T24:00:00',
    '2026-05-04T10:00:00Z',
    '2026-05-04',
    'now',
    '2026-05-04T10:00:00.',
  ],
  Date: ['2026-02-29', '2026-05-04T24:00:00', '2026-05', '04.05.2026', 'today'],
  Moment: ['2026-02-29', '2026-05-04T24:00:00', '2026-05-04T10:00:00Z', '04.05.2026', 'yesterday'],
  Boolean: ['2', 'yes', '-1'],
};

/** Values of JSON's own types that a kind refuses. */
const WRONG_NATIVE: Record<Kind, readonly TreeValue[]> = {
  Text: [['a']],
  'Text[]': [[['a']], [{ a: '1' }], [7]],
  Country: [['PT'], true, 42],
  Currency: [['1.00'], true],
  Price: [['1.00'], false],
  Decimal: [['1'], true],
  Percent: [['1'], true, -1],
  Integer: [['1'], true, 1.5],
  DateTime: [['2026-05-04T10:00:00'], 20260504, true],
  Date: [['2026-05-04'], 20260504, true],
  Moment: [['2026-05-04'], 20260504, true],
  Boolean: [['1'], 2],
};

describe.each(PLACES)('%s', (path, rows, elementOf) => {
  const element = (esr: unknown) => elementOf(esr as Tree) as Tree;
  /** The receipt with one value set; undefined takes it away. */
  const receipt = (name: string, value: TreeValue | undefined): Tree => {
    const esr = structuredClone(RECEIPT);
    if (value === undefined) delete element(esr)[name];
    else element(esr)[name] = value;
    return esr;
  };
  const problems = (result: ReturnType<typeof readTra>): [string, string][] =>
    result.issues.map((i) => [i.code, i.path]);

  for (const [name, kind, sample, canonical, missing, country] of rows)
    describe(`${name} (${kind})`, () => {
      const place = `${path}.${name}`;
      const expectRead = (result: ReturnType<typeof readTra>, expected: string | undefined) => {
        expect(result).toMatchObject({ issues: [], warnings: [] });
        const { [name]: _sent, ...others } = element(RECEIPT);
        const { [name]: read, ...rest } = element(result.tra!.ESR);
        expect(read).toBe(expected);
        expect(rest).toEqual(others);
      };

      describe.each(FORMS)('as %s', (_form, read, write) => {
        it('is kept', () => expectRead(read(receipt(name, write(sample))), canonical));

        it('is kept to the last digit and letter', () => {
          for (const text of LARGEST[kind]) expectRead(read(receipt(name, write(text))), text);
        });

        it('counts as absent when it is empty', () => {
          expect(read(receipt(name, write('')))).toEqual(read(receipt(name, undefined)));
        });

        it('is refused with its path when it is of another type', () => {
          for (const text of REFUSED[kind]) {
            expect(problems(read(receipt(name, write(text))))).toEqual([['#TYPE', place]]);
          }
          expect(problems(read(receipt(name, { a: '1' })))).toEqual([['#TYPE', place]]);
          if (kind === 'Currency') {
            expect(problems(read(receipt(name, write('0.001'))))).toEqual([['#AMOUNT_PRECISION', place]]);
          }
        });
      });

      it("takes JSON's own types where they mean the same", () => {
        for (const [value, expected] of NATIVE[kind]) expectRead(readJson(receipt(name, value)), expected);
        for (const value of WRONG_NATIVE[kind]) {
          expect(problems(readJson(receipt(name, value)))).toEqual([['#TYPE', place]]);
        }
        expect(readJson(receipt(name, null))).toEqual(readJson(receipt(name, undefined)));
      });

      it(missing ? `is asked for by ${missing} when it is absent` : 'may be absent', () => {
        const asked = (mandatory: ReadonlySet<CountryField>) =>
          complete(readJson(receipt(name, undefined)).tra!.ESR, { ...CONTEXT, mandatory }).issues.map((i) => [
            i.code,
            i.path,
          ]);
        expect(asked(EVERY_COUNTRY)).toEqual(missing ? [[missing, place]] : []);
        if (country) {
          expect(asked(new Set([country]))).toEqual([[missing, place]]);
          expect(asked(new Set())).toEqual([]);
        }
      });
    });
});

describe('the type of an entry of PosA', () => {
  const types = (result: ReturnType<typeof readTra>) => result.tra?.ESR.PosA?.map((p) => p._);
  const entry = { Dsc: 'Vale', TaxG: 'A', Amt: '5.00' };

  it('is the element name, `_` or PTY, and Pos when nothing is said', () => {
    for (const type of ['Pos', 'Mod', 'Lin', 'Dep', 'Vou', 'Adv', 'Tip', 'FoC']) {
      for (const key of ['_', 'PTY']) {
        expect(types(readJson({ PosA: [{ ...entry, [key]: type }] }))).toEqual([type]);
      }
      expect(types(readAsXml({ PosA: [{ ...entry, _: type }] }))).toEqual([type]);
      expect(types(readAsXml({ PosA: [{ ...entry, PTY: type }] }))).toEqual([type]);
      expect(types(readAsXml({ PosA: [{ ...entry, PTY: { value: type } }] }))).toEqual([type]);
    }
    for (const none of ['', null])
      expect(types(readJson({ PosA: [{ ...entry, PTY: none }] }))).toEqual(['Pos']);
    expect(types(readJson({ PosA: [entry] }))).toEqual(['Pos']);
  });

  it.each<[TreeValue, string]>([
    [['Vou'], '#TYPE'],
    [{ a: '1' }, '#TYPE'],
    ['<Vou>', '#NAME'],
    ['two words', '#NAME'],
  ])('cannot be %j', (value, code) => {
    for (const key of ['_', 'PTY']) {
      const { issues } = readJson({ PosA: [{ ...entry, [key]: value }] });
      expect(issues.map((i) => [i.code, i.path])).toEqual([[code, `ESR.PosA[0].${key}`]]);
    }
  });
});

it('takes blanks for a word in a text or attribute, and for layout in an XML element', () => {
  expect(readJson({ T: ' ' }).issues).toMatchObject([{ code: '#TYPE', path: 'ESR.T' }]);
  expect(readAsXml({ T: ' ' }).issues).toMatchObject([{ code: '#TYPE', path: 'ESR.T' }]);
  expect(readAsXml({ T: { value: '\n ' } }).tra).toEqual({ ESR: {} });
});
