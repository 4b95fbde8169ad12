/** The cloud register over real connections: tokens by way of the portal, and what they open. */
import fs from 'node:fs/promises';
import type http from 'node:http';
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import type { CompanyTerminal } from '../access/bearer.ts';
import { cloudNeedOf } from '../access/bearer-rules.ts';
import { fakePortal, type FakePortal } from '../testing/fake-portal.ts';
import { runService, send, type Answer, type Headers, type Running } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

const TERMINAL: CompanyTerminal = { TaxId: 'LU1', TL: 'C1', TT: '1', company: '7' };
const RN = 'LU1$C1_1';
const OTHER_COMPANY = { ...TERMINAL, TaxId: 'LU2', company: '8' };
const PASSWORD = 'Pastel de nata 7';
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cfgOf = ({ TaxId, TL, TT }: CompanyTerminal) => ({
  Cfg: { Cmp: { Nam: 'Example', Ctry: 'LU', TaxId }, Loc: { TL }, Trm: { TT } },
});

/** Every route that tells about a register, with a request that it can answer. */
const ROUTES: readonly [method: string, at: string, body?: string | object][] = [
  ['GET', '/cfg'],
  ['POST', '/cfg', { Cfg: { Doc: { PaymentPeriod: '14' } } }],
  ['POST', '/register', sale()],
  ['POST', '/restart', sale('2.00')],
  ['POST', '/register/void', { Tra: { ESR: { TN: '1' } } }],
  ['POST', '/register/void/last'],
  ['GET', '/last'],
  ['GET', '/find'],
  ['GET', '/tra?TN=1'],
  ['GET', '/jou/reprintcnt?TN=1'],
  ['POST', '/jou/reprintcnt?TN=1'],
  ['GET', '/render'],
  ['POST', '/render', sale()],
  ['GET', '/render/pdf'],
  ['GET', '/e-invoice'],
  ['GET', '/e-invoice/pdf'],
  ['GET', '/render/text'],
  ['GET', '/render/escpos'],
  ['GET', '/state'],
  ['PUT', '/repo?file=till.ini', 'a=1'],
  ['GET', '/repo?file=till.ini'],
  ['GET', '/recorder/lastdh'],
  ['GET', '/recorder/lastdh/qr'],
  ['POST', '/peri/print', 'text'],
  ['GET', '/peri/print/state'],
  ['POST', '/peri/display', 'text'],
  ['POST', '/peri/drawer'],
  ['POST', '/peri/drawer/wait'],
  ['GET', '/qr?text=x'],
];

interface Cloud extends Running {
  portal: FakePortal;
  /** Sends a request with the token of a terminal, or with these headers. */
  as(who: CompanyTerminal | Headers, method: string, at: string, body?: string | object): Promise<Answer>;
}

/** A cloud register on which the terminal has sold once, and another company once. */
async function runCloud(options: { sold?: boolean } = {}): Promise<Cloud> {
  const portal = await fakePortal();
  const running = await runService({ cloud: portal.url, cfg: null });
  const as: Cloud['as'] = async (who, method, at, body) => {
    const headers = 'TaxId' in who ? bearer(await portal.token(who as CompanyTerminal, running.clock)) : who;
    return send(running.url + at, method, body, headers);
  };
  if (options.sold !== false) {
    for (const terminal of [TERMINAL, OTHER_COMPANY]) {
      expect((await as(terminal, 'POST', '/cfg', cfgOf(terminal))).status).toBe(200);
      const amount = terminal === TERMINAL ? '1.00' : '77.77';
      expect((await as(terminal, 'POST', '/register', sale(amount))).status).toBe(200);
    }
  }
  return { ...running, portal, as };
}

/** Adds parameters to a path that may have some. */
const withQuery = (at: string, query: string) => at + (at.includes('?') ? '&' : '?') + query;

const oauth = ({ status, headers, json }: Answer) => ({
  status,
  challenge: headers['www-authenticate'],
  error: json.error,
});
const INVALID = { status: 401, challenge: 'Bearer error="invalid_token"', error: 'invalid_token' };
const OUTSIDE = { status: 403, challenge: 'Bearer error="insufficient_scope"', error: 'insufficient_scope' };

