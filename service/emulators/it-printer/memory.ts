/** Fiscal memory of an emulated Italian printer. */
import { Kept } from '../kept.ts';

/** A stored document; amounts are whole cents. */
export interface Stored {
  z: number;
  number: number;
  /** `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  total: number;
  /** Tax in it. */
  vat: number;
  kind: 'sale' | 'return' | 'void';
  /** What it was told, line by line. */
  paper: string[];
  /** What comes out of the printer; missing: {@link paper}. */
  slip?: string[];
}

/** Everything that outlives a power cut. */
export interface Contents {
  serial: string;
  /** Number of the last closed day. */
  closed: number;
  /** When the open day began, milliseconds since 1970; null while none is open. */
  openedAt: number | null;
  documents: Stored[];
  /** A receipt that was begun is not finished. */
  isBegun: boolean;
}

/** What a printer has on its first day. */
function unused(serial: string): Contents {
  return { serial, closed: 0, openedAt: null, documents: [], isBegun: false };
}

/** A memory. */
export class Memory extends Kept<Contents> {
  /** @param file null: only as long as the process lives */
  constructor(file: string | null, serial: string) {
    super(file, unused(serial));
  }

  /** Another printer stands in its place. */
  exchange(serial: string): void {
    this.store(unused(serial));
  }
}
