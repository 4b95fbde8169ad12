/**
 * Answers single requests, each registered exactly once. Before a request goes
 * to its register it is written down as begun; found again after a crash, it is
 * looked for among the records that are newer than that.
 */
import type { ProfileAttributes } from '../countries/contract/services.ts';
import { ALL_FIELDS } from '../countries/fields.ts';
import { unwrap } from '../receipt/envelope.ts';
import { readTra, type ReadResult } from '../receipt/read.ts';
import type { TraC } from '../receipt/tra.ts';
import type { Tree } from '../receipt/tree.ts';
import { contains } from '../register/numbers.ts';
import { refusal } from '../register/outcomes.ts';
import { configurePosted, registerPosted } from '../register/posted.ts';
import { notConfigured } from '../register/refusals.ts';
import type { Register } from '../register/register.ts';
import { checkName, DEFAULT_NAME, type Registers } from '../register/registers.ts';
import type { Beginning, Begun } from './begun.ts';
import type { Received } from './inbox.ts';
import { readPosted, type Posted } from './parameters.ts';

/** What has to be done for a request. */
export interface Job {
  /** Name of the register it waits for; null: it must run alone, because it decides where others go. */
  lane: string | null;
  /** Registers; to be called once, in its turn. */
  answer(): Promise<{ name: string; record: TraC }>;
}

/** Answers that leave open whether a transaction was registered before. */
const UNREADABLE = new Set<string | undefined>(['#JOURNAL_UNAVAILABLE', '#JOURNAL_DAMAGED']);

/** Turns requests into jobs. */
export interface FileRequests {
  /** True when nothing can be said to a request yet. */
  mustWait(received: Received): boolean;
  /**
   * Finds out what a request is about.
   * @param isOld it was there when the service started, so that a crash may be behind it
   */
  job(received: Received, isOld: boolean): Promise<Job>;
}

/** What they are answered with. */
export interface RegisterRequestsParts {
  registers: Registers;
  attributes: () => ProfileAttributes;
  begun: Begun;
}

/** Requests while the journal is open. */
export class RegisterRequests implements FileRequests {
  private readonly parts: RegisterRequestsParts;

  constructor(parts: RegisterRequestsParts) {
    this.parts = parts;
  }

  mustWait(): boolean {
    return false;
  }

  async job(received: Received, isOld: boolean): Promise<Job> {
    const { body } = received;
    // It names no register that could be asked for its language.
    const language = () => this.parts.registers.languageOf(DEFAULT_NAME) ?? 'en';
    if ('issue' in body) return done('TraC', refusal('BAD', [body.issue], language()));
    const posted = readPosted(body.tree);
    if (posted.isCfg) return this.configuration(posted);
    const route = await this.parts.registers.route(posted.tree, posted);
    if ('refused' in route) return done('TraC', route.refused);
    const { register } = route;
    const read = readTra(posted.tree, {
      currencyDigits: register.country?.currency.digits ?? 2,
      fields: ALL_FIELDS,
    });
    return {
      lane: register.rn,
      answer: async () => ({
        name: `${read.type}C`,
        record: this.inLanguage(
          await this.transaction(register, read, received, posted.restart, isOld),
          register,
        ),
      }),
    };
  }

  /** A register that nobody has set up knows no language: that of the shop, then. */
  private inLanguage(answer: TraC, { rn }: Register): TraC {
    return answer.Result.ErrorCode === '#NO_CFG'
      ? notConfigured(this.parts.registers.languageOf(rn) ?? 'en')
      : answer;
  }

  /** The same configuration again changes nothing, so a crash does no harm. */
  private configuration({ rn = DEFAULT_NAME, tree }: Posted): Job {
    const answer = async () => {
      const language = this.parts.registers.languageOf(rn);
      const record = await configurePosted(
        this.parts.registers,
        { rn, issues: checkName(rn) },
        tree,
        language,
      );
      return { name: 'CfgC', record };
    };
    return { lane: null, answer };
  }

  private async transaction(
    register: Register,
    read: ReadResult,
    { file, hash }: Received,
    restart: boolean,
    isOld: boolean,
  ): Promise<TraC> {
    const { begun, attributes } = this.parts;
    const language = this.parts.registers.languageOf(register.rn) ?? 'en';
    const options = { restart, attributes: attributes(), language };
    if (!read.tra) return registerPosted(register, read, options);
    const earlier = begun.get(file, hash);
    if (earlier) return this.again(register, read, earlier, restart);
    await begun.begin(file, { hash, sq: register.lastOf(read.type)?.SQ ?? 0 });
    // Whose TN is known is found for certain, even if what we wrote down is lost.
    const mayBeKnown = isOld && read.tra.ESR.TN !== undefined;
    return registerPosted(register, read, { ...options, restart: restart || mayBeKnown });
  }

  /**
   * A request that was begun before a crash: registered already, or not. When
   * nobody can tell, it waits: NO would make the till sell a second time.
   */
  private async again(
    register: Register,
    read: ReadResult,
    earlier: Beginning,
    restart: boolean,
  ): Promise<TraC> {
    const answer = await this.once(register, read, earlier, restart);
    if (!UNREADABLE.has(answer.Result.ErrorCode)) return answer;
    throw new Error('the journal cannot say whether it is registered');
  }

  private async once(
    register: Register,
    read: ReadResult,
    earlier: Beginning,
    restart: boolean,
  ): Promise<TraC> {
    const attributes = this.parts.attributes();
    const sent = read.tra!.ESR;
    if (read.type !== 'Tra') {
      const last = register.lastOf(read.type);
      if (last && last.SQ > earlier.sq && contains(last.ESR, sent)) return register.answers.to(last);
      return registerPosted(register, read, { restart: false, attributes });
    }
    const answer = await registerPosted(register, read, { restart: true, attributes });
    const isOlder = answer.Result.ErrorCode === '#DUPLICATE' && answer.SQ! <= earlier.sq;
    // An equal sale of before, not this one: the crash came before it was registered.
    if (isOlder && sent.TN === undefined && !restart) {
      return registerPosted(register, read, { restart: false, attributes });
    }
    return answer;
  }
}

/** Answers NO to whatever was not begun while the journal cannot be used. */
export class ClosedFileRequests implements FileRequests {
  private readonly begun: Begun;
  private readonly answer: () => TraC;
  private readonly language: () => string;

  /**
   * @param answer for whatever can be read
   * @param language of messages about what cannot be read
   */
  constructor(begun: Begun, answer: () => TraC, language: () => string) {
    this.begun = begun;
    this.answer = answer;
    this.language = language;
  }

  /** It may be registered already; NO would make the till sell a second time. */
  mustWait({ file, hash }: Received): boolean {
    return this.begun.get(file, hash) !== null;
  }

  job({ body }: Received): Promise<Job> {
    const name = 'tree' in body ? answerName(body.tree) : 'TraC';
    const answer = 'issue' in body ? refusal('BAD', [body.issue], this.language()) : this.answer();
    return Promise.resolve(done(name, answer));
  }
}

function answerName(body: Tree): string {
  return readPosted(body).isCfg ? 'CfgC' : `${unwrap(body)?.type ?? 'Tra'}C`;
}

function done(name: string, record: TraC): Job {
  return { lane: '', answer: () => Promise.resolve({ name, record }) };
}
