/**
 * Receipts on paper: which are printed, on which printer, and what is the matter
 * with it. Nothing of this keeps a sale waiting: printing begins when the receipt
 * is in the journal.
 */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import { addressText, portAddress, type PortAddress } from '../devices/ports/address.ts';
import type { PortFault } from '../devices/ports/contract.ts';
import { FISCAL_MODELS, fiscalModel } from '../devices/fiscal-printer/models.ts';
import {
  ANY_MODEL,
  MODELS,
  printerModel,
  withColumns,
  type PrinterModel,
} from '../devices/receipt-printer/models.ts';
import type { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import type { Log } from '../log.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { receiptOf } from '../register/paper/receipts.ts';
import type { Register } from '../register/register.ts';
import type { CountedReprint, RefusedCopy } from '../register/paper/reprint-count.ts';
import type { Registers } from '../register/registers.ts';
import { formOf } from '../render/long-forms.ts';
import type { Attributes } from '../settings/attributes.ts';
import type { Problem } from '../wire.ts';
import { drawReceipt, drawTest, drawText, type Drawing } from './drawing.ts';
import { JobFiles } from './job-files.ts';
import type { Job, JobContent } from './job.ts';
import { Logos } from './logo.ts';
import { printCheck } from './print-log.ts';
import { fits, openPrinter } from './open-printer.ts';
import { Orders } from './orders.ts';
import { PrintQueue, type Document } from './print-queue.ts';
import type { PrinterInUse } from './printer-link.ts';
import { deviceProblems, isChained, OtherDevices } from './other-devices.ts';
import type { Printer } from './printer.ts';
import { drawerLevelOf } from './overview.ts';
import { fiscalPeripherals } from './fiscal-peripherals.ts';
import type { FiscalPrinters, RegisterPrinterInUse } from './fiscal-printers.ts';
import { orderProblems, queueProblems } from './problems.ts';
import { registerDevices, type RegisterDevices } from './register-devices.ts';
import { registerPrinter } from './register-printer.ts';
import { ScannerTrial } from './scanner-trial.ts';

/** What printing works with. */
export interface PrintingOptions {
  journal: Journal;
  registers: Registers;
  /** The profile's attributes for a register. */
  attributes: (rn?: string) => Attributes;
  fiscalPrinters: FiscalPrinters;
  /** Folder of a register's files. */
  folderOf(rn: string): string;
  clock: Clock;
  log: Log;
}

/** A receipt that was registered this long before a start is not printed by it any more, ms. */
const LATE_MS = 5 * 60_000;

/** Emits `changed` when jobs or the state of a printer are others. */
export class Printing extends EventEmitter<{ changed: [] }> {
  private readonly options: PrintingOptions;
  private readonly queues = new Map<string, Promise<PrintQueue>>();
  private readonly stopping = new AbortController();
  private readonly queuesInUse = new Map<string, PrintQueue>();
  private readonly orders = new Map<string, Orders>();
  private readonly others = new OtherDevices();
  private readonly logos = new Logos();
  /** Copies that jobs have counted. */
  private readonly reprints = new WeakMap<JobContent, Promise<CountedReprint | RefusedCopy | null>>();
  /** The scanner that somebody tries. */
  readonly scannerTrial = new ScannerTrial();

  private constructor(options: PrintingOptions) {
    super();
    this.options = options;
    options.journal.on('committed', this.onCommitted);
  }

  /** Takes up what waited when the service ended. */
  static async open(options: PrintingOptions): Promise<Printing> {
    const printing = new Printing(options);
    for (const rn of options.registers.names) {
      if (printing.printer(rn)) await printing.catchUp(rn);
    }
    return printing;
  }

  /** The queue of a register. */
  queue(rn: string): Promise<PrintQueue> {
    const known = this.queues.get(rn);
    if (known) return known;
    const { clock, log } = this.options;
    const opening = PrintQueue.open({
      files: new JobFiles(path.join(this.options.folderOf(rn), 'print')),
      printer: () => this.printer(rn),
      draw: (content) => this.draw(rn, content),
      begun: (content) => this.begun(rn, content),
      printed: (job, outcome) => void this.note(rn, job, outcome),
      clock,
      log,
    }).then((queue) => {
      this.queuesInUse.set(rn, queue);
      queue.on('changed', () => this.emit('changed'));
      this.emit('changed');
      return queue;
    });
    // It may be possible the next time.
    opening.catch(() => this.queues.delete(rn));
    this.queues.set(rn, opening);
    return opening;
  }

  /** The queue of a register as far as it is in use; null before. */
  opened(rn: string): PrintQueue | null {
    return this.queuesInUse.get(rn) ?? null;
  }

  /** The printer that the profile names; null without one, or when it cannot be read ({@link problemsOf}). */
  printer(rn: string): (PrinterInUse & { model: PrinterModel; paper: '58' | '80' }) | null {
    const attributes = this.options.attributes(rn);
    const named = printerModel(attributes.text('Printer') ?? '');
    const model = named && withColumns(named, attributes.text('Printer_Columns') ?? '');
    const address = model && portAddress(attributes.text('Printer_Port') ?? '');
    if (!address || !fits(model, address)) return null;
    const paper = attributes.text('Printer_Paper') === '58' ? '58' : '80';
    const open = openPrinter(address, model, isChained(attributes));
    return { open, address: addressText(address), model, paper };
  }

  /**
   * The fiscal printer that the profile names; null without one, and where a receipt printer stands
   * beside a server that prints nothing. It prints receipts as the country has them registered.
   */
  fiscalPrinter(rn: string): RegisterPrinterInUse | null {
    const fiscal = this.options.fiscalPrinters.of(rn);
    return fiscal?.isPaperless && this.printer(rn) ? null : fiscal;
  }

  /** The devices of a register, as `/peri` speaks to them; null when the profile names none. */
  async printerOf(rn: string): Promise<Printer | null> {
    const attributes = this.options.attributes(rn);
    const queue = this.printer(rn) && (await this.queue(rn));
    return registerDevices(
      {
        printer: await this.paperOf(rn),
        display:
          this.others.display(attributes, this.printer(rn)?.model.makes === 'pdf' ? null : queue) ??
          this.fiscalDisplay(rn),
        drawer: this.others.drawer(attributes),
      },
      this.stopping.signal,
    );
  }

  /** The line display of a fiscal printer. */
  private fiscalDisplay(rn: string): RegisterDevices['display'] {
    const printer = this.fiscalPrinter(rn);
    return printer && ((text) => fiscalPeripherals(printer, this.stopping.signal).display(text));
  }

  private async paperOf(rn: string): Promise<Printer | null> {
    const fiscal = this.fiscalPrinter(rn);
    if (fiscal) return fiscalPeripherals(fiscal, this.stopping.signal);
    const printer = this.printer(rn);
    if (!printer) return null;
    const queue = await this.queue(rn);
    const drawerOpen = drawerLevelOf(this.options.attributes(rn));
    const draw = (text: string) => drawText(text, printer, this.options.clock.now());
    return registerPrinter({ queue, model: printer.model, draw, drawerOpen }, this.stopping.signal);
  }

  /** The drawer of a register that has a line of its own; null without one. */
  drawerOf(rn: string): RegisterDevices['drawer'] {
    return this.others.drawer(this.options.attributes(rn));
  }

  /** How a display or drawer was when it was used last; undefined before. */
  lastSeen(address: PortAddress): PortFault | 'ready' | undefined {
    return this.others.lastSeen(address);
  }

  /** What a person should know or do. */
  problemsOf(rn: string): Problem[] {
    const attributes = this.options.attributes(rn);
    return [...this.printerProblems(rn, attributes), ...deviceProblems(attributes)];
  }

  private printerProblems(rn: string, attributes: Attributes): Problem[] {
    const fiscal = this.options.fiscalPrinters.problemsOf(rn);
    const name = attributes.text('Printer');
    if (name === undefined || fiscal.length > 0 || fiscalModel(name)) return fiscal;
    const severity = 'warning' as const;
    const model = printerModel(name);
    if (!model) {
      const known = [...MODELS, ...FISCAL_MODELS].map((one) => one.name).join(', ');
      return [{ code: 'PRINTER_UNKNOWN', severity, params: { name, known } }];
    }
    const address = portAddress(attributes.text('Printer_Port') ?? '');
    if (!address || !fits(model, address)) return [{ code: 'PRINTER_PORT', severity }];
    const queue = this.queuesInUse.get(rn);
    const problems = [
      ...orderProblems(this.orders.get(rn)?.trouble ?? null),
      ...(queue ? queueProblems(queue, addressText(address)) : []),
    ];
    const file = attributes.text('Print_Logo');
    const reason = file === undefined ? null : this.logos.problemOf(file);
    if (reason === null) return problems;
    return [...problems, { code: 'PRINT_LOGO', severity, params: { file: file!, reason } }];
  }

  /** The profile has changed: what waits is tried again. */
  retry(): void {
    for (const orders of this.orders.values()) orders.retry();
    for (const queue of this.queuesInUse.values()) queue.retry();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    this.options.journal.off('committed', this.onCommitted);
    await Promise.all([...this.orders.values()].map((orders) => orders.close()));
    await Promise.all([...this.queues.values()].map(async (queue) => (await queue).close()));
    await Promise.all([this.others.close(), this.scannerTrial.close()]);
  }

  private readonly onCommitted = ({ record }: Entry): void => {
    if (this.isWanted(record)) void this.order(record);
  };

  /** Whether a record goes on paper by itself. Those that the register makes on its own are printed when somebody asks. */
  private isWanted(record: JournalRecord): boolean {
    if (record._ !== 'Tra' || !record.ESR || record.Own !== undefined) return false;
    if (typeof record.ESR.DO === 'string' && record.ESR.DO.toLowerCase() === 'noprint') return false;
    const attributes = this.options.attributes(record.RN);
    return attributes.text('Print_Receipts') !== 'request' && this.printer(record.RN) !== null;
  }

  private order({ RN, SQ }: JournalRecord): Promise<void> {
    let orders = this.orders.get(RN);
    if (!orders) {
      orders = new Orders(
        () => this.queue(RN),
        this.options.log,
        () => this.emit('changed'),
      );
      this.orders.set(RN, orders);
    }
    return orders.add(SQ, 1 + this.options.attributes(RN).number('Print_Copies', 0));
  }

  /** Receipts between the last one that was ordered and the end of the journal: a crash came between. */
  private async catchUp(rn: string): Promise<void> {
    const { journal, clock } = this.options;
    const queue = await this.queue(rn);
    const last = await journal.last(rn, 'Tra');
    if (!last || queue.lastSq === 0 || last.SQ <= queue.lastSq) return;
    for (let sq = queue.lastSq + 1; sq <= last.SQ; sq += 1) {
      const record = await journal.bySq(rn, sq);
      if (record && clock.now() - new Date(record.D).getTime() < LATE_MS && this.isWanted(record)) {
        await this.order(record);
      }
    }
  }

  private async draw(rn: string, content: JobContent): Promise<Document | null> {
    const file = this.options.attributes(rn).text('Print_Logo');
    const logo = file === undefined ? null : await this.logos.picture(file);
    const drawing: Drawing = { ...(this.printer(rn) ?? { paper: '80', model: ANY_MODEL }), logo };
    if (content.kind === 'test') return drawTest(rn, drawing, this.options.clock.now());
    const found = await this.receipt(rn, content);
    if (!found) return null;
    const { purpose } = found;
    const law = purpose === 'copy' ? await this.copied(content, found) : null;
    if (law && 'issues' in law) throw new Error(law.issues.map(({ text }) => text).join('; '));
    const reprint = law?.tags ?? undefined;
    return drawReceipt(found.sheet({ purpose, reprint }), purpose === 'copy', drawing);
  }

  /** Where copies are documents of their own, each job counts and signs one, however often it is tried. */
  private copied(
    content: JobContent,
    { register, record }: { register: Register; record: JournalRecord },
  ): Promise<CountedReprint | RefusedCopy | null> {
    const known = this.reprints.get(content);
    if (known) return known;
    const made = register.prints.copied(record);
    this.reprints.set(content, made);
    // What could not be counted now may be at the next attempt.
    const forget = () => this.reprints.delete(content);
    void made.then((law) => law && 'issues' in law && forget(), forget);
    return made;
  }

  /** A receipt, as original the first time and as copy from then on. */
  private async receipt(rn: string, { sq, again }: Extract<JobContent, { kind: 'receipt' }>) {
    const { journal, registers } = this.options;
    const register = await registers.find(rn);
    const record = await journal.bySq(rn, sq);
    const receipt = register && (await receiptOf(journal, register, record));
    if (!receipt) return null;
    const isCopy = again === true || register.prints.has(receipt.record);
    return { ...receipt, register, purpose: isCopy ? ('copy' as const) : undefined };
  }

  /** From the first byte on an original may be on paper. */
  private async begun(rn: string, content: JobContent): Promise<void> {
    if (content.kind !== 'receipt') return;
    const found = await this.receipt(rn, content).catch(() => null);
    found?.register.prints.add(found.record);
  }

  /** Writes what was printed where somebody can check it (`Print_Log`). */
  private async note(rn: string, job: Job, outcome: string): Promise<void> {
    if (!this.options.attributes(rn).flag('Print_Log')) return;
    const { journal, registers, clock, log } = this.options;
    try {
      const register = await registers.find(rn);
      const record = job.content.kind === 'receipt' ? await journal.bySq(rn, job.content.sq) : null;
      const receipt = register && (await receiptOf(journal, register, record));
      const kind = this.printer(rn)?.paper ?? '80';
      const text = receipt ? await formOf({ form: 'text', paper: receipt.sheet({}), kind }) : 'test page';
      await printCheck(
        path.join(this.options.folderOf(rn), 'log'),
        clock.now(),
        `job ${job.id}: ${outcome}`,
        String(text),
      );
    } catch (error) {
      log.error('the print log cannot be written', error);
    }
  }
}
