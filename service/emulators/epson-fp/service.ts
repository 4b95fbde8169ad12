/** The printer's side of the conversation: what it accepts, stores and prints. */
import { localTime, type Clock } from '../../clock.ts';
import type { Memory, Stored } from '../it-printer/memory.ts';
import { ItalianPrinter } from '../it-printer/printer.ts';
import { reportPaper } from '../it-printer/report.ts';
import { amountText, four } from '../it-printer/words.ts';
import { readBody, type Element } from '../xml.ts';
import { DEPARTMENTS, Draft, Refusal, type Departments } from './draft.ts';
import { departmentData, vatGroupData } from './departments.ts';

const ORDERS = ['printerFiscalReceipt', 'printerNonFiscal', 'printerFiscalReport', 'printerCommand'];
const LAST_LENGTH = 193;

/** A printer. */
export class EmulatedFiscalPrinter extends ItalianPrinter {
  private readonly departments: Departments;
  /** Its program does not tell what its departments are set to. */
  private readonly isOld: boolean;

  constructor(memory: Memory, clock: Clock, departments: Departments = DEPARTMENTS, isOld = false) {
    super(memory, clock);
    this.departments = departments;
    this.isOld = isOld;
  }

  /** @throws PowerCut */
  answer(body: Buffer): string {
    const order = readBody(body);
    if (!order || order.children.length === 0 || !ORDERS.includes(order.name))
      return response(false, 'PARSER_ERROR', 0);
    try {
      return response(true, '', 0, this.carryOut(order));
    } catch (error) {
      if (error instanceof Refusal) return response(false, error.message, error.status, this.status());
      throw error;
    }
  }

  private carryOut(order: Element): Record<string, string> {
    switch (order.name) {
      case 'printerFiscalReceipt':
        return this.receipt(order.children);
      case 'printerFiscalReport':
        return this.report(order.children[0]!);
      case 'printerNonFiscal':
        this.needPaper();
        this.texts.push(order.children.flatMap(({ attributes: { data } }) => data ?? []).join('\n'));
        return this.status();
      default:
        return this.command(order.children[0]!);
    }
  }

  private command({ name, attributes }: Element): Record<string, string> {
    if (name === 'resetPrinter') this.memory.store({ isBegun: false });
    else if (name === 'directIO') {
      return this.direct(attributes.command ?? '', attributes.data ?? '');
    } else if (!['queryPrinterStatus', 'openDrawer', 'displayText', 'setDate'].includes(name))
      throw new Refusal('', 16);
    if (name === 'displayText') this.shown = attributes.data ?? '';
    return this.status();
  }

  private direct(command: string, data: string): Record<string, string> {
    const { contents } = this.memory;
    const told = (responseData: string) => ({ responseCommand: command, responseData });
    if (command === '1387') return told(lastData(contents.documents.at(-1), contents.serial));
    if (command === '3098') return this.reprint(data);
    if (command === '3014') return this.sums(data);
    if (command === '4202' && !this.isOld) return told(departmentData(this.departments, data));
    if (command === '4205' && !this.isOld) return told(vatGroupData(this.departments, data));
    throw new Refusal('', 16);
  }

