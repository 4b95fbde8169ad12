/**
 * What the log messages of one TSE say together: counters without a gap, times in order,
 * transactions that begin, go on and end. Files come in any order, so that a few numbers
 * of each are kept (41 bytes) and looked at in the end.
 */
import type { Findings } from './findings.ts';
import type { LogMessage, TimeFormat } from './log-message.ts';

const OPERATION = { system: 0, audit: 1, start: 2, update: 3, finish: 4, time: 5, other: 6 } as const;
const OPERATIONS: Readonly<Record<string, number>> = {
  StartTransaction: OPERATION.start,
  UpdateTransaction: OPERATION.update,
  FinishTransaction: OPERATION.finish,
};
const NAMES = ['Sys', 'Aud', 'Start', 'Update', 'Finish', 'Sys', 'Tra'];
const FILE_TIME: Readonly<Record<TimeFormat, string>> = {
  unixTime: 'Unixt',
  utcTime: 'Utc',
  generalizedTime: 'Gent',
};
/** Clients and events whose names are kept. */
const MOST_LABELS = 10_000;
/** A TSE signs about 20 million times in its life. */
const MOST_LOGS = 50_000_000;

/** What was seen of a TSE. */
export interface TseSummary {
  /** SHA-256 of its public key, hex. */
  serial: string;
  logs: { transaction: number; system: number; audit: number };
  counters: { first: number; last: number };
  transactions: { first: number; last: number; finished: number; open: number } | null;
  /** Unix time of the first and last log message by counter, seconds. */
  from: number;
  to: number;
  clients: number;
}

/** Collects the log messages of one TSE. */
export class Sequence {
  readonly serial: string;
  private size = 0;
  private counters = new Float64Array(1024);
  private times = new Float64Array(1024);
  private numbers = new Float64Array(1024);
  private labels = new Uint32Array(1024);
  private operations = new Uint8Array(1024);
  private isSorted = true;
  private format: TimeFormat = 'unixTime';
  private readonly byLabel = new Map<string, number>();
  private readonly labelTexts: string[] = [];
  private readonly clients = new Set<string>();

  constructor(serial: string) {
    this.serial = serial;
  }

  /** False when there are more than any TSE can have. */
  take(log: LogMessage): boolean {
    if (this.size >= MOST_LOGS) return false;
    if (this.size === this.counters.length) this.grow();
    const at = this.size++;
    if (at > 0 && log.counter <= this.counters[at - 1]!) this.isSorted = false;
    this.counters[at] = log.counter;
    this.times[at] = log.time;
    this.numbers[at] = log.transactionNumber ?? 0;
    this.operations[at] = operationOf(log);
    this.labels[at] = this.labelOf(log);
    this.format = log.timeFormat;
    if (log.kind === 'transaction' && this.clients.size < MOST_LABELS) this.clients.add(log.clientId);
    return true;
  }

  /**
   * Looks at all of them.
   * @param filtered the export was limited to clients, transactions or times: what is left out is no mistake
   */
  end(findings: Findings, remarks: Findings, filtered: boolean): TseSummary {
    const order = this.ordered();
    const at = (i: number) => (order ? order[i]! : i);
    const gaps = filtered ? remarks : findings;
    const summary = this.summary(at(0), at(this.size - 1));
    for (let i = 1; i < this.size; i++) this.compare(at(i - 1), at(i), findings, gaps, remarks);
    this.transactions(at, summary, { findings, remarks, gaps, filtered });
    return summary;
  }

  private compare(before: number, now: number, findings: Findings, gaps: Findings, remarks: Findings): void {
    const [last, counter] = [this.counters[before]!, this.counters[now]!];
    if (counter === last) {
      findings.add(this.fileOf(now), `signature counter ${counter} is there twice`);
    } else if (counter > last + 1) {
      const missing = counter - last - 1;
      const which = missing === 1 ? `${last + 1} is` : `${last + 1} to ${counter - 1} are`;
      gaps.add(this.fileOf(now), `log messages are missing: signature counter ${which} not there`);
    }
    const back = this.times[before]! - this.times[now]!;
    if (back <= 0) return;
    const isSet = this.operations[before] === OPERATION.time || this.operations[now] === OPERATION.time;
    (isSet ? remarks : findings).add(
      this.fileOf(now),
      `its time is ${back} s before that of the log message before it${isSet ? ', where the clock was set' : ''}`,
    );
  }

