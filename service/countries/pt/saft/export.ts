/**
 * Writes a file. The journal is read once: the documents of the four sections wait on the disk until it is known
 * what stands before them (customers, products, taxes, counts and totals). Nothing is kept of a document, so a
 * year takes no more memory than a day, apart from its customers and products.
 */
import type { ExportScope, ExportSource } from '../../contract/exports.ts';
import { Spool } from '../../base/spool.ts';
import type { DocumentClass } from '../document.ts';
import type { TaxTable } from '../taxes.ts';
import { Counts } from './counts.ts';
import { encode } from './cp1252.ts';
import { Customers } from './customers.ts';
import { DOCUMENT_WRITERS } from './documents.ts';
import { readEntry, type Entry, type Selection } from './entry.ts';
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
  try {
    await book.read();
    yield encode(
      '<?xml version="1.0" encoding="Windows-1252"?>\n' +
        `<AuditFile xmlns="urn:OECD:StandardAuditFile-Tax:PT_1.04_01">\n${contents.header}`,
    );
    yield* book.masterFiles();
    yield* book.sourceDocuments();
    yield encode('</AuditFile>\n');
  } finally {
    await book.close();
  }
}

/** What a section is made of. */
interface Section {
  counts: Counts;
  documents: Spool;
}

class Book {
  private readonly scope: ExportScope;
  private readonly selection: Selection;
  private readonly customers = new Customers();
  readonly products = new Products();
  readonly taxes: Taxes;
  private readonly sections: Readonly<Record<DocumentClass, Section>>;

  constructor({ scope, selection, groups }: Contents) {
    this.scope = scope;
    this.selection = selection;
    this.taxes = new Taxes(groups);
    const section = () => ({ counts: new Counts(), documents: new Spool(scope.folder, 'latin1') });
    this.sections = { SI: section(), MG: section(), WD: section(), PY: section() };
  }

  /** Reads all documents, and writes down what waits. */
  async read(): Promise<void> {
    let [read, documents] = [0, 0];
    for (const source of this.scope.sources) {
      for await (const page of source.pages()) {
        for (const record of page) {
          const entry = readEntry(record, this.selection);
          if (!entry) continue;
          await this.take(entry, source);
          if (++documents % FLUSHED === 0) await this.flush();
        }
        await this.flush();
        read += page.length;
        this.scope.progress(read);
      }
    }
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
    const sections = SECTIONS.filter(([section]) => this.sections[section].counts.documents > 0);
    if (sections.length > 0) yield encode('<SourceDocuments>\n');
    for (const [section, name] of sections) {
      const { counts, documents } = this.sections[section];
      yield encode(`<${name}>\n${counts.xml(section)}`);
      yield* documents.content();
      yield encode(`</${name}>\n`);
    }
    if (sections.length > 0) yield encode('</SourceDocuments>\n');
  }

  /** Lets go of what waits. */
  async close(): Promise<void> {
    for (const { documents } of Object.values(this.sections)) await documents.close();
  }

  private async take(entry: Entry, source: ExportSource): Promise<void> {
    const { record } = entry;
    const by = mayBeCancelled(source, record) ? await source.voidOf(record) : null;
    const status = statusOf(entry, source, by);
    const customerId = this.customers.idOf(entry.esr, record.Fis);
    const lines = linesOf(entry, this);
    const movementCode = movementCodeOf(source, entry.id);
    const { counts, documents } = this.sections[entry.class];
    counts.take(lines, by !== null);
    documents.add(DOCUMENT_WRITERS[entry.class]({ entry, lines, status, customerId, movementCode }));
  }

  private async flush(): Promise<void> {
    for (const { documents } of Object.values(this.sections)) await documents.flush();
  }
}

/** Documents after which what waits is written: pages of the journal are long. */
const FLUSHED = 100;

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
