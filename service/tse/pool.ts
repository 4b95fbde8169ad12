/** The TSEs of the installation: which there are, their secrets in the vault, and who looks after them. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Vault } from '../countries/contract/services.ts';
import type { TseLender, Tses } from '../countries/contract/tse.ts';
import { localTime, type Clock } from '../clock.ts';
import type {
  RefusedPins,
  TseCredentials,
  TseIdentity,
  TseModel,
  TseOutcome,
  TseSetUp,
  TseState,
} from '../devices/tse/contract.ts';
import { TSE_MODELS } from '../devices/tse/models.ts';
import type { Log } from '../log.ts';
import type { ProfileAttributes } from '../countries/contract/services.ts';
import { secondsOfDay } from '../settings/attribute-types.ts';
import { inForce, learnt, unfit, type KeptCredentials } from './credentials.ts';
import { takeFound } from './finding.ts';
import { Unit } from './unit.ts';
import { TseBackupTimes } from './backup-times.ts';

/** What the vault has of a TSE. */
interface Kept extends KeptCredentials {
  id: string;
  model: string;
  settings: Readonly<Record<string, string>>;
  identity: TseIdentity | null;
  /** PINs that it refused, by user. */
  refused?: Readonly<Record<string, string>>;
}

/** What a pool needs. */
export interface TsePoolOptions {
  vault: Vault;
  attributes: () => ProfileAttributes;
  /** Where drivers have folders of their own. */
  folder: string;
  clock: Clock;
  log: Log;
  /** The sign server of this machine; missing where there is none. */
  signServer?: {
    serves(): boolean;
    password: { readonly isSet: boolean; set(password: string): Promise<unknown> };
  };
  /** Kinds of TSE; all there are unless a test has others. */
  models?: readonly TseModel[];
}

/** How often new TSEs are looked for where the profile names places, ms. */
const LOOK_MS = 3_600_000;
/** Name of the vault's entry. */
const ENTRY = 'tse/units';
/** A kind that this version knows no more. */
const NO_MODEL = { credentials: {} };
/** Longest time for a message, unless `Fiscal_Timeout` says otherwise, ms. */
const TIMEOUT_MS = 5000;
/** Unless `TSE_KeepAlive` says otherwise, s. */
const KEEP_ALIVE_S = 10;
/** Unless `TSE_SelfTestAt` says otherwise: 3:05. */
const SELF_TEST_AT_S = 3 * 3600 + 5 * 60;
/** A self test is made when less than this is left before it is due, ms. */
const SELF_TEST_AHEAD_MS = 4 * 3_600_000;
/** How old what a TSE said of itself may be, ms. */
const FRESH_MS = 15 * 60_000;

/** See {@link Tses}. */
export class TsePool implements Tses {
  readonly models: readonly TseModel[];
  private readonly options: TsePoolOptions;
  private all: Unit[] = [];
  private kept: Kept[];
  private tending: Promise<void> | null = null;
  /** Those that were taken out of use, until they were copied and let go of. */
  private leaving: Promise<unknown> = Promise.resolve();
  private readonly backupTimes: TseBackupTimes;
  private looking: NodeJS.Timeout | undefined;
  /** Of whoever had them looked after last. */
  private client: string | null = null;
  /** Of all who had them looked after. */
  private readonly clients = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  /** Day of the last self test of the profile's time, by unit. */
  private readonly tested = new Map<string, string>();

  constructor(options: TsePoolOptions) {
    this.options = options;
    this.backupTimes = new TseBackupTimes({ ...options, units: () => this.all });
    this.models = options.models ?? TSE_MODELS;
    this.kept = (options.vault.get(ENTRY) ?? []) as unknown as Kept[];
    this.all = this.kept.flatMap((kept) => this.opened(kept) ?? []);
  }

  get units(): readonly Unit[] {
    return this.all;
  }

  get lending(): TseLender | null {
    const { signServer } = this.options;
    if (!signServer?.serves()) return null;
    const { password } = signServer;
    return {
      hasPassword: password.isSet,
      setPassword: async (value) => (await password.set(value)) === null,
    };
  }

