/** Content of the QR code (tax authority's specification v1.0, August 2020). */
import { amountText, minor } from '../../receipt/money.ts';
import type { Tax } from '../../receipt/tra.ts';
import { withoutPrefix } from './tax-id.ts';
import { classify, type Region, type TaxClass } from './taxes.ts';

/** What the QR code says; amounts as in the record, signs are dropped. */
export interface QrContent {
  issuerTaxId: string;
  buyerTaxId: string;
  buyerCountry: string;
  type: string;
  status: string;
  /** `YYYY-MM-DD`. */
  date: string;
  id: string;
  atcud: string;
  taxes: readonly Tax[];
  /** Absolute gross total with two decimals. */
  gross: string;
  characters: string;
  /** Certificate number, `0` without one. */
  certificate: string;
}

const SPACES: readonly Region[] = ['PT', 'PT-AC', 'PT-MA'];
const LETTERS = ['I', 'J', 'K'] as const;
/** Field numbers of base and tax. */
const FIELDS: Readonly<Record<Exclude<TaxClass, 'NS' | 'ISE'>, [number, number]>> = {
  RED: [3, 4],
  INT: [5, 6],
  NOR: [7, 8],
};

/** `*` separates the fields, so it cannot be part of a value. */
function value(text: string, max: number): string {
  return text.replaceAll('*', ' ').slice(0, max);
}

/** Writes the payload: fields in table order, optional ones only when they say something. */
export function qrPayload(content: QrContent): string {
  const bases = new Map<string, { net: number; tax: number }>();
  let totalTax = 0;
  for (const tax of content.taxes) {
    const place = classify(tax, content.date);
    if (!place) throw new Error(`unclassified tax line ${tax.TaxG}`);
    const key = place.class === 'NS' ? 'NS' : `${place.region} ${place.class}`;
    const sum = bases.get(key) ?? { net: 0, tax: 0 };
    sum.net += minor(tax.Net, 2);
    sum.tax += minor(tax.TAmt, 2);
    totalTax += minor(tax.TAmt, 2);
    bases.set(key, sum);
  }
  const text = (cents: number) => amountText(Math.abs(cents), 2);
  const fields: string[] = [
    `A:${value(content.issuerTaxId, 9)}`,
    `B:${value(withoutPrefix(content.buyerTaxId, content.buyerCountry), 30)}`,
    `C:${value(content.buyerCountry, 12)}`,
    `D:${content.type}`,
    `E:${content.status}`,
    `F:${content.date.replaceAll('-', '')}`,
    `G:${value(content.id, 60)}`,
    `H:${value(content.atcud, 70)}`,
  ];
  const spaces = SPACES.filter((s) => [...bases.keys()].some((k) => k.startsWith(`${s} `)));
  // Without any rate the first fiscal space still has to be named.
  if (spaces.length === 0) fields.push(bases.has('NS') ? 'I1:PT' : 'I1:0');
  spaces.forEach((space, i) => {
    const letter = LETTERS[i]!;
    fields.push(`${letter}1:${space}`);
    const exempt = bases.get(`${space} ISE`);
    if (exempt?.net) fields.push(`${letter}2:${text(exempt.net)}`);
    for (const [taxClass, [base, amount]] of Object.entries(FIELDS)) {
      const sum = bases.get(`${space} ${taxClass}`);
      if (sum?.net) fields.push(`${letter}${base}:${text(sum.net)}`);
      if (sum?.net || sum?.tax) fields.push(`${letter}${amount}:${text(sum.tax)}`);
    }
  });
  const notSubject = bases.get('NS');
  if (notSubject?.net) fields.push(`L:${text(notSubject.net)}`);
  fields.push(
    `N:${text(totalTax)}`,
    `O:${content.gross}`,
    `Q:${content.characters}`,
    `R:${content.certificate}`,
  );
  return fields.join('*');
}
