/** The frame of a fiscal printer that numbers receipts: asked once each, and afterwards its memory decides. */
import type { Json } from '../../../receipt/json.ts';
import type { CompleteEsr } from '../../../receipt/tra.ts';
import type { CountryDevice, DeviceOutcome } from '../../contract/device.ts';
import type {
  FiscalDocument,
  MemoryPosition,
  Order,
  PrinterOutcome,
  RegisterFiscalPrinter,
} from '../../contract/fiscal-printer.ts';
import type { ReceiptContext } from '../../contract/fiscalise.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { Decisions } from './decision.ts';
import type { PrinterTrouble } from './trouble.ts';

/** What a country does with its printer. `Intent`: what it is asked; `Given`: what it gave. */
export interface PrinterWork<Intent, Given> {
  /** The printer of the register; null for none that is fit for it. */
  printerOf: (context: CountryContext) => RegisterFiscalPrinter | null;
  decisionOf: Decisions<Intent>['decisionOf'];
  /** What the printer is asked for a receipt; null for nothing. */
  intent: (esr: CompleteEsr, state: State, context: ReceiptContext) => Intent | null;
  perform: (intent: Intent, printer: RegisterFiscalPrinter) => Promise<DeviceOutcome>;
  /** What became of it, by the printer's memory. */
  found: (intent: Intent, printer: RegisterFiscalPrinter) => Promise<DeviceOutcome> | DeviceOutcome;
  /** What a manager says that it became. */
  decided: (document: FiscalDocument) => Given;
}

/** What a printer did, as outcomes of a receipt. */
export interface PrinterOutcomes<Given> {
  done: (given: Given) => DeviceOutcome;
  outcome: <T>(told: PrinterOutcome<T>, given: (result: T) => Given) => DeviceOutcome;
  /** What the memory says of a document. */
  lookedUp: (
    order: Order,
    before: MemoryPosition,
    printer: RegisterFiscalPrinter,
    given: (document: FiscalDocument) => Given,
  ) => Promise<DeviceOutcome>;
}

/** Outcomes in a country's codes. */
export function printerOutcomes<Given>({ troubleIssue, unclear }: PrinterTrouble): PrinterOutcomes<Given> {
  const done = (given: Given): DeviceOutcome => ({
    outcome: 'done',
    result: given as unknown as Json,
  });
  return {
    done,
    outcome(told, given) {
      if (told.outcome === 'done') return done(given(told.result));
      const why = troubleIssue(told.failure);
      return told.outcome === 'unknown'
        ? { outcome: 'unknown', issue: why }
        : { outcome: 'not-done', issues: [why] };
    },
    async lookedUp(order, before, printer, given) {
      const told = await printer.find(order, before);
      if (told.outcome === 'done') return done(given(told.result));
      if (told.outcome === 'not-done') return { outcome: 'not-done', issues: [] };
      const isUsedByOthers = told.failure.trouble === 'wrong-order';
      return {
        outcome: 'unknown',
        issue: isUsedByOthers ? unclear(told.failure.text) : troubleIssue(told.failure),
      };
    },
  };
}

/** {@link CountryDevice.device} of a country with fiscal printers. */
export function printerDevice<Intent, Given>(
  { printerOf, decisionOf, intent, perform, found, decided }: PrinterWork<Intent, Given>,
  { noPrinter }: Pick<PrinterTrouble, 'noPrinter'>,
): NonNullable<CountryDevice['device']> {
  return {
    prints: true,
    alone: (context) => printerOf(context)?.alone() ?? Promise.resolve(() => undefined),
    intent: (esr, state, context) => intent(esr, state, context) as Json,
    async perform(asked, context) {
      const printer = printerOf(context);
      return printer
        ? perform(asked as unknown as Intent, printer)
        : { outcome: 'not-done', issues: [noPrinter()] };
    },
    async last(asked, context, state) {
      const told = asked as unknown as Intent;
      const decision = decisionOf(told, state);
      if (decision)
        return decision.document
          ? { outcome: 'done', result: decided(decision.document) as unknown as Json }
          : { outcome: 'not-done', issues: [] };
      const printer = printerOf(context);
      return printer ? found(told, printer) : { outcome: 'unknown', issue: noPrinter() };
    },
  };
}
