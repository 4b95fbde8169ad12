/** Where a Swedish register goes on, and what its records keep. All of it is state. */
import { isTree } from '../../receipt/tree.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { keysOf, numberAt } from '../base/cash-register/books.ts';
import { entryOf, type Entry } from '../base/cash-register/entry.ts';
import type { Pair } from '../base/cash-register/sums.ts';
import { numbersAfterRestore } from '../base/online/restored.ts';
import type { ReceiptKind, UnitVat } from '../contract/control-unit.ts';
import type { State } from '../contract/state.ts';

/** State keys that all cash registers have. */
export const KEYS = keysOf('SE');
/** State key of the last number that was given. */
export const NUMBER = 'SE/number';
/** State key of the serial number of the unit that registered the last receipt. */
export const UNIT = 'SE/unit';
/** Numbers that were given since a backup. */
export const NUMBERS = numbersAfterRestore('SE');
/** State key: 1 where a control server registered the last receipt, 0 for a unit. */
export const SERVER = 'SE/server';
/** State key of a number that a manager gave up; null for none. */
export const GIVEN_UP = 'SE/givenUp';
/** Log record that says so. */
export const GAVE_UP = 'receipt-number-given-up';
/** Log record that says how numbers go on after a restore. */
export const CONFIRMED = 'numbers-confirmed';

/** State key: the receipt of this sequence number was copied, by the register in this record; 0 by the POS. */
export const copiedKey = (sq: number): string => `SE/copied ${sq}`;

/** The last number that was given; 0 before the first one. */
export function lastNumber(state: Pick<State, 'get'>): number {
  return numberAt(state, NUMBER);
}

/** What was registered at a control unit, and what that gave. */
export interface Sent {
  kind: ReceiptKind;
  total: number;
  negative: number;
  vat: readonly UnitVat[];
  /** Of a copy: record, number, time and control code of the receipt. */
  original?: { sq: number; number: number; time: string; code: string };
  /** Serial number of the unit, its code, and whether it is a control server. */
  unit: string;
  code: string;
  isServer: boolean;
}

/** Place of a record; `nr` is its running number. */
export interface SwedishEntry extends Entry {
  sent?: Sent;
  /** Number of the Z report that closes the day. */
  z?: number;
  /** With reports: sales that are parked, and what they come to. */
  parked?: Pair;
  /** With parked sales: the name that they are taken up again by. */
  parking?: string;
  /** With what takes a parked sale up or gives it up: the record that parked it, and when. */
  wasParked?: { sq: number; time: string };
  /** With returns and voids: running number of the receipt that this register knows it by. */
  original?: number;
  /** With money that is no sale: how it changes the float (växelkassa), öre. */
  float?: number;
}

/** The place of a record; null for one that has none. */
export function placeOf(record: JournalRecord): SwedishEntry | null {
  return entryOf(record);
}

/** What was registered of a record. */
export function sentOf(record: JournalRecord): Sent | null {
  const sent = placeOf(record)?.sent;
  return isTree(sent) ? sent : null;
}
