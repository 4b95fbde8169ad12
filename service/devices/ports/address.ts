/**
 * Addresses of ports, as the profile has them (`Printer_Port`, doc 2: "serial with
 * speed or Ethernet address"):
 *
 *     192.168.1.20            network, port 9100
 *     printer.shop:9101       network
 *     COM3:19200              serial line with its speed
 *     /dev/ttyUSB0:38400      the same on Linux and macOS
 *     /dev/usb/lp0            device file of a USB printer
 */
import { PortError, type OpenPort } from './contract.ts';
import { devicePort } from './device-file.ts';
import { tcpPort } from './tcp.ts';

/** Where a device is. */
export type PortAddress =
  | { kind: 'tcp'; host: string; port: number }
  /** `speed` in baud, null where none is named. */
  | { kind: 'serial'; path: string; speed: number | null }
  | { kind: 'file'; path: string };

/** What printers on the network listen on. */
const RAW_PORT = 9100;
const MOST_LETTERS = 260;

/** Reads an address; null for what is none. */
export function portAddress(text: string): PortAddress | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MOST_LETTERS || /[\u0000-\u001F\u007F]/.test(trimmed)) return null;
  const serial = /^(COM\d{1,3}|\/dev\/(?:tty|cu|rfcomm|serial)[^:]*)(?::(\d{3,7}))?$/i.exec(trimmed);
  if (serial) return { kind: 'serial', path: serial[1]!, speed: serial[2] ? Number(serial[2]) : null };
  if (/^\/dev\/[^:]+$/.test(trimmed)) return { kind: 'file', path: trimmed };
  return networkAddress(trimmed.replace(/^tcp:\/\//i, ''));
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
      return address.speed === null ? address.path : `${address.path}:${address.speed}`;
    case 'file':
      return address.path;
  }
}

/** How to open what is at an address. */
export function opener(address: PortAddress): OpenPort {
  switch (address.kind) {
    case 'tcp':
      return tcpPort(address.host, address.port);
    case 'file':
      return devicePort(address.path);
    case 'serial':
      return () => Promise.reject(new PortError('unsupported', `${address.path}: no serial lines here`));
  }
}
