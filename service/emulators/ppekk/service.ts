/** What an emulated eKasa service with protected storage takes, counts, signs and answers. */
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import type { Clock } from '../../clock.ts';

type Tree = Record<string, unknown>;

/** A document in the storage. */
export interface StoredDocument {
  externalId: string;
  type: string;
  /** As it was sent. */
  request: Tree;
  number: number;
  /** `YYYY-MM`. */
  month: string;
  created: string;
  okp: string;
  pkp: string;
  uid: string | null;
  printed: boolean;
}

/** What may be wrong with it. */
export interface Conditions {
  /** eKasa does not answer: documents are printed without UID. */
  offline: boolean;
  storageFull: boolean;
  /** The printer fails behind the storage: the document is stored, and the answer is an error. */
  printerBroken: boolean;
  /** Nothing can be read of the storage. */
  unreadable: boolean;
}

/** Whose storage it is. */
export interface Owner {
  dic: string;
  code: string;
}

const TYPES = ['PD', 'ND', 'UF', 'VK', 'VY'];
const ITEMS = ['SALE', 'PACKING_REFUND', 'REFUND', 'UPDATE', 'DISCOUNT', 'DEPOSIT', 'VOUCHER'];
const RATES = ['VAT_23', 'VAT_19', 'VAT_5', 'VAT_0', 'VAT_20', 'VAT_10'];
const REGULATIONS = ['PDP', 'OOD', 'CK', 'PT', 'UD', 'ZPS'];
const FIELDS = new Set([
  ...['type', 'externalId', 'amount', 'invoiceId', 'paragonDate', 'paragonNumber', 'documentEntries'],
  ...['payments', 'header', 'footer', 'printer', 'electronicReceipt'],
]);
const ITEM_FIELDS = new Set([
  ...['name', 'price', 'quantity', 'itemType', 'vatRate', 'referenceDocumentId', 'specialRegulation'],
  ...['seller', 'voucherNumber'],
]);
const face = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Bratislava', dateStyle: 'short', timeStyle: 'medium' },
});

/** The document is not what it must be. */
class Invalid extends Error {}

let processKey: KeyObject | undefined;

/** A service with its storage. */
export class EmulatedPpekk {
  readonly conditions: Conditions = {
    ...{ offline: false, storageFull: false, printerBroken: false, unreadable: false },
  };
  /** Oldest first. */
  readonly stored: StoredDocument[] = [];
  readonly owner: Owner;
  private readonly clock: Clock;
  private readonly key: KeyObject;

  constructor(clock: Clock, owner: Owner) {
    this.clock = clock;
    this.owner = owner;
    this.key = processKey ??= createPrivateKey(
      generateKeyPairSync('rsa', {
        modulusLength: 2048,
        ...{ privateKeyEncoding: { type: 'pkcs8', format: 'pem' } },
        ...{ publicKeyEncoding: { type: 'spki', format: 'pem' } },
      }).privateKey,
    );
  }

  /** Answers a request. @param path behind `/api/` */
  answer(path: string, body: Tree): { status: number; body: Tree } {
    try {
      if (this.conditions.unreadable) throw new Invalid('CHDU: chyba čítania');
      if (path === 'merchant/get') return { status: 200, body: this.merchant() };
      if (path === 'document/get')
        return { status: 200, body: { document: shown(this.find(body), this.owner) } };
      if (path !== 'document/store') return { status: 404, body: {} };
      const stored = this.store(body);
      if (this.conditions.printerBroken) throw new Invalid('Tlačiareň neodpovedá');
      return { status: 200, body: { document: shown(stored, this.owner) } };
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      return { status: 400, body: { errorMessage: error.message } };
    }
  }

  /** eKasa answers again: all that waits gets its UID. */
  deliver(): void {
    this.conditions.offline = false;
    for (const document of this.stored) document.uid ??= newUid();
  }

  private merchant(): Tree {
    const { dic, code } = this.owner;
    return {
      merchant: {
        ...{ corporateFullName: 'Pekáreň Pri rieke s.r.o.', dic },
        organizationUnit: { cashRegisterCode: code, cashRegisterType: 'STANDARD' },
      },
    };
  }

  private find(body: Tree): StoredDocument {
    const { documentByExternalId: wanted } = body;
    const id = typeof wanted === 'object' && wanted !== null ? (wanted as Tree).externalId : undefined;
    const found =
      wanted === undefined ? this.stored.at(-1) : this.stored.find(({ externalId }) => externalId === id);
    if (!found) throw new Invalid('Doklad sa nenašiel');
    return found;
  }

