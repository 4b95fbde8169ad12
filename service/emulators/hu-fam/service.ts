/** The register's side of the conversation: what it accepts, numbers and keeps, by its public description. */
import { createHash } from 'node:crypto';
import { localTime, type Clock } from '../../clock.ts';
import type { Kept } from '../kept.ts';
import {
  allow,
  cents,
  customerOf,
  hasFields,
  infosOf,
  itemsOf,
  moneyOf,
  need,
  objectOf,
  plain,
  settled,
  shown,
  type Data,
} from './bodies.ts';
import type { Contents, DocumentType, Stored } from './memory.ts';

/** What happens to the register; all may change while it runs. */
export interface Conditions {
  /** The authority has blocked it. */
  blocked: boolean;
  /** Loses the connection at the next message of this `@type`: before anything is done, or after. */
  lose: { type: string; when: 'before' | 'after' } | null;
}

/** The connection is lost: nothing is answered. */
export class Lost extends Error {}

const TAXPAYER = '12345676';
/** `itemCat` of each document of a sale. */
const SOLD = [
  ...['SALE', 'VOID_SALE', 'DISCOUNT', 'VOID_DISCOUNT', 'NB_DISCOUNT', 'VOID_NB_DISCOUNT', 'SURCHARGE'],
  ...['VOID_SURCHARGE', 'EMPTIES', 'VOID_EMPTIES'],
];
const RETURNED = [
  ...['RETURN', 'VOID_RETURN', 'EMPTIES', 'VOID_EMPTIES', 'SURCHARGE', 'VOID_SURCHARGE', 'DISCOUNT'],
  'VOID_DISCOUNT',
];
const CREATES: Readonly<Record<string, DocumentType>> = {
  ...{
    createReceipt: 'RECEIPT',
    createSimpleInvoice: 'SIMPLE_INVOICE',
    createReturnReceipt: 'RETURN_RECEIPT',
  },
  ...{ createVoidReceipt: 'VOID_RECEIPT', createFiscalDayOpen: 'FISCAL_DAY_OPEN' },
  ...{ createFiscalDayReport: 'FISCAL_DAY_REPORT', createCashRegisterReport: 'CASH_REGISTER_REPORT' },
  createCashFlowReport: 'CASH_FLOW_REPORT',
};
const CLOSES: Readonly<Record<string, DocumentType>> = {
  ...{ closeReceipt: 'RECEIPT', closeSimpleInvoice: 'SIMPLE_INVOICE', closeReturnReceipt: 'RETURN_RECEIPT' },
  closeVoidReceipt: 'VOID_RECEIPT',
};
const CASH_IN = [
  ...['CHANGE', 'CASHIER_DEPOSIT', 'COLLECTION', 'LOTTERY_TICKET_SALE', 'DEPOSIT', 'DEFICIT', 'TIP'],
  'OTHER_CASH_IN',
];

/** A register. */
export class EmulatedRegister {
  readonly conditions: Conditions = { blocked: false, lose: null };
  private readonly memory: Kept<Contents>;
  private readonly clock: Clock;

  constructor(memory: Kept<Contents>, clock: Clock) {
    this.memory = memory;
    this.clock = clock;
  }

  /** `/doc/doc-create` and `/doc/doc-close`. @throws Malformed, Refusal, Lost */
  post(kind: 'create' | 'close', body: Data): Data {
    const type = String(body['@type']);
    need(body.systemId === this.contents.serial, 'systemId');
    this.feelLoss(type, 'before');
    const answer = kind === 'create' ? this.create(type, body) : this.close(type, body);
    this.feelLoss(type, 'after');
    return answer;
  }

  /** `/telemetry/hello`. @throws Malformed */
  hello(body: Data): Data {
    hasFields(body, 'systemId');
    need(body.systemId === this.contents.serial, 'systemId');
    this.memory.store({ isGreeted: true });
    return {};
  }

  get fcuState(): 'PENDING' | 'REGISTERED' {
    return this.contents.isGreeted ? 'REGISTERED' : 'PENDING';
  }

  /** `/doc/state`. */
  state(): Data {
    const { isDayOpen, day, documents } = this.contents;
    const openDocuments = documents.filter(({ isOpen }) => isOpen).map(descriptorOf);
    const lastReceiptNo = this.numbered().length;
    return {
      fiscalDayOpen: isDayOpen,
      openedFiscalDayNo: isDayOpen ? day : -1,
      openDocuments,
      printSpool: [],
      lastReceiptNo,
    };
  }

