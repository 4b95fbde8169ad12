/** One company that takes all of a cloud register: made-up terminals, places, and how they come free. */
import { expect, it } from 'vitest';
import type { CompanyTerminal } from '../access/bearer.ts';
import { IDLE_DAYS } from '../register/companies/places.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import { runService, send, type Answer, type Running } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';
import type { PlacesOverview } from '../wire.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'Pastel de nata 7';

/** A cloud register with two places for each company. */
async function runCloud(again?: Running) {
  const portal = await fakePortal();
  const running = await runService({ cloud: portal.url, cfg: null, ...(again && { again }) });
  const { url, clock } = running;
  const manager = { authorization: `Basic ${Buffer.from(`m:${PASSWORD}`).toString('base64')}` };
  const most = (n: number) =>
    send(`${url}/profile`, 'POST', { Attributes: `Register_maxCompany=${n}`, Password: PASSWORD }, manager);
  await most(2);
  const till = (TT: string, company = '7'): CompanyTerminal => ({
    TaxId: `LU${company}`,
    TL: 'C1',
    TT,
    company,
  });
  const as = async (who: CompanyTerminal, method: string, at: string, body?: object) =>
    send(url + at, method, body, { authorization: `Bearer ${await portal.token(who, clock)}` });
  const setUp = (who: CompanyTerminal) => {
    const Cmp = { Nam: 'Example', Ctry: 'LU', TaxId: who.TaxId };
    return as(who, 'POST', '/cfg', { Cfg: { Cmp } });
  };
  const sell = (who: CompanyTerminal) => as(who, 'POST', '/register', sale());
  const places = async () => (await send(`${url}/control/places`, 'GET', undefined, manager)).json as never;
  const free = (rn: string, headers: Record<string, string> = manager) =>
    send(`${url}/control/places/free`, 'POST', { rn }, headers);
  return {
    ...running,
    portal,
    most,
    till,
    as,
    setUp,
    sell,
    free,
    places: places as () => Promise<PlacesOverview>,
  };
}

const result = ({ status, json }: Answer) => {
  const record = (json.TraC ?? json.CfgC) as { Result: Record<string, unknown> };
  return { status, code: record.Result.ErrorCode };
};
const FULL = { status: 406, code: '#CLOUD_FULL' };
const OK = { status: 200, code: undefined };

it('lets a company take its own places with made-up terminals, and none of the others', async () => {
  const { till, setUp, sell, most } = await runCloud();
  expect(result(await setUp(till('1')))).toEqual(OK);
  const rush = await Promise.all(Array.from({ length: 10 }, (_, i) => sell(till(`x${i}`))));
  expect(rush.map(result).filter(({ status }) => status === 200)).toHaveLength(1);
  expect(rush.map(result)).toContainEqual(FULL);
  const refused = await setUp(till('2'));
  expect(result(refused)).toEqual(FULL);
  expect(refused.json.CfgC.Result.Warning.join()).toContain('of its company: 2');
  // Its own till goes on, another company does not notice, and the manager may give more.
  expect(result(await sell(till('1')))).toEqual(OK);
  expect(result(await setUp(till('1', '8')))).toEqual(OK);
  expect((await most(3)).status).toBe(200);
  expect(result(await setUp(till('2')))).toEqual(OK);
});

it('counts a company under all tax ids that it gives itself', async () => {
  const { till, setUp } = await runCloud();
  const under = (TaxId: string) => setUp({ ...till('1'), TaxId });
  expect(result(await under('LU1'))).toEqual(OK);
  expect(result(await under('LU2'))).toEqual(OK);
  expect(result(await under('LU3'))).toEqual(FULL);
});

it('keeps no place for a register that its country refuses', async () => {
  const { till, setUp, as } = await runCloud();
  await setUp(till('1'));
  const refused = { ...till('1'), TaxId: PORTUGAL.Cmp.TaxId, TL: 'Loja 1' };
  for (const TT of ['2', '3', '4']) {
    const answer = await as({ ...refused, TT }, 'POST', '/cfg', { Cfg: { Cmp: PORTUGAL.Cmp } });
    expect(result(answer)).toEqual({ status: 400, code: '#PT_SERIES' });
  }
  expect(result(await setUp(till('5')))).toEqual(OK);
});

