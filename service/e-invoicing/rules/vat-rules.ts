/** VAT categories (BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF, BR-AG): rates, sums, reasons, identifiers. */
import type { Fault } from './check.ts';
import type { InvoiceContent, ReadRate } from './content.ts';
import { dividedBy, exact, HUNDRED, ONE, size } from './exact.ts';

/** How the norm names the rules of a category, and what it asks of it. */
interface Category {
  rules: string;
  /** Sign of the rate; null for any that is not negative. */
  rate: 'positive' | 'zero' | 'none' | null;
  needsReason: boolean;
}

const CATEGORIES: Readonly<Record<string, Category>> = {
  S: { rules: 'BR-S', rate: 'positive', needsReason: false },
  Z: { rules: 'BR-Z', rate: 'zero', needsReason: false },
  E: { rules: 'BR-E', rate: 'zero', needsReason: true },
  AE: { rules: 'BR-AE', rate: 'zero', needsReason: true },
  K: { rules: 'BR-IC', rate: 'zero', needsReason: true },
  G: { rules: 'BR-G', rate: 'zero', needsReason: true },
  O: { rules: 'BR-O', rate: 'none', needsReason: true },
  L: { rules: 'BR-AF', rate: null, needsReason: false },
  M: { rules: 'BR-AG', rate: null, needsReason: false },
  B: { rules: 'BR-B', rate: 'positive', needsReason: false },
};

/** Rules that it breaks. */
export function vatFaults(content: InvoiceContent): Fault[] {
  const { lines, allowances, breakdown } = content;
  const faults: Fault[] = [];
  const must = (rule: string, isRight: boolean, text: string) => {
    if (!isRight) faults.push({ rule, text });
  };
  const used = [...lines, ...allowances, ...breakdown];
  for (const entry of used) {
    const { category, rate } = entry;
    const known = CATEGORIES[category];
    if (!known) {
      must('BR-CL-17', false, `${category} is no VAT category`);
      continue;
    }
    must(
      `${known.rules}-05`,
      fits(known.rate, rate) || (category === 'O' && 'base' in entry && fits('zero', rate)),
      `category ${category} does not allow the rate ${rate || 'none'}`,
    );
  }
  const isSame = (a: ReadRate, b: ReadRate) =>
    a.category === b.category && (a.category === 'O' || sameRate(a.rate, b.rate));
  breakdown.forEach((row, i) => {
    const { rules = 'BR-S', needsReason = false } = CATEGORIES[row.category] ?? {};
    must(
      `${rules}-01`,
      breakdown.findIndex((r) => isSame(r, row)) === i,
      `${row.category} ${row.rate} stands twice`,
    );
    const base =
      sum(lines.filter((l) => isSame(l, row)).map(({ net }) => net)) -
      sum(allowances.filter((a) => !a.isCharge && isSame(a, row)).map(({ amount }) => amount)) +
      sum(allowances.filter((a) => a.isCharge && isSame(a, row)).map(({ amount }) => amount));
    must(
      `${rules}-08`,
      base === value(row.base),
      `category ${row.category} ${row.rate}: the base ${row.base} is not the sum of its lines`,
    );
    const tax = dividedBy(value(row.base) * value(row.rate), HUNDRED);
    must(
      `${rules}-09`,
      size(tax - value(row.tax)) < ONE,
      `category ${row.category} ${row.rate}: the tax ${row.tax} does not fit`,
    );
    const isZero = CATEGORIES[row.category]?.rate === 'zero' || row.category === 'O';
    must(`${rules}-09`, !isZero || value(row.tax) === 0n, `category ${row.category} has a tax`);
    must(
      `${rules}-10`,
      needsReason ? row.exemption !== '' : row.exemption === '',
      `category ${row.category}: ${needsReason ? 'the reason is missing' : 'there is a reason for no tax'}`,
    );
  });
  for (const entry of [...lines, ...allowances]) {
    const { rules = 'BR-S' } = CATEGORIES[entry.category] ?? {};
    must(
      `${rules}-01`,
      breakdown.some((row) => isSame(row, entry)),
      `category ${entry.category} ${entry.rate} is missing in the breakdown`,
    );
  }
  faults.push(...identifierFaults(content, new Set(used.map(({ category }) => category))));
  return faults;
}

/** Which categories ask for identifiers, and which forbid them. */
function identifierFaults(
  { seller, buyer, deliveredTo, delivered }: InvoiceContent,
  categories: ReadonlySet<string>,
): Fault[] {
  const faults: Fault[] = [];
  const must = (rule: string, isRight: boolean, text: string) => {
    if (!isRight) faults.push({ rule, text });
  };
  for (const category of categories) {
    const { rules } = CATEGORIES[category] ?? {};
    if (rules === undefined) continue;
    if (category === 'O') {
      const isFree = seller.vatId === '' && buyer.vatId === '';
      must('BR-O-02', isFree, 'category O does not allow VAT ids');
      must('BR-O-11', categories.size === 1, 'category O stands beside others');
      continue;
    }
    const hasId = seller.vatId !== '' || (seller.taxId !== '' && !['K', 'G'].includes(category));
    must(`${rules}-02`, hasId, `category ${category} needs the VAT id of the seller`);
    if (category === 'AE') {
      must(
        'BR-AE-02',
        buyer.vatId !== '' || buyer.registration !== '',
        'reverse charge needs the VAT id of the buyer',
      );
    }
    if (category === 'K') {
      must('BR-IC-02', buyer.vatId !== '', 'a supply within the Union needs the VAT id of the buyer');
      must('BR-IC-11', delivered !== '', 'a supply within the Union needs the day of delivery');
      must('BR-IC-12', deliveredTo.country !== '', 'a supply within the Union needs the country of delivery');
    }
  }
  return faults;
}

function fits(wanted: Category['rate'], rate: string): boolean {
  if (wanted === 'none') return rate === '';
  const read = rate === '' ? null : exact(rate);
  if (read === null || read < 0n) return false;
  return wanted === null || (wanted === 'zero' ? read === 0n : read > 0n);
}

function sameRate(a: string, b: string): boolean {
  return value(a) === value(b) && (a === '') === (b === '');
}

function sum(texts: string[]): bigint {
  return texts.reduce((total, text) => total + value(text), 0n);
}

function value(text: string): bigint {
  return exact(text) ?? 0n;
}
