import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { FIELDS } from './fields.ts';
import type { Issue } from './issue.ts';
import { readTra } from './read.ts';
import { checkText, isName, type Tree } from './tree.ts';
import { readXml, writeXml } from './xml.ts';
import { runs } from '../testing/runs.ts';
import { anyCharacter } from '../testing/any-character.ts';

function read(text: string): Tree {
  const result = readXml(text);
  if ('issue' in result) throw new Error(result.issue.text);
  return result.tree;
}

function refused(text: string): Issue {
  const result = readXml(text);
  expect(result).toHaveProperty('issue');
  return (result as { issue: Issue }).issue;
}

describe('reading', () => {
  it('takes attributes and child elements for the same thing', () => {
    expect(read('<ESR TN="7" T="1.00"/>')).toEqual({ ESR: { TN: '7', T: '1.00' } });
    expect(read('<ESR><TN>7</TN><T>1.00</T></ESR>')).toEqual({ ESR: { TN: '7', T: '1.00' } });
    expect(read('<ESR TN="7"><T>1.00</T></ESR>')).toEqual({ ESR: { TN: '7', T: '1.00' } });
  });

  it('keeps the order of positions, modifiers and print lines', () => {
    const text =
      '<PosA><Pos Dsc="a"/><Mod Amt="-1"/><Pos Dsc="b"/><Lin Dsc="c"/><Mod Amt="2"/><Pos Dsc="d"/></PosA>';
    expect(read(text).PosA).toEqual([
      { _: 'Pos', Dsc: 'a' },
      { _: 'Mod', Amt: '-1' },
      { _: 'Pos', Dsc: 'b' },
      { _: 'Lin', Dsc: 'c' },
      { _: 'Mod', Amt: '2' },
      { _: 'Pos', Dsc: 'd' },
    ]);
  });

  it('makes a list of a single entry, and an empty one of none', () => {
    expect(read('<PayA><Pay Amt="1"/></PayA>').PayA).toEqual([{ _: 'Pay', Amt: '1' }]);
    expect(read('<PosA/>').PosA).toEqual([]);
    expect(read('<PosA> <!-- nothing --> </PosA>').PosA).toEqual([]);
  });

  it('ignores comments, processing instructions, line breaks between elements and the declaration', () => {
    const text = `<?xml version="1.0" encoding="utf-16"?>
      <?robot on?><!-- a --><Tra>
        <ESR TN='7'  T = "1.00"
             D="2026-01-15T10:15:30"><!-- b -->
        </ESR>
      </Tra><!-- c -->`;
    expect(read(text)).toEqual({ Tra: { ESR: { TN: '7', T: '1.00', D: '2026-01-15T10:15:30' } } });
  });

  it('understands entities, character references and CDATA', () => {
    expect(read('<A B="&lt;&amp;&gt;&quot;&apos;&#233;&#x1F377;"/>')).toEqual({ A: { B: '<&>"\'é🍷' } });
    expect(read('<A>x &amp; <![CDATA[<y> & ]]>z</A>')).toEqual({ A: 'x & <y> & z' });
  });

  it('keeps blanks around and inside a text', () => {
    expect(read('<Txt>  two  words\n </Txt>')).toEqual({ Txt: '  two  words\n ' });
    expect(read('<A> \n </A>')).toEqual({ A: '' });
  });

  it('gives text beside attributes as value', () => {
    expect(read('<Head><Txt Align="center">Hello</Txt><Txt>World</Txt></Head>').Head).toEqual([
      { _: 'Txt', Align: 'center', value: 'Hello' },
      { _: 'Txt', value: 'World' },
    ]);
  });

  it.each([
    ['<Foot>Bye</Foot>', 'Bye'],
    ['<Foot Txt="Bye"/>', { Txt: 'Bye' }],
    ['<Foot Align="center">Bye</Foot>', { Align: 'center', value: 'Bye' }],
    ['<Foot><Txt>Bye</Txt></Foot>', [{ _: 'Txt', value: 'Bye' }]],
  ])('knows the texts of a receipt in the form %s', (text, expected) => {
    expect(read(text).Foot).toEqual(expected);
  });

  it('drops schema hints and keeps the namespaces of extensions', () => {
    const text =
      '<Tra xmlns="urn:x" xmlns:xsi="urn:i" xmlns:xsd="urn:d" xsi:schemaLocation="a b"><ESR xmlns:acme="urn:acme" acme:Card="7"/></Tra>';
    expect(read(text)).toEqual({ Tra: { ESR: { 'xmlns:acme': 'urn:acme', 'acme:Card': '7' } } });
  });

  it('takes our format with a prefix of its own', () => {
    const text =
      '<efr:Tra xmlns:efr="urn:e" xmlns:acme="urn:a"><efr:ESR efr:TN="7" acme:Card="1"><efr:PosA><efr:Pos Amt="1"/></efr:PosA><efr:Txt>a</efr:Txt></efr:ESR></efr:Tra>';
    expect(read(text)).toEqual({
      Tra: {
        'xmlns:acme': 'urn:a',
        ESR: { TN: '7', 'acme:Card': '1', PosA: [{ _: 'Pos', Amt: '1' }], Txt: 'a' },
      },
    });
    expect(read('<efr:Tra xmlns:efr="urn:e"><ESR TN="7"/></efr:Tra>')).toEqual({ Tra: { ESR: { TN: '7' } } });
  });

  it.each([
    ['<e:Tra xmlns:e="u"><e:__proto__ a="1"/></e:Tra>', '#NAME'],
    ['<e:Tra xmlns:e="u" e:__proto__="1"/>', '#NAME'],
    ['<e:Tra xmlns:e="u" TN="1" e:TN="2"/>', '#DUPLICATE_NAME'],
    ['<e:Tra xmlns:e="u" TN="1"><e:TN>2</e:TN></e:Tra>', '#DUPLICATE_NAME'],
  ])('refuses behind the prefix what it refuses without: %s', (text, code) => {
    expect(readXml(text)).toMatchObject({ issue: { code } });
  });

  it('makes lists of repeated texts and of repeated extensions', () => {
    expect(read('<ESR><Txt>a</Txt><Txt>b</Txt><Txt>c</Txt></ESR>')).toEqual({
      ESR: { Txt: ['a', 'b', 'c'] },
    });
    expect(read('<Loyalty><Coupon N="1"/><Coupon N="2"/><Coupon N="3"/></Loyalty>')).toEqual({
      Loyalty: { Coupon: [{ N: '1' }, { N: '2' }, { N: '3' }] },
    });
  });

  it.each([
    '<ESR T="1.00"><T>2.00</T></ESR>',
    '<ESR><T>1.00</T><T>2.00</T></ESR>',
    '<Tra><ESR/><ESR/></Tra>',
    '<ESR><PosA/><PosA/></ESR>',
    '<Cfg><AgenturA/><AgenturA/></Cfg>',
    '<ESR><Ctm Nam="a"/><Ctm Nam="b"/></ESR>',
    '<ESR Loyalty="1"><Loyalty>2</Loyalty></ESR>',
  ])('refuses to choose between two values: %s', (text) => {
    expect(refused(text).code).toBe('#DUPLICATE_NAME');
  });

  it.each(['<A __proto__="1"/>', '<__proto__ B="1"/>', '<A><__proto__/></A>', '<A a:b:c="1"/>'])(
    'refuses the name in %s',
    (text) => {
      const { code, text: message } = refused(text);
      expect(code).toBe('#NAME');
      expect(message).toMatch(/ at line 1, column \d+$/);
    },
  );

  it('takes names of built-in properties for plain names', () => {
    expect(read('<A constructor="1"><toString B="2"/></A>')).toEqual({
      A: { constructor: '1', toString: { B: '2' } },
    });
  });
});

