/** The printer's side of the conversation: what it accepts, stores and prints. */
import { localTime, type Clock } from '../../clock.ts';
import type { Memory, Stored } from '../it-printer/memory.ts';
import { DAY_MS, ItalianPrinter } from '../it-printer/printer.ts';
import { reportPaper } from '../it-printer/report.ts';
import { amountText, four } from '../it-printer/words.ts';
import { readRoot, type Element } from '../xml.ts';
import { Draft, RATES, Refusal, type Rates } from './draft.ts';

/** Types of documents in the journal. */
const TYPES: Readonly<Record<string, Stored['kind']>> = { '1': 'sale', '18': 'void', '19': 'return' };

const HEADINGS: Readonly<Record<Stored['kind'], string>> = {
  sale: 'di vendita o prestazione',
  return: 'emesso per RESO MERCE',
  void: 'emesso per ANNULLAMENTO',
};

/** A printer. */
export class EmulatedCustomPrinter extends ItalianPrinter {
  private readonly rates: Rates;
  /** A program from before it could tell all of its state. */
  private readonly isOld: boolean;
  /** What came out last. */
  private newest: 'document' | 'text' | 'cancelled' = 'document';

  constructor(memory: Memory, clock: Clock, rates: Rates = RATES, isOld = false) {
    super(memory, clock);
    this.rates = rates;
    this.isOld = isOld;
  }

  /** @throws PowerCut */
  answer(body: Buffer): string {
    const order = readRoot(body);
    if (!order || order.children.length === 0) return response(24, this.status());
    try {
      const told = this.carryOut(order);
      return typeof told === 'string' ? told : response(0, { ...told, ...this.status() });
    } catch (error) {
      if (error instanceof Refusal) return response(error.status, this.status());
      throw error;
    }
  }

  private carryOut(order: Element): Record<string, string> | string {
    switch (order.name) {
      case 'printerFiscalReceipt':
        return this.receipt(order.children);
      case 'printerFiscalReport':
        return this.report(order.children[0]!);
      case 'printerNotFiscal':
        this.needPaper();
        this.texts.push(order.children.flatMap(({ attributes: { data } }) => data ?? []).join('\n'));
        this.newest = 'text';
        return {};
      case 'printerCommand':
        return this.command(order.children[0]!);
      default:
        throw new Refusal(92);
    }
  }

  private command({ name, attributes }: Element): Record<string, string> | string {
    const { contents } = this.memory;
    switch (name) {
      case 'getInfo':
        return this.info();
      case 'resetPrinter':
        if (contents.isBegun) this.newest = 'cancelled';
        this.memory.store({ isBegun: false });
        return {};
      case 'getVatRate':
        return { responseBuf: this.rate(attributes.numVat ?? '') };
      case 'getDocumentFromEj':
        return { responseBuf: this.stored(attributes) };
      case 'getFullRTStatus': {
        if (this.isOld) throw new Refusal(92);
        const { coverOpen, hasPaper } = this.conditions;
        return { drawerStatus: '0', paperCover: `${coverOpen ? 1 : 0}${hasPaper ? 0 : 1}` };
      }
      case 'directIO':
        return { responseBuf: this.direct(attributes.command ?? '', attributes.data ?? '') };
      case 'displayText':
        this.shown = attributes.data ?? '';
        return {};
      case 'queryPrinterStatus':
        return { cpuRel: 'K3 Rel. 2.00', mfStatus: this.conditions.memoryFull ? 'MF PIENA' : 'MF OK' };
      case 'openDrawer':
        return {};
      case 'setDateTime':
        if (!/^\d{10}$/.test(attributes.date ?? '')) throw new Refusal(13);
        this.conditions.clockWrong = false;
        return {};
      default:
        throw new Refusal(92);
    }
  }

  private direct(command: string, data: string): string {
    if (this.isOld && /^15\d\d$/.test(command)) throw new Refusal(92);
    const { contents } = this.memory;
    const last = contents.documents.at(-1);
    const time = (last?.time ?? '2000-01-01T00:00:00').replaceAll(/[-T:]/g, '');
    const moment = `${time.slice(6, 8)}${time.slice(4, 6)}${time.slice(2, 4)}${time.slice(8)}`;
    switch (command) {
      case '1017': {
        const what = this.newest === 'text' ? '00' : this.newest === 'cancelled' ? '11' : '10';
        const isLast = this.newest === 'document';
        const number = isLast ? (last?.number ?? 0) : 1;
        const total = String(isLast ? (last?.total ?? 0) : 0).padStart(9, '0');
        return `${moment.slice(0, 10)}${four(number)}${total}${what}`;
      }
      case '1107':
        return moment;
      case '1115': {
        const today = contents.documents.filter(({ z }) => z === contents.closed + 1);
        const of = (kind: Stored['kind']) => four(today.filter((one) => one.kind === kind).length);
        const nothing = '0'.repeat(9);
        const none = `0000${nothing}`;
        return `${of('sale')}${nothing}${none}${none}${none}${of('void')}${nothing}${of('return')}${nothing}`;
      }
      case '1515': {
        const behind = contents.closed - Number(data.slice(1, 5));
        const { unsent, rejected } = this.conditions;
        const status = behind < unsent ? 2 : behind < unsent + rejected ? 1 : 0;
        return `0${data.slice(1, 5)}0000${status}`.padEnd(34, ' ');
      }
      case '1530':
        return this.isLate() ? '11' : '00';
      case '8002':
      case '8001':
      case '5002':
      case '5003':
      case '5004':
        return this.extract(command, data);
      default:
        throw new Refusal(92);
    }
  }

