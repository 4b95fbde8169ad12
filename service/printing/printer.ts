/** The printer of a register with what is connected to it, as `/peri` speaks to it (doc 2, Peripherals). */
import type { Issue } from '../receipt/issue.ts';

/** State of a printer (doc 2, "Printer state"); null where it does not tell. */
export interface PrinterState {
  ModuleName: string;
  /** Serial number. */
  ID: string;
  /** Current Z index. */
  ZI: number;
  SimpleState: {
    DayOpen: boolean | null;
    ZRequired: boolean | null;
    NextZRequired: string | null;
    DrawerOpen: boolean | null;
    PaperNearEnd: boolean | null;
    PaperEnd: boolean | null;
    CoverOpen: boolean | null;
    MemAlmostFull: boolean | null;
    MemFull: boolean | null;
    CertExpires: string | null;
  };
}

/** The printer of a register with what is connected to it. What cannot be done now is an issue. */
export interface Printer {
  print(text: string): Promise<Issue | null>;
  /** Shows a text on the line display. */
  display(text: string): Promise<Issue | null>;
  openDrawer(): Promise<Issue | null>;
  /** Resolves when the drawer is closed, or when nobody waits for it any more. */
  drawerClosed(signal: AbortSignal): Promise<Issue | null>;
  state(): Promise<{ state: PrinterState } | { issue: Issue }>;
}
