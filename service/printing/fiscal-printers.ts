/**
 * The fiscal printers that the profile names, each asked one thing after the other
 * however many registers share it.
 */
import path from 'node:path';
import { localTime, type Clock } from '../clock.ts';
import type {
  CashMove,
  DeviceRate,
  Failure,
  FiscalPrinter,
  FiscalPrinterState,
  Outcome,
} from '../devices/fiscal-printer/contract.ts';
import {
  fiscalAddress,
  fiscalModel,
  type FiscalAddress,
  type FiscalPrinterModel,
  type FiscalPrinterOptions,
} from '../devices/fiscal-printer/models.ts';
import { deviceLogin } from '../devices/ports/device-auth.ts';
import { printerTrace } from './print-log.ts';
import type { Log } from '../log.ts';
import { isTree } from '../receipt/tree.ts';
import type { RegisterServices } from '../register/requests.ts';
import type { Problem } from '../wire.ts';

/** Longest time for a receipt unless `Fiscal_Timeout` says otherwise: printing is awaited, and may take 30 s (doc 2, Limits). */
const RECEIPT_MS = 30_000;

/** What fiscal printers are opened with. */
export interface FiscalPrintersOptions {
  /** The profile's attributes for a register. */
  attributes: RegisterServices['attributes'];
  /** Certificates that devices know us by; missing: there are none. */
  vault?: Pick<RegisterServices['vault'], 'get'>;
  /** Folder of a register's files. */
  folderOf: (rn: string) => string;
  clock: Clock;
  log: Log;
}

/** A fiscal printer of a register. */
export type RegisterPrinterInUse = NonNullable<ReturnType<NonNullable<RegisterServices['fiscalPrinter']>>> & {
  readonly model: FiscalPrinterModel;
};

/**
 * The fiscal device that a profile names: a server that prints nothing (`Fiscal_Server`, such as
 * `custom-rts@https://rt.shop`) beside the receipt printer, or the printer itself.
 */
function namedBy(
  attributes: ReturnType<RegisterServices['attributes']>,
): { model: FiscalPrinterModel; address: FiscalAddress | null } | null {
  const server = attributes.text('Fiscal_Server');
  const [, name, at] = (server === undefined ? null : /^\s*([\w-]+)@(.*)$/.exec(server)) ?? [
    '',
    server === undefined ? attributes.text('Printer') : '',
    attributes.text('Printer_Port'),
  ];
  const model = fiscalModel(name ?? '');
  return model && { model, address: fiscalAddress(at ?? '', model) };
}

/** Troubles that stay until somebody has been at the printer, whatever it answers meanwhile. */
const STANDING = new Set<Failure['trouble']>([
  ...(['paper', 'cover', 'memory-full', 'wrong-clock', 'closing-needed', 'day-not-open'] as const),
]);

/** Gives turns: each begins when the one before has ended. */
class Queue {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves when the turn has come, with what ends it. */
  async enter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.last;
    this.last = promise;
    await before;
    return resolve;
  }
}

/** What is known of a printer, whoever uses it. */
class Line {
  readonly questions = new Queue();
  readonly receipts = new Queue();
  seen: { at: number; state: FiscalPrinterState } | null = null;
  failure: Failure | null = null;
  rates: readonly DeviceRate[] | null = null;
  /** The rates are those of the open day. */
  hasRates = false;
  /** What its driver remembers of it. */
  readonly memory = new Map<string, string>();
}

/** All fiscal printers in use. */
export class FiscalPrinters {
  private readonly options: FiscalPrintersOptions;
  private readonly lines = new Map<string, Line>();
  private tracing: Promise<unknown> = Promise.resolve();

  constructor(options: FiscalPrintersOptions) {
    this.options = options;
  }

  /** The printer of a register; null when the profile names none that can be read. */
  of(rn?: string): RegisterPrinterInUse | null {
    const attributes = this.options.attributes(rn);
    const device = namedBy(attributes);
    if (!device?.address) return null;
    const { model, address } = device;
    const { text, ...where } = address;
    const { clock } = this.options;
    const login = deviceLogin(attributes.text('Device_Auth'));
    const name = model.byUser ? `${text} ${login?.user ?? ''}` : text;
    const clientName = model.byUser && login ? `fiscal-client ${login.user}` : undefined;
    const line = this.lines.get(name) ?? new Line();
    this.lines.set(name, line);
    const options: FiscalPrinterOptions = {
      ...{ ...where, memory: line.memory, login, client: this.clientOf(clientName) },
      acceptAny: attributes.flag('Fiscal_acceptUnauthorized'),
      receiptMs: attributes.number('Fiscal_Timeout', RECEIPT_MS),
      today: () => localTime(clock.now()).slice(0, 10),
      now: () => localTime(clock.now()),
      ...(rn !== undefined && attributes.flag('Printer_Log') && { trace: this.traceOf(rn) }),
    };
    const named = { model, address: text, ...(clientName !== undefined && { clientName }) };
    return this.use(model.open(options), named, line);
  }

