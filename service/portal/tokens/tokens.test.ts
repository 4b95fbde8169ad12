import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '../access/secrets.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';

const TERMINAL = { TaxId: 'PT509876544', TL: 'C1', TT: '1' };
const HOUR = 3_600_000;

let portal: TestPortal;
let company: number;
let key: string;
let secret: string;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  company = await makeCompany('PT509876544');
  ({ apiKey: key, apiSecret: secret } = await portal.ask('POST', `/Company/${company}/CloudCredentials`));
});

async function makeCompany(taxId: string): Promise<number> {
  const body = { ...{ parentEntityId: 2, name: 'Casa do Largo', taxId, ignoreTaxId: true }, ...ADDRESS };
  return (await portal.ask<{ companyId: number }>('POST', '/api/v2/Public/Company', body)).companyId;
}
const ADDRESS = { address: 'Rua 1', city: 'Coimbra', zip: '3000', countryCode: 'PT' };

async function token(
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Record<string, string> }> {
  const response = await fetch(`${portal.url}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, string>,
  };
}

const withSecret = (more: Record<string, string> = {}) =>
  token({ grant_type: 'client_credentials', client_id: key, client_secret: secret, ...TERMINAL, ...more });
const withRefresh = (refresh_token: string, more: Record<string, string> = {}) =>
  token({ grant_type: 'refresh_token', client_id: key, refresh_token, ...TERMINAL, ...more });

it('gives tokens whose fields are those of the specification', async () => {
  const now = portal.clock.now() / 1000;
  const { status, headers, body } = await withSecret();
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    access_token: expect.any(String) as string,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^tmr_/) as string,
    access_token_expires: now + 3600,
    access_token_expires_at: now + 3600,
    refresh_token_expires: now + 7 * 86_400,
    refresh_token_expires_at: now + 7 * 86_400,
    api_key: key,
  });
});

it('signs access tokens so that anybody can check them with the published keys', async () => {
  const { body } = await withSecret();
  const keys = createRemoteJWKSet(new URL(`${portal.url}/.well-known/jwks.json`));
  const { payload, protectedHeader } = await jwtVerify(body.access_token!, keys, {
    ...{ issuer: portal.url, audience: 'register', algorithms: ['EdDSA'] },
    currentDate: new Date(portal.clock.now()),
  });
  expect(payload).toMatchObject({ ...TERMINAL, sub: String(company), exp: portal.clock.now() / 1000 + 3600 });
  expect(payload.jti).toMatch(/\S/);
  const published = (await (await fetch(`${portal.url}/.well-known/jwks.json`)).json()) as { keys: object[] };
  expect(published.keys).toContainEqual(
    expect.objectContaining({
      kid: protectedHeader.kid,
      kty: 'OKP',
      crv: 'Ed25519',
      use: 'sig',
      alg: 'EdDSA',
    }),
  );
  // The private part stays where it is.
  expect(JSON.stringify(published)).not.toContain('"d"');
});

it('names the address that it was asked at as the issuer on one machine', async () => {
  const url = portal.url.replace('localhost', '127.0.0.1');
  const response = await fetch(`${url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: key, client_secret: secret },
      ...TERMINAL,
    }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
  const currentDate = new Date(portal.clock.now());
  await expect(jwtVerify(access_token, keys, { issuer: url, currentDate })).resolves.toBeDefined();
});

it('takes key and secret from the header, too', async () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const form = { grant_type: 'client_credentials', ...TERMINAL };
  expect((await token(form, basic(`${key}:${secret}`))).status).toBe(200);
  expect((await token({ ...form, client_id: key }, basic(`${key}:${secret}`))).status).toBe(200);
  const wrong = await token(form, basic(`${key}:wrong`));
  expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic /);
  expect(await token({ ...form, client_id: 'other' }, basic(`${key}:${secret}`))).toMatchObject({
    ...{ status: 400, body: { error: 'invalid_request' } },
  });
  expect(await token(form, { authorization: 'Basic ???' })).toMatchObject({ status: 401 });
});