  private store(request: Tree): StoredDocument {
    check(request);
    if (this.conditions.storageFull) throw new Invalid('CHDU: nedostatok miesta');
    if (this.stored.some(({ externalId }) => externalId === request.externalId))
      throw new Invalid('externalId: doklad už existuje');
    const created = face.format(this.clock.now()).replace(' ', 'T');
    const month = created.slice(0, 7);
    const number = this.stored.filter((one) => one.month === month).length + 1;
    const { dic, code } = this.owner;
    const amount = (request.amount as number).toFixed(2);
    const text = [dic, code, request.type, number, created, amount].join('|');
    const signature = sign('sha256', Buffer.from(text), this.key);
    const okp = createHash('sha1').update(signature).digest('hex').toUpperCase().match(/.{8}/g)!.join('-');
    const document: StoredDocument = {
      ...{ externalId: String(request.externalId), type: String(request.type), request },
      ...{ number, month, created, okp },
      // Lines of 60 characters, as the real ones have them.
      pkp: signature.toString('base64').replace(/.{60}/g, '$&\r\n'),
      uid: this.conditions.offline ? null : newUid(),
      printed: request.electronicReceipt !== true || this.conditions.offline,
    };
    this.stored.push(document);
    return document;
  }
}

function newUid(): string {
  return `O-${randomBytes(14).toString('hex').slice(0, 27).toUpperCase()}-TEST`;
}

function shown({ request, ...document }: StoredDocument, { dic, code }: Owner): Tree {
  const [day, time] = document.created.split('T') as [string, string];
  const createDate = `${day.split('-').reverse().join('.')} ${time}`;
  const { okp, pkp, uid, number: sequenceId, externalId, type } = document;
  return {
    ...{ type, externalId, amount: request.amount, cashRegisterCode: code, merchant: { dic } },
    ...{ createDate, issueDate: createDate, sequenceId, okp, pkp, status: {} },
    ...(uid !== null && { uuid: uid, processDate: createDate, qrCode: uid }),
  };
}

function need(isRight: boolean, what: string): void {
  if (!isRight) throw new Invalid(`validácia: ${what}`);
}

function check(request: Tree): void {
  const { type, externalId, amount, invoiceId, paragonNumber, paragonDate, payments } = request;
  const entries = request.documentEntries ?? [];
  need(
    Object.keys(request).every((name) => FIELDS.has(name)),
    'neznáme pole',
  );
  need(TYPES.includes(String(type)), 'type');
  need(typeof externalId === 'string' && /^[\x21-\x7e]{1,36}$/.test(externalId), 'externalId');
  need(isAmount(amount, 2), 'amount');
  need((type === 'UF') === (typeof invoiceId === 'string' && invoiceId !== ''), 'invoiceId');
  need((paragonNumber === undefined) === (paragonDate === undefined), 'paragonDate');
  need(
    paragonDate === undefined || (typeof paragonDate === 'string' && !Number.isNaN(Date.parse(paragonDate))),
    'paragonDate',
  );
  need(typeof payments === 'object' && payments !== null, 'payments');
  need(
    Object.values(payments as Tree).every((paid) => isAmount(paid, 2)),
    'payments',
  );
  need(Array.isArray(entries) && entries.length <= 500, 'documentEntries');
  const items = entries as Tree[];
  const hasItems = type === 'PD' || type === 'ND';
  need(hasItems === items.length > 0, 'documentEntries');
  const sum = items.reduce((total, item) => total + lineOf(item), 0);
  const isPaid = amount === 0 && items.some(({ itemType }) => itemType === 'VOUCHER') && sum <= 0;
  need(!hasItems || isPaid || sum === Math.round((amount as number) * 100), 'amount');
}

/** Cents. */
function lineOf(item: Tree): number {
  const { name, price, quantity, itemType, vatRate, referenceDocumentId, specialRegulation } = item;
  need(
    Object.keys(item).every((field) => ITEM_FIELDS.has(field)),
    'neznáme pole položky',
  );
  need(
    typeof name === 'string' && name !== '' && name.length <= 255 && !/[\p{Cc}\u20AC]/u.test(name),
    'name',
  );
  need(isAmount(price, 3) && isAmount(quantity, 4) && (quantity as number) > 0, 'price');
  need(ITEMS.includes(String(itemType)) && RATES.includes(String(vatRate)), 'vatRate');
  const isBack = itemType === 'REFUND' || itemType === 'UPDATE';
  need(isBack === (typeof referenceDocumentId === 'string'), 'referenceDocumentId');
  need(
    specialRegulation === undefined ||
      (typeof specialRegulation === 'string' &&
        REGULATIONS.includes(specialRegulation) &&
        vatRate === 'VAT_0'),
    'specialRegulation',
  );
  need((itemType === 'VOUCHER') === (typeof item.voucherNumber === 'string'), 'voucherNumber');
  const thousandths = BigInt(Math.round((price as number) * 1000));
  const pieces = BigInt(Math.round((quantity as number) * 10_000));
  const product = thousandths * pieces;
  const cents = (product + (product < 0n ? -50_000n : 50_000n)) / 100_000n;
  need(itemType === 'SALE' ? cents >= 0n : itemType === 'UPDATE' || cents <= 0n, 'price');
  return Number(cents);
}

/** A number with so many decimals at most. */
function isAmount(value: unknown, digits: number): boolean {
  return typeof value === 'number' && Math.abs(value) < 1e7 && Number(value.toFixed(digits)) === value;
}
