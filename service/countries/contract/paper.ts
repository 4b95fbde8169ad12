/** What a country wants to read on printed receipts. */
import type { Json } from '../../receipt/json.ts';
import type { TerminalNumber } from '../../receipt/printed-number.ts';
import type { PaperBarcode } from '../../wire.ts';
import type { Esr, JournalRecord, Position, Tag, Tax } from '../../receipt/tra.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { CountryContext } from './services.ts';
import type { State } from './state.ts';
import type { OwnReceipt } from './work.ts';

/** Words for the printed receipt. */
export interface PaperTexts {
  /** Document class, e.g. `Fatura simplificada`. */
  title: string;
  /** Number of the receipt as the law has it, in place of TL/TT/TN. */
  number?: string;
  /** A mark of whoever sold, where the POS sent neither name nor number. */
  operator?: string;
  /** Rows of the tax table, in place of the tax lines. */
  taxes?: readonly Tax[];
  /** Lines in front of those that the POS has sent for the head. */
  head?: string[];
  /** Marks that must not be overlooked. */
  marks: string[];
  /** Sentences the law wants on documents of this kind, where Fis.Tag has them not. */
  legends?: string[];
  /** Names of those in Fis.Tag that our own paper says elsewhere: at the head, as a mark, at each line. */
  shown?: readonly string[];
  /** Names of those in Fis.Tag that are printed without a space behind the colon. */
  tight?: readonly string[];
  /** The document counts the other way: quantities and amounts are printed with the opposite sign. */
  inverted?: boolean;
  /** How the code is drawn on paper, where it is no QR code. */
  barcode?: PaperBarcode;
  /** Tags and code stand at the head of the document, not at its end. */
  codeFirst?: true;
  /** What the law wants directly below the code. */
  below?: string[];
  /** Title and marks are at least twice as large as any amount. */
  largeHeadings?: true;
  /** Stands in the place of the shop at the head of the document. */
  seller?: string[];
}

/** A copy of a receipt, where copies are documents of their own. */
export interface Reprint {
  /** Values of the log record that counts it. */
  details: Record<string, Json>;
  changes: Record<string, Json>;
  /** What is printed on it, in the place of the mark of all copies. */
  tags: Tag[];
}

/** What a country wants to read on printed receipts. */
export interface CountryPaper {
  /**
   * What a copy is in law: it is counted, signed and journaled before it is printed.
   * @param copy which one of this receipt, from 1
   * @returns null for a record whose copies are nothing special, or why there must be no copy
   */
  reprinted?(
    original: JournalRecord,
    copy: number,
    state: State,
    context: CountryContext,
  ): Reprint | { issues: Issue[] } | null;
  /**
   * Where a copy is a receipt of its own, which a device has to hear of before it is printed: what
   * the register issues. Its `Fis.Tag` are printed on the copy.
   * @returns null for a record whose copies are nothing special, or why there is no copy of it;
   * `issued` is the record of the copy that was issued, which may still have to be printed
   */
  copyReceipt?(
    original: JournalRecord,
    state: State,
    context: CountryContext,
  ): OwnReceipt | { issues: Issue[]; issued?: number } | null;
  /** Each print but the first one is a copy, also one that came out of no printer: there is no `original=1`. */
  originalOnce?: true;
  /** Title and marks for the printed receipt. */
  paper(record: JournalRecord): PaperTexts;
  /** The law wants the seat of the company besides the address of the shop. */
  showsSeat?: true;
  /** Smallest version (1 to 40) of the QR code; missing where the content decides alone. */
  leastQrVersion?: number;
  /** What the law wants to read at a line without tax; `isExempt`: the tax table says that it bears none. */
  exemption?(position: Position, isExempt: boolean): string | undefined;
  /** What the law wants to read in a row of the tax table without tax, instead of its group. */
  exemptGroup?(esr: Esr): (tax: Tax) => string | undefined;
  /**
   * Where paper shows a number that is neither FN nor TL/TT/TN: what stands in the line of a record
   * whose paper shows this one.
   */
  numberInLine?(printed: string): string;
  /** A number of a terminal as paper shows it, where it is not TL/TT/TN. */
  terminalNumber?(number: TerminalNumber): string;
  /** Names of those in Fis.Tag of the original that no copy may show; it has no QR code either. */
  copyLacks?: readonly string[];
  /** Content of the QR code when a receipt is printed again after its void. */
  voidedCode?(code: string): string;
}
