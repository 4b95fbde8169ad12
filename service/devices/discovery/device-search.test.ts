import { expect, it } from 'vitest';
import type { Connection, Finder, Search } from './contract.ts';
import { DeviceSearch } from './device-search.ts';

const nothing = (connection: Connection): Search => ({ connection, devices: [], fault: null });

it('tells of each way as soon as it has answered, and begins anew', async () => {
  const late = Promise.withResolvers<Search>();
  const finders: Finder[] = [() => late.promise, () => Promise.resolve(nothing('usb'))];
  const search = new DeviceSearch({ error: () => undefined }, finders);
  expect([search.at, search.isRunning, search.ways]).toEqual([null, false, 2]);
  const changed = () => new Promise<void>((resolve) => search.once('changed', () => resolve()));
  search.start(1);
  await changed();
  expect(search.found).toEqual([nothing('usb')]);
  expect(search.isRunning).toBe(true);
  // While it looks, another one changes nothing.
  search.start(2);
  expect(search.at).toBe(1);
  late.resolve({ ...nothing('network'), fault: 'absent' });
  while (search.isRunning) await changed();
  expect(search.found.map(({ connection, fault }) => [connection, fault])).toEqual([
    ['usb', null],
    ['network', 'absent'],
  ]);
  search.start(3);
  expect([search.found, search.at]).toEqual([[], 3]);
});

it('ends when a way breaks its word, and says so in the log', async () => {
  const said: string[] = [];
  const finders: Finder[] = [() => Promise.reject(new Error('no')), () => Promise.resolve(nothing('hid'))];
  const search = new DeviceSearch({ error: (text) => void said.push(text) }, finders);
  search.start(1);
  await new Promise<void>((resolve) => {
    search.on('changed', () => {
      if (!search.isRunning) resolve();
    });
  });
  expect(said).toEqual(['looking for devices failed']);
});
