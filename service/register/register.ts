/**
 * One register: a strictly serial pipeline *check, number, fiscalise, commit,
 * answer*. The next receipt is worked on while the one before is being written;
 * when a write fails, everything that was built on it goes back.
 */
import { localTime, type Clock } from '../clock.ts';
import type { Country, Json, SigningKey } from '../countries/contract.ts';
import { countryOf } from '../countries/list.ts';
import type { Entry, Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { answerOf } from '../receipt/answer.ts';
import { sameCfg, type Cfg } from '../receipt/cfg.ts';
import { complete, type Completed } from '../receipt/complete.ts';
import type { ErrorCode } from '../receipt/error-codes.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { minor } from '../receipt/money.ts';
import {
  isNonFiscal,
  isTraining,
  type Attributes,
  type JournalRecord,
  type Result,
  type Tra,
  type TraC,
} from '../receipt/tra.ts';
import { userMessage } from './messages.ts';
import { contains, nextNumber, numberKey, plainNumber } from './numbers.ts';

/** What registers share. */
export interface RegisterServices {
  journal: Journal;
  clock: Clock;
  log: Log;
  /** The signing key in use. */
  key(): SigningKey;
}

/** A transaction that was read from the wire. */
export interface Submission {
  tra: Tra;
  /** Warnings from reading. */
  warnings: string[];
  /** Sent to /restart: return the stored result when it is registered already. */
  restart: boolean;
}

/** Days that ESR.D may be off (profile attribute Normalize_D, default of doc 2). */
const MAX_DAYS_OFF = 7;

/** A register with its state in memory. */
export class Register {
  /** Register name. */
  readonly rn: string;
  private readonly services: RegisterServices;
  private cfgRecord: JournalRecord | null = null;
  private lastRecord: JournalRecord | null = null;
  /** Everything that is durable. */
  private durable: { sq: number; state: Map<string, Json> };
  /** As if everything under way were durable already. */
  private sq: number;
  private state: Map<string, Json>;
  private generation: number;
  /** The turn of the last submission; the next one starts after it. */
  private turn: Promise<unknown> = Promise.resolve();
  /** The newest write under way. */
  private writing: Promise<unknown> = Promise.resolve();
  private failed = false;

  private constructor(rn: string, services: RegisterServices, sq: number, state: Map<string, Json>) {
    this.rn = rn;
    this.services = services;
    this.durable = { sq, state };
    this.sq = sq;
    this.state = new Map(state);
    this.generation = services.journal.generation;
  }

  /** Loads a register from the journal, or starts an empty one. */
  static async open(rn: string, services: RegisterServices): Promise<Register> {
    const { journal } = services;
    const state = (await journal.state(rn)) as Map<string, Json>;
    const last = await journal.last(rn);
    const register = new Register(rn, services, last?.SQ ?? 0, state);
    register.cfgRecord = await journal.last(rn, { type: 'Cfg' });
    register.lastRecord = await journal.last(rn, { type: 'Tra' });
    return register;
  }

  /** A register that has no configuration and refuses every transaction; it never looks into the journal. */
  static unconfigured(rn: string, services: RegisterServices): Register {
    return new Register(rn, services, 0, new Map());
  }

  /** The configuration in force, null before the first one. */
  get cfg(): Cfg | null {
    return (this.cfgRecord?.Cfg as Cfg | undefined) ?? null;
  }

  /** The last configuration record. */
  get lastCfg(): JournalRecord | null {
    return this.cfgRecord;
  }

  /** The last transaction that was registered. */
  get last(): JournalRecord | null {
    return this.lastRecord;
  }

  /** The country module, null before the first configuration. */
  get country(): Country | null {
    return this.cfg ? countryOf(this.cfg.Cmp.Ctry) : null;
  }

  /** True while the last attempt to write a record has failed. */
  get journalFailed(): boolean {
    return this.failed;
  }

  /** Registers a transaction. Resolves when the outcome is durable; never rejects. */
  submit(submission: Submission): Promise<TraC> {
    return this.inTurn(() => this.take(submission));
  }

  /** Stores a configuration unless it says what is in force already. */
  configure(cfg: Cfg): Promise<TraC> {
    return this.inTurn(async () => {
      const country = countryOf(cfg.Cmp.Ctry);
      const issues = country.checkCfg(cfg);
      if (issues.length > 0) return { done: Promise.resolve(refusal('BAD', issues, country.language)) };
      if (this.cfgRecord && this.cfg && sameCfg(this.cfg, cfg)) {
        return { done: Promise.resolve(answerOf(this.cfgRecord)) };
      }
      this.catchUp();
      const record: JournalRecord = {
        _: 'Cfg',
        SQ: this.sq + 1,
        RN: this.rn,
        D: localTime(this.services.clock.now()),
        Result: result([], country),
        Cfg: cfg,
      };
      const step = this.write({ record, total: null, fiscal: false, changes: {} }, country.language);
      // Whatever comes behind must see what is in force now.
      await step.done;
      return step;
    });
  }

  /** Runs a step after all earlier ones; `done` may go on while the next step begins. */
  private async inTurn(step: () => Step | Promise<Step>): Promise<TraC> {
    const mine = this.turn.then(step);
    this.turn = mine.catch(() => undefined);
    try {
      return await (
        await mine
      ).done;
    } catch (error) {
      this.services.log.error(`register ${this.rn}: unexpected failure`, error);
      return refusal('NO', [issue('#INTERNAL', '', 'see the log of the service')], this.language);
    }
  }

  private get language(): string {
    return this.country?.language ?? 'en';
  }

  private async take(submission: Submission): Promise<Step> {
    const { cfg, country } = this;
    if (!cfg || !country) {
      const text = 'send POST /cfg with company, location and terminal before the first transaction';
      return { done: Promise.resolve(refusal('NO', [issue('#NO_CFG', '', text)], this.language)) };
    }
    const bad = (issues: Issue[], warnings: string[] = []): Step => ({
      done: Promise.resolve(refusal('BAD', issues, country.language, warnings)),
    });
    const now = localTime(this.services.clock.now());
    const sent = submission.tra.ESR;
    const completed = complete(sent, {
      now,
      currencyDigits: country.currency.digits,
      TL: cfg.Loc?.TL ?? '1',
      TT: cfg.Trm?.TT ?? '1',
      maxDaysOff: MAX_DAYS_OFF,
      taxes: country.taxRules((sent.D ?? now).slice(0, 10)),
      paymentGroups: country.paymentGroups,
    });
    if (submission.restart) {
      const found = await this.findRegistered(submission.tra, completed);
      if (found) return { done: Promise.resolve(duplicate(found, submission.tra)) };
    }
    const issues = [...completed.issues];
    if (issues.length === 0) issues.push(...country.check(completed.esr, completed.amounts));
    if (issues.length === 0 && sent.TN !== undefined && !submission.restart) {
      issues.push(...(await this.checkNumber(completed, sent.TN)));
    }
    if (issues.length > 0) return bad(issues, [...submission.warnings, ...completed.warnings]);

    const outcome = await this.fiscalise(submission, completed, country, cfg, now);
    if ('issues' in outcome) return bad(outcome.issues, submission.warnings);
    return this.write(outcome.entry, country.language);
  }

  /** Numbers and signs; starts again when the ground moved while a device was at work. */
  private async fiscalise(
    submission: Submission,
    completed: Completed,
    country: Country,
    cfg: Cfg,
    now: string,
  ): Promise<{ entry: Entry } | { issues: Issue[] }> {
    for (;;) {
      this.catchUp();
      const { generation } = this;
      const { esr } = completed;
      const numbers = nextNumber(esr, this.state);
      const numbered = { ...esr, TN: numbers.TN };
      const pending = country.fiscalise(numbered, this.state, { now, cfg, key: () => this.services.key() });
      const fiscal = pending instanceof Promise ? await pending : pending;
      if (generation !== this.services.journal.generation) continue;
      if (fiscal.issues.length > 0) return { issues: fiscal.issues };
      const warnings = [...submission.warnings, ...completed.warnings, ...fiscal.warnings];
      const isSale = !isNonFiscal(esr) && !isTraining(esr);
      const { ESR: _sent, ...attributes } = submission.tra;
      const record: JournalRecord = {
        _: 'Tra',
        SQ: this.sq + 1,
        RN: this.rn,
        D: now,
        // Names that the record itself uses cannot be overruled by attributes of Tra.
        ...withoutOwnNames(attributes),
        ESR: fiscal.FN === undefined ? numbered : { ...numbered, FN: fiscal.FN },
        Result: result(warnings, isSale ? country : null),
        ...(fiscal.fis && { Fis: fiscal.fis }),
      };
      return {
        entry: {
          record,
          total: minor(esr.T, country.currency.digits),
          fiscal: isSale,
          changes: { ...numbers.changes, ...fiscal.changes },
        },
      };
    }
  }

  /** Gives the record to the journal. Must follow `catchUp` without a pause. */
  private write(entry: Entry, language: string): Step {
    const { record } = entry;
    const changes = Object.entries(entry.changes) as [string, Json][];
    this.sq = record.SQ;
    for (const [key, value] of changes) this.state.set(key, value);
    const written = this.services.journal.append(entry, this.generation);
    const done = written.then(
      () => {
        this.durable.sq = record.SQ;
        for (const [key, value] of changes) this.durable.state.set(key, value);
        if (record._ === 'Cfg') this.cfgRecord = record;
        else this.lastRecord = record;
        this.failed = false;
        return answerOf(record);
      },
      (error: unknown) => {
        this.failed = true;
        this.catchUp();
        this.services.log.error(`register ${this.rn}: record ${record.SQ} was not stored`, error);
        return refusal('NO', [issue('#JOURNAL_FAILED', '', 'nothing was registered; retry later')], language);
      },
    );
    this.writing = done;
    return { done };
  }

  /** After a failed write of any register: numbers and chains go back to what is durable. */
  private catchUp(): void {
    if (this.generation === this.services.journal.generation) return;
    this.generation = this.services.journal.generation;
    this.sq = this.durable.sq;
    this.state = new Map(this.durable.state);
  }

  /** The stored record a /restart asks for: by TL/TT/TN, without TN by content. */
  private async findRegistered(tra: Tra, { esr }: Completed): Promise<JournalRecord | null> {
    await this.writing;
    const { journal } = this.services;
    if (tra.ESR.TN !== undefined) {
      return journal.byNumber(this.rn, esr.TL, esr.TT, tra.ESR.TN, esr.D.slice(0, 4));
    }
    const last = await journal.last(this.rn, { type: 'Tra', TL: esr.TL, TT: esr.TT });
    const { TL: _TL, TT: _TT, ...rest } = tra.ESR;
    return last?.ESR && contains(last.ESR, rest) ? last : null;
  }

  private async checkNumber({ esr }: Completed, TN: string): Promise<Issue[]> {
    const known = this.state.get(numberKey(esr));
    const number = plainNumber(TN);
    // Above every number so far: no look-up needed.
    if (number !== null && number > (typeof known === 'number' ? known : 0)) return [];
    await this.writing;
    const found = await this.services.journal.byNumber(this.rn, esr.TL, esr.TT, TN, esr.D.slice(0, 4));
    const text = `${esr.TL}/${esr.TT}/${TN} is registered already (SQ ${found?.SQ}); after a lost answer resend it to /restart`;
    return found ? [issue('#TN_EXISTS', 'ESR.TN', text)] : [];
  }
}

const RECORD_NAMES = new Set(['_', 'SQ', 'RN', 'D', 'ESR', 'Result', 'Fis']);

function withoutOwnNames(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !RECORD_NAMES.has(name)));
}

