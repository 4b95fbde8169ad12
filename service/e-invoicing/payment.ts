/** What of an invoice is paid, how, and when the rest is due (BG-16, BT-9, BT-20, BT-113 to BT-115). */
import type { CountryVat } from '../countries/contract/vat.ts';
import type { Cfg } from '../receipt/cfg.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { minor } from '../receipt/money.ts';
import { isPayment, type CompleteEsr } from '../receipt/tra.ts';
import type { Invoice, PaymentMeans } from './model.ts';

/** Codes of UNCL 4461 for the standard payment groups; ZZZ is agreed between the parties. */
const CODES: Readonly<Record<string, string>> = {
  ...{ cash: '10', change: '10', refund: '10', foreign: '10', atm: '10', check: '20' },
  ...{ creditcard: '54', debitcard: '55', mobile: '68', creditnote: '97' },
};
const AGREED = 'ZZZ';
const ONLINE = '68';
const TRANSFER = '30';
const NOT_SAID = '1';
const CARDS = new Set(['54', '55']);
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;

type Paid = Pick<Invoice, 'due' | 'terms' | 'means'> & { paid: number; rounding: number; open: number };

/**
 * @param german it keeps the rules of XRechnung (`isByGermanRules`)
 * @param sign -1 for a credit note, whose amounts count the other way
 */
export function paymentOf(
  esr: CompleteEsr,
  cfg: Cfg,
  country: CountryVat,
  { german, digits, sign, total }: { german: boolean; digits: number; sign: 1 | -1; total: number },
): { payment: Paid } | { issues: Issue[] } {
  const sums = new Map<string, { amount: number; text: string }>();
  for (const { PayG = 'cash', Amt, Dsc = '' } of esr.PayA.filter(isPayment)) {
    const group = country.standardPayment?.(PayG) ?? PayG;
    const sum = sums.get(group) ?? { amount: 0, text: Dsc };
    sums.set(group, { ...sum, amount: sum.amount + minor(Amt, digits) * sign });
  }
  const of = (group: string) => sums.get(group)?.amount ?? 0;
  const open = sums.size === 0 ? total : of('open');
  // Whoever rounds pays so much less; EN 16931 adds it to what is due.
  const rounding = -of('rounding') || 0;
  const paid = total - open + rounding;
  const largest = [...sums]
    .filter(([group]) => group !== 'rounding')
    .sort(([, a], [, b]) => Math.abs(b.amount) - Math.abs(a.amount))[0];
  const doc = cfg.Doc ?? {};
  const days = textOf(doc.PaymentPeriod);
  const terms = textOf(doc.PaymentTerms);
  if (open > 0 && days === '' && terms === '') {
    const text = 'an invoice with an open amount says when it is due: PaymentPeriod (days) or PaymentTerms';
    return { issues: [issue('#EINVOICE_FIELD', 'Cfg.Doc.PaymentPeriod', text)] };
  }
  const group = open > 0 ? 'open' : (largest?.[0] ?? 'open');
  const means = meansOf(group, largest?.[1].text ?? '', cfg, german);
  if (means === null) {
    const text = `${JSON.stringify(textOf(doc.AccountIBAN).slice(0, 40))} is no IBAN`;
    return { issues: [issue('#EINVOICE_FIELD', 'Cfg.Doc.AccountIBAN', text)] };
  }
  const due = open > 0 && days !== '' ? dayAfter(esr.D.slice(0, 10), Number(days)) : null;
  return { payment: { due, terms: open > 0 ? terms : '', means, paid, rounding, open } };
}

function meansOf(group: string, text: string, cfg: Cfg, german: boolean): PaymentMeans | null {
  if (group !== 'open') {
    const code = CODES[group] ?? AGREED;
    // Cards are asked for their last digits there, which no register keeps (BR-DE-24, DE-R-024-1).
    return { code: german && CARDS.has(code) ? ONLINE : code, text, account: null };
  }
  const iban = textOf(cfg.Doc?.AccountIBAN).replace(/\s/g, '').toUpperCase();
  if (iban === '') return { code: NOT_SAID, text, account: null };
  if (!isIban(iban)) return null;
  const account = { iban, name: textOf(cfg.Doc?.AccountName), bic: textOf(cfg.Doc?.AccountBIC) };
  return { code: TRANSFER, text, account };
}

/** True for an IBAN with right check digits (ISO 13616), without blanks. */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  const digits = [...(text.slice(4) + text.slice(0, 4))].map((c) => parseInt(c, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