  /** Prints out of the memories. */
  private extract(command: string, data: string): string {
    this.needPaper();
    const day = (at: number) =>
      `20${data.slice(at + 4, at + 6)}-${data.slice(at + 2, at + 4)}-${data.slice(at, at + 2)}`;
    const documents = this.memory.contents.documents.filter(({ time, number }) => {
      if (command === '5004') return true;
      if (command !== '8002') return time.slice(0, 10) >= day(0) && time.slice(0, 10) <= day(6);
      const [first, last] = [Number(data.slice(6, 10)), Number(data.slice(10, 14))];
      return time.startsWith(day(0)) && number >= first && number <= last;
    });
    if (documents.length === 0) throw new Refusal(40);
    const isJournal = command.startsWith('8');
    const total = documents.reduce((sum, one) => sum + one.total, 0);
    this.texts.push(
      ...(isJournal
        ? documents.map(({ paper }) => paper.join('\n'))
        : [`${command} ${documents.length} ${amountText(total)}`]),
    );
    this.newest = 'text';
    return '';
  }

  private rate(numVat: string): string {
    if (!/^\d{1,2}$/.test(numVat) || Number(numVat) < 1 || Number(numVat) > 11) throw new Refusal(3);
    const { rate, exempt } = this.rates[numVat] ?? { rate: 0, exempt: 0 };
    return `${numVat.padStart(2, '0')}${four(rate)}${exempt}1${`IVA ${numVat}`.padEnd(25)}`;
  }

  private stored({ zNum = '', docNum = '', docType = '' }: Element['attributes']): string {
    const document = this.memory.contents.documents.find(
      ({ z, number, kind }) => z === Number(zNum) && number === Number(docNum) && kind === TYPES[docType],
    );
    return document ? `1${document.paper.join('\n')}` : '0';
  }

  private report({ name }: Element): Record<string, string> {
    this.needPaper();
    const { contents } = this.memory;
    if (contents.isBegun) throw new Refusal(5);
    if (name !== 'printXReport' && name !== 'printZReport') throw new Refusal(92);
    if (name === 'printZReport' && contents.openedAt === null) throw new Refusal(71);
    this.reports.push(reportPaper(name === 'printZReport' ? 'Z' : 'X', contents));
    if (name === 'printXReport') return {};
    this.memory.store({ closed: contents.closed + 1, openedAt: null });
    return {};
  }

  private receipt(elements: readonly Element[]): Record<string, string> {
    const { contents } = this.memory;
    const now = this.clock.now();
    this.needPaper();
    if (contents.isBegun) throw new Refusal(21);
    if (this.conditions.memoryFull) throw new Refusal(30);
    if (this.conditions.clockWrong) throw new Refusal(12);
    if (this.isLate()) throw new Refusal(70);
    const draft = new Draft(contents.documents, contents.serial, this.rates);
    for (const element of elements) {
      this.feelPower();
      draft.take(element);
      if (draft.isBegun !== contents.isBegun) this.memory.store({ isBegun: draft.isBegun });
      this.usePaper();
      this.needPaper();
    }
    if (!draft.isEnded) throw new Refusal(25);
    const { z, number } = this.nextNumber();
    const { total, vat, kind } = draft;
    const time = localTime(now);
    const [year, month, day] = time.slice(0, 10).split('-');
    const paper = [
      ...['DOCUMENTO COMMERCIALE', HEADINGS[kind], ...draft.paper, `di cui IVA ${amountText(vat)}`],
      `${day!}-${month!}-${year!} ${time.slice(11, 16)}`,
      ...[`DOCUMENTO N. ${four(z)}-${four(number)}`, `RT ${contents.serial}`],
    ];
    const stored: Stored = { z, number, time, total, vat, kind, paper };
    this.newest = 'document';
    this.memory.store({
      documents: [...contents.documents, stored],
      openedAt: contents.openedAt ?? now,
      isBegun: false,
    });
    this.feelPower();
    return { nClose: four(z), fiscalDoc: four(number) };
  }

  private needPaper(): void {
    if (this.conditions.coverOpen) throw new Refusal(64);
    if (!this.conditions.hasPaper) throw new Refusal(16);
  }

  private info(): string {
    const { serial, closed } = this.memory.contents;
    return write('infoResp', 0, {
      ...{ serialNumber: serial, fiscalized: 'SI', fpuState: 'IN SERVIZIO', mfExhausted: 'NO' },
      ...{ zSetNumber: String(closed), ejFull: this.conditions.memoryFull ? 'SI' : 'NO' },
      ...{ ejFilling: '0.394%', certValidTo: '26/02/2031', certExpired: 'NO' },
    });
  }

  private status(): Record<string, string> {
    const { coverOpen, hasPaper, memoryFull } = this.conditions;
    const flags = [coverOpen, !hasPaper, !hasPaper, memoryFull, memoryFull];
    return {
      dateTime: localTime(this.clock.now() - (this.conditions.clockWrong ? DAY_MS : 0)),
      printerStatus: flags.map((flag) => (flag ? 1 : 0)).join(''),
      fpStatus: this.memory.contents.isBegun ? '100' : '000',
      receiptStep: this.memory.contents.isBegun ? '1' : '0',
    };
  }
}

function response(status: number, info: Readonly<Record<string, string>>): string {
  return write('response', status, info, 'addInfo');
}

function write(root: string, status: number, info: Readonly<Record<string, string>>, inner = ''): string {
  const texts = Object.entries(info).map(
    ([name, text]) => `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`,
  );
  const body =
    inner === ''
      ? texts.join('')
      : `<${inner}><elementList>${Object.keys(info).join(',')}</elementList>${texts.join('')}</${inner}>`;
  return `<?xml version="1.0" encoding="utf-8"?><${root} success="${status === 0}" status="${status}">${body}</${root}>`;
}