  async add(
    model: string,
    settings: Readonly<Record<string, string>>,
    credentials: TseCredentials,
  ): Promise<string> {
    const kept: Kept = { id: randomUUID().slice(0, 8), model, settings, credentials, identity: null };
    const unit = this.opened(kept);
    if (!unit) throw new RangeError(`${model} is no kind of TSE`);
    await this.store([...this.kept, kept]);
    this.all = [...this.all, unit];
    return kept.id;
  }

  async remove(id: string): Promise<void> {
    const unit = this.all.find((each) => each.id === id);
    await this.store(this.kept.filter((each) => each.id !== id));
    this.all = this.all.filter((each) => each !== unit);
    if (!unit) return;
    // What it has signed is looked for long after it has gone (AO § 147). A copy may take minutes.
    const left = this.backupTimes.backups.gone(unit).then(() => unit.close());
    this.leaving = Promise.all([this.leaving, left]);
  }

  async prefer(id: string): Promise<void> {
    const first = <T extends { id: string }>(list: readonly T[]) => [
      ...list.filter((each) => each.id === id),
      ...list.filter((each) => each.id !== id),
    ];
    await this.store(first(this.kept));
    this.all = first(this.all);
  }

  learn(id: string, { credentials, settings }: TseSetUp): Promise<void> {
    const { attributes } = this.options;
    return this.update(id, (kept) => ({
      ...kept,
      ...learnt(kept, credentials, attributes(), this.modelOf(kept) ?? NO_MODEL),
      settings: { ...kept.settings, ...settings },
    }));
  }

  /** Asks those that failed again and again by itself, until it is closed (`TSE_KeepAlive`). */
  keepAlive(): void {
    this.timer = setTimeout(() => {
      const { client } = this;
      const isWanted = client !== null && this.all.some((unit) => unit.needsCare || !this.isFresh(unit));
      void (isWanted ? this.tend(client) : Promise.resolve()).then(() => {
        if (this.timer) this.keepAlive();
      });
    }, this.restMs());
    this.timer.unref();
  }

  /** Whether a register of this installation has that client id. */
  isOwnClient(client: string): boolean {
    return this.clients.has(client);
  }

  tend(client: string): Promise<void> {
    this.client = client;
    this.clients.add(client);
    this.tending ??= this.tendAll(client).finally(() => (this.tending = null));
    return this.tending;
  }

