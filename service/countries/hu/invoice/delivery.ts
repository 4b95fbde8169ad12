/** Tells NAV of invoices, one or several at once, and finds out what it made of them. */
import { setTimeout as pause } from 'node:timers/promises';
import { isTree } from '../../../receipt/tree.ts';
import type { CompleteEsr, Fis, JournalRecord } from '../../../receipt/tra.ts';
import type { Delivered } from '../../contract/delivery.ts';
import type { CountryContext } from '../../contract/services.ts';
import { issue } from '../codes.ts';
import { readTaxNumber } from '../customer.ts';
import { invoiceOf, keptOf, supplierOf } from './data.ts';
import {
  exchangeToken,
  manageInvoices,
  storedInvoice,
  transactionStatus,
  type Answer,
  type Asking,
  type InvoiceStatus,
  type ToldInvoice,
} from './exchange.ts';
import { ENVIRONMENT, loginOf } from './login.ts';
import { invoiceXml } from './xml.ts';

/** Between two questions whether NAV is done, ms. */
const BETWEEN_MS = [100, 400, 1000, 2000, 3000];
/** NAV knows the number already: an answer was lost. */
const KNOWN = 'INVOICE_NUMBER_NOT_UNIQUE';
/** Invoices of one request, and what they are long at most, all together: NAV reads 10 MB. */
export const MOST_AT_ONCE = 100;
const MOST_LENGTH = 5_000_000;
/** A request that NAV cannot read: one of its invoices may be why. */
const UNREADABLE = /^(?:SCHEMA_VIOLATION|INVALID_REQUEST)$/;

/** An invoice that can be told. */
interface Telling extends ToldInvoice {
  number: string;
  /** Of the invoice that it changes; null for none. */
  of: string | null;
  fis: Fis;
  asking: Asking;
  /** Where its transaction is remembered. */
  key: string;
}

/** Where NAV has an invoice that was told. */
interface Place {
  id: string;
  index: number;
}

/** {@link CountryDelivery.delivery} of Hungary: the invoice as it was issued, once. */
export async function deliver(
  record: JournalRecord,
  context: CountryContext,
  how: { signal: AbortSignal },
): Promise<Delivered> {
  const [delivered] = await deliverAll([record], context, how);
  return delivered!;
}

/**
 * Several of those that wait, oldest first, in one request. What changes an invoice is told
 * after it, in another one.
 * @returns what came of each, in their order; those behind the last one were not told
 */
export async function deliverAll(
  records: readonly JournalRecord[],
  context: CountryContext,
  { signal }: { signal: AbortSignal },
): Promise<Delivered[]> {
  const taken: (Telling | Delivered)[] = [];
  let length = 0;
  for (const record of records) {
    const one = tellingOf(record, context, signal);
    if ('outcome' in one) taken.push(one);
    else if (taken.length > 0 && !goesWith(one, taken, length)) break;
    else {
      taken.push(one);
      length += one.xml.length;
    }
  }
  const tellings = taken.filter(isTelling);
  const told = await tell(tellings, context);
  return taken.map((one) => ('outcome' in one ? one : told.get(one)!));
}

function isTelling(one: Telling | Delivered): one is Telling {
  return !('outcome' in one);
}

/** The same company, the same system, no other one of its chain, and short enough. */
function goesWith(one: Telling, taken: readonly (Telling | Delivered)[], length: number): boolean {
  const before = taken.filter(isTelling);
  if (length + one.xml.length > MOST_LENGTH) return false;
  const isAlike = ({ asking }: Telling) =>
    asking.taxpayerId === one.asking.taxpayerId && asking.test === one.asking.test;
  const original = one.of ?? one.number;
  return before.every((other) => isAlike(other) && (other.of ?? other.number) !== original);
}

/** What is told of a record; or that nothing is, or cannot be now. */
function tellingOf(
  { ESR, Fis: fis = {}, Kept }: JournalRecord,
  context: CountryContext,
  signal: AbortSignal,
): Telling | Delivered {
  const dropped = ENVIRONMENT.droppedTest(fis, context);
  if (dropped) return dropped;
  const login = loginOf(context, context.cfg);
  if (!login) return { outcome: 'unanswered', text: 'there is no technical user' };
  const kept = keptOf(isTree(Kept) ? Kept : {});
  const supplier = kept.supplier ?? supplierOf(context.cfg);
  if (!supplier) return { outcome: 'unanswered', text: 'the address of the company is not complete' };
  const taxpayerId = readTaxNumber(supplier.taxId)?.taxpayerId ?? '';
  const { number, operation, reference, ...rest } = invoiceOf(ESR as CompleteEsr, fis, { ...kept, supplier });
  return {
    ...{ number, operation, fis, of: reference?.original ?? null },
    xml: invoiceXml({ number, operation, reference, ...rest }),
    asking: { login, taxpayerId, test: ENVIRONMENT.isTestReceipt(fis), signal },
    // Forgotten with the process; afterwards the number is known to NAV, and asked for.
    key: `HU/transaction/${taxpayerId}/${number}`,
  };
}