describe('what is not XML', () => {
  it.each<[string, string, number, number]>([
    ['an unclosed element', '<Tra>\n  <ESR>\n</Tra>', 3, 6],
    ['an open end', '<Tra>\n<ESR/>\n', 3, 0],
    ['crossed elements', '<A><B></A></B>', 1, 10],
    ['two roots', '<A/>\n<B/>', 2, 3],
    ['text before the root', 'x<A/>', 1, 2],
    ['text after the root', '<A/>\nx', 2, 1],
    ['an unquoted attribute', '<A\n  B=1/>', 2, 5],
    ['an attribute without value', '<A B/>', 1, 5],
    ['an attribute given twice', '<A\nB="1"\nB="2"/>', 3, 6],
    ['a bare ampersand', '<A>fish & chips</A>', 1, 9],
    ['a bare ampersand in an attribute', '<A B="fish & chips"/>', 1, 12],
    ['a bare less-than sign', '<A B="<"/>', 1, 7],
    [
      'a bare ampersand far from the next semicolon',
      '<A>\n<B>fish & chips</B>\n<B>salt &amp; pepper</B>\n</A>',
      2,
      9,
    ],
    ['a bare ampersand behind harmless ones', '<A><!-- & --><![CDATA[&]]>&amp;\n& x</A>', 2, 1],
    ['an unknown entity', '<A>&euro;</A>', 1, 9],
    ['a control character', '<A>\u0001</A>', 1, 4],
    ['a reference to a control character', '<A>&#1;</A>', 1, 7],
    ['a reference to half a character', '<A>&#xD83C;</A>', 1, 11],
    ['a late declaration', '\n<?xml version="1.0"?><A/>', 2, 6],
    ['nothing', '', 1, 0],
    ['a wrong start', 'Tra', 1, 3],
  ])('is refused with its place: %s', (_name, text, line, column) => {
    const issue = refused(text);
    expect(issue.code).toBe('#XML');
    const place = /at line (\d+), column (\d+)$/.exec(issue.text)!;
    expect(Number(place[1])).toBe(line);
    // The parser may notice a few characters later.
    expect(Math.abs(Number(place[2]) - column)).toBeLessThanOrEqual(2);
  });

  it.each([
    '<!DOCTYPE Tra><Tra/>',
    '<!DOCTYPE Tra SYSTEM "http://127.0.0.1/x.dtd"><Tra/>',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    '<!DOCTYPE a [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>',
  ])('may not define a document type: %s', (text) => {
    expect(refused(text)).toMatchObject({
      code: '#XML',
      text: expect.stringContaining('document type') as string,
    });
  });

  it('has no text that would be lost beside the elements of a list', () => {
    for (const text of ['<Head>Bom<br/>dia</Head>', '<PosA>x<Pos/></PosA>'])
      expect(refused(`<Tra><ESR>${text}</ESR></Tra>`)).toMatchObject({ code: '#XML' });
  });

  it('may not be nested without end', () => {
    expect(read(`${'<A>'.repeat(30)}${'</A>'.repeat(30)}`)).toHaveProperty('A');
    for (const depth of [40, 100_000]) {
      expect(refused(`${'<A>'.repeat(depth)}${'</A>'.repeat(depth)}`).text).toContain('nested');
    }
  });
});

