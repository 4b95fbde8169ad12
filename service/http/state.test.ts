import { expect, it } from 'vitest';
import { runService } from '../testing/running-service.ts';

it('tells the state with the types that clients rely on', async () => {
  const { get } = await runService();
  const { json } = await get('/state');
  expect(json).toMatchObject({
    pid: process.pid,
    name: 'Tillmark',
    Country: 'PT',
    Company: 'PT599999993',
    Online: false,
    RN: 'def',
    RecSent: 0,
    RecQueued: 0,
    RetryQueued: 0,
    DiskQuota: 1000,
    DiskUsage: expect.any(Number),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    manifest: expect.any(String),
    EFR: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(Number.isInteger(json.uptime)).toBe(true);
  expect(json.D).toMatch(/^2026-05-04T12:00:00[+-]\d\d:\d\d$/);
});

it('tells the same as XML', async () => {
  const { get } = await runService();
  const { text, headers } = await get('/state', { accept: 'text/xml' });
  expect(headers['content-type']).toMatch(/^text\/xml/);
  expect(text).toMatch(/^<\?xml[^>]*\?>\s*<state><pid>\d+<\/pid>.*<\/state>$/);
  expect(text).toContain('<Country>PT</Country>');
  expect(text).toContain('<Online>false</Online>');
  expect(text).toContain(`<PID>${process.pid}</PID>`);
});

it('tells of a register without configuration, too', async () => {
  const { get } = await runService({ cfg: null });
  expect((await get('/state')).json).toMatchObject({ Country: '', Company: '', RN: 'def' });
  expect((await get('/state?RN=till')).json).toMatchObject({ Country: '', RN: 'till' });
});