  /** `/doc/list`. */
  list(from: number, till: number, type: string | null): Data {
    const documents = this.contents.documents
      .filter((one) => one.created >= from && one.created <= till && (type === null || one.type === type))
      .map((one) => ({
        ...descriptorOf(one),
        docTotal: plain(one.total),
        docCreationDate: one.created,
        docNo: one.name,
      }));
    return { documents };
  }

  /** `/doc/document`. @throws Refusal */
  document(day: number, type: string, id: number): Data {
    const found = this.contents.documents.find(
      (one) => one.day === day && one.type === type && one.id === id,
    );
    allow(found !== undefined, 'nincs ilyen bizonylat');
    const items = found!.items.map((item) => ({ '@type': 'receiptItem', ...item }));
    const close = found!.close ? [found!.close] : [];
    return { documentData: [this.head(found!), ...items, ...close], docDownloadInfo: found!.code };
  }

  private get contents(): Contents {
    return this.memory.contents;
  }

  /** Documents of sales of the day that have a number. */
  private numbered(): Stored[] {
    const { documents, day } = this.contents;
    return documents.filter(
      (one) => one.day === day && /\/\d{5}$/.test(one.name) && !one.name.startsWith('P'),
    );
  }

  private create(name: string, body: Data): Data {
    const type = Object.hasOwn(CREATES, name) ? CREATES[name]! : null;
    need(type !== null, '@type');
    switch (type!) {
      case 'FISCAL_DAY_OPEN':
        return this.openDay(body);
      case 'CASH_REGISTER_REPORT':
      case 'FISCAL_DAY_REPORT':
        return this.report(type!, body);
      case 'CASH_FLOW_REPORT':
        return this.cashFlow(body);
      default:
        return this.sell(type!, body);
    }
  }

  private openDay(body: Data): Data {
    hasFields(body, '@type', 'systemId', 'cashDrawer', 'docCustomInfo?');
    moneyOf(body.cashDrawer);
    infosOf(body.docCustomInfo ?? []);
    allow(this.contents.isGreeted, 'a pénztárgép nincs üzembe helyezve');
    allow(!this.conditions.blocked, 'a pénztárgép blokkolt');
    allow(!this.contents.isDayOpen, 'az adóügyi nap már nyitva van');
    this.memory.store({ day: this.contents.day + 1, isDayOpen: true, isReported: false });
    return this.finished('FISCAL_DAY_OPEN', 'NN');
  }

  private report(type: 'CASH_REGISTER_REPORT' | 'FISCAL_DAY_REPORT', body: Data): Data {
    hasFields(body, '@type', 'systemId', 'docCustomInfo?');
    infosOf(body.docCustomInfo ?? []);
    this.needDay();
    const isClosing = type === 'FISCAL_DAY_REPORT';
    allow(!isClosing || this.contents.isReported, 'előbb pénztárjelentés szükséges');
    const answer = this.finished(type, isClosing ? 'NZ' : 'PJ');
    this.memory.store(isClosing ? { isDayOpen: false } : { isReported: true });
    return answer;
  }

  private cashFlow(body: Data): Data {
    hasFields(
      body,
      '@type',
      'systemId',
      'pmtReason',
      'otherTitle',
      'cashDrawer',
      'docCustomInfo',
      'createDownloadInfo?',
    );
    need(CASH_IN.includes(String(body.pmtReason)), 'pmtReason');
    need(body.otherTitle === null || typeof body.otherTitle === 'string', 'otherTitle');
    moneyOf(body.cashDrawer);
    infosOf(body.docCustomInfo);
    this.needDay();
    return this.finished('CASH_FLOW_REPORT', 'PM');
  }

