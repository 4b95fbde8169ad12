/**
 * The signature units at work: those that were set up and the cards that are in
 * readers make one pool, as the profile's attributes want it, and are looked
 * after in the background.
 */
import { EventEmitter } from 'node:events';
import type { Clock } from '../clock.ts';
import { localTime } from '../clock.ts';
import type { Log } from '../log.ts';
import { CardReaders } from '../devices/at-signature/card-readers.ts';
import { DELIVERED_PIN } from '../devices/at-signature/card-types.ts';
import type { SignatureUnit, UnitFailure, UnitIdentity } from '../devices/at-signature/contract.ts';
import { PcscProcess } from '../devices/at-signature/pcsc-process.ts';
import type { PcscLibrary } from '../devices/at-signature/pcsc.ts';
import {
  signaturePolicy,
  type AttributeReader,
  type SignaturePolicy,
} from '../devices/at-signature/policy.ts';
import { SignaturePool } from '../devices/at-signature/pool.ts';
import { signingInput } from '../devices/at-signature/signing-input.ts';
import type { UnitSetting } from '../settings/signature-unit.ts';
import { CARDS, type SignatureUnits } from '../settings/signature-units.ts';
import { unitFor } from './make-unit.ts';

/** Where PC/SC comes from. */
export interface Pcsc {
  load(): Promise<PcscLibrary>;
  close(): void;
}

/** What signing needs. */
export interface SigningOptions {
  settings: SignatureUnits;
  attributes(): AttributeReader;
  /** Whether a register of this service signs with units; else only a sign server does. */
  isWanted(): boolean | Promise<boolean>;
  clock: Clock;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** A process of its own when left out. */
  pcsc?: Pcsc;
}

const ROUND_MS = 60_000;
/** Several changes within this time make one round. */
const SOON_MS = 100;
/** How long an operator's test may take: more than a receipt may wait. */
const TEST_MS = 15_000;
/** How long stopping waits for a round under way. */
const STOP_MS = 2000;

interface Cards {
  /** The setting they were made for: another PIN makes new units. */
  setting: UnitSetting;
  readers: CardReaders;
}

interface Made {
  setting: UnitSetting;
  unit: SignatureUnit;
}

/** The units of the installation. Tells `changed` when the state of one has changed. */
export class Signing extends EventEmitter<{ changed: [] }> {
  /** What registers sign with. */
  readonly pool: SignaturePool;
  private readonly options: SigningOptions;
  private readonly pcsc: Pcsc;
  private readonly made = new Map<string, Made>();
  private cards: Cards | null = null;
  private lastPolicy: { attributes: AttributeReader; policy: SignaturePolicy } | null = null;
  private timer: NodeJS.Timeout | null = null;
  private soonTimer: NodeJS.Timeout | null = null;
  private rounds: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(options: SigningOptions) {
    super();
    this.options = options;
    this.pcsc = options.pcsc ?? new PcscProcess();
    this.pool = new SignaturePool({
      units: () => this.units(),
      budgetMs: () => this.policy.budgetMs,
      clock: options.clock,
      log: options.log,
      changed: () => this.emit('changed'),
    });
  }

  /** What the profile's attributes say now. */
  get policy(): SignaturePolicy {
    const attributes = this.options.attributes();
    if (this.lastPolicy?.attributes !== attributes) {
      this.lastPolicy = { attributes, policy: signaturePolicy(attributes) };
      for (const problem of this.lastPolicy.policy.problems) this.options.log.warn(problem);
    }
    return this.lastPolicy.policy;
  }

  /** Why no card readers can be seen; null when they can, or are not looked for. */
  get cardProblem(): UnitFailure | null {
    return this.policy.cards ? (this.cards?.readers.problem ?? null) : null;
  }

  /** Looks after the units from now on: at once, then every minute. */
  start(): void {
    this.soon();
    this.timer = setInterval(() => this.soon(), ROUND_MS).unref();
  }

  /** Looks after the units shortly: a setting or the profile has changed. */
  soon(): void {
    if (this.stopping.signal.aborted) return;
    this.soonTimer ??= setTimeout(() => {
      this.soonTimer = null;
      this.rounds = this.rounds.then(() => this.round());
    }, SOON_MS).unref();
  }

