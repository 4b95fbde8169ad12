/** A PC/SC service with readers in software, in the place of the package that talks to real ones. */
import type { PcscCard, PcscContext, PcscLibrary, PcscReader } from '../../devices/at-signature/pcsc.ts';
import type { EmulatedCard } from './card.ts';

interface Slot {
  card: EmulatedCard | null;
  /** Whether someone is connected alone. */
  taken: boolean;
}

/** Readers and cards that can be plugged and unplugged. */
export class EmulatedPcsc {
  /** Whether the PC/SC service runs. */
  running = true;
  /** Called before each command; may unplug, throw, or take its time. */
  beforeCommand: (command: Buffer) => void | Promise<void> = () => undefined;
  private readonly slots = new Map<string, Slot>();

  /** A reader, empty or with a card; puts another card into a reader that is there. */
  plug(reader: string, card: EmulatedCard | null = null): void {
    card?.reset();
    this.slots.set(reader, { card, taken: false });
  }

  /** Takes a reader away. */
  unplug(reader: string): void {
    this.slots.delete(reader);
  }

  /** The library. */
  readonly load = (): Promise<PcscLibrary> => {
    const open = () => this.context();
    // The package exports a class; only `new` shows the difference.
    function Context(): PcscContext {
      return open();
    }
    return Promise.resolve({
      Context: Context as unknown as PcscLibrary['Context'],
      SCARD_SHARE_EXCLUSIVE: 1,
      SCARD_PROTOCOL_T0: 1,
      SCARD_PROTOCOL_T1: 2,
      SCARD_LEAVE_CARD: 0,
    });
  };

  private context(): PcscContext {
    this.mustRun();
    return {
      listReaders: () => {
        this.mustRun();
        return [...this.slots].map(([name, slot]) => this.reader(name, slot));
      },
      close: () => undefined,
    };
  }

  private reader(name: string, slot: Slot): PcscReader {
    return {
      name,
      atr: slot.card?.atr ?? null,
      connect: async () => {
        if (slot.taken) throw new Error('Sharing violation');
        if (!slot.card) throw new Error('No smart card inserted');
        slot.taken = true;
        return this.connection(name, slot, slot.card);
      },
    };
  }

  private connection(name: string, slot: Slot, card: EmulatedCard): PcscCard {
    return {
      atr: card.atr,
      transmit: async (command) => {
        await this.beforeCommand(command);
        this.mustRun();
        if (this.slots.get(name) !== slot) throw new Error('Card was removed');
        return card.answer(command);
      },
      disconnect: () => {
        slot.taken = false;
      },
    };
  }

  private mustRun(): void {
    if (!this.running) throw new Error('PC/SC service not running');
  }
}
