/**
 * PC/SC, the interface of operating systems to smart card readers, as far as it
 * is used here: a part of what the package `smartcard` (3.7) offers. The package
 * is loaded when the first card is wanted, so that a machine without it, or
 * without a PC/SC service, runs all the same.
 */
import { UnitError } from './contract.ts';

/** A connection to a card. */
export interface PcscCard {
  /** Answer to reset: says what kind of card it is. */
  readonly atr: Buffer | null;
  /** Sends a command APDU; resolves with the response APDU. Rejects when the card is gone or was reset. */
  transmit(command: Buffer): Promise<Buffer>;
  disconnect(disposition?: number): void;
}

/** A reader as it was when it was listed. */
export interface PcscReader {
  readonly name: string;
  /** Of the card in it; null when there is none. */
  readonly atr: Buffer | null;
  connect(shareMode?: number, protocols?: number): Promise<PcscCard>;
}

/** A connection to the PC/SC service. */
export interface PcscContext {
  /** Throws when the service has gone. The package answers at once, a process of its own (pcsc-process.ts) later. */
  listReaders(): PcscReader[] | Promise<PcscReader[]>;
  close(): void;
}

/** What the package exports. */
export interface PcscLibrary {
  /** Throws when there is no PC/SC service. */
  Context: new () => PcscContext;
  SCARD_SHARE_EXCLUSIVE: number;
  SCARD_PROTOCOL_T0: number;
  SCARD_PROTOCOL_T1: number;
  SCARD_LEAVE_CARD: number;
}

/** The package; a parameter of the import, so that nothing looks for it before it is wanted. */
const PACKAGE = 'smartcard';

/**
 * Loads the package. It is native code and may block or crash: the service loads
 * it in a process of its own (pcsc-process.ts).
 * @param name of the package, or the address of a module that takes its place
 * @throws UnitError `unreachable` when it is not installed or cannot be loaded
 */
export async function loadPcsc(name = PACKAGE): Promise<PcscLibrary> {
  try {
    const module = (await import(name)) as PcscLibrary | { default: PcscLibrary };
    // A CommonJS package: its exports stand under their names only where Node could read them.
    return 'Context' in module ? module : module.default;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`);
    const why = isMissing ? 'is not installed' : `cannot be loaded: ${message}`;
    throw new UnitError('unreachable', `the package ${name} ${why}`, 'cardService');
  }
}

/** The PC/SC service of this machine, connected when needed, and again after it was restarted. */
export class PcscService {
  private readonly load: () => Promise<PcscLibrary>;
  private library: PcscLibrary | null = null;
  private context: PcscContext | null = null;

  /** @param load gives the library; tests give an emulated one */
  constructor(load: () => Promise<PcscLibrary>) {
    this.load = load;
  }

  /**
   * The readers of this moment.
   * @throws UnitError `unreachable`
   */
  async readers(): Promise<PcscReader[]> {
    const library = (this.library ??= await this.load());
    try {
      this.context ??= new library.Context();
      return await this.context.listReaders();
    } catch (error) {
      this.close();
      throw new UnitError(
        'unreachable',
        `the smart card service cannot be used: ${(error as Error).message}`,
        'cardService',
      );
    }
  }

  /**
   * Connects to the card in a reader, alone: commands of other programs in between
   * would change what is selected. Let go of it soon.
   * @throws UnitError `unreachable`
   */
  async connect(readerName: string): Promise<PcscCard> {
    const reader = (await this.readers()).find(({ name }) => name === readerName);
    if (!reader)
      throw new UnitError('unreachable', `the reader ${readerName} is not connected`, 'readerMissing');
    if (!reader.atr)
      throw new UnitError('unreachable', `there is no card in the reader ${readerName}`, 'cardMissing');
    const { SCARD_SHARE_EXCLUSIVE, SCARD_PROTOCOL_T0, SCARD_PROTOCOL_T1 } = this.library!;
    return reader.connect(SCARD_SHARE_EXCLUSIVE, SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1);
  }

  /** Lets go of a card, which stays powered. */
  disconnect(card: PcscCard): void {
    try {
      card.disconnect(this.library!.SCARD_LEAVE_CARD);
    } catch {
      // A card that has gone cannot be let go.
    }
  }

  /** Lets go of the service. */
  close(): void {
    try {
      this.context?.close();
    } catch {
      // A service that has gone cannot be let go.
    }
    this.context = null;
  }
}
