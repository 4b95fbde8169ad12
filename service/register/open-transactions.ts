/** Transactions that begin before they are paid: their number and start (answers 10). */
import type { StepDone } from '../countries/contract/device.ts';
import type { State } from '../countries/contract/state.ts';
import type { RecordType } from '../receipt/envelope.ts';
import type { Json } from '../receipt/json.ts';
import type { Esr, Fis } from '../receipt/tra.ts';
import type { StepContext } from './receipt-checks.ts';

/** Last number given, for all terminals of the register. */
const LAST_KEY = 'TID';

interface Open extends Record<string, Json> {
  TID: number;
  StartD: string;
}

/**
 * TraS opens a transaction of the terminal, TraU and TraV name the one that is
 * open; TraV closes it. Without an open one they are answered without a number.
 */
export function openTransaction(
  type: Exclude<RecordType, 'Tra'>,
  { TL, TT }: { TL: string; TT: string },
  now: string,
  state: State,
): { fis: Fis; changes: Record<string, Json> } {
  const key = `OPEN ${JSON.stringify([TL, TT])}`;
  if (type === 'TraS') {
    const last = state.get(LAST_KEY);
    const open: Open = { TID: (typeof last === 'number' ? last : 0) + 1, StartD: now };
    return { fis: { ...open }, changes: { [LAST_KEY]: open.TID, [key]: open } };
  }
  const open = state.get(key) as Open | null | undefined;
  if (!open) return { fis: {}, changes: {} };
  return { fis: { ...open }, changes: type === 'TraV' ? { [key]: null } : {} };
}

/** A step where no device is asked; the law may want to know of a sale that is given up. */
export function plainStep(
  type: Exclude<RecordType, 'Tra'>,
  esr: Esr,
  { at, now }: { at: { TL: string; TT: string }; now: string },
  state: State,
  { country, services }: StepContext,
): StepDone {
  const { fis, changes } = openTransaction(type, at, now, state);
  const law = country.stepped?.(type, { ...esr, ...at }, state, services) ?? null;
  return {
    ...{ warnings: [], issues: [] },
    ...(law?.kept !== undefined && { kept: law.kept }),
    ...{ fis: { ...fis, ...law?.fis }, changes: { ...changes, ...law?.changes } },
  };
}
