/** What is the matter with a fiscal printer, as an issue of a receipt. */
import type { Issue } from '../../../receipt/issue.ts';
import type { Failure } from '../../contract/fiscal-printer.ts';

/** A country's codes for it. */
export interface TroubleCodes<Code extends string> {
  issue: (code: Code, path: string, text: string) => Issue;
  codes: Readonly<Record<Failure['trouble'], Code>>;
  /** For a memory that does not tell. */
  unclear: Code;
  noPrinter: Code;
  /** What the profile names it by: `Printer=hu-json`. */
  attribute: string;
}

/** Issues about the printer. */
export interface PrinterTrouble {
  /** Why nothing was printed, or nobody knows. */
  troubleIssue: (failure: Failure) => Issue;
  /** No printer is named in the profile. */
  noPrinter: () => Issue;
  /** Its memory does not tell what became of a receipt. */
  unclear: (text: string) => Issue;
}

/** Issues about the printer in a country's codes. */
export function printerTrouble<Code extends string>(of: TroubleCodes<Code>): PrinterTrouble {
  const { issue, codes } = of;
  const name = `name the fiscal printer in the profile: ${of.attribute} and Printer_Port`;
  return {
    troubleIssue: ({ trouble, text }) => issue(codes[trouble], '', `the fiscal printer: ${text}`),
    noPrinter: () => issue(of.noPrinter, '', name),
    unclear: (text) => issue(of.unclear, '', text),
  };
}
