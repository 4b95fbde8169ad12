/**
 * USB printers over the package `usb` 2.x, inside the USB process. `escpos-usb`
 * finds them; the device is opened here, because that package reads nothing, has
 * no time limits and does not give the interface back.
 */
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { PortError, type PortFault } from './contract.ts';
import type {
  NativeAddress,
  NativeDevice,
  NativeDriver,
  NativeEvents,
  NativePort,
} from './native-messages.ts';
import { usbAddressText } from './usb-address.ts';
import type { UsbDevice, UsbEndpoint, UsbError, UsbInterface, UsbModule } from './usb-module.ts';

/** One transfer waits this long; then it is asked whether the port is still wanted, ms. */
const TRANSFER_MS = 1000;
const CHUNK = 4096;
/** Another program, or our own one that has just ended, holds the device for a moment. */
const BUSY_TRIES = 3;
const BUSY_PAUSE_MS = 500;
/** Some printers answer each question for data with nothing, ms. */
const EMPTY_PAUSE_MS = 50;
const PRINTER_CLASS = 7;
const VENDOR_CLASS = 0xff;
const EPSON = 0x04b8;
/** Makers of receipt printers; clones share ids of others. */
const MAKERS = [
  EPSON,
  0x0519,
  0x1d90,
  0x1504,
  0x0419,
  0x0dd4,
  0x0aa7,
  0x0416,
  0x0483,
  0x0fe6,
  0x20d1,
  0x28e9,
  0x6868,
];

/**
 * Loads the packages.
 * @param module in place of `usb`, for tests
 * @throws Error with the reason for people
 */
export async function loadUsb(module?: string): Promise<NativeDriver> {
  const require = createRequire(import.meta.url);
  let usb: UsbModule;
  let findPrinter: () => UsbDevice[];
  try {
    if (module !== undefined) await import(module);
    usb = require('usb') as UsbModule;
    // It expects the events at the module itself, where version 1 had them.
    usb.on ??= usb.usb.on?.bind(usb.usb);
    usb.removeAllListeners ??= usb.usb.removeAllListeners?.bind(usb.usb);
    ({ findPrinter } = require('escpos-usb') as { findPrinter: () => UsbDevice[] });
  } catch (error) {
    throw new Error(`the package usb cannot be loaded: ${(error as Error).message.split('\n')[0]}`);
  }
  if (usb.usb.INIT_ERROR || typeof usb.getDeviceList !== 'function')
    throw new Error('libusb cannot be used on this machine');
  const printers = () => [...new Set([...findPrinter(), ...usb.getDeviceList().filter(isVendorPrinter)])];
  return {
    list: async () => {
      const found: NativeDevice[] = [];
      for (const device of printers()) found.push(await described(device));
      return found;
    },
    open: (address, events) => openUsb(usb.getDeviceList(), address, events),
  };
}

/** Epson receipt printers that are set to "vendor class", where no driver of the system binds. */
function isVendorPrinter({ deviceDescriptor: { idVendor, idProduct } }: UsbDevice): boolean {
  return idVendor === EPSON && (idProduct === 0x0202 || idProduct >> 8 === 0x0e);
}

async function described(device: UsbDevice): Promise<NativeDevice> {
  const { idVendor, idProduct } = device.deviceDescriptor;
  const model = idVendor === EPSON ? 'epson' : MAKERS.includes(idVendor) ? 'escpos' : null;
  const texts = { maker: '', product: '', serial: '' };
  let fault: PortFault | null = null;
  // Open by ourselves: it can be used.
  const isOpen = device.interfaces !== undefined;
  try {
    if (!isOpen) device.open();
    Object.assign(texts, await textsOf(device));
  } catch (error) {
    fault = faultOf(error);
  } finally {
    if (!isOpen) closeQuietly(device);
  }
  return {
    address: usbAddressText({
      vendor: idVendor,
      product: idProduct,
      serial: texts.serial === '' ? null : texts.serial,
      path: pathOf(device),
    }),
    name: `${texts.maker} ${texts.product}`.trim(),
    model,
    fault,
  };
}

