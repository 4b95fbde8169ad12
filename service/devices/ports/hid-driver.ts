/**
 * HID devices over the package `node-hid` (3), inside their process. What is
 * written goes out as output reports of full length, filled up with zeros; each
 * piece that comes back is one input report.
 */
import { createRequire } from 'node:module';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PortError, type PortFault } from './contract.ts';
import { hidAddressText } from './hid-address.ts';
import { outputReport, type OutputReport } from './hid-descriptor.ts';
import type {
  HidAddress,
  NativeAddress,
  NativeDevice,
  NativeDriver,
  NativeEvents,
  NativePort,
} from './native-messages.ts';

/** A device as the package lists it, once for each of its usages. */
export interface HidEntry {
  vendorId: number;
  productId: number;
  path?: string | undefined;
  serialNumber?: string | undefined;
  manufacturer?: string | undefined;
  product?: string | undefined;
  usagePage?: number | undefined;
  usage?: number | undefined;
}

/** An open device. */
export interface HidDevice {
  on(event: 'data', listener: (report: Uint8Array) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  write(report: number[] | Buffer): Promise<number>;
  sendFeatureReport(report: number[] | Buffer): Promise<number>;
  close(): Promise<void>;
}

/** What of the package is used. */
export interface HidModule {
  devicesAsync(): Promise<HidEntry[]>;
  HIDAsync: { open(path: string): Promise<HidDevice> };
  /** Only in tests: what Linux tells of a device. */
  descriptorOf?(path: string): Uint8Array | null;
}

/** Nobody tells when a device is unplugged: it is looked for, ms. */
const LOOK_MS = 2000;
/** Output reports where neither the system nor the address says how long they are. */
const USUAL_REPORT = 64;
const SCANNERS = 0x8c;
/** Makers whose scanners send nothing before they were asked to. */
const ASKED_SCANNERS = [0x0c2e, 0x23d0];
const DESKTOP = 0x01;
/** Pointer, mouse, joystick, game pad, keyboard, keypad, and the switches of the system. */
const SYSTEM_USAGES = new Set([0x01, 0x02, 0x04, 0x05, 0x06, 0x07, 0x80]);

/** Loads the package. @param module in its place, for tests @throws Error with the reason for people */
export async function loadHid(module?: string): Promise<NativeDriver> {
  try {
    const hid =
      module === undefined
        ? (createRequire(import.meta.url)('node-hid') as HidModule)
        : ((await import(module)) as HidModule);
    // The native part is loaded by the first call.
    await hid.devicesAsync();
    return driver(hid);
  } catch (error) {
    throw new Error(`the package node-hid cannot be loaded: ${(error as Error).message.split('\n')[0]}`);
  }
}

function driver(hid: HidModule): NativeDriver {
  return {
    async list() {
      return Promise.all((await hid.devicesAsync()).filter(({ path }) => path).map(described));
    },
    async open(address: NativeAddress, events: NativeEvents) {
      if (address.kind !== 'hid') throw new PortError('unsupported', `no HID device: ${address.kind}`);
      const entry = await find(hid, address);
      const what = hidAddressText(address);
      const fault = await accessFault(entry.path!);
      if (fault) throw new PortError(fault, `${what}: no access to ${entry.path!}`);
      let device: HidDevice;
      try {
        device = await hid.HIDAsync.open(entry.path!);
      } catch (error) {
        throw new PortError('busy', `${what}: ${(error as Error).message}`);
      }
      return opened(hid, device, entry, address, events);
    },
  };
}

async function described(entry: HidEntry): Promise<NativeDevice> {
  const { vendorId: vendor, productId: product, manufacturer = '', product: name = '' } = entry;
  const page = pageOf(entry);
  const isSystems = ownedBySystem(entry);
  return {
    address: hidAddressText({ vendor, product, serial: serialOf(entry), page, report: null }),
    name: `${manufacturer} ${name}`,
    model: null,
    fault: isSystems ? 'unsupported' : await accessFault(entry.path!),
    hid: { vendor, product, page: page ?? 0, usage: entry.usage ?? 0 },
  };
}

/** The serial number where it is one that an address can hold; some devices fill it with anything. */
function serialOf({ serialNumber = '' }: HidEntry): string | null {
  return /^[\x21-\x7E](?:[\x20-\x7E]{0,58}[\x21-\x7E])?$/.test(serialNumber) ? serialNumber : null;
}

/** Usage page; null where the system does not tell. */
function pageOf({ usagePage = 0 }: HidEntry): number | null {
  return usagePage === 0 ? null : usagePage;
}

/** Keyboards and mice: no program may open them. */
function ownedBySystem({ usagePage, usage }: HidEntry): boolean {
  return usagePage === DESKTOP && SYSTEM_USAGES.has(usage ?? 0);
}

async function find(hid: HidModule, address: HidAddress): Promise<HidEntry> {
  const what = hidAddressText(address);
  const { vendor, product, serial, page } = address;
  const all = (await hid.devicesAsync()).filter(
    (entry) =>
      entry.path &&
      entry.vendorId === vendor &&
      entry.productId === product &&
      (serial === null || entry.serialNumber === serial) &&
      (page === null || entry.usagePage === page),
  );
  const usable = all.filter((entry) => !ownedBySystem(entry));
  const [first] = usable;
  if (!first) {
    if (all.length > 0) throw new PortError('unsupported', `${what}: a keyboard or mouse of the system`);
    throw new PortError('absent', `${what}: not connected`);
  }
  if (usable.some(({ path }) => path !== first.path)) {
    throw new PortError('unsupported', `${what}: several of them; name the serial number or the usage page`);
  }
  return first;
}

async function accessFault(file: string): Promise<PortFault | null> {
  if (process.platform !== 'linux' || !file.startsWith('/dev/')) return null;
  return access(file, 6).then(
    () => null,
    ({ code }: NodeJS.ErrnoException) => (code === 'EACCES' || code === 'EPERM' ? 'rights' : 'absent'),
  );
}

/** The report descriptor where the system shows it: Linux does. */
async function descriptorOf(hid: HidModule, file: string): Promise<Uint8Array | null> {
  if (hid.descriptorOf) return hid.descriptorOf(file);
  if (process.platform !== 'linux' || !/^\/dev\/hidraw\d+$/.test(file)) return null;
  return readFile(`/sys/class/hidraw/${path.basename(file)}/device/report_descriptor`).catch(() => null);
}

async function opened(
  hid: HidModule,
  device: HidDevice,
  entry: HidEntry,
  address: HidAddress,
  events: NativeEvents,
): Promise<NativePort> {
  const what = hidAddressText(address);
  let isOpen = true;
  const end = (text: string) => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(look);
    void letGo(device);
    events.ended('lost', `${what}: ${text}`);
  };
  const look = setInterval(() => {
    void hid.devicesAsync().then(
      (all) => all.some(({ path }) => path === entry.path) || end('unplugged'),
      () => undefined,
    );
  }, LOOK_MS);
  device.on('error', ({ message }) => end(message));
  device.on('data', (report) => events.received(Uint8Array.from(report)));
  if (entry.usagePage === SCANNERS && ASKED_SCANNERS.includes(entry.vendorId)) {
    // Others of the same makers do not know it.
    await device.sendFeatureReport([0xfe, 0x01]).catch(() => undefined);
  }
  const descriptor = await descriptorOf(hid, entry.path!);
  const known = descriptor && outputReport(descriptor, pageOf(entry));
  const report: OutputReport = {
    id: known?.id ?? 0,
    bytes: address.report ?? known?.bytes ?? USUAL_REPORT,
  };
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; at += report.bytes) {
        if (!isOpen) throw new PortError('lost', `${what}: closed`);
        const whole = Buffer.alloc(1 + report.bytes);
        whole[0] = report.id;
        whole.set(bytes.subarray(at, at + report.bytes), 1);
        try {
          await device.write(whole);
        } catch (error) {
          end((error as Error).message);
          throw new PortError('lost', `${what}: ${(error as Error).message}`);
        }
      }
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(look);
      await letGo(device);
    },
  };
}

/** Closes a device; whatever it still tells ends nothing. */
async function letGo(device: HidDevice): Promise<void> {
  await device.close().catch(() => undefined);
  // Its listeners are gone, and an error that nobody hears would end the process.
  device.on('error', () => undefined);
}
