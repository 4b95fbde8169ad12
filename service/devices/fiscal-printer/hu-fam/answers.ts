/** What answers of the register in the cloud say: strictly read, null for what makes no sense. */
import type { FamAnswer } from './session.ts';

/** What names a document to the register. */
export interface Descriptor {
  type: string;
  /** Number of the fiscal day. */
  day: number;
  id: number;
}

/** How the documents of a register stand. */
export interface DocumentState {
  /** Number of the open day; null while none is open. */
  day: number | null;
  /** Begun and not finished. */
  open: readonly Descriptor[];
  /** Number of the last document of the open day; null where it does not tell. */
  last: number | null;
}

/** A document in the list. Amounts are hundredths, without sign. */
export interface Listed extends Descriptor {
  interrupted: boolean;
  total: number;
  /** ms since 1970. */
  created: number;
  /** Number as it is printed; empty for documents without. */
  name: string;
}

/** A document that was begun. */
export interface Begun {
  day: number;
  id: number;
  total: number;
}

/** A document that was finished. */
export interface Finished {
  printed: { type: string; number: number; name: string };
  serial: string;
  z: number;
  /** Local time, `YYYY-MM-DDThh:mm:ss`; empty where it makes no sense. */
  time: string;
  control?: string;
  /** Content of the code by which the customer gets the document. */
  code?: string;
}

/** An item of a document as the register kept it. */
export type StoredItem = Readonly<Record<(typeof ITEM_FIELDS)[number], string>> & {
  id: number;
  articleNo: string | null;
};

const ITEM_FIELDS = ['itemName', 'itemUnitPrice', 'itemQty', 'itemUnit', 'itemCat', 'itemDept'] as const;
const NUMBER = /^([A-Z]{2})-([A-Z]\d{8})\/\d{8}\/(\d{4})\/(\d{5})$/;
const MOST_ID = 9_999_999;
const LONGEST_CODE = 2000;

/** Reads `/doc/state`. */
export function documentState({
  fiscalDayOpen,
  openedFiscalDayNo,
  openDocuments,
  lastReceiptNo,
}: FamAnswer): DocumentState | null {
  if (typeof fiscalDayOpen !== 'boolean') return null;
  const day = whole(openedFiscalDayNo);
  if (fiscalDayOpen && (day === null || day === 0)) return null;
  const open = listOf(openDocuments ?? [], descriptorOf);
  return open && { day: fiscalDayOpen ? day : null, open, last: whole(lastReceiptNo) };
}

/** Reads `/doc/list`. */
export function documentList({ documents }: FamAnswer): Listed[] | null {
  return listOf(documents ?? [], (entry) => {
    const descriptor = descriptorOf(entry);
    const { interrupted, docTotal, docCreationDate, docNo } = entry;
    const total = docTotal === null || docTotal === undefined ? 0 : amountOf(docTotal);
    if (!descriptor || typeof interrupted !== 'boolean' || total === null) return null;
    if (typeof docCreationDate !== 'number' || !Number.isSafeInteger(docCreationDate)) return null;
    const name = typeof docNo === 'string' ? docNo.trim() : '';
    return { ...descriptor, interrupted, total, created: docCreationDate, name };
  });
}

/** Reads what `/doc/doc-create` says of a document of a sale. */
export function begunOf({ fiscalDayNo, documentId, docTotal }: FamAnswer): Begun | null {
  const [day, id, total] = [whole(fiscalDayNo), whole(documentId), amountOf(docTotal)];
  return day === null || id === null || total === null ? null : { day, id, total };
}

/** Number of the day that a document is of; null where the answer does not tell. */
export function dayNumberOf({ fiscalDayNo }: FamAnswer): number | null {
  return whole(fiscalDayNo);
}