async function tell(tellings: readonly Telling[], context: CountryContext): Promise<Map<Telling, Delivered>> {
  const results = new Map<Telling, Delivered>();
  const fresh = tellings.filter(({ key }) => !context.memory.has(key));
  const failed = fresh.length === 0 ? null : await hand(fresh, context);
  for (const one of failed ? fresh : []) {
    const isOneOfThem = failed && 'refused' in failed && UNREADABLE.test(failed.refused.code);
    // One that NAV cannot read keeps no other one back.
    if (isOneOfThem && fresh.length > 1) results.set(one, (await tell([one], context)).get(one)!);
    else results.set(one, outcomeOf(failed!));
  }
  const waiting = tellings.filter((one) => !results.has(one));
  const ids = new Set(waiting.map(({ key }) => placeOf(key, context).id));
  for (const id of ids) {
    const those = waiting.filter(({ key }) => placeOf(key, context).id === id);
    const status = await settled(id, those[0]!.asking, context);
    for (const one of those) {
      const { index } = placeOf(one.key, context);
      const its = 'answer' in status ? status.answer.get(index) : undefined;
      if (!('answer' in status)) results.set(one, outcomeOf(status));
      else results.set(one, await finished(one, id, its ?? { state: 'waiting' }, context));
    }
  }
  return results;
}

function placeOf(key: string, { memory }: CountryContext): Place {
  return memory.get(key) as Place;
}

/** Hands invoices in; why that failed, or null. */
async function hand(
  tellings: readonly Telling[],
  context: CountryContext,
): Promise<Exclude<Answer<unknown>, { answer: unknown }> | null> {
  const { asking } = tellings[0]!;
  const token = await exchangeToken(asking, context);
  if (!('answer' in token)) return token;
  const taken = await manageInvoices(token.answer, tellings, asking, context);
  if (!('answer' in taken)) return taken;
  for (const [i, { key }] of tellings.entries())
    context.memory.set(key, { id: taken.answer, index: i + 1 } satisfies Place);
  return null;
}

/** What NAV made of an invoice. */
async function finished(
  { key, fis, number, asking, xml }: Telling,
  id: string,
  status: InvoiceStatus,
  context: CountryContext,
): Promise<Delivered> {
  const accepted = (transaction: string): Delivered => {
    context.memory.delete(key);
    return { outcome: 'accepted', fis: { ...fis, HU_Transaction: transaction } };
  };
  switch (status.state) {
    case 'done':
      return accepted(id);
    case 'waiting':
      return { outcome: 'unanswered', text: 'NAV has the invoice and has not checked it yet' };
    case 'aborted': {
      context.memory.delete(key);
      const { code, text } = status;
      const stored = code === KNOWN ? await storedInvoice(number, asking, context) : null;
      if (stored && 'unreachable' in stored) return outcomeOf(stored);
      if (stored && 'answer' in stored && stored.answer?.xml === xml)
        return accepted(stored.answer.transactionId);
      return refusal(code, text);
    }
  }
}

/** Asks until NAV is done with all of them, or the time is over. */
async function settled(
  id: string,
  asking: Asking,
  context: CountryContext,
): Promise<Answer<ReadonlyMap<number, InvoiceStatus>>> {
  for (let i = 0; ; i++) {
    const told = await transactionStatus(id, asking, context);
    if (!('answer' in told)) return told;
    const { invoices } = told.answer;
    const ms = BETWEEN_MS[i];
    const isOver = [...invoices.values()].every(({ state }) => state !== 'waiting');
    if (isOver || ms === undefined) return { answer: invoices };
    await pause(ms, undefined, { signal: asking.signal }).catch(() => undefined);
    if (asking.signal.aborted) return { answer: invoices };
  }
}

function outcomeOf(told: Exclude<Answer<unknown>, { answer: unknown }>): Delivered {
  if ('unreachable' in told) return { outcome: 'unanswered', text: told.unreachable };
  return refusal(told.refused.code, told.refused.text);
}

function refusal(code: string, words: string): Delivered {
  const text = `${code} ${words}`.trim();
  return { outcome: 'refused', issue: { ...issue('#HU_NAV', '', `NAV: ${text}`), values: { text } } };
}
