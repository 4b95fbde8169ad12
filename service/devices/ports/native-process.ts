/**
 * Native code in a process of its own (PR20): a library that crashes with the
 * cable, or never returns, takes this process away and not the journal.
 */
import { CalledProcess, programBeside, type CalledChild } from './called-process.ts';
import { PortError, type OpenPort, type Port } from './contract.ts';
import type {
  NativeAddress,
  NativeCall,
  NativeDevice,
  NativeFault,
  NativeNews,
  NativeWay,
} from './native-messages.ts';
import { Received } from './received.ts';

/** Settings that only tests change. */
export interface NativeProcessOptions {
  /** Module in place of the package. */
  module?: string;
  /** Pauses before a process that ended is started again, ms; the last one counts from then on. */
  pausesMs?: readonly number[];
}

const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000];
/** Searching, opening and letting go; writing may take as long as a printer has no paper, ms. */
const PATIENCE_MS = 15_000;
/** A busy machine takes its time, ms. */
const START_MS = 60_000;

interface OpenedPort {
  received: Received;
  ended: PromiseWithResolvers<PortError | null>;
}

/** The process of one way. */
export class NativeProcess {
  private readonly way: NativeWay;
  private readonly process: CalledProcess<true, NativeFault, NativeNews>;
  private readonly ports = new Map<number, OpenedPort>();
  private lastPort = 0;

  constructor(way: NativeWay, { module, pausesMs = PAUSES_MS }: NativeProcessOptions = {}) {
    this.way = way;
    const lost = (text: string) => new PortError('lost', text);
    this.process = new CalledProcess(
      {
        name: `the ${way} process`,
        file: programBeside(import.meta.url, 'native-child'),
        args: module === undefined ? [way] : [way, module],
        ...{ startMs: START_MS, pausesMs, lost, resting: lost },
        missing: (text) => new PortError('unsupported', text),
        failed: ({ fault, text }) => new PortError(fault, text),
      },
      (news) => this.hear(news),
    );
  }

  /** Id of the process; null while there is none. */
  get pid(): number | null {
    return this.process.pid;
  }

  /** Devices of this moment. @throws PortError `unsupported` where the package cannot be used */
  async list(): Promise<NativeDevice[]> {
    return (await this.call(null, { call: 'list' }, PATIENCE_MS)) as NativeDevice[];
  }

  /** Opens what is at an address. */
  open(address: NativeAddress): OpenPort {
    return async (signal) => {
      const child = await this.process.start();
      if (signal.aborted) throw new PortError('silent', `${this.way}: nobody waits any more`);
      this.lastPort += 1;
      const port = this.lastPort;
      const opened: OpenedPort = { received: new Received(), ended: Promise.withResolvers() };
      // What comes with the opening is kept.
      this.ports.set(port, opened);
      try {
        await this.call(child, { call: 'open', port, address }, PATIENCE_MS);
      } catch (error) {
        this.ports.delete(port);
        throw error;
      }
      void child.ended.then((error) => {
        this.ports.delete(port);
        opened.ended.resolve(error as PortError);
      });
      return this.portOf(child, port, opened);
    };
  }

  /** Ends the process. */
  close(): void {
    this.process.close();
  }

  private portOf(child: CalledChild<true>, port: number, { received, ended }: OpenedPort): Port {
    return {
      write: async (bytes) => {
        await this.call(child, { call: 'write', port, bytes });
      },
      receive: (listener) => received.listen(listener),
      ended: ended.promise,
      close: async () => {
        this.ports.delete(port);
        // A process that has gone holds nothing.
        await this.call(child, { call: 'close', port }, PATIENCE_MS).catch(() => undefined);
        ended.resolve(null);
      },
    };
  }

  private call(child: CalledChild<true> | null, what: NativeCall, patienceMs?: number): Promise<unknown> {
    return this.process.call(child, what, patienceMs);
  }

  private hear(news: NativeNews): void {
    const port = this.ports.get(news.port);
    if ('received' in news) port?.received.push(news.received);
    else port?.ended.resolve(new PortError(news.fault, news.text));
  }
}

/** The processes of this service. */
export const NATIVE: Readonly<Record<NativeWay, NativeProcess>> = {
  usb: new NativeProcess('usb'),
  serial: new NativeProcess('serial'),
  hid: new NativeProcess('hid'),
};
