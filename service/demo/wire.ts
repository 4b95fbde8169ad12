/** What the control page asks and is told about the emulated printer of a demo. Types only. */

/** Troubles of a printer that can be switched on and off. */
export type PaperTrouble = 'paper' | 'nearEnd' | 'cover' | 'jam' | 'power' | 'cable' | 'slow';

/** A piece of paper; its picture is at `/control/paper/pictures/{number}`. */
export interface PaperSheet {
  /** Counted from 1. */
  number: number;
  /** It was cut off; else it hangs in the printer. */
  isCut: boolean;
  /** Pixels of the picture; it becomes another one while something is printed. */
  width: number;
  height: number;
  /** What stands on it, a line each. */
  text: string;
}

/** Answer of `GET /control/paper`. */
export interface PaperOverview {
  /** What the printer is in now, of what can happen to it here. */
  troubles: Partial<Record<PaperTrouble, boolean>>;
  drawerOpen: boolean;
  /** It numbers what it prints: its troubles stop sales, and nothing comes out of it again. */
  isFiscal: boolean;
  /** The newest first. */
  sheets: PaperSheet[];
}

/** Body of `POST /control/paper`; its answer is what has become of it. */
export interface PaperChange {
  what: PaperTrouble | 'drawer';
  /** The trouble is there, the drawer is open. */
  on: boolean;
}
