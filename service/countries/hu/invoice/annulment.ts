/**
 * Technical annulment (Online Számla interface 3.0, manageAnnulment): withdraws what NAV was told of
 * an invoice, not the invoice. It counts once a person has confirmed it on NAV's own page; here it
 * is asked for, and asked about.
 */
import type { Json } from '../../../receipt/json.ts';
import { DONE, PATIENCE_MS, refuse, textOf, type Action } from '../../base/action.ts';
import { textElement } from '../../base/xml-writer.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import { readTaxNumber } from '../customer.ts';
import {
  exchangeToken,
  manageAnnulment,
  transactionStatus,
  type Answer,
  type AnnulmentStatus,
  type Asking,
} from './exchange.ts';
import { isInvoiceOf } from './fiscalise.ts';
import { ENVIRONMENT, loginOf } from './login.ts';
import { element, NAMESPACES } from './xml.ts';

/** Why data of an invoice were wrong, as NAV names it; invoices here have no electronic form. */
export const ANNULMENT_CODES = [
  'ERRATIC_DATA',
  'ERRATIC_INVOICE_NUMBER',
  'ERRATIC_INVOICE_ISSUE_DATE',
] as const;

/** An annulment that was asked for. */
export interface Annulment {
  [name: string]: Json;
  /** Of the invoice. */
  number: string;
  /** `YYYY-MM-DD`. */
  on: string;
  transaction: string;
  test: boolean;
  status: AnnulmentStatus | 'ASKED' | 'REFUSED';
}

const KEY = 'HU/Annulments';
/** Those that are kept, the newest. */
const MOST = 50;
const OVER = new Set<Annulment['status']>(['REFUSED', 'VERIFICATION_DONE', 'VERIFICATION_REJECTED']);

/** Annulments that were asked for, oldest first. */
export function annulmentsOf(state: State): Annulment[] {
  return (state.get(KEY) ?? []) as Annulment[];
}

/** The document that NAV gets. @param at `2026-11-20T16:55:00.000Z` */
export function annulmentXml(number: string, at: string, code: string, reason: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element(
    `InvoiceAnnulment xmlns="${NAMESPACES.annul}"`,
    textElement('annulmentReference', number),
    textElement('annulmentTimestamp', at),
    textElement('annulmentCode', code),
    textElement('annulmentReason', reason),
  )}`;
}

function askingOf(context: CountryContext, test: boolean): Asking | null {
  const login = loginOf(context, context.cfg);
  const taxpayerId = readTaxNumber(context.cfg.Cmp.TaxId)?.taxpayerId ?? '';
  return login && { login, taxpayerId, test, signal: AbortSignal.timeout(PATIENCE_MS) };
}

function notDone(told: Exclude<Answer<unknown>, { answer: unknown }>) {
  if ('unreachable' in told) return refuse('', 'error.noAnswer', { text: told.unreachable });
  return refuse('', 'error.navRefused', { text: `${told.refused.code} ${told.refused.text}` });
}

/** Asks for one, and how they are. */
export const ANNULMENT_ACTIONS: Readonly<Record<string, Action>> = {
  async *annul(input, state, context) {
    const [number, code, reason] = [textOf(input, 'number'), textOf(input, 'code'), textOf(input, 'reason')];
    if (!isInvoiceOf(state, number)) return refuse('number', 'error.noInvoice');
    if (
      annulmentsOf(state).some(
        (one) => one.number === number && one.status !== 'VERIFICATION_REJECTED' && one.status !== 'REFUSED',
      )
    )
      return refuse('number', 'error.annulled');
    const test = ENVIRONMENT.isTest(context);
    const asking = askingOf(context, test);
    if (!asking) return refuse('', 'error.noLogin');
    const token = await exchangeToken(asking, context);
    if (!('answer' in token)) return notDone(token);
    const xml = annulmentXml(number, new Date(context.clock.now()).toISOString(), code, reason);
    const told = await manageAnnulment(token.answer, xml, asking, context);
    if (!('answer' in told)) return notDone(told);
    const asked: Annulment = {
      ...{ number, on: context.now.slice(0, 10), transaction: told.answer, test, status: 'ASKED' },
    };
    yield {
      event: 'nav-annulment',
      details: { Invoice: number, Code: code, Reason: reason, Transaction: told.answer },
      changes: (current) => ({ [KEY]: [...annulmentsOf(current), asked].slice(-MOST) }),
    };
    return DONE;
  },
  async *'ask-annulments'(_input, state, context) {
    for (const one of annulmentsOf(state).filter(({ status }) => !OVER.has(status))) {
      const asking = askingOf(context, one.test);
      if (!asking) return refuse('', 'error.noLogin');
      const told = await transactionStatus(one.transaction, asking, context);
      if (!('answer' in told)) return notDone(told);
      const { invoices, annulment } = told.answer;
      const isRefused = invoices.get(1)?.state === 'aborted';
      const status = isRefused ? 'REFUSED' : (annulment ?? one.status);
      if (status === one.status) continue;
      const change = (other: Annulment) =>
        other.transaction === one.transaction ? { ...other, status } : other;
      yield {
        event: 'nav-annulment-status',
        details: { Invoice: one.number, Status: status },
        changes: (current) => ({ [KEY]: annulmentsOf(current).map(change) }),
      };
    }
    return DONE;
  },
};
