/** A Portuguese register with everything around it, under the control of a test. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Esr, JournalRecord, TraC } from '../../../receipt/tra.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { act, overviewOf, runBackground } from '../../../register/country-work.ts';
import { Register } from '../../../register/register.ts';
import type { RegisterServices } from '../../../register/requests.ts';
import { problemsOf } from '../../../register/status.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { MemoryVault, PROGRAM } from '../../../testing/country-services.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { recordingLog } from '../../../testing/recording-log.ts';
import { openRoom, type Room } from '../../../testing/registers.ts';
import { PORTUGAL } from '../../../testing/sales.ts';
import type { Problem } from '../../../wire.ts';
import type { Program, SigningKey } from '../../contract/services.ts';
import type { Outcome } from '../../contract/work.ts';
import { allSeries, type Series } from '../series.ts';
import type { PortugalOverview } from '../wire.ts';
import { complaintsAbout } from './inspector.ts';
import { pay, pos } from './receipts.ts';

/** A new key pair of the strength the law wants. */
export function newKey(version: number, test: boolean): SigningKey {
  return keyFrom(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey, version, test);
}

/** A signing key from a private key or its PEM text. */
export function keyFrom(key: KeyObject | string | Buffer, version: number, test: boolean): SigningKey {
  const privateKey = typeof key === 'string' || Buffer.isBuffer(key) ? createPrivateKey(key) : key;
  return { version, serial: `key${version}`, privateKey, test };
}

const TEST_KEY = newKey(1, true);
/** A key of a certified program, so that series have to be opened with the authority. */
export const LIVE_KEY = newKey(1, false);

/** How a till begins. */
export interface TillOptions {
  cfg?: Cfg;
  /** Local time. */
  now?: string;
  /** Attributes of the profile. */
  attributes?: string;
  key?: SigningKey;
  certificate?: string;
}

/** One register of one shop. Settings may be changed at any time, as on the control page. */
export class Till {
  readonly clock: ManualClock;
  readonly vault = new MemoryVault();
  /** Warnings and errors of the log. */
  readonly log: string[] = [];
  /** All keys that were ever in use. */
  readonly keys = new Map<number, SigningKey>();
  attributes: string;
  program: Program;
  room!: Room;
  register!: Register;
  private currentKey: SigningKey | null = null;

  private constructor(options: TillOptions) {
    this.clock = new ManualClock(options.now ?? '2026-05-04T12:00:00');
    this.attributes = options.attributes ?? '';
    this.program = { ...PROGRAM, certificate: options.certificate ?? '0' };
    this.key = options.key ?? TEST_KEY;
  }

  /** Opens a till with a journal of its own. */
  static async open(options: TillOptions = {}): Promise<Till> {
    const till = new Till(options);
    till.room = await openRoom(undefined, till.clock);
    await till.start();
    await till.configure(options.cfg ?? PORTUGAL);
    return till;
  }

  get key(): SigningKey | null {
    return this.currentKey;
  }

  /** Another key from now on; null as with a partner that is missing. */
  set key(key: SigningKey | null) {
    this.currentKey = key;
    if (key) this.keys.set(key.version, key);
  }

  /** Changes the configuration. */
  async configure(cfg: Cfg): Promise<void> {
    const { Result } = await this.register.configuration.set(cfg);
    if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
  }

  /** Stops the service and starts it again: all that is not on disk is forgotten. */
  async restart(): Promise<void> {
    this.room = await this.room.reopen();
    await this.start();
  }

  private async start(): Promise<void> {
    const services: RegisterServices = {
      ...this.room.services,
      vault: this.vault,
      log: recordingLog(this.log),
      key: () => this.currentKey,
      program: () => this.program,
      attributes: () => Attributes.parse(this.attributes),
      memory: new Map(),
    };
    this.register = await Register.open('def', services);
  }

  /** Sends a receipt to /register, or to /restart. */
  submit(ESR: Esr, restart = false): Promise<TraC> {
    return this.register.submit({ tra: { ESR }, warnings: [], restart });
  }

  /** Sends a receipt of one position. */
  attempt(total: string, more: Partial<Esr> = {}): Promise<TraC> {
    return this.submit({ Opr: '1', PosA: [pos(total)], PayA: [pay(total)], ...more });
  }

  /** Registers a receipt of one position; its record. Throws when it is refused. */
  async sell(total = '1.00', more: Partial<Esr> = {}): Promise<JournalRecord> {
    return this.stored(await this.attempt(total, more));
  }

  /** Registers a receipt; its record. Throws when it is refused. */
  async issue(ESR: Esr): Promise<JournalRecord> {
    return this.stored(await this.submit(ESR));
  }

  /** Asks for the void of a document. */
  attemptVoid(FN: string): Promise<TraC> {
    return this.register.void({ original: { FN }, sender: {}, reason: 'Engano', warnings: [] });
  }

  /** Voids a document. Throws when it is refused. */
  async void(FN: string): Promise<JournalRecord> {
    return this.stored(await this.attemptVoid(FN));
  }

  private async stored(answer: TraC): Promise<JournalRecord> {
    if (answer.Result.RC !== 'OK') throw new Error([JSON.stringify(answer.Result), ...this.log].join('\n'));
    return (await this.room.journal.bySq('def', answer.SQ!))!;
  }

  /** What the register does by itself. */
  background(): Promise<void> {
    return runBackground(this.register);
  }

  /** An action of the control page. */
  async act(action: string, input: Tree = {}): Promise<Outcome> {
    const outcome = await act(this.register, action, input);
    if (!outcome) throw new Error('there is no page');
    return outcome;
  }

  get overview(): PortugalOverview {
    return overviewOf(this.register)!.overview as unknown as PortugalOverview;
  }

  get problems(): Problem[] {
    const none = { problemsOf: () => [] };
    return problemsOf(this.register, {
      clock: this.clock,
      journalFiles: none,
      units: { problems: () => [], isServer: () => false },
      backups: none,
    });
  }

  /** All records, oldest first. */
  records(): Promise<JournalRecord[]> {
    return this.room.records('def');
  }

  /** All series by id, as the register goes on from them. */
  get series(): Record<string, Series> {
    return Object.fromEntries([...allSeries(this.register.state)].map(([id, series]) => [id, series]));
  }

  /** The inspector's look at the journal: the chains, and that a restart finds what is in memory. */
  async complaints(): Promise<string[]> {
    const { state } = this.register;
    const stored = await this.room.journal.state('def');
    const differing = [...new Set([...state.keys(), ...stored.keys()])].filter(
      (key) => JSON.stringify(state.get(key)) !== JSON.stringify(stored.get(key)),
    );
    return [
      ...complaintsAbout(await this.records(), this.keys),
      ...differing.map((key) => `state ${key} is not what the journal has`),
    ];
  }
}