describe('writing', () => {
  it('uses attributes for values, elements for groups and for the texts of an answer', () => {
    const answer = {
      SQ: 12,
      Result: { RC: 'OK', ErrorCode: '#X', Warning: ['a', 'b'] },
      ESR: { D: '2026-01-15T10:15:30', TN: '1' },
      Fis: { Code: 'A:1*B:2', Tag: [{ Label: 'NIF', Name: 'n', Value: 'v' }] },
    };
    expect(writeXml('TraC', answer)).toBe(
      '<TraC SQ="12"><Result RC="OK"><ErrorCode>#X</ErrorCode><Warning>a</Warning><Warning>b</Warning></Result>' +
        '<ESR D="2026-01-15T10:15:30" TN="1"/>' +
        '<Fis><Code>A:1*B:2</Code><Tag Label="NIF" Name="n" Value="v"/></Fis></TraC>',
    );
  });

  it('leaves out what is not there', () => {
    expect(writeXml('A', { B: undefined, C: null, D: '' })).toBe('<A D=""/>');
  });

  it('writes the entries of a list by their type, in order', () => {
    const PosA = [
      { _: 'Pos', Dsc: 'a' },
      { _: 'Mod', Amt: '-1.00' },
      { _: 'Lin', Dsc: 'b' },
    ];
    expect(writeXml('ESR', { PosA })).toBe(
      '<ESR><PosA><Pos Dsc="a"/><Mod Amt="-1.00"/><Lin Dsc="b"/></PosA></ESR>',
    );
    expect(writeXml('ESR', { PosA: [] })).toBe('<ESR><PosA/></ESR>');
  });

  it('stays XML when a warning quotes what XML cannot carry', () => {
    const written = writeXml('Result', { Note: 'found "\u0001\ud83c\uffff"', Warning: ['\u0000x\ufffe'] });
    expect(read(written)).toEqual({
      Result: { Note: 'found "\ufffd\ufffd\ufffd"', Warning: '\ufffdx\ufffd' },
    });
  });

  it('loses nothing of lists in lists', () => {
    const Sizes = [
      ['1', '2'],
      ['3', { Name: 'x' }],
    ];
    expect(read(writeXml('ESR', { Sizes }))).toEqual({
      ESR: { Sizes: [{ Sizes: ['1', '2'] }, { Sizes: ['3', { Name: 'x' }] }] },
    });
    const bare = Object.assign(Object.create(null) as object, { Name: 'x' });
    expect(writeXml('ESR', { Sizes: [[bare]] })).toContain('Name="x"');
  });
});