  /** Copies log messages at their times and looks for TSEs where the profile says, from now on. */
  start(): void {
    const { attributes, log } = this.options;
    const models = this.kept.flatMap((kept) => this.modelOf(kept) ?? []);
    for (const name of unfit(attributes(), models))
      log.warn(`${name}: no TSE that is in use can have it; see how long its PINs and PUKs are`);
    this.backupTimes.start();
    void this.look();
    this.looking = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  private look(): Promise<void> {
    const { attributes, log } = this.options;
    return takeFound({
      ...{ models: this.models, attributes, log, known: () => this.kept },
      add: ({ model, settings }) => this.add(model, settings, {}),
    }).catch((error: unknown) => log.error('looking for TSEs', error));
  }

  backupOf(id: string) {
    return this.backupTimes.backups.of(id);
  }

  archives() {
    return this.backupTimes.backups.archives();
  }

  closed(): void {
    this.backupTimes.closed();
  }

  async close(): Promise<void> {
    clearInterval(this.looking);
    await this.backupTimes.stop();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.tending;
    await this.leaving;
    await Promise.all(this.all.map((unit) => unit.close()));
  }

  private get today(): string {
    return localTime(this.options.clock.now()).slice(0, 10);
  }

  private restMs(): number {
    return this.options.attributes().number('TSE_KeepAlive', KEEP_ALIVE_S) * 1000;
  }

  private async tendAll(client: string): Promise<void> {
    for (const unit of this.all) {
      const { log } = this.options;
      if (!unit.needsCare && this.isFresh(unit) && !this.isTestTime(unit)) continue;
      const told = await this.brought(unit, client);
      if (told.outcome !== 'done') log.warn(`TSE ${unit.id}: ${told.failure.trouble}: ${told.failure.text}`);
    }
  }

  /** Whether it was asked lately; one that has failed is left alone for its rest. */
  private isFresh({ seen, failure, fallsAsleep }: Unit): boolean {
    const { clock } = this.options;
    // Looked at every rest: what was told since the look before is older by the time of the next one.
    const most = fallsAsleep ? this.restMs() / 2 : FRESH_MS;
    return failure !== null || (seen !== null && clock.now() - seen.at < most);
  }

  /** Brings a TSE so far that it signs, as far as nobody has to be asked. */
  private async brought(unit: Unit, client: string): Promise<TseOutcome<TseState>> {
    const told = await unit.state();
    if (told.outcome !== 'done' || told.result.initialisation !== 'initialised') return told;
    const { timeSet, selfTestPassed, selfTestDue, clients } = told.result;
    const isDue = selfTestDue !== null && selfTestDue - this.options.clock.now() < SELF_TEST_AHEAD_MS;
    const tests = selfTestPassed === false || isDue || this.isTestTime(unit);
    const steps: (() => Promise<TseOutcome<null>>)[] = [
      ...(tests ? [() => unit.selfTest(client)] : []),
      ...(timeSet === false || selfTestPassed === false ? [() => unit.setTime()] : []),
      ...(clients && !clients.includes(client) ? [() => unit.registerClient(client)] : []),
    ];
    if (tests) this.tested.set(unit.id, this.today);
    if (steps.length === 0) return told;
    for (const step of steps) {
      const done = await step();
      if (done.outcome !== 'done') return done;
    }
    return unit.state();
  }

  /** The time of day for self tests has come (`TSE_SelfTestAt`), and none was made since. */
  private isTestTime({ id, seen }: Unit): boolean {
    if ((seen?.state.selfTestDue ?? null) === null) return false;
    return this.isPastTestTime && (this.tested.get(id) ?? '') < this.today;
  }

  private get isPastTestTime(): boolean {
    const at = secondsOfDay(this.options.attributes().text('TSE_SelfTestAt') ?? '') ?? SELF_TEST_AT_S;
    return secondsOfDay(localTime(this.options.clock.now()).slice(11))! >= at;
  }

  private modelOf(kept: Kept): TseModel | null {
    return this.models.find(({ name }) => name === kept.model) ?? null;
  }

  private opened(kept: Kept): Unit | null {
    const { id, settings, identity } = kept;
    const model = this.modelOf(kept);
    if (!model) return null;
    // After a start the next time of day is the first.
    if (this.isPastTestTime) this.tested.set(id, this.today);
    const { attributes, folder, clock, log } = this.options;
    const driver = model.open({
      ...{ settings, clock, log },
      credentials: () => {
        const known = this.kept.find((each) => each.id === id) ?? { credentials: {} };
        return inForce(known, attributes(), model);
      },
      refused: this.refusedPins(id),
      folder: path.join(folder, id),
      get timeoutMs() {
        return attributes().number('Fiscal_Timeout', TIMEOUT_MS);
      },
    });
    return new Unit({
      ...{ id, model, driver, clock, identity },
      restMs: () => this.restMs(),
      patienceMs: () => attributes().number('Fiscal_Timeout', TIMEOUT_MS),
      identified: (told) => void this.update(id, (known) => ({ ...known, identity: told })),
    });
  }

  /** Those that a TSE refused, in the vault: whoever restarts the service three times would block it. */
  private refusedPins(id: string): RefusedPins {
    const all = () => this.kept.find((each) => each.id === id)?.refused ?? {};
    const keep = (refused: Readonly<Record<string, string>>) => {
      this.update(id, (kept) => ({ ...kept, refused })).catch((error: unknown) =>
        this.options.log.error(`TSE ${id}: a refused PIN`, error),
      );
    };
    return {
      get: (user) => all()[user],
      set: (user, pin) => keep({ ...all(), [user]: pin }),
      clear: () => keep({}),
    };
  }

  private update(id: string, change: (kept: Kept) => Kept): Promise<void> {
    return this.store(this.kept.map((kept) => (kept.id === id ? change(kept) : kept)));
  }

  private async store(kept: Kept[]): Promise<void> {
    this.kept = kept;
    await this.options.vault.set(ENTRY, kept as unknown as Parameters<Vault['set']>[1]);
  }
}
