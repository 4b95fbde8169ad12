/** The fiscal printer of a register, as countries use it. */
import type {
  DeviceRate,
  Failure,
  FiscalPrinter,
  FiscalPrinterState,
} from '../../devices/fiscal-printer/contract.ts';

export type {
  Buyer,
  CashMove,
  Certification,
  CountedPosition,
  Deduction,
  DeviceRate,
  Extract,
  Failure,
  FiscalDocument,
  FiscalPrinter,
  FiscalPrinterState,
  Item,
  Order,
  Outcome as PrinterOutcome,
  Payment as PrinterPayment,
  Position as MemoryPosition,
  Reference,
} from '../../devices/fiscal-printer/contract.ts';

/** A fiscal printer that the profile names (`Printer`, `Printer_Port`). Whatever it is asked comes one after the other. */
export interface RegisterFiscalPrinter extends FiscalPrinter {
  /** Where it is, for people. */
  readonly address: string;
  /** What it said of itself last, and when, ms since 1970; null before. */
  readonly seen: { at: number; state: FiscalPrinterState } | null;
  /** Why the last thing it was asked failed; null when it did not. */
  readonly failure: Failure | null;
  /** The rates that it said it is set to; null before, or where it does not tell. */
  readonly knownRates: readonly DeviceRate[] | null;
  /** It was asked for them since the last closing. */
  readonly hasRates: boolean;
  /** Name in the vault of the certificate (`certificate` and `key`, PEM) that the device knows us by; missing: it wants none. */
  readonly clientName?: string;
  /**
   * Several registers may share a printer: nobody else begins a receipt on it until the
   * returned function is called, so that where its memory ends stays true.
   */
  alone(): Promise<() => void>;
}
