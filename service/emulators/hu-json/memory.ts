/** What the emulated Hungarian printer keeps in its control unit (AEE). */

/** Types of documents, by the letters of their numbers: receipt, invoice, void, return. */
export type DocumentType = 'NY' | 'SZ' | 'ST' | 'VS';

/** A stored document; amounts are hundredths of a forint. */
export interface Stored {
  type: DocumentType;
  /** Number of the day. */
  z: number;
  /** Number within the day and type. */
  number: number;
  /** `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  total: number;
  /** Code that the authority checks it by. */
  control: string;
  /** `NY-A12345678/12345676/0001/00001`. */
  name: string;
  /** Names of the document that it takes back. */
  of: string | null;
  paper: string[];
}

/** Everything that outlives a power cut. */
export interface Contents {
  serial: string;
  /** Number of the last closed day. */
  closed: number;
  /** When the open day began, ms since 1970; null while none is open. */
  openedAt: number | null;
  documents: Stored[];
  /** Cash in and out on the open day. */
  moneyIn: number;
  moneyOut: number;
  /** In the drawer, hundredths. */
  cash: number;
}

/** What a printer has on its first day. */
export function unused(serial: string): Contents {
  return { serial, closed: 0, openedAt: null, documents: [], moneyIn: 0, moneyOut: 0, cash: 0 };
}
