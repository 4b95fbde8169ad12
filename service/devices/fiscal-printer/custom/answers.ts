/** What answers of the printer say: strictly read, null for what makes no sense. */
import type { DeviceRate, Trouble } from '../contract.ts';
import { allOf, readXml, textsOf } from '../xml.ts';

/** An answer. */
export interface Answer {
  success: boolean;
  /** Number of the error; 0 for none. */
  status: number;
  /** Texts by name, of whatever depth. */
  info: Readonly<Record<string, string>>;
}

/** Reads an answer; null when it is none. */
export function readAnswer(bytes: Buffer): Answer | null {
  const root = readXml(bytes);
  if (!root || !/^(?:response|infoResp)$/.test(root.name)) return null;
  const { success = '', status = '' } = root.attributes;
  const info = textsOf(allOf(root).filter(({ children }) => children.length === 0));
  if (!info || !/^(?:true|false)$/i.test(success) || !/^\d{0,4}$/.test(status)) return null;
  return { success: /^true$/i.test(success), status: Number(status), info };
}

/** Numbers of errors (Custom, status report guide 2.00); everything else is `refused`. */
const TROUBLES: readonly (readonly [Trouble, readonly number[]])[] = [
  ['wrong-order', [3, 5, 7, 9, 11, 23, 24, 25, 46, 92]],
  ['wrong-clock', [12, 13, 14, 22, 57]],
  ['paper', [16]],
  ['cover', [37, 64]],
  ['busy', [21, 48, 62, 97, 98]],
  ['wrong-rate', [28, 29, 124]],
  ['memory-full', [30, 51, 101, 111]],
  ['closing-needed', [54, 61, 70]],
  ['nothing-sold', [71]],
  ['not-found', [40, 86]],
  ['no-answer', [50, 74]],
];

/** Why the printer refuses. */
export function troubleOf({ status }: Answer): Trouble {
  return TROUBLES.find(([, numbers]) => numbers.includes(status))?.[0] ?? 'refused';
}

/** The last thing printed: answer of command 1017. */
export interface LastPrinted {
  isFiscal: boolean;
  number: number;
  total: number;
  isCancelled: boolean;
}

/** Reads the answer of command 1017; some programs of the printer repeat its number before it. */
export function lastPrinted(data: string): LastPrinted | null {
  const parts = /^(?:101[78])?\d{10}(\d{4})(\d{9})([0-3])([01])$/.exec(data);
  if (!parts) return null;
  const [, number, total, type, cancelled] = parts as unknown as string[];
  const isFiscal = type === '1';
  return { isFiscal, number: Number(number), total: Number(total), isCancelled: cancelled === '1' };
}

/** Reads a moment, `DDMMYYhhmmss`, as local time; null for none. @param command whose number may stand before it */
export function momentOf(data: string, command: string): string | null {
  const bare = data.length > 12 && data.startsWith(command) ? data.slice(command.length) : data;
  const parts = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(bare);
  if (!parts) return null;
  const [, day, month, year, hour, minute, second] = parts as unknown as string[];
  const time = `20${year}-${month}-${day}T${hour}:${minute}:${second}`;
  return Number.isNaN(Date.parse(`${time}Z`)) ? null : time;
}

/** Documents of the day by their counters: answer of command 1115. */
export function countOf(data: string): number | null {
  const parts = /^(?:1115)?(\d{4})\d{9}\d{4}\d{9}\d{4}\d{9}\d{4}\d{9}(\d{4})\d{9}(\d{4})\d{9}$/.exec(data);
  return parts && Number(parts[1]) + Number(parts[2]) + Number(parts[3]);
}

/** A rate: answer of getVatRate; null where the index stands for none. */
export function rateOf(data: string): DeviceRate | null {
  const parts = /^(\d\d)(\d\d)(\d\d)([0-9])[01]/.exec(data);
  if (!parts) return null;
  const [, index, whole, part, exempt] = parts as unknown as string[];
  const nature = /^[1-7]$/.test(exempt!) ? `N${exempt}` : null;
  const fraction = part === '00' ? '' : `.${part!.replace(/0$/, '')}`;
  if (Number(whole) + Number(part) === 0 && nature === null) return null;
  return { department: Number(index), rate: `${Number(whole)}${fraction}`, nature };
}

/** A day as the printer has it, `26/02/2022`, as `YYYY-MM-DD`; null for none. */
export function dayOf(text: string): string | null {
  const parts = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text);
  return parts && `${parts[3]}-${parts[2]}-${parts[1]}`;
}
