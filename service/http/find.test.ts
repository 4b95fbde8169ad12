import { expect, it } from 'vitest';
import { runService, type Running } from '../testing/running-service.ts';
import { GENERIC, PORTUGAL, sale } from '../testing/sales.ts';

async function withSales(): Promise<Running> {
  const running = await runService();
  for (const [amount, Opr] of [
    ['1.00', 'Ana'],
    ['2.50', 'Rui'],
    ['2.50', 'Ana'],
  ] as const) {
    expect((await running.post('/register', sale(amount, { Opr }))).status).toBe(200);
  }
  return running;
}

const numbers = (answer: { json: { Rec: { SQ: number }[] } }) => answer.json.Rec.map((r) => r.SQ);

it('gives whole records as JSON, the newest first', async () => {
  const { get } = await withSales();
  const { json, headers } = await get('/find');
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(Object.keys(json)).toEqual(['Rec']);
  expect(json.Rec.map((r: { SQ: number }) => r.SQ)).toEqual([4, 3, 2, 1]);
  expect(json.Rec[0]).toMatchObject({
    _: 'Tra',
    SQ: 4,
    RN: 'def',
    D: '2026-05-04T12:00:00',
    ESR: { D: '2026-05-04T12:00:00', TL: '1', TT: '1', TN: '3', FN: 'FS 1_1.26/3', T: '2.50', Opr: 'Ana' },
    Result: { RC: 'OK' },
    Fis: { Code: expect.stringContaining('A:599999993') },
  });
  expect(json.Rec[3]).toMatchObject({ _: 'Cfg', SQ: 1, Cfg: PORTUGAL });
});

it('gives the same records as XML', async () => {
  const { get } = await withSales();
  const { text, headers } = await get('/find?sort=asc&limit=2rows', { accept: 'text/xml' });
  expect(headers['content-type']).toMatch(/^text\/xml/);
  expect(text).toMatch(
    /^<\?xml[^>]*\?>\s*<Rec continuation="2"><Cfg SQ="1" .*<\/Cfg><Tra SQ="2" .*<\/Tra><\/Rec>$/s,
  );
  expect(text).toContain('<Pos Dsc="Bica"');
  expect((await get('/find', { accept: 'xml' })).text).toContain('<Rec><Tra SQ="4"');
});

it.each<[string, number[]]>([
  ['sq=3', [3]],
  ['SQ=3', [3]],
  ['fn=FS%201_1.26/2', [3]],
  ['tn=3', [4]],
  ['tl=1&TT=1&tn=1', [2]],
  ['tl=2', []],
  ['d=2026-05-04', [4, 3, 2, 1]],
  ['d=2026-05-03', []],
  ['From=2026-05-04&TILL=2026-05-04', [4, 3, 2, 1]],
  ['from=2026-05-04T12:00:01', []],
  ['_=Tra', [4, 3, 2]],
  ['_=Cfg', [1]],
  ['_=tra', [4, 3, 2]],
  ['fn=fs%201_1.26/2', [3]],
  [`from=${new Date(2026, 4, 4, 12, 0, 0).toISOString()}`, [4, 3, 2, 1]],
  [`from=${new Date(2026, 4, 4, 12, 0, 1).toISOString()}`, []],
  [
    `till=${new Date(Date.UTC(2026, 4, 4, 23) + new Date(2026, 4, 4).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)}+01:00`,
    [4, 3, 2, 1],
  ],
  ['till=2026-05-03T10:00:00-0200', []],
  ['t=2.5', [4, 3]],
  ['opr=Ana', [4, 2]],
  ['OPR=Ana&t=2.50', [4]],
  ['Sort=ASC', [1, 2, 3, 4]],
  ['limit=2', [4, 3]],
  ['limit=2rows5000ms', [4, 3]],
  ['limit=5000ms', [4, 3, 2, 1]],
  ['taxid=PT599999993&_=Cfg', [1]],
  ['rn=nobody', []],
  ['nfs=Z', []],
  [`opr=${encodeURIComponent("Ana' OR '1'='1")}`, []],
  [`${encodeURIComponent("opr') OR 1=1 --")}=Ana`, []],
  ['tn=%00', []],
  ['opr=a%00b', []],
])('searches by %s', async (query, expected) => {
  const { get } = await withSales();
  const answer = await get(`/find?${query}`);
  expect(answer.status).toBe(200);
  expect(numbers(answer)).toEqual(expected);
});

