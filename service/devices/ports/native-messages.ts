/** What the service and its processes for native code say to each other (native-process.ts, native-child.ts). */
import type { PortFault } from './contract.ts';

/** Ways to devices that need native code; each has a process of its own. */
export type NativeWay = 'usb' | 'serial' | 'hid';

/** A device that a way leads to, from its descriptors alone. */
export interface NativeDevice {
  /** For `portAddress`; stays the same after replugging where the device has a serial number. */
  address: string;
  /** Maker and product as the device tells; whatever a device may send. */
  name: string;
  /** Name of a printer model that fits; null when nobody knows. */
  model: string | null;
  fault: PortFault | null;
  /** What an HID device says it is; others have none. */
  hid?: HidFacts;
}

/** Vendor, product, usage page and usage of an HID device; page and usage are 0 where the system does not tell. */
export interface HidFacts {
  vendor: number;
  product: number;
  page: number;
  usage: number;
}

/** What a process is asked for; `port` is a number that the service gives. */
export type NativeCall =
  | { call: 'list' }
  | { call: 'open'; port: number; address: NativeAddress }
  | { call: 'write'; port: number; bytes: Uint8Array }
  | { call: 'close'; port: number };

/** Where a device is, for its way. */
export type NativeAddress =
  | { kind: 'usb'; vendor: number; product: number; serial: string | null; path: string | null }
  | { kind: 'serial'; path: string; speed: number; flow: SerialFlow }
  | HidAddress;

/** Where an HID device is. */
export interface HidAddress {
  kind: 'hid';
  vendor: number;
  product: number;
  /** Null: it needs none to be told from others. */
  serial: string | null;
  /** Usage page of the part that is meant; null for the only one. */
  page: number | null;
  /** Bytes of an output report, for systems that do not tell; null otherwise. */
  report: number | null;
}

/** Flow control of a serial line; `none` minds DSR where it is connected. */
export type SerialFlow = 'none' | 'rts' | 'xon';

/** What the ports of a process tell. */
export type NativeNews = { port: number; received: Uint8Array } | ({ port: number } & NativeFault);

/** Why something is not done. */
export interface NativeFault {
  fault: PortFault;
  text: string;
}

/** One way, inside its process. */
export interface NativeDriver {
  list(): Promise<NativeDevice[]>;
  /** @throws PortError */
  open(address: NativeAddress, events: NativeEvents): Promise<NativePort>;
}

/** Where a port tells what happens. */
export interface NativeEvents {
  received(bytes: Uint8Array): void;
  /** It can be used no more. */
  ended(fault: PortFault, text: string): void;
}

/** An open port, inside its process. */
export interface NativePort {
  /** Resolves when the system has taken all. @throws PortError */
  write(bytes: Uint8Array): Promise<void>;
  /** Lets go of the device, so that others can use it. */
  close(): Promise<void>;
}
