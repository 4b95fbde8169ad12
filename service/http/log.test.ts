import { expect, it } from 'vitest';
import { runService } from '../testing/running-service.ts';

it('tells a client only what is new to it', async () => {
  const { get, post, url } = await runService();
  const first = (await get('/log?iid=till-1')).json.Lines;
  expect(first).toEqual([expect.stringMatching(/ info version [\d.]+ listening on /)]);
  expect((await get('/log?IID=till-1')).json).toEqual({ Lines: [] });
  expect((await get('/log?iid=till-2')).json.Lines).toEqual(first);
  await post('/profile', { Attributes: 'Log_debug' });
  await get('/state?password=hunter2');
  const { text, json } = await get('/log?iid=till-1');
  expect(json.Lines).toEqual([
    expect.stringMatching(/ debug POST \/profile: 200 in \d+ ms$/),
    expect.stringMatching(/ debug GET \/state: 200 in \d+ ms$/),
  ]);
  expect(text).not.toContain('hunter2');
  expect((await get('/log')).json.Lines.length).toBeGreaterThanOrEqual(4);
  expect(url).toMatch(/^http/);
});

it('lets no request forge a line', async () => {
  const { get, post } = await runService();
  await post('/profile', { Attributes: 'Log_debug' });
  await get('/x%0a2026-05-04T12:00:00.000Z%20info%20forged');
  await get('/log?iid=%0Aforged');
  for (const line of (await get('/log')).json.Lines) expect(line).toMatch(/^2\d{3}-[^\n\r]*$/);
});

it('follows Log_length and Log_remove at once', async () => {
  const { get, post } = await runService();
  await post('/profile', { Attributes: 'Log_debug Log_remove="/find|/state"' });
  await get('/log?iid=a');
  await get('/find');
  const { Lines } = (await get('/log?iid=a')).json;
  expect(Lines.at(-1)).toMatch(/ debug GET : 200 in \d+ ms$/);
});

it('bears a flood of instance ids, and refuses long ones', async () => {
  const { get } = await runService();
  await get('/log?iid=till');
  for (let i = 0; i < 1100; i++) expect((await get(`/log?iid=flood-${i}`)).status).toBe(200);
  expect((await get('/log?iid=till')).json.Lines).toHaveLength(1);
  const { status, json } = await get(`/log?iid=${'x'.repeat(101)}`);
  expect(status).toBe(400);
  expect(json.TraC.Result.Warning).toEqual(['#TYPE iid: has at most 100 characters']);
});

it.each([{ origin: 'https://shop.example' }, { host: 'till.example' }])(
  'answers no page of another origin: %j',
  async (headers) => {
    const { get } = await runService();
    expect((await get('/log', headers)).status).toBe(403);
  },
);
