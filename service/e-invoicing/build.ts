/** An invoice out of a receipt and the configuration in force when it was registered. Pure. */
import type { CountryVat } from '../countries/contract/vat.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { minor } from '../receipt/money.ts';
import { type CompleteEsr, type Fis } from '../receipt/tra.ts';
import { isByGermanRules } from './formats.ts';
import { linesOf } from './lines.ts';
import type { Invoice, Totals } from './model.ts';
import { danishMeans, registrationOf } from './national.ts';
import { buyerOf, sellerOf } from './parties.ts';
import { paymentOf } from './payment.ts';
import type { Route } from './routes.ts';
import { vatOf } from './vat.ts';

/** Stands for the number of a receipt that has none yet. */
const UNNUMBERED = '0';
/** EN 16931 knows two decimals. */
const MOST_DIGITS = 2;
/** Categories that say where the goods went (BR-IC-12). */
const ABROAD = new Set(['K', 'G']);

/** What an invoice is made from. */
export interface InvoiceSource {
  /** Completed; before it is numbered without FN and TN. */
  esr: CompleteEsr;
  fis?: Fis | undefined;
  cfg: Cfg;
  country: CountryVat & { currency: { code: string; digits: number } };
  route: Route;
}

/** Makes an invoice; all reasons why none can be made, each with its field. */
export function invoiceOf(source: InvoiceSource): { invoice: Invoice } | { issues: Issue[] } {
  const { esr, cfg, country, route } = source;
  const { code: currency, digits } = country.currency;
  if (digits > MOST_DIGITS)
    return {
      issues: [issue('#EINVOICE_FIELD', '', `e-invoices have two decimals, and ${currency} has ${digits}`)],
    };
  const total = minor(esr.T, digits);
  const isCredit = total < 0 || esr.Void === '1';
  const sign = isCredit ? -1 : 1;
  const parties = [sellerOf(cfg, route), buyerOf(esr, cfg, route)] as const;
  const vat = vatOf(esr, country, digits);
  const [seller, buyer] = parties;
  const buyerCountry = 'buyer' in buyer ? buyer.buyer.country : '';
  const german = isByGermanRules(route.format.rules, cfg.Cmp.Ctry, buyerCountry);
  const paying = paymentOf(esr, cfg, country, { german, digits, sign, total: total * sign });
  const lines = 'vat' in vat ? linesOf({ esr, vat: vat.vat, digits, sign }) : { issues: [] };
  const issues = [seller, buyer, vat, paying, lines].flatMap((part) => ('issues' in part ? part.issues : []));
  const references = referencesOf(source, german);
  issues.push(...references.issues);
  if (issues.length > 0) return { issues };
  if (!('seller' in seller && 'buyer' in buyer && 'vat' in vat && 'payment' in paying && 'lines' in lines))
    return { issues };
  if (lines.lines.length === 0)
    return { issues: [issue('#EINVOICE_FIELD', 'ESR.PosA', 'an e-invoice needs a line that is not voided')] };
  const { due, terms, paid, rounding } = paying.payment;
  const isDanish = route.format.rules === 'peppol' && cfg.Cmp.Ctry === 'DK' && buyerCountry === 'DK';
  const means = isDanish ? danishMeans(paying.payment.means) : paying.payment.means;
  const breakdown = vat.vat.rows
    .map((row) => ({ ...row, base: row.base * sign || 0, tax: row.tax * sign || 0 }))
    .filter((row) => lines.lines.some(({ vat: rate }) => sameRate(rate, row)));
  const totals = totalsOf({ ...lines, breakdown, paid, rounding });
  if (totals.gross !== total * sign)
    return { issues: [issue('#EINVOICE_TAX', 'ESR.TaxA', 'the tax table does not add up to the total')] };
  const isOutside = breakdown.some(({ category }) => category === 'O');
  const isAbroad = breakdown.some(({ category }) => ABROAD.has(category));
  const parts = isOutside ? withoutVatIds(seller.seller, buyer.buyer) : { ...seller, ...buyer };
  const D = esr.D.slice(0, 10);
  return {
    invoice: {
      number: numberOf(esr),
      date: D,
      kind: isCredit ? '381' : '380',
      ...{ currency, digits, note: noteOf(source), ...references.values },
      original: originalOf(esr),
      ...{ seller: parts.seller, contact: seller.contact, buyer: parts.buyer },
      delivered: D,
      deliveredTo: isAbroad ? placeOf(parts.buyer) : null,
      ...{ due, terms, means, allowances: lines.allowances, breakdown, lines: lines.lines },
      totals,
    },
  };
}

