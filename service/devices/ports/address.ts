/**
 * Addresses of ports, as the profile has them (`Printer_Port`, doc 2: "serial with
 * speed or Ethernet address"):
 *
 *     192.168.1.20            network, port 9100
 *     printer.shop:9101       network
 *     COM3:19200              serial line with its speed
 *     /dev/ttyUSB0:38400      the same on Linux and macOS
 *     COM3:19200,rts          with flow control by RTS and CTS; `xon` by XON and XOFF
 *     /dev/usb/lp0            device file of a USB printer
 *     usb:04b8:0202:X1234     USB printer by vendor, product and serial number
 *     usb:0416:5011@1-2.4     the same by where it is plugged in, for those without a serial number
 *     usb:04b8:0202           the first one of its kind
 *     hid:0d3a:0200           HID device by vendor and product
 *     hid:0c2e:0b61:S1#8c     the same by serial number and usage page
 *     hid:0d3a:0200,120       with the bytes of an output report, for Windows and macOS
 *     queue:Receipts%20bar    printer of the operating system (CUPS, Windows) by its name
 *     folder:/srv/receipts    a folder that receipts are written to as PDF files
 */
import { PortError, type OpenPort } from './contract.ts';
import { devicePort } from './device-file.ts';
import { hidAddress, hidAddressText } from './hid-address.ts';
import type { HidAddress, NativeAddress, SerialFlow } from './native-messages.ts';
import { usbAddressText } from './usb-address.ts';
import { NATIVE } from './native-process.ts';
import { tcpPort } from './tcp.ts';

/** Where a device is. */
export type PortAddress =
  | { kind: 'tcp'; host: string; port: number }
  /** `speed` in baud, null where none is named. */
  | { kind: 'serial'; path: string; speed: number | null; flow: SerialFlow }
  | Extract<NativeAddress, { kind: 'usb' }>
  | HidAddress
  | { kind: 'file'; path: string }
  /** These take whole jobs and are no ports (devices/queues, devices/folder). */
  | { kind: 'queue'; name: string }
  | { kind: 'folder'; path: string };

/** What printers on the network listen on. */
const RAW_PORT = 9100;
const MOST_LETTERS = 260;
/** Longest name of a queue: that of Windows; CUPS takes 127 bytes. */
const MOST_QUEUE_LETTERS = 220;
/** Where the address names no speed, baud: what most serial devices come with. */
const DEFAULT_SPEED = 9600;

/** Reads an address; null for what is none. */
export function portAddress(text: string): PortAddress | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MOST_LETTERS || /[\u0000-\u001F\u007F]/.test(trimmed)) return null;
  const usb = usbAddress(trimmed);
  if (usb) return usb;
  if (/^hid:/i.test(trimmed)) return hidAddress(trimmed);
  if (/^queue:/i.test(trimmed)) return queueAddress(trimmed.slice('queue:'.length));
  if (/^folder:/i.test(trimmed)) return folderAddress(trimmed.slice('folder:'.length));
  const serial =
    /^(COM\d{1,3}|\/dev\/(?:tty|cu|rfcomm|serial)[^:]*?)(?::(\d{3,7})(?:,(none|rts|xon))?)?$/i.exec(trimmed);
  if (serial) {
    const [, path, speed, flow = 'none'] = serial;
    return {
      kind: 'serial',
      path: path!,
      speed: speed ? Number(speed) : null,
      flow: flow.toLowerCase() as SerialFlow,
    };
  }
  if (/^\/dev\/[^:]+$/.test(trimmed)) return { kind: 'file', path: trimmed };
  return networkAddress(trimmed.replace(/^tcp:\/\//i, ''));
}

function usbAddress(text: string): Extract<NativeAddress, { kind: 'usb' }> | null {
  const parts = /^usb:([\da-f]{4}):([\da-f]{4})(?::([^\s:@]+)|@(\d{1,3}-\d{1,3}(?:\.\d{1,3}){0,6}))?$/i.exec(
    text,
  );
  if (!parts) return null;
  const [, vendor, product, serial, path] = parts;
  try {
    return {
      kind: 'usb',
      vendor: parseInt(vendor!, 16),
      product: parseInt(product!, 16),
      serial: serial === undefined ? null : decodeURIComponent(serial),
      path: path ?? null,
    };
  } catch {
    return null;
  }
}

function queueAddress(text: string): PortAddress | null {
  try {
    const name = decodeURIComponent(text).trim();
    if (name === '' || name.length > MOST_QUEUE_LETTERS || /\p{Cc}/u.test(name)) return null;
    return { kind: 'queue', name };
  } catch {
    return null;
  }
}

/** A full path, of the kind of any system: what is none here is said when it is used. */
function folderAddress(path: string): PortAddress | null {
  return /^(?:\/|\\\\|[a-z]:[\\/])/i.test(path) ? { kind: 'folder', path } : null;
}

function networkAddress(text: string): PortAddress | null {
  const parts = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text);
  if (!parts) return null;
  const [, six, name, digits] = parts;
  const port = digits === undefined ? RAW_PORT : Number(digits);
  return port >= 1 && port <= 65_535 ? { kind: 'tcp', host: (six ?? name)!, port } : null;
}

/** The address in one spelling, for people. */
export function addressText(address: PortAddress): string {
  switch (address.kind) {
    case 'tcp':
      return `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
    case 'serial':
      if (address.speed === null) return address.path;
      return `${address.path}:${address.speed}${address.flow === 'none' ? '' : `,${address.flow}`}`;
    case 'usb':
      return usbAddressText(address);
    case 'hid':
      return hidAddressText(address);
    case 'file':
      return address.path;
    case 'queue':
      return `queue:${encodeURIComponent(address.name)}`;
    case 'folder':
      return `folder:${address.path}`;
  }
}

/** How to open what is at an address; what takes whole jobs is none to open. */
export function opener(address: PortAddress): OpenPort {
  switch (address.kind) {
    case 'tcp':
      return tcpPort(address.host, address.port);
    case 'file':
      return devicePort(address.path);
    case 'usb':
      return NATIVE.usb.open(address);
    case 'hid':
      return NATIVE.hid.open(address);
    case 'serial':
      return NATIVE.serial.open({ ...address, speed: address.speed ?? DEFAULT_SPEED });
    case 'queue':
    case 'folder':
      return () => Promise.reject(new PortError('unsupported', `${addressText(address)} is no port`));
  }
}
