/** Rules about what documents say of each other, and of goods on their way. */
import { all, child, fixed, textAt, type Element } from './reader.ts';

/** What other documents may refer to. */
interface Known {
  section: string;
  type: string;
  date: string;
  status: string;
  gross: bigint;
}

/** A reference, checked when all documents are known: registers stand one after the other in a file. */
interface Reference {
  from: string;
  to: string;
  kind: 'corrects' | 'made from' | 'settles';
  /** Of the document that refers. */
  status: string;
  date: string;
  gross: bigint;
  /** Date that the reference gives, empty for none. */
  said: string;
}

const HASH_CONTROL =
  /^([0-9]+|[0-9]+\.[0-9]+|[0-9]+-[A-Z]{2}M [^/^ ]+\/[0-9]+|[0-9]+-[A-Z]{2}D [^ ]+ [^/^ ]+\/[0-9]+)$/;
const ATCUD = /^([A-Z0-9]{8,})-([1-9][0-9]*)$/;

/** Names of a document's parts. */
export interface DocumentNames {
  section: string;
  id: string;
  type: string;
  date: string;
  status: string;
}

/** Checks the documents of a file against each other. */
export class DocumentRules {
  private readonly known = new Map<string, Known>();
  private readonly references: Reference[] = [];
  /** Credit notes with lines that name no document. */
  private readonly unnamed = new Set<string>();
  /** Series by validation code, and the other way around. */
  private readonly series = new Map<string, string>();
  private readonly codes = new Map<string, string>();

  /** Checks a document alone, and remembers it. */
  take(document: Element, names: DocumentNames, fail: (text: string) => void): void {
    const [id, type, date] = [names.id, names.type, names.date].map((name) => textAt(document, name)) as [
      string,
      string,
      string,
    ];
    const status = textAt(document, 'DocumentStatus', names.status);
    const gross = fixed(textAt(document, 'DocumentTotals', 'GrossTotal'));
    this.known.set(id, { section: names.section, type, date, status, gross });
    this.checkCode(id, textAt(document, 'ATCUD'), fail);
    const control = textAt(document, 'HashControl');
    if (control !== '' && !HASH_CONTROL.test(control)) fail(`has HashControl ${control}`);
    if (status === 'F' && (names.section === 'SalesInvoices' || names.section === 'Payments'))
      fail('is invoiced, and no document that could be');
    checkMovement(document, names.section, type, control.includes('-'), fail);
    checkCashVat(document, fail);
    const withheld = all(document, 'WithholdingTax').map((w) => fixed(textAt(w, 'WithholdingTaxAmount')));
    if (withheld.reduce((a, b) => a + b, 0n) > gross) fail('has more tax withheld than its total');
    this.refer(document, { from: id, status, date, gross });
  }

  /** What is wrong with the references, after the last document. */
  end(): string[] {
    const problems: string[] = [];
    /** Credit notes that count, with the documents that each is about. */
    const notes = new Map<string, { about: Set<string>; gross: bigint }>();
    /** How much notes may take is not known where a line names no document, or one of another file. */
    const partly = new Set(this.unnamed);
    for (const reference of this.references) {
      const { kind, from, to, said, date, status, gross } = reference;
      const original = this.known.get(to);
      if (!original) {
        partly.add(from);
        continue;
      }
      const fail = (text: string) => void problems.push(`${from}: ${kind} ${to}, ${text}`);
      if (said !== '' && said !== original.date) fail(`which is dated ${original.date}`);
      const isInvoice = original.section === 'SalesInvoices' && original.type !== 'NC';
      const isOrder = original.section === 'WorkingDocuments' || original.section === 'MovementOfGoods';
      if (kind === 'corrects') {
        if (!isInvoice) fail('which is no invoice');
        if (date < original.date) fail('which is of a later day');
        const note = notes.get(from) ?? { about: new Set(), gross };
        note.about.add(to);
        if (status !== 'A') notes.set(from, note);
        if (status !== 'A' && original.status === 'A') fail('which is cancelled');
      } else if (kind === 'made from') {
        // Only an invoice invoices: a bill may be made from another bill, a transport from a return.
        const invoices = this.known.get(from)!.section === 'SalesInvoices' && status !== 'A';
        if (isOrder && invoices && original.status === 'N') fail('which is not invoiced');
      } else if (original.section === 'Payments') fail('which is a receipt itself');
    }
    const whole = [...notes].filter(([from]) => !partly.has(from)).map(([, note]) => note);
    return [...problems, ...this.takenTooMuch(whole)];
  }