/** A step of the pipeline: `done` is its answer, which may take longer than the turn. */
interface Step {
  done: Promise<TraC>;
}

/** Result of a successful registration; says so when the country's law could not be fulfilled. */
function result(warnings: string[], country: Country | null): Result {
  const missing = country !== null && !country.fiscalised;
  const all = missing
    ? [...warnings, `#NOT_FISCALISED: the module for ${country.code} is not available; journaled only`]
    : warnings;
  return {
    RC: 'OK',
    ...(missing && {
      ErrorCode: '#NOT_FISCALISED',
      UserMessage: userMessage(country.language, ['#NOT_FISCALISED']),
    }),
    ...(all.length > 0 && { Warning: all }),
  };
}

/** Answer to a /restart that found its transaction: the stored one, marked. */
function duplicate(record: JournalRecord, sent: Tra): TraC {
  const answer = answerOf(record);
  const differs = record.ESR && !contains(record.ESR, { ...sent.ESR, TL: undefined, TT: undefined });
  const warnings = [
    ...(answer.Result.Warning ?? []),
    ...(differs ? ['the stored transaction differs from the one sent; the stored one counts'] : []),
  ];
  return {
    ...answer,
    Result: { ...answer.Result, ErrorCode: '#DUPLICATE', ...(warnings.length > 0 && { Warning: warnings }) },
  };
}

/** An answer without registration. All problems appear, the first one's constant leads. */
export function refusal(
  rc: 'BAD' | 'NO',
  issues: readonly Issue[],
  language: string,
  warnings: string[] = [],
): TraC {
  const codes = issues.map((i): ErrorCode => i.code);
  return {
    Result: {
      RC: rc,
      ErrorCode: codes[0] ?? '#INTERNAL',
      UserMessage: userMessage(language, codes),
      Warning: [...issues.map((i) => `${i.code} ${i.text}`), ...warnings],
    },
  };
}
