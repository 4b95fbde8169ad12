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
import { CASH_IN, CASH_OUT, CLOSES, codeOf, CREATES, docClose, head, soldItems } from './documents.ts';
import type { Contents, DocumentType, Stored } from './memory.ts';

/** What happens to the register; all may change while it runs. */
export interface Conditions {
  /** The authority has blocked it. */
  blocked: boolean;
  /** It takes discounts as items. */
  takesDiscounts: boolean;
  /** Loses the connection at the next message of this `@type`: before anything is done, or after. */
  lose: { type: string; when: 'before' | 'after' } | null;
}

/** The connection is lost: nothing is answered. */
export class Lost extends Error {}

const TAXPAYER = '12345676';
/** A register. */
export class EmulatedRegister {
  readonly conditions: Conditions = { blocked: false, takesDiscounts: true, lose: null };
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

  /** `/doc/submit-key`. @throws Malformed, Refusal */
  submitKey(body: Data): Data {
    hasFields(body, 'systemId', 'documentDescriptor', 'publicKey', 'date');
    need(body.systemId === this.contents.serial, 'systemId');
    const { publicKey, date } = body;
    need(typeof publicKey === 'string' && /^[\w+/=-]{20,200}$/.test(publicKey), 'publicKey');
    need(Number.isSafeInteger(date) && Number(date) > 0, 'date');
    const descriptor = objectOf(body.documentDescriptor, 'documentDescriptor');
    hasFields(descriptor, 'type', 'docId', 'fiscalDayNo');
    this.change(this.openOne(descriptor), { appKey: publicKey as string });
    return {};
  }

  /** `/currency`. @throws Malformed */
  setCurrency(body: Data): Data {
    hasFields(body, 'currencyCode', 'conversionValue', 'displayPrecision', 'isNative', 'symbol', 'print');
    const { currencyCode: code, conversionValue: rate } = body;
    need(typeof code === 'string' && /^[A-Z]{3}$/.test(code) && code !== 'HUF', 'currencyCode');
    need(
      typeof rate === 'string' && /^\d{1,6}(?:\.\d{1,4})?$/.test(rate) && Number(rate) > 0,
      'conversionValue',
    );
    this.memory.store({ rates: { ...this.contents.rates, [code as string]: rate as string } });
    return {};
  }

  /** Another till sells a document of one item. @throws Refusal */
  sellElsewhere(): void {
    const of = { systemId: this.contents.serial };
    const item = {
      ...{ itemName: 'Tej', itemArticleNo: null, itemUnitPrice: '480.00', itemQty: '1.0000' },
      ...{ itemUnit: 'PIECE', itemCat: 'SALE', itemDept: 'A', itemCustomInfo: [] },
    };
    const { documentId } = this.create('createReceipt', {
      '@type': 'createReceipt',
      ...of,
      receiptItems: [item],
    });
    const card = {
      name: 'Kártya',
      moneyCat: 'CARD',
      moneySubCat: null,
      moneyAmount: '480.00',
      currency: 'HUF',
    };
    const end = { '@type': 'closeReceipt', ...of, documentId, docCustomInfo: [], paymentDetails: [card] };
    this.close('closeReceipt', end);
  }

  get fcuState(): 'PENDING' | 'REGISTERED' {
    return this.contents.isGreeted ? 'REGISTERED' : 'PENDING';
  }

  /** `/doc/state`. */
  state(): Data {
    const { isDayOpen, day, documents } = this.contents;
    const openDocuments = documents.filter(({ isOpen }) => isOpen).map(descriptorOf);
    const lastReceiptNo = this.contents.numbers;
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
    const day = { ids: 0, numbers: 0, isDayOpen: true, isReported: false };
    this.memory.store({ day: this.contents.day + 1, ...day });
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
    const isOut = CASH_OUT.includes(String(body.pmtReason));
    need(isOut || CASH_IN.includes(String(body.pmtReason)), 'pmtReason');
    need(body.otherTitle === null || typeof body.otherTitle === 'string', 'otherTitle');
    const { all } = moneyOf(body.cashDrawer);
    need(isOut ? all < 0 : all > 0, 'moneyAmount: the drawer changes the other way');
    infosOf(body.docCustomInfo);
    this.needDay();
    return this.finished('CASH_FLOW_REPORT', 'PM', all);
  }