  private sell(type: DocumentType, body: Data): Data {
    const isBack = type === 'RETURN_RECEIPT' || type === 'VOID_RECEIPT';
    const isVoid = type === 'VOID_RECEIPT';
    const terms = ['sourceDocType?', 'fulfillmentDate?', 'paymentDue?', 'paymentType?', 'billTo?'];
    const more = isVoid
      ? ['sourceDocNo', 'voidReason', ...terms]
      : isBack
        ? ['sourceDocNo', 'returnReason', ...terms]
        : type === 'SIMPLE_INVOICE'
          ? ['billTo']
          : [];
    hasFields(body, '@type', 'systemId', 'receiptItems', ...more);
    if (body.billTo !== undefined) customerOf(body.billTo);
    const categories = isVoid ? SOLD.filter((one) => one.startsWith('VOID_')) : isBack ? RETURNED : SOLD;
    const items = itemsOf(body.receiptItems, categories, isBack, isVoid);
    if (isBack)
      need(
        isVoid ? /^S[0-8]$/.test(String(body.voidReason)) : /^V[1-3]$/.test(String(body.returnReason)),
        'reason',
      );
    if (body.sourceDocType === 'SIMPLE_INVOICE')
      need(
        body.paymentType === 'CASH' &&
          Number.isSafeInteger(body.fulfillmentDate) &&
          body.billTo !== undefined,
        'terms',
      );
    this.needDay();
    const of = isBack ? this.source(String(body.sourceDocNo), isVoid, items) : null;
    const total = items.reduce((sum, { itemSum }) => sum + cents(itemSum), 0);
    const stored: Stored = {
      ...{ type, day: this.contents.day, id: this.nextId(), isOpen: true, interrupted: false, total },
      ...{ created: this.clock.now(), name: '', items, of, close: null, code: null },
    };
    this.memory.store({ documents: [...this.contents.documents, stored], isReported: false });
    const documentData = [this.head(stored), ...items.map((item) => ({ '@type': 'receiptItem', ...item }))];
    return { fiscalDayNo: stored.day, documentId: stored.id, docTotal: plain(total), documentData };
  }

  /** What a document takes back. @throws Refusal */
  private source(name: string, isVoid: boolean, items: Stored['items']): string {
    const { documents } = this.contents;
    const original = documents.find(
      (one) => one.name === name && (one.type === 'RECEIPT' || one.type === 'SIMPLE_INVOICE'),
    );
    // The number of another register is a free text.
    if (!original && !isVoid) return name;
    allow(original !== undefined, 'az eredeti bizonylat nem található');
    const isGone = documents.some((one) => one.type === 'VOID_RECEIPT' && one.of === name && one.name !== '');
    allow(!isGone, 'a bizonylat már érvénytelen');
    const isKnown = ({ itemRef, itemName, itemUnitPrice }: Stored['items'][number]) =>
      original!.items.some(
        (of) => of.itemId === itemRef && of.itemName === itemName && of.itemUnitPrice === itemUnitPrice,
      );
    allow(!isVoid || items.every(isKnown), 'ismeretlen tétel');
    return name;
  }

  private close(name: string, body: Data): Data {
    if (name === 'closeInterruption') return this.interrupt(body);
    const type = Object.hasOwn(CLOSES, name) ? CLOSES[name]! : null;
    need(type !== null, '@type');
    hasFields(
      body,
      '@type',
      'systemId',
      'documentId',
      'docCustomInfo',
      'paymentDetails',
      'serviceFee?',
      'attachment?',
    );
    infosOf(body.docCustomInfo);
    const paid = moneyOf(body.paymentDetails, 0);
    const open = this.contents.documents.find(
      (one) => one.isOpen && one.type === type && one.id === body.documentId,
    );
    allow(open !== undefined, 'nincs ilyen nyitott bizonylat');
    const rest = settled(open!.total, paid);
    allow(rest !== null, 'a bizonylat nincs kifizetve');
    const serial = String(this.numbered().length + 1).padStart(5, '0');
    const isInvoice = type === 'SIMPLE_INVOICE' || open!.of?.startsWith('SZ') === true;
    const docNo = `${isInvoice ? 'SZ' : 'NY'}-${this.place()}/${serial}`;
    const docClose = this.docClose(open!, docNo, rest!);
    const code = `2|B${docNo}|D${digest(docNo, 5)}|T${plain(open!.total)}|S${digest(`${docNo} ${open!.total}`, 32)}`;
    this.change(open!, { isOpen: false, name: docNo, close: docClose, code });
    return { documentData: [docClose], remainingSum: '0.00', printResult: null, docDownloadInfo: code };
  }

