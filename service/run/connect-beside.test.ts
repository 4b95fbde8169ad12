import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { send } from '../testing/running-service.ts';
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
