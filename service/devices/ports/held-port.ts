/**
 * A port that is opened when somebody wants it, used by one at a time, and let
 * go a while later: displays and drawers are asked for a little now and then.
 */
import { portError, PortError, type OpenPort, type Port } from './contract.ts';

/** A port that nobody uses is kept this long, ms. */
const LINGER_MS = 3000;
/** Longest use, and longest wait for it: a person stands at the till, ms. */
const PATIENCE_MS = 10_000;

/** One device, for all who want it. */
export class HeldPort {
  private readonly openPort: OpenPort;
  private readonly patienceMs: number;
  private port: Port | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();

  /** @param patienceMs only tests change it */
  constructor(openPort: OpenPort, patienceMs = PATIENCE_MS) {
    this.openPort = openPort;
    this.patienceMs = patienceMs;
  }

  /**
   * Does something with the port, when those before are done.
   * @throws PortError
   */
  use<T>(work: (port: Port) => Promise<T>): Promise<T> {
    const begun = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.patienceMs)]);
    const used = this.turn.then(() => this.inTurn(work, begun));
    this.turn = used.catch(() => undefined);
    return used;
  }

  /** Lets go of the device. Never throws. */
  async close(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.idle);
    await this.turn;
    await this.letGo();
  }

  private async inTurn<T>(work: (port: Port) => Promise<T>, signal: AbortSignal): Promise<T> {
    clearTimeout(this.idle);
    if (signal.aborted) throw new PortError('silent', 'the device is in use');
    try {
      const done = await Promise.race([this.opened(signal).then(work), aborted(signal)]);
      if (!this.stopping.signal.aborted) {
        this.idle = setTimeout(() => void this.closeInTurn(), LINGER_MS).unref();
      }
      return done;
    } catch (error) {
      // What a device was left with in the middle of something is not used again.
      await this.letGo();
      throw portError(error, 'device');
    }
  }

  private closeInTurn(): Promise<unknown> {
    return (this.turn = this.turn.then(() => this.letGo()));
  }

  private async opened(signal: AbortSignal): Promise<Port> {
    if (this.port) return this.port;
    const port = await this.openPort(signal);
    if (signal.aborted) {
      await port.close();
      throw new PortError('silent', 'no answer in time');
    }
    this.port = port;
    void port.ended.then(() => {
      if (this.port === port) this.port = null;
    });
    return port;
  }

  private async letGo(): Promise<void> {
    const port = this.port;
    this.port = null;
    await port?.close();
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new PortError('silent', 'no answer in time'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
