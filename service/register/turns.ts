/** Turns of a register: its steps come one after another, their answers may take longer than their turn. */
import type { Country } from '../countries/contract/country.ts';
import { refusalCode, type Issue } from '../receipt/issue.ts';
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
  return answered(refusal(refusalCode(issues), issues, country.language, warnings));
}
