/**
 * In the place of the package `usb` inside the USB process: a TM-T88 whose endpoints
 * lead to an emulated printer, which listens at the port that the address of this
 * module names (`?port=`). Its power and its cable are those of the device.
 */
import { createRequire } from 'node:module';
import net from 'node:net';
import type { UsbDevice, UsbEndpoint, UsbError, UsbInterface } from '../usb-module.ts';

const PACKET = 64;
/** How long a question for data waits, ms. */
const WAIT_MS = 5;
const TEXTS = ['EPSON', 'TM-T88', 'EMU1'];

const failure = (text: string, errno: number): UsbError => Object.assign(new Error(text), { errno });
const port = Number(new URL(import.meta.url).searchParams.get('port'));

/** The line to the printer while the device is claimed; null: it is not there. */
let line: net.Socket | null = null;
let received: Buffer = Buffer.alloc(0);

const back: UsbEndpoint = {
  direction: 'in',
  transferType: 2,
  timeout: 0,
  descriptor: { wMaxPacketSize: PACKET },
  transfer(_, done) {
    setTimeout(() => {
      const bytes = received.subarray(0, PACKET);
      received = received.subarray(PACKET);
      if (bytes.length > 0) done(undefined, bytes);
      else if (line === null) done(failure('LIBUSB_TRANSFER_NO_DEVICE', 5));
      else done(failure('LIBUSB_TRANSFER_TIMED_OUT', 2), Buffer.alloc(0));
    }, WAIT_MS);
  },
};
const out: UsbEndpoint = {
  ...back,
  direction: 'out',
  transfer(what, done) {
    const bytes = what as Buffer;
    if (line === null) setImmediate(done, failure('LIBUSB_TRANSFER_NO_DEVICE', 5));
    else line.write(bytes, (error) => done(error ? failure(error.message, 5) : undefined, bytes.length));
  },
};
const face: UsbInterface = {
  descriptor: { bInterfaceClass: 7, bInterfaceProtocol: 2 },
  endpoints: [out, back],
  isKernelDriverActive: () => false,
  detachKernelDriver: () => undefined,
  attachKernelDriver: () => undefined,
  claim() {
    const socket = net.connect(port, '127.0.0.1');
    line = socket;
    received = Buffer.alloc(0);
    socket.on('data', (bytes) => (received = Buffer.concat([received, bytes])));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (line === socket) line = null;
    });
  },
  release(_, done) {
    line?.end();
    line = null;
    done();
  },
};
const device = {
  busNumber: 1,
  portNumbers: [1],
  deviceDescriptor: { idVendor: 0x04b8, idProduct: 0x0202, iManufacturer: 1, iProduct: 2, iSerialNumber: 3 },
  configDescriptor: { interfaces: [[{ bInterfaceClass: 7 }]] },
  open() {
    this.interfaces = [face];
  },
  close() {
    this.interfaces = undefined;
  },
  getStringDescriptor: (index: number, done: (error?: UsbError, text?: string) => void) =>
    done(undefined, TEXTS[index - 1]),
} as UsbDevice;

const require = createRequire(import.meta.url);
const id = require.resolve('usb');
require.cache[id] = {
  id,
  loaded: true,
  exports: { getDeviceList: () => [device], usb: {} },
} as unknown as NodeJS.Module;
