/** What a tax file says, for comparing it with what it should say. */
import { all, Reader, textAt, type Element } from '../../service/countries/pt/saft/testing/reader.ts';

/** A document of the file; texts as they stand there. */
export interface FileDocument {
  id: string;
  section: string;
  date: string;
  entered: string;
  gross: string;
  status: string;
  hash: string;
}

/** A file that was read. */
export interface SaftFile {
  start: string;
  end: string;
  /** `Global`, or the shop it is about. */
  entity: string;
  documents: FileDocument[];
  /** What stands before the documents, by section. */
  totals: Map<string, Map<string, string>>;
}

const DOCUMENTS = new Set(['Invoice', 'StockMovement', 'WorkDocument', 'Payment']);

/** Reads a whole file. */
export function readSaft(bytes: Uint8Array): SaftFile {
  const file: SaftFile = { start: '', end: '', entity: '', documents: [], totals: new Map() };
  const problems: string[] = [];
  const reader = new Reader((element, parent) => take(file, element, parent), problems);
  reader.write(bytes);
  reader.end();
  if (problems.length > 0) throw new Error(problems.join('; '));
  return file;
}

function take(file: SaftFile, element: Element, parent: string): void {
  if (element.name === 'Header') {
    file.start = textAt(element, 'StartDate');
    file.end = textAt(element, 'EndDate');
    file.entity = textAt(element, 'TaxEntity');
  } else if (DOCUMENTS.has(element.name)) file.documents.push(documentOf(element, parent));
  else if (parent !== 'MasterFiles') {
    const totals = file.totals.get(parent) ?? new Map<string, string>();
    file.totals.set(parent, totals.set(element.name, element.text));
  }
}

function documentOf(element: Element, section: string): FileDocument {
  const first = (...names: string[]) => names.map((name) => textAt(element, name)).find(Boolean) ?? '';
  const [status] = all(element, 'DocumentStatus')[0]!.children;
  return {
    section,
    id: first('InvoiceNo', 'DocumentNumber', 'PaymentRefNo'),
    date: first('InvoiceDate', 'MovementDate', 'WorkDate', 'TransactionDate'),
    entered: textAt(element, 'SystemEntryDate'),
    gross: textAt(element, 'DocumentTotals', 'GrossTotal'),
    status: status!.text,
    hash: textAt(element, 'Hash'),
  };
}
