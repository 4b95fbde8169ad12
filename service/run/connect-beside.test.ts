import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { send } from '../testing/running-service.ts';
import { PORTUGAL } from '../testing/sales.ts';
import { startService } from './service.ts';

it('shows the till and the receipts of a demo in the portal beside it', async () => {
  const dataRoot = await temporaryFolder();
  const options = { dataRoot, port: 0, host: undefined, demo: 'PT' as const, portal: { port: 0 } };
  const service = await startService(options, process.cwd());
  onTestFinished(() => service.stop());
  const state = async () => (await send(`${service.url}/state`, 'GET')).json;
  await expect
    .poll(state, { timeout: 60_000 })
    .toMatchObject({ Online: true, Recorder: 'online', RecQueued: 0 });
  expect((await state()).RecSent).toBeGreaterThan(3);
});

it('connects with one click to the portal beside it', async () => {
  const dataRoot = await temporaryFolder();
  const options = { dataRoot, port: 0, host: undefined, demo: undefined, portal: { port: 0 } };
  const service = await startService(options, process.cwd());
  onTestFinished(() => service.stop());
  const click = async () =>
    (await send(`${service.url}/control/profile/beside`, 'POST', {}, { origin: service.url! })).json;
  expect((await click()).error.fields).toEqual({ beside: 'noCompany' });
  await send(`${service.url}/cfg`, 'POST', { Cfg: PORTUGAL });
  const profile = (body: object) => send(`${service.url}/profile`, 'POST', body);
  await profile({ Attributes: 'Recorder_url="https://portal.example"' });
  expect((await click()).error.fields).toEqual({ beside: 'otherPortal' });
  await profile({ Attributes: '' });
  const overview = async () => (await send(`${service.url}/control/profile`, 'GET')).json;
  expect(await overview()).toMatchObject({ hasBadge: false, hasPortalBeside: true });
  // While it is starting it says so, and may be asked again.
  await expect.poll(click, { timeout: 60_000 }).toEqual({ result: { warnings: [] } });
  expect((await overview()).hasBadge).toBe(true);
  const state = async () => (await send(`${service.url}/state`, 'GET')).json;
  await expect.poll(state, { timeout: 20_000 }).toMatchObject({ Online: true, RecQueued: 0 });
});
