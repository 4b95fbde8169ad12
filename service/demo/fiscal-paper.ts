/** The paper of the emulated fiscal printer of a demo: the control page shows it, and what may happen to the printer. */
import { sheetPng, sheetSize } from '../emulators/receipt-printer/draw.ts';
import { COMMON_MODEL } from '../emulators/receipt-printer/models.ts';
import { textOf, type Sheet, type Style } from '../emulators/receipt-printer/paper.ts';
import type { PaperChange, PaperOverview } from './wire.ts';

/** Pieces of paper that are kept. */
const KEPT = 20;
/** Dots from line to line. */
const FEED = 30;
const PLAIN: Style = { bold: false, underline: false, invert: false, width: 1, height: 1, font: 'A' };

/** What may happen to all of these printers. */
export interface FiscalConditions {
  hasPaper: boolean;
  coverOpen: boolean;
}

/** See above. */
export class FiscalPaper {
  /** Where the printer is, as profiles have it; empty before it was switched on. */
  address = '';
  private conditions: FiscalConditions = { hasPaper: true, coverOpen: false };
  private sheets: Sheet[] = [];
  private count = 0;

  /** The printer is on. */
  belongsTo({ port, conditions }: { port: number; conditions: FiscalConditions }): void {
    this.address = `127.0.0.1:${port}`;
    this.conditions = conditions;
  }

  /** Something came out of it. */
  print(lines: readonly string[]): void {
    this.count += 1;
    const marks = lines.map((text) => ({
      ...{ kind: 'line' as const, feed: FEED },
      pieces: [{ kind: 'text' as const, x: 0, text, style: PLAIN, spacing: 0 }],
    }));
    this.sheets = [...this.sheets.slice(1 - KEPT), { number: this.count, marks, isCut: true }];
  }

  /** Answer of `GET /control/paper`. */
  overview(): PaperOverview {
    const { hasPaper, coverOpen } = this.conditions;
    return {
      ...{ troubles: { paper: !hasPaper, cover: coverOpen }, drawerOpen: false, isFiscal: true },
      sheets: this.sheets
        .map((sheet) => ({
          ...{ number: sheet.number, isCut: sheet.isCut, text: textOf(sheet) },
          ...sheetSize(sheet, COMMON_MODEL),
        }))
        .reverse(),
    };
  }

  /** A piece of paper as PNG; null when it is not there any more. */
  picture(number: number): Buffer | null {
    const sheet = this.sheets.find((one) => one.number === number);
    return sheet ? sheetPng(sheet, COMMON_MODEL) : null;
  }

  /** Makes a trouble, or mends it. False when there is no such thing. */
  change({ what, on }: { [Name in keyof PaperChange]?: unknown }): boolean {
    if (typeof on !== 'boolean') return false;
    if (what === 'paper') this.conditions.hasPaper = !on;
    else if (what === 'cover') this.conditions.coverOpen = on;
    else return false;
    return true;
  }

  /** Throws all of it away. */
  discard(): void {
    this.sheets = [];
  }
}
