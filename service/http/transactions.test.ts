import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { TraC } from '../receipt/tra.ts';
import type { Tree } from '../receipt/tree.ts';
import { runService } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';

const XML_SALE = `<?xml version="1.0" encoding="utf-8"?>
<Tra><ESR Opr="3">
  <PosA><Pos Dsc="Bica" TaxG="A" Amt="1.00"/></PosA>
  <PayA><Pay Dsc="Cash" PayG="cash" Amt="1.00"/></PayA>
</ESR></Tra>`;

describe('the format of the answer', () => {
  it.each<[string, string | object, Record<string, string>, 'json' | 'xml']>([
    ['JSON for a JSON body', sale(), {}, 'json'],
    ['XML for an XML body', XML_SALE, { 'content-type': 'text/xml' }, 'xml'],
    ['XML for application/xml', XML_SALE, { 'content-type': 'application/xml; charset=utf-8' }, 'xml'],
    ['XML for an XML body without content type', XML_SALE, {}, 'xml'],
    ['XML where accept asks for it', sale('1.00', { Opr: '1' }), { accept: 'text/xml' }, 'xml'],
    ['XML where accept says only xml', sale('1.00', { Opr: '1' }), { accept: 'xml' }, 'xml'],
    [
      'JSON where accept asks for it',
      XML_SALE,
      { accept: 'application/json', 'content-type': 'text/xml' },
      'json',
    ],
    ['that of the body where accept leaves it open', XML_SALE, { accept: '*/*' }, 'xml'],
    [
      'JSON for a browser, which lists XML without meaning it',
      sale(),
      { accept: 'text/html,application/xml;q=0.9,*/*' },
      'json',
    ],
  ])('is %s', async (_what, body, headers, format) => {
    const { post } = await runService();
    const answer = await post('/register', body, headers);
    expect(answer.status).toBe(200);
    if (format === 'json') {
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.json.TraC).toMatchObject({
        SQ: 2,
        Result: { RC: 'OK' },
        ESR: { TN: '1', FN: 'FS 1_1.26/1' },
      });
    } else {
      expect(answer.headers['content-type']).toMatch(/^text\/xml/);
      expect(answer.text).toMatch(/^<\?xml[^>]*\?>\s*<TraC SQ="2"><Result RC="OK"\/>/);
      expect(answer.text).toContain('FN="FS 1_1.26/1"');
      expect(answer.text).toMatch(/<Fis [^>]*><Code>A:599999993\*/);
      expect(answer.text).toMatch(/<Tag Label="ATCUD" Name="ATCUD" Value="[^"]+"\/>/);
    }
  });

  it.each([
    ['/register', '{', 'application/json', 'json'],
    ['/register', '<Tra>', 'text/xml', 'xml'],
    ['/restart', '', 'text/xml', 'xml'],
    ['/cfg', '<Cfg>', 'text/xml', 'xml'],
  ])('of %s is kept when the body %j cannot be read', async (at, body, type, format) => {
    const { post } = await runService();
    const answer = await post(at, body, { 'content-type': type });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toContain(format);
    expect(answer.text).toContain(format === 'xml' ? '<Result RC="BAD">' : '"RC":"BAD"');
  });
});

describe('result and status', () => {
  it('OK is 200, BAD is 400, NO is 406', async () => {
    const { post } = await runService();
    expect((await post('/register', sale())).status).toBe(200);
    const bad = await post('/register', sale('1.00', { T: '2.00' }));
    expect([bad.status, bad.json.TraC.Result.RC, bad.json.TraC.Result.ErrorCode]).toEqual([
      400,
      'BAD',
      '#SUM_POSITIONS',
    ]);
    const no = await post('/register?rn=nobody', sale());
    expect([no.status, no.json.TraC.Result.RC, no.json.TraC.Result.ErrorCode]).toEqual([
      406,
      'NO',
      '#NO_CFG',
    ]);
  });

  it('BAD says what is wrong, in XML as well as in JSON', async () => {
    const { post } = await runService();
    const json = (await post('/register', sale('1.00', { T: '2.00', D: 'today' }))).json.TraC.Result;
    expect(json.Warning.join()).toContain('ESR.D');
    expect(json.UserMessage).not.toBe('');
    const xml = await post('/register', sale('1.00', { T: '2.00' }), { accept: 'xml' });
    expect(xml.text).toMatch(
      /<TraC><Result RC="BAD"><ErrorCode>#SUM_POSITIONS<\/ErrorCode><UserMessage>[^<]+<\/UserMessage>(<Warning>[^<]*ESR\.T[^<]*<\/Warning>)+<\/Result><\/TraC>$/,
    );
  });
});

