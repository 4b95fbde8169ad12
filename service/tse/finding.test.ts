import { expect, it, onTestFinished } from 'vitest';
import { EPSON } from '../devices/tse/epson/tse.ts';
import { startEmulator } from '../emulators/epson-tse/emulator.ts';
import { silentLog } from '../log.ts';
import { Attributes } from '../settings/attributes.ts';
import type { FoundTse, TseModel } from '../devices/tse/contract.ts';
import { findTses, takeFound } from './finding.ts';
import { readRanges } from './places.ts';

it.each([
  ['192.168.1.20', ['192.168.1.20:8009']],
  ['192.168.1.20:8010; tse.shop.local', ['192.168.1.20:8010', 'tse.shop.local:8009']],
  ['10.0.0.254-10.0.1.1', ['10.0.0.254:8009', '10.0.0.255:8009', '10.0.1.0:8009', '10.0.1.1:8009']],
  ['10.0.0.7-8:9', ['10.0.0.7:9', '10.0.0.8:9']],
  ['192.168.1.5/30', ['192.168.1.5:8009', '192.168.1.6:8009']],
])('reads %s', (text, addresses) => {
  expect(readRanges(text)).toEqual({ addresses, unreadable: [] });
});

it.each([
  '10.0.0.0/8',
  '1.2.3',
  '1.2.3.256',
  '10.0.0.9-3',
  'a b',
  'host:0',
  'host:70000',
  '10.0.0.1-10.9.0.1',
  '-x',
])('refuses %s', (text) => {
  expect(readRanges(`${text}, 10.0.0.1`)).toEqual({ addresses: ['10.0.0.1:8009'], unreadable: [text] });
});

it('looks at no more than 1024 addresses', () => {
  expect(readRanges('10.0.0.0/23,10.0.2.0/23,10.0.4.0/24').addresses).toHaveLength(1020);
});

function shop(profile: string, models: readonly TseModel[]) {
  const taken: FoundTse[] = [];
  const options = {
    ...{ models, attributes: () => Attributes.parse(profile), log: silentLog, lookMs: 2000 },
    known: () => taken,
    add: (found: FoundTse) => Promise.resolve(taken.push(found)),
  };
  return { taken, options };
}

it('finds a TSE on the network where the profile says, and takes it into use once', async () => {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  const epson: TseModel = {
    ...EPSON,
    // Its port is another one here.
    find: (where) => EPSON.find!({ ...where, addresses: [`127.0.0.1:${emulator.port}`] }),
  };
  const { taken, options } = shop('TSE_PortScan=127.0.0.1', [epson]);
  await takeFound(options);
  await takeFound(options);
  expect(taken).toMatchObject([
    { model: 'epson', settings: { host: '127.0.0.1', port: String(emulator.port) } },
  ]);
});

it('takes nothing into use where TSE_install says no, and looks nowhere unless told', async () => {
  const asked: string[][] = [];
  const model: TseModel = {
    ...EPSON,
    find: ({ addresses }) => {
      asked.push([...addresses]);
      return Promise.resolve([{ model: 'epson', settings: { host: 'a' }, text: 'a' }]);
    },
  };
  const none = shop('', [model]);
  await takeFound(none.options);
  expect([asked, none.taken]).toEqual([[], []]);
  const no = shop('TSE_PortScan=10.0.0.1 TSE_install=NO', [model]);
  await takeFound(no.options);
  expect([asked, no.taken]).toEqual([[['10.0.0.1:8009']], []]);
  expect(await findTses(no.options)).toHaveLength(1);
});

it('looks for sticks where the profile says', async () => {
  const asked: string[][] = [];
  const model: TseModel = {
    ...EPSON,
    find: ({ mounts }) => {
      asked.push([...mounts]);
      return Promise.resolve([]);
    },
  };
  await takeFound(shop('TSE_MountPoint=/media,/mnt/tse;E:,stick', [model]).options);
  expect(asked).toEqual([['/media', '/mnt/tse', 'E:\\']]);
});
