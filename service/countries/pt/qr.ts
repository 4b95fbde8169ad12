/** Content of the QR code (tax authority's specification v1.0, August 2020). */
import { amountText, minor } from '../../receipt/money.ts';
import { allocate } from '../../receipt/modifiers.ts';
import { isPosition, type CompleteEsr, type Position, type Tax } from '../../receipt/tra.ts';
import { exemptionCode, groupOf, isZeroRate, NOT_SUBJECT } from './exemptions.ts';
import { withoutPrefix } from './tax-id.ts';
import { classify, type Region, type TaxPlace, type TaxTable } from './taxes.ts';

/** What the QR code says. Amounts are cents, their signs are dropped. */
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
  /** Tax lines by where they belong; none for documents without value. */
  taxes: readonly QrTax[];
  /** Region to name where no tax line does. */
  region: Region;
  gross: number;
  /** Tax withheld by the buyer. */
  withheld?: number;
  characters: string;
  /** Certificate number, `0` without one. */
  certificate: string;
  /** Free text, parts joined by `;`. */
  text?: string;
}

/** A classified tax line, cents. */
export interface QrTax extends TaxPlace {
  net: number;
  tax: number;
}

/** Classifies tax lines. A line that belongs nowhere was refused before. */
export function qrTaxes(
  { TaxA, PosA }: Pick<CompleteEsr, 'PosA'> & { TaxA: readonly Tax[] },
  day: string,
  region: Region,
  groups: TaxTable,
): QrTax[] {
  let exempts: ReadonlyMap<string, number> | undefined;
  return TaxA.flatMap((tax) => {
    const place = classify(tax, day, region, groups);
    if (!place) throw new Error(`unclassified tax line ${tax.TaxG}`);
    const net = minor(tax.Net, 2);
    if (place.class === 'NS') exempts ??= exemptAmounts(PosA, TaxA);
    const exempt = place.class === 'NS' ? (exempts?.get(tax.TaxG ?? '') ?? 0) : 0;
    return [
      { ...place, net: net - exempt, tax: minor(tax.TAmt, 2) },
      ...(exempt === 0 ? [] : [{ region, class: 'ISE' as const, net: exempt, tax: 0 }]),
    ];
  });
}

/** What of lines that say nothing of a reason is exempt because their positions do (PT_TaxExemptionCode), by group. */
function exemptAmounts(positions: readonly Position[], taxes: readonly Tax[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const claims = (p: Position) => isPosition(p) && exemptionCode(p) !== NOT_SUBJECT;
  if (!positions.some((p) => claims(p) && p.PT_TaxExemptionCode !== undefined)) return sums;
  const named = new Set(taxes.map((tax) => tax.TaxG));
  const { amounts } = allocate(positions, 2);
  positions.forEach((p, i) => {
    if (!claims(p)) return;
    const group = groupOf(p);
    // A plain `0%` belongs to M99 unless it has a line of its own.
    const isPlain = isZeroRate(group) && !named.has(group);
    for (const name of isPlain ? [group, NOT_SUBJECT] : [group])
      sums.set(name, (sums.get(name) ?? 0) + amounts[i]!);
  });
  return sums;
}

/** Order of the fiscal spaces; other countries come behind. */
const SPACES = ['PT', 'PT-AC', 'PT-MA'];
const LETTERS = ['I', 'J', 'K'] as const;
/** Field numbers of base and tax. `OUT` has none of its own: it stands with the normal rate. */
const FIELDS = [
  [3, ['RED']],
  [5, ['INT']],
  [7, ['NOR', 'OUT']],
] as const;

/** `*` separates the fields, so it cannot be part of a value. */
function value(text: string, max: number): string {
  return text.replaceAll('*', ' ').slice(0, max);
}

function cents(amount: number): string {
  return amountText(Math.abs(amount), 2);
}

/** Writes the payload: fields in table order, optional ones only when they say something. */
export function qrPayload(content: QrContent): string {
  const { taxes } = content;
  const sum = (lines: readonly QrTax[], of: 'net' | 'tax') => lines.reduce((s, t) => s + t[of], 0);
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
  const optional = (code: string, amount: number) => {
    if (amount !== 0) fields.push(`${code}:${cents(amount)}`);
  };
  const spaces = spacesOf(taxes);
  // Without any rate the first fiscal space still has to be named.
  if (spaces.length === 0) fields.push(taxes.length > 0 ? `I1:${content.region}` : 'I1:0');
  spaces.forEach((space, i) => {
    const letter = LETTERS[i]!;
    const lines = taxes.filter((t) => t.region === space);
    fields.push(`${letter}1:${space}`);
    // Operations under stamp duty are exempt from VAT.
    optional(
      `${letter}2`,
      sum(
        lines.filter((t) => t.class === 'ISE' || t.class === 'IS'),
        'net',
      ),
    );
    for (const [base, classes] of FIELDS) {
      const rated = lines.filter((t) => (classes as readonly string[]).includes(t.class));
      optional(`${letter}${base}`, sum(rated, 'net'));
      if (sum(rated, 'net') !== 0 || sum(rated, 'tax') !== 0)
        fields.push(`${letter}${base + 1}:${cents(sum(rated, 'tax'))}`);
    }
  });
  optional(
    'L',
    sum(
      taxes.filter((t) => t.class === 'NS'),
      'net',
    ),
  );
  optional(
    'M',
    sum(
      taxes.filter((t) => t.class === 'IS'),
      'tax',
    ),
  );
  fields.push(`N:${cents(sum(taxes, 'tax'))}`, `O:${cents(content.gross)}`);
  optional('P', content.withheld ?? 0);
  fields.push(`Q:${content.characters}`, `R:${content.certificate}`);
  if (content.text) fields.push(`S:${value(content.text, 65)}`);
  return fields.join('*');
}

/** The fiscal spaces of a document, at most three: those with a rate or an exemption. */
function spacesOf(taxes: readonly QrTax[]): string[] {
  const found = new Set(taxes.filter((t) => t.class !== 'NS').map((t) => t.region));
  const others = [...found].filter((space) => !SPACES.includes(space)).sort();
  return [...SPACES.filter((space) => found.has(space)), ...others].slice(0, LETTERS.length);
}