it('has every route in one of the tables of who may use it', async () => {
  const api = JSON.parse(await fs.readFile('docs/openapi.json', 'utf8')) as {
    paths: Record<string, unknown>;
  };
  const forTokens = Object.keys(api.paths).filter((path) => cloudNeedOf(path) === 'token');
  expect(forTokens.sort()).toEqual([...new Set(ROUTES.map(([, at]) => at.replace(/\?.*/, '')))].sort());
});

describe('each route of a register', () => {
  it('works with the token of its terminal', async () => {
    const { as } = await runCloud();
    for (const [method, at, body] of ROUTES) {
      // None of its receipts has an e-invoice.
      const missing = at.startsWith('/e-invoice') ? [] : [404];
      const { status } = await as(TERMINAL, method, at, body);
      // Without a printer or portal the answer is NO, with a receipt taken back twice BAD.
      expect([at, status]).not.toEqual([at, expect.toBeOneOf([401, 403, ...missing, 500])]);
      const named = await as(TERMINAL, method, withQuery(at, `rn=${encodeURIComponent(RN)}`), body);
      expect([at, named.status]).not.toEqual([at, expect.toBeOneOf([401, 403, ...missing, 500])]);
    }
  });

  const wrong: [string, (cloud: Cloud) => Promise<Headers>][] = [
    ['no token', () => Promise.resolve({})],
    ['garbage', () => Promise.resolve(bearer('garbage'))],
    ['an empty token', () => Promise.resolve({ authorization: 'Bearer' })],
    [
      'an expired token',
      async ({ portal, clock }) => {
        const token = await portal.token(TERMINAL, clock);
        clock.advance(3_600_000);
        return bearer(token);
      },
    ],
    [
      'a token signed with a wrong key',
      async ({ portal, clock }) =>
        bearer(await portal.token(TERMINAL, clock, { key: (await generateKeyPair('EdDSA')).privateKey })),
    ],
    [
      'an unsigned token',
      ({ portal, clock }) =>
        Promise.resolve(
          bearer(
            new UnsecuredJWT({ iss: portal.url, aud: 'register', sub: '7', jti: 'j', ...TERMINAL })
              .setIssuedAt(new Date(clock.now()))
              .setExpirationTime(new Date(clock.now() + 60_000))
              .encode(),
          ),
        ),
    ],
    ['the key and secret of the company', () => Promise.resolve(basic('key', 'secret'))],
  ];
  it.each(wrong)('answers 401 with %s, also on this machine', async (_what, headersOf) => {
    const cloud = await runCloud();
    const headers = await headersOf(cloud);
    const before = await cloud.as({ ...TERMINAL }, 'GET', '/find');
    for (const [method, at, body] of ROUTES) {
      const answer = await cloud.as({ ...headers, accept: 'text/xml' }, method, at, body);
      expect([at, oauth(answer)]).toEqual([at, INVALID]);
      expect(answer.json.error_description).not.toBe('');
    }
    expect((await cloud.as({ ...TERMINAL }, 'GET', '/find')).text).toBe(before.text);
  });

  it.each([
    `rn=${encodeURIComponent('LU1$C1_2')}`,
    `rn=${encodeURIComponent('LU2$C1_1')}`,
    'rn=def',
    'TaxId=LU2',
    'taxid=LU2&TL=C1&TT=1',
    'TL=C2',
    'tt=2',
  ])('answers 403 to a query for another register: %s', async (query) => {
    const { as } = await runCloud();
    for (const [method, at, body] of ROUTES)
      expect([at, oauth(await as(TERMINAL, method, withQuery(at, query), body))]).toEqual([at, OUTSIDE]);
  });
});

