/** What a country does without a receipt of the POS. */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { Esr, Fis } from '../../receipt/tra.ts';
import type { PageIssue } from './described-page/issue.ts';
import type { CountryContext } from './services.ts';
import type { State } from './state.ts';

/** A change of a register's state without a receipt. It is journaled as a `log` record. */
export interface StateChange {
  /** Name of the log record, e.g. `series-opened`. */
  event: string;
  /** Values of the log record, as they are after `changes`. */
  details: Record<string, Json>;
  /** State changes, made when its turn has come; null when there is nothing left to do. */
  changes(state: State): Record<string, Json> | null;
  /** Of the record: see `Fiscalised.kept` and `fis`. */
  kept?: Json;
  fis?: Fis;
  /** The record has to be told to the authority, as receipts are: until when, local time, and in place of which waiting record. */
  toDeliver?: { by: string; insteadOf?: number };
}

/**
 * A receipt that a register issues by itself. It is completed, numbered,
 * fiscalised and journaled as a posted one; `prepare` is not asked for it.
 */
export interface OwnReceipt {
  /** Kind, in the country's own words; comes back as {@link ReceiptContext.own} and stands in the record. */
  own: string;
  /** Its data, as a POS would send them. */
  esr: Esr;
  /** Asked when its turn has come: false when there is nothing left to do. */
  due: (state: State) => boolean;
  /** Told why it was refused. What yielded it goes on, and decides. */
  refused?: (issues: readonly Issue[]) => void;
}

/** What a device was found to have done, or has done, without a receipt. */
export interface DeviceChange extends Pick<StateChange, 'details'> {
  changes: Record<string, Json>;
  /** See `Fiscalised.kept`. */
  kept?: Json;
}

/** A change of state that a device has to be asked for, while nothing else is registered. */
export interface DeviceWork {
  /** Name of the log record. */
  event: string;
  /**
   * Asked when its turn has come; null when there is nothing left to do. Ends soon, and never rejects.
   * @param record sequence number of the record that it will have, and local time
   */
  ask: (state: State, record: { sq: number; now: string }) => Promise<DeviceChange | null>;
}

/** What a country does by itself, one after the other. */
export type Work = StateChange | DeviceWork | OwnReceipt;

/** What a country makes of a register that was restored from a backup. */
export interface Restored {
  /** Values of the log record. */
  details: Record<string, string>;
  changes: Record<string, Json>;
}

/** Outcome of {@link Country.act}. */
export type Outcome = { result: Json } | { issues: PageIssue[] };

/** What a country does without a receipt of the POS. */
export interface CountryWork {
  /**
   * What a register does by itself: called at start, after each change of its
   * settings and every minute. May talk to the authority; never holds up a sale.
   */
  background?(state: State, context: CountryContext): AsyncIterable<Work>;
  /** The register has opened its drawer (`/peri/drawer`): what the law wants to know of that. */
  drawerOpened?(context: CountryContext): StateChange;
  /**
   * A change of the profile, or of people and their rights, is journaled: what the law wants of that in the same record.
   * @param change its details name each value twice, `Old_` and `New_`, and who made it (`ChangedBy`)
   */
  profileChanged?(change: StateChange, context: CountryContext): StateChange;
  /**
   * A register was restored from a backup, or its journal was made anew from files
   * that may lack the last receipts. Its state is that of the backup, and
   * numbers that were given since then are unknown: none of them may be given
   * again. What it returns is committed together with the restored records.
   */
  restored?(state: State, context: CountryContext): Restored;
}