  private transactions(
    at: (i: number) => number,
    summary: TseSummary,
    {
      findings,
      remarks,
      gaps,
      filtered,
    }: Record<'findings' | 'remarks' | 'gaps', Findings> & { filtered: boolean },
  ): void {
    /** Open transactions with the log message that began them. */
    const open = new Map<number, number>();
    let newest: number | null = null;
    let oldestStarted: number | null = null;
    let finished = 0;
    for (let i = 0; i < this.size; i++) {
      const log = at(i);
      const operation = this.operations[log]!;
      const number = this.numbers[log]!;
      if (operation === OPERATION.other)
        findings.add(this.fileOf(log), 'its operation is none of a transaction');
      if (operation < OPERATION.start || operation > OPERATION.finish) continue;
      if (operation === OPERATION.start) {
        if (newest !== null && number <= newest)
          findings.add(this.fileOf(log), `transaction ${number} begins after transaction ${newest}`);
        else if (newest !== null && number > newest + 1)
          gaps.add(
            this.fileOf(log),
            `transaction ${newest + 1}${number > newest + 2 ? ` to ${number - 1}` : ''} is not there`,
          );
        newest = Math.max(newest ?? 0, number);
        oldestStarted ??= number;
        open.set(number, log);
        continue;
      }
      const start = open.get(number);
      if (start === undefined) {
        // It may have begun before the first log message of the export.
        const isOld = filtered || oldestStarted === null || number < oldestStarted;
        const text = `transaction ${number} goes on that has not begun${isOld ? ' in this export' : ''}`;
        (isOld ? remarks : findings).add(this.fileOf(log), text);
      } else if (this.labels[start] !== this.labels[log]) {
        findings.add(this.fileOf(log), `transaction ${number} was begun by another client`);
      }
      if (operation === OPERATION.finish) {
        finished += 1;
        open.delete(number);
      }
    }
    for (const [number, log] of open)
      remarks.add(this.fileOf(log), `transaction ${number} is open at the end of the export`);
    if (summary.transactions) Object.assign(summary.transactions, { finished, open: open.size });
  }

  private summary(first: number, last: number): TseSummary {
    const logs = { transaction: 0, system: 0, audit: 0 };
    let [least, most] = [Infinity, 0];
    for (let i = 0; i < this.size; i++) {
      const operation = this.operations[i]!;
      if (operation === OPERATION.audit) logs.audit += 1;
      else if (operation === OPERATION.system || operation === OPERATION.time) logs.system += 1;
      else {
        logs.transaction += 1;
        least = Math.min(least, this.numbers[i]!);
        most = Math.max(most, this.numbers[i]!);
      }
    }
    return {
      ...{ serial: this.serial, logs },
      counters: { first: this.counters[first]!, last: this.counters[last]! },
      transactions: logs.transaction === 0 ? null : { first: least, last: most, finished: 0, open: 0 },
      ...{ from: this.times[first]!, to: this.times[last]!, clients: this.clients.size },
    };
  }

  /** Places by counter; null when they are in order as they came. */
  private ordered(): Uint32Array | null {
    if (this.isSorted) return null;
    const order = new Uint32Array(this.size);
    for (let i = 0; i < this.size; i++) order[i] = i;
    return order.sort((a, b) => this.counters[a]! - this.counters[b]! || a - b);
  }

  /** The file of a log message, by the rules for names. */
  private fileOf(log: number): string {
    const operation = this.operations[log]!;
    const label = this.labelTexts[this.labels[log]!] ?? '?';
    const time =
      this.format === 'unixTime' ? String(this.times[log]!) : compactTime(this.times[log]!, this.format);
    const rest =
      operation === OPERATION.audit
        ? 'Aud'
        : operation === OPERATION.system || operation === OPERATION.time
          ? `Sys_${label}`
          : `Tra_No-${this.numbers[log]!}_${NAMES[operation]!}_Client-${label}`;
    return `${FILE_TIME[this.format]}_${time}_Sig-${this.counters[log]!}_Log-${rest}.log`;
  }

  private labelOf({ kind, clientId, operation }: LogMessage): number {
    const label = kind === 'transaction' ? clientId : operation;
    const known = this.byLabel.get(label);
    if (known !== undefined) return known;
    if (this.byLabel.size >= MOST_LABELS) return MOST_LABELS;
    this.byLabel.set(label, this.labelTexts.length);
    return this.labelTexts.push(label) - 1;
  }

  private grow(): void {
    const length = this.counters.length * 2;
    const larger = <T extends Float64Array | Uint32Array | Uint8Array>(fresh: T, old: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.counters = larger(new Float64Array(length), this.counters);
    this.times = larger(new Float64Array(length), this.times);
    this.numbers = larger(new Float64Array(length), this.numbers);
    this.labels = larger(new Uint32Array(length), this.labels);
    this.operations = larger(new Uint8Array(length), this.operations);
  }
}

function operationOf({ kind, operation }: LogMessage): number {
  if (kind === 'transaction') return OPERATIONS[operation] ?? OPERATION.other;
  if (kind === 'audit') return OPERATION.audit;
  return operation.toLowerCase() === 'updatetime' ? OPERATION.time : OPERATION.system;
}

function compactTime(seconds: number, format: TimeFormat): string {
  const text = new Date(seconds * 1000)
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replaceAll(/[-:T]/g, '');
  return format === 'utcTime' ? text.slice(2) : text;
}
