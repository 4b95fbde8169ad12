/** The package `usb` (2.18) as far as it is used here: not every machine has it. */

/** An error of libusb; transfers and calls number them differently, so the message counts too. */
export interface UsbError extends Error {
  errno?: number;
}

/** One direction of an interface. */
export interface UsbEndpoint {
  direction: 'in' | 'out';
  /** 2 is bulk. */
  transferType: number;
  /** Longest transfer, ms; 0 for none. */
  timeout: number;
  descriptor: { wMaxPacketSize: number };
  /** Bytes to send, or how many are wanted. */
  transfer(
    what: Buffer | number,
    done: (error: UsbError | undefined, result?: number | Uint8Array) => void,
  ): unknown;
}

/** A part of a device that is claimed on its own. */
export interface UsbInterface {
  descriptor: { bInterfaceClass: number; bInterfaceProtocol: number };
  endpoints: UsbEndpoint[];
  isKernelDriverActive(): boolean;
  detachKernelDriver(): void;
  attachKernelDriver(): void;
  claim(): void;
  release(closeEndpoints: boolean, done: (error?: UsbError) => void): void;
}

/** A device that is connected. */
export interface UsbDevice {
  busNumber: number;
  portNumbers?: number[];
  deviceDescriptor: {
    idVendor: number;
    idProduct: number;
    iManufacturer: number;
    iProduct: number;
    iSerialNumber: number;
  };
  /** Only while it is open. */
  interfaces?: UsbInterface[] | undefined;
  open(): void;
  close(): void;
  getStringDescriptor(index: number, done: (error?: UsbError, text?: string) => void): void;
}

/** What the package exports. */
export interface UsbModule {
  getDeviceList(): UsbDevice[];
  usb: { INIT_ERROR?: number; on?: () => void; removeAllListeners?: () => void };
  /** Put there for escpos-usb. */
  on?: (() => void) | undefined;
  removeAllListeners?: (() => void) | undefined;
}
