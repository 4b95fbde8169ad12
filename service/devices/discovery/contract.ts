/** Finding devices: what is connected to this machine or its network, and why some of it cannot be used. */
import type { PortFault } from '../ports/contract.ts';

/** Ways in which devices are connected. */
export type Connection = 'usb' | 'hid' | 'serial' | 'network' | 'queue';

/** A device that was found. Nothing was sent to it that could print, open or change anything. */
export interface FoundDevice {
  /** What it is, as far as its descriptors tell. */
  kind: 'printer' | 'fiscal-printer' | 'display' | 'drawer' | 'scanner' | 'unknown';
  connection: Connection;
  /** Its address for the profile (`Printer_Port` and others; `ports/address.ts`), stays the same after replugging. */
  address: string;
  /** Maker and product as the device tells, at most 100 letters without control characters; may be empty. */
  name: string;
  /** Name of a model or driver that fits, as a proposal; null when nobody knows. */
  model: string | null;
  /** Why it cannot be used as things are; null when it can. */
  fault: PortFault | null;
}

/** What became of looking in one way. */
export interface Search {
  connection: Connection;
  devices: FoundDevice[];
  /** Why nothing can be found or used in this way at all, such as a library that is missing; null when it can. */
  fault: PortFault | null;
}

/** Looks for devices in one way. Never rejects; ends soon after the signal. */
export type Finder = (signal: AbortSignal) => Promise<Search>;
