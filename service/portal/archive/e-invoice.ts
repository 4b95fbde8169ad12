/** Electronic invoices in the archive: as they were handed over, as PDF files, and what became of them. */
import { countryFor } from '../../countries/register-currency.ts';
import type { InvoiceDocuments } from '../../e-invoicing/documents.ts';
import { ABOUT_INVOICE } from '../../receipt/late.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isTree, type Tree } from '../../receipt/tree.ts';
import { INVOICE } from '../../register/invoices/e-invoicing.ts';
import { fileNameOf, xmlOf } from '../../register/invoices/invoice-record.ts';
import type { Queries } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { refuseTooLong, refuseUnreadable, type RecordPlace } from './printed.ts';
import { recordOf } from './record.ts';
import { readCfg } from './register-source.ts';
import { refuseSealed } from './sealed.ts';
import { recordAt } from './single.ts';

/** A receipt as it stands, with its invoice as it was made. */
interface Invoiced {
  receipt: JournalRecord;
  invoice: JournalRecord;
}

/** A step of an invoice's way. Texts are the register's own. */
export interface InvoiceStep {
  /** `made`, or a state that the register tells (docs/e-invoicing.md). */
  state: string;
  /** Local time of the shop. */
  time: string;
  /** Record that says so. */
  sq: number;
  /** Why it was rejected or settled. */
  reason?: string;
  /** What the channel knows it by. */
  reference?: string;
}

/** What became of an invoice. Null: not made yet, or the register does not say. */
export interface InvoiceHistory {
  /** The state that counts now. */
  state: string | null;
  /** What it is known by wherever it is sent. */
  id: string | null;
  number: string | null;
  /** Delivery system of `DD`, with `-TEST` for the test system. */
  system: string | null;
  form: string | null;
  channel: string | null;
  /** Where it goes (`DDto`). */
  recipient: string | null;
  /** SHA-256 of the XML, hex. */
  digest: string | null;
  /** The oldest first. */
  history: InvoiceStep[];
}

/** Steps that are read at most; people can have an invoice handed over again without end. */
const MOST_STEPS = 500;

/** Seconds after which an invoice that took too long is asked for again. */
const RETRY_AFTER = 10;

/**
 * The XML of an archived receipt's invoice; null when there is none, or none yet.
 * @throws Problem 409 where it may be among sealed records, and when what the register has sent is damaged
 */
export async function archivedInvoice(
  db: Queries,
  place: RecordPlace,
): Promise<{ name: string; xml: string } | null> {
  const found = await invoiceAt(db, place);
  return found && { name: nameOf(found.invoice, 'xml'), xml: readXml(found.invoice) };
}

/**
 * The same as a PDF file with XML inside (Factur-X, ZUGFeRD), as the register makes it.
 * @throws Problem 409 where the register has sealed records, which may change it, and for an invoice that
 * cannot be made in this form or is damaged; 413 for one that is too long; 503 when it takes too long now
 */
export async function archivedHybrid(
  { db, invoices }: { db: Queries; invoices: InvoiceDocuments },
  place: RecordPlace,
): Promise<{ name: string; pdf: Buffer } | null> {
  const found = await invoiceAt(db, place);
  if (!found) return null;
  const { companyId, registerId } = place;
  await refuseSealed(db, { companyId, registerId });
  const { receipt, invoice } = found;
  refuseTooLong(receipt);
  const lastSq = Number.isSafeInteger(invoice.CfgSq) ? Number(invoice.CfgSq) : 0;
  const { cfg, flaw } = await readCfg(db, { companyId, id: registerId, rn: receipt.RN, lastSq });
  if (flaw !== null) throw new Problem(409, `${flaw}; only the XML is there`);
  if (!cfg) return null;
  const made = await invoices
    .hybrid(receipt, invoice, { cfg, country: countryFor(cfg) })
    .catch((error: unknown) => {
      // Damage is not the portal's fault, and is said as such.
      readXml(invoice);
      throw error;
    });
  if ('pdf' in made) return { name: nameOf(invoice, 'pdf'), pdf: made.pdf };
  if (made.mayRepeat) throw new Problem(503, made.problem, [], RETRY_AFTER);
  throw new Problem(
    409,
    `this invoice cannot be put into a PDF file, only the XML is there: ${made.problem}`,
  );
}

