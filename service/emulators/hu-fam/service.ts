/** The register's side of the conversation: what it accepts, numbers and keeps, by its public description. */
import type { Clock } from '../../clock.ts';
import type { Kept } from '../kept.ts';
import {
  allow,
  cents,
  hasFields,
  infosOf,
  moneyOf,
  need,
  objectOf,
  plain,
  settled,
  type Data,
} from './bodies.ts';
import { CASH_IN, CLOSES, codeOf, CREATES, docClose, head, soldItems } from './documents.ts';
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
    return { documentData: [head(found!), ...items, ...close], docDownloadInfo: found!.code };
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
        return this.report(type, body);
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
    const items = soldItems(type, body);
    this.needDay();
    const isVoid = type === 'VOID_RECEIPT';
    const isBack = isVoid || type === 'RETURN_RECEIPT';
    const of = isBack ? this.source(String(body.sourceDocNo), isVoid, items) : null;
    const total = items.reduce((sum, { itemSum }) => sum + cents(itemSum), 0);
    const stored: Stored = {
      ...{ type, day: this.contents.day, id: this.nextId(), isOpen: true, interrupted: false, total },
      ...{ created: this.clock.now(), name: '', items, of, close: null, code: null },
    };
    this.memory.store({ documents: [...this.contents.documents, stored], isReported: false });
    const documentData = [head(stored), ...items.map((item) => ({ '@type': 'receiptItem', ...item }))];
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
    const closed = docClose(open!, docNo, rest!, this.clock.now());
    const code = codeOf(open!, docNo);
    this.change(open!, { isOpen: false, name: docNo, close: closed, code });
    return { documentData: [closed], remainingSum: '0.00', printResult: null, docDownloadInfo: code };
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
      documentData: [head(stored)],
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
