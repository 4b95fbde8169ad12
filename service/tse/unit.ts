/** A TSE in use: it is asked one thing at a time, unless it takes several receipts, and left alone for a while when it has failed. */
import { isDeepStrictEqual } from 'node:util';
import type { TseUnit } from '../countries/contract/tse.ts';
import type { Clock } from '../clock.ts';
import type {
  Signed,
  Tse,
  TseFailure,
  TseIdentity,
  TseModel,
  TseOutcome,
  TseState,
} from '../devices/tse/contract.ts';

/** Troubles that say nothing about whether the TSE can sign the next receipt. */
const HARMLESS = new Set([
  'transaction-unknown',
  'export-running',
  'export-too-large',
  'not-exported',
  'unsupported',
]);

/** What a unit is made of. */
export interface UnitParts {
  id: string;
  model: TseModel;
  driver: Tse;
  clock: Clock;
  /** How long it is left alone after a failure, ms; asked at each use. */
  restMs: () => number;
  /** How long a receipt waits for what else it is doing, ms; asked at each use. */
  patienceMs: () => number;
  /** As it was known before. */
  identity: TseIdentity | null;
  /** Told when it says who it is for the first time, has another certificate, or is somebody else. */
  identified: (identity: TseIdentity) => void;
}

const BUSY: TseFailure = { trouble: 'busy', text: 'it was busy with something else for too long' };

/** See {@link TseUnit}. */
export class Unit implements TseUnit {
  readonly id: string;
  readonly model: string;
  readonly product: string;
  identity: TseIdentity | null;
  seen: TseUnit['seen'] = null;
  failure: TseUnit['failure'] = null;
  private readonly parts: UnitParts;
  /** All that it was asked so far; nothing else is asked before that is over. */
  private turn: Promise<unknown> = Promise.resolve();
  /** What the next message of a receipt waits for: the same, or what is no such message where it takes several. */
  private receiptTurn: Promise<unknown> = Promise.resolve();
  /** How many things it does that may take minutes (state, self test, export), and are no message of a receipt. */
  private upkeep = 0;
  /** Of all that it was asked. */
  private runs = 0;

  constructor(parts: UnitParts) {
    const { id, model, identity } = parts;
    this.parts = parts;
    this.id = id;
    this.model = model.name;
    this.product = model.product;
    this.identity = identity;
  }

  /** See {@link TseModel.fallsAsleep}. */
  get fallsAsleep(): boolean {
    return this.parts.model.fallsAsleep === true;
  }

  get together(): number {
    return this.parts.model.together ?? 1;
  }

  /** Of a kind for tests, or said so itself. */
  get isTest(): boolean {
    return this.parts.model.isTest === true || this.identity?.isTest === true;
  }

  state: TseUnit['state'] = async () => {
    const told = await this.ask((driver) => driver.state());
    if (told.outcome === 'done') this.looked(told.result);
    return told;
  };
  setUp: TseUnit['setUp'] = (keep, client) => this.ask((driver) => driver.setUp(keep, client));
  registerClient: TseUnit['registerClient'] = (client) => this.ask((driver) => driver.registerClient(client));
  deregisterClient: TseUnit['deregisterClient'] = (client) =>
    this.ask((driver) => driver.deregisterClient(client));
  setTime: TseUnit['setTime'] = () => this.ask((driver) => driver.setTime());
  selfTest: TseUnit['selfTest'] = (client) => this.ask((driver) => driver.selfTest(client));
  unblock: TseUnit['unblock'] = (user, given) => this.ask((driver) => driver.unblock(user, given));
  disable: TseUnit['disable'] = () => this.ask((driver) => driver.disable());
  start: TseUnit['start'] = (name) => this.sign((driver) => driver.start(name));
  update: TseUnit['update'] = (step) => this.sign((driver) => driver.update(step));
  finish: TseUnit['finish'] = (step) => this.sign((driver) => driver.finish(step));
  open: TseUnit['open'] = (client) => this.ask((driver) => driver.open(client));
  find: TseUnit['find'] = (name) => this.ask((driver) => driver.find(name));
  findSoon: TseUnit['findSoon'] = (name) => this.soon((driver) => driver.find(name), 'upkeep');
  export: TseUnit['export'] = (filter) => this.ask((driver) => driver.export(filter));
  deleteExported: TseUnit['deleteExported'] = () => this.ask((driver) => driver.deleteExported());

  /** Resolves when it has done all that it was asked, and lets go. */
  async close(): Promise<void> {
    await this.turn;
    await this.parts.driver.close();
  }

  /** Whether it is to be looked after: it failed and may be asked again, or has not told how it is. */
  get needsCare(): boolean {
    return this.failure ? this.failure.nextTry <= this.parts.clock.now() : this.seen === null;
  }

