/** Lines and discounts of an invoice: net amounts that add up to the receipt's tax table, to the cent. */
import { issue, type Issue } from '../receipt/issue.ts';
import { allocate } from '../receipt/modifiers.ts';
import { amountText, decimalText, minor, taxInGross } from '../receipt/money.ts';
import { linesOfGroup, taxLineOf } from '../receipt/taxes.ts';
import { isPosition, type CompleteEsr, type Position, type Tax } from '../receipt/tra.ts';
import { isGtin } from './addresses.ts';
import type { Allowance, Line } from './model.ts';
import type { Vat } from './vat.ts';

/** Units of the receipt format and UN/ECE Recommendation 20; what is not known is "one". */
const UNITS: Readonly<Record<string, string>> = {
  ...{ pc: 'C62', kg: 'KGM', g: 'GRM', l: 'LTR', ml: 'MLT', cl: 'CLT', m: 'MTR', cm: 'CMT', m2: 'MTK' },
  ...{ m3: 'MTQ', h: 'HUR', min: 'MIN', day: 'DAY', kwh: 'KWH' },
};
const ONE = 'C62';

/** Most lines, and rows of the tax table, of an invoice: more would keep other sales waiting. */
const MOST_LINES = 2000;
const MOST_RATES = 50;

/** What lines are made from. `sign` is -1 for a credit note, whose amounts count the other way. */
interface Source {
  esr: CompleteEsr;
  vat: Vat;
  digits: number;
  sign: 1 | -1;
}

/** A share of a tax line: of one position, or of one discount on the whole receipt. */
interface Share {
  /** As on the receipt: gross, or net where the receipt is net (TaxN). */
  amount: number;
  net: number;
  /** By index in PosA. */
  at: number;
}

/**
 * Lines and discounts on the whole receipt. A discount on single positions is in the
 * net amount of their lines, and their note says so.
 */
export function linesOf(source: Source): { lines: Line[]; allowances: Allowance[] } | { issues: Issue[] } {
  const { esr, digits } = source;
  if (esr.PosA.length > MOST_LINES || esr.TaxA.length > MOST_RATES) {
    const text = `an e-invoice has at most ${MOST_LINES} positions and ${MOST_RATES} tax lines`;
    return { issues: [issue('#EINVOICE_FIELD', 'ESR.PosA', text)] };
  }
  const { targets } = allocate(esr.PosA, digits);
  const gone = voided(esr.PosA, digits);
  const articles = esr.PosA.flatMap((p, i) => (isPosition(p) && !gone.has(i) ? [i] : []));
  const isWhole = (i: number) => {
    const hit = new Set(targets[i]);
    return hit.size > 1 && articles.every((at) => hit.has(at));
  };
  const whole = esr.PosA.flatMap((p, i) => (p._ === 'Mod' && isWhole(i) ? [i] : []));
  const own = allocate(
    esr.PosA.filter((_, i) => !whole.includes(i)),
    digits,
  ).amounts;
  const amounts = [...own];
  for (const i of whole) amounts.splice(i, 0, 0);
  const shares = new Map<Tax, { lines: Share[]; whole: Share[] }>();
  const issues: Issue[] = [];
  const sharesOf = (at: number) => {
    const tax = taxLineOf(esr.PosA[at]!, esr.TaxA);
    if (!tax || !source.vat.rateOf.has(tax)) {
      const text = `no line of the tax table for ${JSON.stringify(esr.PosA[at]!.TaxG)}`;
      issues.push(issue('#EINVOICE_TAX', `ESR.PosA[${at}].TaxG`, text));
      return null;
    }
    const known = shares.get(tax) ?? { lines: [], whole: [] };
    shares.set(tax, known);
    return known;
  };
  for (const at of articles) sharesOf(at)?.lines.push({ amount: amounts[at]!, net: 0, at });
  for (const i of whole) addWhole(esr, i, digits, targets[i]!, (at) => sharesOf(at)?.whole ?? null);
  if (issues.length > 0) return { issues };
  for (const [tax, { lines, whole: all }] of shares) {
    const net = linesOfGroup(tax, esr.TaxA).reduce((sum, line) => sum + minor(line.Net, digits), 0);
    spread(net, [...lines, ...all], esr.TaxN === '1' ? '0' : (tax.Prc ?? '0'));
  }
  const discounts = discountsOf(esr, targets, digits);
  const byPosition = new Map([...shares].flatMap(([tax, { lines }]) => lines.map((s) => [s.at, { tax, s }])));
  return {
    lines: articles.map((at) => {
      const { tax, s } = byPosition.get(at)!;
      const note = (discounts.get(at) ?? []).join('; ');
      return lineOf(esr, at, { net: s.net * source.sign, vat: source.vat.rateOf.get(tax)!, note });
    }),
    allowances: [...shares].flatMap(([tax, { whole: all }]) =>
      all
        .filter(({ net }) => net !== 0)
        .map(({ net, at }) => ({
          isCharge: net * source.sign > 0,
          amount: Math.abs(net),
          reason: textOf(esr.PosA[at]!.Dsc) || (net * source.sign > 0 ? 'Surcharge' : 'Discount'),
          vat: source.vat.rateOf.get(tax)!,
        })),
    ),
  };
}

