/**
 * Signing in with a PIN. Four digits are few: wrong ones are counted by person and by place, and
 * the waits grow to an hour, so that guessing takes months. Nobody's guesses keep the manager's
 * password from its way in, nor people at the till from theirs.
 */
import type { SteadyClock } from '../clock.ts';
import { Attempts } from './attempts.ts';
import type { Approach } from './caller.ts';
import type { Manager } from './manager.ts';
import { hashPassword, isPassword } from './password.ts';
import type { People, Person } from './people.ts';
import { isPin } from './pin.ts';
import { TooManyError, type Turns } from './turns.ts';

const HOUR_MS = 60 * 60_000;
const FREE = 5;
/** A wrong PIN is remembered for longer than a wrong password. */
const PATIENCE = { longestWaitMs: HOUR_MS, forgottenMs: 24 * HOUR_MS };
/** All whom nobody has ever seen here count as one, so that many addresses are no more tries at one person. */
const ELSEWHERE = 'elsewhere';

/** What came of a PIN. */
export type PinVerdict = { person: Person } | 'wrong' | { waitSeconds: number };

/** Checks PINs. */
export class PinCheck {
  private readonly people: People;
  private readonly manager: Manager;
  private readonly turns: Turns;
  private readonly byPerson: Attempts;
  private readonly byPlace: Attempts;
  /** Compared with where there is no such person, so that it takes as long. */
  private nobody: Promise<string> | null = null;

  constructor(people: People, manager: Manager, turns: Turns, clock: SteadyClock) {
    this.people = people;
    this.manager = manager;
    this.turns = turns;
    this.byPerson = new Attempts(clock, FREE, PATIENCE);
    this.byPlace = new Attempts(clock, FREE, PATIENCE);
  }

  /** @param from who asks */
  async check(name: string, pin: unknown, from: Approach): Promise<PinVerdict> {
    const { place, isKnown } = this.manager.placeOf(from);
    const wanted = this.people.byName(name);
    const counts = this.countsOf(wanted, place, isKnown);
    const waitSeconds = waitOf(counts);
    if (waitSeconds > 0) return { waitSeconds };
    if (!isPin(pin)) return count(counts, false, '');
    const wrong = Math.max(...counts.map(({ attempts, name: one }) => attempts.wrongOf(one)));
    try {
      return await this.turns.take({ name: `pin ${place}`, isKnown, wrong }, async () => {
        // Those before may have used up the patience, and rights may have ended.
        const longer = waitOf(counts);
        if (longer > 0) return { waitSeconds: longer };
        const hash = wanted?.hash ?? (await (this.nobody ??= hashPassword('0')));
        const isRight = await isPassword(pin, hash);
        const person = wanted && this.people.find(wanted.id);
        const isSame = person !== null && person.hash === wanted?.hash;
        if (!isRight || !isSame) return count(counts, false, wanted?.id ?? '');
        count(counts, true, person.id);
        return { person };
      });
    } catch (error) {
      if (error instanceof TooManyError) return { waitSeconds: error.waitSeconds };
      throw error;
    }
  }

  /** Where a try is counted: at the till by person, from elsewhere by person and by network. */
  private countsOf(person: Person | null, place: string, isKnown: boolean): Count[] {
    const ofPerson = { attempts: this.byPerson, name: `${person?.id ?? '?'} ${isKnown ? place : ELSEWHERE}` };
    const ofPlace = { attempts: this.byPlace, name: place };
    if (isKnown) return [ofPerson];
    // Names that nobody has would make a count that all strangers share.
    return person === null ? [ofPlace] : [ofPerson, ofPlace];
  }
}

interface Count {
  attempts: Attempts;
  name: string;
}

function waitOf(counts: readonly Count[]): number {
  return Math.max(...counts.map(({ attempts, name }) => attempts.waitOf(name)));
}

function count(counts: readonly Count[], isRight: boolean, about: string): 'wrong' {
  for (const { attempts, name } of counts) {
    if (isRight) attempts.right(name, about);
    else attempts.wrong(name, about);
  }
  return 'wrong';
}
