import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectWell, runService, type Running } from '../testing/running-service.ts';
import { esr, sale } from '../testing/sales.ts';

/** Nothing but the configuration is in the journal, and the next sale gets the next number. */
async function expectUnharmed(running: Running): Promise<void> {
  expect(await running.records()).toHaveLength(1);
  await expectWell(running);
  expect((await running.records())[1]).toMatchObject({ SQ: 2, ESR: { TN: '1' } });
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const json = (esrText: string) => `{"Tra":{"ESR":${esrText}}}`;
const positions = (text: string) => json(`{"PosA":[{"_":"Pos","Dsc":"x","TaxG":"A","Amt":"1.00"},${text}]}`);

describe('JSON that is BAD', () => {
  it.each<[string, string, string, RegExp]>([
    ['cut off', '{"Tra":', '#JSON', /too early|line 1/],
    ['broken in line 3', '{"Tra": {\n"ESR": {\n"T": 1.00.0 }}}', '#JSON', /line 3, column/],
    ['a list', '[1]', '#RECORD', /object/],
    ['a number', '7', '#RECORD', /object/],
    ['without record', '{"Sale":{}}', '#RECORD', /Sale/],
    ['without ESR', '{"Tra":{}}', '#RECORD', /ESR/],
    ['with ESR as text', '{"Tra":{"ESR":"x"}}', '#RECORD', /ESR/],
    ['with an amount that is none', json('{"T":"1,00"}'), '#TYPE', /ESR\.T:/],
    ['with an amount in exponent form', json('{"T":"1e3"}'), '#TYPE', /ESR\.T:/],
    ['with a group for an amount', json('{"T":{"a":1}}'), '#TYPE', /ESR\.T:/],
    [
      'with too fine an amount',
      positions('{"_":"Pos","Dsc":"x","TaxG":"A","Amt":"1.001"}'),
      '#AMOUNT_PRECISION',
      /ESR\.PosA\[1\]\.Amt/,
    ],
    ['with a date that does not exist', json('{"D":"2026-02-30T10:00:00"}'), '#TYPE', /ESR\.D:/],
    ['with a text for positions', json('{"PosA":"none"}'), '#TYPE', /ESR\.PosA:/],
    ['with a number for a position', positions('7'), '#TYPE', /ESR\.PosA\[1\]/],
    ['with a list for a customer', json('{"Ctm":[]}'), '#TYPE', /ESR\.Ctm/],
    [
      'with a position without amount',
      positions('{"_":"Pos","Dsc":"x","TaxG":"A"}'),
      '#POS_AMT_MISSING',
      /ESR\.PosA\[1\]\.Amt/,
    ],
    ['with a control character', json('{"Opr":"a\\u0000b"}'), '#CHARACTER', /ESR\.Opr/],
    ['with half a character', json('{"Opr":"\\ud800"}'), '#CHARACTER', /ESR\.Opr/],
    [
      'with __proto__ in the record',
      '{"__proto__":{"x":1},"Tra":{"ESR":{"__proto__":{"T":"1"}}}}',
      '#NAME',
      /__proto__/,
    ],
    ['with __proto__ beside ESR', '{"Tra":{"__proto__":{"ESR":{}},"ESR":{}}}', '#NAME', /__proto__/],
    [
      'with __proto__ in a position',
      positions('{"_":"Pos","__proto__":{"Amt":"1.00"}}'),
      '#NAME',
      /PosA\[1\]\.__proto__/,
    ],
    ['with a name that is markup', json('{"<x>":"1"}'), '#NAME', /<x>/],
    ['with a type that is markup', positions('{"_":"Pos><x","Amt":"1"}'), '#NAME', /PosA\[1\]\._/],
    ['nested too deeply', json(`{"Extra":${nested(100_000)}}`), '#TYPE', /nested/],
    ['nothing', '', '#BODY', /empty/],
  ])('when it is %s', async (_what, body, code, place) => {
    const running = await runService();
    const answer = await running.post('/register', body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
    const { Result, SQ } = answer.json.TraC;
    expect([Result.RC, Result.ErrorCode, SQ]).toEqual(['BAD', code, undefined]);
    expect(Result.Warning.join('\n')).toMatch(place);
    expect(Result.UserMessage).toBeTruthy();
    await expectUnharmed(running);
  });
});

const entities = `<!DOCTYPE Tra [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>`;

describe('XML that is BAD', () => {
  it.each<[string, string, string, RegExp]>([
    ['cut off', '<Tra><ESR>', '#XML', /line 1/],
    ['broken in line 2', '<Tra>\n<ESR T="1.00></ESR></Tra>', '#XML', /line 2, column/],
    ['no XML at all', 'hello', '#XML', /line 1/],
    ['closed in the wrong order', '<Tra><ESR></Tra></ESR>', '#XML', /line 1/],
    ['expanding entities', `${entities}<Tra><ESR Opr="&c;"/></Tra>`, '#XML', /document type/],
    [
      'reading a file',
      '<!DOCTYPE Tra [<!ENTITY a SYSTEM "file:///etc/passwd">]><Tra><ESR Opr="&a;"/></Tra>',
      '#XML',
      /document type/,
    ],
    ['using an unknown entity', '<Tra><ESR Opr="&nbsp;"/></Tra>', '#XML', /line 1/],
    ['giving an attribute twice', '<Tra><ESR Opr="1" Opr="2"/></Tra>', '#XML', /line 1/],
    ['giving an element twice', '<Tra><ESR><Ctm/><Ctm/></ESR></Tra>', '#DUPLICATE_NAME', /Ctm/],
    ['using __proto__ as attribute', '<Tra><ESR __proto__="x"/></Tra>', '#NAME', /__proto__/],
    ['using __proto__ as element', '<Tra><ESR><__proto__ Amt="1"/></ESR></Tra>', '#NAME', /__proto__/],
    ['nested too deeply', `${'<Extra>'.repeat(5000)}${'</Extra>'.repeat(5000)}`, '#XML', /nested/],
    ['another record', '<Sale/>', '#RECORD', /Sale/],
    ['wrong in a value', '<Tra><ESR T="abc"/></Tra>', '#TYPE', /ESR\.T:/],
  ])('when it is %s', async (_what, body, code, place) => {
    const running = await runService();
    const answer = await running.post('/register', body, { 'content-type': 'text/xml' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`<Result RC="BAD"><ErrorCode>${code}</ErrorCode>`);
    expect(answer.text).toMatch(place);
    expect(answer.text).not.toContain('root:');
    await expectUnharmed(running);
  });
});

describe('bodies that are too much', () => {
  const big = Buffer.from(JSON.stringify({ Tra: { ESR: { ...esr(), Extra: 'x'.repeat(20_000_000) } } }));
  const bomb = gzipSync(Buffer.alloc(60_000_000, ' '));

  it.each<[string, Buffer, Record<string, string>]>([
    ['20 MB', big, { 'content-type': 'application/json' }],
    ['20 MB in pieces', big, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }],
    ['60 MB behind gzip', bomb, { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('%s are refused with 413 and a readable answer', async (_what, body, headers) => {
    const running = await runService();
    for (const at of ['/register', '/cfg']) {
      const answer = await running.post(at, body, headers);
      expect(answer.status).toBe(413);
      expect(answer.json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#BODY' });
    }
    await expectUnharmed(running);
  });

  it('broken and unknown compressions are refused', async () => {
    const running = await runService();
    const send = (encoding: string) =>
      running.post('/register', Buffer.from('{"Tra":{}}'), {
        'content-type': 'application/json',
        'content-encoding': encoding,
      });
    expect((await send('gzip')).status).toBe(400);
    expect((await send('zip')).status).toBe(415);
    await expectUnharmed(running);
  });

  it('thousands of mistakes are answered with the first hundred', async () => {
    const running = await runService();
    const names = Array.from({ length: 20_000 }, (_, i) => `"${i}":1`);
    const answer = await running.post('/register', json(`{${names.join()}}`));
    const { Warning } = answer.json.TraC.Result;
    expect([answer.status, Warning.length]).toEqual([400, 101]);
    expect(Warning[100]).toBe('and 19900 more');
    await expectUnharmed(running);
  });

  it('an honest receipt with 1000 positions is not too much', async () => {
    const { post } = await runService();
    const PosA = Array.from({ length: 1000 }, (_, i) => ({
      _: 'Pos',
      Dsc: `Article ${i}`,
      TaxG: 'A',
      Amt: '1.00',
    }));
    const PayA = [{ _: 'Pay', Dsc: 'Card', PayG: 'creditcard', Amt: '1000.00' }];
    const answer = await post('/register', sale('1.00', { PosA, PayA, Ctm: { TaxId: 'PT245678913' } }));
    expect(answer.json.TraC.Result.RC).toBe('OK');
  });
});

it('bytes in no encoding are refused', async () => {
  const running = await runService();
  const answer = await running.post('/register', Buffer.from([0x7b, 0xff, 0x7d]), {
    'content-type': 'application/json',
  });
  expect([answer.status, answer.json.TraC.Result.ErrorCode]).toEqual([400, '#BODY']);
  await expectUnharmed(running);
});

it('pollutes no prototype', async () => {
  const running = await runService();
  await running.post('/register', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  await running.post('/register?__proto__=x&constructor=y', sale('1.00', { hasOwnProperty: 'y' }));
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  await expectWell(running);
});

it('answers unknown paths and methods in the wanted format', async () => {
  const { get, post } = await runService();
  const json404 = await get('/nothing');
  expect([json404.status, json404.json.TraC.Result.ErrorCode]).toEqual([404, '#NOT_FOUND']);
  expect((await post('/nothing', '<a/>', { accept: 'xml' })).text).toContain('<Result RC="BAD">');
  const method405 = await get('/register');
  expect([method405.status, method405.headers.allow]).toEqual([405, 'POST']);
  expect(method405.json.TraC.Result.Warning).toEqual(['#NOT_FOUND there is no GET /register; it takes POST']);
  expect((await post('/find', '{}')).headers.allow).toBe('GET, HEAD');
});

it('the reason of a void is read as every other text: no control characters, no card numbers', async () => {
  const { post, records } = await runService();
  expect((await post('/register', sale('2.00'))).status).toBe(200);
  const refused = await post('/register/void/last?rsn=x%E2%80%AEy');
  expect(refused.json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#CHARACTER' });
  const voided = await post('/register/void/last?rsn=4111111111111111');
  expect(voided.json.TraC.Result.Warning).toContain('#CARD_MASKED rsn: a payment card number was masked');
  expect((await records()).at(-1)?.ESR).toMatchObject({ Void: '1', Rsn: '411111******1111' });
});

it('a card number in a text is masked before anything is stored, and the operator hears of it', async () => {
  const { post, get, records } = await runService();
  const sold = await post('/register', sale('2.00', { Foot: 'Visa 4111 1111 1111 1111' }));
  expect(sold.json.TraC.Result).toMatchObject({
    RC: 'OK',
    ErrorCode: '#CARD_MASKED',
    UserMessage: 'O número de um cartão de pagamento foi ocultado no documento.',
  });
  expect(JSON.stringify(await records())).toContain('Visa 4111 11** **** 1111');
  const everywhere = [
    sold.text,
    (await get('/find')).text,
    (await get('/log')).text,
    (await get('/render/text')).text,
  ];
  for (const text of everywhere) expect(text).not.toContain('4111 1111');
});
