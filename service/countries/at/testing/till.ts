/** An Austrian register with everything around it, under the control of a test. */
import os from 'node:os';
import { localTime } from '../../../clock.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Esr, JournalRecord, Position, TraC } from '../../../receipt/tra.ts';
import type { Tree } from '../../../receipt/tree.ts';
import { act, exported, overviewOf, runBackground } from '../../../register/country-work.ts';
import { Register } from '../../../register/register.ts';
import type { RegisterServices } from '../../../register/requests.ts';
import { problemsOf } from '../../../register/status.ts';
import { openSource } from '../../../exports/sources.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { MemoryVault } from '../../../testing/country-services.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { recordingLog } from '../../../testing/recording-log.ts';
import { openRoom, type Room } from '../../../testing/registers.ts';
import { SoftwareSigner } from '../../../testing/software-signer.ts';
import type { ExportFile } from '../../contract/exports.ts';
import type { Outcome } from '../../contract/work.ts';
import { aesKeyOf } from '../aes-key.ts';
import { dep } from '../export.ts';
import { kasseOf, type Kasse } from '../kasse.ts';
import { parseQr } from '../rksv/printed.ts';
import { decryptCounter } from './read-code.ts';
import { verified } from './verification.ts';
import type { AustriaOverview } from '../wire.ts';

/** A company in Austria; made up, with a UID whose check digit is right. */
export const AUSTRIA: Cfg = {
  Cmp: { Nam: 'Bäckerei Muster', Adr: 'Hauptstraße 1', City: 'Graz', Ctry: 'AT', TaxId: 'ATU12345675' },
  Loc: { TL: 'Graz' },
  Trm: { TT: '1' },
};

/** A position, 20 % unless another group is named. */
export const pos = (Amt: string, TaxG = 'A'): Position => ({ _: 'Pos', Dsc: 'Ware', TaxG, Amt });
/** A payment in cash. */
export const pay = (Amt: string) => ({ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt });

/** A record as the tests look at it. */
export interface Seen {
  own: string | null;
  number: string;
  time: string;
  /** Cents. */
  total: number;
  /** Decrypted, cents; null for training and voids. */
  counter: bigint | null;
  kind: string;
  signed: boolean;
  serial: string;
}

/** One register of one shop. */
export class Till {
  readonly clock: ManualClock;
  vault = new MemoryVault();
  readonly signer: SoftwareSigner;
  readonly log: string[] = [];
  attributes = '';
  /** What `GET /cer/<serial>` gives, and whether the disk has no room for more. */
  readonly shown = new Map<string, string>();
  isFull = false;
  room!: Room;
  register!: Register;

  private constructor(now: string) {
    this.clock = new ManualClock(now);
    this.signer = new SoftwareSigner(this.clock);
  }

  /** Opens a till with a journal of its own. */
  static async open(now = '2026-05-04T12:00:00', cfg: Cfg | null = AUSTRIA): Promise<Till> {
    const till = new Till(now);
    till.room = await openRoom(undefined, till.clock);
    await till.start();
    if (cfg) await till.configure(cfg);
    return till;
  }

  async configure(cfg: Cfg): Promise<void> {
    const { Result } = await this.register.configuration.set(cfg);
    if (Result.RC !== 'OK') throw new Error(JSON.stringify(Result));
  }

  /** Stops the service and starts it again: all that is not on disk is forgotten. */
  async restart(): Promise<void> {
    this.room = await this.room.reopen();
    await this.start();
  }

  get services(): RegisterServices {
    return {
      ...this.room.services,
      vault: this.vault,
      signer: this.signer,
      log: recordingLog(this.log),
      attributes: () => Attributes.parse(this.attributes),
      memory: new Map(),
      publish: (serial, pem) => {
        if (this.isFull) return Promise.reject(new Error('no space left on device'));
        this.shown.set(serial, pem);
        return Promise.resolve();
      },
    };
  }

  private async start(): Promise<void> {
    this.register = await Register.open('def', this.services);
  }

  submit(ESR: Esr, restart = false): Promise<TraC> {
    return this.register.submit({ tra: { ESR }, warnings: [], restart });
  }