/** Bus and ports from the root on, `1-2.4`. */
function pathOf({ busNumber, portNumbers = [] }: UsbDevice): string {
  return `${busNumber}-${portNumbers.join('.') || '0'}`;
}

async function textsOf(device: UsbDevice) {
  const { iManufacturer, iProduct, iSerialNumber } = device.deviceDescriptor;
  const [maker, product, serial] = [
    await textOf(device, iManufacturer),
    await textOf(device, iProduct),
    await textOf(device, iSerialNumber),
  ];
  return { maker, product, serial };
}

function textOf(device: UsbDevice, index: number): Promise<string> {
  if (index === 0) return Promise.resolve('');
  return new Promise((resolve) => {
    device.getStringDescriptor(index, (error, text) =>
      resolve(error ? '' : (text ?? '').split('\0')[0]!.trim()),
    );
  });
}

async function find(
  devices: UsbDevice[],
  address: Extract<NativeAddress, { kind: 'usb' }>,
): Promise<UsbDevice> {
  const same = devices.filter(
    ({ deviceDescriptor: { idVendor, idProduct } }) =>
      idVendor === address.vendor && idProduct === address.product,
  );
  const found: UsbDevice[] = [];
  let refused: unknown = null;
  for (const device of same) {
    if (address.path !== null && pathOf(device) !== address.path) continue;
    if (address.serial !== null) {
      const isOpen = device.interfaces !== undefined;
      try {
        if (!isOpen) device.open();
        if ((await textsOf(device)).serial !== address.serial) continue;
      } catch (error) {
        refused = error;
        continue;
      } finally {
        if (!isOpen) closeQuietly(device);
      }
    }
    found.push(device);
  }
  const [device] = found;
  if (device) return device;
  if (refused) throw new PortError(faultOf(refused), `USB: ${(refused as Error).message}`);
  throw new PortError('absent', 'USB: no such device is connected');
}

async function openUsb(
  devices: UsbDevice[],
  address: NativeAddress,
  events: NativeEvents,
): Promise<NativePort> {
  if (address.kind !== 'usb') throw new PortError('unsupported', 'no USB address');
  const device = await find(devices, address);
  if (device.interfaces !== undefined)
    throw new PortError('busy', 'USB: this printer is in use by another register');
  try {
    device.open();
    return await claimed(device, events);
  } catch (error) {
    closeQuietly(device);
    if (error instanceof PortError) throw error;
    throw new PortError(faultOf(error), `USB: ${(error as Error).message}`);
  }
}

async function claimed(device: UsbDevice, events: NativeEvents): Promise<NativePort> {
  const face = printerInterface(device);
  let detached = false;
  // Windows has no such thing.
  if (process.platform !== 'win32' && face.isKernelDriverActive()) {
    face.detachKernelDriver();
    detached = true;
  }
  const giveBack = async () => {
    await new Promise<void>((resolve) => {
      try {
        face.release(true, () => resolve());
      } catch {
        resolve();
      }
    });
    try {
      if (detached) face.attachKernelDriver();
    } catch {
      // A device that has gone needs no driver.
    }
    closeQuietly(device);
  };
  try {
    await claim(face);
  } catch (error) {
    await giveBack();
    throw error;
  }
  const out = face.endpoints.find(({ direction, transferType }) => direction === 'out' && transferType === 2);
  const back = face.endpoints.find(({ direction, transferType }) => direction === 'in' && transferType === 2);
  if (!out) {
    await giveBack();
    throw new PortError('unsupported', 'USB: the device takes no print data');
  }
  return portOver(out, back, events, giveBack);
}