it('has places that a manager frees; the till that comes back goes on where it was, if there is one', async () => {
  const { till, setUp, sell, free, places, as, most } = await runCloud();
  for (const TT of ['1', '2']) {
    await setUp(till(TT));
    await sell(till(TT));
  }
  expect(result(await setUp(till('3')))).toEqual(FULL);
  expect((await free('LU7$C1_1')).status).toBe(200);
  expect((await places()).companies).toMatchObject([
    {
      id: '7',
      name: 'Example',
      taken: 1,
      registers: [
        { tt: '2', place: 'taken' },
        { tt: '1', place: 'freed' },
      ],
    },
  ]);
  expect(result(await setUp(till('3')))).toEqual(OK);
  // All of its records are still there for its till; it sells no more.
  for (let i = 0; i < 2; i++) expect(result(await sell(till('1')))).toEqual(FULL);
  expect(result(await setUp(till('1')))).toEqual(FULL);
  expect((await as(till('1'), 'GET', '/last')).status).toBe(200);
  expect((await as(till('1'), 'GET', '/find')).status).toBe(200);
  await most(3);
  const back = await sell(till('1'));
  expect(result(back)).toEqual(OK);
  expect(back.json.TraC).toMatchObject({ ESR: { TN: '2' } });
  expect((await places()).companies).toMatchObject([{ taken: 3 }]);
});

it('remembers across restarts which places were freed', async () => {
  const first = await runCloud();
  for (const TT of ['1', '2']) await first.setUp(first.till(TT));
  await first.free('LU7$C1_1');
  await first.setUp(first.till('3'));
  await first.stop();
  const { till, sell, places } = await runCloud(first);
  expect((await places()).companies).toMatchObject([{ taken: 2 }]);
  expect(result(await sell(till('1')))).toEqual(FULL);
  expect(result(await sell(till('3')))).toEqual(OK);
});

it(`frees places of tills that were not heard of for ${IDLE_DAYS} days by itself`, async () => {
  const { till, setUp, sell, clock } = await runCloud();
  for (const TT of ['1', '2']) await setUp(till(TT));
  clock.advance((IDLE_DAYS - 1) * DAY_MS);
  expect(result(await setUp(till('3')))).toEqual(FULL);
  expect(result(await sell(till('2')))).toEqual(OK);
  clock.advance(DAY_MS + 1000);
  expect(result(await setUp(till('3')))).toEqual(OK);
  expect(result(await sell(till('1')))).toEqual(FULL);
  expect(result(await sell(till('2')))).toEqual(OK);
});

it('lets the manager alone see and free places', async () => {
  const { till, setUp, portal, clock, free, url, places } = await runCloud();
  await setUp(till('1'));
  const token = { authorization: `Bearer ${await portal.token(till('1'), clock)}` };
  for (const headers of [token, {}]) {
    expect((await free('LU7$C1_1', headers)).status).toBe(401);
    expect((await send(`${url}/control/places`, 'GET', undefined, headers)).status).toBe(401);
  }
  expect((await places()).companies).toMatchObject([{ taken: 1 }]);
  for (const rn of ['LU7$C1_2', 'def', '../x']) expect((await free(rn)).status).toBe(404);
});

it('has no places on a till', async () => {
  const { url } = await runService();
  const { status, json } = await send(`${url}/control/places`, 'GET');
  expect([status, json]).toMatchObject([200, { cloud: false, companies: [] }]);
  expect((await send(`${url}/control/places/free`, 'POST', { rn: 'def' })).status).toBe(404);
  // Read at once, on the thread that answers tills.
  expect((await send(`${url}/control/places/free`, 'POST', { rn: 'x'.repeat(300_000) })).status).toBe(413);
});
