/** Turns of a register: its steps come one after another, their answers may take longer than their turn. */
import type { Country } from '../countries/contract/country.ts';
import { refusalCode, type Issue } from '../receipt/issue.ts';
import type { TraC } from '../receipt/tra.ts';
import { refusal } from './outcomes.ts';

/** A step that had its turn. The next one may begin before `done`. */
export interface Step {
  done: Promise<TraC>;
}

/** A turn of several, until it has begun. */
interface SharedTurn<T> {
  most: number;
  items: T[];
  /** What each of them comes to. */
  steps: PromiseWithResolvers<Step>[];
}

/** Gives steps their turns. @typeParam T what several may share a turn for */
export class Turns<T = never> {
  /** The turn of the last step; the next one starts after it. */
  private last: Promise<unknown> = Promise.resolve();
  /** The last turn, when others may have it, too. */
  private shared: SharedTurn<T> | null = null;
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
  take(step: () => Step | Promise<Step>): Promise<TraC> {
    this.shared = null;
    this.steps++;
    const mine = this.last.then(step);
    this.last = mine.catch(() => undefined).finally(() => this.steps--);
    return this.answerOf(mine);
  }

  /**
   * Takes a turn that those have as well who ask right behind it, before it begins; never rejects.
   * @param most how many may share it
   * @param work what is done for all of them; the turn ends with it, and `give` says what each comes to
   */
  share(
    item: T,
    most: number,
    work: (items: readonly T[], give: (at: number, step: Step) => void) => Promise<void>,
  ): Promise<TraC> {
    const step = Promise.withResolvers<Step>();
    this.steps++;
    if (this.shared && this.shared.items.length < Math.min(most, this.shared.most)) {
      this.shared.items.push(item);
      this.shared.steps.push(step);
      return this.answerOf(step.promise);
    }
    const turn: SharedTurn<T> = (this.shared = { most, items: [item], steps: [step] });
    const { items, steps } = turn;
    const begin = () => {
      if (this.shared === turn) this.shared = null;
      return work(items, (at, given) => steps[at]!.resolve(given));
    };
    this.last = this.last.then(begin).then(
      () => this.end(turn, new Error('a step of a shared turn came to nothing')),
      (error: unknown) => this.end(turn, error),
    );
    return this.answerOf(step.promise);
  }

  /** @param error for whoever has been given nothing */
  private end({ steps }: SharedTurn<T>, error: unknown): void {
    this.steps -= steps.length;
    for (const { reject } of steps) reject(error);
  }

  private async answerOf(step: Promise<Step>): Promise<TraC> {
    try {
      const { done } = await step;
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
