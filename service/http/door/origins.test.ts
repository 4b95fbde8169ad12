import { expect, it } from 'vitest';
import { runService, send } from '../../testing/running-service.ts';
import { sale } from '../../testing/sales.ts';

const foreign = { origin: 'https://pos.example', 'content-type': 'text/plain' };

it('refuses sales and configurations from web pages of other origins, and registers nothing', async () => {
  const { url, get } = await runService();
  for (const path of ['/register', '/restart', '/register/void/last', '/cfg', '/profile']) {
    const answer = await send(url + path, 'POST', JSON.stringify(sale()), foreign);
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect((await get('/find?_=Tra')).json.Rec).toEqual([]);
  const preflight = await send(`${url}/register`, 'OPTIONS', undefined, foreign);
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
});

it('lets the own page and programs without an origin pass', async () => {
  const { url, port } = await runService();
  for (const origin of [undefined, `http://127.0.0.1:${port}`]) {
    const answer = await send(`${url}/register`, 'POST', sale(), {
      host: `127.0.0.1:${port}`,
      ...(origin !== undefined && { origin }),
    });
    expect(answer.status).toBe(200);
  }
});

it('lets a browser POS in that the profile names, with its preflight', async () => {
  const { url, port } = await runService();
  const local = { host: `127.0.0.1:${port}` };
  const profile = { Attributes: 'HttpServer_AllowOrigin=https://pos.example HttpServer_AllowCredentials' };
  expect((await send(`${url}/profile`, 'POST', profile, local)).status).toBe(200);
  const preflight = await send(`${url}/register`, 'OPTIONS', undefined, foreign);
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': 'https://pos.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': expect.stringContaining('POST') as string,
  });
  const answer = await send(`${url}/register`, 'POST', sale(), { origin: 'https://pos.example' });
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('https://pos.example');
  const other = await send(`${url}/register`, 'POST', sale(), { origin: 'https://evil.example' });
  expect(other.status).toBe(403);
});
