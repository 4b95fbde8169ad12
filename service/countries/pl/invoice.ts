/** Receipts that are printed as invoices (faktura), and receipts that customers want electronically (e-paragon). */
import type { Issue } from '../../receipt/issue.ts';
import type { CompleteEsr, Customer, Esr } from '../../receipt/tra.ts';
import type { Buyer, Order } from '../contract/fiscal-printer.ts';
import { issue } from './codes.ts';
import { printable } from './letters.ts';
import { buyerOf } from './nip.ts';

/** Characters of the number of an invoice, and of a customer's identifier: the least of all protocols. */
const [MOST_NUMBER, MOST_ID] = [40, 100];
/** Characters of a part of the buyer's name and address. */
const MOST_TEXT = 120;
/** Letters that nobody sees. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The number of the invoice that a receipt is printed as; null for a plain receipt. */
export function invoiceNumber({ PL_Faktura: given }: Pick<Esr, string>): string | null {
  const number = typeof given === 'string' ? given.trim() : '';
  return number === '' ? null : number;
}

/** Our number of it (`ESR.FN`), which no receipt has. */
export function invoiceName(number: string): string {
  return `FV/${number}`;
}

/** What an order has of an invoice. @param issues takes what lacks */
export function invoiceOf(esr: CompleteEsr, issues: Issue[]): Pick<Order, 'invoice' | 'buyer'> {
  const number = invoiceNumber(esr);
  if (number === null) return {};
  if (number.length > MOST_NUMBER || HIDDEN.test(number))
    issues.push(issue('#CHARACTER', 'ESR.PL_Faktura', `must have 1 to ${MOST_NUMBER} visible characters`));
  return { invoice: number, buyer: companyOf(esr.Ctm ?? {}, issues) };
}

const NEEDED = [
  ['Nam', '#CTM_NAM_MISSING'],
  ['Adr', '#CTM_ADR_MISSING'],
  ['Zip', '#CTM_ZIP_MISSING'],
  ['City', '#CTM_CITY_MISSING'],
] as const;

/** Who gets an invoice: a company with address and NIP. */
function companyOf(customer: Customer, issues: Issue[]): Buyer {
  const text = (name: string) =>
    printable(typeof customer[name] === 'string' ? customer[name] : '')
      .trim()
      .slice(0, MOST_TEXT);
  for (const [name, code] of NEEDED)
    if (text(name) === '')
      issues.push(issue(code, `ESR.Ctm.${name}`, 'an invoice names its customer with address'));
  const taxId = buyerOf(customer);
  if (taxId === undefined)
    issues.push(
      issue('#PL_CUSTOMER', 'ESR.Ctm.TaxId', 'an invoice of a fiscal printer has the NIP of the buyer'),
    );
  const street = [text('Adr'), text('AdrNr')].filter((part) => part !== '').join(' ');
  const address = { zip: text('Zip'), city: text('City'), street };
  return { name: text('Nam'), ...address, ...(taxId && { taxId }) };
}

/** What an order has of a receipt that is wanted electronically; `DO=noprint`: and not on paper. */
export function electronicOf({ Ctm = {}, DO }: CompleteEsr, issues: Issue[]): Pick<Order, 'electronic'> {
  const id = typeof Ctm.PL_EParagon === 'string' ? Ctm.PL_EParagon.trim() : '';
  if (id === '') return {};
  if (id.length > MOST_ID || HIDDEN.test(id))
    issues.push(issue('#CHARACTER', 'ESR.Ctm.PL_EParagon', `must have 1 to ${MOST_ID} visible characters`));
  const onPaper = !(typeof DO === 'string' && DO.toLowerCase() === 'noprint');
  return { electronic: { id, onPaper } };
}