  /** A message of another serial was signed by a TSE that was put in its place: it says who it is before anything is made of that. */
  private async sign(work: (driver: Tse) => Promise<TseOutcome<Signed>>): Promise<TseOutcome<Signed>> {
    const told = await this.soon(work, 'receipt');
    if (told.outcome === 'done' && told.result.serial !== this.identity?.serial) await this.state();
    return told;
  }

  private ask<T>(work: (driver: Tse) => Promise<TseOutcome<T>>): Promise<TseOutcome<T>> {
    const asked = this.turn.then(() => this.run(work, 'upkeep'));
    this.turn = this.receiptTurn = asked;
    return asked;
  }

  /**
   * Asks for a receipt, which waits behind those of other tills, and not for ever behind what else the
   * TSE is doing: then nothing is asked. What is no message, and takes too long, goes on without it.
   */
  private async soon<T>(
    work: (driver: Tse) => Promise<TseOutcome<T>>,
    kind: 'receipt' | 'upkeep',
  ): Promise<TseOutcome<T>> {
    let [isLate, isSigning] = [false, false];
    let waitsFor = this.runs;
    const asked = this.receiptTurn.then(() => {
      if (isLate) return notDone(BUSY);
      isSigning = kind === 'receipt';
      const told = this.run(work, kind);
      waitsFor = this.runs;
      return told;
    });
    if (this.together === 1) this.turn = this.receiptTurn = asked;
    else this.turn = Promise.all([this.turn, asked]);
    const late = Promise.withResolvers<TseOutcome<T>>();
    const look = () => {
      // A message of a receipt has a limit of its own, and what has only begun may soon be over.
      if (isSigning || this.upkeep === 0 || waitsFor !== this.runs) {
        waitsFor = this.runs;
        timer = setTimeout(look, this.parts.patienceMs());
        return;
      }
      isLate = true;
      this.failure = { ...BUSY, since: this.parts.clock.now(), ...this.failure, nextTry: Infinity };
      late.resolve(notDone(BUSY));
    };
    let timer = setTimeout(look, this.parts.patienceMs());
    try {
      return await Promise.race([asked, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async run<T>(
    work: (driver: Tse) => Promise<TseOutcome<T>>,
    kind: 'receipt' | 'upkeep',
  ): Promise<TseOutcome<T>> {
    const upkeep = kind === 'upkeep' ? 1 : 0;
    this.upkeep += upkeep;
    this.runs++;
    // While somebody finds out whether it is there again, no receipt waits for that.
    if (this.failure) this.failure = { ...this.failure, nextTry: Infinity };
    const told = await work(this.parts.driver).catch(broken);
    this.upkeep -= upkeep;
    if (this.failure) this.failure = { ...this.failure, nextTry: this.parts.clock.now() };
    this.noted(told.outcome === 'done' ? null : told.failure);
    return told;
  }

  private looked(state: TseState): void {
    const now = this.parts.clock.now();
    this.seen = { at: now, state };
    const identity = this.withCertificates(state.identity);
    if (identity && !isDeepStrictEqual(identity, this.identity)) this.parts.identified(identity);
    if (identity) this.identity = identity;
    const failure = troubleOf(state);
    if (failure) this.noted(failure);
  }

  /** A certificate that it does not tell this time is the one that it told before. */
  private withCertificates(told: TseIdentity | null): TseIdentity | null {
    const before = this.identity;
    if (!told || told.certificates.length > 0 || told.serial !== before?.serial) return told;
    return { ...told, certificates: before.certificates };
  }

  private noted(failure: TseFailure | null): void {
    if (failure && HARMLESS.has(failure.trouble)) return;
    const now = this.parts.clock.now();
    const rest = Math.max(failure?.retryAfterMs ?? 0, this.parts.restMs());
    this.failure = failure && { ...failure, since: this.failure?.since ?? now, nextTry: now + rest };
  }
}

/** Why a TSE that answers cannot sign. */
function troubleOf({ initialisation, timeSet, selfTestPassed }: TseState): TseFailure | null {
  if (initialisation === 'uninitialised') return { trouble: 'not-initialised', text: 'it was not set up' };
  if (initialisation === 'disabled') return { trouble: 'disabled', text: 'it was taken out of service' };
  if (selfTestPassed === false) return { trouble: 'self-test-due', text: 'it wants a self test' };
  if (timeSet === false) return { trouble: 'time-not-set', text: 'its clock is not set' };
  return null;
}

function notDone(failure: TseFailure): { outcome: 'not-done'; failure: TseFailure } {
  return { outcome: 'not-done', failure };
}

/** A driver must not reject; when it does, nobody knows what it has done. */
function broken(error: unknown): { outcome: 'unknown'; failure: TseFailure } {
  const text = error instanceof Error ? error.message : 'unknown';
  return { outcome: 'unknown', failure: { trouble: 'defective', text } };
}
