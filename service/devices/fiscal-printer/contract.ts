/**
 * Fiscal printers: devices that number a receipt, print it and keep it in a memory of
 * their own. What is in that memory was done; nothing else was. Amounts are whole cents.
 */

/** A document in the printer's memory. */
export interface FiscalDocument {
  /** Number of the day (Z) that it belongs to. */
  z: number;
  /** Number within that day. */
  number: number;
  /** Local time of the printer, `YYYY-MM-DDThh:mm:ss`; empty where it does not tell that of its newest document. */
  time: string;
  serial: string;
  /** Never negative, also of a return. Zero where the printer tells {@link sum} in its place. */
  total: number;
  /** Value added tax in it, as the printer worked it out; null where it does not tell, or a person has said what the document is. */
  vat: number | null;
  /** What it is sealed with, where that stands on its paper. */
  seal?: string;
  /** See {@link Position.sum}. */
  sum?: number;
  /** How many documents of the day were completed, where cancelled ones have a {@link number}, too. */
  count?: number;
  /** Number on the paper, where documents of each type have numbers of their own: `NY` and 17. */
  printed?: {
    type: string;
    number: number;
    /** As a whole, where the device has made it. */
    name?: string;
  };
  /** Code that the authority checks the document by. */
  control?: string;
  /** Content of the code by which the customer gets an electronic document, for whoever prints its copy. */
  code?: string;
}

/** Where the memory ends: what comes behind it is new. */
export interface Position extends Pick<FiscalDocument, 'z' | 'number' | 'count' | 'sum'> {
  /** Of the printer whose memory it is; missing where nobody has asked. */
  serial?: string;
  /** All that was registered so far, or on this day, of printers that tell that in place of the last total; whole cents. */
  sum?: number;
  /** How often cash was put in or taken out on this day, of printers that print that. */
  moves?: number;
}

/** A position of printers that tell sums and cash moves. */
export type CountedPosition = Position & Required<Pick<Position, 'serial' | 'sum' | 'moves'>>;

/** The document that a return or a void takes back. */
export interface Reference extends Pick<FiscalDocument, 'z' | 'number'> {
  /** `YYYY-MM-DD`. */
  day: string;
  serial: string;
  /** Type of the document, where numbers go by type; `name` is its number as it is printed. */
  type?: string;
  name?: string;
}

/** Taken off an item because it was paid for before, or because nobody pays. */
export interface Deduction {
  /** A voucher that was sold with its tax (buono monouso), or a gift. */
  kind: 'voucher' | 'gift';
  text: string;
  amount: number;
}

/** Something sold. */
export interface Item {
  text: string;
  /** Decimal text with at most three decimals, above 0: `1.5`. */
  quantity: string;
  /** Of one unit. */
  price: number;
  /** Group of the printer that stands for a tax rate. */
  department: number;
  /** Taken off this item. */
  discount?: { text: string; amount: number };
  /** Taken off afterwards. */
  deductions?: readonly Deduction[];
  /** Percentage of its tax, decimal text, and why there is none (`N4`): for devices that work out no tax. */
  rate?: string;
  nature?: string;
  /** `kg`, for printers that print it. */
  unit?: string;
  /** Takes back an earlier item of the same receipt, by its index: the printer shows both. */
  cancels?: number;
}

/** A payment; `type` and `index` are those of the driver's own table. */
export interface Payment {
  text: string;
  amount: number;
  type: number;
  index: number;
  /** Currency (ISO 4217), amount in its hundredths, and what one of it is worth: decimal text. */
  foreign?: { currency: string; amount: number; rate: string };
}

/** Who gets an invoice. */
export interface Buyer {
  name: string;
  zip: string;
  city: string;
  street: string;
  /** Missing: a person. */
  taxId?: string;
}

/** Cash that is put into the drawer or taken out. */
export interface CashMove {
  direction: 'in' | 'out';
  /** Code of the country's law, and in words. */
  reason: number;
  text: string;
  amount: number;
}