  private interrupt(body: Data): Data {
    hasFields(body, '@type', 'systemId', 'documentDescriptor');
    const descriptor = objectOf(body.documentDescriptor, 'documentDescriptor');
    hasFields(descriptor, 'type', 'docId', 'fiscalDayNo', 'interrupted');
    need(descriptor.interrupted === true, 'interrupted');
    const { type, docId, fiscalDayNo } = descriptor;
    const open = this.contents.documents.find(
      (one) => one.isOpen && one.type === type && one.id === docId && one.day === fiscalDayNo,
    );
    allow(open !== undefined, 'nincs ilyen nyitott bizonylat');
    this.change(open!, { isOpen: false, interrupted: true });
    return { documentData: [{ '@type': 'docClose', docInterruption: true }], remainingSum: null };
  }

  private docClose(
    { total }: Stored,
    docNo: string,
    { change, round }: { change: number; round: number },
  ): Data {
    const named = (text: string, value: string) => ({ text, value });
    const money = (name: string, moneyCat: string, amount: number) =>
      amount === 0
        ? []
        : [{ name, moneyCat, moneySubCat: null, moneyAmount: shown(amount), currency: 'HUF' }];
    return {
      ...{ '@type': 'docClose', systemId: this.contents.serial, footNote: null },
      docCloseDate: named('DÁTUM:', this.shownTime()),
      docValidationCode: named(
        'NAV ELLENŐRZŐ KÓD',
        createHash('sha256').update(docNo).digest('hex').slice(0, 5).toUpperCase(),
      ),
      ...{ docNo: named('SORSZÁM:', docNo), docInterruption: false, docInterruptionCause: null },
      docTotal: named('ÖSSZESEN', shown(total)),
      paymentDetails: [...money('VISSZAJÁRÓ', 'CHANGE', change), ...money('KEREKÍTÉS', 'ROUND', round)],
    };
  }

  private head({ day, id }: Stored): Data {
    return {
      '@type': 'docCreate',
      fiscalDayNo: String(day),
      docId: String(id),
      docCreationDate: this.shownTime(),
      moneyCode: 'HUF',
    };
  }

  /** A document that is finished at once. */
  private finished(type: DocumentType, prefix: string): Data {
    const id = this.nextId();
    const name = `${prefix}-${this.place()}${prefix.startsWith('N') ? '' : `/${String(id).padStart(5, '0')}`}`;
    const stored: Stored = {
      ...{ type, day: this.contents.day, id, isOpen: false, interrupted: false, total: 0, name },
      ...{ created: this.clock.now(), items: [], of: null, close: null, code: null },
    };
    this.memory.store({ documents: [...this.contents.documents, stored] });
    return {
      fiscalDayNo: stored.day,
      documentId: id,
      documentData: [this.head(stored)],
      docDownloadInfo: null,
    };
  }

  private change(of: Stored, changes: Partial<Stored>): void {
    const documents = this.contents.documents.map((one) => (one === of ? { ...one, ...changes } : one));
    this.memory.store({ documents });
  }

  /** An open day, no open document, and nobody has blocked the register. @throws Refusal */
  private needDay(): void {
    allow(!this.conditions.blocked, 'a pénztárgép blokkolt');
    allow(this.contents.isDayOpen, 'nincs nyitott adóügyi nap');
    allow(!this.contents.documents.some(({ isOpen }) => isOpen), 'van nyitott bizonylat');
  }

  private nextId(): number {
    return this.contents.documents.filter(({ day }) => day === this.contents.day).length + 1;
  }

  private place(): string {
    return `${this.contents.serial}/${TAXPAYER}/${String(this.contents.day).padStart(4, '0')}`;
  }

  private shownTime(): string {
    const [day = '', time = ''] = localTime(this.clock.now()).split('T');
    return `${day.replaceAll('-', '.')}. ${time.slice(0, 8)}`;
  }

  private feelLoss(type: string, when: 'before' | 'after'): void {
    const { lose } = this.conditions;
    if (lose?.type !== type || lose.when !== when) return;
    this.conditions.lose = null;
    throw new Lost();
  }
}

function descriptorOf({ type, day, id, interrupted }: Stored) {
  return { type, fiscalDayNo: day, docId: id, interrupted };
}

function digest(text: string, bytes: number): string {
  return createHash('sha256').update(text).digest().subarray(0, bytes).toString('base64');
}
