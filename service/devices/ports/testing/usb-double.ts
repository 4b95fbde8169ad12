/**
 * In the place of the package `usb` inside the USB process: printers with
 * descriptors of a TM-T88 (04b8:0202, full speed, two-way) and of a clone without
 * a serial number. They answer DLE EOT with "online" and echo all else; the byte FF crashes the
 * process, FE pulls the plug.
 */
import { createRequire } from 'node:module';
import type { UsbDevice, UsbEndpoint, UsbError, UsbInterface } from '../usb-module.ts';

const failure = (text: string, errno: number): UsbError => Object.assign(new Error(text), { errno });

function printer(ids: [number, number], texts: string[], refuses?: string): UsbDevice {
  const answers: Buffer[] = [];
  let isGone = false;
  let driver = true;
  const back: UsbEndpoint = {
    direction: 'in',
    transferType: 2,
    timeout: 0,
    descriptor: { wMaxPacketSize: 64 },
    transfer(_, done) {
      setTimeout(() => {
        if (isGone) done(failure('LIBUSB_TRANSFER_NO_DEVICE', 5));
        else if (answers.length > 0) done(undefined, answers.shift());
        else done(failure('LIBUSB_TRANSFER_TIMED_OUT', 2), Buffer.alloc(0));
      }, 5);
    },
  };
  const out: UsbEndpoint = {
    ...back,
    direction: 'out',
    transfer(what, done) {
      const bytes = what as Buffer;
      if (bytes.includes(0xff)) process.abort();
      if (bytes.includes(0xfe)) isGone = true;
      // The first transfer of a long one takes half of it, and its time is over.
      const half = bytes.length > 100 ? bytes.length >> 1 : bytes.length;
      if (bytes.indexOf(Buffer.from([0x10, 0x04])) === 0) answers.push(Buffer.of(driver ? 0x1e : 0x12));
      else answers.push(bytes.subarray(0, half));
      setImmediate(() =>
        done(half < bytes.length ? failure('LIBUSB_TRANSFER_TIMED_OUT', 2) : undefined, half),
      );
    },
  };
  const face: UsbInterface = {
    descriptor: { bInterfaceClass: 7, bInterfaceProtocol: 2 },
    endpoints: [out, back],
    isKernelDriverActive: () => driver,
    detachKernelDriver: () => (driver = false),
    attachKernelDriver: () => (driver = true),
    claim() {
      if (driver) throw failure('LIBUSB_ERROR_BUSY', -6);
    },
    release: (_, done) => done(),
  };
  return {
    busNumber: 1,
    portNumbers: [2, 4],
    deviceDescriptor: {
      idVendor: ids[0],
      idProduct: ids[1],
      iManufacturer: 1,
      iProduct: 2,
      iSerialNumber: 3,
    },
    configDescriptor: { interfaces: [[{ bInterfaceClass: 7 }]] },
    open() {
      if (refuses) throw failure(refuses, -3);
      this.interfaces = [face];
    },
    close() {
      this.interfaces = undefined;
    },
    getStringDescriptor: (index, done) => done(undefined, texts[index - 1]),
  } as UsbDevice;
}

const devices = [
  printer([0x04b8, 0x0202], ['EPSON', 'TM-T88\u0007IV', 'X 1']),
  printer([0x0416, 0x5011], ['', 'POS58', '']),
  printer([0x0519, 0x0003], [], 'LIBUSB_ERROR_ACCESS'),
];
const require = createRequire(import.meta.url);
const id = require.resolve('usb');
require.cache[id] = {
  id,
  loaded: true,
  exports: { getDeviceList: () => devices, usb: {} },
} as unknown as NodeJS.Module;