it('gives new tokens for a refresh token, without the secret', async () => {
  const first = (await withSecret()).body;
  const second = await withRefresh(first.refresh_token!);
  expect(second).toMatchObject({ status: 200, body: { api_key: key, expires_in: 3600 } });
  expect(second.body.refresh_token).not.toBe(first.refresh_token);
  expect(second.body.access_token).not.toBe(first.access_token);
  expect((await withRefresh(second.body.refresh_token!)).status).toBe(200);
});

it('takes a used refresh token once more within two minutes, because the answer may have been lost', async () => {
  const { refresh_token } = (await withSecret()).body;
  // This answer was lost.
  expect((await withRefresh(refresh_token!)).status).toBe(200);
  portal.clock.advance(119_000);
  const { status, body } = await withRefresh(refresh_token!);
  expect(status).toBe(200);
  expect((await withRefresh(body.refresh_token!)).status).toBe(200);
});

describe('a refresh token that two have ends all tokens of its family', () => {
  const ENDED = { status: 401, body: { error: 'invalid_token' } };
  const first = async () => (await withSecret()).body.refresh_token!;
  const used = async (token: string) => (await withRefresh(token)).body.refresh_token!;

  it('when it comes a third time', async () => {
    const stolen = await first();
    const answers = [await withRefresh(stolen), await withRefresh(stolen)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // Eleven times, as in the attack: not one more of them is taken, nor what came from it.
    for (let i = 0; i < 9; i++) expect(await withRefresh(stolen)).toMatchObject(ENDED);
    for (const { body } of answers) expect(await withRefresh(body.refresh_token!)).toMatchObject(ENDED);
  });

  it('when it comes after two minutes, even days later', async () => {
    for (const pause of [120_000, 6 * 24 * HOUR]) {
      const stolen = await first();
      const own = await used(stolen);
      portal.clock.advance(pause);
      await portal.portal.tick();
      expect(await withRefresh(stolen)).toMatchObject(ENDED);
      expect(await withRefresh(own)).toMatchObject(ENDED);
    }
  });

  it('when it comes again although its answer has arrived', async () => {
    const stolen = await first();
    const next = await used(await used(stolen));
    expect(await withRefresh(stolen)).toMatchObject(ENDED);
    expect(await withRefresh(next)).toMatchObject(ENDED);
  });

  it('when the till and a thief go on from one token within two minutes', async () => {
    const stolen = await first();
    const [till, thief] = [await used(stolen), await used(stolen)];
    expect(await withRefresh(till)).toMatchObject(ENDED);
    expect(await withRefresh(thief)).toMatchObject(ENDED);
  });

  it('and no other family; the till goes on with its secret', async () => {
    const [stolen, other] = [await first(), await first()];
    for (let i = 0; i < 3; i++) await withRefresh(stolen);
    expect((await withRefresh(other)).status).toBe(200);
    expect((await withSecret()).status).toBe(200);
  });

  it('and nobody ends one with a token that is made up, or of another terminal', async () => {
    const token = await first();
    const [family] = token.split('.');
    for (const wrong of ['x', '.', 'tmr_x.y', `tmr_x.${token.split('.')[1]}`]) {
      expect(await withRefresh(wrong)).toMatchObject(ENDED);
    }
    expect(await withRefresh(`${family}.x`, { TT: '2' })).toMatchObject(ENDED);
    expect((await withRefresh(token)).status).toBe(200);
  });
});

it('keeps ten families of a till, however often it authenticates', async () => {
  const first: string[] = [];
  for (let i = 0; i < 12; i++) {
    first.push((await withSecret()).body.refresh_token!);
    portal.clock.advance(1000);
  }
  const other = (await withSecret({ TT: '2' })).body.refresh_token!;
  const rows = await portal.portal.services.db.select(
    'SELECT hash FROM refresh_tokens WHERE company_id = $company',
    { company },
  );
  expect(rows).toHaveLength(11);
  expect(await Promise.all(first.map(async (one) => (await withRefresh(one)).status))).toEqual([
    ...[401, 401],
    ...Array<number>(10).fill(200),
  ]);
  expect((await withRefresh(other, { TT: '2' })).status).toBe(200);
});

it('takes refresh tokens that an older version has given out', async () => {
  const scope = JSON.stringify(Object.values(TERMINAL));
  await portal.portal.services.db.run(
    `INSERT INTO refresh_tokens (company_id, hash, public_part, scope, expires_at)
      VALUES ($company, $hash, $key, $scope, $until)`,
    { company, key, scope, until: portal.clock.now() + HOUR, hash: digestOf('tmr_older') },
  );
  const next = await withRefresh('tmr_older');
  expect(next.status).toBe(200);
  expect((await withRefresh(next.body.refresh_token!)).status).toBe(200);
  expect((await withRefresh('tmr_older')).status).toBe(401);
});

it('takes a refresh token for seven days', async () => {
  const [one, other] = [(await withSecret()).body, (await withSecret()).body];
  portal.clock.advance(7 * 24 * HOUR - 1000);
  expect((await withRefresh(one.refresh_token!)).status).toBe(200);
  portal.clock.advance(1000);
  await portal.portal.tick();
  expect(await withRefresh(other.refresh_token!)).toMatchObject({
    ...{ status: 401, body: { error: 'invalid_token', error_description: expect.any(String) as string } },
  });
});

it.each([{ TL: 'C2' }, { TT: '2' }, { TaxId: 'PT501442600' }])(
  'refreshes no tokens for %o',
  async (other) => {
    const { refresh_token } = (await withSecret()).body;
    expect(await withRefresh(refresh_token!, other)).toMatchObject({
      ...{ status: 401, body: { error: 'invalid_token' } },
    });
    // It was not used up by that.
    expect((await withRefresh(refresh_token!)).status).toBe(200);
  },
);

it('gives tokens for no other company', async () => {
  expect(await withSecret({ TaxId: 'PT501442600' })).toMatchObject({
    ...{ status: 400, body: { error: 'invalid_scope' } },
  });
  expect((await withSecret({ TaxId: '509876544' })).status).toBe(200);
});

it.each(['509876544', 'PT 509.876.544', 'pt509876544'])(
  'spells the company in one way in tokens for %s (J)',
  async (TaxId) => {
    const { access_token, refresh_token } = (await withSecret({ TaxId })).body;
    expect(decodeJwt(access_token!)).toMatchObject({ TaxId: 'PT509876544', TL: 'C1', TT: '1' });
    expect((await withRefresh(refresh_token!)).status).toBe(200);
  },
);

it("takes no refresh token with another company's key", async () => {
  const { refresh_token } = (await withSecret()).body;
  const other = await makeCompany('PT509876544');
  const credentials = await portal.ask<{ apiKey: string }>('POST', `/Company/${other}/CloudCredentials`);
  expect((await withRefresh(refresh_token!, { client_id: credentials.apiKey })).status).toBe(401);
});

it('ends refresh tokens with the credentials, and with the company', async () => {
  const { refresh_token } = (await withSecret()).body;
  const renewed = await portal.ask<{ apiKey: string; apiSecret: string }>(
    ...(['POST', `/Company/${company}/CloudCredentials`] as const),
  );
  expect((await withRefresh(refresh_token!)).status).toBe(401);
  expect((await withRefresh(refresh_token!, { client_id: renewed.apiKey })).status).toBe(401);
  expect((await withSecret()).body.error).toBe('invalid_client');
  [key, secret] = [renewed.apiKey, renewed.apiSecret];
  const last = (await withSecret()).body;
  await portal.ask('PUT', `/api/v2/Public/Company/${company}/Deactivate`);
  expect((await withRefresh(last.refresh_token!)).body.error).toBe('invalid_token');
  expect((await withSecret()).body.error).toBe('invalid_client');
  expect((await portal.send('POST', `/Company/${company}/CloudCredentials`)).status).toBe(400);
});

it('tells the key again, the secret never', async () => {
  const told = await portal.send('GET', `/Company/${company}/CloudCredentials`);
  expect(told.body).toEqual({
    exists: true,
    apiKey: key,
    createdTimestamp: new Date(portal.clock.now()).toISOString(),
  });
  const none = await makeCompany('PT501442600');
  expect((await portal.send('GET', `/Company/${none}/CloudCredentials`)).body).toEqual({
    ...{ exists: false, apiKey: null, createdTimestamp: null },
  });
});

it.each(['grant_type', 'TaxId', 'TL', 'TT'])('names a missing %s', async (name) => {
  const form = { grant_type: 'client_credentials', client_id: key, client_secret: secret, ...TERMINAL };
  for (const value of [undefined, '']) {
    const sent = Object.entries({ ...form, [name]: value }).filter(([, text]) => text !== undefined);
    const { status, body } = await token(Object.fromEntries(sent));
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_request', error_description: `${name} is missing` });
  }
});

it.each([
  ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['a wrong secret', { client_secret: 'errado' }, 401, 'invalid_client'],
  ['a secret that is empty', { client_secret: '' }, 401, 'invalid_client'],
  ['a key that is not known', { client_id: 'nobody' }, 401, 'invalid_client'],
  ['a key that no database could keep', { client_id: 'a\0b' }, 400, 'invalid_request'],
  ['the name of another register', { TaxId: 'PT509876544$C2_2' }, 400, 'invalid_request'],
  ['blanks', { TL: ' ' }, 400, 'invalid_request'],
  ['a name without end', { TL: 'x'.repeat(101) }, 400, 'invalid_request'],
  ['a line end in a name', { TL: 'a\nb' }, 400, 'invalid_request'],
])('refuses %s', async (_what, change, status, error) => {
  expect(await withSecret(change)).toMatchObject({
    ...{ status, body: { error, error_description: expect.stringMatching(/\S/) as string } },
  });
});

it('refuses what is no form, one that is too large, and fields that are there twice', async () => {
  expect(await token('{}', { 'content-type': 'application/json' })).toMatchObject({ status: 400 });
  expect(await token('x'.repeat(20_000))).toMatchObject({ status: 413, body: { error: 'invalid_request' } });
  expect((await token('TL=1&tl=2')).body.error_description).toBe('tl is there more than once');
});

it('tells a till that is throttled from one whose refresh token has ended', async () => {
  const { refresh_token } = (await withSecret()).body;
  portal.clock.advance(7 * 24 * HOUR);
  // However often it asks: it hears that it has to authenticate again, and never that it has to wait.
  for (let i = 0; i < 8; i++) {
    expect(await withRefresh(refresh_token!)).toMatchObject({
      status: 401,
      body: { error: 'invalid_token' },
    });
  }
  for (let i = 0; i < 5; i++) await withSecret({ client_secret: 'wrong' });
  const throttled = await withSecret({ client_secret: 'wrong' });
  expect(throttled).toMatchObject({ status: 429, body: { error: 'slow_down' } });
  expect(throttled.body.error_description).toContain('stay good');
  expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0);
  // Neither its refresh tokens nor its right secret are touched by that.
  const { refresh_token: fresh } = (await withSecret()).body;
  for (let i = 0; i < 6; i++) await withSecret({ client_secret: 'wrong' });
  expect((await withRefresh(fresh!)).status).toBe(200);
});

