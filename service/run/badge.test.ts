import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { caughtUp, companyWithBadge, connectedService, portalOfTest } from '../testing/connected.ts';
import { runService, type Running } from '../testing/running-service.ts';

/** A host that is no portal of ours: it hears what it is told, and answers what it likes. */
async function stranger(status = 200, body: object = {}) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => heard.push(text));
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const post = async ({ post: send }: Running, body: object) =>
  (await send('/profile', body)).json.ProfileC.Result;
const attributes = async ({ get }: Running) => (await get('/profile')).json.Attributes;
const portalOf = async ({ get }: Running) => (await get('/control/status')).json.portal;

describe('a badge that names its portal', () => {
  it('connects in one step, and no other host hears of it', async () => {
    const portal = await portalOfTest();
    const { badge, companyId } = await companyWithBadge(portal);
    const other = await stranger();
    const service = await runService();
    await post(service, { Attributes: `Normalize_D=14 Recorder_init=0 Recorder_url=${other.url}` });
    expect(await post(service, { Badge: `${portal.url}/#badge=${badge}` })).toEqual({ RC: 'OK' });
    expect(await attributes(service)).toBe(`Normalize_D=14 Recorder_init=0 Recorder_url=${portal.url}`);
    await caughtUp(service);
    expect(await portalOf(service)).toMatchObject({
      ...{ state: 'online', url: `${portal.url}/`, company: 'Padaria Exemplo' },
      register: { companyId },
      heard: expect.any(String),
    });
    expect(other.heard).toEqual([]);
  });

  it('is kept with its address where the portal does not answer, and tells nobody else', async () => {
    const other = await stranger();
    const service = await runService();
    await post(service, { Attributes: `Recorder_init=0 Recorder_url=${other.url}` });
    const { Warning } = await post(service, { Badge: 'http://127.0.0.1:9/#badge=tmb_1_x' });
    expect([Warning].flat().join()).toMatch(/^Badge: kept, and checked as soon as/);
    expect(await attributes(service)).toContain('Recorder_url=http://127.0.0.1:9');
    await expect.poll(async () => (await portalOf(service)).state).toBe('offline');
    expect(other.heard).toEqual([]);
  });

  it('of a stranger is refused once a register is connected, before the stranger hears anything', async () => {
    const portal = await portalOfTest();
    const { badge } = await companyWithBadge(portal);
    const service = await connectedService(portal, badge);
    const other = await stranger();
    const refused = await post(service, { Badge: `${other.url}/#badge=tmb_1_x` });
    expect(refused).toMatchObject({ RC: 'BAD', ErrorCode: '#PROFILE' });
    expect([refused.Warning].flat().join()).toContain('which cannot be changed');
    expect(await attributes(service)).toContain(portal.url);
    await caughtUp(service);
    expect(other.heard).toEqual([]);
  });

  it('counts before the address in force, also where that comes with it', async () => {
    const portal = await portalOfTest();
    const { badge } = await companyWithBadge(portal);
    const other = await stranger();
    const service = await runService();
    await post(service, { Attributes: `Recorder_init=0 Recorder_url=${other.url}` });
    // A plain badge is for the address that comes with it, and not for the one before.
    expect(
      await post(service, { Badge: badge, Attributes: `Recorder_init=0 Recorder_url=${portal.url}` }),
    ).toEqual({ RC: 'OK' });
    await caughtUp(service);
    expect(other.heard).toEqual([]);
  });
});

it('names the host that it would be sent to before anything is sent', async () => {
  const other = await stranger();
  const service = await runService();
  const enter = async (body: object) =>
    (await service.post('/control/profile/badge', body, { origin: service.url })).json;
  const text = `${other.url}/#badge=tmb_1_x`;
  expect(await enter({ badge: text })).toEqual({ result: { warnings: [], asks: other.url } });
  expect(await enter({ badge: text, address: 'https://another.example' })).toMatchObject({
    result: { asks: other.url },
  });
  expect(other.heard).toEqual([]);
  await enter({ badge: text, address: other.url });
  expect(other.heard.join()).toContain('POST /recorder/v1/activate');
});

it.each([
  [403, { detail: 'no' }, 'badge'],
  [404, {}, 'old'],
  [400, { errors: [{ field: 'taxId', code: 'otherCompany', message: 'no' }] }, 'company'],
  [409, { errors: [{ field: 'rn', code: 'deactivated', message: 'no' }] }, 'deactivated'],
  [409, { detail: 'no' }, 'other'],
])('says why a portal refuses it: %i %j is %s', async (status, body, fault) => {
  const portal = await stranger(status, body);
  const service = await runService();
  const entered = { badge: `${portal.url}/#badge=tmb_1_x`, address: portal.url };
  const { json } = await service.post('/control/profile/badge', entered, { origin: service.url });
  expect(json.error.fields).toEqual({ badge: fault });
  expect((await portalOf(service)).state).toBe('alone');
});

it.each([
  ['noPortal', ''],
  ['noPortal', 'Recorder_url=https://portal.example'],
])('does not connect to a portal beside where there is none: %s', async (fault, list) => {
  const service = await runService();
  await post(service, { Attributes: list });
  const { json } = await service.post('/control/profile/beside', {}, { origin: service.url });
  expect(json.error.fields).toEqual({ beside: fault });
});