/**
 * What became of an archived receipt's invoice; null when none was asked for.
 * @throws Problem 409 where the register has sealed records, which may tell of it
 */
export async function invoiceHistory(db: Queries, place: RecordPlace): Promise<InvoiceHistory | null> {
  const { companyId, registerId, sq } = place;
  const found = await recordAt(db, companyId, registerId, sq);
  if (!found) return null;
  await refuseSealed(db, { companyId, registerId });
  const now = stateIn(found.record);
  if (!now) return null;
  const invoice = (await invoiceAt(db, place))?.invoice ?? null;
  const rows = await db.select<{ line: string }>(
    `SELECT line FROM records
      WHERE company_id = $companyId AND register_id = $registerId AND of_sq = $sq
      ORDER BY sq LIMIT ${MOST_STEPS}`,
    { companyId, registerId, sq },
  );
  const told = rows.map(({ line }) => recordOf(line)).filter(({ About }) => About === ABOUT_INVOICE);
  const history = [recordOf(found.line), ...told].flatMap(stepOf);
  if (invoice) history.push({ state: 'made', time: invoice.D, sq: invoice.SQ });
  const route: unknown = invoice?.Route;
  return {
    state: textOf(now.State),
    id: textOf(now.Id),
    number: textOf(invoice?.Number),
    system: textOf(now.System),
    form: textOf(now.Form),
    channel: isTree(route) ? textOf(route.channel) : null,
    recipient: textOf(found.record.ESR?.DDto),
    digest: textOf(invoice?.Digest),
    history: history.sort((a, b) => a.sq - b.sq),
  };
}

/** The XML of a record; whoever reads it finds the damage. @throws Problem 409 when it is damaged */
function readXml(invoice: JournalRecord): string {
  try {
    return xmlOf(invoice);
  } catch {
    throw new Problem(409, `the e-invoice in record ${invoice.SQ} is damaged: only its line can be read`);
  }
}

/** @throws Problem 409 where it may be among sealed records, or cannot be read */
async function invoiceAt(db: Queries, { companyId, registerId, sq }: RecordPlace): Promise<Invoiced | null> {
  const receipt = (await recordAt(db, companyId, registerId, sq))?.record;
  if (receipt) refuseUnreadable(receipt);
  const document = receipt && stateIn(receipt)?.Document;
  const isNamed = typeof document === 'number' && Number.isSafeInteger(document) && document > sq;
  const invoice = isNamed ? (await recordAt(db, companyId, registerId, document))?.record : null;
  if (invoice) refuseUnreadable(invoice);
  if (receipt && invoice?._ === INVOICE && invoice.Of === sq) return { receipt, invoice };
  if (receipt) await refuseSealed(db, { companyId, registerId });
  return null;
}

function stateIn({ Fis }: JournalRecord): Tree | null {
  const state: unknown = isTree(Fis) ? Fis.EInvoice : null;
  return isTree(state) ? state : null;
}

function stepOf(record: JournalRecord): InvoiceStep[] {
  const { State, D, Reason, Reference } = stateIn(record) ?? {};
  if (typeof State !== 'string') return [];
  const [reason, reference] = [textOf(Reason), textOf(Reference)];
  return [
    {
      ...{ state: State, time: textOf(D) ?? record.D, sq: record.SQ },
      ...(reason !== null && { reason }),
      ...(reference !== null && { reference }),
    },
  ];
}

function nameOf({ Number: number, Id }: JournalRecord, extension: 'xml' | 'pdf'): string {
  return fileNameOf(String(number), String(Id), extension);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
