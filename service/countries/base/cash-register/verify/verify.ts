/**
 * Checks a SAF-T Cash Register for what its schema cannot hold: codes and people that are nowhere
 * described, numbers, sums of transactions and of Z reports, and signatures whose certificate it carries.
 */
import type { ExportFiles, ExportFinding, ExportReport } from '../../../contract/audit.ts';
import { centsOf, readAuditFile, textOf, within, type Element } from './reader.ts';
import { chainText, isSigned, looksSigned, norwegianText, verifierOf, type Verifier } from './signatures.ts';

/** Elements that are told one by one. */
const TOLD: ReadonlySet<string> = new Set([
  ...['companyIdent', 'employee', 'vatCodeDetail', 'article', 'basic', 'registerID', 'event'],
  'cashtransaction',
]);
/** Findings of a file that are told. */
const MOST = 50;
const NAMESPACE = /^urn:StandardAuditFile-Taxation-CashRegister:(?:DK|NO)$/;
/** Money that is no sale, by predefined code. */
const NO_SALE: ReadonlySet<string> = new Set(['11007', '11010', '11011']);

/** Elements that name something that has to be described at the head, and in which list. */
const KEYS: readonly (readonly [element: string, list: string])[] = [
  ...([
    ['empID', 'employee'],
    ['artID', 'article'],
    ['artGroupID', 'basic 04'],
    ['vatCode', 'vat'],
  ] as const),
  ...([
    ['eventType', 'basic 13'],
    ['paymentType', 'basic 12'],
    ['transType', 'basic 11'],
  ] as const),
  ...([
    ['raiseType', 'basic 10'],
    ['dscTp', 'basic 08'],
  ] as const),
];

interface ZReport {
  id: string;
  time: string;
  /** Sales without returns and voids, whichever way the file says so. */
  gross: number;
  returns: number;
  /** Grand total. */
  sales: number;
  /** What the transactions of the file come to. */
  sum: number;
}

/** {@link CountryAudit.exportChecks} of the type `saft`. */
export async function verifyCashRegister(files: ExportFiles): Promise<ExportReport> {
  const findings: ExportFinding[] = [];
  const counts = { files: 0, transactions: 0, reports: 0, signatures: 0 };
  let more = 0;
  let verifiers: Verifier[];
  try {
    verifiers = (files.keys ?? []).map(verifierOf);
  } catch (error) {
    return { findings: [{ file: '', record: 0, text: (error as Error).message }], more, counts };
  }
  for (const name of files.names.filter((each) => each.toLowerCase().endsWith('.xml')).sort()) {
    const content = files.open(name);
    if (!content) continue;
    const file = new AuditFile(verifiers);
    try {
      await readAuditFile(content, TOLD, (element) => file.take(element));
      file.end();
    } catch (error) {
      file.find(0, `it cannot be read: ${(error as Error).message}`);
    }
    counts.files++;
    counts.transactions += file.transactions;
    counts.reports += file.reports.length;
    counts.signatures += file.signatures;
    findings.push(...file.findings.slice(0, MOST).map(({ record, text }) => ({ file: name, record, text })));
    more += Math.max(0, file.findings.length - MOST);
  }
  if (counts.files === 0) findings.push({ file: '', record: 0, text: 'there is no file of a cash register' });
  return { findings, more, counts };
}

/** Whether a text is a number that can be counted with. */
function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

/** What is found in one file; `record` counts its transactions. */
class AuditFile {
  readonly findings: { record: number; text: string }[] = [];
  readonly reports: ZReport[] = [];
  transactions = 0;
  signatures = 0;
  private readonly known = new Set<string>();
  /** Types of transactions with their predefined codes. */
  private readonly predefined = new Map<string, string>();
  private company = '';
  private register = '';
  private first = '';
  private before = { nr: '', signature: '' };
  /** Sales of reports are less what was returned: so in Norway. */
  private isNet = false;
  /** Events of receipts have their ids: both are counted together. */
  private isOneCount = false;
  private readonly verifiers: readonly Verifier[];

  /** @param verifiers of the supplier's keys; none where they are not at hand */
  constructor(verifiers: readonly Verifier[]) {
    this.verifiers = verifiers;
  }

  find(record: number, text: string): void {
    this.findings.push({ record, text });
  }

  take(element: Element): void {
    switch (element.name) {
      case 'auditfile':
        if (!NAMESPACE.test(element.space)) throw new Error('it is no SAF-T Cash Register');
        this.isNet = element.space.endsWith(':NO');
        return;
      case 'companyIdent':
        this.company = element.text.trim();
        return;
      case 'registerID':
        this.register = element.text.trim();
        return;
      case 'employee':
        this.known.add(`employee ${textOf(element, 'empID')}`);
        return;
      case 'article':
        this.known.add(`article ${textOf(element, 'artID')}`);
        return;
      case 'vatCodeDetail':
        this.known.add(`vat ${textOf(element, 'vatCode')}`);
        return;
      case 'basic':
        this.known.add(`basic ${textOf(element, 'basicType')} ${textOf(element, 'basicID')}`);
        this.predefined.set(textOf(element, 'basicID'), textOf(element, 'predefinedBasicID'));
        return;
      case 'event':
        this.event(element);
        return;
      case 'cashtransaction':
        this.transaction(element);
    }
  }

