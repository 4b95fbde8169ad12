/** Documents of sales on a register in the cloud: begun with all items, ended with the payments. */
import type { FiscalDocument, Order, Outcome } from '../contract.ts';
import {
  begunOf,
  finishedOf,
  remainingOf,
  storedItems,
  type Descriptor,
  type Finished,
  type StoredItem,
} from './answers.ts';
import type { Counter } from './count.ts';
import { closeBody, createBody, impossible, keyBody, kindOf, type DiscountStyle } from './documents.ts';
import { CLOSE, CREATE, done, notDone, unknown, type FamRequests } from './requests.ts';

/** Where the memory keeps that discounts are no items of their own to this register. */
const NO_DISCOUNTS = 'no-discounts';
const DAY_MS = 24 * 3_600_000;

/**
 * @param receiptMs longest time for a message
 * @returns registers an order; what is not clear afterwards is found out from the list of documents
 */
export function seller(
  { session, questionMs, read, list, refusal, givenUp, rawPath, setRate, forgetRate }: FamRequests,
  counted: Counter,
  memory: Map<string, string>,
  receiptMs: number,
): (order: Order) => Promise<Outcome<FiscalDocument>> {
  const { systemId } = session;

  /** How many documents a day has so far. */
  async function countOf(z: number): Promise<Outcome<number>> {
    const known = counted.known();
    if (known?.z === z) return done(known.number);
    const told = await counted.position();
    if (told.outcome !== 'done') return told;
    return told.result.z === z ? done(told.result.number) : notDone('wrong-order', 'the day has changed');
  }

  /** Items of the document that becomes void, as this register has them. */
  async function itemsOf({ kind, of }: Order): Promise<Outcome<StoredItem[]>> {
    if (kind !== 'void' || !of) return done([]);
    const day = Date.parse(`${of.day}T12:00:00Z`);
    const told = await list(
      day - 2 * DAY_MS,
      day + 2 * DAY_MS,
      of.type === 'SZ' ? 'SIMPLE_INVOICE' : 'RECEIPT',
    );
    if (told.outcome !== 'done') return told;
    const original = told.result.find(({ name, interrupted }) => name === of.name && !interrupted);
    if (!original) return notDone('not-found', `the register has no document ${of.name!}`);
    return read(rawPath(original), storedItems);
  }

  /** Begins a document of exactly its total; another one is given up. */
  async function begin(
    order: Order,
    items: StoredItem[],
    style: DiscountStyle,
  ): Promise<Outcome<Descriptor>> {
    const body = createBody(systemId, order, items, style);
    const asked = await session.ask(CREATE, body, receiptMs);
    if (asked.outcome === 'unknown') return asked;
    if (asked.outcome === 'not-done')
      return asked.failure.trouble === 'refused' ? refusal(asked.failure) : asked;
    const begun = begunOf(asked.result);
    if (!begun) return unknown('unreadable', 'the answer lacks the document that was begun');
    const descriptor = { type: kindOf(order).type, day: begun.day, id: begun.id };
    if (begun.total === order.total) return done(descriptor);
    const text = `the register works out ${begun.total / 100} in place of ${order.total / 100}`;
    return givenUp(descriptor, { trouble: 'wrong-order', text });
  }

  /** The same, also where the register does not understand discounts as items. */
  async function beginAny(order: Order, items: StoredItem[]): Promise<Outcome<Descriptor>> {
    const isPlain = order.kind === 'void' || order.items.every(({ discount }) => discount === undefined);
    if (isPlain || memory.has(NO_DISCOUNTS)) return begin(order, items, 'net');
    const told = await begin(order, items, 'item');
    const isRefused =
      told.outcome === 'not-done' && ['refused', 'wrong-order'].includes(told.failure.trouble);
    if (!isRefused) return told;
    const again = await begin(order, items, 'net');
    if (again.outcome === 'done') memory.set(NO_DISCOUNTS, '');
    return again;
  }

  async function sell(order: Order): Promise<Outcome<FiscalDocument>> {
    const why = impossible(order);
    if (why !== null) return notDone('wrong-order', why);
    for (const { foreign } of order.payments) {
      const told = foreign ? await setRate(foreign.currency, foreign.rate) : done(null);
      if (told.outcome !== 'done') return { outcome: 'not-done', failure: told.failure };
    }
    const items = await itemsOf(order);
    if (items.outcome !== 'done') return items;
    const begun = await beginAny(order, items.result);
    if (begun.outcome !== 'done') return begun;
    const descriptor = begun.result;
    const before = await countOf(descriptor.day);
    if (before.outcome !== 'done') return givenUp(descriptor, before.failure);
    const { appKey } = order;
    const keyed = appKey
      ? await session.ask('/doc/submit-key', keyBody(systemId, descriptor, appKey), questionMs)
      : null;
    if (keyed && keyed.outcome !== 'done') return givenUp(descriptor, keyed.failure);
    const told = await session.ask(CLOSE, closeBody(systemId, order, descriptor.id), receiptMs);
    if (told.outcome !== 'done')
      for (const { foreign } of order.payments) if (foreign) forgetRate(foreign.currency);
    if (told.outcome === 'not-done') return givenUp(descriptor, told.failure);
    if (told.outcome === 'unknown') return told;
    const finished = finishedOf(told.result);
    if (remainingOf(told.result) !== 0 || finished?.serial !== systemId || finished.z !== descriptor.day)
      return unknown('unreadable', 'the answer lacks the document that was finished');
    counted.finished(finished.printed.number, order.total);
    return done(documentOf(finished, before.result + 1, order.total));
  }

  return sell;
}

/** A document as it was finished. @param number how many the day has with it */
export function documentOf(finished: Finished, number: number, total: number): FiscalDocument {
  return { ...finished, number, total, vat: null };
}
