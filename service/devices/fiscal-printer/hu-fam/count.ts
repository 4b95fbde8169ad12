/**
 * Where the fiscal memory of a register in the cloud ends. Its list of documents is read at
 * the start and after whatever is unclear; from then on what was counted is believed for as
 * long as the register says that the last document is the one that is known here, so that a
 * sale costs the same however long the day is.
 */
import type { CountedPosition, Outcome } from '../contract.ts';
import type { DocumentState, Listed } from './answers.ts';
import { dayOf } from './day.ts';
import { SALES } from './documents.ts';

/** What was counted; amounts are hundredths. */
export interface Count {
  z: number;
  /** Documents of sales of the day, what they add up to, and how often cash was moved. */
  number: number;
  sum: number;
  moves: number;
  /** What the register says of its last document while this is true. */
  last: number;
}

/** Asks the register; nothing is done by it. */
export interface CountedRegister {
  systemId: string;
  look: () => Promise<Outcome<DocumentState>>;
  list: (from: number, till: number, type?: string) => Promise<Outcome<Listed[]>>;
  /** By our clock, ms since 1970. */
  now: () => number;
  /** Keeps what was counted from one question to the next. */
  memory: Map<string, string>;
}

/** Where the memory ends, with the register's own words. */
export type CountedState = CountedPosition & {
  state: DocumentState;
  /** Documents of sales of the day; null where they were not asked for. */
  sales: Listed[] | null;
};

/** Counts the documents of one register. */
export interface Counter {
  /** @param isWhole from the list, whatever is known */
  position(isWhole?: boolean): Promise<Outcome<CountedState>>;
  /** What is known; null for nothing. */
  known(): Count | null;
  /** A day was opened. */
  opened(z: number): void;
  /** A document of a sale was finished under this number. @param total hundredths */
  finished(number: number, total: number): void;
  /** Cash was moved. */
  moved(): void;
  /** Nothing is known any more. */
  forget(): void;
}

const KEY = 'counted';

/** @returns a counter; it asks nothing by itself */
export function counter({ systemId, look, list, now, memory }: CountedRegister): Counter {
  const forget = () => void memory.delete(KEY);
  const keep = (count: Count) => void memory.set(KEY, JSON.stringify(count));

  function known(): Count | null {
    const kept = memory.get(KEY);
    return kept === undefined ? null : (JSON.parse(kept) as Count);
  }

  return {
    known,
    forget,
    async position(isWhole = false) {
      const told = await look();
      if (told.outcome !== 'done') return told;
      const state = told.result;
      const kept = isWhole ? null : known();
      const isKnown = kept?.z === state.day && kept?.last === state.last && state.open.length === 0;
      if (kept && isKnown) {
        const { z, number, sum, moves } = kept;
        return { outcome: 'done', result: { z, number, serial: systemId, sum, moves, sales: null, state } };
      }
      forget();
      const day = await dayOf(state, list, now());
      if (day.outcome !== 'done') return day;
      const { z, documents } = day.result;
      const isOpen = (one: Listed) =>
        state.open.some(({ type, day: its, id }) => type === one.type && its === one.day && id === one.id);
      const sales = documents.filter((one) => SALES.some((type) => type === one.type) && !isOpen(one));
      const count = {
        ...{ z, number: sales.length, sum: sales.reduce((sum, { total }) => sum + total, 0) },
        moves: documents.filter(({ type }) => type === 'CASH_FLOW_REPORT').length,
      };
      // What was begun may end meanwhile, and a register that does not tell its last number is asked each time.
      if (state.day !== null && state.last !== null && state.open.length === 0)
        keep({ ...count, last: state.last });
      return { outcome: 'done', result: { ...count, serial: systemId, sales, state } };
    },
    opened: (z) => keep({ z, number: 0, sum: 0, moves: 0, last: 0 }),
    finished(number, total) {
      const before = known();
      // A number between says that somebody else sells, too.
      if (before?.last !== number - 1) forget();
      else keep({ ...before, number: before.number + 1, sum: before.sum + total, last: number });
    },
    moved() {
      const before = known();
      if (before) keep({ ...before, moves: before.moves + 1 });
    },
  };
}