/** What a discount on the whole receipt takes from each tax line, as {@link allocate} spreads it over the positions. */
function addWhole(
  esr: CompleteEsr,
  mod: number,
  digits: number,
  targets: readonly number[],
  sharesOf: (at: number) => Share[] | null,
): void {
  // The modifier alone, over positions whose own amounts stay what they are.
  const alone = esr.PosA.filter((p, i) => isPosition(p) || i === mod);
  const places = esr.PosA.flatMap((p, i) => (isPosition(p) || i === mod ? [i] : []));
  const placeOf = new Map(places.map((at, place) => [at, place]));
  const { amounts } = allocate(alone, digits);
  const byTax = new Map<Share[], number>();
  for (const target of targets) {
    const list = sharesOf(target);
    const taken = amounts[placeOf.get(target)!]! - minor(esr.PosA[target]!.Amt, digits);
    if (list) byTax.set(list, (byTax.get(list) ?? 0) + taken);
  }
  for (const [list, amount] of byTax) list.push({ amount, net: 0, at: mod });
}

/**
 * Net amounts of shares, which add up to the one of the tax line: each is rounded for
 * itself, and the cents that are left go to the largest.
 */
function spread(net: number, shares: readonly Share[], rate: string): void {
  let left = net;
  for (const share of shares) {
    share.net = share.amount - taxInGross(share.amount, decimalText(rate) ?? '0');
    left -= share.net;
  }
  const step = Math.sign(left);
  const largest = shares.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
  for (let i = 0; left !== 0; i = (i + 1) % largest.length, left -= step) largest[i]!.net += step;
}

/** Positions that were voided on the same receipt, and the ones that void them: they cancel each other and are no lines. */
function voided(positions: readonly Position[], digits: number): Set<number> {
  const gone = new Set<number>();
  positions.forEach((p, i) => {
    if (p.Void !== '1' || !isPosition(p)) return;
    const original = positions.findIndex(
      (o, k) =>
        k < i &&
        !gone.has(k) &&
        isPosition(o) &&
        o.Void !== '1' &&
        o.TaxG === p.TaxG &&
        o.Dsc === p.Dsc &&
        minor(o.Amt, digits) === -minor(p.Amt, digits),
    );
    if (original < 0) return;
    gone.add(i).add(original);
  });
  // A discount that reaches one of them would be lost with it.
  const reached = new Set(allocate(positions, digits).targets.flat());
  return [...gone].some((i) => reached.has(i)) ? new Set() : gone;
}

/** Discounts on single positions, in words, by the index of the position. */
function discountsOf(
  esr: CompleteEsr,
  targets: readonly (readonly number[])[],
  digits: number,
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  esr.PosA.forEach((mod, i) => {
    const [at] = targets[i]!;
    if (mod._ !== 'Mod' || at === undefined || targets[i]!.length > 1) return;
    const text = `${textOf(mod.Dsc) || 'Discount'} ${amountText(minor(mod.Amt, digits), digits)}`;
    found.set(at, [...(found.get(at) ?? []), text]);
  });
  return found;
}

function lineOf(esr: CompleteEsr, at: number, { net, vat, note }: Pick<Line, 'net' | 'vat' | 'note'>): Line {
  const p = esr.PosA[at]!;
  const sent = decimalText(textOf(p.Qty) || '1')?.replace('-', '') ?? '1';
  const count = sent === '0' ? '1' : sent;
  const price = pricing(Math.abs(net), count);
  return {
    name: textOf(p.Dsc),
    description: textOf(p.Note),
    note,
    quantity: net < 0 ? `-${count}` : count,
    unit: UNITS[textOf(p.QtyU).toLowerCase()] ?? ONE,
    net,
    ...price,
    vat,
    from: textOf(p.SvcStartD).slice(0, 10) || null,
    till: textOf(p.SvcEndD).slice(0, 10) || null,
    gtin: isGtin(textOf(p.IN)) ? textOf(p.IN) : null,
    sellerId: textOf(p.SKU) || null,
  };
}

/** The price of one where it is whole cents, else the one of all together: quantity times price is the amount exactly. */
function pricing(net: number, count: string): Pick<Line, 'price' | 'baseQuantity'> {
  const n = /^\d{1,9}$/.test(count) ? Number(count) : 0;
  return n > 0 && net % n === 0 ? { price: net / n, baseQuantity: '1' } : { price: net, baseQuantity: count };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
