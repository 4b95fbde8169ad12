/** What the control page asks and is told about printers. Types only; times are local, ISO 8601. */
import type { Search } from '../devices/discovery/contract.ts';
import type { PortFault } from '../devices/ports/contract.ts';
import type { Scan } from '../devices/scanner/hid-pos.ts';
import type { JobContent, JobEnd, JobState } from './job.ts';
import type { PrinterSeen } from './printer-link.ts';

export type { Connection, FoundDevice, Search } from '../devices/discovery/contract.ts';
export type { JobEnd, JobState } from './job.ts';
export type { PrinterSeen } from './printer-link.ts';

/** The printer that the profile gives a register. */
export interface PrinterRow {
  rn: string;
  /** As people call it. */
  model: string;
  /** Where it is, in one spelling. */
  port: string;
  paper: '58' | '80';
  /** How it was when it was asked last; null: ready. */
  seen: PrinterSeen;
  /** The roll comes to its end. */
  paperLow: boolean;
  /** Null: it tells nothing of a drawer, or nobody has said which level means open. */
  drawerOpen: boolean | null;
  /** Level of the drawer's contact now; null where it does not tell. */
  drawerLevel: 'high' | 'low' | null;
  /** The level that means open (`Printer_Drawer`); null before somebody found out. */
  drawerLearned: 'high' | 'low' | null;
  /** As the printer tells; null where it does not, or was not asked yet. */
  name: string | null;
  serial: string | null;
  /** Jobs that wait or are being printed. */
  waiting: number;
}

/** A job, as people see it. */
export interface JobRow {
  id: number;
  /** When it was ordered. */
  at: string;
  content: JobContent;
  /** Fiscal number of the receipt; null for a test page, and where it has none. */
  number: string | null;
  state: JobState;
  /** How and when it ended; null before. */
  end: { how: JobEnd; at: string } | null;
}

/** A display, or a drawer with a line of its own, that the profile gives a register. */
export interface OtherDeviceRow {
  /** As the profile has them, also where they are wrong. */
  model: string;
  port: string;
  /** Model or address cannot be read. */
  isWrong: boolean;
  /** How it was when it was used last: why not, or `ready`; `unasked` before. */
  seen: PortFault | 'ready' | 'unasked';
}

/** A model of printers: its name in the profile, what people call it, and whether it is a fiscal printer. */
export interface ModelRow {
  name: string;
  title: string;
  isFiscal: boolean;
}

/** Answer of `GET /control/devices`. */
export interface DevicesOverview {
  /** The printer of the register; null without one. */
  printer: PrinterRow | null;
  /** Its fiscal printer, which prints in its place; null without one. */
  fiscal: { title: string; port: string } | null;
  /** The profile names a printer, and something of it is wrong: the problem of the status page says what. */
  isWrong: boolean;
  /** What has not ended, the oldest first; then the last ones that have, the newest first. */
  jobs: JobRow[];
  /** The last receipt of the register; null before there is one. */
  lastReceipt: { sq: number; number: string | null } | null;
  /** Printers of other registers, at most fifty. */
  others: PrinterRow[];
  /** Models that the profile can name. */
  models: ModelRow[];
  /** Null without one. */
  display: OtherDeviceRow | null;
  drawer: OtherDeviceRow | null;
  displayModels: string[];
  drawerModels: string[];
  /** User and password for devices (`Device_Auth`): the printer may want them, and they are entered. */
  login: { isWanted: boolean; isThere: boolean };
  /** As the profile has it for the register, also where it is wrong. */
  profile: { model: string; port: string; paper: '58' | '80' };
}

/** Answer of `GET /control/devices/search`, and of `POST`, which begins a search. */
export interface SearchOverview {
  isRunning: boolean;
  /** When the last one began; null before there was one. */
  at: string | null;
  /** Ways that were asked, and those that have answered. */
  ways: number;
  found: Search[];
}

/** What is wrong with a field. */
export type DeviceFieldProblem = 'model' | 'address' | 'paper' | 'scope' | 'text' | 'level' | 'login';

/**
 * Actions of `POST /control/devices/{action}?RN=` with their bodies. What is wrong comes back as `fields`
 * ({@link DeviceFieldProblem}); what the device did not do as 406 with the code.
 */
export interface DeviceActions {
  /** Something becomes of a job: `printed` it came out, `again` prints it once more, `drop` gives it up. */
  job: { id: number; what: 'printed' | 'again' | 'drop' };
  /** Prints a receipt; as a copy when it was printed before. */
  print: { sq: number };
  /** Opens the drawer. */
  drawer: Record<string, never>;
  /** For the manager: prints the test page. */
  test: Record<string, never>;
  /** For the manager: shows a text on the line display. */
  display: { text: string };
  /** For the manager: asks the printer for the level of the drawer's contact. */
  level: Record<string, never>;
  /** For the manager: sets the level that means open. */
  learn: { open: 'high' | 'low' };
  /** For the manager: sets the printer, for the register or for all, and prints a test page on it. */
  use: { model: string; port: string; paper: '58' | '80'; scope: 'register' | 'all' };
  /** For the manager: sets the display, or the drawer with a line of its own; without a model there is none. */
  useDisplay: { model: string; port: string; scope: 'register' | 'all' };
  useDrawer: { model: string; port: string; scope: 'register' | 'all' };
  /** For the manager: user and password for devices that want them; both empty for none. */
  login: { user: string; password: string; scope: 'register' | 'all' };
  /** For the manager: asks a drawer with a line of its own whether it is open. */
  look: Record<string, never>;
  /** For the manager: watches a scanner (HID-POS) while it is asked for again and again. */
  scans: { port: string };
}

/** What an action tells. */
export interface DeviceResult {
  /** Of `level`: null where the printer does not tell. */
  level?: 'high' | 'low' | null;
  /** Of `look`. */
  open?: boolean;
  /** Of `scans`: what was read, the newest first, and why it cannot be. */
  scans?: readonly Scan[];
  fault?: PortFault | null;
}
