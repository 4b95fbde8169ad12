/**
 * Checks a journal export of SKVFS 2021:16: its form ({@link formOf}), and what no schema can hold:
 * order of time, numbers, sums of receipts and of Z reports, grand totals, copies and their originals,
 * control units and codes. Codes themselves are secret sums of the units.
 */
import type { ExportFiles, ExportFinding, ExportReport } from '../../contract/audit.ts';
import { readAuditFile, textOf, type Element } from '../../base/cash-register/verify/reader.ts';
import { formOf, HEAD, RECEIPTS } from './grammar.ts';
import { amountOf, Day, sumsOf } from './sums.ts';

/** Findings of a file that are told. */
const MOST = 50;
const ROOT = 'ExportAvDataFranJournalminneEnligtSKVFS2021-16';
const ROOT_SPACE = 'http://xmls.skatteverket.se/se/skatteverket/td/instans/utredningsstod/1.0';
/** Lists whose elements are told one by one. */
const LISTS: ReadonlySet<string> = new Set(['KassaregistersystemLISTA', 'RegistreringLISTA']);
const TOLD: ReadonlySet<string> = new Set([...HEAD.map(([name]) => name), 'Handelse']);

/** {@link CountryAudit.exportChecks} of the journal export. */
export async function verifyJournalExport(files: ExportFiles): Promise<ExportReport> {
  const findings: ExportFinding[] = [];
  const counts = { files: 0, events: 0, receipts: 0, reports: 0 };
  let more = 0;
  for (const name of files.names.filter((each) => each.toLowerCase().endsWith('.xml')).sort()) {
    const content = files.open(name);
    if (!content) continue;
    const file = new JournalFile();
    try {
      await readAuditFile(
        content,
        TOLD,
        (element) => file.take(element),
        (list) => file.passed(list),
      );
      file.end();
    } catch (error) {
      file.find(`it cannot be read: ${(error as Error).message}`);
    }
    counts.files++;
    counts.events += file.events;
    counts.receipts += file.receipts;
    counts.reports += file.reports;
    findings.push(...file.findings.slice(0, MOST).map(({ record, text }) => ({ file: name, record, text })));
    more += Math.max(0, file.findings.length - MOST);
  }
  if (counts.files === 0) findings.push({ file: '', record: 0, text: 'there is no file of a journal' });
  return { findings, more, counts };
}

/** A Z report that was read. */
interface Closed {
  number: number;
  sales: number;
  returns: number;
}

/** What is known of a register so far. */
class RegisterSoFar {
  /** First and last number of a receipt. */
  first = 0;
  number = 0;
  /** Receipts since the last Z report. */
  day = new Day();
  closed: Closed | null = null;
  /** Sales and returns that can be copied, by their numbers: time, code and total. */
  readonly copied = new Map<string, { told: string; isCopied: boolean }>();
}

/** What is found in one file; `record` counts its events. */
class JournalFile {
  readonly findings: { record: number; text: string }[] = [];
  events = 0;
  receipts = 0;
  reports = 0;
  private readonly registers = new Map<string, RegisterSoFar>();
  private readonly chosen = new Set<string>();
  private readonly systems = new Set<string>();
  private company = '';
  private before = '';
  /** Place in the head. */
  private next = 0;

  find(text: string): void {
    this.findings.push({ record: this.events, text });
  }

  take(element: Element): void {
    if (element.name === ROOT) {
      if (element.space !== ROOT_SPACE) throw new Error('it is no journal export of SKVFS 2021:16');
      return;
    }
    if (element.name === 'Handelse') this.event(element);
    else if (TOLD.has(element.name)) this.head(element);
    else throw new Error('it is no journal export of SKVFS 2021:16');
  }

  /** A list around what is told. */
  passed(list: string): void {
    if (!LISTS.has(list)) this.find(`${list} is no element of the export`);
  }

  end(): void {
    this.headUpTo(HEAD.length);
    for (const [name, { closed, day }] of this.registers)
      for (const named of day.named)
        if (named !== '0' && Number(named) <= (closed?.number ?? 0))
          this.find(`register ${name}: a receipt behind Z report ${closed!.number} names number ${named}`);
  }

  private head(element: Element): void {
    const at = HEAD.findIndex(([name]) => name === element.name);
    if (at < this.next - 1) this.find(`${element.name} stands behind ${HEAD[this.next - 1]![0]}`);
    this.headUpTo(at);
    this.next = Math.max(this.next, at + 1);
    const problem = formOf(element, HEAD[at]![1]);
    if (problem !== null) this.find(problem);
    if (element.name === 'InformationOmForetaget') {
      this.company = textOf(element, 'OrganisationsnummerEllerPersonnummer');
      if (!hasCheckDigit(this.company)) this.find(`the check digit of the company ${this.company} is wrong`);
    }
    if (element.name === 'Kassaregistersystemet') this.systems.add(textOf(element, 'Kassabeteckning'));
    if (element.name === 'BeteckningPaValdaKassaregisterForExportAvDataFranJournalminnenLISTA')
      for (const { text } of element.children) this.chosen.add(text);
  }

  private headUpTo(at: number): void {
    for (const [name, , mustBe] of HEAD.slice(this.next, at)) if (mustBe) this.find(`${name} is missing`);
    this.next = Math.max(this.next, at);
  }