it('finds a receipt by the number on its paper where that is no fiscal number of its own', async () => {
  const { get, post } = await runService({ cfg: GENERIC });
  for (const TN of ['16', '17']) await post('/register', sale('1.00', { TN }));
  const [last] = (await get('/find?tn=17')).json.Rec as { ESR: Record<string, string> }[];
  const { TL, TT } = last!.ESR;
  expect(numbers(await get(`/find?fn=${TL}/${TT}/17`))).toEqual([3]);
  expect(numbers(await get('/find?fn=18'))).toEqual([]);
});

it('answers with 10 MB at most, in JSON and XML, and goes on from there', { timeout: 60_000 }, async () => {
  const running = await runService({ cfg: GENERIC });
  const Txt = 'x'.repeat(4_000_000);
  for (let i = 0; i < 3; i++) {
    expect((await running.post('/register', sale('1.00', { Txt }))).status).toBe(200);
  }
  const first = await running.get('/find?_=Tra&limit=999999rows');
  expect(numbers(first)).toEqual([4, 3]);
  const { continuation } = first.json;
  const rest = await running.get(`/find?_=Tra&limit=999999rows&continuation=${continuation}`);
  expect([numbers(rest), rest.json.continuation]).toEqual([[2], undefined]);
  const xml = await running.get('/find?_=Tra&limit=999999rows', { accept: 'text/xml' });
  expect(xml.text.startsWith('<?xml')).toBe(true);
  expect(xml.text).toContain(`<Rec continuation="${continuation}">`);
  expect(xml.text.endsWith('</Rec>')).toBe(true);
  const all = (await running.get('/retrieve?last=0&_=Tra')).text.trimEnd().split('\n');
  expect(all.map((line) => (JSON.parse(line) as { SQ: number }).SQ)).toEqual([2, 3, 4]);
});

it('retrieves no more than was asked for, and the newest first when it was', async () => {
  const { get } = await withSales();
  const retrieved = async (query: string) =>
    (await get(`/retrieve?${query}`)).text
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { SQ: number }).SQ);
  expect(await retrieved('last=1&limit=2rows')).toEqual([2, 3]);
  expect(await retrieved('last=1&sort=desc')).toEqual([4, 3, 2]);
  expect(await retrieved('last=1&sort=desc&endSQ=3&limit=1rows5000ms')).toEqual([3]);
  expect(await retrieved('last=0&limit=0rows')).toEqual([]);
  expect((await get('/retrieve?last=0&limit=all')).status).toBe(400);
});

it.each(['Test=1', 'test=true', 'TEST=True'])('finds what a till has sent as true: %s', async (query) => {
  const { get, post } = await withSales();
  expect((await post('/register', sale('1.00', { Test: true }))).status).toBe(200);
  expect(numbers(await get(`/find?${query}`))).toEqual([5]);
  expect(numbers(await get('/find?Test=false'))).toEqual([]);
});

it('goes on from page to page without gap or repetition', async () => {
  const { get } = await withSales();
  const read: number[] = [];
  let continuation: string | undefined;
  do {
    const answer = await get(`/find?limit=1rows${continuation ? `&Continuation=${continuation}` : ''}`);
    read.push(...numbers(answer));
    continuation = answer.json.continuation;
  } while (continuation !== undefined);
  expect(read).toEqual([4, 3, 2, 1]);
});

it.each([
  'sq=x',
  'd=yesterday',
  'from=2026-02-30',
  'till=1',
  'sort=up',
  'limit=many',
  'continuation=x',
  'rn=../x',
  't=abc',
])('refuses %s and names it', async (query) => {
  const { get } = await runService();
  const answer = await get(`/find?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.json.TraC.Result.RC).toBe('BAD');
  expect(answer.json.TraC.Result.Warning.join().toLowerCase()).toContain(`${query.split('=')[0]}:`);
});
