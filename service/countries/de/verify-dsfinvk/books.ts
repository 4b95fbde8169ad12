/** What the check remembers of an export: closings, and of each process what its other rows are held against. */
import type { Sum } from './amounts.ts';
import type { CsvRow } from './csv-reader.ts';
import type { Tse } from './tses.ts';

/** A closing. */
export interface Closing {
  register: string;
  created: string;
  number: number;
  /** KASSE_SERIENNR. */
  serial: string;
  startId: string;
  endId: string;
  /** Z_SE_ZAHLUNGEN, Z_SE_BARZAHLUNGEN. */
  paid: number;
  paidInCash: number;
  /** UST_SATZ by key. */
  rates: Map<string, string>;
  agencies: Set<string>;
  terminals: Set<string>;
  /** TSE by TSE_ID. */
  tses: Map<string, Tse>;
  /** BON_ID of the first and last process. */
  first: string;
  last: string;
  /** Sums of lines by business case, name, agency and key; of payments by type and name; of cash by currency. */
  cases: Map<string, Sum>;
  payments: Map<string, number>;
  cash: Map<string, number>;
  /** Numbers of closings that a process of this one says to be unknown since a restore. */
  unknown: { from: number; till: number }[];
  allPaid: number;
  allPaidInCash: number;
}

/** A process. */
export interface Bon {
  closing: Closing;
  id: string;
  type: string;
  name: string;
  /** UMS_BRUTTO. */
  total: number;
  record: number;
  /** By VAT key: its own rows, and the sums of its lines. */
  vat: Map<string, Sum>;
  lineVat: Map<string, Sum>;
  /** Lines: what each is summed up with; its VAT; its price parts. */
  lines: Map<string, Line>;
  paid: number;
  payments: { cash: boolean; currency: string; amount: number }[];
  signed: number;
}

/** A line. */
export interface Line {
  name: string;
  vat: Sum | null;
  parts: Sum | null;
}

/** Closings and processes of an export. */
export class Books {
  readonly closings = new Map<string, Closing>();
  readonly bons = new Map<string, Bon>();

  /** The closing of a row; null when there is none. */
  closingOf(row: CsvRow): Closing | null {
    return this.closings.get(closingKey(row)) ?? null;
  }

  /** The process of a row; null when there is none. */
  bonOf(row: CsvRow): Bon | null {
    const bon = this.bons.get(bonKey(row.get('Z_KASSE_ID'), row.get('BON_ID')));
    return bon?.closing === this.closingOf(row) ? (bon ?? null) : null;
  }
}

/** Names the closing of a row. */
export function closingKey(row: CsvRow): string {
  return `${row.get('Z_KASSE_ID')}\n${row.get('Z_ERSTELLUNG')}\n${row.get('Z_NR')}`;
}

/** Names a process: its id is unique in a register over all closings. */
export function bonKey(register: string, id: string): string {
  return `${register}\n${id}`;
}

/** A closing without anything but its row. */
export function newClosing(row: CsvRow, amount: (column: string) => number): Closing {
  return {
    register: row.get('Z_KASSE_ID'),
    created: row.get('Z_ERSTELLUNG'),
    number: Number(row.get('Z_NR')),
    serial: '',
    startId: row.get('Z_START_ID'),
    endId: row.get('Z_ENDE_ID'),
    paid: amount('Z_SE_ZAHLUNGEN'),
    paidInCash: amount('Z_SE_BARZAHLUNGEN'),
    rates: new Map(),
    agencies: new Set(['', '0']),
    terminals: new Set(['']),
    tses: new Map(),
    first: '',
    last: '',
    cases: new Map(),
    payments: new Map(),
    cash: new Map(),
    unknown: [],
    allPaid: 0,
    allPaidInCash: 0,
  };
}