  /** Prints what days add up to: `01ddmmyyddmmyy`. */
  private sums(data: string): Record<string, string> {
    this.needPaper();
    const parts = /^01(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(data);
    if (!parts) throw new Refusal('', 13);
    const [from, till] = [parts.slice(1, 4), parts.slice(4)].map((day) => `20${day.reverse().join('-')}`);
    const sum = this.memory.contents.documents
      .filter(({ time }) => time.slice(0, 10) >= from! && time.slice(0, 10) <= till!)
      .reduce((all, { kind, total }) => all + (kind === 'sale' ? total : -total), 0);
    this.texts.push(`SOMME ${from!} ${till!}\nTOTALE ${amountText(sum)}`);
    return this.status();
  }

  /** Prints documents of a day again: `01ddmmyy`, first and last number. */
  private reprint(data: string): Record<string, string> {
    this.needPaper();
    const [, day, month, year, first, last] = /^01(\d\d)(\d\d)(\d\d)(\d{4})(\d{4})$/.exec(data) ?? [];
    if (last === undefined) throw new Refusal('', 13);
    const wanted = this.memory.contents.documents.filter(
      ({ time, number }) =>
        time.startsWith(`20${year!}-${month!}-${day!}`) && number >= Number(first) && number <= Number(last),
    );
    if (wanted.length === 0) throw new Refusal('', 12);
    for (const { paper } of wanted) this.texts.push(paper.join('\n'));
    return this.status();
  }

  private report({ name }: Element): Record<string, string> {
    this.needPaper();
    const { contents } = this.memory;
    if (contents.isBegun) throw new Refusal('', 17);
    if (name !== 'printXReport' && name !== 'printZReport') throw new Refusal('', 16);
    this.reports.push(reportPaper(name === 'printZReport' ? 'Z' : 'X', contents));
    if (name === 'printXReport') return { zRepNumber: String(contents.closed + 1) };
    this.memory.store({ closed: contents.closed + 1, openedAt: null });
    return { zRepNumber: String(contents.closed) };
  }

  private receipt(elements: readonly Element[]): Record<string, string> {
    const { contents } = this.memory;
    const now = this.clock.now();
    this.needPaper();
    if (contents.isBegun) throw new Refusal('', 11);
    if (this.conditions.memoryFull) throw new Refusal('', 20);
    if (this.conditions.clockWrong) throw new Refusal('', 9);
    if (this.isLate()) throw new Refusal('', 18);
    const draft = new Draft(contents.documents, contents.serial, this.departments);
    for (const element of elements) {
      this.feelPower();
      draft.take(element);
      if (draft.isBegun !== contents.isBegun) this.memory.store({ isBegun: draft.isBegun });
      this.usePaper();
      this.needPaper();
    }
    if (!draft.isEnded) throw new Refusal('', 11);
    const { z, number } = this.nextNumber();
    const time = localTime(now);
    const paper = [...draft.paper, `DOCUMENTO N. ${four(z)}-${four(number)}`, `RT ${contents.serial}`];
    const slip = [
      ...draft.slip,
      `${time.slice(8, 10)}-${time.slice(5, 7)}-${time.slice(0, 4)} ${time.slice(11, 16)}`,
      ...paper.slice(-2),
    ];
    const stored: Stored = {
      ...{ z, number, time, total: draft.total, vat: draft.vat, kind: draft.kind, paper, slip },
    };
    this.memory.store({
      documents: [...contents.documents, stored],
      openedAt: contents.openedAt ?? now,
      isBegun: false,
    });
    this.feelPower();
    return {
      ...this.status(),
      fiscalReceiptNumber: String(number),
      fiscalReceiptAmount: amountText(draft.total),
      zRepNumber: String(z),
      serialNumber: contents.serial,
    };
  }

  private needPaper(): void {
    if (this.conditions.coverOpen) throw new Refusal('EPTR_COVER_OPEN', 3);
    if (!this.conditions.hasPaper) throw new Refusal('EPTR_REC_EMPTY', 2);
  }

  private status(): Record<string, string> {
    const { contents } = this.memory;
    const { coverOpen, hasPaper, memoryFull, unsent, late, rejected } = this.conditions;
    const isOffline = coverOpen || !hasPaper;
    return {
      printerStatus: `${isOffline ? 3 : 0}${memoryFull ? 5 : 0}1${contents.isBegun ? 0 : 1}0`,
      rtDailyOpen: contents.openedAt === null ? '0' : '1',
      rtFileToSend: String(unsent),
      rtOldFileToSend: String(late),
      rtFileRejected: String(rejected),
    };
  }
}

function lastData(document: Stored | undefined, serial: string): string {
  const { total = 0, vat = 0, z = 0, number = 0, time = '0000-00-00T00:00:00' } = document ?? {};
  const day = `${time.slice(8, 10)}${time.slice(5, 7)}${time.slice(2, 4)}`;
  const clock = time.slice(11).replaceAll(':', '');
  const amounts = `${String(total).padStart(9, '0')}${String(vat).padStart(9, '0')}`;
  return `01${amounts}${day}${clock}${four(z)}${four(number)}${serial}`.padEnd(LAST_LENGTH);
}

function response(
  success: boolean,
  code: string,
  status: number,
  info: Readonly<Record<string, string>> = {},
): string {
  const texts = Object.entries(info).map(([name, text]) => `<${name}>${text}</${name}>`);
  return (
    '<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<soapenv:Body><response success="${success}" code="${code}" status="${status}"><addInfo>` +
    `<elementList>${Object.keys(info).join(',')}</elementList>${texts.join('')}</addInfo></response></soapenv:Body></soapenv:Envelope>`
  );
}