/** Where the customer is: a register knows of no other place of delivery. */
function placeOf({ country, city, zip }: Invoice['buyer']): Invoice['deliveredTo'] {
  return { country, city, zip };
}

/** BT-106 to BT-115; each from what it is the sum of. */
function totalsOf(
  parts: Pick<Invoice, 'lines' | 'allowances' | 'breakdown'> & { paid: number; rounding: number },
): Totals {
  const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0);
  const lines = sum(parts.lines.map(({ net }) => net));
  const allowances = sum(parts.allowances.filter((a) => !a.isCharge).map(({ amount }) => amount));
  const charges = sum(parts.allowances.filter((a) => a.isCharge).map(({ amount }) => amount));
  const net = lines - allowances + charges;
  const tax = sum(parts.breakdown.map((row) => row.tax));
  const gross = net + tax;
  const { paid, rounding } = parts;
  return { lines, allowances, charges, net, tax, gross, paid, rounding, due: gross - paid + rounding };
}

/** Fiscal number, else `TL/TT/TN` (doc 3, Numbering). */
export function numberOf({ FN, TL, TT, TN }: CompleteEsr): string {
  return FN ?? (TN === undefined ? UNNUMBERED : `${TL}/${TT}/${TN}`);
}

function originalOf(esr: CompleteEsr): Invoice['original'] {
  const from = [esr, ...esr.PosA].find(({ RFN, RTN }) => RFN !== undefined || RTN !== undefined);
  if (!from) return null;
  const { RFN, RTL = esr.TL, RTT = esr.TT, RTN } = from;
  const day = typeof from.RD === 'string' ? from.RD.slice(0, 10) : '';
  return { number: RFN ?? `${RTL}/${RTT}/${RTN}`, date: day || null };
}

/** BT-10 and BT-13: what the buyer finds it by, where a profile asks for it. */
function referencesOf(
  { esr, route }: InvoiceSource,
  german: boolean,
): {
  values: Pick<Invoice, 'buyerReference' | 'orderReference'>;
  issues: Issue[];
} {
  const [said, order, to, customer] = [esr.BuyerReference, esr.OrderReference, esr.DDto, esr.Ctm?.CN].map(
    textOf,
  );
  // A German public buyer is reached by the number it wants to read (Leitweg-ID).
  const leitweg = to?.startsWith('0204:') === true ? to.slice('0204:'.length) : '';
  const reference = said || leitweg || customer || '';
  const { rules } = route.format;
  const isMissing = reference === '' && (german || (rules === 'peppol' && order === ''));
  const text = `the form ${route.format.name} needs a reference of the buyer (BT-10)`;
  return {
    values: { buyerReference: reference || null, orderReference: order || null },
    issues: isMissing ? [issue('#EINVOICE_FIELD', 'ESR.BuyerReference', text)] : [],
  };
}

/** BT-22: texts of the receipt, why it was taken back, and what the law wants to read. One note, as Peppol wants it. */
function noteOf({ esr, fis }: InvoiceSource): string {
  const blocks = (esr.Txt ?? []).map(({ value, Txt }) => textOf(value ?? Txt));
  const tags = (fis?.Tag ?? []).map(({ Label, Value }) => [Label, Value].filter(Boolean).join(': '));
  return [...blocks, textOf(esr.Rsn), ...tags].filter(Boolean).join('\n');
}

/** Where VAT has no say, no VAT id may stand (BR-O-02): the registration takes its place. */
function withoutVatIds(
  seller: Invoice['seller'],
  buyer: Invoice['buyer'],
): Pick<Invoice, 'seller' | 'buyer'> {
  const without = (party: Invoice['buyer']) => {
    const { registration, registrationScheme } =
      party.registration === null ? registrationOf({ TaxId: party.vatId ?? '', Ctry: party.country }) : party;
    return { ...party, vatId: null, registration: registration ?? party.vatId, registrationScheme };
  };
  return { seller: without(seller), buyer: without(buyer) };
}

/** True for one category and rate. */
function sameRate(
  a: { category: string; rate: string | null },
  b: { category: string; rate: string | null },
): boolean {
  return a.category === b.category && a.rate === b.rate;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
