/** The live log over HTTP. */
import { expect, it } from 'vitest';
import type { LogPart } from '../../log/wire.ts';
import { runService } from '../../testing/running-service.ts';
import { GENERIC } from '../../testing/sales.ts';

it('gives the newest lines, and those that come to whoever waits', async () => {
  const running = await runService({ cfg: GENERIC });
  const { get, post } = running;
  await post('/profile', { Attributes: 'Log_debug' });
  const first = (await get('/control/log')).json as LogPart;
  expect(first.lines.at(-1)!.number).toBe(first.last);
  expect(first.missed).toBe(0);
  // The question itself is no news: whoever follows the log would ask for ever.
  const { last } = (await get(`/control/log?after=${first.last}`)).json as LogPart;
  expect(last).toBe(first.last);
  const waiting = get(`/control/log?after=${last}&wait=1`);
  await get('/state');
  const { lines } = (await waiting).json as LogPart;
  expect(lines.map(({ text }) => text).join('\n')).toContain('GET /state: 200');
  expect((await get('/control/log?after=x')).status).toBe(400);
  // Who knows lines of another start begins anew.
  expect(((await get('/control/log?after=999999999')).json as LogPart).lines.length).toBeGreaterThan(0);
});

it('ends what waits when the service stops', async () => {
  const running = await runService({ cfg: GENERIC });
  const { last } = (await running.get('/control/log')).json as LogPart;
  const waiting = running.get(`/control/log?after=${last}&wait=1`);
  // Its answer must not be waited for.
  await running.get('/state');
  await running.stop();
  expect((await waiting).status).toBe(200);
});