  private event(element: Element): void {
    if (this.events++ === 0) this.headUpTo(HEAD.length);
    const problem = formOf(element, '');
    if (problem !== null) {
      this.find(problem);
      return;
    }
    const name = textOf(element, 'Kassabeteckning');
    if (!this.chosen.has(name) || !this.systems.has(name))
      this.find(`the head does not name the register ${name}`);
    const time = textOf(element, 'Registreringstidpunkt');
    if (time < this.before) this.find(`${time} stands behind ${this.before}`);
    else this.before = time;
    const content = element.children.at(-1)!;
    const register = this.registers.get(name) ?? new RegisterSoFar();
    this.registers.set(name, register);
    const inside = textOf(content, 'Kassabeteckning');
    if (inside !== '' && inside !== name) this.find(`an event of ${name} holds a document of ${inside}`);
    const company = textOf(content, 'OrganisationsnummerEllerPersonnummer');
    if (company !== '' && company !== this.company) this.find(`a document is of the company ${company}`);
    if (RECEIPTS.includes(content.name)) this.receipt(content, register);
    if (content.name === 'ProFormaKvitto') this.bill(content);
    if (content.name === 'ZDagrapport' || content.name === 'XDagrapport') this.report(content, register);
  }

  /** A bill has neither number nor payments; what it says adds up. */
  private bill(bill: Element): void {
    const problem = sumsOf(bill);
    if (problem !== null) this.find(`ProFormaKvitto: ${problem}`);
  }

  private receipt(receipt: Element, register: RegisterSoFar): void {
    this.receipts++;
    const of = (name: string) => textOf(receipt, name);
    const text =
      of('LopnummerForKassakvitto') || of('LopnummerForKvittokopia') || of('LopnummerForOvningskvitto');
    const say = (what: string) => this.find(`${receipt.name} ${text}: ${what}`);
    // Unfinished bills have numbers of the same series, and no events.
    if (text !== '' && Number(text) <= register.number) say(`number ${text} follows ${register.number}`);
    else if (text !== '') {
      register.number = Number(text);
      register.first ||= register.number;
    }
    const problem = sumsOf(receipt);
    if (problem !== null) say(problem);
    const server = of('TillverkningsnummerForKontrollsystemet');
    if (receipt.name === 'Kassakvitto' && of('Kontrollkod') !== '' && server !== '')
      say('a control server gives a code of its own kind');
    register.day.add(receipt);
    if (receipt.name === 'KopiaAvKassakvitto') this.copy(receipt, register, say);
    else if (receipt.name !== 'Ovningskvitto')
      register.copied.set(text, {
        told: told(
          of('DatumOchKlockslagNarKvittoFramstalls') || of('DatumOchKlockslagNarReturkvittoFramstalls'),
          of('Kontrollkod') || of('Avstamningskod'),
          receipt,
        ),
        isCopied: false,
      });
  }

  private copy(copy: Element, register: RegisterSoFar, say: (what: string) => void): void {
    const number = textOf(copy, 'LopnummerPaOriginalkvitto');
    const original = register.copied.get(number);
    if (!original) {
      // What it is a copy of may stand in another file.
      if ([...register.copied.keys()].some((each) => Number(each) < Number(number)))
        say(`there is no receipt ${number}`);
      return;
    }
    if (original.isCopied) say(`receipt ${number} was copied before`);
    original.isCopied = true;
    const is = told(
      textOf(copy, 'DatumOchKlockslagNarOriginalkvittoFramstalldes'),
      textOf(copy, 'KontrollkodForKvittotSomKopianAvser') ||
        textOf(copy, 'AvstamningskodForKvittotSomKopianAvser'),
      copy,
    );
    if (is !== original.told) say(`time, code or total are not those of receipt ${number}`);
  }

  private report(report: Element, register: RegisterSoFar): void {
    this.reports++;
    const { day, closed } = register;
    const of = (name: string) => amountOf(report, name);
    const [sales, returns] = [of('GrandTotalForsaljning'), of('GrandTotalRetur')];
    const number = Number(textOf(report, 'LopnummerForZDagrapport'));
    const what = report.name === 'ZDagrapport' ? `Z report ${number}` : 'an X report';
    const say = (text: string) => this.find(`${what}: ${text}`);
    if (sales - returns !== of('GrandTotalNetto')) say('the net grand total is not sales minus returns');
    // What the first one counts may have begun in another file.
    const isWhole = closed !== null || number === 1 || register.first === 1;
    if (isWhole) for (const problem of day.against(report)) say(problem);
    const { sales: sold, returns: given } = day.totals;
    const before = closed ?? { sales: 0, returns: 0 };
    if (isWhole && (sales - before.sales !== sold || returns - before.returns !== given))
      say('its grand totals do not go on from those before');
    if (report.name !== 'ZDagrapport') return;
    if (closed && number !== closed.number + 1) say(`it follows number ${closed.number}`);
    for (const named of day.named)
      if (named !== String(number)) say(`one of its receipts names number ${named}`);
    register.closed = { number, sales, returns };
    register.day = new Day();
  }
}

/** What a copy repeats of its original. */
function told(time: string, code: string, receipt: Element): string {
  return [time, code, textOf(receipt, 'TotaltForsaljningsbeloppISvenskaKronor')].join(' ');
}

/** Whether the last digit of an organisation or personal number fits the nine before it. */
function hasCheckDigit(number: string): boolean {
  const digits = [...number.slice(-10)].map(Number);
  const sum = digits.reduce((all, digit, i) => {
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
