/** A receipt that asks for an electronic invoice (`ESR.DD`): whether it can have one, and its place in the queue. */
import type { Country } from '../../countries/contract/country.ts';
import type { Fiscalised } from '../../countries/contract/fiscalise.ts';
import type { State } from '../../countries/contract/state.ts';
import type { Entry } from '../../journal/row.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { issue, type Issue } from '../../receipt/issue.ts';
import { isNonFiscal, isTraining, type CompleteEsr, type JournalRecord } from '../../receipt/tra.ts';
import type { EInvoiceState } from './e-invoicing.ts';
import { handOverLater } from './hand-over-queue.ts';
import { idOf } from './invoice-record.ts';
import type { StepContext } from '../receipt-checks.ts';
import type { Draft } from '../receipt-record.ts';
import type { RegisterServices } from '../requests.ts';

/**
 * Makes sure that an invoice can be handed over later, before the receipt has a number.
 * @returns null for a receipt that asks for none
 */
export async function wished(
  esr: CompleteEsr,
  state: State,
  { cfg, country, services }: StepContext,
  { eInvoicing }: Pick<RegisterServices, 'eInvoicing'>,
): Promise<Draft['invoice'] | { issues: Issue[] }> {
  if (esr.DD === undefined) return null;
  if (!eInvoicing)
    return { issues: [issue('#EINVOICE_ROUTE', 'ESR.DD', 'this register hands no e-invoices over')] };
  const training = isTraining(esr);
  const kind = country.counts?.(esr);
  if ((isNonFiscal(esr) && !training) || kind !== undefined) {
    const what = kind === undefined ? 'a nonfiscal record is no invoice' : 'this document is no invoice';
    return { issues: [issue('#EINVOICE_KIND', 'ESR.DD', what)] };
  }
  const counts = !training && typeof country.practice?.(state, services) !== 'string';
  return eInvoicing.tryOut({ esr, cfg, country }, counts);
}

/** A void that only marks its original is no document that could be handed over (Portugal); null for all others. */
export function unfitForInvoice(
  { invoice, esr }: Pick<Draft, 'invoice' | 'esr'>,
  { strictVoids }: Pick<Country, 'strictVoids'>,
  { fis }: Pick<Fiscalised, 'fis'>,
): Issue | null {
  if (!invoice || esr.Void !== '1' || !strictVoids || fis !== undefined) return null;
  const text =
    'the original was handed over as e-invoice, and its void is no document: take it back with a credit note';
  return issue('#EINVOICE_KIND', 'ESR.DD', text);
}

/** The entry with the place of its invoice in the queue, committed together. */
export function withHandOver(entry: Entry, { invoice }: Draft, cfg: JournalRecord, state: State): Entry {
  if (!invoice) return entry;
  const { record } = entry;
  const { SQ: sq, D: since } = record;
  const id = idOf(record, cfg.Cfg as Cfg);
  const { route, system, form } = invoice;
  const EInvoice: EInvoiceState = { Id: id, System: system, Form: form, State: 'queued', D: since };
  const waiting = { document: null, underWay: false, rejected: null };
  return {
    ...entry,
    record: { ...record, Fis: { ...record.Fis, EInvoice: { ...EInvoice } } },
    changes: { ...entry.changes, ...handOverLater({ sq, id, since, cfg: cfg.SQ, route, ...waiting }, state) },
  };
}
