/**
 * Voids of other machines' receipts between the wish for a mark and the record of
 * the void. Whether the other machine has set its mark cannot be known when an
 * answer, or this service, gets lost in between: so the wish is journaled first, and
 * stays open until the void is registered or the mark was refused. Only the till can
 * say whether the receipt is still to be taken back; asked again, it is.
 */
import type { State } from '../../countries/contract/state.ts';
import type { StateChange } from '../../countries/contract/work.ts';
import { isTree } from '../../receipt/tree.ts';
import {
  foreignKey,
  underWayKey,
  type CompanyReceipt,
  type MarkedReceipt,
  type Marking,
  type OtherMachines,
} from './void-elsewhere.ts';

/** A void that was begun and whose outcome is not known. */
export interface UnfinishedVoid {
  /** Number of the receipt as people see it: fiscal number, else `TL/TT/TN`. */
  receipt: string;
  /** Name of the machine that has it. */
  machine: string;
}

/** Who asks for a mark, and where the wish is remembered. */
export interface Wish {
  others: OtherMachines;
  receipt: CompanyReceipt;
  /** Register that will register the void. */
  rn: string;
  /** Journals a state change durably; false when it could not be stored. */
  journal: (stateChange: StateChange) => Promise<boolean>;
}

const UNDER_WAY = underWayKey(null);

/** The voids that one register has begun. */
export class VoidsUnderWay {
  /** Keys of the state: all that may be open. */
  private readonly known: Set<string>;
  /** Those of them that are being worked on; the others were broken off. */
  private readonly atWork = new Set<string>();

  /** @param keys of the register's state */
  constructor(keys: Iterable<string>) {
    this.known = new Set([...keys].filter((key) => key.startsWith(UNDER_WAY)));
  }

  /** Asks for the mark and does with its outcome what is to be done. */
  async with<T>({ others, receipt, rn, journal }: Wish, work: (marking: Marking) => Promise<T>): Promise<T> {
    let key: string | null = null;
    let ended: StateChange | null = null;
    try {
      const marking = await others.markVoided(receipt, rn, (found) => {
        key = underWayKey(found);
        ended = notVoided(found);
        this.known.add(key);
        this.atWork.add(key);
        return journal(begun(found));
      });
      const isRefused = 'outcome' in marking && ['already', 'refused'].includes(marking.outcome);
      if (ended && isRefused) await journal(ended);
      return await work(marking);
    } finally {
      if (key !== null) this.atWork.delete(key);
    }
  }

  /** Those that were broken off. */
  unfinished(state: State): UnfinishedVoid[] {
    const found: UnfinishedVoid[] = [];
    for (const key of this.known) {
      const value = state.get(key);
      if (this.atWork.has(key) || !isTree(value)) continue;
      const { receipt, machine } = value;
      if (typeof receipt === 'string' && typeof machine === 'string') found.push({ receipt, machine });
    }
    return found;
  }
}

function begun(found: MarkedReceipt): StateChange {
  const key = underWayKey(found);
  const { FN, TL, TT, TN } = found.record.ESR!;
  const value = { receipt: FN ?? `${TL}/${TT}/${TN}`, machine: found.name };
  return {
    event: 'void-elsewhere-begun',
    details: { Receipt: foreignKey(found), Machine: found.name },
    changes(state) {
      const isKnown = isTree(state.get(key)) || state.get(`VOIDED ${foreignKey(found)}`) !== undefined;
      return isKnown ? null : { [key]: value };
    },
  };
}

function notVoided(found: MarkedReceipt): StateChange {
  const key = underWayKey(found);
  return {
    event: 'void-elsewhere-refused',
    details: { Receipt: foreignKey(found), Machine: found.name },
    changes: (state) => (isTree(state.get(key)) ? { [key]: null } : null),
  };
}
