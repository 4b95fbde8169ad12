/** The signature cards of this machine: a unit for every reader in which one was seen. */
import type { Log } from '../../log.ts';
import { cardOf } from './card-types.ts';
import { failureOf, type SignatureUnit, type Trace, type UnitFailure } from './contract.ts';
import { PcscService, type PcscLibrary } from './pcsc.ts';
import { cardUnit } from './smart-card.ts';

/** What card units need. */
export interface CardReadersOptions {
  /** Names of readers to use (profile attribute `SC_ignore`, see policy.ts); asked at each look. */
  uses(reader: string): boolean;
  pin: string;
  /** Certificates of issuers, PEM. */
  issuers?: string;
  /** See profile attribute `SC_Log`. */
  trace?: Trace;
  log: Pick<Log, 'info' | 'warn'>;
  /** Gives the PC/SC library, see pcsc-process.ts. */
  load: () => Promise<PcscLibrary>;
}

/** Readers and their units. A reader that is unplugged keeps its unit, so that it is missed. */
export class CardReaders {
  private readonly options: CardReadersOptions;
  private readonly service: PcscService;
  private readonly byReader = new Map<string, SignatureUnit>();
  /** Readers with a card that is of no use, and what was logged of them. */
  private readonly others = new Map<string, string>();
  private lastProblem: UnitFailure | null = null;

  constructor(options: CardReadersOptions) {
    this.options = options;
    this.service = new PcscService(options.load);
  }

  /** Looks for new readers. What goes wrong is logged once, and told by {@link problem}. */
  async refresh(): Promise<void> {
    const { log } = this.options;
    try {
      for (const { name, atr } of await this.service.readers()) this.look(name, atr);
      this.lastProblem = null;
    } catch (error) {
      const failure = failureOf(error);
      if (this.lastProblem?.text !== failure.text) log.warn(`no smart cards: ${failure.text}`);
      this.lastProblem = failure;
    }
  }

  /** Units of readers that may be used, in the order in which they were found. */
  units(): SignatureUnit[] {
    return [...this.byReader].filter(([reader]) => this.options.uses(reader)).map(([, unit]) => unit);
  }

  /**
   * Forgets a reader that will not come back. One that is still there is found again.
   * @returns its unit; undefined when there is none of this id
   */
  forget(id: string): SignatureUnit | undefined {
    const [reader, unit] = [...this.byReader].find(([, { id: its }]) => its === id) ?? [];
    if (reader !== undefined) this.byReader.delete(reader);
    return unit;
  }

  /** Why no readers can be seen; null when they can. */
  get problem(): UnitFailure | null {
    return this.lastProblem;
  }

  /** Lets go of the PC/SC service. */
  close(): void {
    this.service.close();
  }

  private look(reader: string, atr: Buffer | null): void {
    if (!atr || this.byReader.has(reader) || !this.options.uses(reader)) return;
    const { pin, issuers, trace, log } = this.options;
    const known = cardOf(atr);
    if (known) {
      log.info(`signature card ${known.type.name} in reader ${reader}`);
      this.byReader.set(
        reader,
        cardUnit(this.service, {
          id: `card ${reader}`,
          reader,
          pin,
          ...(issuers !== undefined && { issuers }),
          ...(trace !== undefined && { trace }),
        }),
      );
    } else if (this.others.get(reader) !== atr.toString('hex')) {
      this.others.set(reader, atr.toString('hex'));
      log.info(`the card in reader ${reader} is no signature card that is known: ${atr.toString('hex')}`);
    }
  }
}
