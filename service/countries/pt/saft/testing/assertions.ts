/**
 * Checks a SAF-T (PT) file for what its XSD 1.0 schema cannot: the assertions of
 * the XSD 1.1, and the rules by which the tax authority takes or refuses files.
 */
import { checkChain, type Chains } from './chain-rules.ts';
import { DocumentRules } from './document-rules.ts';
import { checkLines, taxKey, type LineSums } from './line-rules.ts';
import { customerProblems, headerProblems, productProblems, taxProblems } from './master-rules.ts';
import { all, CENT, child, fixed, Reader, textAt, type Element } from './reader.ts';

/** What a check may go by besides the file. */
export interface CheckOptions {
  /** Taxes are those of a POS, which may round each line, and each line of its tax table, for itself. */
  ownTaxes?: boolean;
  /** Public keys, PEM, by key version; without them signatures are not verified. */
  publicKeys?: ReadonlyMap<string, string>;
  /** Where the series had got to in the file before; goes on from file to file. */
  chains?: Chains;
}

/** Names of a section's parts. */
interface Section {
  document: string;
  id: string;
  date: string;
  type: string;
  status: string;
  source: string;
  /** Documents that do not count in the totals. */
  uncounted: ReadonlySet<string>;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  SalesInvoices: section('Invoice', 'InvoiceNo', 'InvoiceDate', 'Invoice', 'AF'),
  MovementOfGoods: section('StockMovement', 'DocumentNumber', 'MovementDate', 'Movement', 'A'),
  WorkingDocuments: section('WorkDocument', 'DocumentNumber', 'WorkDate', 'Work', 'A'),
  Payments: section('Payment', 'PaymentRefNo', 'TransactionDate', 'Payment', 'A'),
};

function section(document: string, id: string, date: string, prefix: string, uncounted: string): Section {
  return {
    document,
    id,
    date,
    type: `${prefix}Type`,
    status: `${prefix}Status`,
    source: prefix === 'Payment' ? 'SourcePayment' : 'SourceBilling',
    uncounted: new Set(uncounted),
  };
}

/** Checks a file that is in memory as a whole. */
export function checkSaft(file: Uint8Array, options: CheckOptions = {}): string[] {
  const checker = new SaftChecker(options);
  checker.write(file);
  return checker.end();
}

/** Checks a file as its bytes come in; memory does not grow with the documents but for their ids. */
export class SaftChecker {
  private readonly problems: string[] = [];
  private readonly reader: Reader;
  private readonly options: CheckOptions;
  private readonly chains: Chains;
  private readonly customers = new Set<string>();
  private readonly products = new Set<string>();
  private readonly taxes = new Set<string>();
  private readonly ids = new Set<string>();
  /** Document type by internal type code. */
  private readonly types = new Map<string, string>();
  private readonly totals = new Map<string, Totals>();
  private readonly rules = new DocumentRules();
  /** Customers of documents. */
  private readonly met = new Set<string>();
  private start = '';
  private till = '';

  constructor(options: CheckOptions = {}) {
    this.options = options;
    this.chains = options.chains ?? new Map();
    this.reader = new Reader((element, parent) => this.take(element, parent), this.problems);
  }

  /** Takes the next bytes of the file. */
  write(chunk: Uint8Array): void {
    this.reader.write(chunk);
  }

  /** After the last byte: everything that is wrong. */
  end(): string[] {
    this.reader.end();
    for (const [name, totals] of this.totals) this.checkTotals(name, totals);
    this.problems.push(...this.rules.end());
    for (const id of this.customers)
      if (!this.met.has(id)) this.problems.push(`customer ${id} is of no document`);
    return this.problems;
  }

  private take(element: Element, parent: string): void {
    if (element.name === 'Header') this.takeHeader(element);
    else if (element.name === 'Customer') {
      this.unique(this.customers, textAt(element, 'CustomerID'), 'customer');
      this.problems.push(...customerProblems(element));
    } else if (element.name === 'Product') {
      this.unique(this.products, textAt(element, 'ProductCode'), 'product');
      this.problems.push(...productProblems(element));
    } else if (element.name === 'TaxTable') {
      for (const entry of all(element, 'TaxTableEntry')) {
        this.unique(this.taxes, taxKey(entry), 'tax');
        this.problems.push(...taxProblems(entry));
      }
    } else if (SECTIONS[parent]) this.takeOfSection(element, parent, SECTIONS[parent]);
  }

  private unique(set: Set<string>, id: string, what: string): void {
    if (set.has(id)) this.problems.push(`${what} ${id} twice`);
    set.add(id);
  }

  private takeHeader(header: Element): void {
    this.problems.push(...headerProblems(header));
    this.start = textAt(header, 'StartDate');
    this.till = textAt(header, 'EndDate');
    if (this.till < this.start) this.problems.push('EndDate before StartDate');
    if (textAt(header, 'FiscalYear') !== this.start.slice(0, 4)) this.problems.push('FiscalYear is another');
    if (textAt(header, 'DateCreated') < this.till) this.problems.push('DateCreated before EndDate');
  }

  private takeOfSection(element: Element, parent: string, names: Section): void {
    const totals = this.totals.get(parent) ?? new Totals();
    this.totals.set(parent, totals);
    if (element.name !== names.document) totals.stated.set(element.name, element.text);
    else {
      const status = textAt(element, 'DocumentStatus', names.status);
      totals.add(
        all(element, 'Line').length,
        this.checkDocument(element, parent, names),
        !names.uncounted.has(status),
      );
    }
  }

