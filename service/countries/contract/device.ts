/**
 * Fiscal devices that number or sign a receipt themselves: what they have done
 * cannot be taken back, and must not be done twice.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr, Esr, Fis } from '../../receipt/tra.ts';
import type { RecordType } from '../../receipt/envelope.ts';
import type { CountryContext } from './services.ts';
import type { ReceiptContext } from './fiscalise.ts';
import type { State } from './state.ts';

/** What a device did about a receipt. */
export type DeviceOutcome =
  | {
      outcome: 'done';
      /** What it gave, for {@link ReceiptContext.device}. */
      result: Json;
    }
  | {
      outcome: 'not-done';
      /** Why it refused; empty when it was never asked. */
      issues: Issue[];
    }
  | {
      /** The line was lost, or it did not answer in time: only the device knows. */
      outcome: 'unknown';
      issue: Issue;
    };

/** What became of the begin, an update or the end of a transaction that became no receipt. */
export interface StepDone {
  fis: Fis;
  changes: Record<string, Json>;
  /** See `Fiscalised`. */
  kept?: Json;
  warnings: string[];
  notice?: Issue;
  /** Reasons to refuse; nothing is registered then. */
  issues: Issue[];
}

/** How a country has receipts fiscalised by a device. */
export interface CountryDevice {
  /**
   * Has a device note that a transaction begins, goes on or ends without a receipt (`TraS`, `TraU`, `TraV`),
   * while nothing else is registered. What was done and could not be journaled is for
   * `CountryWork.background` to find. Missing where no device wants to know.
   */
  step?(
    type: Exclude<RecordType, 'Tra'>,
    esr: Esr & Required<Pick<Esr, 'D' | 'TL' | 'TT'>>,
    state: State,
    /** `sq`: sequence number of the record that it will have. */
    context: CountryContext & { sq: number },
  ): Promise<StepDone>;
  device?: {
    /** A printer that numbers receipts: nothing is sold before it is set up as the printer of the register. */
    prints?: true;
    /**
     * Where several registers may share a device: nobody else asks it for receipts until the
     * returned function is called. Called before {@link CountryReceipts.prepare}, so that what
     * that has read of the device is still true when the device is asked. Never rejects.
     */
    alone?(context: CountryContext): Promise<() => void>;
    /**
     * How many receipts it may be asked for side by side: receipts that no other one has to do with, which
     * need nothing done before ({@link CountryReceipts.prepare}). One where missing, as where there is `alone`,
     * or where an intent must have the number of its receipt, which is another one when one before is refused.
     */
    together?(context: CountryContext): number;
    /**
     * What the device is to be asked, JSON. It is durable before the device is, so that
     * it can be found again: it should name the receipt as the device will.
     * @returns null for receipts that the device has nothing to do with
     */
    intent(esr: CompleteEsr, state: State, context: ReceiptContext): Json | null;
    /** Has the device do it. Asked once for each intent; never rejects, ends within `Fiscal_Timeout`. */
    perform(intent: Json, context: CountryContext): Promise<DeviceOutcome>;
    /** Asks the device what it did about an intent. Never rejects. */
    last(intent: Json, context: CountryContext, state: State): Promise<DeviceOutcome>;
  };
}
