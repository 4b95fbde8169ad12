/**
 * Several signature units in their order: the first that works signs, one that
 * failed is left alone for a while, and no signature of another program or device
 * leaves here unchecked. All within one budget of time (profile attribute `Fiscal_Timeout`).
 */
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  failureOf,
  UnitError,
  type SignatureUnit,
  type UnitFailure,
  type UnitIdentity,
  type UnitKind,
} from './contract.ts';
import { isSignedBy } from './ecdsa.ts';
import { Health, type PastFailure, type Ticket, type UnitState } from './health.ts';
import { isSameIdentity } from './identity.ts';

/** What a pool needs. */
export interface PoolOptions {
  /**
   * The units in order of preference; asked at each use, so that units may come and go.
   * One that is replaced under its id is closed here, one that goes by who takes it away.
   */
  units(): readonly SignatureUnit[];
  /** How long a signature may take, ms; asked at each use. 1 or less: no unit is asked, as testers want it. */
  budgetMs(): number;
  clock: Clock;
  log: Pick<Log, 'info' | 'warn'>;
  /** Called when the state of a unit has changed. */
  changed?(): void;
}

/** A unit that did not sign, and why. */
export interface UnitProblem {
  unit: string;
  failure: UnitFailure;
}

/** What signing comes to. */
export type PoolAnswer =
  | {
      /** 64 bytes, R then S; checked. */
      signature: Uint8Array;
      /** The signing input it belongs to. */
      input: string;
      unit: string;
      identity: UnitIdentity;
    }
  | {
      /** In order of preference; empty when there are no units at all. */
      problems: UnitProblem[];
      /**
       * The unit that a receipt with the outage marker names: the first one that is
       * known; null when none has been reached since the start.
       */
      identity: UnitIdentity | null;
    };

/** A unit as a status page shows it. */
export interface UnitStatus {
  id: string;
  kind: UnitKind;
  state: UnitState;
  /** When it came into this state, milliseconds since 1970. */
  since: number;
  failure: UnitFailure | null;
  /** The last one since the start, also when the unit works again. */
  lastFailure: PastFailure | null;
  /** When a failed unit may be tried again, milliseconds since 1970. */
  nextTry: number | null;
  /** As it was last seen; null before it was first reached. */
  identity: UnitIdentity | null;
}

interface Entry {
  unit: SignatureUnit;
  health: Health;
  /** As it was last seen. */
  identity: UnitIdentity | null;
  /** Whether that can be relied on: nothing has failed since. */
  confirmed: boolean;
}

/** What units are asked for. */
interface Use {
  /** Of the caller. */
  signal: AbortSignal | undefined;
  /** Whether they sign, or only say who they are. */
  signs: boolean;
}

/** A chosen unit, which has said who it is. */
export interface ChosenUnit {
  unit: string;
  identity: UnitIdentity;
}

/** The units of an installation. */
export class SignaturePool {
  private readonly options: PoolOptions;
  /** By id of the unit. */
  private readonly entries = new Map<string, Entry>();

  constructor(options: PoolOptions) {
    this.options = options;
  }

  /**
   * Signs with the first unit that works.
   * @param inputFor makes the signing input; it names the unit, so that each unit needs its own;
   * what it throws is thrown on
   * @param signal of the caller, who does not want the signature any more
   */
  async sign(inputFor: (identity: UnitIdentity) => string, signal?: AbortSignal): Promise<PoolAnswer> {
    const problems = new Map<string, UnitFailure>();
    const answer = await this.first(
      this.order(),
      async (entry, end) => {
        const signed = await signedBy(entry, inputFor, end);
        return { ...signed, unit: entry.unit.id };
      },
      { problems, signal, signs: true },
    );
    return answer ?? this.outage(problems);
  }

  /**
   * Signs with one unit and no other, for the sign server.
   * @param serial of the unit, as {@link choose} told it
   * @throws UnitError `changed` when no unit is that any more
   */
  async signAs(serial: string, input: string, signal?: AbortSignal): Promise<Uint8Array> {
    const entry = this.order().find(({ identity }) => identity?.serial === serial);
    if (!entry) throw new UnitError('changed', 'this unit is not here any more');
    const inputFor = (identity: UnitIdentity) => {
      if (identity.serial !== serial) throw new UnitError('changed', 'the unit is another one now');
      return input;
    };
    const problems = new Map<string, UnitFailure>();
    const answer = await this.first(
      [entry],
      async (one, end) => (await signedBy(one, inputFor, end)).signature,
      { problems, signal, signs: true },
    );
    if (answer) return answer;
    const { kind, text, cause } = this.problemOf(entry, problems);
    throw new UnitError(kind, text, cause);
  }

