import { afterEach, expect, it, vi } from 'vitest';
import { nativeFinder } from '../discovery/native.ts';
import { POSIFLEX } from '../drawer/posiflex.ts';
import { ScanReader } from '../scanner/hid-pos.ts';
import { portAddress, type PortAddress } from './address.ts';
import type { Port } from './contract.ts';
import type { HidAddress } from './native-messages.ts';
import { NativeProcess, type NativeProcessOptions } from './native-process.ts';

const MODULE = new URL('./testing/hid-double.ts', import.meta.url).href;
const never = new AbortController().signal;
const started: NativeProcess[] = [];
const hidProcess = (options: NativeProcessOptions = {}) => {
  const made = new NativeProcess('hid', { module: MODULE, pausesMs: [0], ...options });
  started.push(made);
  return made;
};
const hid = (text: string) => portAddress(text) as HidAddress;
const DRAWER = hid('hid:0d3a:0207');

afterEach(() => {
  for (const one of started.splice(0)) one.close();
});

async function collecting(port: Port): Promise<number[][]> {
  const reports: number[][] = [];
  port.receive((report) => reports.push([...report]));
  return Promise.resolve(reports);
}

it('finds what belongs to a till, and says what cannot be used', async () => {
  const { devices, fault } = await nativeFinder('hid', hidProcess())(never);
  expect(fault).toBeNull();
  expect(devices.map(({ kind, address, name, model, fault }) => [kind, address, name, model, fault])).toEqual(
    [
      ['drawer', 'hid:0d3a:0207:A%207#ffa0', 'Posiflex CR-4000', 'posiflex', null],
      ['unknown', 'hid:0fa8:a060#ff00', 'Maker Pole Display', null, 'unsupported'],
      ['scanner', 'hid:0c2e:0b61:15#008c', 'Honeywell Scanner', null, null],
      ['scanner', 'hid:05e0:1200#0001', 'Zebra Scanner', null, 'unsupported'],
      ['unknown', 'hid:1234:0001#ff00', '', null, 'unsupported'],
    ],
  );
});

it('writes whole reports with their number, filled up with zeros', async () => {
  const port = await hidProcess().open(hid('hid:0fa8:a060'))(never);
  const reports = await collecting(port);
  await port.write(Uint8Array.from({ length: 40 }, (_, i) => i + 1));
  await vi.waitFor(() => expect(reports).toHaveLength(2));
  expect(reports[0]).toEqual([5, ...Array.from({ length: 32 }, (_, i) => i + 1)]);
  expect(reports[1]).toEqual([5, 33, 34, 35, 36, 37, 38, 39, 40, ...Array<number>(24).fill(0)]);
  await port.close();
});

it('opens a drawer and asks whether it is open', async () => {
  const port = await hidProcess().open(DRAWER)(never);
  const drawer = POSIFLEX.connect(port, DRAWER);
  expect(await drawer.isOpen()).toBe(false);
  await drawer.open();
  expect(await drawer.isOpen()).toBe(true);
  expect(await drawer.isOpen()).toBe(false);
  await port.close();
});

it.each(['hid:0d3a:0208', 'hid:0c2e:0207', 'usb:0d3a:0207', '192.168.1.20'])(
  'sends nothing to what is no such drawer: %s',
  (text) => {
    expect(POSIFLEX.addressFor(portAddress(text) as PortAddress)).toBeNull();
  },
);

it('asks a scanner for what it reads, over several reports', async () => {
  const port = await hidProcess().open(hid('hid:0c2e:0b61'))(never);
  const reader = new ScanReader();
  const scans: string[] = [];
  port.receive((report) => scans.push(...reader.push(report).map(({ text }) => text)));
  await vi.waitFor(() => expect(scans).toEqual([`${'A'.repeat(56)}end`]));
  await port.close();
});

it('notices that the plug is pulled', async () => {
  const process = hidProcess();
  const port = await process.open(DRAWER)(never);
  await port.write(Uint8Array.of(0xfe));
  expect(await port.ended).toMatchObject({ fault: 'lost' });
  await expect(process.open(DRAWER)(never)).rejects.toMatchObject({ fault: 'absent' });
});

it('loses no more than its port when native code crashes, and is there again', async () => {
  const process = hidProcess();
  const port = await process.open(DRAWER)(never);
  await expect(port.write(Uint8Array.of(0xff))).rejects.toMatchObject({ fault: 'lost' });
  expect(await port.ended).toMatchObject({ fault: 'lost' });
  await (await process.open(DRAWER)(never)).close();
});

it.each([
  ['a device in keyboard mode', 'hid:05e0:1200', 'unsupported'],
  ['two that nothing tells apart', 'hid:1234:0001', 'unsupported'],
  ['one that is not there', 'hid:9999:0001', 'absent'],
  ['another serial number', 'hid:0d3a:0207:B#ffa0', 'absent'],
])('opens no %s', async (_, text, fault) => {
  await expect(hidProcess().open(hid(text))(never)).rejects.toMatchObject({ fault });
});

it('says that its way is not there where the package cannot be loaded', async () => {
  const { devices, fault } = await nativeFinder('hid', hidProcess({ module: 'no-such-package' }))(never);
  expect([devices, fault]).toEqual([[], 'unsupported']);
});
