/** What answers of the printer say: strictly read, null for what makes no sense. */
import type { FiscalDocument, FiscalPrinterState, Trouble } from '../contract.ts';
import type { Answer } from './xml.ts';

/** Texts and numbers of errors; everything else is `refused`. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  ...{ EPTR_REC_EMPTY: 'paper', '2': 'paper', EPTR_COVER_OPEN: 'cover', '3': 'cover' },
  ...{ LAN_ERROR: 'no-answer', LAN_TIME_OUT: 'no-answer', TM_NO_ANSWER: 'no-answer', TM_OFF_LINE: 'cover' },
  ...{ FP_NO_ANSWER: 'no-answer', FP_NO_ANSWER_NETWORK: 'no-answer' },
  ...{ PARSER_ERROR: 'wrong-order', '11': 'wrong-order', '13': 'wrong-order', '16': 'wrong-order' },
  ...{ '12': 'not-found', '9': 'wrong-clock', '10': 'wrong-clock', '22': 'wrong-rate' },
  ...{ '17': 'closing-needed', '18': 'closing-needed', '20': 'memory-full', '21': 'memory-full' },
};

/** Retrying or asking the memory may help: the line between its web server and its printer failed. */
export const IS_LOST: ReadonlySet<Trouble> = new Set<Trouble>(['no-answer', 'unreadable']);

/** Why the printer refuses. */
export function troubleOf({ code, status }: Answer): Trouble {
  const find = (name: string) => (Object.hasOwn(TROUBLES, name) ? TROUBLES[name] : undefined);
  return find(code) ?? find(status) ?? 'refused';
}

/** Reads the last document: answer of command 1387. */
export function lastDocument(data: string): FiscalDocument | null {
  const parts = /^\d{2}(\d{9})(\d{9})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{4})(\d{4})([\dA-Z]{11})/.exec(
    data,
  );
  if (!parts) return null;
  const [, total, vat, day, month, year, hour, minute, second, z, number, serial] =
    parts as unknown as string[];
  const time = `20${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // A printer that has never printed has a date of zeros.
  if (Number(z) + Number(number) > 0 && Number.isNaN(Date.parse(`${time}Z`))) return null;
  return {
    z: Number(z),
    number: Number(number),
    time,
    serial: serial!,
    total: Number(total),
    vat: Number(vat),
  };
}

/** Reads a state: answers of queryPrinterStatus, and of the last document for number and serial. */
export function stateOf({ info }: Answer, last: FiscalDocument): FiscalPrinterState | null {
  const { printerStatus = '', rtDailyOpen, rtExpiryCD = '' } = info;
  if (!/^\d{5}$/.test(printerStatus)) return null;
  const [printer, memory, drawer, document] = printerStatus;
  const dayOpen = rtDailyOpen === '1' ? true : rtDailyOpen === '0' ? false : null;
  const expiry = /^(\d{4})(\d\d)(\d\d)$/.exec(rtExpiryCD);
  return {
    serial: last.serial,
    z: dayOpen === false ? last.z + 1 : last.z,
    dayOpen,
    paperNearEnd: printer === '2' || printer === '3',
    offline: printer === '3',
    drawerOpen: drawer === '0',
    memoryNearlyFull: memory === '1' || memory === '5',
    memoryFull: memory === '5',
    receiptOpen: isReceiptOpen(document),
    certificateExpires: expiry ? `${expiry[1]}-${expiry[2]}-${expiry[3]}` : null,
    unsent: countOf(info.rtFileToSend),
    late: countOf(info.rtOldFileToSend),
    rejected: countOf(info.rtFileRejected),
  };
}

function countOf(text = ''): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Fourth digit: a receipt, its payments, or an error at them. */
function isReceiptOpen(digit: string | undefined): boolean {
  return digit === '0' || digit === '3' || digit === '4' || digit === '5';
}