describe('a receipt', () => {
  it.each([
    ['another terminal', { ESR: { TT: '2' } }],
    ['another location', { ESR: { TL: 'C2' } }],
    ['another company', { ESR: { TaxId: 'LU2' } }],
    ['a terminal that names its location', { ESR: { TT: 'C2/1' } }],
    ['a truth value for a terminal', { ESR: { TT: true } }],
    ['blanks in its terminal', { ESR: { TT: ' 1' } }],
    ['a void that would be of another terminal', { ESR: { TN: '1' }, SESR: { TT: '2' } }],
    ['a void that would be of a truth value', { ESR: { TN: '1' }, SESR: { TL: true } }],
  ])('of %s is refused, and nothing is created', async (_what, tra) => {
    const { as, dataRoot } = await runCloud();
    const names = () => fs.readdir(`${dataRoot}/rn`);
    // Journal files are written shortly after the commit.
    const known = ['LU1$C1_1', 'LU2$C1_1'];
    await vi.waitFor(async () => expect(await names()).toEqual(known));
    for (const at of ['/register', '/restart', '/register/void', '/register/void/last', '/render']) {
      const body = { Tra: { ...tra, ESR: { ...sale().Tra.ESR, ...tra.ESR } } };
      expect([at, oauth(await as(TERMINAL, 'POST', at, body))]).toEqual([at, OUTSIDE]);
    }
    expect(await names()).toEqual(known);
    expect((await as(TERMINAL, 'GET', '/last')).json.TraC.SQ).toBe(2);
  });

  it('whose void is hidden beside another record is refused, too', async () => {
    const { as } = await runCloud();
    const body = { TraS: { ESR: { TN: '1' } }, SESR: { TT: '2' } };
    expect(oauth(await as(TERMINAL, 'POST', '/register/void', body))).toEqual(OUTSIDE);
  });

  it('gets from the token what it does not say', async () => {
    const { as } = await runCloud();
    for (const esr of [
      {},
      { TaxId: 'LU1' },
      { TL: 'C1' },
      { TT: 'C1/1' },
      { TaxId: 'LU1', TL: 'C1', TT: 1 },
    ]) {
      const { json } = await as(TERMINAL, 'POST', '/register', sale('1.00', esr));
      expect(json.TraC.Result).toMatchObject({ RC: 'OK' });
    }
    const { Rec } = (await as(TERMINAL, 'GET', '/find?_=Tra')).json as { Rec: { RN: string; ESR: object }[] };
    expect(Rec.map(({ RN: rn, ESR }) => [rn, ESR])).toEqual(
      Array(6).fill([RN, expect.objectContaining({ TL: 'C1', TT: '1' })]),
    );
  });

  it('in XML is no way around', async () => {
    const { as } = await runCloud();
    const xml = '<Tra><ESR TT="2"><PosA><Pos Dsc="Bica" Amt="1.00"/></PosA></ESR></Tra>';
    expect(oauth(await as(TERMINAL, 'POST', '/register', xml))).toEqual(OUTSIDE);
  });

  it('cannot be read by another company, whatever it asks', async () => {
    const { as } = await runCloud();
    for (const at of [
      '/find',
      '/tra?TN=1',
      '/last',
      '/render/text',
      '/cfg',
      '/state',
      '/find?T=77.77',
      '/find?_=Cfg',
    ]) {
      const { text } = await as(TERMINAL, 'GET', at);
      expect([at, text]).not.toEqual([at, expect.stringMatching(/77\.77|LU2/)]);
    }
  });
});

