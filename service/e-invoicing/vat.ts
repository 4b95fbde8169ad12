/** VAT categories of a receipt's tax lines: what the POS says, what the country knows, and never a guess. */
import { VAT_CATEGORIES, type CountryVat, type VatCategory } from '../countries/contract/vat.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import { decimalText, minor } from '../receipt/money.ts';
import { linesOfGroup, positionsOf } from '../receipt/taxes.ts';
import type { CompleteEsr, Position, Tax } from '../receipt/tra.ts';
import type { Breakdown, Rate } from './model.ts';

/** Reason codes (VATEX) that a category has by itself. */
const OWN_REASON: Partial<Record<VatCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};
/** Categories with a rate above zero, and those where any rate will do. */
const TAXED: ReadonlySet<VatCategory> = new Set(['S', 'B']);
const ANY_RATE: ReadonlySet<VatCategory> = new Set(['L', 'M']);
const REASON_CODE = /^VATEX-[A-Z]{2}(-[A-Z\d]+)+$/;

/** The breakdown of an invoice, and the rate of each tax line of the receipt. */
export interface Vat {
  rows: Breakdown[];
  rateOf: ReadonlyMap<Tax, Rate>;
}

/** Reads the tax table of a receipt; tax lines of nothing are left out. */
export function vatOf(
  esr: CompleteEsr,
  country: CountryVat,
  digits: number,
): { vat: Vat } | { issues: Issue[] } {
  const issues: Issue[] = [];
  const rateOf = new Map<Tax, Rate>();
  const rows = new Map<string, { row: Breakdown; why: Why[] }>();
  esr.TaxA.forEach((tax, i) => {
    const read = readLine(esr, tax, i, country);
    if ('code' in read) {
      issues.push(read);
      return;
    }
    const { category, rate, exemptionCode, exemptionReason } = read;
    const before = rateOf.get(linesOfGroup(tax, esr.TaxA)[0]!);
    if (before && before.category !== category) {
      const text = `group ${tax.TaxG} is ${before.category} on another line: give positions of another category a group of their own`;
      issues.push(issue('#EINVOICE_TAX', `ESR.TaxA[${i}].VatCategory`, text));
      return;
    }
    rateOf.set(tax, { category, rate });
    const key = `${category} ${rate}`;
    const known = rows.get(key) ?? { row: { category, rate, base: 0, tax: 0, ...NO_REASON }, why: [] };
    known.row.base += minor(tax.Net, digits);
    known.row.tax += minor(tax.TAmt, digits);
    known.why.push({ exemptionCode, exemptionReason });
    rows.set(key, known);
  });
  if (issues.length > 0) return { issues };
  const breakdown = [...rows.values()].map(({ row, why }) => ({ ...row, ...together(why) }));
  const categories = new Set(breakdown.map(({ category }) => category));
  if (categories.has('O') && categories.size > 1) {
    const text =
      'what is outside the scope of VAT (category O: vouchers, tips) cannot stand beside taxed positions; sell it on a receipt of its own';
    return { issues: [issue('#EINVOICE_TAX', 'ESR.TaxA', text)] };
  }
  return { vat: { rows: breakdown, rateOf } };
}

type Read = Omit<Breakdown, 'base' | 'tax'>;
type Why = Pick<Breakdown, 'exemptionCode' | 'exemptionReason'>;
const NO_REASON: Why = { exemptionCode: null, exemptionReason: null };

/**
 * The reasons of a row, of which an invoice has one for each category (BR-E-01), with room for one
 * code: where there are several, the text has them.
 */
function together(why: readonly Why[]): Why {
  const [first, ...others] = new Set(why.map(({ exemptionCode }) => exemptionCode));
  const isOne = others.length === 0;
  const texts = why.flatMap(({ exemptionCode: code, exemptionReason: text }) => {
    if (isOne || code === null) return (text ?? '').split('; ');
    return [text === null ? code : `${text} (${code})`];
  });
  const said = [...new Set(texts)].filter((text) => text !== '').join('; ');
  return { exemptionCode: isOne ? (first ?? null) : null, exemptionReason: said === '' ? null : said };
}

function readLine(esr: CompleteEsr, tax: Tax, i: number, country: CountryVat): Read | Issue {
  const path = `ESR.TaxA[${i}]`;
  const wrong = (name: string, text: string) => issue('#EINVOICE_TAX', `${path}.${name}`, text);
  if (tax.MarginScheme === '1')
    return wrong('MarginScheme', 'sales under a margin scheme cannot be handed over as e-invoice');
  // A group may stand on several lines, and its positions belong to all of them.
  const [first] = linesOfGroup(tax, esr.TaxA);
  const positions = positionsOf(first, esr);
  const rate = decimalText(tax.Prc ?? '0') ?? '0';
  const isTaxed = rate !== '0';
  const said = saidOf(tax, positions);
  if ('differs' in said)
    return wrong('VatCategory', `the positions of ${tax.TaxG} say different ${said.differs}`);
  const known = country.vatLine?.(tax, esr) ?? null;
  if (known && 'problem' in known) return wrong('TaxG', known.problem);
  const category = said.VatCategory ?? known?.category ?? (isTaxed ? 'S' : undefined);
  if (category === undefined) {
    const text = `${tax.TaxG} bears no tax: say why (Z zero rated, E exempt, AE reverse charge, K within the EU, G export, O outside of VAT)`;
    return wrong('VatCategory', text);
  }
  if (!VAT_CATEGORIES.includes(category as VatCategory))
    return wrong(
      'VatCategory',
      `${JSON.stringify(category.slice(0, 20))} is none of ${VAT_CATEGORIES.join(', ')}`,
    );
  const code = category as VatCategory;
  if (!ANY_RATE.has(code) && TAXED.has(code) !== isTaxed)
    return wrong('VatCategory', `category ${code} does not fit ${rate} %`);
  if (said.VatExemption !== undefined && !REASON_CODE.test(said.VatExemption))
    return wrong('VatExemption', 'must be a code of the list VATEX, such as VATEX-EU-132');
  const exemptionCode = said.VatExemption ?? OWN_REASON[code] ?? null;
  const exemptionReason = said.VatReason ?? known?.reason ?? null;
  if (code === 'E' && exemptionCode === null && exemptionReason === null)
    return wrong('VatReason', 'an exemption needs its reason, in words or as a VATEX code (VatExemption)');
  const isPlain = TAXED.has(code) || ANY_RATE.has(code) || code === 'Z';
  return {
    category: code,
    rate: code === 'O' ? null : rate,
    exemptionCode: isPlain ? null : exemptionCode,
    exemptionReason: isPlain ? null : exemptionReason,
  };
}

const NAMES = ['VatCategory', 'VatExemption', 'VatReason'] as const;
type Said = Partial<Record<(typeof NAMES)[number], string>>;

/** What the tax line says, else its positions, which must agree. */
function saidOf(tax: Tax, positions: readonly Position[]): Said | { differs: string } {
  const said: Said = {};
  for (const name of NAMES) {
    const values = new Set(
      [tax[name], ...(tax[name] === undefined ? positions.map((p) => p[name]) : [])].filter(
        (value): value is string => typeof value === 'string' && value !== '',
      ),
    );
    if (values.size > 1 && name !== 'VatReason') return { differs: name };
    const [value] = values;
    if (value !== undefined)
      said[name] = name === 'VatCategory' ? value.toUpperCase() : [...values].join('; ');
  }
  return said;
}