it('stores the same record whether a sale comes as XML or as JSON', async () => {
  const { post, records } = await runService();
  const json = {
    Tra: {
      ESR: {
        D: '2026-05-04T11:30:00',
        Opr: 3,
        OprN: 'Zoë & "Ana" <x>',
        T: 10.06,
        LoyaltyCard: '0815',
        Ctm: { Nam: 'Ana', TaxId: 'PT245678913' },
        Head: [{ _: 'Txt', value: 'Bom dia' }],
        PosA: [
          { _: 'Pos', PN: 1, Dsc: 'Pão', TaxG: 'C', Qty: 0.64, Pri: '3.20', Amt: 2.05 },
          { _: 'Lin', Dsc: 'fresco' },
          { _: 'Pos', PN: 2, Dsc: 'Vinho', TaxG: 'A', Amt: 8.9 },
          { _: 'Mod', PN: 2, Dsc: 'Promoção', Amt: -0.89 },
        ],
        PayA: [{ _: 'Pay', Dsc: 'Multibanco', PayG: 'debitcard', Amt: '10.060' }],
      },
    },
  };
  const xml = `<?xml version="1.0" encoding="utf-16"?>
    <Tra xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <ESR D="2026-05-04T11:30:00" Opr="3" OprN="Zoë &amp; &quot;Ana&quot; &lt;x&gt;" T="10.06" LoyaltyCard="0815">
        <Ctm Nam="Ana" TaxId="PT245678913"/>
        <Head><Txt>Bom dia</Txt></Head>
        <PosA>
          <Pos PN="1" Dsc="Pão" TaxG="C" Qty="0.64" Pri="3.20" Amt="2.05"/>
          <Lin Dsc="fresco"/>
          <Pos PN="2" Dsc="Vinho" TaxG="A" Amt="8.90"/>
          <Mod PN="2" Dsc="Promo&#231;&#xE3;o" Amt="-.89"/>
        </PosA>
        <PayA><Pay Dsc="Multibanco" PayG="debitcard" Amt="10.06"/></PayA>
      </ESR>
    </Tra>`.replace('-.89', '-0.89');
  expect((await post('/register', json)).status).toBe(200);
  expect((await post('/register', xml, { 'content-type': 'text/xml' })).status).toBe(200);
  const [, first, second] = await records();
  const { TN: _t1, FN: _f1, ...esr } = first.ESR;
  const { TN: _t2, FN: _f2, ...same } = second.ESR;
  expect(same).toEqual(esr);
  expect(esr).toMatchObject({ Opr: '3', T: '10.06', OprN: 'Zoë & "Ana" <x>', LoyaltyCard: '0815' });
});

it.each<[string, (text: string) => Buffer, string]>([
  ['UTF-8 with a byte order mark', (t) => Buffer.from(`\ufeff${t}`), 'text/xml'],
  ['UTF-16', (t) => Buffer.from(`\ufeff${t}`, 'utf16le'), 'text/xml; charset=utf-16'],
  ['Windows-1252', (t) => Buffer.from(t, 'latin1'), 'text/xml; charset=windows-1252'],
])('reads %s', async (_what, encode, type) => {
  const { post, records } = await runService();
  const body = encode(XML_SALE.replace('Bica', 'Café'));
  expect((await post('/register', body, { 'content-type': type })).status).toBe(200);
  expect((await records())[1].ESR.PosA[0].Dsc).toBe('Café');
});

it('reads a bare ESR, and query names in any case', async () => {
  const { post, get, records } = await runService({ cfg: null });
  await post('/cfg?Rn=till', { Cfg: GENERIC });
  expect((await post('/register?RN=till', { ESR: sale().Tra.ESR })).json.TraC.SQ).toBe(2);
  expect((await post('/register?rN=till', sale())).json.TraC.SQ).toBe(3);
  expect((await post('/register?TAXID=LU1', sale())).json.TraC.Result.RC).toBe('OK');
  expect((await get('/last?rn=till')).json.TraC.SQ).toBe(4);
  expect(await records('till')).toHaveLength(4);
});

describe('before there is a configuration', () => {
  it.each<[string, object]>([
    ['#SUM_POSITIONS', sale('1.60', { T: '9.99' })],
    ['#SUM_PAYMENTS', sale('1.60', { T: '1.60', PayA: [{ _: 'Pay', Dsc: 'Cash', Amt: '1.50' }] })],
    ['#POS_TAXG_MISSING', sale('1.60', { PosA: [{ _: 'Pos', Dsc: 'Bica', Amt: '1.60' }] })],
    ['#POSA_MISSING', sale('1.60', { PosA: [] })],
    [
      '#TAX_AMOUNTS',
      sale('1.60', { TaxA: [{ _: 'Tax', TaxG: '23%', Prc: '23', Net: '1.30', TAmt: '0.31', Amt: '1.60' }] }),
    ],
  ])('is BAD what no configuration will heal: %s', async (code, body) => {
    const { post } = await runService({ cfg: null });
    for (const at of ['/register', '/restart', '/register?TaxId=LU1']) {
      const { status, json } = await post(at, body);
      expect([status, json.TraC.Result.RC, json.TraC.Result.ErrorCode]).toEqual([400, 'BAD', code]);
    }
    expect((await post('/cfg', { Cfg: GENERIC })).status).toBe(200);
    expect((await post('/register', body)).json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: code });
  });

  it.each<[string, object]>([
    ['a group of some country', sale('1.60', { PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: 'Z', Amt: '1.60' }] })],
    ['an order that is paid later', sale('1.60', { PayA: [] })],
    ['a document that exists already', sale('1.60', { FN: 'FT A/1', D: '2020-01-31T10:00:00' })],
    ['net prices', sale('1.00', { TaxN: '1', T: '1.23', PayA: [{ _: 'Pay', Dsc: 'Cash', Amt: '1.23' }] })],
    ['a log-in', { Tra: { ESR: { NFS: 'Login' } } }],
  ])('is NO what depends on the country: %s', async (_what, body) => {
    const { post } = await runService({ cfg: null });
    const { status, json } = await post('/register', body);
    expect([status, json.TraC.Result.RC, json.TraC.Result.ErrorCode]).toEqual([406, 'NO', '#NO_CFG']);
  });
});