/** Reads what a document says of itself when it is finished. */
export function finishedOf(answer: FamAnswer): Finished | null {
  const close = partsOf(answer).find((part) => part['@type'] === 'docClose');
  if (!close || close.docInterruption === true) return null;
  const name = valueOf(close.docNo).trim();
  const [, type, serial, z, number] = NUMBER.exec(name) ?? [];
  if (number === undefined) return null;
  const control = valueOf(close.docValidationCode).trim();
  const { docDownloadInfo: code } = answer;
  const hasCode =
    typeof code === 'string' && code !== '' && code.length <= LONGEST_CODE && !/\p{Cc}/u.test(code);
  return {
    ...{ printed: { type: type!, number: Number(number), name }, serial: serial!, z: Number(z) },
    time: timeOf(valueOf(close.docCloseDate)),
    ...(/^[\dA-F]{5}$/.test(control) && { control }),
    ...(hasCode && { code }),
  };
}

/** What of a document's price is not paid, hundredths; null where the answer does not tell. */
export function remainingOf({ remainingSum }: FamAnswer): number | null {
  return amountOf(remainingSum);
}

/** Items of a stored document in raw form, to be taken back; null where one makes no sense. */
export function storedItems(answer: FamAnswer): StoredItem[] | null {
  const items = partsOf(answer).filter((part) => part['@type'] === 'receiptItem');
  return listOf(items, (item) => {
    const id = whole(item.itemId);
    if (id === null || ITEM_FIELDS.some((name) => typeof item[name] !== 'string')) return null;
    if (!/^-?\d{1,12}(?:\.\d{1,6})?$/.test(item.itemQty as string)) return null;
    const articleNo = typeof item.itemArticleNo === 'string' ? item.itemArticleNo : null;
    const fields = Object.fromEntries(ITEM_FIELDS.map((name) => [name, item[name] as string]));
    return { ...(fields as Record<(typeof ITEM_FIELDS)[number], string>), id, articleNo };
  });
}

function partsOf({ documentData }: FamAnswer): FamAnswer[] {
  return listOf(documentData ?? [], (part) => part) ?? [];
}

function descriptorOf({ type, fiscalDayNo, docId }: FamAnswer): Descriptor | null {
  const [day, id] = [whole(fiscalDayNo), whole(docId)];
  if (typeof type !== 'string' || !/^[A-Z_]{1,40}$/.test(type)) return null;
  return day === null || id === null ? null : { type, day, id };
}

/** All entries of a list; null when one of them, or the list, makes no sense. */
function listOf<T>(list: unknown, read: (entry: FamAnswer) => T | null): T[] | null {
  if (!Array.isArray(list)) return null;
  const entries: T[] = [];
  for (const entry of list as unknown[]) {
    const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
    const told = isObject ? read(entry as FamAnswer) : null;
    if (told === null) return null;
    entries.push(told);
  }
  return entries;
}

/** `{text, value}`, or the value itself. */
function valueOf(told: unknown): string {
  const value = typeof told === 'object' && told !== null ? (told as FamAnswer).value : told;
  return typeof value === 'string' ? value : '';
}

function whole(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,7}$/.test(text) && Number(text) <= MOST_ID ? Number(text) : null;
}

/** `-1499.00` as hundredths without sign; more places must be zeros. */
function amountOf(value: unknown): number | null {
  const [, digits, places = ''] =
    /^-?(\d{1,11})(?:\.(\d{1,2})0{0,4})?$/.exec(typeof value === 'string' ? value : '') ?? [];
  return digits === undefined ? null : Number(digits) * 100 + Number(places.padEnd(2, '0'));
}

/** `2025.06.18. 12:05:19` as local time. */
function timeOf(text: string): string {
  const [, year, month, day, clock] = /^(\d{4})\.(\d\d)\.(\d\d)\.? (\d\d:\d\d:\d\d)$/.exec(text.trim()) ?? [];
  const time = `${year}-${month}-${day}T${clock}`;
  return clock === undefined || Number.isNaN(Date.parse(`${time}Z`)) ? '' : time;
}
