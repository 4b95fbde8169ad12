import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { expect, it, vi } from 'vitest';
import { runService, send } from '../../testing/running-service.ts';
import { PORTUGAL, sale } from '../../testing/sales.ts';

it('shows what a POS sent and was answered, and forgets it when told to', async () => {
  const { get, post, url } = await runService();
  await post('/cfg?RN=bar', { Cfg: { ...PORTUGAL, Trm: { TT: '2' } } });
  await post('/register?RN=bar', sale('1.00', { TL: '1', TT: '2', CardNumber: '4111111111111111' }), {
    'user-agent': 'BarPos/4.2',
  });
  await post('/register', '<Tra><ESR TN="9"><PosA><Pos', { 'content-type': 'text/xml' });
  await post('/Registr', sale());
  await get('/state');
  const { isOn, calls } = (await get('/control/requests')).json;
  expect(isOn).toBe(true);
  expect(calls).toMatchObject([
    { method: 'GET', target: '/state', status: 200, rn: 'def' },
    { method: 'POST', target: '/Registr', status: 404, code: '#NOT_FOUND' },
    { target: '/register', status: 400, rn: null, rc: 'BAD', code: '#XML' },
    { target: '/register?RN=bar', status: 200, rn: 'bar', terminal: '1/2', rc: 'OK', code: null },
    { target: '/cfg?RN=bar', status: 200, rn: 'bar', rc: 'OK' },
    { target: '/cfg', status: 200, rn: 'def', rc: 'OK' },
  ]);
  const one = (await get(`/control/requests/${calls[3].id}`)).json;
  expect(one).toMatchObject({ from: '127.0.0.1', userAgent: 'BarPos/4.2' });
  expect(one.request.type).toBe('application/json');
  expect(one.request.text).toContain('"Dsc":"Bica"');
  expect(one.request.text).not.toContain('4111');
  expect(JSON.parse(one.answer.text).TraC.Result.RC).toBe('OK');
  expect((await get(`/control/requests/${calls[2].id}`)).json.request.text).toContain('TN="9"');

  expect((await send(`${url}/control/requests`, 'DELETE')).status).toBe(200);
  expect((await get('/control/requests')).json.calls).toEqual([]);
  expect((await get(`/control/requests/${calls[3].id}`)).status).toBe(404);
});

it('keeps nothing while the profile says so, and shows nothing to who is not the manager', async () => {
  const { get, post } = await runService();
  await post('/profile', { Attributes: 'Log_nocalls', Password: 'hush-hush' });
  await post('/register', sale());
  expect((await get('/control/requests')).status).toBe(401);
  const manager = { authorization: `Basic ${Buffer.from('x:hush-hush').toString('base64')}` };
  expect((await get('/control/requests', manager)).json).toEqual({ isOn: false, calls: [] });
  expect((await get('/control/requests/1', manager)).status).toBe(404);
});

it('tells when a POS was gone before it was answered', async () => {
  const { get, port } = await runService();
  const request = http.request({
    port,
    path: '/register',
    method: 'POST',
    headers: { 'content-length': 100 },
  });
  request.on('error', () => undefined);
  request.write('{"Tra":');
  await once(request, 'socket').then(([socket]) => once(socket as net.Socket, 'connect'));
  await get('/state');
  request.destroy();
  await vi.waitFor(async () => {
    const { calls } = (await get('/control/requests')).json;
    expect(calls.find(({ target }: { target: string }) => target === '/register')).toMatchObject({
      status: null,
    });
  });
});
