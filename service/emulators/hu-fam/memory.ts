/** What the emulated e-cash register of Hungary keeps at the authority. */

/** Types of documents, as the register names them. */
export type DocumentType =
  | 'RECEIPT'
  | 'SIMPLE_INVOICE'
  | 'RETURN_RECEIPT'
  | 'VOID_RECEIPT'
  | 'FISCAL_DAY_OPEN'
  | 'FISCAL_DAY_REPORT'
  | 'CASH_REGISTER_REPORT'
  | 'CASH_FLOW_REPORT';

/** Something sold, or taken back; all as it was sent. */
export interface StoredItem {
  itemId: number;
  itemRef: number | null;
  itemName: string;
  itemArticleNo: string | null;
  itemUnitPrice: string;
  itemQty: string;
  itemUnit: string;
  itemCat: string;
  itemDept: string;
  /** `-1499.00`. */
  itemSum: string;
}

/** A document. */
export interface Stored {
  type: DocumentType;
  day: number;
  id: number;
  /** Begun and not finished. */
  isOpen: boolean;
  interrupted: boolean;
  /** Hundredths, negative of what is taken back. */
  total: number;
  /** ms since 1970. */
  created: number;
  /** `NY-C12345678/12345676/0001/00001`; empty while it is open. */
  name: string;
  items: StoredItem[];
  /** What it takes back; null for nothing. */
  of: string | null;
  /** Of the finished document: `docClose`, and content of its code. */
  close: Record<string, unknown> | null;
  code: string | null;
  /** Key of the customer's app; missing: none was shown. */
  appKey?: string;
  /** What was moved, hundredths, negative where cash was taken out; missing: nothing. */
  cash?: number;
}

/** Everything that outlives the process. */
export interface Contents {
  serial: string;
  /** Put into service: it has heard of its till (`/telemetry/hello`). */
  isGreeted: boolean;
  /** Number of the last day that was opened. */
  day: number;
  isDayOpen: boolean;
  /** The register was reported since its last document, as the closing wants it. */
  isReported: boolean;
  documents: Stored[];
  /** Documents of the open day: how many there are, and how many of them are numbered sales. */
  ids: number;
  numbers: number;
  /** What one of a foreign currency is worth, decimal text. */
  rates: Record<string, string>;
}

/** What a register has on its first day. */
export function unused(serial: string, isGreeted = true): Contents {
  const day = { day: 0, isDayOpen: false, isReported: false, ids: 0, numbers: 0 };
  return { serial, isGreeted, ...day, documents: [], rates: {} };
}
