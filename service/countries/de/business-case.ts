/** Kinds of business case and payment (DSFinV-K, GV_TYP and ZAHLART_TYP) of positions and payments. */
import { minor } from '../../receipt/money.ts';
import type { Esr, Payment, Position, Tax } from '../../receipt/tra.ts';

/** DSFinV-K, GV_TYP. */
export const BUSINESS_CASES = [
  'Umsatz',
  'Pfand',
  'PfandRueckzahlung',
  'Rabatt',
  'Aufschlag',
  'ZuschussEcht',
  'ZuschussUnecht',
  'TrinkgeldAG',
  'TrinkgeldAN',
  'EinzweckgutscheinKauf',
  'EinzweckgutscheinEinloesung',
  'MehrzweckgutscheinKauf',
  'MehrzweckgutscheinEinloesung',
  'Forderungsentstehung',
  'Forderungsaufloesung',
  'Anzahlungseinstellung',
  'Anzahlungsaufloesung',
  'Anfangsbestand',
  'Privatentnahme',
  'Privateinlage',
  'Geldtransit',
  'Lohnzahlung',
  'Einzahlung',
  'Auszahlung',
  'DifferenzSollIst',
] as const;

/** See {@link BUSINESS_CASES}. */
export type BusinessCase = (typeof BUSINESS_CASES)[number];

/** DSFinV-K, ZAHLART_TYP. */
export type PaymentType =
  'Bar' | 'Unbar' | 'Keine' | 'ECKarte' | 'Kreditkarte' | 'ElZahlungsdienstleister' | 'Guthabenkarte';

const isBusinessCase = (name: unknown): name is BusinessCase =>
  (BUSINESS_CASES as readonly unknown[]).includes(name);

/**
 * The business case of a position: what `DE_GV_TYP` says, else what its type (PTY) and sign do. A
 * voucher or tip with a taxed group is of one purpose, or the employer's; without tax it is not.
 * What is voided is what it was (DE14).
 * @param tax its line of the tax table
 * @param esr its receipt
 */
export function businessCaseOf(position: Position, tax: Tax | null, esr: Pick<Esr, 'Void'>): BusinessCase {
  const { _: type, DE_GV_TYP: told } = position;
  if (isBusinessCase(told)) return told;
  // The void of a receipt that has a void line turns that line around once more.
  const isVoid = (esr.Void === '1') !== (position.Void === '1');
  const amount = minor(position.Amt, 2);
  const isBack = (isVoid ? -amount : amount) < 0;
  const isTaxed = tax !== null && Number(tax.Prc ?? 0) > 0;
  switch (type) {
    case 'Dep':
      return isBack ? 'PfandRueckzahlung' : 'Pfand';
    case 'Vou':
      return `${isTaxed ? 'Einzweck' : 'Mehrzweck'}gutschein${isBack ? 'Einloesung' : 'Kauf'}`;
    case 'Adv':
      return isBack ? 'Anzahlungsaufloesung' : 'Anzahlungseinstellung';
    case 'Tip':
      return isTaxed ? 'TrinkgeldAG' : 'TrinkgeldAN';
    default:
      return 'Umsatz';
  }
}

const PAYMENT_TYPES: Readonly<Record<string, PaymentType>> = {
  cash: 'Bar',
  change: 'Bar',
  refund: 'Bar',
  atm: 'Bar',
  foreign: 'Bar',
  debitcard: 'ECKarte',
  ec: 'ECKarte',
  creditcard: 'Kreditkarte',
  mobile: 'ElZahlungsdienstleister',
  voucher: 'Guthabenkarte',
  creditnote: 'Guthabenkarte',
  open: 'Keine',
  Bar: 'Bar',
  Unbar: 'Unbar',
  Keine: 'Keine',
  ECKarte: 'ECKarte',
  Kreditkarte: 'Kreditkarte',
  ElZahlungsdienstleister: 'ElZahlungsdienstleister',
  Guthabenkarte: 'Guthabenkarte',
};

/** National payment groups: the names of DSFinV-K, and `voucher` and `ec`. */
export const PAYMENT_GROUPS: ReadonlySet<string> = new Set(
  Object.entries(PAYMENT_TYPES).flatMap(([group, type]) =>
    group === type || group === 'voucher' || group === 'ec' ? [group] : [],
  ),
);

/** The type of a payment; all groups that are not known are no cash. */
export function paymentTypeOf({ PayG = 'cash' }: Payment): PaymentType {
  return (Object.hasOwn(PAYMENT_TYPES, PayG) && PAYMENT_TYPES[PayG]) || 'Unbar';
}
