/** A line to an emulated printer within the process, which breaks after so many bytes. */
import type { Session } from '../../../emulators/pl-printer/line.ts';
import { PortError, type OpenPort } from '../../ports/contract.ts';

/** A line. */
export interface CutLine {
  openPort: OpenPort;
  /** The next connection breaks after so many bytes, in whichever direction. */
  cutAfter(bytes: number): void;
  /** Bytes of all connections so far. */
  readonly used: number;
}

/** @param open begins a session of the printer */
export function cutLine(open: () => Session): CutLine {
  let [left, used] = [Infinity, 0];
  const take = (bytes: Uint8Array): Uint8Array => {
    const part = bytes.subarray(0, Math.min(left, bytes.length));
    left -= bytes.length;
    used += part.length;
    return part;
  };
  return {
    get used() {
      return used;
    },
    cutAfter: (bytes) => void (left = bytes),
    openPort() {
      const session = open();
      const ended = Promise.withResolvers<PortError | null>();
      let listener: (bytes: Uint8Array) => void = () => undefined;
      const cut = () => {
        left = Infinity;
        ended.resolve(new PortError('lost', 'cut'));
      };
      return Promise.resolve({
        write(bytes) {
          if (left <= 0) cut();
          for (const action of session.receive(Buffer.from(take(bytes)))) {
            const answer = action.run();
            const part = answer && left > 0 ? take(answer) : null;
            if (part) queueMicrotask(() => listener(part));
          }
          // What was let through arrives before the line is gone.
          if (left <= 0) setImmediate(cut);
          return Promise.resolve();
        },
        receive: (taker) => void (listener = taker),
        ended: ended.promise,
        close: () => Promise.resolve(ended.resolve(null)),
      });
    },
  };
}
