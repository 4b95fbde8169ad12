import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../emulators/epson-tse/emulator.ts';
import { silentLog } from '../../log.ts';
import { act } from '../../register/country-work.ts';
import { Attributes } from '../../settings/attributes.ts';
import { MemoryVault } from '../../testing/country-services.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { TsePool } from '../../tse/pool.ts';
import { Shop } from '../testing/shop.ts';
import { germany } from './testing/example.ts';
import { SALE } from './testing/shop.ts';

it('sets a blocked PIN anew on the page, and keeps what is right alone', async () => {
  let made: TsePool | null = null;
  let port = 0;
  const shop = await Shop.open({
    ...germany,
    async equipment(clock) {
      const emulator = await startEmulator({ clock });
      ({ port } = emulator);
      const attributes = () => Attributes.parse('TSE_KeepAlive=0');
      const folder = await temporaryFolder();
      made = new TsePool({ vault: new MemoryVault(), attributes, folder, clock, log: silentLog });
      onTestFinished(() => made!.close().then(() => emulator.stop()));
      return { services: { tses: made } };
    },
  });
  const tses = made as unknown as TsePool;
  const enter = shop.acting(shop.register);
  await enter('add-epson', { host: '127.0.0.1', port: String(port), deviceId: 'local_TSE' });
  const id = tses.units[0]!.id;
  await enter('set-up', { id });
  const signed = async () => (await shop.send(SALE)).Fis?.TID !== undefined;
  const offers = () => JSON.stringify(pageOf(shop)).includes('"action":"unblock"');
  expect(offers()).toBe(false);
  for (const timePin of ['00000', '00001', '00002', '00003']) {
    await tses.learn(id, { credentials: { timePin }, settings: {} });
    expect(await signed()).toBe(false);
  }
  expect(offers()).toBe(true);
  const wrong = { id, user: 'time', puk: '000000', pin: '54321' };
  const refused = await act(shop.register, 'unblock', wrong);
  expect(refused).toHaveProperty('issues');
  // The PUK that the TSE was set up with is still the one that is kept.
  await enter('unblock', { id, user: 'time', puk: '', pin: '54321' });
  expect(await signed()).toBe(true);
  expect(offers()).toBe(false);
});

function pageOf({ register }: Shop): object {
  return register.country!.page!(register.state, register.context!);
}
