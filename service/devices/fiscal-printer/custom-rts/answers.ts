/** What answers of the RT server say: strictly read, null for what makes no sense. */
import type { Trouble } from '../contract.ts';

/** An answer. */
export interface Answer {
  /** `responseCode`; 0 for none. */
  code: number;
  /** In the server's words. */
  text: string;
  /** Values by name that are texts or numbers. */
  values: Readonly<Record<string, string>>;
}

/** How a cash stands. */
export interface DayStatus {
  serial: string;
  /** Key of the cash, Base64. */
  key: string;
  /** Signature of its last document, or what the day begins with. */
  token: string;
  isOpen: boolean;
  /** Number of its last closed day. */
  closed: number;
  /** Number of its last document; of a closed day until the next one is opened. */
  documents: number;
  /** What its documents add up to, cents. */
  grandTotal: number;
  /** The server's clock, local time, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
}

const MOST_TEXT = 200;
const BASE64 = /^[\w+/]{0,200}={0,2}$/;

/** Reads an answer; null when it is none. */
export function readAnswer(bytes: Buffer): Answer | null {
  let told: unknown;
  try {
    told = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return null;
  const values = Object.fromEntries(
    Object.entries(told).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
  const code = values.responseCode ?? '';
  if (!/^\d{1,6}$/.test(code)) return null;
  return { code: Number(code), text: (values.responseDesc ?? '').slice(0, MOST_TEXT), values };
}

/** Why the server refuses: 1201 an original that it does not know, 1206 a value; everything else is `refused`. */
export function troubleOf({ code }: Answer): Trouble {
  return code === 1206 ? 'wrong-order' : 'refused';
}

/** Reads the answer of getDailyStatus. */
export function dayStatus({ values }: Answer): DayStatus | null {
  const { fiscalBoxId = '', cashHmacKey = '', cashToken = '', cashStatus = '', dateTimeServer = '' } = values;
  const whole = (name: string) => {
    const text = values[name]?.trim() ?? '';
    return text === '' ? 0 : /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const numbers = ['numberClosure', 'cashLastDocNumber', 'grandTotalDB'].map(whole);
  const [closed, documents, grandTotal] = numbers;
  if (numbers.includes(null) || !/^[\dA-Z]{11}$/.test(fiscalBoxId)) return null;
  if (!BASE64.test(cashHmacKey) || !BASE64.test(cashToken) || !/^[01]$/.test(cashStatus)) return null;
  const time = dateTimeServer.replace(' ', 'T');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(time)) return null;
  return {
    ...{ serial: fiscalBoxId, key: cashHmacKey, token: cashToken, isOpen: cashStatus === '1', time },
    ...{ closed: closed!, documents: documents!, grandTotal: grandTotal! },
  };
}

/** Reads the answer of getDeviceMemStatus: percent of the memory that is in use, with one decimal. */
export function memoryUsed({ values }: Answer): number | null {
  const { ej_capacity: capacity = '', ej_used: used = '' } = values;
  if (!/^\d{1,15}$/.test(capacity) || !/^\d{1,15}$/.test(used) || Number(capacity) === 0) return null;
  return Math.min(1000, Math.round((Number(used) * 1000) / Number(capacity))) / 10;
}