/** Texts of all kinds that a receipt may hold. */
const texts = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom(...'<>&"\'\t\n\r ]]>') }),
    fc.constantFrom('12.3', '-5', '<![CDATA[x]]>', '&lt;', ' a ', '\r\n', '\u00a0', '\u2028'),
  )
  .filter((text) => {
    const issues: Issue[] = [];
    checkText(text, '', issues);
    return issues.length === 0;
  });

/** Names that mean nothing special in XML. */
const names = fc
  .oneof(
    fc.constantFrom('TN', 'OprN', 'TaxId', 'Loyalty', 'acme:Card', 'constructor', 'PT_Extra'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 }),
    fc.string({ unit: 'grapheme', minLength: 5, maxLength: 9 }),
  )
  .filter(isName)
  .filter((name) => !/^(xmlns|xsi)(:|$)/.test(name) && !/^(_|value|Txt|Code|Link|QR)$/.test(name));

const attributes = fc.dictionary(names, texts, { maxKeys: 6 });
const filled = fc.dictionary(names, texts, { minKeys: 1, maxKeys: 4 });
const entries = (...types: string[]) =>
  fc.array(
    fc.tuple(fc.constantFrom(...types), attributes).map(([type, rest]) => ({ _: type, ...rest })),
    { maxLength: 5 },
  );
