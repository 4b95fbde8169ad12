import { expect, it } from 'vitest';
import { portAddress, type PortAddress } from '../devices/ports/address.ts';
import { PortError, type OpenPort, type Port } from '../devices/ports/contract.ts';
import { ScannerTrial } from './scanner-trial.ts';

const address = (text: string): PortAddress => portAddress(text)!;

/** Report of a scanner in HID-POS mode. */
function report(text: string): Uint8Array {
  const bytes = Buffer.alloc(64);
  bytes.set([2, text.length]);
  bytes.write(']E0', 2, 'latin1');
  bytes.write(text, 5, 'latin1');
  return bytes;
}

/** Scanners by their place in the order of opening. */
class Scanners {
  readonly opened: { hear: (bytes: Uint8Array) => void; isOpen: boolean; unplug: () => void }[] = [];
  fault: PortError | null = null;

  readonly open = (): OpenPort => () => {
    if (this.fault) return Promise.reject(this.fault);
    const ended = Promise.withResolvers<PortError | null>();
    const one = {
      hear: (_bytes: Uint8Array): void => undefined,
      isOpen: true,
      unplug: () => ended.resolve(new PortError('lost', 'gone')),
    };
    this.opened.push(one);
    const port: Port = {
      write: () => Promise.resolve(),
      receive: (listener) => void (one.hear = listener),
      ended: ended.promise,
      close: () => {
        one.isOpen = false;
        return Promise.resolve();
      },
    };
    return Promise.resolve(port);
  };
}

it('watches one scanner at a time, and lets go of it in the end', async () => {
  const scanners = new Scanners();
  const trial = new ScannerTrial(scanners.open);
  const [first, second] = [address('hid:0c2e:0b61'), address('hid:05e0:1300')];
  expect(await trial.look(first)).toEqual({ scans: [], fault: null });
  scanners.opened[0]!.hear(report('4006381333931'));
  expect(await trial.look(first)).toEqual({ scans: [{ text: '4006381333931', aim: ']E0' }], fault: null });
  expect(scanners.opened).toHaveLength(1);
  await trial.look(second);
  expect(scanners.opened.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  await trial.close();
  expect(scanners.opened.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});

it('says why it cannot be watched, and tries again when it is asked again', async () => {
  const scanners = new Scanners();
  const trial = new ScannerTrial(scanners.open);
  const scanner = address('hid:0c2e:0b61');
  scanners.fault = new PortError('rights', 'not allowed');
  expect(await trial.look(scanner)).toEqual({ scans: [], fault: 'rights' });
  scanners.fault = null;
  expect(await trial.look(scanner)).toEqual({ scans: [], fault: null });
  // Plugged out and in again.
  scanners.opened[0]!.unplug();
  expect(await trial.look(scanner)).toEqual({ scans: [], fault: null });
  await trial.look(scanner);
  expect(scanners.opened).toHaveLength(2);
  await trial.close();
});
