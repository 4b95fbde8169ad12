import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { decodeEscPos } from '../testing/escpos-decode.ts';
import { runService, send, type Headers, type Running } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

async function withSales(): Promise<Running> {
  const running = await runService();
  for (const amount of ['1.00', '2.50']) {
    expect((await running.post('/register', sale(amount))).status).toBe(200);
  }
  return running;
}

it('renders the last receipt, or the one with a fiscal number', async () => {
  const { get } = await withSales();
  const last = await get('/render/text');
  expect(last.status).toBe(200);
  expect(last.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(last.text).toContain('FS 1_1.26/2');
  const first = await get('/render/text?rn=def&fn=FS%201_1.26/1');
  expect(first.text).toContain('FS 1_1.26/1');
  expect(first.text).toMatch(/Bica +23% +1,00/);
});

it('renders a receipt by what else it is known by: not every country has fiscal numbers', async () => {
  const { get, records } = await withSales();
  const sales = (await records('def', '_=Tra')) as { SQ: number; ESR: { TN: string; FN: string } }[];
  for (const { SQ, ESR } of sales)
    for (const by of [
      `SQ=${SQ}`,
      `tn=${ESR.TN}`,
      `TL=1&TT=1&TN=${ESR.TN}&SQ=99`,
      `SQ=99&FN=${encodeURIComponent(ESR.FN)}`,
    ])
      expect([by, (await get(`/render/text?${by}`)).text]).toEqual([by, expect.stringContaining(ESR.FN)]);
  // The configuration before them is no receipt.
  for (const none of [1, 99]) expect((await get(`/render/pdf?SQ=${none}`)).status).toBe(404);
  const { status, json } = await get('/render?SQ=1.5');
  expect([status, json.TraC.Result]).toMatchObject([400, { ErrorCode: '#TYPE' }]);
});

it('gives HTML that cannot run or fetch anything', async () => {
  const { get } = await withSales();
  const { headers, text } = await get('/render');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  );
  expect(headers['content-security-policy']).toMatch(/; sandbox$/);
  expect(text).toContain('FS 1_1.26/2');
  expect(text).toContain('<svg');
});

it('a receipt of thousands of positions is rendered while other tills go on selling', async () => {
  const running = await runService();
  const PosA = Array.from({ length: 10_000 }, (_, i) => ({
    ...{ _: 'Pos', Dsc: `Bica ${i}`, TaxG: '23%', Amt: '1.00' },
  }));
  const PayA = [{ _: 'Pay', Dsc: 'Card', PayG: 'creditcard', Amt: '10000.00' }];
  const large = sale('10000.00', { PosA, PayA, Ctm: { TaxId: 'PT245678913' } });
  expect((await running.post('/register', large)).status).toBe(200);
  let isDone = false;
  const pdf = running.get('/render/pdf?paper=a4').finally(() => (isDone = true));
  let sold = 0;
  while (!isDone) {
    expect((await running.post('/register', sale('1.00'))).status).toBe(200);
    sold++;
  }
  expect((await pdf).text.slice(0, 5)).toBe('%PDF-');
  expect(sold).toBeGreaterThan(10);
});

it('gives PDF and ESC/POS', async () => {
  const { get, url } = await withSales();
  const pdf = await get('/render/pdf?paper=a4');
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.headers['content-disposition']).toBe('inline; filename="FS-1_1.26-2.pdf"');
  expect(pdf.text.startsWith('%PDF-')).toBe(true);
  const escpos = await fetch(`${url}/render/escpos?paper=58`);
  expect(escpos.headers.get('content-type')).toBe('application/octet-stream');
  const printed = decodeEscPos(new Uint8Array(await escpos.arrayBuffer()));
  expect(printed).toContainEqual(expect.objectContaining({ text: 'FS 1_1.26/2', bold: true }));
});

it('marks duplicates', async () => {
  const { get } = await withSales();
  expect((await get('/render/text?copy=1')).text).toContain('2.ª via');
  expect((await get('/render/text')).text).not.toContain('2.ª via');
  expect((await get('/render?copy=1')).text).toContain('2.ª via');
});

