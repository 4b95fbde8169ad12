/** Parts of a printed receipt: what it is, whom it is for, what it refers to, how it was paid. */
import type { Country } from '../../countries/contract/country.ts';
import { currency } from '../../receipt/currency.ts';
import { localDate } from '../../receipt/local-format.ts';
import { sumMinor } from '../../receipt/money.ts';
import { isNonFiscal, isPayment, type Esr, type Payment, type Tax } from '../../receipt/tra.ts';
import type { PaperTag } from '../../wire.ts';
import { nonfiscalTitle, paymentGroup, type Word } from '../messages.ts';

/** Payments whose id is a number on a slip that somebody holds; ids of card payments say nothing to customers. */
const SLIPS = new Set('creditnote loyalty title check CO CS TR CH'.split(' '));

/** A word in the receipt's language. */
export type Say = (name: Word) => string;
/** A tag with its name in the record. */
export type NamedTag = PaperTag & { name: string };

/** What kind of nonfiscal record it is, with its number within the kind; empty for all others. */
export function nonfiscal(esr: Esr, language: string): string {
  const type = esr.NFS ?? esr.NF;
  const number = typeof esr.DN === 'string' ? esr.DN : '';
  return type === undefined ? '' : [nonfiscalTitle(language, type), number].filter(Boolean).join(' ');
}

/** A login has no total, and the total of a Z report is one of its print lines. */
export function isWithoutMoney(esr: Esr, digits: number): boolean {
  return isNonFiscal(esr) && sumMinor(esr.T, digits) === 0 && !esr.PayA?.some(isPayment) && !esr.TaxA?.length;
}

/** The buyer's tax id where the buyer has a block of lines: the tag that says the same is left out. */
export function buyerTaxId(
  esr: Esr,
  tag: NamedTag | undefined,
  say: Say,
): { text: string; tag?: NamedTag } | null {
  const own = esr.Ctm?.TaxId;
  if (own === undefined) return null;
  if (!tag) return { text: `${say('taxId')}: ${own}` };
  return own.includes(tag.value) ? { text: `${tag.label}: ${tag.value}`, tag } : null;
}

/** Name, address and tax id of the buyer. */
export function buyerOf(
  esr: Esr,
  country: string,
  language: string,
  taxId: { text: string } | null,
): string[] {
  const ctm = esr.Ctm ?? {};
  return present([
    ctm.Nam,
    ctm.Nam2,
    [ctm.Adr, ctm.AdrNr].filter(Boolean).join(' '),
    typeof ctm.Adr2 === 'string' ? ctm.Adr2 : undefined,
    [ctm.Zip, ctm.City].filter(Boolean).join(' '),
    ctm.Ctry !== undefined && ctm.Ctry !== country ? countryName(ctm.Ctry, language) : undefined,
    taxId?.text,
  ]);
}

function countryName(code: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}

/** What names another receipt: a receipt itself, or one of its positions. */
export type Reference = Pick<Esr, 'RFN' | 'RTL' | 'RTT' | 'RTN'> & { RD?: unknown };

/** The receipt that is referred to as it is printed; undefined where none is named. */
export function referenceText(
  { RFN, RTL, RTT, RTN, RD }: Reference,
  { TL, TT }: Esr,
  { language, terminalNumber }: Pick<Country, 'language' | 'terminalNumber'>,
): string | undefined {
  // Transaction numbers start again each year; a fiscal number says enough, and fits on narrow paper.
  if (typeof RFN === 'string') return RFN;
  if (typeof RTN !== 'string') return undefined;
  const date = typeof RD === 'string' ? ` (${localDate(RD.slice(0, 10), language)})` : '';
  const number = { TL: RTL ?? TL ?? '', TT: RTT ?? TT ?? '', TN: RTN };
  return `${terminalNumber?.(number) ?? `${number.TL}/${number.TT}/${number.TN}`}${date}`;
}

/** The receipt that is taken back or corrected, and why, or why money came or went, unless the fiscal data say so already. */
export function references(
  esr: Esr,
  tags: readonly NamedTag[],
  country: Pick<Country, 'language' | 'terminalNumber'>,
  say: Say,
): PaperTag[] {
  const has = (name: string) => tags.some((t) => t.name === name);
  const original = referenceText(esr, esr, country);
  return [
    ...(original === undefined || has('Reference') ? [] : [{ label: say('reference'), value: original }]),
    ...(esr.Rsn === undefined || has('Reason') ? [] : [{ label: say('reason'), value: esr.Rsn }]),
  ];
}

/** An amount as a document prints it. @param code of its currency; that of the register without one */
export type Written = (text: string, code?: string) => string;

/** A line of the payments: what was paid and how, or a print line as it was sent. */
export function paymentOf(p: Payment, written: Written, language: string): PaperTag {
  if (!isPayment(p)) return { label: p.Dsc ?? '', value: p.LAmt ?? '' };
  return { label: paymentLabel(p, written, language), value: written(p.Amt ?? '') };
}

/** Name of a payment, with the foreign money or the slip it was made with. */
function paymentLabel(p: Payment, written: Written, language: string): string {
  const foreign = p.FAmt !== undefined ? foreignText(p.FAmt, p.CC, written) : '';
  const slip = SLIPS.has(p.PayG ?? '') ? p.UID : undefined;
  const name = p.Dsc ?? paymentGroup(language, p.PayG ?? '');
  return [name, slip, foreign && `(${foreign})`].filter(Boolean).join(' ');
}

/** `50.00 USD` for `50`: digits as the currency has them. */
function foreignText(amount: string, code: unknown, written: Written): string {
  if (typeof code !== 'string') return written(amount);
  const { digits } = currency(code);
  const [whole = '', fraction = ''] = amount.split('.');
  const padded = fraction.padEnd(digits, '0');
  return `${written([whole, padded].filter(Boolean).join('.'), code)} ${code}`;
}

/** A group that is named by its rate needs no second column. */
export function groupOf({ TaxG = '', Prc = '' }: Tax): string {
  return TaxG === `${Prc}%` ? '' : TaxG;
}

/** The texts that are not missing or empty. */
export function present(lines: readonly (string | undefined)[]): string[] {
  return lines.filter((line): line is string => line !== undefined && line !== '');
}