describe('/restart', () => {
  it('gives the stored answer once more, marked as duplicate, with status 200', async () => {
    const { post, records } = await runService();
    const first = (await post('/register', sale('1.00', { TN: '5', Opr: '1' }))).json.TraC;
    const again = await post('/restart', sale('1.00', { TN: '5', Opr: '1' }));
    expect(again.status).toBe(200);
    expect(again.json.TraC).toEqual({ ...first, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } });
    const xml = await post('/restart', sale('1.00', { TN: '5', Opr: '1' }), { accept: 'xml' });
    expect(xml.text).toContain('<Result RC="OK"><ErrorCode>#DUPLICATE</ErrorCode></Result>');
    expect((await post('/restart', sale('1.00', { TN: '6' }))).json.TraC.SQ).toBe(3);
    expect(await records()).toHaveLength(3);
  });
});

describe('/last', () => {
  it('is 404 with a readable answer before the first receipt', async () => {
    const { get } = await runService();
    for (const at of ['/last', '/last?rn=nobody', '/last?_=TraS']) {
      const answer = await get(at);
      expect(answer.status).toBe(404);
      expect(answer.json.TraC.Result).toMatchObject({ RC: 'BAD', ErrorCode: '#NOT_FOUND' });
    }
    expect((await get('/last', { accept: 'text/xml' })).text).toContain('<ErrorCode>#NOT_FOUND</ErrorCode>');
  });

  it('gives the last answer, and with _=Cfg the last configuration', async () => {
    const { get, post } = await runService();
    await post('/register', sale());
    const { TraC } = (await post('/register', sale('2.00'))).json;
    await post('/register', sale('2.00', { T: '1.00' }));
    expect((await get('/last')).json).toEqual({ TraC });
    expect((await get('/last', { accept: 'text/xml' })).text).toContain('<TraC SQ="3">');
    expect((await get('/last?_=Cfg')).json.Cfg).toMatchObject({ SQ: 1, Cmp: { TaxId: 'PT599999993' } });
  });
});

it('answers GET /last from its memory while others sell: a signature of our own is no device', async () => {
  const { get, post } = await runService();
  expect((await post('/register', sale('1.00'))).status).toBe(200);
  const sales = Array.from({ length: 40 }, () => post('/register', sale('1.00')));
  const looks = await Promise.all(Array.from({ length: 40 }, () => get('/last')));
  expect(looks.map(({ status }) => status)).toEqual(looks.map(() => 200));
  expect((await Promise.all(sales)).every(({ status }) => status === 200)).toBe(true);
});

describe('the transaction log of a register', () => {
  const written = async ({ dataRoot }: { dataRoot: string }) => {
    const folder = path.join(dataRoot, 'rn', 'def', 'log');
    const files = await fs.readdir(folder).catch(() => []);
    const texts = await Promise.all(files.map((file) => fs.readFile(path.join(folder, file), 'utf8')));
    return texts.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line) as Tree);
  };

  it('has what was refused and why, and with Fiscal_Log everything', async () => {
    const running = await runService({ cfg: GENERIC });
    const { post } = running;
    await post('/register', sale('1.00'));
    await post('/register', sale('1.00', { T: '2.00' }));
    await post('/register', sale('1.00', { D: 'today' }));
    await post('/register/void', sale('1.00', { TN: '99' }));
    await post('/register?rn=nobody', sale('1.00'));
    const refused = ['#SUM_POSITIONS', '#TYPE', '#ORIGINAL_NOT_FOUND'];
    const codes = async () =>
      (await written(running)).map((line) => (line as unknown as { TraC: TraC }).TraC.Result.ErrorCode);
    await vi.waitFor(async () => expect(await codes()).toEqual(refused));
    expect((await written(running))[0]).toMatchObject({ Type: 'Tra', ESR: { T: '2.00' } });
    await post('/profile', { Attributes: 'Fiscal_Log' });
    await post('/register', sale('3.00'));
    await vi.waitFor(async () => expect(await codes()).toEqual([...refused, undefined]));
    expect((await written(running)).at(-1)).toMatchObject({
      ESR: { PayA: [{ Amt: '3.00' }] },
      TraC: { Result: { RC: 'OK' } },
    });
    expect(await fs.readdir(path.join(running.dataRoot, 'rn'))).toEqual(['def']);
  });
});