  private sell(type: DocumentType, body: Data): Data {
    const items = soldItems(type, body);
    this.needDay();
    const hasDiscounts = items.some(({ itemCat }) => itemCat.includes('DISCOUNT'));
    allow(this.conditions.takesDiscounts || !hasDiscounts, 'az engedmény nem kezelhető');
    const isVoid = type === 'VOID_RECEIPT';
    const isBack = isVoid || type === 'RETURN_RECEIPT';
    const of = isBack ? this.source(String(body.sourceDocNo), isVoid, items) : null;
    const total = items.reduce((sum, { itemSum }) => sum + cents(itemSum), 0);
    const stored: Stored = {
      ...{ type, day: this.contents.day, id: this.nextId(), isOpen: true, interrupted: false, total },
      ...{ created: this.clock.now(), name: '', items, of, close: null, code: null },
    };
    this.add(stored, { isReported: false });
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
    const paid = moneyOf(body.paymentDetails, 0, this.contents.rates);
    const open = this.contents.documents.findLast(
      (one) => one.isOpen && one.type === type && one.id === body.documentId,
    );
    allow(open !== undefined, 'nincs ilyen nyitott bizonylat');
    const rest = settled(open!.total, paid);
    allow(rest !== null, 'a bizonylat nincs kifizetve');
    const number = this.contents.numbers + 1;
    const serial = String(number).padStart(5, '0');
    const isInvoice = type === 'SIMPLE_INVOICE' || open!.of?.startsWith('SZ') === true;
    const docNo = `${isInvoice ? 'SZ' : 'NY'}-${this.place()}/${serial}`;
    const closed = docClose(open!, docNo, rest!, this.clock.now());
    const code = codeOf(open!, docNo);
    this.contents.numbers = number;
    this.change(open!, { isOpen: false, name: docNo, close: closed, code });
    return { documentData: [closed], remainingSum: '0.00', printResult: null, docDownloadInfo: code };
  }

  private interrupt(body: Data): Data {
    hasFields(body, '@type', 'systemId', 'documentDescriptor');
    const descriptor = objectOf(body.documentDescriptor, 'documentDescriptor');
    hasFields(descriptor, 'type', 'docId', 'fiscalDayNo', 'interrupted');
    need(descriptor.interrupted === true, 'interrupted');
    this.change(this.openOne(descriptor), { isOpen: false, interrupted: true });
    return { documentData: [{ '@type': 'docClose', docInterruption: true }], remainingSum: null };
  }

  /** @throws Refusal */
  private openOne({ type, docId, fiscalDayNo }: Data): Stored {
    const open = this.contents.documents.findLast(
      (one) => one.isOpen && one.type === type && one.id === docId && one.day === fiscalDayNo,
    );
    allow(open !== undefined, 'nincs ilyen nyitott bizonylat');
    return open!;
  }

  /** A document that is finished at once. @param cash what was moved, hundredths */
  private finished(type: DocumentType, prefix: string, cash?: number): Data {
    const id = this.nextId();
    const name = `${prefix}-${this.place()}${prefix.startsWith('N') ? '' : `/${String(id).padStart(5, '0')}`}`;
    const stored: Stored = {
      ...{ type, day: this.contents.day, id, isOpen: false, interrupted: false, total: 0, name },
      ...{ created: this.clock.now(), items: [], of: null, close: null, code: null },
      ...(cash !== undefined && { cash }),
    };
    this.add(stored);
    return {
      fiscalDayNo: stored.day,
      documentId: id,
      documentData: [head(stored)],
      docDownloadInfo: null,
    };
  }

  private add(document: Stored, changes: Partial<Contents> = {}): void {
    this.contents.documents.push(document);
    this.memory.store({ ...changes, ids: document.id });
  }

  private change(of: Stored, changes: Partial<Stored>): void {
    Object.assign(of, changes);
    this.memory.store({});
  }

  /** An open day, no open document, and nobody has blocked the register. @throws Refusal */
  private needDay(): void {
    allow(!this.conditions.blocked, 'a pénztárgép blokkolt');
    allow(this.contents.isDayOpen, 'nincs nyitott adóügyi nap');
    allow(this.contents.documents.findLast(({ isOpen }) => isOpen) === undefined, 'van nyitott bizonylat');
  }

  private nextId(): number {
    return this.contents.ids + 1;
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
