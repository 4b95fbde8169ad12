/** What an FDM of GKS 2.0 answers. Every byte of it is checked: it is printed, kept, and copied into later requests. */
import type { FdmMessage, FdmReference, FdmVat, SignResult } from '../contract.ts';

/** An object of an answer. */
export type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What was read: data, or what the FDM refuses it for; null where it is no answer. */
export type Read<T> = { result: T } | { messages: FdmMessage[] } | null;

const MOST_TEXT = 2000;
const MOST_LIST = 100;
const AMOUNT = /^-?\d{1,11}(?:\.\d{1,2}0{0,6})?$/;
const COUNTER = /^[1-9]\d{0,17}$/;

/** Reads an answer; numbers stay as they are written. */
export function readAnswer(body: Buffer): Tree | null {
  try {
    // The third argument has the source text of a number; its type is not known yet.
    const exact = (_name: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const tree = JSON.parse(text, exact) as unknown;
    return isTree(tree) ? tree : null;
  } catch {
    return null;
  }
}

/** The result of a mutation. */
export function readSigned(answer: Tree): Read<SignResult> {
  const refused = errorsOf(answer);
  if (refused) return { messages: refused };
  const signed = isTree(answer.data) ? answer.data.signResult : null;
  if (!isTree(signed)) return null;
  const reference = referenceOf(signed.fdmRef);
  const vat = listOf(signed.vatCalc).map(vatOf);
  const { posFiscalTicketNo: number } = signed;
  if (!reference || vat.includes(null) || typeof number !== 'string' || !/^\d{1,9}$/.test(number))
    return null;
  const signature = textOf(signed.digitalSignature);
  if (signature === '') return null;
  const used = textOf(signed.bufferCapacityUsed);
  return {
    result: {
      posFiscalTicketNo: Number(number),
      eventOperation: textOf(signed.eventOperation),
      reference,
      softwareVersion: textOf(signed.fdmSwVersion),
      signature,
      shortSignature: textOf(signed.shortSignature) || null,
      verificationUrl: textOf(signed.verificationUrl) || null,
      vat: vat as FdmVat[],
      bufferUsed: AMOUNT.test(used) ? used : null,
      messages: [...listOf(signed.warnings), ...listOf(signed.informations)].map(messageOf),
      footer: listOf(signed.footer)
        .map(textOf)
        .filter((line) => line !== ''),
    },
  };
}

/** The answer to who it is. */
export function readDevice(answer: Tree): Read<{ id: string }> {
  const refused = errorsOf(answer);
  if (refused) return { messages: refused };
  const device = isTree(answer.data) ? answer.data.device : null;
  const id = isTree(device) ? textOf(device.id) : '';
  return id === '' ? null : { result: { id } };
}

function errorsOf({ errors }: Tree): FdmMessage[] | null {
  const list = listOf(errors);
  return list.length === 0 ? null : list.map(messageOf);
}

function referenceOf(value: unknown): FdmReference | null {
  if (!isTree(value)) return null;
  const [fdmId, fdmDateTime, eventLabel] = [value.fdmId, value.fdmDateTime, value.eventLabel].map(textOf);
  const [eventCounter, totalCounter] = [value.eventCounter, value.totalCounter].map(textOf);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(fdmDateTime!);
  const isRight = /^[A-Za-z\d][\w-]{0,39}$/.test(fdmId!) && isTime && /^[A-Z]{1,4}$/.test(eventLabel!);
  if (!isRight || !COUNTER.test(eventCounter!) || !COUNTER.test(totalCounter!)) return null;
  return {
    fdmId: fdmId!,
    fdmDateTime: fdmDateTime!,
    eventLabel: eventLabel!,
    eventCounter: eventCounter!,
    totalCounter: totalCounter!,
  };
}

function vatOf(value: unknown): FdmVat | null {
  if (!isTree(value)) return null;
  const amounts = [value.rate, value.taxableAmount, value.vatAmount, value.totalAmount].map(textOf);
  const label = textOf(value.label);
  if (!/^[A-Z]$/.test(label) || !amounts.every((amount) => AMOUNT.test(amount))) return null;
  const [rate, taxableAmount, vatAmount, totalAmount] = amounts as [string, string, string, string];
  return { label, rate, taxableAmount, vatAmount, totalAmount, outOfScope: value.outOfScope === true };
}

function messageOf(value: unknown): FdmMessage {
  const message = isTree(value) ? value : {};
  const extensions = isTree(message.extensions) ? message.extensions : {};
  const show = textOf(extensions.showPos);
  return {
    category: textOf(extensions.category) || 'OTHER',
    code: textOf(extensions.code),
    text: textOf(message.message),
    show: show === 'MANDATORY' || show === 'NEVER' ? show : 'OPTIONAL',
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_LIST) : [];
}

/** A text without control characters. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.replace(/\p{Cc}/gu, ' ').slice(0, MOST_TEXT);
}
