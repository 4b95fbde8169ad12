/** A fiscal printer of Poland in small: its memory, its day, its paper; each protocol speaks to it in its own way. */
import fs from 'node:fs';
import { localTime, type Clock } from '../../clock.ts';
import { need, POLISH_RATES, row, Sale, tax, zloty, type Rates } from './sale.ts';

/** A receipt in the memory. */
export interface Stored {
  /** Of the daily report that it belongs to. */
  z: number;
  /** Number within the day. */
  number: number;
  /** Local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
  total: number;
  /** Number among all that came out of the printer. */
  id: number;
  /** Number that the till gave it, of an invoice. */
  invoice?: string;
  paper: string[];
}

/** What outlives a power cut. */
interface Contents {
  serial: string;
  /** Daily reports so far. */
  closed: number;
  completed: number;
  cancelled: number;
  /** Of the day, by rate. */
  totals: number[];
  /** First and last sale of the day, ms since 1970; null for none. */
  begun: number | null;
  ended: number | null;
  /** Of the last receipt. */
  last: { perRate: number[]; paid: number; change: number };
  documents: Stored[];
  /** Invoices of the day, and what they add up to, by rate. */
  invoices: number;
  invoiceTotals: number[];
  /** Rate that goods were sold at last, by their name. */
  goods: Record<string, number>;
  /** Whatever came out has a number. */
  printouts: number;
}

/** What people do to a printer; all may change while it runs. */
export interface Conditions {
  hasPaper: boolean;
  coverOpen: boolean;
  isPaperLow: boolean;
  isDrawerOpen: boolean;
  /** How far its clock is wrong, ms. */
  clockOff: number;
  /** The next receipt finds the roll at its end when it is printed: it is in the memory, and paper waits. */
  paperEndsWithin: boolean;
}

const NIP = '5260250274';
const DAY_MS = 24 * 3_600_000;
/** Daily reports that the memory has room for. */
export const MOST_DAYS = 1830;
const SERIAL = 'ZBF 2101002392';

/** How to make a printer. */
export interface DeviceOptions {
  clock: Clock;
  /** File of the memory; forgotten with the process when left out. */
  memory?: string;
  serial?: string;
  rates?: Rates;
  /** What its header says. */
  name?: string;
  /** Called with each receipt, report or text that comes out. */
  printed?(paper: readonly string[]): void;
}

/** A printer. */
export class PolishPrinter {
  readonly conditions: Conditions = {
    ...{ hasPaper: true, coverOpen: false, isPaperLow: false, isDrawerOpen: false, clockOff: 0 },
    paperEndsWithin: false,
  };
  rates: Rates;
  contents: Contents;
  /** The receipt that is begun. */
  sale: Sale | null = null;
  /** What came out and is no receipt, oldest first. */
  readonly texts: string[] = [];
  private readonly options: DeviceOptions;

  constructor(options: DeviceOptions) {
    this.options = options;
    this.rates = options.rates ?? POLISH_RATES;
    const { memory } = options;
    this.contents =
      memory !== undefined && fs.existsSync(memory)
        ? { ...unused(''), ...(JSON.parse(fs.readFileSync(memory, 'utf8')) as Contents) }
        : unused(options.serial ?? SERIAL);
  }

  /** Its clock, ms since 1970. */
  now(): number {
    return this.options.clock.now() + this.conditions.clockOff;
  }

  local(): string {
    return localTime(this.now());
  }

  get documents(): readonly Stored[] {
    return this.contents.documents;
  }

  /** It cannot print at the moment, and waits. */
  get isWaiting(): boolean {
    return !this.conditions.hasPaper || this.conditions.coverOpen;
  }

  /** Another one stands in its place. */
  exchange(serial: string): void {
    this.sale = null;
    this.store(unused(serial));
  }

  begin(): Sale {
    const { contents } = this;
    need(this.sale === null, 'in-transaction');
    need(contents.closed < MOST_DAYS, 'memory');
    need(contents.begun === null || this.now() - contents.begun <= DAY_MS, 'closing');
    need(contents.ended === null || this.now() >= contents.ended - 60_000, 'clock');
    this.sale = new Sale(this.rates, (name) =>
      Object.hasOwn(contents.goods, name) ? contents.goods[name] : undefined,
    );
    return this.sale;
  }

  /** The receipt that is begun. */
  open(): Sale {
    need(this.sale !== null, 'no-transaction');
    return this.sale;
  }