  private checkDocument(document: Element, parent: string, names: Section): LineSums {
    const id = textAt(document, names.id);
    const fail = (text: string) => void this.problems.push(`${id}: ${text}`);
    const type = textAt(document, names.type);
    const date = textAt(document, names.date);
    this.unique(this.ids, id, 'document');
    this.checkIdentity(document, names, fail);
    this.checkStatus(document, names, fail);
    if (date < this.start || date > this.till) fail(`is dated ${date}`);
    if (textAt(document, 'Period') !== String(Number(date.slice(5, 7)))) fail('belongs to another period');
    this.met.add(textAt(document, 'CustomerID'));
    if (!this.customers.has(textAt(document, 'CustomerID'))) fail('has an unknown customer');
    this.rules.take(document, { ...names, section: parent }, fail);
    const signed = parent !== 'Payments';
    const chained = {
      id,
      date,
      entered: textAt(document, 'SystemEntryDate'),
      gross: textAt(document, 'DocumentTotals', 'GrossTotal'),
      hash: textAt(document, 'Hash'),
      hashControl: textAt(document, 'HashControl'),
    };
    if (signed && chained.hash.length !== 172) fail('has no signature');
    checkChain(chained, this.chains, this.options.publicKeys, fail);
    const { taxes, products } = this;
    const sums = checkLines(document, { section: parent, type, taxes, products, fail });
    checkAmounts(document, sums, this.options.ownTaxes === true, fail);
    return sums;
  }

  private checkIdentity(document: Element, names: Section, fail: (text: string) => void): void {
    const id = textAt(document, names.id);
    const type = textAt(document, names.type);
    const code = id.split(' ')[0]!;
    if ((this.types.get(code) ?? type) !== type) fail(`${code} stands for two types`);
    this.types.set(code, type);
    const number = id.slice(id.lastIndexOf('/') + 1);
    if (!textAt(document, 'ATCUD').endsWith(`-${number}`)) fail('has an ATCUD of another number');
  }

  private checkStatus(document: Element, names: Section, fail: (text: string) => void): void {
    const status = child(document, 'DocumentStatus')!;
    if (textAt(status, `${names.status}Date`) < textAt(document, 'SystemEntryDate')) {
      fail('has a status older than itself');
    }
    if ((textAt(status, names.status) === 'A') !== (textAt(status, 'Reason') !== '')) {
      fail('a reason belongs to cancelled documents');
    }
    const recovered = textAt(document, 'HashControl').includes('-');
    if (recovered !== (textAt(status, names.source) === 'M')) {
      // Receipts have no HashControl that could say so.
      if (child(document, 'HashControl')) fail('SourceBilling does not fit HashControl');
    }
  }

  private checkTotals(name: string, totals: Totals): void {
    const expected: Record<string, bigint> =
      name === 'MovementOfGoods'
        ? { NumberOfMovementLines: fixed(String(totals.lines)), TotalQuantityIssued: totals.quantity }
        : {
            NumberOfEntries: fixed(String(totals.documents)),
            TotalDebit: totals.debit,
            TotalCredit: totals.credit,
          };
    for (const [field, value] of Object.entries(expected)) {
      const stated = totals.stated.get(field) ?? '';
      if (fixed(stated || '-1') !== value) this.problems.push(`${name}: ${field} is ${stated}`);
    }
  }
}

class Totals {
  readonly stated = new Map<string, string>();
  documents = 0;
  lines = 0;
  debit = 0n;
  credit = 0n;
  quantity = 0n;

  add(lines: number, sums: LineSums, counts: boolean): void {
    this.documents++;
    this.lines += lines;
    if (!counts) return;
    this.debit += sums.debit;
    this.credit += sums.credit;
    this.quantity += sums.quantity;
  }
}

/** Net and tax give the gross; lines give the net; percentages give the tax; payments give the gross. */
function checkAmounts(
  document: Element,
  sums: LineSums,
  ownTaxes: boolean,
  fail: (text: string) => void,
): void {
  const totals = child(document, 'DocumentTotals')!;
  const [net, tax, gross] = (['NetTotal', 'TaxPayable', 'GrossTotal'] as const).map((name) => {
    const text = textAt(totals, name);
    if (!/^\d+\.\d\d$/.test(text)) fail(`${name} ${text} has not two decimals`);
    return fixed(text);
  }) as [bigint, bigint, bigint];
  const off = (a: bigint, b: bigint) => (a > b ? a - b : b - a);
  if (net + tax !== gross) fail('NetTotal and TaxPayable are not GrossTotal');
  if (off(size(sums.credit - sums.debit), net) > 0n) fail('the lines do not add up to NetTotal');
  const lines = all(document, 'Line');
  // Each percentage is rounded for itself.
  const roundings = ownTaxes ? sums.rates + lines.length : sums.rates;
  if (lines.some((l) => child(l, 'Tax')) && off(size(sums.tax), tax) > CENT * BigInt(roundings)) {
    fail('the percentages of the lines do not give TaxPayable');
  }
  checkPaid(document, totals, gross, fail);
}

/** An invoice-receipt is paid in full; others may say how they were paid. */
function checkPaid(document: Element, totals: Element, gross: bigint, fail: (text: string) => void): void {
  const payments = [...all(totals, 'Payment'), ...all(document, 'PaymentMethod')];
  if (payments.length === 0) {
    if (textAt(document, 'InvoiceType') === 'FR') fail('an invoice-receipt needs Payment');
    return;
  }
  const paid = payments.reduce((s, p) => s + fixed(textAt(p, 'PaymentAmount')), 0n);
  const withheld = all(document, 'WithholdingTax').reduce(
    (s, w) => s + fixed(textAt(w, 'WithholdingTaxAmount')),
    0n,
  );
  if (paid !== gross - withheld) fail('the payments do not add up to GrossTotal');
}

function size(n: bigint): bigint {
  return n < 0n ? -n : n;
}