  private clientOf(name: string | undefined): { certificate: string; key: string } | null {
    const kept = name === undefined ? null : this.options.vault?.get(name);
    if (!isTree(kept) || typeof kept.certificate !== 'string' || typeof kept.key !== 'string') return null;
    return { certificate: kept.certificate, key: kept.key };
  }

  /** What is wrong with the names and addresses in the profile. */
  problemsOf(rn: string): Problem[] {
    const attributes = this.options.attributes(rn);
    const named = namedBy(attributes);
    const isWrong = named ? named.address === null : attributes.text('Fiscal_Server') !== undefined;
    return isWrong ? [{ code: 'PRINTER_PORT', severity: 'warning' }] : [];
  }

  /** Writes lines one after the other where somebody can look (`Printer_Log`). */
  private traceOf(rn: string): (line: string) => void {
    const { folderOf, clock, log } = this.options;
    return (line) => {
      const now = clock.now();
      this.tracing = this.tracing
        .then(() => printerTrace(path.join(folderOf(rn), 'log'), now, line))
        .catch((error: unknown) => log.error('the log of the fiscal printer cannot be written', error));
    };
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.tracing;
  }

  private use(
    driver: FiscalPrinter,
    named: Pick<RegisterPrinterInUse, 'model' | 'address' | 'clientName'>,
    line: Line,
  ): RegisterPrinterInUse {
    const { clock } = this.options;
    const ask = async <T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
      const leave = await line.questions.enter();
      try {
        const outcome = await work();
        line.failure = outcome.outcome === 'done' ? null : outcome.failure;
        return outcome;
      } finally {
        leave();
      }
    };
    /** Says nothing about whether it could sell. */
    const quietly = async <T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
      const leave = await line.questions.enter();
      return work().finally(leave);
    };
    return {
      ...named,
      get seen() {
        return line.seen;
      },
      get failure() {
        return line.failure;
      },
      alone: () => line.receipts.enter(),
      register: (order) => ask(() => driver.register(order)),
      last: () => ask(() => driver.last()),
      // That nothing was printed is an answer: why is known from before.
      find: async (order, before) => {
        const { failure } = line;
        const told = await ask(() => driver.find(order, before));
        if (told.outcome === 'not-done') line.failure = failure;
        return told;
      },
      get knownRates() {
        return line.rates;
      },
      get hasRates() {
        return line.hasRates;
      },
      ...(driver.isPaperless && { isPaperless: true }),
      ...(driver.printsInvoices && { printsInvoices: true }),
      ...(driver.sendsReceipts && { sendsReceipts: true }),
      ...(driver.isTextless && { isTextless: true }),
      ...(driver.rates && {
        rates: () =>
          ask(async () => {
            const told = await driver.rates!();
            if (told.outcome === 'done') Object.assign(line, { rates: told.result, hasRates: true });
            return told;
          }),
      }),
      ...(driver.extract && {
        ...(driver.extracts && { extracts: driver.extracts }),
        extract: (what, from, till) => ask(() => driver.extract!(what, from, till)),
      }),
      report: (kind) =>
        ask(async () => {
          const told = await driver.report(kind);
          // Rates may be set otherwise once the day is closed.
          if (kind === 'Z') line.hasRates = false;
          return told;
        }),
      ...(driver.openDay && { openDay: (cash: number) => ask(() => driver.openDay!(cash)) }),
      ...(driver.moveCash && { moveCash: (move: CashMove) => ask(() => driver.moveCash!(move)) }),
      ...(driver.certification && {
        certification: {
          request: (wish) => quietly(() => driver.certification!.request(wish)),
          fetch: (id: string) => quietly(() => driver.certification!.fetch(id)),
        },
      }),
      ...(driver.setEuro && {
        setEuro: (rate: string, day: string) => ask(() => driver.setEuro!(rate, day)),
      }),
      ...(driver.position && { position: (isWhole?: boolean) => ask(() => driver.position!(isWhole)) }),
      state: async () => {
        const { failure } = line;
        const told = await ask(async () => {
          const answer = await driver.state();
          if (answer.outcome === 'done') line.seen = { at: clock.now(), state: answer.result };
          return answer;
        });
        // Of printers that do not tell whether they could sell, the last sale knows better.
        const tells = told.outcome !== 'done' || told.result.offline !== null;
        if (!tells && failure && STANDING.has(failure.trouble)) line.failure = failure;
        return told;
      },
      reprint: (day, number) => ask(() => driver.reprint(day, number)),
      print: (lines) => ask(() => driver.print(lines)),
      display: (text) => ask(() => driver.display(text)),
      openDrawer: () => ask(() => driver.openDrawer()),
      setClock: (time) => ask(() => driver.setClock(time)),
    };
  }
}