it('makes a till with a wrong secret wait, and no other one', async () => {
  for (let i = 0; i < 5; i++) expect((await withSecret({ client_secret: 'wrong' })).status).toBe(401);
  const late = await withSecret({ client_secret: 'wrong' });
  expect(late.status).toBe(429);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await withSecret({ client_secret: 'wrong', TT: '2' })).status).toBe(401);
  expect((await withSecret()).status).toBe(200);
});

it('signs with a new key every 90 days, and goes on showing the old one for a day', async () => {
  const kids = async () => {
    const response = await fetch(`${portal.url}/.well-known/jwks.json`);
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };
  // So long that the keys of other tests are gone.
  portal.clock.advance(100 * 24 * HOUR);
  const [old] = await kids();
  portal.clock.advance(90 * 24 * HOUR);
  const both = await kids();
  expect(both).toHaveLength(2);
  expect(both[1]).toBe(old);
  const header = (await withSecret()).body.access_token!.split('.')[0]!;
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ kid: both[0] });
  portal.clock.advance(24 * HOUR);
  expect(await kids()).toEqual([both[0]]);
});

it('keeps digests only', async () => {
  const { refresh_token } = (await withSecret()).body;
  const rows = [
    ...(await portal.portal.services.db.select('SELECT * FROM company_secrets')),
    ...(await portal.portal.services.db.select('SELECT * FROM refresh_tokens')),
    ...(await portal.portal.services.db.select('SELECT * FROM audit_log')),
  ];
  expect(JSON.stringify(rows)).not.toContain(refresh_token);
  expect(JSON.stringify(rows)).not.toContain(secret);
});
