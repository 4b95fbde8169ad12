/** Exports of the shop's other machines: what this room asks of the network of tills. */
import type { ExportFile } from '../countries/contract/exports.ts';

/** What is asked of every machine: the file with all its registers of a company. */
export interface CompanyOrder {
  TaxId: string;
  /** ISO 3166 alpha-2. */
  Ctry: string;
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  till: string;
  /** For the header of the file. */
  comment?: string;
}

/** A file that another machine made. */
export interface ForeignFile {
  /** Host name of the machine. */
  machine: string;
  /** As that machine named it. */
  name: string;
  /** Where it was put. */
  path: string;
}

/** What the other machines made of an order. */
export interface Collected {
  files: ForeignFile[];
  /** Records in them. */
  records: number;
  /** English sentences: which registers are not in them, and why. */
  missing: string[];
}

/** An order of another machine, proven to come from the shop. */
export interface ForeignOrder {
  order: CompanyOrder;
  /** Makes the answer: what is sent of the files, so that only the shop can read it. */
  answer(
    files: AsyncIterable<ExportFile>,
    summary: { records: number; registers: string[] },
  ): AsyncIterable<Buffer>;
}

/** The shop's network. */
export interface NeighbourExports {
  /**
   * Fetches the files of all machines with registers of the company. Never rejects but
   * when the signal is aborted: what is not there is named.
   * @param folder the files go there; it must exist
   */
  collect(order: CompanyOrder, folder: string, signal: AbortSignal): Promise<Collected>;
  /** Reads what another machine sends; null for everything that does not come from the shop, now. */
  read(body: Buffer): ForeignOrder | null;
}
