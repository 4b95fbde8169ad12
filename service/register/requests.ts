/** What a register is asked to do, and what it needs for it. */
import type { CashCount } from '../receipt/cash-count.ts';
import type { RegisterFiscalPrinter } from '../countries/contract/fiscal-printer.ts';
import type { CountryServices, ProfileAttributes } from '../countries/contract/services.ts';
import type { Journal } from '../journal/journal.ts';
import type { Esr, Tra, TraC } from '../receipt/tra.ts';
import type { SigningRows } from '../signing/rows.ts';
import type { DigitalReceipts } from './paper/digital-receipts.ts';
import type { EInvoicing } from './invoices/e-invoicing.ts';
import type { Load } from './load.ts';
import type { Terminals } from './companies/terminals.ts';
import type { OtherMachines } from './voids/void-elsewhere.ts';

/** What registers share. */
export interface RegisterServices extends CountryServices {
  /** Attributes of the profile in force: of the service, or as they are for a register. */
  attributes(rn?: string): ProfileAttributes;
  fiscalPrinter?: (rn?: string) => RegisterFiscalPrinter | null;
  journal: Journal;
  /** Which register numbers which terminal; shared by all registers. */
  terminals: Terminals;
  /** Sales of all registers that are under way. */
  load: Load;
  /** Signs receipts that come at the same time; missing where each is signed by itself. */
  signingRows?: SigningRows;
  /** Has a register looked after soon, apart from the others; missing where nobody does. */
  lookAfter?: (rn: string) => void;
  /** Where refused transactions are written down; missing where nobody wants to know. */
  transactionLog?: { note(rn: string, transaction: { Type: string; ESR: Esr | null; TraC: TraC }): void };
  /** Registers of this installation are gone without a copy, whatever their names were; missing where that is not known. */
  isGone?: () => boolean;
  /** Whether no other instance can have the registers by now; missing where there is none. */
  isOwner?: () => boolean;
  /** The other machines of the shop; missing where there is no network of tills. */
  otherMachines?: OtherMachines;
  /** Digital receipts at the portal; missing where registers cannot be connected to one. */
  digitalReceipts?: DigitalReceipts;
  /** Has the invoices of a register handed over, apart from all else; missing where nobody does. */
  handOverSoon?: (rn: string) => void;
  /** Makes electronic invoices and hands them over; missing where none are. */
  eInvoicing?: EInvoicing;
}

/** A transaction that was read from the wire. */
export interface Submission {
  tra: Tra;
  /** Warnings from reading. */
  warnings: string[];
  /** Sent to /restart: return the stored result when it is registered already. */
  restart: boolean;
  /** Cash that was counted for the report that it asks for. */
  cash?: CashCount | null;
}

/** A whole receipt to be taken back. */
export interface VoidRequest {
  /** Data of the original, null for the last transaction. */
  original: Esr | null;
  /** Whose last transaction; that of the register where neither is named. */
  terminal?: { TL?: string; TT?: string };
  /** Sender's data for the void (SESR): its TN, for example. */
  sender: Partial<Esr>;
  reason: string | undefined;
  /** Warnings from reading. */
  warnings: string[];
}
