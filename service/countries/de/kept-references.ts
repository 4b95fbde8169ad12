/** What a record keeps of the receipts that it refers to. */
import type { Original } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { keptOf, type KeptReference } from './kept.ts';
import { closingNumber } from './restored.ts';

/** The receipts that are referred to, as they are found when the record is made. */
export function keptReferences(originals: readonly Original[], state: State): KeptReference[] {
  return originals.map(({ name, path, record, positions }) => {
    const process = record && keptOf(record).Process;
    const here = record &&
      process && {
        ...{ SQ: record.SQ, Z: closingNumber(process.Z, state), D: record.ESR?.D ?? record.D },
        Client: process.Client,
      };
    return {
      Name: name,
      ...here,
      Positions: path === 'ESR' ? [] : [...positions],
    };
  });
}
