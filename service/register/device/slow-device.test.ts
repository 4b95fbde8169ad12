import { expect, it, vi } from 'vitest';
import * as countries from '../../countries/list.ts';
import type { TraC } from '../../receipt/tra.ts';
import { openRoom } from '../../testing/registers.ts';
import { GENERIC, tra } from '../../testing/sales.ts';
import { device, SLOW } from '../../testing/slow-country.ts';
import type { Register } from '../register.ts';

vi.mock('../../countries/list.ts', async (original) => {
  const { withSlowCountry } = await import('../../testing/slow-country.ts');
  return withSlowCountry(await original<typeof countries>());
});

const submit = (register: Register): Promise<TraC> =>
  register.submit({ tra: tra(), warnings: [], restart: false });

/** Waits until a receipt is with the device, and gives the function that lets it finish. */
async function atDevice(): Promise<() => void> {
  await vi.waitFor(() => expect(device.waiting).toHaveLength(1));
  return device.waiting.shift()!;
}

async function openBoth() {
  const room = await openRoom();
  const [slow, quick] = [await room.register('slow'), await room.register('quick')];
  await slow.configuration.set(SLOW);
  await quick.configuration.set(GENERIC);
  return { ...room, slow, quick };
}

it('works on one receipt of a register at a time, and on other registers meanwhile', async () => {
  const { slow, quick } = await openBoth();
  const answers = [submit(slow), submit(slow)];
  const finish = await atDevice();
  expect((await submit(quick)).Result.RC).toBe('OK');
  expect(device.waiting).toHaveLength(0);
  finish();
  (await atDevice())();
  expect((await Promise.all(answers)).map((a) => [a.SQ, a.ESR?.FN])).toEqual([
    [2, 'ZZ/1'],
    [3, 'ZZ/2'],
  ]);
});

it('numbers and signs again when a commit of another register fails meanwhile', async () => {
  const { slow, quick, store, records } = await openBoth();
  const answer = submit(slow);
  const finish = await atDevice();
  store.failNext();
  expect((await submit(quick)).Result.ErrorCode).toBe('#JOURNAL_FAILED');
  finish();
  (await atDevice())();
  expect(await answer).toMatchObject({ SQ: 2, Result: { RC: 'OK' }, ESR: { TN: '1', FN: 'ZZ/1' } });
  expect((await records('slow')).map((r) => [r.SQ, r.ESR?.FN])).toEqual([
    [1, undefined],
    [2, 'ZZ/1'],
  ]);
});

it('numbers and signs again when the receipt before it is lost meanwhile', async () => {
  const { slow, store, records } = await openBoth();
  const release = store.hold();
  store.failNext();
  const lost = submit(slow);
  (await atDevice())();
  await store.asked(3);
  const behind = submit(slow);
  const finish = await atDevice();
  release();
  expect((await lost).Result.ErrorCode).toBe('#JOURNAL_FAILED');
  finish();
  (await atDevice())();
  expect(await behind).toMatchObject({ SQ: 2, Result: { RC: 'OK' }, ESR: { TN: '1', FN: 'ZZ/1' } });
  expect(await records('slow')).toHaveLength(2);
});

it('goes on after a device that fails', async () => {
  const { slow, records } = await openBoth();
  const zz = countries.countryOf('SM');
  vi.spyOn(zz, 'fiscalise').mockRejectedValueOnce(new Error('device unplugged'));
  expect((await submit(slow)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#INTERNAL' });
  const answer = submit(slow);
  (await atDevice())();
  expect(await answer).toMatchObject({ SQ: 2, ESR: { TN: '1', FN: 'ZZ/1' } });
  expect(await records('slow')).toHaveLength(2);
});

it('is at work until the outcome is known, whatever it is', async () => {
  const { slow, quick, store } = await openBoth();
  const release = store.hold();
  const stored = submit(slow);
  const finish = await atDevice();
  expect([slow.deviceAtWork, quick.deviceAtWork]).toEqual([true, false]);
  finish();
  await store.asked(3);
  expect(slow.deviceAtWork).toBe(true);
  release();
  await stored;
  expect(slow.deviceAtWork).toBe(false);

  store.failNext();
  const lost = submit(slow);
  (await atDevice())();
  expect((await lost).Result.ErrorCode).toBe('#JOURNAL_FAILED');
  expect(slow.deviceAtWork).toBe(false);

  vi.spyOn(countries.countryOf('SM'), 'fiscalise').mockRejectedValueOnce(new Error('device unplugged'));
  expect((await submit(slow)).Result.RC).toBe('NO');
  expect(slow.deviceAtWork).toBe(false);
});

it('refuses what would wait too long, and takes sales again when fewer wait', async () => {
  const { slow } = await openBoth();
  const answers = Array.from({ length: 1003 }, () => submit(slow));
  const refused = await Promise.all(answers.slice(1000));
  for (const { Result } of refused) expect(Result).toMatchObject({ RC: 'NO', ErrorCode: '#OVERLOADED' });
  const all = Promise.all(answers.slice(0, 1000));
  let isDone = false;
  void all.then(() => (isDone = true));
  while (!isDone) {
    device.waiting.shift()?.();
    await new Promise(setImmediate);
  }
  const taken = await all;
  expect(taken.map(({ SQ }) => SQ)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 2));
  const again = submit(slow);
  (await atDevice())();
  expect((await again).Result.RC).toBe('OK');
});