  /** Puts the receipt into the memory, then on paper. @param isMore lines follow, until {@link release} */
  finish(footer: readonly string[] = [], isMore = false): Stored {
    const sale = this.open();
    const { contents } = this;
    const now = this.now();
    const { invoice } = sale;
    const number = invoice ? contents.invoices + 1 : contents.completed + contents.cancelled + 1;
    const z = contents.closed + 1;
    const time = localTime(now);
    const paper = [
      ...this.header(),
      ...(invoice ? [`FAKTURA ${invoice.number}`, `NABYWCA: ${invoice.buyer}`] : ['PARAGON FISKALNY']),
      ...sale.paper,
      row(String(number).padStart(5, '0'), time.slice(0, 16).replace('T', ' ')),
      ...footer,
      `(PL) ${contents.serial}`,
    ];
    const document: Stored = {
      ...{ z, number, time, total: sale.total, id: contents.printouts + 1, paper },
      ...(invoice && { invoice: invoice.number }),
    };
    const added = (totals: readonly number[]) => totals.map((value, slot) => value + sale.perRate[slot]!);
    const goods = { ...contents.goods };
    for (const { name, slot } of sale.sold) goods[name] = this.rates[slot] ?? 0;
    this.sale = null;
    this.store({
      ...{ goods, documents: [...contents.documents, document] },
      ...(invoice
        ? { invoices: contents.invoices + 1, invoiceTotals: added(contents.invoiceTotals) }
        : { completed: contents.completed + 1, totals: added(contents.totals) }),
      ...{ begun: contents.begun ?? now, ended: now, printouts: contents.printouts + 1 },
      last: { perRate: sale.perRate, paid: sale.paid || sale.total, change: sale.change },
    });
    if (this.conditions.paperEndsWithin) {
      this.conditions.paperEndsWithin = false;
      this.conditions.hasPaper = false;
    }
    if (!isMore) this.options.printed?.(paper);
    return document;
  }

  /** The paper of the last receipt is whole. */
  release(): void {
    this.options.printed?.(this.contents.documents.at(-1)!.paper);
  }

  /** Adds lines to the paper of the last receipt. */
  append(line: string): void {
    const { documents } = this.contents;
    const last = documents.at(-1)!;
    this.store({ documents: [...documents.slice(0, -1), { ...last, paper: [...last.paper, line] }] });
  }

  cancel(): void {
    const { perRate, paid, change } = this.open();
    this.sale = null;
    this.store({
      ...{ cancelled: this.contents.cancelled + 1, printouts: this.contents.printouts + 1 },
      last: { perRate, paid, change },
    });
  }

  /** The daily report. @param day `YYYY-MM-DD`, which has to be that of its clock */
  closeDay(day: string | undefined): number {
    const { contents } = this;
    need(this.sale === null, 'in-transaction');
    need(day === undefined || day === this.local().slice(0, 10), 'date');
    need(contents.completed + contents.cancelled + contents.invoices > 0, 'nothing-sold');
    const closed = contents.closed + 1;
    const total = contents.totals.reduce((all, value) => all + value, 0);
    const taxes = contents.totals.reduce((all, value, slot) => all + tax(value, this.rates[slot]), 0);
    this.text([
      ...['RAPORT FISKALNY', `DOBOWY NR ${closed}`],
      ...contents.totals.flatMap((value, slot) =>
        this.rates[slot] === undefined ? [] : [row(`SPRZEDAŻ PTU ${'ABCDEFG'[slot]!}`, zloty(value))],
      ),
      ...[row('ŁĄCZNA KWOTA PTU', zloty(taxes)), row('ŁĄCZNA SPRZEDAŻ BRUTTO', zloty(total))],
      ...(contents.invoices > 0 ? [row('FAKTURY', String(contents.invoices))] : []),
      ...[row('PARAGONY', String(contents.completed)), row('ANULOWANE', String(contents.cancelled))],
    ]);
    const { perRate, ...last } = this.contents.last;
    this.store({
      ...{ closed, completed: 0, cancelled: 0, begun: null },
      ...{ totals: this.rates.map(() => 0), invoices: 0, invoiceTotals: this.rates.map(() => 0) },
      last: { ...last, perRate: perRate.map(() => 0) },
    });
    return closed;
  }

  /** Prints what is no receipt. */
  text(lines: readonly string[]): void {
    const paper = [...this.header(), ...lines, `${this.contents.serial}`];
    this.texts.push(paper.join('\n'));
    this.store({ printouts: this.contents.printouts + 1 });
    this.options.printed?.(paper);
  }

  private header(): string[] {
    return [this.options.name ?? 'Drukarka fiskalna', `NIP ${NIP} nr:${this.contents.printouts + 1}`];
  }

  private store(change: Partial<Contents>): void {
    Object.assign(this.contents, change);
    const { memory } = this.options;
    if (memory === undefined) return;
    const fresh = `${memory}.new`;
    fs.writeFileSync(fresh, JSON.stringify(this.contents), { mode: 0o600, flush: true });
    fs.renameSync(fresh, memory);
  }
}

function unused(serial: string): Contents {
  const none = POLISH_RATES.map(() => 0);
  return {
    ...{ serial, closed: 0, completed: 0, cancelled: 0, totals: none, begun: null, ended: null },
    ...{ last: { perRate: none, paid: 0, change: 0 }, documents: [], goods: {}, printouts: 0 },
    ...{ invoices: 0, invoiceTotals: none },
  };
}
