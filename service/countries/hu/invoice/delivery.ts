/** Tells NAV of an invoice, and finds out what it made of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { isTree } from '../../../receipt/tree.ts';
import type { CompleteEsr, JournalRecord } from '../../../receipt/tra.ts';
import type { Delivered } from '../../contract/delivery.ts';
import type { CountryContext } from '../../contract/services.ts';
import { issue } from '../codes.ts';
import { readTaxNumber } from '../customer.ts';
import { invoiceOf, supplierOf, type Supplier } from './data.ts';
import {
  exchangeToken,
  manageInvoice,
  storedInvoice,
  transactionStatus,
  type Answer,
  type Asking,
} from './exchange.ts';
import { ENVIRONMENT, loginOf } from './login.ts';
import { invoiceXml } from './xml.ts';

/** Between two questions whether NAV is done, ms. */
const BETWEEN_MS = [100, 400, 1000, 2000, 3000];
/** NAV knows the number already: an answer was lost. */
const KNOWN = 'INVOICE_NUMBER_NOT_UNIQUE';

/** {@link CountryDelivery.delivery} of Hungary: the invoice as it was issued, once. */
export async function deliver(
  record: JournalRecord,
  context: CountryContext,
  { signal }: { signal: AbortSignal },
): Promise<Delivered> {
  const { ESR, Fis = {}, Kept } = record;
  const dropped = ENVIRONMENT.droppedTest(Fis, context);
  if (dropped) return dropped;
  const login = loginOf(context, context.cfg);
  if (!login) return { outcome: 'unanswered', text: 'there is no technical user' };
  const kept = isTree(Kept) && isTree(Kept.supplier) ? (Kept.supplier as unknown as Supplier) : null;
  const supplier = kept ?? supplierOf(context.cfg);
  if (!supplier) return { outcome: 'unanswered', text: 'the address of the company is not complete' };
  const taxpayerId = readTaxNumber(supplier.taxId)?.taxpayerId ?? '';
  const asking: Asking = { login, taxpayerId, test: ENVIRONMENT.isTestReceipt(Fis), signal };
  const invoice = invoiceOf(ESR as CompleteEsr, Fis, supplier);
  const xml = invoiceXml(invoice);
  // Forgotten with the process; afterwards the number is known to NAV, and asked for.
  const key = `HU/transaction/${taxpayerId}/${invoice.number}`;
  const accepted = (id: string): Delivered => {
    context.memory.delete(key);
    return { outcome: 'accepted', fis: { ...Fis, HU_Transaction: id } };
  };
  let id = context.memory.get(key) as string | undefined;
  if (id === undefined) {
    const token = await exchangeToken(asking, context);
    if (!('answer' in token)) return outcomeOf(token);
    const taken = await manageInvoice(token.answer, invoice.operation, xml, asking, context);
    if (!('answer' in taken)) return outcomeOf(taken);
    id = taken.answer;
    context.memory.set(key, id);
  }
  const status = await settled(id, asking, context);
  if (!('answer' in status)) return outcomeOf(status);
  switch (status.answer.state) {
    case 'done':
      return accepted(id);
    case 'waiting':
      return { outcome: 'unanswered', text: 'NAV has the invoice and has not checked it yet' };
    case 'aborted': {
      context.memory.delete(key);
      const { code, text } = status.answer;
      const stored = code === KNOWN ? await storedInvoice(invoice.number, asking, context) : null;
      if (stored && 'unreachable' in stored) return outcomeOf(stored);
      if (stored && 'answer' in stored && stored.answer?.xml === xml)
        return accepted(stored.answer.transactionId);
      return refusal(code, text);
    }
  }
}

/** Asks until NAV is done, or the time is over. */
async function settled(id: string, asking: Asking, context: CountryContext) {
  for (const ms of BETWEEN_MS) {
    const told = await transactionStatus(id, asking, context);
    if (!('answer' in told) || told.answer.state !== 'waiting') return told;
    await pause(ms, undefined, { signal: asking.signal }).catch(() => undefined);
    if (asking.signal.aborted) return told;
  }
  return transactionStatus(id, asking, context);
}

function outcomeOf(told: Exclude<Answer<unknown>, { answer: unknown }>): Delivered {
  if ('unreachable' in told) return { outcome: 'unanswered', text: told.unreachable };
  return refusal(told.refused.code, told.refused.text);
}

function refusal(code: string, words: string): Delivered {
  const text = `${code} ${words}`.trim();
  return { outcome: 'refused', issue: { ...issue('#HU_NAV', '', `NAV: ${text}`), values: { text } } };
}