describe('a configuration', () => {
  it.each([
    ['another company', { Cmp: { Nam: 'X', Ctry: 'LU', TaxId: 'LU2' } }],
    ['another location', { Loc: { TL: 'C2' } }],
    ['another terminal', { Trm: { TT: '2' } }],
  ])('for %s is refused', async (_what, Cfg) => {
    const { as } = await runCloud();
    expect(oauth(await as(TERMINAL, 'POST', '/cfg', { Cfg }))).toEqual(OUTSIDE);
    expect((await as(TERMINAL, 'GET', '/cfg')).json.Cfg).toEqual({
      ...cfgOf(TERMINAL).Cfg,
      Cloud: { CompanyId: '7' },
    });
  });

  it('sets up the register of the token, with its location and terminal', async () => {
    const { as } = await runCloud({ sold: false });
    // Read as a name, this one could be C1_7 with 1 as well.
    const terminal = { ...TERMINAL, TT: '7_1' };
    const { Cmp } = cfgOf(terminal).Cfg;
    expect((await as(terminal, 'POST', '/cfg', { Cfg: { Cmp, Loc: { Nam: 'Loja' } } })).status).toBe(200);
    const kept = { Cmp, Loc: { Nam: 'Loja', TL: 'C1' }, Trm: { TT: '7_1' }, Cloud: { CompanyId: '7' } };
    expect((await as(terminal, 'GET', '/cfg')).json.Cfg).toEqual(kept);
    expect((await as(terminal, 'POST', '/register', sale())).status).toBe(200);
    // The terminal whose register would have the same name.
    const twin = { ...TERMINAL, TL: 'C1_7' };
    expect(oauth(await as(twin, 'GET', '/last'))).toEqual(OUTSIDE);
  });

  it('is inherited by the next terminal of the company, and by no other', async () => {
    const { as } = await runCloud();
    const next = { ...TERMINAL, TT: '2' };
    expect((await as(next, 'POST', '/register', sale())).json.TraC).toMatchObject({
      SQ: 2,
      ESR: { TN: '1' },
    });
    const stranger = { ...TERMINAL, TaxId: 'LU3' };
    const { json } = await as(stranger, 'POST', '/register', sale());
    expect(json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#NO_CFG' });
  });

  it('of the hundred and first register is refused, with words for the operator', async () => {
    const { as } = await runCloud({ sold: false });
    const till = (n: number) => ({ ...TERMINAL, TT: String(n) });
    expect((await as(till(1), 'POST', '/cfg', cfgOf(till(1)))).status).toBe(200);
    const rest = await Promise.all(
      Array.from({ length: 102 }, (_, i) => as(till(i + 2), 'POST', '/register', sale())),
    );
    const refused = rest.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    for (const { status, json } of refused) {
      expect([status, json.TraC.Result]).toMatchObject([406, { RC: 'NO', ErrorCode: '#CLOUD_FULL' }]);
      expect(json.TraC.Result.UserMessage).toMatch(/cloud register has no place/);
    }
    expect((await as(till(1), 'POST', '/register', sale())).status).toBe(200);
  });
});

describe('a company with the tax id of another', () => {
  it('gets nowhere near its registers', async () => {
    const { as } = await runCloud();
    for (const TT of ['1', '2']) {
      const twin = { ...TERMINAL, TT, company: '9' };
      for (const [method, at, body] of ROUTES)
        expect([at, oauth(await as(twin, method, at, body))]).toEqual([at, OUTSIDE]);
    }
    const claim = { Cfg: { ...cfgOf(TERMINAL).Cfg, Cloud: { CompanyId: '9' } } };
    expect((await as(TERMINAL, 'POST', '/cfg', claim)).status).toBe(200);
    expect((await as(TERMINAL, 'GET', '/cfg')).json.Cfg.Cloud).toEqual({ CompanyId: '7' });
  });

  it('does not get its terminals by writing the tax id in another way', async () => {
    const { as } = await runCloud({ sold: false });
    const { Cmp } = PORTUGAL;
    const [own, spaced] = [Cmp.TaxId, Cmp.TaxId.replace('PT', 'PT ')].map((TaxId) => ({
      ...TERMINAL,
      TaxId,
    }));
    const stranger = { ...spaced!, company: '9' };
    for (const till of [own!, stranger]) {
      const Cfg = { ...cfgOf(till).Cfg, Cmp: { ...Cmp, TaxId: till.TaxId } };
      const allowed = till === own ? 200 : 403;
      expect((await as(till, 'POST', '/cfg', { Cfg })).status).toBe(allowed);
      expect((await as(till, 'POST', '/register', sale())).status).toBe(allowed);
    }
    expect(oauth(await as(stranger, 'GET', '/find'))).toEqual(OUTSIDE);
  });

  it('is told apart by the manager, who says whose a register is', async () => {
    const { as, post } = await runCloud({ sold: false });
    await post('/profile', { Password: PASSWORD });
    const manager = basic('gerente', PASSWORD);
    const at = `/cfg?rn=${encodeURIComponent(RN)}`;
    expect((await as(manager, 'POST', at, cfgOf(TERMINAL))).status).toBe(200);
    expect(oauth(await as(TERMINAL, 'GET', '/last?_=Cfg'))).toEqual(OUTSIDE);
    expect((await as(manager, 'POST', at, { Cfg: { Cloud: { CompanyId: '7' } } })).status).toBe(200);
    expect((await as(TERMINAL, 'POST', '/register', sale())).status).toBe(200);
    expect(oauth(await as({ ...TERMINAL, company: '8' }, 'GET', '/last'))).toEqual(OUTSIDE);
  });
});

describe('the manager', () => {
  it('sees all registers with the password, and a till nothing of the manager', async () => {
    const { as, post } = await runCloud();
    expect((await post('/profile', { Password: PASSWORD })).status).toBe(200);
    const manager = basic('gerente', PASSWORD);
    for (const rn of [RN, 'LU2$C1_1'])
      expect((await as(manager, 'GET', `/last?rn=${encodeURIComponent(rn)}`)).status).toBe(200);
    for (const at of ['/control/status', '/control/units', '/control/lan', '/control/totals'])
      expect([at, (await as(TERMINAL, 'GET', at)).status]).toEqual([at, 401]);
    for (const password of ['errada', '']) {
      expect(oauth(await as(basic('gerente', password), 'GET', '/last'))).toEqual(INVALID);
    }
  });

  it('has the page of this machine while there is no password, programs have not', async () => {
    const { as } = await runCloud();
    const at = `/last?rn=${encodeURIComponent(RN)}`;
    expect((await as({ 'sec-fetch-site': 'same-origin' }, 'GET', at)).status).toBe(200);
    expect((await as({ 'sec-fetch-site': 'cross-site' }, 'GET', at)).status).toBe(401);
    expect((await as({}, 'GET', at)).status).toBe(401);
    expect((await as({}, 'GET', '/')).status).toBe(200);
  });

  it('signs in with a session, which needs its token for changes', async () => {
    const { as, post } = await runCloud();
    await post('/profile', { Password: PASSWORD });
    const signedIn = await post('/control/session', { password: PASSWORD });
    const cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!;
    const at = `?rn=${encodeURIComponent(RN)}`;
    expect((await as({ cookie }, 'GET', `/last${at}`)).status).toBe(200);
    expect((await as({ cookie }, 'POST', `/register${at}`, sale())).status).toBe(403);
    const csrf = { cookie, 'x-csrf-token': signedIn.json.csrf as string };
    expect((await as(csrf, 'POST', `/register${at}`, sale())).status).toBe(200);
  });
});

describe('POST /auth/token', () => {
  const form = 'grant_type=client_credentials&client_id=k&client_secret=s&TaxId=LU1&TL=C1&TT=1';
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const json =
    (status: number, body: unknown): http.RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  it('is not there on a till, which says so', async () => {
    const { post } = await runService();
    const { status, json: said } = await post('/auth/token', form, type);
    expect([status, said]).toEqual([
      404,
      { error: 'not_found', error_description: expect.stringContaining('--cloud') },
    ]);
  });

  it('asks the portal as the till has asked, and answers as it does', async () => {
    const { as, portal } = await runCloud({ sold: false });
    const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 3600 };
    portal.answer = json(200, tokens);
    const headers = { ...type, ...basic('key', 'geheim'), accept: 'application/json', cookie: 'x=y' };
    const answer = await as(headers, 'POST', '/auth/token', form);
    expect([answer.status, answer.json, answer.headers['cache-control']]).toEqual([200, tokens, 'no-store']);
    const [asked] = portal.asked;
    expect(asked!.body).toBe(form);
    expect(asked!.headers).toMatchObject({ ...type, ...basic('key', 'geheim'), accept: 'application/json' });
    expect(asked!.headers).not.toHaveProperty('cookie');
  });

  it.each([400, 401, 429])('passes on a refusal with %i', async (status) => {
    const { as, portal } = await runCloud({ sold: false });
    const refusal = { error: 'invalid_token', error_description: 'expired' };
    portal.answer = json(status, refusal);
    const answer = await as(type, 'POST', '/auth/token', form);
    expect([answer.status, answer.json]).toEqual([status, refusal]);
  });

  it('asks nobody for the password of the manager, nor counts guesses', async () => {
    const { as, portal, post } = await runCloud({ sold: false });
    await post('/profile', { Password: PASSWORD });
    portal.answer = json(401, { error: 'invalid_client' });
    for (let i = 0; i < 8; i++) {
      const answer = await as({ ...type, ...basic('key', 'errado') }, 'POST', '/auth/token', form);
      expect(answer.json).toEqual({ error: 'invalid_client' });
    }
  });

  const unusable: [string, http.RequestListener][] = [
    ['is no JSON', (_request, response) => void response.end('<html>')],
    ['is too long', json(200, { access_token: 'x'.repeat(70_000) })],
    ['points elsewhere', (_request, response) => void response.writeHead(302, { location: '/x' }).end()],
    ['breaks off', (_request, response) => void response.destroy()],
  ];
  it.each(unusable)('is unavailable while the answer of the portal %s', async (_what, answer) => {
    const { as, portal } = await runCloud({ sold: false });
    portal.answer = answer;
    const said = await as(type, 'POST', '/auth/token', form);
    expect([said.status, said.json, said.headers['retry-after']]).toEqual([
      503,
      { error: 'temporarily_unavailable', error_description: expect.stringContaining('portal') },
      '5',
    ]);
  });

  it('is unavailable while the portal is down; tokens that are there go on working', async () => {
    const { as, portal } = await runCloud();
    await portal.close();
    expect((await as(type, 'POST', '/auth/token', form)).status).toBe(503);
    expect((await as(TERMINAL, 'POST', '/register', sale())).status).toBe(200);
  });

  it('passes on no bodies that no till would send', async () => {
    const { as, portal } = await runCloud({ sold: false });
    for (const body of ['x'.repeat(20_000), 'x'.repeat(6_000_000)]) {
      expect((await as(type, 'POST', '/auth/token', body)).status).toBe(413);
    }
    const odd = await as({ ...type, 'content-encoding': 'snappy' }, 'POST', '/auth/token', form);
    expect([odd.status, odd.json.error]).toEqual([415, 'invalid_request']);
    expect(portal.asked).toEqual([]);
  });

  it('keeps secrets out of the log', async () => {
    const { as, portal, dataRoot, post, stop } = await runCloud({ sold: false });
    await post('/profile', { Attributes: 'Log_debug' });
    portal.answer = json(200, { access_token: 'access-geheim' });
    await as({ ...type, ...basic('key', 'secret-geheim') }, 'POST', '/auth/token', `${form}-geheim`);
    await as(bearer('token-geheim'), 'GET', '/last');
    await portal.close();
    await as({ ...type, ...basic('key', 'secret-geheim') }, 'POST', '/auth/token', `${form}-geheim`);
    await stop();
    const log = await fs.readFile(`${dataRoot}/log/service.log`, 'utf8');
    expect(log).toContain('/auth/token');
    expect(log).not.toContain('geheim');
  });
});

it('sells nothing for a till of another cloud register, and says which one that is', async () => {
  const portal = await fakePortal();
  const running = await runService({ cloud: portal.url, cloudAddress: 'https://a.example', cfg: null });
  const headers = async (register_url: string) =>
    bearer(await portal.token(TERMINAL, running.clock, { claims: { register_url } }));
  const elsewhere = await headers('https://b.example');
  for (const [method, at, body] of ROUTES) {
    const answer = await send(running.url + at, method, body, { ...elsewhere, accept: 'text/xml' });
    expect([at, answer.status, answer.json.error, answer.json.register_url]).toEqual([
      ...[at, 421, 'wrong_register', 'https://b.example'],
    ]);
  }
  const here = await headers('https://a.example');
  expect((await send(`${running.url}/cfg`, 'POST', cfgOf(TERMINAL), here)).status).toBe(200);
  expect((await send(`${running.url}/register`, 'POST', sale('1.00'), here)).status).toBe(200);
});