  /**
   * The unit that would sign now.
   * @param accept leaves units out
   */
  async choose(
    accept: (unit: SignatureUnit) => boolean = () => true,
    signal?: AbortSignal,
  ): Promise<ChosenUnit | { problems: UnitProblem[] }> {
    const entries = this.order().filter(({ unit }) => accept(unit));
    const problems = new Map<string, UnitFailure>();
    const chosen = await this.first(
      entries,
      async (entry, end) => ({ unit: entry.unit.id, identity: await identityOf(entry, end) }),
      { problems, signal, signs: false },
    );
    return chosen ?? { problems: this.problemsOf(entries, problems) };
  }

  /**
   * Lets one unit sign although it may be left alone, for an operator who wants to know.
   * @param limitMs how long it may take
   * @returns who it is
   * @throws UnitError why it did not sign; `changed` when there is no such unit
   */
  async test(
    id: string,
    inputFor: (identity: UnitIdentity) => string,
    limitMs: number,
  ): Promise<UnitIdentity> {
    const entry = this.order().find(({ unit }) => unit.id === id);
    if (!entry) throw new UnitError('changed', 'this unit is not here any more');
    const ticket = entry.health.beginAnyway();
    // Whatever was known of it is what the operator doubts.
    entry.confirmed = false;
    const use = { ticket, limitMs, signal: undefined, signs: true };
    const { identity } = await this.attempt(entry, use, (end) => signedBy(entry, inputFor, end));
    return identity;
  }

  /**
   * Asks all units whether they are there, but for those that are left alone: for
   * the background, so that a missing card is seen before the next sale, and a
   * unit that has come back as well.
   */
  async probe(signal?: AbortSignal): Promise<void> {
    const probed = this.order().map(async (entry) => {
      const ticket = entry.health.begin();
      const limitMs = this.options.budgetMs();
      if (!ticket) return;
      const ask = (end: AbortSignal) => askedIdentity(entry, end);
      // What is learnt stands in its health.
      await this.attempt(entry, { ticket, limitMs, signal, signs: false }, ask).catch(() => null);
    });
    await Promise.all(probed);
  }

  /** All units, in order of preference. */
  status(): UnitStatus[] {
    return this.order().map(({ unit: { id, kind }, health, identity }) => {
      const { state, since, failure, lastFailure, nextTry } = health;
      return { id, kind, state, since, failure, lastFailure, nextTry, identity };
    });
  }

  /** Ends the connections of all units. */
  async close(): Promise<void> {
    await Promise.all([...this.entries.values()].map(({ unit }) => unit.close()));
    this.entries.clear();
  }

  private order(): Entry[] {
    return this.options.units().map((unit) => {
      const known = this.entries.get(unit.id);
      if (known?.unit === unit) return known;
      // A unit that was made anew, with another password for example, begins anew.
      void known?.unit.close();
      const entry = { unit, health: new Health(this.options.clock), identity: null, confirmed: false };
      this.entries.set(unit.id, entry);
      return entry;
    });
  }

  /** Lets units try in turn; each gets its share of the time that is left. Null when none succeeded. */
  private async first<T>(
    entries: readonly Entry[],
    work: (entry: Entry, end: AbortSignal) => Promise<T>,
    { problems, signal, signs }: Use & { problems: Map<string, UnitFailure> },
  ): Promise<T | null> {
    const budget = this.options.budgetMs();
    if (budget <= 1) {
      for (const { unit } of entries) problems.set(unit.id, TIME_IS_UP);
      return null;
    }
    const deadline = performance.now() + budget;
    const candidates = entries.filter(({ health }) => health.mayTry);
    for (const [at, entry] of candidates.entries()) {
      const left = deadline - performance.now();
      if (left <= 0 || signal?.aborted) {
        problems.set(entry.unit.id, TIME_IS_UP);
        continue;
      }
      // Someone else may have begun to try a failed unit meanwhile.
      const ticket = entry.health.begin();
      if (!ticket) continue;
      try {
        const limitMs = left / (candidates.length - at);
        return await this.attempt(entry, { ticket, limitMs, signal, signs }, (end) => work(entry, end));
      } catch (error) {
        if (error instanceof Defect) throw error.cause;
        problems.set(entry.unit.id, failureOf(error));
      }
    }
    return null;
  }

