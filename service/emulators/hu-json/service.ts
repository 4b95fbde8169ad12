/** The printer's side of the conversation: what it accepts, stores and prints. */
import { createHash } from 'node:crypto';
import { localTime, type Clock } from '../../clock.ts';
import type { Kept } from '../kept.ts';
import { cashOf, draftOf, Refusal, text, type Data } from './draft.ts';
import type { Contents, DocumentType, Stored } from './memory.ts';

/** What a person does to the printer; all may change while it runs. */
export interface Conditions {
  hasPaper: boolean;
  paperLow: boolean;
  coverOpen: boolean;
  memoryFull: boolean;
  /** Its control unit cannot set its clock. */
  clockWrong: boolean;
  /** Loses power so in the next documents: before it is stored, or after; null: does not. */
  power: 'before' | 'after' | null;
}

const DAY_MS = 24 * 3_600_000;
const TAXPAYER = '12345676';
const PAPER_LOW = 531;

/** It has no power: nothing is answered. */
export class PowerCut extends Error {}

/** A printer. */
export class EmulatedHuPrinter {
  readonly conditions: Conditions = {
    ...{ hasPaper: true, paperLow: false, coverOpen: false, memoryFull: false, clockWrong: false },
    power: null,
  };
  /** What came out and is no document of a sale, oldest first. */
  readonly texts: string[] = [];
  shown = '';
  readonly memory: Kept<Contents>;
  private readonly clock: Clock;

  constructor(memory: Kept<Contents>, clock: Clock) {
    this.memory = memory;
    this.clock = clock;
  }

  /** @throws PowerCut */
  answer(body: Buffer): string {
    try {
      const { command, data } = read(body);
      const values = this.carryOut(command, data);
      return result(
        this.conditions.paperLow ? PAPER_LOW : 0,
        this.conditions.paperLow ? 'Kevés papír' : '',
        values,
      );
    } catch (error) {
      if (error instanceof Refusal) return result(error.code, error.message, {});
      throw error;
    }
  }

  private carryOut(command: string, data: Data): Data {
    switch (command) {
      case 'getDailyTotal':
        return this.totals();
      case 'openDay':
        return this.open(data);
      case 'closeDay':
        return this.close();
      case 'autoCashReport':
        this.needPaper();
        this.texts.push(`X JELENTÉS ${this.contents.closed + 1}`);
        return {};
      case 'printReceipt':
      case 'printInvoice':
      case 'void':
      case 'return':
        return this.receipt(command, data);
      case 'moneyIn':
      case 'moneyOut':
        return this.move(command, data);
      case 'printVoucherCopy':
        return this.copy(data);
      case 'printNonFiscal':
        this.needPaper();
        this.texts.push((data.texts as string[]).join('\n'));
        return {};
      case 'writeDisplay':
        this.shown = data.clear === '1' ? String(data.message) : `${this.shown}\n${String(data.message)}`;
        return {};
      case 'openDrawer':
      case 'setEuroParams':
      case 'resetPrinter':
        return {};
      default:
        throw new Refusal(600, `Ismeretlen parancs: ${command}`);
    }
  }

  private get contents(): Contents {
    return this.memory.contents;
  }

  /** Documents of the open day, or of the day that comes next. */
  private today(type?: DocumentType): Stored[] {
    const { documents, closed } = this.contents;
    return documents.filter((one) => one.z === closed + 1 && (type === undefined || one.type === type));
  }

  private totals(): Data {
    const { serial, closed, moneyIn, moneyOut } = this.contents;
    const sum = (...types: DocumentType[]) =>
      types.flatMap((type) => this.today(type)).reduce((all, { total }) => all + total, 0);
    return {
      ...{ sBBOXID: serial, iClosureNr: closed + 1, iMoneyIn: moneyIn, iMoneyOut: moneyOut },
      ...{ iReceiptNr: this.today('NY').length, iInvNr: this.today('SZ').length },
      ...{ iVoids: this.today('ST').length, iRefunds: this.today('VS').length },
      ...{ pTotal: plain(sum('NY', 'SZ')), pVoidTotal: plain(sum('ST')), pRefundTotal: plain(sum('VS')) },
    };
  }

  private open(data: Data): Data {
    this.needPaper();
    if (this.contents.openedAt !== null) throw new Refusal(640, 'A nap már nyitva van');
    const cash = cashOf(data);
    this.feelPower('before');
    this.memory.store({ openedAt: this.clock.now(), cash, moneyIn: 0, moneyOut: 0 });
    this.texts.push(`NAPNYITÁS ${this.contents.closed + 1}\nKészpénz: ${text(cash)} Ft`);
    this.feelPower('after');
    return {};
  }

