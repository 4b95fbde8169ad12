/** What a record keeps of the receipts that it refers to. */
import type { Original } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { keptOf, type KeptReference } from './kept.ts';
import { closingNumber } from './restored.ts';

/** The receipts that are referred to, as they are found when the record is made. */
export function keptReferences(originals: readonly Original[], state: State): KeptReference[] {
  return originals.map(({ name, path, record, positions }) => {
    const closing = record && keptOf(record).Process?.Z;
    const here = record && closing !== undefined && closing !== null;
    return {
      Name: name,
      ...(here && { SQ: record.SQ, Z: closingNumber(closing, state), D: record.ESR?.D ?? record.D }),
      Positions: path === 'ESR' ? [] : [...positions],
    };
  });
}