  /** Sends a receipt of one position. */
  attempt(total = '1.00', more: Partial<Esr> = {}): Promise<TraC> {
    return this.submit({ PosA: [pos(total)], PayA: [pay(total)], ...more });
  }

  /** Registers a receipt of one position. Throws when it is refused. */
  async sell(total = '1.00', more: Partial<Esr> = {}): Promise<TraC> {
    const answer = await this.attempt(total, more);
    if (answer.Result.RC !== 'OK') throw new Error([JSON.stringify(answer.Result), ...this.log].join('\n'));
    return answer;
  }

  background(): Promise<void> {
    return runBackground(this.register);
  }

  async act(action: string, input: Tree = {}): Promise<Outcome> {
    return (await act(this.register, action, input))!;
  }

  get overview(): AustriaOverview {
    return overviewOf(this.register)!.overview as unknown as AustriaOverview;
  }

  get kasse(): Kasse {
    return kasseOf(this.register.state)!;
  }

  /** Codes of the status page. */
  get problems(): string[] {
    const none = { problemsOf: () => [] };
    const sources = {
      clock: this.clock,
      journalFiles: none,
      units: { problems: () => [], isServer: () => false },
      backups: none,
    };
    return problemsOf(this.register, sources).map(({ code }) => code);
  }

  records(): Promise<JournalRecord[]> {
    return this.room.records('def');
  }

  /** All signed receipts, oldest first. */
  async receipts(): Promise<Seen[]> {
    const records = (await this.records()).filter(({ Fis }) => Fis?.Code !== undefined);
    return records.map((record) => this.seen(record));
  }

  private seen({ Own, Fis }: JournalRecord): Seen {
    const parsed = parseQr(Fis!.Code!);
    if ('fault' in parsed) throw new Error(parsed.fault.text);
    const { code, signature } = parsed.value;
    const key = aesKeyOf(this.vault, this.register.cfg!, code.registerId)!.bytes;
    const counter = /^(VFJB|U1RP)$/.test(code.counter)
      ? null
      : decryptCounter(code.counter, { key, ...code });
    return {
      own: Own ?? null,
      number: code.receiptNumber,
      time: code.time,
      total: Object.values(code.sets).reduce((sum, cents) => sum + cents, 0),
      counter,
      kind: code.counter === 'VFJB' ? 'training' : code.counter === 'U1RP' ? 'void' : 'standard',
      signed: signature !== null,
      serial: code.certificate,
    };
  }

  /** The files of a DEP export, not read yet. */
  async exportDep(from?: string, till?: string): Promise<ExportFile[]> {
    const files: ExportFile[] = [];
    for await (const file of this.depFiles(from, till)) files.push(file);
    return files;
  }

  /** The files of a DEP export; as an archive does, the next one is asked for when one was read. */
  async *depFiles(from = '2000-01-01', till = '2099-12-31'): AsyncGenerator<ExportFile> {
    const today = localTime(this.clock.now()).slice(0, 10);
    const source = await openSource(this.room.journal, this.register, { from, till }, { kind: dep, today });
    const scope = {
      from,
      till,
      comment: undefined,
      sources: [source],
      whole: false,
      open: false,
      folder: os.tmpdir(),
      progress: () => undefined,
    };
    yield* dep.files(scope, this.services as never);
  }

  /** Remembers a complete export up to a day. */
  exported(from: string, till: string): Promise<void> {
    return exported(this.register, { type: 'dep', from, till });
  }

  /** Errors of the independent verification of the whole DEP, its counter included, and its warnings. */
  async verify(): Promise<{
    errors: string[];
    warnings: string[];
    counter: bigint | null;
    receipts: number;
  }> {
    const [file] = await this.exportDep();
    const aesKey = aesKeyOf(this.vault, this.register.cfg!, this.kasse.id)!.bytes;
    const { findings, summary } = await verified(file!.content, { aesKey });
    const text = (severity: string) =>
      findings.filter((f) => f.severity === severity).map((f) => `${f.receipt} ${f.number}: ${f.text}`);
    const { counter, receipts } = summary;
    return { errors: text('error'), warnings: text('warning'), counter, receipts };
  }
}