  /** A note may be about several documents: then all of them together are what it, and those about some of them, may take. */
  private takenTooMuch(notes: readonly { about: ReadonlySet<string>; gross: bigint }[]): string[] {
    const sets = new Map(notes.map(({ about }) => [[...about].sort().join(', '), about]));
    return [...sets].flatMap(([ids, documents]) => {
      const taken = notes
        .filter(({ about }) => [...about].every((id) => documents.has(id)))
        .reduce((a, b) => a + b.gross, 0n);
      const whole = [...documents].reduce((sum, id) => sum + this.known.get(id)!.gross, 0n);
      return taken > whole ? [`${ids}: credit notes take more than it is`] : [];
    });
  }

  private checkCode(id: string, atcud: string, fail: (text: string) => void): void {
    const [, code] = ATCUD.exec(atcud) ?? [];
    if (code === undefined) return fail(`has ATCUD ${atcud}`);
    const series = id.slice(0, id.lastIndexOf('/'));
    if ((this.codes.get(series) ?? code) !== code) fail('has another validation code than its series');
    // Codes of tests are made up of a few digits, and may meet.
    const other = code.startsWith('TEST') ? undefined : this.series.get(code);
    if ((other ?? series) !== series) fail(`has the validation code of ${other}`);
    this.codes.set(series, code);
    this.series.set(code, series);
  }

  private refer(document: Element, own: Pick<Reference, 'from' | 'status' | 'date' | 'gross'>): void {
    const seen = new Set<string>();
    const add = (kind: Reference['kind'], to: string, said: string) => {
      if (to === '' || seen.has(`${kind} ${to}`)) return;
      seen.add(`${kind} ${to}`);
      this.references.push({ ...own, kind, to, said });
    };
    const isNote = textAt(document, 'InvoiceType') === 'NC';
    for (const line of all(document, 'Line')) {
      for (const order of all(line, 'OrderReferences'))
        add('made from', textAt(order, 'OriginatingON'), textAt(order, 'OrderDate'));
      for (const settled of all(line, 'SourceDocumentID'))
        add('settles', textAt(settled, 'OriginatingON'), '');
      // Several lines of a note name one document: its total counts once.
      const corrected = textAt(line, 'References', 'Reference');
      if (isNote) add('corrects', corrected, '');
      if (isNote && corrected === '') this.unnamed.add(own.from);
    }
  }
}

/** Goods start when their document is issued, and arrive when they have started. */
function checkMovement(
  document: Element,
  section: string,
  type: string,
  recovered: boolean,
  fail: (text: string) => void,
): void {
  const start = textAt(document, 'MovementStartTime');
  const end = textAt(document, 'MovementEndTime');
  const names = ['MovementStartTime', 'MovementEndTime', 'ShipFrom', 'ShipTo'];
  const mayMove = section === 'MovementOfGoods' || type === 'FT' || type === 'FR';
  if (!mayMove && names.some((name) => child(document, name))) fail('is no document that goes with goods');
  if (start !== '' && !recovered && start < textAt(document, 'SystemEntryDate'))
    fail('its goods start before it is issued');
  if (end !== '' && end < start) fail('its goods arrive before they start');
  for (const place of ['ShipFrom', 'ShipTo'])
    if (child(document, place) && textAt(document, place, 'Address', 'Country') === '')
      fail(`${place} has no address`);
}

/** The cash regime is about domestic sales with tax. */
function checkCashVat(document: Element, fail: (text: string) => void): void {
  if (textAt(document, 'SpecialRegimes', 'CashVATSchemeIndicator') !== '1') return;
  const isTaxed = all(document, 'Line').some((line) => {
    const region = textAt(line, 'Tax', 'TaxCountryRegion');
    return region.startsWith('PT') && fixed(textAt(line, 'Tax', 'TaxPercentage') || '0') > 0n;
  });
  if (!isTaxed) fail('is of the cash VAT regime without domestic tax');
}
