/** Steps of a register's pipeline: one after another, their answers may take longer than their turn. */
import type { Country, CountryServices, ProfileAttributes } from '../countries/contract.ts';
import { ERROR_CODES } from '../receipt/error-codes.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { TraC } from '../receipt/tra.ts';
import { refusal } from './outcomes.ts';

/** A step that had its turn. The next one may begin before `done`. */
export interface Step {
  done: Promise<TraC>;
}

/** Gives steps their turns. */
export class Turns {
  /** The turn of the last step; the next one starts after it. */
  private last: Promise<unknown> = Promise.resolve();
  private steps = 0;
  private readonly onDefect: (error: unknown) => TraC;

  /** @param onDefect answer to a step that threw, which only a defect does */
  constructor(onDefect: (error: unknown) => TraC) {
    this.onDefect = onDefect;
  }

  /** Steps that wait for their turn, or have it. */
  get waiting(): number {
    return this.steps;
  }

  /** Runs a step after all earlier ones; never rejects. */
  async take(step: () => Step | Promise<Step>): Promise<TraC> {
    this.steps++;
    const mine = this.last.then(step);
    this.last = mine.catch(() => undefined).finally(() => this.steps--);
    try {
      const { done } = await mine;
      return await done;
    } catch (error) {
      return this.onDefect(error);
    }
  }
}

/** An answer that needs no more work. */
export function answered(answer: TraC): Step {
  return { done: Promise.resolve(answer) };
}

/** Not registered, in the language of the country: BAD for invalid data, NO where a retry may succeed. */
export function refused(issues: readonly Issue[], country: Country, warnings: string[] = []): Step {
  const rc = issues.every((i) => ERROR_CODES[i.code].rc === 'NO') ? 'NO' : 'BAD';
  return answered(refusal(rc, issues, country.language, warnings));
}

/** The answer of a register that nobody has set up. */
export function notConfigured(language = 'en'): TraC {
  const text = 'send POST /cfg with company, location and terminal before the first transaction';
  return refusal('NO', [issue('#NO_CFG', '', text)], language);
}

/** Whether this machine only signs for others (profile attribute `Register_disable`). */
export function registersNothing({ attributes }: Pick<CountryServices, 'attributes'>): boolean {
  return attributes().flag('Register_disable');
}

/** What every sale and void is refused with for a test of a till (profile attribute `TEST_RC`); null for nothing. */
export function refusedForTest(attributes: ProfileAttributes): 'BAD' | 'NO' | null {
  const rc = attributes.text('TEST_RC')?.toUpperCase();
  return rc === 'BAD' || rc === 'NO' ? rc : null;
}

/** Why a register with too many sales before it refuses one more. */
export function overloaded(waiting: number): Issue {
  return issue('#OVERLOADED', '', `${waiting} transactions wait already; try again in some seconds`);
}

/** Why such a machine refuses a sale. */
export function disabled(): Issue {
  const text = 'the profile attribute Register_disable is set: this machine only signs for others';
  return issue('#REGISTER_DISABLED', '', text);
}