  /** One unit, with a limit that holds whatever the unit does. */
  private async attempt<T>(
    entry: Entry,
    { ticket, limitMs, signal, signs }: Use & { ticket: Ticket; limitMs: number },
    work: (end: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), limitMs);
    const end = signal ? AbortSignal.any([time.signal, signal]) : time.signal;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new UnitError('timeout', `not done within ${Math.round(limitMs)} ms`));
    let failure: UnitFailure | null | undefined = null;
    try {
      if (end.aborted) stop();
      else end.addEventListener('abort', stop);
      const result = await Promise.race([work(end), late]);
      // A unit whose signatures were wrong shows by nothing but a signature that it works again.
      if (!signs && entry.health.failure?.kind === 'broken') failure = undefined;
      return result;
    } catch (error) {
      // The caller has gone, or made a mistake: nothing is known of the unit.
      const isCaller = error instanceof Defect || (signal?.aborted && !time.signal.aborted);
      failure = isCaller ? undefined : failureOf(error);
      throw error;
    } finally {
      clearTimeout(timer);
      end.removeEventListener('abort', stop);
      // Ends what the unit may be doing yet.
      time.abort(OVER);
      this.learn(entry, ticket, failure);
    }
  }

  private learn(entry: Entry, ticket: Ticket, failure: UnitFailure | null | undefined): void {
    const { unit, health } = entry;
    if (failure && failure.kind !== 'busy') entry.confirmed = false;
    const before = health.state;
    if (!health.end(ticket, failure)) return;
    const { log } = this.options;
    if (failure) log.warn(`signature unit ${unit.id} failed (${failure.kind}): ${failure.text}`);
    else if (before === 'failed') log.info(`signature unit ${unit.id} works again`);
    else log.info(`signature unit ${unit.id} is certificate ${entry.identity?.serial}`);
    this.options.changed?.();
  }

  private outage(problems: ReadonlyMap<string, UnitFailure>): PoolAnswer {
    const entries = this.order();
    const known = entries.find(({ identity }) => identity !== null);
    return { problems: this.problemsOf(entries, problems), identity: known?.identity ?? null };
  }

  private problemsOf(entries: readonly Entry[], problems: ReadonlyMap<string, UnitFailure>): UnitProblem[] {
    return entries.map((entry) => ({ unit: entry.unit.id, failure: this.problemOf(entry, problems) }));
  }

  /** Of this time, else of the last one. */
  private problemOf({ unit, health }: Entry, problems: ReadonlyMap<string, UnitFailure>): UnitFailure {
    return problems.get(unit.id) ?? health.failure ?? { kind: 'busy', text: 'it is being tried already' };
  }
}

const TIME_IS_UP: UnitFailure = { kind: 'timeout', text: 'the time was up before it could be asked' };

/** Why a unit is told to end when nobody waits for it any more; made once, because it is given with every signature. */
const OVER = new UnitError('timeout', 'nobody waits for this any more');

/** A defect of the caller, which is no fault of any unit. */
class Defect extends Error {}

/** Who the unit is; asked anew behind a failure. */
function identityOf(entry: Entry, end: AbortSignal): Promise<UnitIdentity> {
  return entry.identity && entry.confirmed ? Promise.resolve(entry.identity) : askedIdentity(entry, end);
}

async function askedIdentity(entry: Entry, end: AbortSignal): Promise<UnitIdentity> {
  const identity = await entry.unit.identify(end);
  // The same object stays the same unit to those who remember it.
  if (!entry.identity || !isSameIdentity(entry.identity, identity)) entry.identity = identity;
  entry.confirmed = true;
  return entry.identity;
}

/** A checked signature. A unit that has become another one is asked once more. */
async function signedBy(
  entry: Entry,
  inputFor: (identity: UnitIdentity) => string,
  end: AbortSignal,
): Promise<{ signature: Uint8Array; input: string; identity: UnitIdentity }> {
  for (let again = false; ; again = true) {
    const identity = await identityOf(entry, end);
    const input = inputOf(inputFor, identity);
    try {
      const signature = await entry.unit.sign(input, end);
      const isRight = entry.unit.computesHere ?? isSignedBy(identity.publicKey, input, signature);
      if (isRight) return { signature, input, identity };
      throw new UnitError('broken', 'the signature does not fit the certificate');
    } catch (error) {
      if (again || !(error instanceof UnitError) || error.kind !== 'changed') throw error;
      entry.confirmed = false;
    }
  }
}

function inputOf(inputFor: (identity: UnitIdentity) => string, identity: UnitIdentity): string {
  try {
    return inputFor(identity);
  } catch (error) {
    throw error instanceof UnitError ? error : new Defect('no signing input', { cause: error });
  }
}
