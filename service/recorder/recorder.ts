/**
 * The recorder: keeps the portal up to date with all registers of a service, and
 * brings back what the portal has to say. Selling never waits for it.
 */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SteadyClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import type { FileVault } from '../settings/vault.ts';
import type { PortalStatus, Problem } from '../wire.ts';
import { Acknowledged } from './acknowledged.ts';
import type { LineSource } from './batches.ts';
import { Connection, portalAddress } from './connection.ts';
import { Exchange } from './exchange.ts';
import { Identities } from './identities.ts';
import { Lanes } from './lanes.ts';
import { ReceiptKeys, type ReceiptKey } from './receipt-access.ts';
import { activateLicense, type LicenseOutcome } from './license.ts';
import { Lookout } from './lookout.ts';
import type { RecordedRegister, RecordedRegisters } from './registers.ts';
import type { Refusal } from './read.ts';
import { Schedule } from './schedule.ts';
import { Sealing, type SealSettings } from './sealing.ts';

/** What a recorder works with. */
export interface RecorderParts {
  registers: RecordedRegisters;
  journal: LineSource;
  vault: Pick<FileVault, 'get' | 'set'>;
  /**
   * What its names in the vault begin with, and its file in the same folder: the portal for
   * trials (`Recorder_staging`) gets no secret of the other one, and counts records by itself.
   */
  world: 'recorder' | 'recorder-staging';
  /** Folder of the file that tells how many records the portal has, such as `gbl/recorder.json`. */
  folder: string;
  /** Address of the portal; null where none is known. */
  address: () => string | null;
  /** Without an address of its own the portal is the one that runs beside, or will do so. */
  isPortalBeside: () => boolean;
  badge: () => string | null;
  instance: string;
  version: string;
  /** Megabytes. */
  diskUsage: () => number;
  /** Many sales are under way: whatever can wait does. */
  isBusy: () => boolean;
  /** Control pages that are open now, and those that were ever opened: their readers want to know how it stands now. */
  pages: () => { now: number; begun: number };
  /** Profile attributes `Recorder_init` (milliseconds), `Recorder_Log` and `SoftwareProvider`, and those of {@link SealSettings}. */
  settings: () => { initMs: number; log: boolean; softwareProvider: string | undefined } & SealSettings;
  /** Asks the shop's other machines for the key of an id. */
  askCompanyKey: (id: string) => Promise<string | null>;
  clock: SteadyClock;
  /** From 0 up to 1. */
  random: () => number;
  log: Log;
}

/** What came of a badge. */
export type BadgeOutcome =
  /** Connected; `keep` is called once the badge is stored. */
  | { keep: () => Promise<void> }
  /** Nothing could be asked, or no register is configured: it is tried by itself. */
  | { waits: string }
  /** `unchecked`: it cannot be checked, and the one in force is in use. */
  | { refused: string; why: Refusal | 'unchecked' };

/** Registers that send at a time. */
const LANES = 2;
/** Receipts that come soon after each other go together. */
const GATHER_MS = 300;
/** How soon a change of problems is told. */
const NEWS_MS = 1000;
/** Rests of an upload while sales are under way: each, and at most. */
const REST_MS = 5;
const MOST_REST_MS = 100;
/** Between two questions for a key that is missing. */
const ASK_KEY_MS = 60_000;

function fileOf({ folder, world }: RecorderParts): string {
  return path.join(folder, `${world}.json`);
}

function isOf({ taxId, country }: RecordedRegister, other: string): boolean {
  return sameTaxId(taxId, other, country);
}

/** Emits `changed` when something that is shown has changed. */
export class Recorder extends EventEmitter<{ changed: [] }> {
  private readonly parts: RecorderParts;
  private readonly acknowledged: Acknowledged;
  private readonly identities: Identities;
  private readonly receiptKeys: ReceiptKeys;
  private readonly sealing: Sealing;
  private readonly connection: Connection;
  private readonly exchanges = new Map<string, Exchange>();
  private readonly schedule: Schedule;
  private readonly lanes = new Lanes(LANES);
  private readonly lookout: Lookout;
  private newsTimer: NodeJS.Timeout | null = null;
  private isStarted = false;
  private isClosed = false;
  private wrongAddress = '';
  private keyAskedAt = -Infinity;

  private constructor(parts: RecorderParts, acknowledged: Acknowledged) {
    super();
    this.parts = parts;
    this.acknowledged = acknowledged;
    this.identities = new Identities(parts.vault, parts.world);
    this.receiptKeys = new ReceiptKeys(parts.vault, parts.world);
    this.sealing = new Sealing(parts);
    this.connection = new Connection({
      note: (line) => parts.settings().log && parts.log.info(line),
    });
    this.lookout = new Lookout({
      connection: this.connection,
      portal: () => this.portal(),
      pages: parts.pages,
      exchanges: () => this.exchanges.values(),
      isRunning: ({ rn }) => this.schedule.isRunning(rn),
      asked: (exchange) => {
        exchange.due();
        this.schedule.plan(exchange.rn, 0);
      },
      came: ({ rn }) => this.schedule.plan(rn, parts.random() * NEWS_MS),
      went: (exchange, why) => this.schedule.plan(exchange.rn, exchange.lost(why)),
    });
    this.schedule = new Schedule({
      exchange: (rn) => this.seal(rn).then(() => this.exchange(rn).run()),
      againIn: (rn, ms) => (this.exchange(rn).standing.isOnline ? GATHER_MS : ms),
      clock: parts.clock,
    });
  }

