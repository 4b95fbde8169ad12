/** Cash drawers with a line of their own; most hang on the receipt printer instead. */
import type { PortAddress } from '../ports/address.ts';
import type { Port } from '../ports/contract.ts';

/** A drawer on an open port. */
export interface Drawer {
  /** @throws PortError */
  open(): Promise<void>;
  /** Asks whether it is open. @throws PortError */
  isOpen(): Promise<boolean>;
}

/** Drawers of a kind. */
export interface DrawerModel {
  /** Name in the profile. */
  name: string;
  /** The address to open; null where no such drawer can be, so that nothing is sent to another device. */
  addressFor(address: PortAddress): PortAddress | null;
  connect(port: Port, address: PortAddress): Drawer;
}
