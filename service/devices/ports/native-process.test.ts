import { afterEach, expect, it, vi } from 'vitest';
import { nativeFinder } from '../discovery/native.ts';
import { PortError } from './contract.ts';
import { portAddress } from './address.ts';
import type { NativeAddress } from './native-messages.ts';
import { NativeProcess, type NativeProcessOptions } from './native-process.ts';

const MODULE = new URL('./testing/usb-double.ts', import.meta.url).href;
const never = new AbortController().signal;
const started: NativeProcess[] = [];
const usbProcess = (options: NativeProcessOptions = {}) => {
  const made = new NativeProcess('usb', { module: MODULE, pausesMs: [0], ...options });
  started.push(made);
  return made;
};
const usb = (text: string) => portAddress(text) as NativeAddress;
const EPSON = usb('usb:04b8:0202:X%201');

afterEach(() => {
  for (const one of started.splice(0)) one.close();
});

async function opened(process: NativeProcess) {
  const port = await process.open(EPSON)(never);
  const got: number[] = [];
  port.receive((bytes) => got.push(...bytes));
  return { port, got };
}

it('finds printers, with names, addresses that stay, and why one cannot be used', async () => {
  const { devices, fault } = await nativeFinder('usb', usbProcess())(never);
  expect(fault).toBeNull();
  expect(devices.map(({ address, name, model, fault }) => [address, name, model, fault])).toEqual([
    ['usb:04b8:0202:X%201', 'EPSON TM-T88 IV', 'epson', null],
    ['usb:0416:5011@1-2.4', 'POS58', 'escpos', null],
    ['usb:0519:0003@1-2.4', '', 'escpos', 'rights'],
  ]);
});

it('sends everything once, also where a transfer takes only a part in its time, and gives the printer back', async () => {
  const process = usbProcess();
  const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 0xf0));
  for (let times = 0; times < 2; times += 1) {
    const { port, got } = await opened(process);
    await port.write(bytes);
    await vi.waitFor(() => expect(got.length).toBe(bytes.length));
    expect(Buffer.from(got).equals(bytes)).toBe(true);
    await port.close();
    expect(await port.ended).toBeNull();
  }
});

it('notices that the plug is pulled', async () => {
  const { port } = await opened(usbProcess());
  await port.write(Buffer.of(0xfe));
  expect(await port.ended).toMatchObject({ fault: 'lost' });
});

it('loses no more than its port when native code crashes, and is there again', async () => {
  const process = usbProcess();
  const { port } = await opened(process);
  const before = process.pid;
  await expect(port.write(Buffer.of(0xff))).rejects.toMatchObject({ fault: 'lost' });
  expect((await port.ended)?.message).toContain('the usb process ended');
  const again = await opened(process);
  await again.port.write(Buffer.from('x'));
  expect(process.pid).not.toBe(before);
});

it('is left alone for a while after it was killed', async () => {
  const one = usbProcess({ pausesMs: [60_000] });
  const { port } = await opened(one);
  process.kill(one.pid!, 'SIGKILL');
  expect(await port.ended).toBeInstanceOf(PortError);
  await expect(one.list()).rejects.toMatchObject({ fault: 'lost' });
  expect(one.pid).toBeNull();
});

it.each([
  ['usb:0519:0003:X', 'rights'],
  ['usb:1234:5678', 'absent'],
])('says why %s cannot be opened', async (text, fault) => {
  await expect(usbProcess().open(usb(text))(never)).rejects.toMatchObject({ fault });
});

it('says that the package is missing', async () => {
  const search = await nativeFinder('usb', usbProcess({ module: 'no-such-usb' }))(never);
  expect(search).toEqual({ connection: 'usb', devices: [], fault: 'unsupported' });
});
