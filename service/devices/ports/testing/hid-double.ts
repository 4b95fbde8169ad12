/**
 * In the place of the package `node-hid` inside the HID process, listing what
 * Linux lists (once for each usage): a drawer of Posiflex, a vendor display with
 * numbered reports of 32 bytes, a scanner in HID-POS mode that has to be asked
 * first, one in keyboard mode, a mouse, and two devices that nothing tells apart.
 * Reports of another length than the descriptor's are refused.
 */
import { EventEmitter } from 'node:events';
import { POSIFLEX_DESCRIPTOR, SCANNER_DESCRIPTOR, DISPLAY_DESCRIPTOR } from './hid-descriptors.ts';
import type { HidDevice, HidEntry } from '../hid-driver.ts';

const entry = (path: string, ids: [number, number], use: [number, number], texts: string[]): HidEntry => ({
  ...{ path, vendorId: ids[0], productId: ids[1], usagePage: use[0], usage: use[1] },
  ...{ manufacturer: texts[0], product: texts[1], serialNumber: texts[2] ?? '' },
});

let entries = [
  entry('drawer', [0x0d3a, 0x0207], [0xffa0, 1], ['Posiflex', 'CR-4000', 'A 7']),
  entry('display', [0x0fa8, 0xa060], [0xff00, 1], ['Maker', 'Pole\u0007Display', '\u0001']),
  entry('scanner', [0x0c2e, 0x0b61], [0x8c, 2], ['Honeywell', 'Scanner', '15']),
  entry('keyboard', [0x05e0, 0x1200], [1, 6], ['Zebra', 'Scanner']),
  entry('mouse', [0x046d, 0xc077], [1, 2], ['Logitech', 'Mouse']),
  entry('mouse', [0x046d, 0xc077], [1, 1], ['Logitech', 'Mouse']),
  entry('twin1', [0x1234, 1], [0xff00, 1], ['', '']),
  entry('twin2', [0x1234, 1], [0xff00, 1], ['', '']),
];

const DESCRIPTORS: Record<string, Uint8Array> = {
  drawer: POSIFLEX_DESCRIPTOR,
  display: DISPLAY_DESCRIPTOR,
  scanner: SCANNER_DESCRIPTOR,
};
/** Length of an output report with its number. */
const LENGTHS: Record<string, number> = { drawer: 121, display: 33 };

let isDrawerOpen = false;

class Device extends EventEmitter {
  private readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
  }

  write(report: Uint8Array): Promise<number> {
    if (report.length !== LENGTHS[this.path]) return Promise.reject(new Error(`${report.length} bytes`));
    const [, first, second] = report;
    if (this.path === 'drawer') this.drawer(first!, second!);
    // A display tells nothing; this one gives back what came, for whoever looks.
    else setImmediate(() => this.emit('data', report));
    return Promise.resolve(report.length);
  }

  /** F0 would start the boot loader: the process dies so that no test misses it. FF crashes, FE unplugs. */
  private drawer(first: number, second: number): void {
    if (first === 0xf0 || first === 0xff) process.abort();
    if (first === 0xfe) {
      entries = entries.filter(({ path }) => path !== this.path);
      setImmediate(() => this.emit('error', new Error('could not read from HID device')));
    }
    if (first !== 7) return;
    if (second === 7) isDrawerOpen = true;
    // Somebody closes it after the second look.
    else if (second === 8) {
      const answer = Buffer.alloc(120);
      answer[0] = 0x70 | (isDrawerOpen ? 0 : 1);
      isDrawerOpen = false;
      setImmediate(() => this.emit('data', answer));
    }
  }

  sendFeatureReport(report: number[]): Promise<number> {
    if (this.path === 'scanner' && report[0] === 0xfe && report[1] === 1) setImmediate(() => this.scan());
    return Promise.resolve(report.length);
  }

  private scan(): void {
    const report = (text: string, more: number) =>
      Buffer.concat([
        Buffer.from([2, text.length]),
        Buffer.from(']Q1'),
        Buffer.from(text.padEnd(56, '\0')),
        Buffer.from([0, 0, more]),
      ]);
    this.emit('data', report('A'.repeat(56), 1));
    this.emit('data', report('end', 0));
  }

  close(): Promise<void> {
    this.removeAllListeners();
    return Promise.resolve();
  }
}

export const devicesAsync = (): Promise<HidEntry[]> => Promise.resolve(entries);
export const descriptorOf = (path: string): Uint8Array | null => DESCRIPTORS[path] ?? null;
export const HIDAsync = {
  open: (path: string): Promise<HidDevice> =>
    path === 'keyboard'
      ? Promise.reject(new Error('cannot open device'))
      : Promise.resolve(new Device(path) as unknown as HidDevice),
};
