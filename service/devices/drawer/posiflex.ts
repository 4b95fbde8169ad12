/**
 * Drawers CR-4xxx of Posiflex on HID (facts from one author's hardware). Reports
 * of 120 bytes on usage page FFA0: the number of the drawer twice opens it, the
 * number and the next one ask. Nothing else is ever sent: F0 starts the boot loader.
 */
import { PortError, type Port } from '../ports/contract.ts';
import type { DrawerModel, Drawer } from './contract.ts';

const VENDOR = 0x0d3a;
const FIRST_PRODUCT = 0x0200;
const LAST_PRODUCT = 0x0207;
/** Bytes of a report, where the system does not tell. */
const REPORT = 120;
/** A drawer answers at once, ms. */
const ANSWER_MS = 2000;

/** The driver. */
export const POSIFLEX: DrawerModel = {
  name: 'posiflex',
  addressFor(address) {
    if (address.kind !== 'hid' || address.vendor !== VENDOR) return null;
    if (address.product < FIRST_PRODUCT || address.product > LAST_PRODUCT) return null;
    return { ...address, report: address.report ?? REPORT };
  },
  connect(port, address) {
    return drawer(port, address.kind === 'hid' ? address.product & 7 : 0);
  },
};

function drawer(port: Port, number: number): Drawer {
  return {
    open: () => port.write(Uint8Array.of(number, number)),
    async isOpen() {
      const answer = Promise.withResolvers<boolean>();
      port.receive((report) => {
        const [first = 0] = report;
        // Other drawers of the same line tell of themselves.
        if (first >> 4 === number && (first & 0x0e) === 0) answer.resolve((first & 1) === 0);
      });
      const fail = (error: PortError) => answer.reject(error);
      void port.ended.then((error) => fail(error ?? new PortError('lost', 'the drawer was let go')));
      const late = setTimeout(() => fail(new PortError('silent', 'the drawer does not answer')), ANSWER_MS);
      try {
        await port.write(Uint8Array.of(number, number + 1));
        return await answer.promise;
      } finally {
        clearTimeout(late);
        answer.promise.catch(() => undefined);
      }
    },
  };
}