  end(): void {
    let before: ZReport | null = null;
    for (const report of this.reports) {
      const { id, gross, returns, sales, sum } = report;
      // What the first one closes may have begun in another file.
      const isPartial = before === null && this.first !== '1' && Math.abs(sum) < Math.abs(gross);
      if (sum + returns !== gross && !isPartial)
        this.find(
          0,
          `Z report ${id} says ${gross} cents of sales; its transactions come to ${sum + returns}`,
        );
      if (before && sales - before.sales !== gross)
        this.find(0, `the grand total of Z report ${id} does not go on from that of ${before.id}`);
      before = report;
    }
  }

  private keys(element: Element, what: string): void {
    for (const [name, list] of KEYS)
      for (const { text } of within(element, name))
        if (!this.known.has(`${list} ${text.trim()}`))
          this.find(this.transactions, `${what}: ${name} ${text.trim()} is described nowhere`);
  }

  private event(element: Element): void {
    const id = textOf(element, 'eventID');
    this.keys(element, `event ${id}`);
    if (id !== '' && textOf(element, 'transID') === id) this.isOneCount = true;
    const report = element.children.find(({ name }) => name === 'eventReport');
    if (!report || textOf(report, 'reportType') !== 'Z report') return;
    const amount = (name: string) => centsOf([...within(report, name)][0]?.text.trim() ?? '') ?? NaN;
    const [sales, returns] = [amount('reportGrandTotalSales'), amount('reportReturnAmnt')];
    if (sales - amount('reportGrandTotalReturn') !== amount('reportGrandTotalSalesNet'))
      this.find(0, `Z report ${id}: the net grand total is not sales minus returns`);
    const time = `${textOf(report, 'reportDate')}T${textOf(report, 'reportTime')}`;
    const total = amount('totalCashSaleAmnt');
    this.reports.push({ id, time, gross: this.isNet ? total + returns : total, returns, sales, sum: 0 });
  }

  private transaction(element: Element): void {
    const record = ++this.transactions;
    const nr = textOf(element, 'nr');
    if (record === 1) this.first = nr;
    else if (!isNumber(nr) || !isNumber(this.before.nr) || Number(nr) !== Number(this.before.nr) + 1)
      this.find(record, `number ${nr} follows ${this.before.nr}`);
    this.keys(element, `transaction ${nr}`);
    const signed = (of: Element, name: string): number => {
      const cents = Math.abs(centsOf(textOf(of, name)) ?? NaN);
      return textOf(of, 'amntTp') === 'D' ? -cents : cents;
    };
    const gross = signed(element, 'transAmntIn');
    const lines = element.children.filter(({ name }) => name === 'ctLine');
    const sum = lines.reduce((total, line) => total + signed(line, 'lineAmntIn'), 0);
    if (lines.length > 0 && sum !== gross)
      this.find(record, `transaction ${nr}: its lines come to ${sum} cents, its amount is ${gross}`);
    const tax = element.children
      .filter(({ name }) => name === 'vat')
      .reduce((total, vat) => {
        const cents = Math.abs(centsOf(textOf(vat, 'vatAmnt')) ?? NaN);
        return total + (textOf(vat, 'vatAmntTp') === 'D' ? -cents : cents);
      }, 0);
    if (gross - signed(element, 'transAmntEx') !== tax)
      this.find(record, `transaction ${nr}: its taxes come to ${tax} cents, which is not what it bears`);
    this.counted(element, gross);
    this.signature(element, nr, record);
  }

  /** Adds a sale to the Z report that closes its day. */
  private counted(element: Element, gross: number): void {
    const type = textOf(element, 'transType');
    const isTrue = (name: string) => textOf(element, name) === 'true';
    if (isTrue('trainingID') || isTrue('voidTransaction') || NO_SALE.has(this.predefined.get(type) || type))
      return;
    const id = textOf(element, 'transID');
    const time = `${textOf(element, 'transDate')}T${textOf(element, 'transTime')}`;
    const isBefore = (report: ZReport) =>
      this.isOneCount && isNumber(id) && isNumber(report.id)
        ? Number(id) < Number(report.id)
        : time <= report.time;
    const report = this.reports.find(isBefore);
    if (report) report.sum += gross;
  }

  private signature(element: Element, nr: string, record: number): void {
    const signature = textOf(element, 'signature');
    const certificate = textOf(element, 'certificateData');
    const before = record > 1 ? this.before.signature : nr === '1' ? '0' : null;
    if (certificate === '') {
      if (!looksSigned(signature)) this.find(record, `transaction ${nr} has no signature`);
      else if (before !== null && this.verifiers.length > 0) {
        const text = norwegianText(element, before);
        if (this.verifiers.some((fits) => fits(text, signature))) this.signatures++;
        else this.find(record, `transaction ${nr}: the signature does not fit`);
      }
    } else if (before !== null) {
      const text = chainText(element, before, this.register, this.company);
      if (isSigned(text, signature, certificate)) this.signatures++;
      else this.find(record, `transaction ${nr}: the signature does not fit`);
    }
    this.before = { nr, signature };
  }
}