function portOver(
  out: UsbEndpoint,
  back: UsbEndpoint | undefined,
  events: NativeEvents,
  giveBack: () => Promise<void>,
): NativePort {
  let isOpen = true;
  let writing: Promise<void> = Promise.resolve();
  const end = (error: unknown) => {
    if (!isOpen) return;
    isOpen = false;
    events.ended(faultOf(error), `USB: ${(error as Error).message}`);
  };
  const write = async (bytes: Uint8Array) => {
    out.timeout = TRANSFER_MS;
    for (let at = 0; at < bytes.length;) {
      if (!isOpen) throw new PortError('lost', 'USB: closed');
      const { error, length } = await sent(out, Buffer.from(bytes.subarray(at, at + CHUNK)));
      at += length;
      if (error && !isTimeout(error)) {
        end(error);
        throw new PortError(faultOf(error), `USB: ${error.message}`);
      }
    }
  };
  const reading = back ? read(back, () => isOpen, events, end) : Promise.resolve();
  return {
    write(bytes) {
      const written = writing.then(() => write(bytes));
      writing = written.catch(() => undefined);
      return written;
    },
    async close() {
      isOpen = false;
      // The library does not let go while a transfer is under way.
      await Promise.all([reading, writing]);
      await giveBack();
    },
  };
}

async function read(
  endpoint: UsbEndpoint,
  wanted: () => boolean,
  events: NativeEvents,
  end: (error: unknown) => void,
): Promise<void> {
  endpoint.timeout = TRANSFER_MS;
  while (wanted()) {
    const { error, bytes } = await taken(endpoint);
    if (bytes.length > 0) events.received(bytes);
    if (error && !isTimeout(error)) return end(error);
    if (!error && bytes.length === 0) await pause(EMPTY_PAUSE_MS);
  }
}

function sent(
  endpoint: UsbEndpoint,
  bytes: Buffer,
): Promise<{ error: UsbError | undefined; length: number }> {
  return new Promise((resolve) =>
    endpoint.transfer(bytes, (error, length) =>
      resolve({ error: error ?? undefined, length: typeof length === 'number' ? length : 0 }),
    ),
  );
}

function taken(endpoint: UsbEndpoint): Promise<{ error: UsbError | undefined; bytes: Uint8Array }> {
  return new Promise((resolve) =>
    endpoint.transfer(endpoint.descriptor.wMaxPacketSize, (error, data) =>
      resolve({
        error: error ?? undefined,
        bytes: data instanceof Uint8Array ? Uint8Array.from(data) : new Uint8Array(),
      }),
    ),
  );
}

/** The interface of the printer: two-way before one-way; else that of the maker. */
function printerInterface({ interfaces = [] }: UsbDevice): UsbInterface {
  const rank = ({ descriptor }: UsbInterface) => {
    const { bInterfaceClass, bInterfaceProtocol } = descriptor;
    if (bInterfaceClass === PRINTER_CLASS)
      return bInterfaceProtocol === 2 ? 3 : bInterfaceProtocol === 1 ? 2 : 0;
    return bInterfaceClass === VENDOR_CLASS ? 1 : 0;
  };
  const [best] = [...interfaces].sort((a, b) => rank(b) - rank(a));
  if (!best || rank(best) === 0) throw new PortError('unsupported', 'USB: the device is no printer');
  return best;
}

async function claim(face: UsbInterface): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      face.claim();
      return;
    } catch (error) {
      if (faultOf(error) !== 'busy' || tries >= BUSY_TRIES) throw error;
      await pause(BUSY_PAUSE_MS);
    }
  }
}

function closeQuietly(device: UsbDevice): void {
  try {
    device.close();
  } catch {
    // A device that has gone, or was never open, needs no closing.
  }
}

const TIMED_OUT = 2;
function isTimeout({ errno, message }: UsbError): boolean {
  return errno === TIMED_OUT && message.includes('TIMED_OUT');
}

const FAULTS: readonly (readonly [RegExp, PortFault])[] = [
  [/ACCESS/, 'rights'],
  [/BUSY/, 'busy'],
  [/NOT_SUPPORTED|NOT_FOUND/, 'unsupported'],
];
function faultOf(error: unknown): PortFault {
  const { message } = error as Error;
  return FAULTS.find(([pattern]) => pattern.test(message))?.[1] ?? 'lost';
}
