/** A cloud register with a real portal: what one gives out the other takes. */
import { expect, it, onTestFinished } from 'vitest';
import { testPortal } from '../portal/testing/portal.ts';
import { runService, send, type Answer, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

const TERMINAL = { TaxId: 'LU26375245', TL: 'C1', TT: '1' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A cloud register and its portal, with the credentials of a company there. */
async function runPair() {
  const portal = await testPortal();
  onTestFinished(() => portal.stop());
  const register = await runService({ cloud: portal.url, cfg: null });
  portal.clock.set(register.clock.now());
  const address = { address: 'Rue 1', city: 'Luxembourg', zip: '1000', countryCode: 'LU' };
  const newCompany = async () => {
    const { companyId } = await portal.ask<{ companyId: number }>('POST', '/api/v2/Public/Company', {
      ...{ parentEntityId: 2, name: 'Example', taxId: TERMINAL.TaxId, ignoreTaxId: true, ...address },
    });
    return portal.ask<{ apiKey: string; apiSecret: string }>(
      'POST',
      `/Company/${companyId}/CloudCredentials`,
    );
  };
  const company = await newCompany();
  const ask = (fields: Record<string, string>) =>
    register.post('/auth/token', new URLSearchParams({ ...TERMINAL, ...fields }).toString(), FORM);
  const withSecret = ({ apiKey, apiSecret } = company) =>
    ask({ grant_type: 'client_credentials', client_id: apiKey, client_secret: apiSecret });
  const withRefresh = (refresh_token: string) =>
    ask({ grant_type: 'refresh_token', client_id: company.apiKey, refresh_token });
  const as = ({ json }: Answer, method: string, at: string, body?: object) =>
    send(register.url + at, method, body, { authorization: `Bearer ${json.access_token}` });
  const pass = (ms: number) => {
    register.clock.advance(ms);
    portal.clock.set(register.clock.now());
  };
  return { newCompany, withSecret, withRefresh, as, pass };
}

const CFG = { Cfg: { Cmp: { Nam: 'Example', Ctry: 'LU', TaxId: TERMINAL.TaxId } } };

it('sells with the tokens of the portal, and goes on with refreshed ones', async () => {
  const { withSecret, withRefresh, as, pass } = await runPair();
  const first = await withSecret();
  expect([first.status, first.json.token_type]).toEqual([200, 'Bearer']);
  expect((await as(first, 'POST', '/cfg', CFG)).status).toBe(200);
  expect((await as(first, 'POST', '/register', sale())).status).toBe(200);
  pass(3_600_000);
  const late = await as(first, 'POST', '/register', sale());
  expect([late.status, late.json.error]).toEqual([401, 'invalid_token']);
  const second = await withRefresh(first.json.refresh_token as string);
  expect((await as(second, 'POST', '/register', sale())).json.TraC).toMatchObject({
    SQ: 3,
    ESR: { TN: '2' },
  });
});

it('takes no refresh token for an access token', async () => {
  const { withSecret, as } = await runPair();
  const { json } = await withSecret();
  const swapped = { json: { access_token: json.refresh_token as string } } as Answer;
  expect((await as(swapped, 'GET', '/state')).status).toBe(401);
});

it('tells companies with the same tax id apart', async () => {
  const { newCompany, withSecret, as } = await runPair();
  const first = await withSecret();
  expect((await as(first, 'POST', '/cfg', CFG)).status).toBe(200);
  const twin = await withSecret(await newCompany());
  expect(twin.status).toBe(200);
  expect((await as(twin, 'GET', '/cfg')).status).toBe(403);
  expect((await as(first, 'GET', '/cfg')).status).toBe(200);
});

it('passes on that a secret is wrong', async () => {
  const { withSecret } = await runPair();
  const { status, json } = await withSecret({ apiKey: 'tmc_x', apiSecret: 'tms_x' });
  expect([status, json]).toEqual([401, { error: 'invalid_client', error_description: expect.any(String) }]);
});

it('passes on that a till is throttled, and for how long: nothing of it has expired', async () => {
  const { withSecret, withRefresh } = await runPair();
  const { json } = await withSecret();
  const wrong = { apiKey: json.api_key as string, apiSecret: 'tms_x' };
  for (let i = 0; i < 5; i++) expect((await withSecret(wrong)).status).toBe(401);
  const throttled = await withSecret(wrong);
  expect([throttled.status, throttled.json.error]).toEqual([429, 'slow_down']);
  expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
  expect((await withRefresh(json.refresh_token as string)).status).toBe(200);
  expect((await withSecret()).status).toBe(200);
});

it('spreads the tills of a company over its cloud registers, each of which takes its own alone', async () => {
  const portal = await testPortal();
  onTestFinished(() => portal.stop());
  const addresses = ['https://a.example', 'https://b.example'];
  const registers = new Map<string, Running>();
  for (const cloudAddress of addresses)
    registers.set(cloudAddress, await runService({ cloud: portal.url, cloudAddress, cfg: null }));
  const [entrance] = registers.values();
  portal.clock.set(entrance!.clock.now());
  const { companyId } = await portal.ask<{ companyId: number }>('POST', '/api/v2/Public/Company', {
    ...{ parentEntityId: 2, name: 'Example', taxId: TERMINAL.TaxId, ignoreTaxId: true },
    ...{ address: 'Rue 1', city: 'Luxembourg', zip: '1000', countryCode: 'LU' },
  });
  const { apiKey, apiSecret } = await portal.ask<{ apiKey: string; apiSecret: string }>(
    'POST',
    `/Company/${companyId}/CloudCredentials`,
  );
  for (const url of addresses) await portal.ask('POST', `/Company/${companyId}/CloudRegisters`, { url });
  const sold: string[] = [];
  for (const TT of ['1', '2', '3', '4']) {
    const form = { ...TERMINAL, TT, grant_type: 'client_credentials' };
    const credentials = { client_id: apiKey, client_secret: apiSecret };
    const { json } = await entrance!.post(
      '/auth/token',
      new URLSearchParams({ ...form, ...credentials }).toString(),
      FORM,
    );
    const headers = { authorization: `Bearer ${json.access_token}` };
    for (const [address, { url }] of registers) {
      const { status } = await send(`${url}/cfg`, 'POST', CFG, headers);
      expect([TT, address, status]).toEqual([TT, address, address === json.register_url ? 200 : 421]);
    }
    const answer = await send(
      `${registers.get(json.register_url as string)!.url}/register`,
      'POST',
      sale(),
      headers,
    );
    expect(answer.status).toBe(200);
    sold.push(json.register_url as string);
  }
  expect(sold).toEqual([...addresses, ...addresses]);
});