  /** Looks for cards and asks all units whether they are there; does nothing while nobody signs with them. */
  async round(): Promise<void> {
    try {
      if (!this.policy.serves && !(await this.options.isWanted())) return;
      await this.findCards();
      await this.pool.probe(this.stopping.signal);
      this.emit('changed');
    } catch (error) {
      this.options.log.error('looking after signature units failed', error);
    }
  }

  /**
   * Lets one unit sign a code that is no receipt: register `TEST`, number 0, no turnover.
   * @returns who it is
   * @throws UnitError why it did not
   */
  async test(id: string): Promise<UnitIdentity> {
    const now = localTime(this.options.clock.now());
    return this.pool.test(id, (identity) => testInput(identity, now), TEST_MS);
  }

  /** Forgets a card's reader that will not come back; false when there is none of this id. */
  forgetCard(id: string): boolean {
    const unit = this.cards?.readers.forget(id);
    void unit?.close();
    return unit !== undefined;
  }

  /** Ends connections and the smart card process. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.timer) clearInterval(this.timer);
    if (this.soonTimer) clearTimeout(this.soonTimer);
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (late = setTimeout(resolve, STOP_MS)));
    await Promise.race([this.rounds, patience]);
    clearTimeout(late);
    await this.pool.close();
    this.cards?.readers.close();
    this.pcsc.close();
  }

  /** In order of preference, as the profile allows them. */
  private units(): SignatureUnit[] {
    const { cards, usesServers } = this.policy;
    const { list } = this.options.settings;
    this.closeRemoved(list);
    return list.flatMap((setting) => {
      if (setting.type === 'cards') return cards ? this.cardUnits(setting) : [];
      if (setting.type === 'till' && !usesServers) return [];
      return [this.unit(setting)];
    });
  }

  private unit(setting: Exclude<UnitSetting, { type: 'cards' }>): SignatureUnit {
    const made = this.made.get(setting.id);
    if (made?.setting === setting) return made.unit;
    const { settings, log } = this.options;
    const trace = (line: string) => {
      if (this.policy.logsRequests) log.info(`${setting.id}: ${line}`);
    };
    // The pool closes the one that is replaced.
    const unit = unitFor(setting, settings.secret(setting.id), trace);
    this.made.set(setting.id, { setting, unit });
    return unit;
  }

  private closeRemoved(list: readonly UnitSetting[]): void {
    for (const [id, { unit }] of this.made) {
      if (list.some((setting) => setting.id === id)) continue;
      this.made.delete(id);
      void unit.close();
    }
  }

  private cardUnits(setting: UnitSetting): SignatureUnit[] {
    return this.cards?.setting === setting ? this.cards.readers.units() : [];
  }

  private async findCards(): Promise<void> {
    const { settings, log } = this.options;
    const setting = settings.find(CARDS);
    if (!this.policy.cards || setting?.type !== 'cards') {
      this.cards?.readers.close();
      this.cards = null;
      this.pcsc.close();
      return;
    }
    if (this.cards?.setting !== setting) {
      this.cards?.readers.close();
      const { issuers } = setting;
      const readers = new CardReaders({
        uses: (reader) => this.policy.usesReader(reader),
        pin: settings.secret(CARDS) ?? DELIVERED_PIN,
        ...(issuers !== undefined && { issuers }),
        trace: (line) => {
          if (this.policy.logsCards) log.info(`card: ${line}`);
        },
        log,
        load: () => this.pcsc.load(),
      });
      this.cards = { setting, readers };
    }
    await this.cards.readers.refresh();
  }
}

/** A code of the RKSV without turnover, of a register that nobody has. */
function testInput({ zda, serial }: UnitIdentity, now: string): string {
  const nothing = '0,00_0,00_0,00_0,00_0,00';
  return signingInput(`_R1-${zda}_TEST_0_${now}_${nothing}_AAAAAAAAAAA=_${serial}_AAAAAAAAAAA=`);
}
