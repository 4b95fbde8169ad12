/**
 * A process for native code: loads the packages of one way and does what its
 * parent says (native-process.ts). A crash here takes open ports away and
 * nothing else.
 *
 * Arguments: the way; a module that is loaded in place of its package, for tests.
 */
import { PortError, portError } from './contract.ts';
import type { Said } from './called-process.ts';
import type { NativeCall, NativeDriver, NativeFault, NativeNews, NativePort } from './native-messages.ts';
import { loadHid } from './hid-driver.ts';
import { loadSerial } from './serial-driver.ts';
import { loadUsb } from './usb-driver.ts';

const [, , way, module] = process.argv;
/** A device that does not let go is left to the system, ms. */
const FAREWELL_MS = 3000;
const ports = new Map<number, NativePort>();

// The service has gone: devices go back to the system.
process.on('disconnect', () => {
  setTimeout(() => process.exit(), FAREWELL_MS).unref();
  void Promise.allSettled([...ports.values()].map((port) => port.close())).then(() => process.exit());
});

try {
  const load = way === 'hid' ? loadHid : way === 'serial' ? loadSerial : loadUsb;
  const driver = await load(module);
  process.on('message', (message) => void answer(driver, message as NativeCall & { id: number }));
  say({ loaded: true });
} catch (error) {
  say({ missing: (error as Error).message });
  process.disconnect();
}

async function answer(driver: NativeDriver, call: NativeCall & { id: number }): Promise<void> {
  const { id } = call;
  try {
    say({ id, result: await done(driver, call) });
  } catch (error) {
    const { fault, message } = portError(error, way ?? '');
    say({ id, fault: { fault, text: message } });
  }
}

async function done(driver: NativeDriver, call: NativeCall): Promise<unknown> {
  switch (call.call) {
    case 'list':
      return driver.list();
    case 'open': {
      const { port } = call;
      let isOver = false;
      const opened = await driver.open(call.address, {
        received: (received) => say({ port, received }),
        ended: (fault, text) => {
          isOver = true;
          say({ port, fault, text });
          letGo(port);
        },
      });
      ports.set(port, opened);
      if (isOver) letGo(port);
      return null;
    }
    case 'write': {
      const port = ports.get(call.port);
      if (!port) throw new PortError('lost', 'this port is closed');
      return port.write(call.bytes);
    }
    case 'close': {
      const port = ports.get(call.port);
      ports.delete(call.port);
      return port?.close();
    }
  }
}

/** A port that ended by itself: nobody closes it, and until it is closed the device is in use. */
function letGo(port: number): void {
  const ended = ports.get(port);
  ports.delete(port);
  // What cannot be closed has gone.
  ended?.close().catch(() => undefined);
}

function say(news: Said<true, NativeFault> | NativeNews): void {
  // The channel may close at the same moment.
  if (process.connected) process.send!(news);
}