  private close(): Data {
    this.needPaper();
    if (this.contents.openedAt === null) throw new Refusal(641, 'A nap nincs nyitva');
    const z = this.contents.closed + 1;
    const documents = this.today();
    const sum = documents.reduce(
      (all, { type, total }) => all + (type === 'NY' || type === 'SZ' ? total : -total),
      0,
    );
    this.feelPower('before');
    this.memory.store({ closed: z, openedAt: null, moneyIn: 0, moneyOut: 0 });
    const name = `NZ-${this.contents.serial}/${TAXPAYER}/${four(z)}`;
    this.texts.push(
      ['NAPI FORGALMI JELENTÉS', name, `Bizonylatok: ${documents.length}`, `Forgalom: ${text(sum)} Ft`].join(
        '\n',
      ),
    );
    this.feelPower('after');
    return {};
  }

  private receipt(command: string, data: Data): Data {
    this.needOpenDay();
    const { documents, serial, closed, cash } = this.contents;
    const draft = draftOf(command, data, documents, serial);
    this.feelPower('before');
    const z = closed + 1;
    const number = this.today(draft.type).length + 1;
    const time = localTime(this.clock.now());
    const name = `${draft.type}-${serial}/${TAXPAYER}/${four(z)}/${String(number).padStart(5, '0')}`;
    const control = createHash('sha256').update(name).digest('hex').slice(0, 5).toUpperCase();
    const paper = [...draft.paper, name, `NAV ELLENŐRZŐ KÓD: ${control}`, `AP SZÁM: ${serial}`];
    const { type, total, of } = draft;
    const stored: Stored = { type, z, number, time, total, control, name, of, paper };
    this.memory.store({ documents: [...documents, stored], cash: cash + draft.cash });
    this.feelPower('after');
    return this.given(stored);
  }

  private given({ z, number, time, name, control }: Stored): Data {
    const sTimestamp = time.replace('T', ' ').replaceAll('-', '.');
    const { serial } = this.contents;
    return {
      receiptData: {
        ...{
          sBBOXID: serial,
          iClosureNr: z,
          iNr: number,
          sTimestamp,
          sDocumentNumber: name,
          sNavCode: control,
        },
      },
    };
  }

  private move(command: 'moneyIn' | 'moneyOut', data: Data): Data {
    this.needOpenDay();
    const [least, most] = command === 'moneyIn' ? [1, 8] : [31, 41];
    const reason = Number(data.iReasonCode);
    if (!(reason >= least && reason <= most)) throw new Refusal(642, 'Hibás ok');
    const amount = cashOf(data);
    const { cash, moneyIn, moneyOut } = this.contents;
    if (command === 'moneyOut' && amount > cash) throw new Refusal(643, 'Nincs elég készpénz');
    this.feelPower('before');
    if (command === 'moneyIn') this.memory.store({ cash: cash + amount, moneyIn: moneyIn + 1 });
    else this.memory.store({ cash: cash - amount, moneyOut: moneyOut + 1 });
    const title = command === 'moneyIn' ? 'BEFIZETÉS' : 'KIFIZETÉS';
    this.texts.push(
      `${title} ${String(reason).padStart(2, '0')} ${String(data.sReasonText)}\n${text(amount)} Ft`,
    );
    this.feelPower('after');
    return {};
  }

  private copy({ iType, iClosure, iNumber }: Data): Data {
    this.needPaper();
    const type = iType === '0' ? 'SZ' : iType === '1' ? 'NY' : 'VS';
    const found = this.contents.documents.find(
      (one) => one.type === type && one.z === Number(iClosure) && one.number === Number(iNumber),
    );
    if (!found) throw new Refusal(644, 'A bizonylat nem található');
    this.texts.push(['MÁSOLAT', ...found.paper].join('\n'));
    return {};
  }

  private needOpenDay(): void {
    this.needPaper();
    const { openedAt } = this.contents;
    if (this.conditions.memoryFull) throw new Refusal(650, 'Az adóügyi memória megtelt');
    if (this.conditions.clockWrong) throw new Refusal(651, 'Az óra hibás');
    if (openedAt === null) throw new Refusal(641, 'A nap nincs nyitva');
    if (this.clock.now() - openedAt > DAY_MS) throw new Refusal(652, 'Napzárás szükséges');
  }

  private needPaper(): void {
    if (this.conditions.coverOpen) throw new Refusal(530, 'A fedél nyitva van');
    if (!this.conditions.hasPaper) throw new Refusal(532, 'Nincs papír');
  }

  private feelPower(when: 'before' | 'after'): void {
    if (this.conditions.power !== when) return;
    this.conditions.power = null;
    throw new PowerCut();
  }
}

function read(body: Buffer): { command: string; data: Data } {
  try {
    const value = JSON.parse(body.toString('utf8')) as { command?: unknown; data?: Data };
    if (typeof value.command === 'string') return { command: value.command, data: value.data ?? {} };
  } catch {
    // Refused below.
  }
  throw new Refusal(599, 'Hibás JSON');
}

function result(iErrCode: number, sErrMsg: string, values: Data): string {
  return JSON.stringify({ result: { iErrCode, sErrMsg, ...values } });
}

function plain(amount: number): string {
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

function four(n: number): string {
  return String(n).padStart(4, '0');
}
