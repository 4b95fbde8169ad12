/**
 * The PC/SC library in a process of its own, with the shape of the package: a
 * driver that crashes or a reader that never answers takes this process away and
 * not the service, whose next call starts another one.
 */
import { CalledProcess, programBeside, type CalledChild } from '../ports/called-process.ts';
import { UnitError } from './contract.ts';
import type { PcscCard, PcscContext, PcscLibrary, PcscReader } from './pcsc.ts';
import type { PcscCall, PcscConnected, PcscConstants, PcscListed } from './pcsc-messages.ts';

/** Settings that only tests change. */
export interface PcscProcessOptions {
  /** Module in place of the package. */
  module?: string;
  /** A call that takes longer ends the process, ms. */
  patienceMs?: number;
  /** A process that takes longer to start is ended, ms. */
  startMs?: number;
  /** A process that ended is not started again sooner, ms. */
  pauseMs?: number;
}

/** Signing takes a card two seconds at most. */
const PATIENCE_MS = 15_000;
/** A busy machine takes its time. */
const START_MS = 60_000;
const PAUSE_MS = 10_000;

/** Starts the process when it is needed, and again when it has ended. */
export class PcscProcess {
  private readonly process: CalledProcess<PcscConstants, string>;
  private readonly patienceMs: number;

  constructor(options: PcscProcessOptions = {}) {
    const { module, patienceMs = PATIENCE_MS, startMs = START_MS, pauseMs = PAUSE_MS } = options;
    this.patienceMs = patienceMs;
    const unreachable = (text: string) => new UnitError('unreachable', text, 'cardService');
    this.process = new CalledProcess({
      name: 'the smart card process',
      file: programBeside(import.meta.url, 'pcsc-child'),
      args: module === undefined ? [] : [module],
      ...{ startMs, pausesMs: [pauseMs], missing: unreachable, resting: unreachable },
      // Not the answer of a unit: whoever waits for a card may try again over another connection.
      lost: (text) => new Error(text),
      failed: (text) => new Error(text),
    });
  }

  /**
   * The library.
   * @throws UnitError `unreachable` when the package cannot be loaded
   */
  readonly load = async (): Promise<PcscLibrary> => {
    const { loaded: constants } = await this.process.start();
    const open = () => this.context();
    // The package exports a class; only `new` shows the difference.
    function Context(): PcscContext {
      return open();
    }
    return { ...constants, Context: Context as unknown as PcscLibrary['Context'] };
  };

  /** Id of the process; null while there is none. */
  get pid(): number | null {
    return this.process.pid;
  }

  /** Ends the process. */
  close(): void {
    this.process.close();
  }

  private context(): PcscContext {
    return {
      listReaders: async () => {
        const child = await this.process.start();
        const listed = (await this.call(child, { call: 'list' })) as PcscListed[];
        return listed.map((one) => this.reader(one));
      },
      close: () => undefined,
    };
  }

  private reader({ name, atr }: PcscListed): PcscReader {
    return {
      name,
      atr: atr && Buffer.from(atr),
      connect: async (share, protocols) => {
        const child = await this.process.start();
        const connected = await this.call(child, { call: 'connect', reader: name, share, protocols });
        return this.card(child, connected as PcscConnected);
      },
    };
  }

  /** A connection: its number means nothing to a later process. */
  private card(child: CalledChild<PcscConstants>, { card, atr }: PcscConnected): PcscCard {
    return {
      atr: atr && Buffer.from(atr),
      transmit: async (command) =>
        Buffer.from((await this.call(child, { call: 'transmit', card, command })) as Uint8Array),
      disconnect: (disposition) => {
        // A card that has gone cannot be let go.
        void this.call(child, { call: 'disconnect', card, disposition }).catch(() => undefined);
      },
    };
  }

  private call(child: CalledChild<PcscConstants>, what: PcscCall): Promise<unknown> {
    return this.process.call(child, what, this.patienceMs);
  }
}
