/**
 * Electronic invoices (docs/e-invoicing.md): each record `EInvoice` holds what its digest
 * says and is of a receipt that asked for one, and late fiscal data about an invoice
 * change nothing else of what the receipt has (the law's audit does not see them).
 */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Finding } from '../countries/contract/audit.ts';
import { ABOUT_INVOICE, isLate, LATE } from '../receipt/late.ts';
import type { Fis, JournalRecord } from '../receipt/tra.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import { counted, quoted, type Check } from './check.ts';
import type { Entry } from './entry.ts';

const INVOICE = 'EInvoice';
/** Longest XML that is unpacked, bytes. */
const MAX_BYTES = 20_000_000;
const STATES: ReadonlySet<unknown> = new Set(['queued', 'underway', 'delivered', 'rejected', 'settled']);

/** A receipt with an invoice. */
interface Known {
  /** SHA-256 of its fiscal data without what they say of the invoice. */
  others: string;
  system: unknown;
}

/** Checks what is told of e-invoices. */
export class InvoicesCheck implements Check {
  readonly title = 'EInvoices';
  private count = 0;
  /** Some records cannot be read: what is missing may be among them. */
  private isWhole = true;
  private readonly receipts = new Map<number, Known>();
  /** Invoices by their sequence number. */
  private readonly invoices = new Map<number, { of: unknown; digest: unknown }>();

  take({ sq, record }: Pick<Entry, 'sq' | 'record'>): Finding[] {
    const texts =
      record._ === INVOICE ? this.invoice(sq, record) : record._ === LATE ? this.late(sq, record) : [];
    if (record._ === 'Tra' && record.Fis?.EInvoice !== undefined)
      this.receipts.set(sq, { others: digestWithout(record.Fis), system: systemIn(record.Fis) });
    return texts.map((text) => ({ sq, text }));
  }

  lose(): void {
    this.isWhole = false;
  }

  summary(): string {
    return `${counted(this.count, 'e-invoice')} with their digests, and what became of them`;
  }

  private invoice(sq: number, { Of, Digest, Data }: JournalRecord): string[] {
    this.count++;
    this.invoices.set(sq, { of: Of, digest: Digest });
    const isKnown = typeof Of === 'number' && this.receipts.has(Of);
    const problem = digestProblem(Data, Digest);
    return [
      ...(isKnown || !this.isWhole ? [] : [`the e-invoice of record ${quoted(Of)}, which asked for none`]),
      ...(problem === null ? [] : [problem]),
    ];
  }

  private late(sq: number, record: JournalRecord): string[] {
    // What is no late data at all is told elsewhere.
    if (!isLate({ ...record, SQ: sq })) return [];
    const { Of, Fis: fis, About } = record as JournalRecord & { Of: number; Fis: Fis };
    const receipt = this.receipts.get(Of);
    const isAbout = About === ABOUT_INVOICE;
    if (!receipt)
      return isAbout && this.isWhole
        ? [`what became of the e-invoice of record ${Of}, which asked for none`]
        : [];
    const others = digestWithout(fis);
    const isChanged = others !== receipt.others;
    receipt.others = others;
    if (!isAbout)
      return fis.EInvoice === undefined ? [`loses what is known of the e-invoice of record ${Of}`] : [];
    return [
      ...(isChanged ? [`is about an e-invoice, and changes other fiscal data of record ${Of}`] : []),
      ...this.stateProblems(Of, fis.EInvoice, receipt),
    ];
  }

  private stateProblems(of: number, state: unknown, { system }: Known): string[] {
    if (!isTree(state) || !STATES.has(state.State))
      return [`${quoted(isTree(state) ? state.State : state)} is no state of an e-invoice`];
    if (state.System !== system)
      return [
        `names ${quoted(state.System)} as the delivery system of record ${of}, which said ${quoted(system)}`,
      ];
    return this.isWhole ? this.documentProblems(of, state) : [];
  }

  private documentProblems(of: number, { State, Document, Digest }: Tree): string[] {
    const isSent = State === 'delivered' || State === 'underway';
    if (Document === undefined)
      return isSent ? [`the e-invoice of record ${of} was handed over, and there is none`] : [];
    const invoice = this.invoices.get(Number(Document));
    if (invoice?.of !== of) return [`record ${quoted(Document)} is no e-invoice of record ${of}`];
    const isSame = Digest === undefined || Digest === invoice.digest;
    return isSame ? [] : [`the digest is not that of the e-invoice in record ${quoted(Document)}`];
  }
}

function systemIn({ EInvoice }: Fis): unknown {
  return isTree(EInvoice) ? EInvoice.System : undefined;
}

/** Digest of fiscal data without those of the invoice, in whichever order they stand. */
function digestWithout({ EInvoice: _invoice, ...others }: Fis): string {
  return createHash('sha256').update(JSON.stringify(others, sortedKeys)).digest('hex');
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (!isTree(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function digestProblem(data: unknown, digest: unknown): string | null {
  if (typeof data !== 'string') return 'the e-invoice has no data';
  try {
    const xml = gunzipSync(Buffer.from(data, 'base64'), { maxOutputLength: MAX_BYTES });
    const isSame = createHash('sha256').update(xml).digest('hex') === digest;
    return isSame ? null : 'the e-invoice is not the one that was made: its digest differs';
  } catch {
    return 'the e-invoice cannot be unpacked';
  }
}
