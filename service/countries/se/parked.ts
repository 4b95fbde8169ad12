/** Sales that are parked and taken up again (ResumeFN, Resume, TS). */
import { isTree } from '../../receipt/tree.ts';
import type { Json } from '../../receipt/json.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr, Esr } from '../../receipt/tra.ts';
import { EVENT } from '../base/cash-register/codes.ts';
import { numberAt } from '../base/cash-register/books.ts';
import { roleOf } from '../base/cash-register/role.ts';
import type { Pair } from '../base/cash-register/sums.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';

/** State keys: how many were parked, and what is open: amounts by name. */
const COUNT = 'SE/parkings';
const OPEN = 'SE/parked';
const MOST_OPEN = 1000;

/** What a parked sale comes to, öre, and the time and record of its parking; versions before kept the amount alone. */
type OpenSale = number | readonly [amount: number, time: string, sq: number];
type Open = Readonly<Record<string, OpenSale>>;

/** The record that parked a sale, and when. */
export interface Parking {
  sq: number;
  time: string;
}

function openIn(state: Pick<State, 'get'>): Open {
  const kept = state.get(OPEN);
  return isTree(kept) ? (kept as unknown as Open) : {};
}

/** Whether something is parked. */
export function isParking(esr: Esr): boolean {
  return roleOf(esr).event === EVENT.suspend;
}

/** The parked sale that is taken up or given up; null for none. */
function resumed({ ResumeFN }: Esr): string | null {
  return typeof ResumeFN === 'string' && ResumeFN !== '' ? ResumeFN : null;
}

/** What is wrong with parking or taking up. Sales of other registers are known there alone. @param register id of this one */
export function checkParked(esr: CompleteEsr, register: string, state: State): Issue[] {
  const open = openIn(state);
  if (isParking(esr) && Object.keys(open).length >= MOST_OPEN)
    return [issue('#SE_PARKED', 'ESR.NF', `${MOST_OPEN} parked sales are open`)];
  // A void repeats what its sale has said: that one took it up.
  if (esr.Void === '1') return [];
  const name = resumed(esr);
  if (name === null) {
    const marked = esr.PosA.findIndex(({ Resume }) => Resume === '1');
    return marked < 0
      ? []
      : [issue('#SE_RESUME', `ESR.PosA[${marked}].Resume`, 'ESR.ResumeFN must name the parked sale')];
  }
  const isOwn = name.startsWith(`${register}-P`);
  return !isOwn || Object.hasOwn(open, name)
    ? []
    : [issue('#SE_RESUME', 'ESR.ResumeFN', `nothing is parked as ${name.slice(0, 60)}`)];
}

/** Parks a sale, in place of the one that it names (ResumeFN): its name, and the state afterwards. */
export function parked(
  esr: CompleteEsr,
  register: string,
  state: State,
  sq: number,
): { name: string; changes: Record<string, Json> } {
  const number = numberAt(state, COUNT) + 1;
  const name = `${register}-P${number}`;
  const sale: OpenSale = [minor(esr.T, 2), esr.D, sq];
  const open = { ...without(openIn(state), resumed(esr)), [name]: sale } as unknown as Json;
  return { name, changes: { [COUNT]: number, [OPEN]: open } };
}

/** State changes of a receipt that takes a parked sale up, or gives it up. */
export function takenUp(esr: CompleteEsr, state: State): Record<string, Json> {
  const name = resumed(esr);
  const open = openIn(state);
  if (esr.Void === '1' || name === null || !Object.hasOwn(open, name)) return {};
  return { [OPEN]: without(open, name) as unknown as Json };
}

function without(open: Open, name: string | null): Open {
  return Object.fromEntries(Object.entries(open).filter(([each]) => each !== name));
}

/** How the sale was parked that a record names; null where this register does not know. */
export function parkingOf(esr: CompleteEsr, state: Pick<State, 'get'>): Parking | null {
  const name = resumed(esr);
  const open = openIn(state);
  const sale = name !== null && Object.hasOwn(open, name) ? open[name]! : 0;
  return typeof sale === 'number' ? null : { time: sale[1], sq: sale[2] };
}

/** How many sales are parked, and what they come to: a parked return counts as what it would give back. */
export function openSales(state: Pick<State, 'get'>): Pair {
  const amounts = Object.values(openIn(state)).map((sale) => (typeof sale === 'number' ? sale : sale[0]));
  return [amounts.length, amounts.reduce((sum, amount) => sum + Math.abs(amount), 0)];
}
