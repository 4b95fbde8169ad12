/** The emulated receipt printer of a demo: its registers print on it, and the control page shows the paper. */
import { sheetPng, sheetSize } from '../emulators/receipt-printer/draw.ts';
import { COMMON_MODEL } from '../emulators/receipt-printer/models.ts';
import { textOf } from '../emulators/receipt-printer/paper.ts';
import { EmulatedPrinter, type Conditions } from '../emulators/receipt-printer/printer.ts';
import { listen, type ListeningPrinter } from '../emulators/receipt-printer/tcp.ts';
import type { FiscalPaper } from './fiscal-paper.ts';
import type { PaperChange, PaperOverview, PaperTrouble } from './wire.ts';

/** Pieces of paper that are kept. */
const KEPT = 20;
/** Lines of a roll that comes to its end; other rolls last as long as the demo. */
const LAST_LINES = 39;
/** How long a slow printer takes for a line, ms. */
const SLOW_MS = 150;

/** What a trouble does to the printer, and what mends it. */
const TROUBLES: Readonly<Record<PaperTrouble, (on: boolean) => Partial<Conditions>>> = {
  paper: (on) => ({ linesLeft: on ? 0 : Infinity }),
  nearEnd: (on) => ({ linesLeft: on ? LAST_LINES : Infinity }),
  cover: (on) => ({ coverOpen: on }),
  jam: (on) => (on ? { jamsAtCut: true } : { jamsAtCut: false, cutterError: false }),
  power: (on) => ({ power: !on }),
  cable: (on) => ({ cable: !on }),
  slow: (on) => ({ lineMs: on ? SLOW_MS : 0 }),
};

/** See {@link openDemoPrinter}. */
export class DemoPrinter {
  private readonly printer: EmulatedPrinter;
  private readonly line: ListeningPrinter;
  /** What the registers print on in its place. */
  private fiscal: FiscalPaper | null = null;

  private constructor(printer: EmulatedPrinter, line: ListeningPrinter) {
    this.printer = printer;
    this.line = line;
  }

  /**
   * Switches it on, on this machine only.
   * @param port 0 for any; another one where it is taken
   */
  static async start(port: number): Promise<DemoPrinter> {
    const printer = new EmulatedPrinter(COMMON_MODEL, KEPT);
    return new DemoPrinter(printer, await listen(printer, port).catch(() => listen(printer)));
  }

  get port(): number {
    return this.line.port;
  }

  /** The paper is that of a fiscal printer from now on. */
  show(paper: FiscalPaper): void {
    this.fiscal = paper;
  }

  /** Where the printer is whose paper is shown, as profiles have it. */
  get address(): string {
    return this.fiscal?.address ?? `127.0.0.1:${this.port}`;
  }

  /** Answer of `GET /control/paper`. */
  overview(): PaperOverview {
    if (this.fiscal) return this.fiscal.overview();
    const { coverOpen, linesLeft, jamsAtCut, cutterError, power, cable, lineMs, drawerOpen } =
      this.printer.conditions;
    return {
      troubles: {
        paper: linesLeft <= 0,
        nearEnd: this.printer.isNearEnd && linesLeft > 0,
        cover: coverOpen,
        jam: jamsAtCut || cutterError,
        power: !power,
        cable: !cable,
        slow: lineMs > 0,
      },
      ...{ drawerOpen, isFiscal: false },
      sheets: this.printer.sheets
        .map((sheet) => ({
          ...{ number: sheet.number, isCut: sheet.isCut, text: textOf(sheet) },
          ...sheetSize(sheet, this.printer.model),
        }))
        .reverse(),
    };
  }

  /** A piece of paper as PNG; null when it is not there any more. */
  picture(number: number): Buffer | null {
    if (this.fiscal) return this.fiscal.picture(number);
    const sheet = this.printer.sheets.find((one) => one.number === number);
    return sheet ? sheetPng(sheet, this.printer.model) : null;
  }

  /** Makes a trouble, or mends it. False when there is no such thing. */
  change(wanted: { [Name in keyof PaperChange]?: unknown }): boolean {
    if (this.fiscal) return this.fiscal.change(wanted);
    const { what, on } = wanted;
    if (typeof on !== 'boolean' || typeof what !== 'string') return false;
    if (what === 'drawer') this.printer.change({ drawerOpen: on });
    else if (Object.hasOwn(TROUBLES, what)) this.printer.change(TROUBLES[what as PaperTrouble](on));
    else return false;
    return true;
  }

  /** Throws away what has been cut off. */
  discard(): void {
    if (this.fiscal) this.fiscal.discard();
    this.printer.discard();
  }

  close(): Promise<void> {
    return this.line.close();
  }
}