  /** Reads what is known from before; {@link Recorder.start} begins to talk. */
  static async open(parts: RecorderParts): Promise<Recorder> {
    return new Recorder(parts, await Acknowledged.open(fileOf(parts), parts.log));
  }

  /** Begins, after the pause that the profile asks for. */
  start(): void {
    this.isStarted = true;
    this.schedule.start();
    const { initMs } = this.parts.settings();
    for (const rn of this.parts.registers.names) {
      void this.seal(rn);
      this.schedule.plan(rn, initMs);
    }
    this.lookout.start();
  }

  /** A record was stored. */
  committed(rn: string): void {
    // A new register has no handles of digital receipts before it is activated.
    const wait = this.identities.of(rn) === null ? 0 : GATHER_MS;
    // Not before a pause that a failure has asked for.
    if (this.exchange(rn).standing.isOnline || !this.schedule.isPlanned(rn)) this.schedule.plan(rn, wait);
  }

  /** Something that the problems are made of may have changed. */
  news(): void {
    if (this.newsTimer || !this.isStarted || !this.identities.isAny) return;
    this.newsTimer = setTimeout(() => {
      this.newsTimer = null;
      void this.tellNews();
    }, NEWS_MS).unref();
  }

  /** Address or badge may be others now. */
  again(): void {
    this.keyAskedAt = -Infinity;
    for (const rn of this.parts.registers.names) {
      this.exchange(rn).again();
      void this.seal(rn);
      this.schedule.plan(rn, 0);
    }
  }

  /** The portal is heard of. */
  isOnline(rn: string): boolean {
    return this.exchange(rn).standing.isOnline;
  }

  /**
   * How a register stands with the portal.
   * @param queued records that wait
   */
  statusOf(rn: string, queued: number): PortalStatus {
    return this.exchange(rn).standing.status(queued);
  }

  /** Any register is activated: the company is fixed. */
  get isActivated(): boolean {
    return this.identities.isAny;
  }

  /** Records of a register that the portal has. */
  sent(rn: string): number {
    return this.exchange(rn).sent;
  }

  /**
   * Records that wait for the portal; none where there is no portal to wait for.
   * @param last sequence number of the last record
   */
  queued(rn: string, last: number): number {
    const waits = this.identities.of(rn) !== null || this.parts.badge() !== null;
    return waits ? Math.max(0, last - this.sent(rn)) : 0;
  }

  /**
   * What a register makes handles of digital receipts with; null before the portal has given it, while
   * its records are sealed, and while both differ: handles would open nothing, or other receipts.
   */
  receiptKey(rn: string): ReceiptKey | null {
    const identity = this.identities.of(rn);
    const key =
      identity === null || this.sealing.isOn(rn) || this.exchange(rn).standing.conflict !== null
        ? null
        : this.receiptKeys.of(rn);
    return key?.registerId === identity?.registerId ? key : null;
  }

  /** The key that seals a company's records, by its id; null where it is not here. */
  companyKey(id: string): string | null {
    return this.sealing.keyText(id);
  }

  /** Milliseconds that the clock is behind the portal's; null before it was heard of. */
  offsetMs(rn: string): number | null {
    return this.exchange(rn).standing.offsetMs;
  }

  /** What a person should know of a register. */
  problemsOf(rn: string): Problem[] {
    const isConnected = this.identities.of(rn) !== null || this.parts.badge() !== null;
    return [...this.exchange(rn).standing.problems, ...(isConnected ? this.sealing.problems : [])];
  }

  /** Whether a register sells under a tax id, in any spelling; null while none is configured. */
  async sellsUnder(taxId: string): Promise<boolean | null> {
    const all = await Promise.all(this.parts.registers.names.map((rn) => this.parts.registers.find(rn)));
    const registers = all.filter((register) => register !== null);
    return registers.length === 0 ? null : registers.some((register) => isOf(register, taxId));
  }