const records = fc
  .tuple(
    filled,
    fc.record(
      {
        Ctm: filled,
        PosA: entries('Pos', 'Mod', 'Lin', 'Dep'),
        PayA: entries('Pay'),
        Head: fc.array(
          texts.filter((t) => t.trim() !== '').map((value) => ({ _: 'Txt', value })),
          { maxLength: 3 },
        ),
        Loyalty: fc
          .tuple(
            filled,
            fc.record({ Level: filled, Coupon: fc.array(filled, { minLength: 2, maxLength: 4 }) }),
          )
          .map(([a, b]) => ({ ...a, ...b })),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([a, b]) => ({ ...a, ...b }));

describe('texts beside each other', () => {
  it('come back as they were written', () => {
    const ESR = {
      Txt: [
        { _: 'Txt', value: 'a' },
        { _: 'Txt', Align: 'center', value: 'b' },
      ],
    };
    const text = writeXml('ESR', ESR);
    expect(text).toBe('<ESR><Txt>a</Txt><Txt Align="center">b</Txt></ESR>');
    expect(readTra({ Tra: read(text) }, { currencyDigits: 2, fields: FIELDS }).tra).toEqual({ ESR });
  });
});

describe('schema hints', () => {
  it('are dropped in JSON too', () => {
    const ESR = { xmlns: 'urn:x', 'xmlns:xsi': 'urn:i', 'xsi:type': 'Sale', 'xmlns:acme': 'urn:a', TN: '7' };
    const { tra, issues } = readTra({ Tra: { xmlns: 'urn:x', ESR } }, { currencyDigits: 2, fields: FIELDS });
    expect(issues).toEqual([]);
    expect(tra).toEqual({ ESR: { 'xmlns:acme': 'urn:a', TN: '7' } });
  });
});

describe('any record', () => {
  it('is the same after writing and reading', () => {
    fc.assert(
      fc.property(records, (ESR) => {
        expect(read(writeXml('ESR', ESR))).toEqual({ ESR });
      }),
      { numRuns: runs(300) },
    );
  });

  it('says the same in XML and in JSON', () => {
    const amounts = fc.constantFrom('1', '2.5', '-3.00', '1.005', 'x', '');
    const sales = fc.record(
      {
        D: fc.constantFrom('2026-01-15T10:15:30', '2026-01-15'),
        T: amounts,
        Void: fc.constantFrom('0', '1', 'true', 'maybe'),
        OprN: texts,
        Ctm: fc.record({ Nam: texts, TaxId: texts, Abc: texts }),
        PosA: fc.array(
          fc.record({
            _: fc.constantFrom('Pos', 'Mod', 'Lin', 'Dep'),
            Dsc: texts,
            Amt: amounts,
            Qty: amounts,
            TaxG: texts,
          }),
          { maxLength: 4 },
        ),
        TaxA: fc.array(
          fc.record({ _: fc.constant('Tax'), Prc: fc.constantFrom('23', '6.0 %', '-1'), Amt: amounts }),
          { maxLength: 2 },
        ),
        Loyalty: filled,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(sales, records, (sale, extra) => {
        const Tra = { ESR: { ...extra, ...sale } };
        const fromXml = readTra(read(writeXml('Tra', Tra)), { currencyDigits: 2, fields: FIELDS });
        const fromJson = readTra(JSON.parse(JSON.stringify({ Tra })) as Tree, {
          currencyDigits: 2,
          fields: FIELDS,
        });
        // Attributes come before elements in XML, so problems may be found in another order.
        const found = ({ tra, issues, warnings }: typeof fromXml) => ({
          tra,
          issues: issues.map((i) => i.text).sort(),
          warnings: [...warnings].sort(),
        });
        expect(found(fromXml)).toEqual(found(fromJson));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('prefixes', () => {
  /** Parses as those do who know namespaces. */
  const strictly = (xml: string) => {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(xml).close();
  };

  it('must be declared', () => expect(() => strictly('<ESR x:y="1"/>')).toThrow(/x/));

  it('are declared where nothing declares them, and come back as they were sent', () => {
    const record = {
      _: 'Tra',
      'x:note': 'a',
      ESR: { 'x:y': '1', 'z:list': [{ _: 'q:entry', 'x:k': '2' }], 'w:plain': ['a', 'b'], 'v:empty': [] },
    };
    const xml = writeXml('Tra', record);
    strictly(xml);
    expect(xml.match(/xmlns:x=/g)).toHaveLength(1);
    expect(read(xml)).toMatchObject({ Tra: { 'x:note': 'a', ESR: { 'x:y': '1', 'w:plain': ['a', 'b'] } } });
    expect(JSON.stringify(read(xml))).not.toContain('xmlns');
  });

  it('stay as they were declared, unless XML forbids it', () => {
    const kept = '<ESR xmlns:my="urn:mine" my:note="1"/>';
    expect(writeXml('ESR', (read(kept) as { ESR: object }).ESR)).toBe(kept);
    const odd = {
      ...{ 'xmlns:a': '', 'xmlns:b': 'urn:x', 'xmlns:c': 'urn:x', 'xmlns:xml': 'urn:y', 'xmlns:xmlns': 'z' },
      ...{ 'xmlns:d': 'http://www.w3.org/2000/xmlns/', 'xmlns:e': 'urn:tillmark:undeclared:f' },
      ...{ 'a:k': '1', 'b:k': '2', 'c:k': '3', 'd:k': '4', 'e:k': '5', 'f:k': '6', 'xml:lang': 'pt' },
      ...{ 'xmlns:g': { k: '7' }, 'xmlns:h': ['8'] },
    };
    strictly(writeXml('ESR', odd));
  });

  it('of any names make well-formed XML', () => {
    const prefix = fc.constantFrom('a', 'b', 'xml', 'xmlns', 'xsi', 'É');
    const name = fc.oneof(
      fc.constantFrom('k', 'lists', '_'),
      fc.tuple(prefix, fc.constantFrom('a', 'b', 'k')).map((p) => p.join(':')),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('', 'urn:a', 'urn:b', '1'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 6 }), (record) => {
        const { tra } = readTra(
          { ESR: { PosA: [], Extension: record as Tree } },
          { currencyDigits: 2, fields: FIELDS },
        );
        if (tra) strictly(writeXml('Tra', tra));
      }),
      { numRuns: runs(300) },
    );
  });
});