/** A receipt to be registered. Amounts are positive in all kinds. */
export interface Order {
  kind: 'sale' | 'return' | 'void';
  /** Of a return or a void; null for one that nobody knows. */
  of?: Reference | null;
  items: readonly Item[];
  payments: readonly Payment[];
  total: number;
  /** Code of a customer who takes part in the receipt lottery. */
  lottery?: string;
  /** What the customer's app shows, so that the document comes to it: its public key, and its date in ms since 1970. */
  appKey?: { key: string; date: number };
  /** The customer: a company by its VAT number, a person by the tax code. */
  customer?: { kind: 'company' | 'person'; number: string };
  /** The receipt is an invoice to them. */
  buyer?: Buyer;
  /** Number of that invoice, where the till gives it. */
  invoice?: string;
  /** Why something is taken back, as the country's law numbers it. */
  reason?: string;
  /** The customer wants it electronically: the printer sends it for this identifier, and prints it unless told otherwise. */
  electronic?: { id: string; onPaper: boolean };
  head?: readonly string[];
  foot?: readonly string[];
  /** Local time, `YYYY-MM-DDThh:mm:ss`, for devices without a clock that counts. */
  time?: string;
}

/** What is in the way, in plain terms. */
export type Trouble =
  | 'unreachable'
  | 'no-answer'
  | 'unreadable'
  | 'rights'
  | 'paper'
  | 'cover'
  | 'closing-needed'
  | 'nothing-sold'
  | 'not-found'
  | 'day-not-open'
  | 'wrong-rate'
  | 'wrong-clock'
  | 'memory-full'
  /** By the tax authority. */
  | 'blocked'
  | 'wrong-order'
  | 'wrong-goods'
  | 'busy'
  | 'refused';

/** A trouble with what is known of it, English. */
export interface Failure {
  trouble: Trouble;
  text: string;
}

/** What became of something that the printer was asked to do. */
export type Outcome<T> =
  | { outcome: 'done'; result: T }
  | { outcome: 'not-done'; failure: Failure }
  /** Only its memory knows. */
  | { outcome: 'unknown'; failure: Failure };

/** State of a printer; null where it does not tell. */
export interface FiscalPrinterState {
  serial: string;
  /** The day that is open, or that the next receipt opens. */
  z: number;
  dayOpen: boolean | null;
  paperNearEnd: boolean | null;
  /** No paper, or the cover is open: it does not tell which. */
  offline: boolean | null;
  drawerOpen: boolean | null;
  memoryNearlyFull: boolean | null;
  memoryFull: boolean | null;
  /** A receipt was begun and is not finished. */
  receiptOpen: boolean;
  /** `YYYY-MM-DD`. */
  certificateExpires: string | null;
  /** Days whose figures have not reached the tax authority yet. */
  unsent: number | null;
  /** Those of them that are late, and those that the authority has refused; missing: it does not tell. */
  late?: number | null;
  rejected?: number | null;
  /** Missing where it tells no more than {@link offline}. */
  paperEnd?: boolean | null;
  coverOpen?: boolean | null;
  /** Nothing is sold before the day is closed. */
  zRequired?: boolean | null;
  /** When that will be so, local time, `YYYY-MM-DDThh:mm:ss`. */
  nextZRequired?: string | null;
  /** Its clock, local time, `YYYY-MM-DDThh:mm:ss`. */
  clock?: string | null;
  /** Part of its memory that is in use, percent as decimal text. */
  memoryUsed?: string | null;
}

/** A tax rate that a printer is set to. */
export interface DeviceRate {
  /** Group of the printer that stands for it. */
  department: number;
  /** Percent as decimal text. */
  rate: string;
  /** Why there is none, as the authority numbers it: `N4`. */
  nature: string | null;
}

/** What a printer prints out of its memories: each closing, their sum, all documents, the whole memory. */
export type Extract = 'closings' | 'sum' | 'journal' | 'memory';

