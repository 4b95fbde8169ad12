/**
 * Writes a file. The journal is read once to find out what stands before the
 * documents (customers, products, taxes, counts and totals), then once for each
 * section that has any. Its sources show it each time as it was when the export
 * began, whatever is sold meanwhile. Nothing is kept of a document, so a year
 * takes no more memory than a day, apart from its customers and products.
 */
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { ExportScope, ExportSource } from '../../contract/exports.ts';
import { classOf, DOCUMENTS, type DocumentClass, type DocumentType } from '../document.ts';
import type { TaxTable } from '../taxes.ts';
import { Counts } from './counts.ts';
import { encode } from './cp1252.ts';
import { Customers } from './customers.ts';
import { DOCUMENT_WRITERS } from './documents.ts';
import { readEntry, type Selection } from './entry.ts';
import { linesOf } from './lines.ts';
import { Products } from './products.ts';
import { mayBeCancelled, movementCodeOf, statusOf } from './status.ts';
import { Taxes } from './taxes.ts';

/** Sections in the order of the schema. */
const SECTIONS = [
  ['SI', 'SalesInvoices'],
  ['MG', 'MovementOfGoods'],
  ['WD', 'WorkingDocuments'],
  ['PY', 'Payments'],
] as const satisfies readonly (readonly [DocumentClass, string])[];

/** What a file is made of. */
export interface Contents {
  header: string;
  scope: ExportScope;
  selection: Selection;
  /** Tax groups of the installation. */
  groups: TaxTable;
}

/** The bytes of a file. */
export async function* write(contents: Contents): AsyncGenerator<Buffer> {
  const book = new Book(contents);
  await book.read();
  yield encode(
    '<?xml version="1.0" encoding="Windows-1252"?>\n' +
      `<AuditFile xmlns="urn:OECD:StandardAuditFile-Tax:PT_1.04_01">\n${contents.header}`,
  );
  yield* book.masterFiles();
  yield* book.sourceDocuments();
  yield encode('</AuditFile>\n');
}

class Book {
  private readonly scope: ExportScope;
  private readonly selection: Selection;
  private readonly customers = new Customers();
  readonly products = new Products();
  readonly taxes: Taxes;
  private readonly counts: Record<DocumentClass, Counts> = {
    SI: new Counts(),
    MG: new Counts(),
    WD: new Counts(),
    PY: new Counts(),
  };
  /** Records of the period. */
  private records = 0;
  /** Documents in their sections so far. */
  private written = 0;

  constructor({ scope, selection, groups }: Contents) {
    this.scope = scope;
    this.selection = selection;
    this.taxes = new Taxes(groups);
  }

  /** The first reading. */
  async read(): Promise<void> {
    let read = 0;
    for await (const [page, source] of this.pages()) {
      for (const record of page) {
        const entry = readEntry(record, this.selection);
        if (!entry) continue;
        const cancelled = mayBeCancelled(source, record) && (await source.voidOf(record)) !== null;
        this.customers.idOf(entry.esr);
        this.counts[entry.class].take(linesOf(entry, this), cancelled);
      }
      read += page.length;
      // The first reading is half of the work, those for the sections are the other half.
      this.scope.progress(Math.floor(read / 2));
    }
    this.records = read;
  }

  /** Customers, products and taxes of the documents. */
  *masterFiles(): Generator<Buffer> {
    yield encode('<MasterFiles>\n');
    yield* pieces(this.customers.xml());
    yield* pieces(this.products.xml());
    const taxes = this.taxes.xml();
    yield encode(`${taxes === '' ? '' : `<TaxTable>\n${taxes}</TaxTable>\n`}</MasterFiles>\n`);
  }

  /** The sections that have documents. */
  async *sourceDocuments(): AsyncGenerator<Buffer> {
    const sections = SECTIONS.filter(([section]) => this.counts[section].documents > 0);
    if (sections.length > 0) yield encode('<SourceDocuments>\n');
    for (const [section, name] of sections) {
      yield encode(`<${name}>\n${this.counts[section].xml(section)}`);
      yield* this.documents(section);
      yield encode(`</${name}>\n`);
    }
    if (sections.length > 0) yield encode('</SourceDocuments>\n');
    this.scope.progress(this.records);
  }

  private async *documents(section: DocumentClass): AsyncGenerator<Buffer> {
    const writeDocument = DOCUMENT_WRITERS[section];
    let piece = '';
    for await (const [page, source] of this.pages(numbersOf(section))) {
      for (const record of page) {
        const entry = readEntry(record, this.selection);
        if (entry?.class !== section) continue;
        const by = mayBeCancelled(source, record) ? await source.voidOf(record) : null;
        const status = statusOf(entry, source, by);
        const lines = linesOf(entry, this);
        const customerId = this.customers.idOf(entry.esr);
        const movementCode = movementCodeOf(source, entry.id);
        piece += writeDocument({ entry, lines, status, customerId, movementCode });
        this.written += 1;
        if (piece.length < PIECE) continue;
        yield encode(piece);
        piece = '';
      }
      this.scope.progress(Math.floor((this.records * (1 + this.written / this.documentCount)) / 2));
    }
    if (piece !== '') yield encode(piece);
  }

  private async *pages(numbers?: readonly string[]): AsyncGenerator<[JournalRecord[], ExportSource]> {
    for (const source of this.scope.sources) {
      for await (const page of source.pages(numbers)) yield [page, source];
    }
  }

  private get documentCount(): number {
    return SECTIONS.reduce((sum, [section]) => sum + this.counts[section].documents, 0);
  }
}

/** What the numbers of a section's documents begin with. */
function numbersOf(section: DocumentClass): string[] {
  const types = Object.keys(DOCUMENTS) as DocumentType[];
  return types.filter((type) => classOf(type) === section).map((type) => `${type} `);
}

/**
 * Characters of a piece. Much longer texts would be kept apart from others in
 * memory, where they wait long to be given free.
 */
const PIECE = 1 << 16;

function* pieces(elements: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const element of elements) {
    piece += element;
    if (piece.length < PIECE) continue;
    yield encode(piece);
    piece = '';
  }
  if (piece !== '') yield encode(piece);
}
