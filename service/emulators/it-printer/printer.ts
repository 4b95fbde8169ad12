/** What emulated Italian printers have in common: paper, power and memory. */
import type { Clock } from '../../clock.ts';
import type { Memory } from './memory.ts';

/** A day, ms. */
export const DAY_MS = 24 * 3_600_000;

/** What a person does to the printer; all may change while it runs. */
export interface Conditions {
  hasPaper: boolean;
  coverOpen: boolean;
  /** Loses power before this many more elements of receipts are carried out; null: does not. */
  powerFailsIn: number | null;
  /** The roll ends after this many more elements of receipts; null: does not. */
  paperEndsIn: number | null;
  /** The electronic journal takes no more. */
  memoryFull: boolean;
  /** Its clock has gone back behind the newest document. */
  clockWrong: boolean;
  /** Closings that have not reached the authority, those of them that are late, and those that it has refused. */
  unsent: number;
  late: number;
  rejected: number;
}

/** A printer that nobody has done anything to. */
export function goodConditions(): Conditions {
  return {
    ...{ hasPaper: true, coverOpen: false, powerFailsIn: null, paperEndsIn: null },
    ...{ memoryFull: false, clockWrong: false, unsent: 0, late: 0, rejected: 0 },
  };
}

/** It has no power: nothing is answered. */
export class PowerCut extends Error {}

/** A printer. */
export abstract class ItalianPrinter {
  readonly memory: Memory;
  readonly conditions: Conditions = goodConditions();
  /** What came out and is no document, oldest first. */
  readonly texts: string[] = [];
  /** Reports of its days that came out, oldest first. */
  readonly reports: string[][] = [];
  /** What the line display shows. */
  shown = '';
  protected readonly clock: Clock;

  constructor(memory: Memory, clock: Clock) {
    this.memory = memory;
    this.clock = clock;
  }

  /** @throws PowerCut */
  abstract answer(body: Buffer): string;

  /** The open day, and the number that its next document gets. */
  protected nextNumber(): { z: number; number: number } {
    const { closed, documents } = this.memory.contents;
    const z = closed + 1;
    const newest = documents.at(-1);
    return { z, number: newest?.z === z ? newest.number + 1 : 1 };
  }

  /** More than a day has passed since the first sale of the open day. */
  protected isLate(): boolean {
    const { openedAt } = this.memory.contents;
    return openedAt !== null && this.clock.now() - openedAt > DAY_MS;
  }

  /** @throws PowerCut */
  protected feelPower(): void {
    const left = this.conditions.powerFailsIn;
    if (left === null) return;
    this.conditions.powerFailsIn = left === 0 ? null : left - 1;
    if (left === 0) throw new PowerCut();
  }

  protected usePaper(): void {
    const { paperEndsIn: left } = this.conditions;
    if (left === null) return;
    this.conditions.paperEndsIn = left === 0 ? null : left - 1;
    if (left === 0) this.conditions.hasPaper = false;
  }
}