  /**
   * Tries a badge before it is stored, by activating with it.
   * @param address where, and nowhere else; null: nobody knows where its portal is
   * @param taxId the company that it must be of; undefined: any that a register sells under
   */
  async tryBadge(badge: string, address: string | null, taxId?: string): Promise<BadgeOutcome> {
    const portal = this.addressed(address);
    const waits = (why: string): BadgeOutcome =>
      this.isActivated
        ? { refused: `the badge cannot be checked now, and the one in force stays: ${why}`, why: 'unchecked' }
        : { waits: why };
    if (!portal) return waits('the address of the portal is not known');
    let outcome: BadgeOutcome = waits('no register is configured yet');
    for (const rn of this.parts.registers.names) {
      const register = await this.parts.registers.find(rn);
      if (!register || (taxId !== undefined && !isOf(register, taxId))) continue;
      await this.seal(rn);
      const activation = await this.exchange(rn).activate(portal, register, badge);
      if ('identity' in activation) return { keep: () => this.identities.keep(rn, activation.identity) };
      if ('unreachable' in activation) return waits(activation.unreachable);
      outcome = activation;
      // Another register may be of the company.
      if (activation.why !== 'company') return outcome;
    }
    return outcome;
  }

  /** Gives a licence of the portal to a register (`POST /lic`). */
  async license(rn: string, key: string): Promise<LicenseOutcome> {
    const portal = this.portal();
    const register = await this.parts.registers.find(rn);
    const identity = this.identities.of(rn);
    if (!portal || !register || !identity) return 'offline';
    return activateLicense(this.connection, portal, identity.secret, register, key);
  }

  /**
   * Begins a new row of records of a register at the portal (docs/recorder.md): a manager says so when both differ.
   * @returns false where they do not, or it cannot be journaled now
   */
  async beginRow(rn: string): Promise<boolean> {
    // No exchange is under way meanwhile: it would still speak for the row before.
    return this.schedule.alone(rn, async () => {
      const register = await this.parts.registers.find(rn);
      if (!register) return false;
      return this.exchange(rn).beginRow(register, randomBytes(6).toString('base64url'));
    });
  }

  /** Stops all exchanges; what was not answered is sent again after the next start. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.schedule.close();
    if (this.newsTimer) clearTimeout(this.newsTimer);
    this.lookout.stop();
    this.connection.close();
    await this.schedule.idle();
    await this.acknowledged.close();
  }

  private exchange(rn: string): Exchange {
    let exchange = this.exchanges.get(rn);
    if (!exchange) {
      const { registers, journal, badge, isPortalBeside } = this.parts;
      const { instance, version, diskUsage, clock, random, log } = this.parts;
      exchange = new Exchange(rn, {
        ...{ registers, badge, isPortalBeside, instance, version, diskUsage, clock, random, log },
        source: this.sealing.source(journal),
        isHeld: () => this.sealing.isHeld(rn),
        connection: this.connection,
        identities: this.identities,
        receiptKeys: this.receiptKeys,
        lanes: this.lanes,
        room: () => this.room(),
        portal: () => this.portal(),
        softwareProvider: () => this.parts.settings().softwareProvider,
        acknowledged: this.acknowledged.counts,
        changed: () => this.changed(),
      });
      this.exchanges.set(rn, exchange);
    }
    return exchange;
  }

  /** Before a register is activated, since all of a new one is sealed. Never rejects: without it nothing is handed in. */
  private async seal(rn: string): Promise<void> {
    const { registers, log } = this.parts;
    const isNew = this.identities.of(rn) === null;
    try {
      await this.askMissingKey();
      await this.sealing.follow(rn, isNew, () => registers.lastSq(rn));
    } catch (error) {
      log.error(`register ${rn}: what is sealed for the portal cannot be kept, records wait`, error);
    }
  }

  private async askMissingKey(): Promise<void> {
    const { askCompanyKey, clock, log } = this.parts;
    const id = this.sealing.missing;
    if (id === null || clock.elapsed() - this.keyAskedAt < ASK_KEY_MS) return;
    this.keyAskedAt = clock.elapsed();
    const key = await askCompanyKey(id);
    if (key !== null && this.sealing.take(key))
      log.info(`the key ${id} that seals records came from the shop`);
  }

  private async tellNews(): Promise<void> {
    for (const rn of this.parts.registers.names) {
      const exchange = this.exchange(rn);
      if (!exchange.standing.isOnline) continue;
      const register = await this.parts.registers.find(rn);
      if (register && exchange.standing.hasNews(register.problems)) this.schedule.plan(rn, 0);
    }
  }

  /** Resolves when sales leave room for a batch, and after a while in any case. */
  private async room(): Promise<void> {
    for (let ms = 0; ms < MOST_REST_MS && this.parts.isBusy(); ms += REST_MS) await pause(REST_MS);
  }

  private portal(): URL | null {
    return this.addressed(this.parts.address());
  }

  private addressed(address: string | null): URL | null {
    if (address === null) return null;
    try {
      return portalAddress(address);
    } catch (error) {
      if (this.wrongAddress !== address) this.parts.log.error((error as Error).message);
      this.wrongAddress = address;
      return null;
    }
  }

  private changed(): void {
    this.emit('changed');
    if (!this.isClosed) this.acknowledged.changed();
  }
}
