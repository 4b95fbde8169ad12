import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../run/service.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { send } from '../testing/running-service.ts';
import type { DemoCountry } from './countries.ts';

/** What a shop of a demo has registered last, and what its status says. */
async function demo(country: DemoCountry, demoDevice: string) {
  const options = { port: 0, host: undefined, demo: country, demoDevice };
  const service = await startService({ dataRoot: await temporaryFolder(), ...options }, process.cwd());
  onTestFinished(() => service.stop());
  const get = async (at: string) =>
    (await send(`${service.url}${at}`, 'GET', undefined, { origin: service.url! })).json;
  return { last: (await get('/last?RN=def')).TraC, profile: await get('/profile') };
}

it('shows Slovakia by a certified program, whose emulator registers the sales as tests', async () => {
  const { last, profile } = await demo('SK', 'ppekk');
  expect(profile.Attributes).toMatch(/SK_Ppekk=http:\/\/localhost:\d+/);
  expect(last).toMatchObject({
    Result: { RC: 'OK' },
    // The fifth of the month, by the numbers of the storage.
    Fis: { FN: '5', SK_Test: '1', Tag: expect.anything() as unknown },
  });
  expect(JSON.stringify(last.Fis.Tag)).toMatch(/"O-[0-9A-F]{27}-TEST"/);
});