/** What a register in the cloud is told of the program that asks for its certificate. */
export interface CertificateRequest {
  /** PKCS#10, DER. */
  request: Buffer;
  /** What the authority has shown for the first one, once; null renews the one in use. */
  token: string | null;
  software: { name: string; version: string; producer: string };
}

/** The certificate that a device knows us by. */
export interface Certification {
  /** @returns what it is asked for by */
  request(wish: CertificateRequest): Promise<Outcome<string>>;
  /** @returns PEM; null while it is being issued */
  fetch(id: string): Promise<Outcome<string | null>>;
}

/** A driver. Nothing rejects; every call ends within the time limits of its options. */
export interface FiscalPrinter {
  /** Prints and stores a receipt. Asked once; after `unknown` {@link find} decides. */
  register(order: Order): Promise<Outcome<FiscalDocument>>;
  /** The newest document in the memory. */
  last(): Promise<Outcome<FiscalDocument>>;
  /**
   * What became of an order: in the memory or not. A receipt that was begun and is not
   * finished is taken back first, so that `not-done` stays true.
   * @param before where the memory ended before it was asked; must be durable by then
   */
  find(
    order: Pick<Order, 'total' | 'time'> & Partial<Pick<Order, 'kind' | 'buyer'>>,
    before: Position,
  ): Promise<Outcome<FiscalDocument>>;
  /**
   * Opens the day with the cash that is in the drawer; a day that is open already is `done`.
   * Missing where the first receipt opens it.
   */
  openDay?(cash: number): Promise<Outcome<null>>;
  /** Prints that cash was moved. Missing where that is no business of the printer. */
  moveCash?(move: CashMove): Promise<Outcome<null>>;
  /** Tells what a euro is worth in the shop from a day on (decimal text, `YYYY-MM-DD`). Missing where nobody asks. */
  setEuro?(rate: string, day: string): Promise<Outcome<null>>;
  /**
   * Where the memory ends now; with {@link Position.sum} and {@link Position.moves}.
   * @param isWhole all is counted anew, whatever is known: also what counts for no turnover
   */
  position?(isWhole?: boolean): Promise<Outcome<CountedPosition>>;
  /** Prints a report; a Z closes the day. `z` is the number of the day; `isEmpty`: nothing was sold, so that none was printed. */
  report(kind: 'X' | 'Z'): Promise<Outcome<{ z: number; isEmpty?: boolean }>>;
  /** It has no way to print text that is no receipt: {@link print} refuses. */
  readonly isTextless?: boolean;
  state(): Promise<Outcome<FiscalPrinterState>>;
  /** Prints a stored document again. @param day `YYYY-MM-DD`; where numbers go by closing, type and closing: `NY12` */
  reprint(day: string, number: number): Promise<Outcome<null>>;
  /** Prints text that is no receipt. */
  print(lines: readonly string[]): Promise<Outcome<null>>;
  display(text: string): Promise<Outcome<null>>;
  openDrawer(): Promise<Outcome<null>>;
  /** @param time local, `YYYY-MM-DDThh:mm` */
  setClock(time: string): Promise<Outcome<null>>;
  /** It prints invoices under numbers of the till ({@link Order.invoice}). */
  readonly printsInvoices?: true;
  /** It sends receipts that customers want electronically ({@link Order.electronic}). Missing: all are on paper. */
  readonly sendsReceipts?: true;
  /** It numbers and stores, and has no paper: whoever sells prints. Missing: it prints. */
  readonly isPaperless?: true;
  /** The rates that it is set to; null where its program does not tell. Missing where none of its kind does. */
  rates?(): Promise<Outcome<readonly DeviceRate[] | null>>;
  /** Asks for the certificate that it knows us by. Missing where there is none, or it is got elsewhere. */
  readonly certification?: Certification;
  /** What {@link extract} prints. Missing: nothing. */
  readonly extracts?: readonly Extract[];
  /** Prints out of its memories. @param from first day, `YYYY-MM-DD`, of all but `memory`; @param till last day */
  extract?(what: Extract, from: string, till: string): Promise<Outcome<null>>;
}