it('prints one original of a receipt: each later print is a copy, in whatever form and after a restart', async () => {
  const running = await withSales();
  const text = async (query: string, headers?: Headers) =>
    (await running.get(`/render/text?${query}`, headers)).text;
  expect((await running.get('/render')).text).not.toContain('2.ª via');
  expect(await text('')).toContain('2.ª via');
  expect((await running.get('/render')).text).toContain('2.ª via');
  // The one before has not been printed yet; a look at it is no print.
  const first = 'FN=FS%201_1.26/1';
  for (const look of [{ 'sec-purpose': 'prefetch' }, { 'sec-fetch-mode': 'no-cors' }]) {
    expect(await text(`${first}&original=1`, look)).toContain('2.ª via');
  }
  expect((await send(`${running.url}/render/text?${first}`, 'HEAD')).status).toBe(200);
  await running.post('/render', sale('7.77'));
  expect(await text(first)).not.toContain('2.ª via');
  await running.stop();
  const again = await runService({ again: running });
  expect((await again.get(`/render/text?${first}`)).text).toContain('2.ª via');
});

it('keeps the original for the till, whatever a page of another site asks for', async () => {
  const { get, post } = await withSales();
  const isCopy = async (headers: Headers) => (await get('/render/text', headers)).text.includes('2.ª via');
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const referer = 'https://pos.example/sale?n=1';
  for (const foreign of [{ origin: 'https://example.org' }, link, { ...link, referer }])
    expect(await isCopy(foreign)).toBe(true);
  expect(await isCopy({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(false);
  for (const site of ['same-origin', 'same-site']) {
    expect((await post('/register', sale())).status).toBe(200);
    expect(await isCopy({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).toBe(false);
  }
  // A browser POS that is allowed by name opens the receipt by a link.
  const Attributes = 'HttpServer_AllowOrigin=https://pos.example';
  expect((await post('/profile', { Attributes })).status).toBe(200);
  expect((await post('/register', sale())).status).toBe(200);
  expect(await isCopy(link)).toBe(true);
  expect(await isCopy({ ...link, referer })).toBe(false);
});

it('prints an original again when the POS says so, which the journal keeps', async () => {
  const { get, records } = await withSales();
  const events = async () =>
    (await records()).map(({ Event, TN }) => [Event, TN]).filter(([event]) => event === 'original-again');
  // The first print needs no saying.
  expect((await get('/render/text?original=1')).text).not.toContain('2.ª via');
  expect(await events()).toEqual([]);
  expect((await get('/render/text?original=1')).text).not.toContain('2.ª via');
  expect(await events()).toEqual([['original-again', '2']]);
  // A page that happens to be open on the till's computer writes nothing into the journal.
  const stranger = { origin: 'https://example.org' };
  expect((await get('/render/text?original=1', stranger)).text).toContain('2.ª via');
  expect((await get('/render/text?original=1&copy=1')).text).toContain('2.ª via');
  expect(await events()).toHaveLength(1);
});

it('marks a receipt that was voided, and its void', async () => {
  const { get, post } = await withSales();
  const voided = { Tra: { ESR: { FN: 'FS 1_1.26/1' } } };
  expect((await post('/register/void?rsn=Engano', voided)).status).toBe(200);
  const text = async (FN: string) => (await get(`/render/text${FN && `?FN=${encodeURIComponent(FN)}`}`)).text;
  expect(await text('')).toMatch(/ANULAÇÃO[^]*Referência: FS 1_1\.26\/1\n *Motivo: Engano\n/);
  expect(await text('FS 1_1.26/1')).toContain('ANULADO');
  expect(await text('FS 1_1.26/2')).not.toContain('ANULADO');
});

it('takes the paper that is asked for', async () => {
  const { get } = await withSales();
  const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
  expect(widest((await get('/render/text?paper=58')).text)).toBe(32);
  expect(widest((await get('/render/text')).text)).toBe(48);
  expect((await get('/render?paper=A4')).text).toContain('210mm');
  for (const wrong of ['/render?paper=57', '/render/escpos?paper=a4']) {
    const answer = await get(wrong);
    expect(answer.status).toBe(400);
    expect(answer.json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#TYPE' });
  }
});

it('answers 404 when there is no such receipt', async () => {
  const { get } = await runService();
  for (const route of ['/render', '/render/pdf', '/render/text', '/render/escpos']) {
    for (const query of ['', '?RN=none', '?FN=FS%201_1.26/9']) {
      const answer = await get(route + query);
      expect(answer.status).toBe(404);
      expect(answer.json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#NOT_FOUND' });
    }
  }
  const xml = await get('/render', { accept: 'text/xml' });
  expect(xml.text).toContain('<TraC><Result RC="BAD">');
});

it('shows the seller as of the time of the receipt', async () => {
  const { get, post } = await withSales();
  const renamed = { Cfg: { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, Nam: 'Padaria Nova' } } };
  expect((await post('/cfg', renamed)).status).toBe(200);
  expect((await get('/render/text')).text).toContain('Padaria Exemplo');
});

it('prints a credit note without negative amounts', async () => {
  const { get, post } = await withSales();
  const refund = {
    PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: '23%', Qty: '-1', Pri: '1.00', Amt: '-1.00' }],
    RFN: 'FS 1_1.26/1',
  };
  expect((await post('/register', sale('-1.00', refund))).status).toBe(200);
  const { text } = await get('/render/text');
  expect(text).toContain('Nota de crédito');
  expect(text).toMatch(/Total EUR +1,00/);
  expect(text).toContain('1 x 1,00');
  expect(text).not.toMatch(/ -\d/);
});

it('renders a posted transaction without registering it', async () => {
  const { post, records } = await withSales();
  const before = await records();
  const answer = await post('/render', sale('7.77', { TN: '99' }));
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(answer.text).toContain('7,77');
  expect(answer.text).toContain('NÃO REGISTADO');
  expect(answer.text).not.toContain('1/1/99');
  expect(answer.text).not.toMatch(/ATCUD|certificado/);
  const xml =
    '<Tra><ESR><PosA><Pos Dsc="Chá" TaxG="23%" Amt="3.33"/></PosA><PayA><Pay Dsc="x" Amt="3.33"/></PayA></ESR></Tra>';
  expect((await post('/render?paper=58', xml)).text).toContain('3,33');
  expect(await records()).toEqual(before);
});

it('creates no register for a posted transaction', async () => {
  const { post, get } = await withSales();
  const answer = await post('/render', sale('7.77', { TaxId: PORTUGAL.Cmp.TaxId, TL: '5', TT: '8' }));
  expect(answer.text).toContain('7,77');
  expect((await get(`/last?_=Cfg&RN=${PORTUGAL.Cmp.TaxId}$5_8`)).status).toBe(404);
});

it('refuses a posted transaction as /register does', async () => {
  const { post } = await withSales();
  const wrong = [
    '',
    'no json',
    '<Tra>',
    { Tra: {} },
    sale('abc'),
    sale('1.00', { T: '2.00' }),
    sale('1.00', { Ctm: { TaxId: 'PT123456780' } }),
  ];
  for (const body of wrong) {
    const [rendered, registered] = [await post('/render', body), await post('/register', body)];
    expect(registered.status).toBe(400);
    expect(rendered.status).toBe(400);
    expect(rendered.text).toBe(registered.text);
  }
  const { post: unconfigured } = await runService({ cfg: null });
  expect((await unconfigured('/render', sale())).status).toBe(406);
  expect((await post('/render?paper=57', sale())).status).toBe(400);
});

it("uses a register's own template, and goes on selling when it is hostile", async () => {
  const { get, post, dataRoot } = await withSales();
  const folder = path.join(dataRoot, 'rn', 'def', 'cfg');
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(
    path.join(folder, 'receipt-80.pug'),
    'p own #{paper.number} #{paper.total} #{printed.total}',
  );
  expect((await get('/render')).text).toBe('<p>own FS 1_1.26/2 2.50 2,50</p>');
  await fs.writeFile(path.join(folder, 'receipt-80.ejs'), '<% for (;;) {} %>');
  const rendering = get('/render');
  expect((await post('/register', sale('4.00'))).status).toBe(200);
  expect((await rendering).text).toContain('FS 1_1.26/2');
  expect((await rendering).text).toContain('<!doctype html>');
});
