/**
 * The tax table of a receipt (doc 3, "Tax group assignment"): from predefined
 * groups, from percentages, or checked against the lines the POS sent.
 */
import { issue, type Issue } from './issue.ts';
import { amountText, decimalText, minor, sameDecimal, taxInGross, taxOnNet } from './money.ts';
import { taxMisfit } from './tax-fit.ts';
import { isPosition, type Position, type Tax } from './tra.ts';

/** A tax group of a country: its name on receipts and its percentage as decimal text. */
export interface TaxGroup {
  group: string;
  rate: string;
}

/** What a country knows about its tax groups on the day of the receipt. */
export interface TaxRules {
  /** Group by name (`A`), or null when the country has no such group. */
  byName(name: string): TaxGroup | null;
  /** The group that stands for a percentage, or null. */
  byRate(rate: string): TaxGroup | null;
  /** The law knows the percentages: taxes that do not fit theirs are refused. */
  fixed?: boolean;
}

/** The completed tax table and what is wrong with the one that was sent. */
export interface TaxResult {
  taxes: Tax[];
  /** Sum of the gross amounts, minor units. */
  gross: number;
  issues: Issue[];
  /** Taxes that do not fit their percentage, and whether no document at all can have such a tax. */
  misfits: { issue: Issue; isImpossible: boolean }[];
}

/** Gross (or, with TaxN, net) amount per group, in order of appearance. */
interface GroupSum {
  name: string;
  amount: number;
  /** Positions with an amount. */
  positions: number;
  firstPath: string;
}

/**
 * Builds or completes the tax table.
 * @param amounts position amounts after modifiers, minor units, by index in PosA
 * @param net positions are net (ESR.TaxN)
 */
export function taxTable(
  positions: readonly Position[],
  amounts: readonly number[],
  sent: readonly Tax[] | undefined,
  net: boolean,
  rules: TaxRules,
  digits: number,
): TaxResult {
  const sums = groupSums(positions, amounts);
  return sent && sent.length > 0
    ? checkSent(sums, sent, positions.some(isPosition), net, rules, digits)
    : compute(sums, net, rules, digits);
}

function groupSums(positions: readonly Position[], amounts: readonly number[]): GroupSum[] {
  const sums = new Map<string, GroupSum>();
  positions.forEach((p, i) => {
    if (!isPosition(p) || p.TaxG === undefined) return;
    // Several groups on one position: the first one carries the tax.
    const name = p.TaxG.trim().split(/\s+/)[0]!;
    const sum = sums.get(name) ?? { name, amount: 0, positions: 0, firstPath: `ESR.PosA[${i}].TaxG` };
    sum.amount += amounts[i]!;
    if (amounts[i] !== 0) sum.positions++;
    sums.set(name, sum);
  });
  return [...sums.values()];
}

/** Methods 1 and 2: rates come from the country or from the percentage in TaxG. */
function compute(sums: readonly GroupSum[], net: boolean, rules: TaxRules, digits: number): TaxResult {
  const issues: Issue[] = [];
  const byGroup = new Map<string, { group: TaxGroup; amount: number }>();
  for (const sum of sums) {
    const group = resolve(sum.name, rules);
    if (!group) {
      issues.push(
        issue(
          '#TAX_GROUP',
          sum.firstPath,
          `tax group ${JSON.stringify(sum.name)} is unknown; use a group of the country, a percentage such as 23%, or send a TaxA line for it`,
        ),
      );
      continue;
    }
    const entry = byGroup.get(group.group) ?? { group, amount: 0 };
    entry.amount += sum.amount;
    byGroup.set(group.group, entry);
  }
  let gross = 0;
  const taxes = [...byGroup.values()].map(({ group, amount }): Tax => {
    const tax = net ? taxOnNet(amount, group.rate) : taxInGross(amount, group.rate);
    const groupGross = net ? amount + tax : amount;
    gross += groupGross;
    return {
      _: 'Tax',
      TaxG: group.group,
      Prc: group.rate,
      Net: amountText(groupGross - tax, digits),
      TAmt: amountText(tax, digits),
      Amt: amountText(groupGross, digits),
    };
  });
  return { taxes: meantInFront(taxes, sums, rules), gross, issues, misfits: [] };
}

/**
 * A position that names a percentage is known again by it ({@link taxLineOf}): of several lines
 * of that percentage, as those without tax are, the one of its group comes first.
 */
function meantInFront(taxes: readonly Tax[], sums: readonly GroupSum[], rules: TaxRules): Tax[] {
  const ordered = [...taxes];
  for (const { name } of sums) {
    const meant = name.endsWith('%') ? resolve(name, rules) : null;
    const at = meant ? ordered.findIndex(({ TaxG }) => TaxG === meant.group) : -1;
    const first = meant ? ordered.findIndex(({ Prc = '' }) => sameDecimal(Prc, meant.rate)) : -1;
    if (first < at) ordered.splice(first, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}

/** The group a TaxG text stands for, by name first, then as percentage. */
function resolve(name: string, rules: TaxRules): TaxGroup | null {
  const known = rules.byName(name);
  if (known) return known;
  const percent = /^(\d{1,2}(?:\.\d{1,4})?)\s*%$/.exec(name);
  if (!percent) return null;
  const rate = decimalText(percent[1]!)!;
  // `6.00%` and `6%` are one group, however they are written.
  return rules.byRate(rate) ?? { group: `${rate}%`, rate };
}

/** Method 3, or a table the POS computed itself: checked, missing amounts filled in. */
function checkSent(
  sums: readonly GroupSum[],
  sent: readonly Tax[],
  hasPositions: boolean,
  net: boolean,
  rules: TaxRules,
  digits: number,
): TaxResult {
  const issues: Issue[] = [];
  let gross = 0;
  const taxes = sent.map((tax, i): Tax => {
    const path = `ESR.TaxA[${i}]`;
    if (tax.TaxG === undefined)
      issues.push(issue('#TAX_TAXG_MISSING', `${path}.TaxG`, 'a tax line needs its group'));
    if (tax.Prc === undefined) {
      issues.push(issue('#TAX_PRC_MISSING', `${path}.Prc`, 'a tax line needs its percentage'));
      return tax;
    }
    if (tax.Amt === undefined && (tax.Net === undefined || tax.TAmt === undefined)) {
      issues.push(issue('#TAX_AMT_MISSING', `${path}.Amt`, 'a tax line needs its gross amount'));
      return tax;
    }
    const amt =
      tax.Amt === undefined ? minor(tax.Net, digits) + minor(tax.TAmt, digits) : minor(tax.Amt, digits);
    const tamt =
      tax.TAmt !== undefined
        ? minor(tax.TAmt, digits)
        : tax.Net !== undefined
          ? amt - minor(tax.Net, digits)
          : taxInGross(amt, tax.Prc);
    const netAmount = tax.Net === undefined ? amt - tamt : minor(tax.Net, digits);
    if (netAmount + tamt !== amt) {
      issues.push(
        issue(
          '#TAX_AMOUNTS',
          path,
          `Net ${amountText(netAmount, digits)} + TAmt ${amountText(tamt, digits)} is not Amt ${amountText(amt, digits)}`,
        ),
      );
    }
    gross += amt;
    return {
      ...tax,
      Net: amountText(netAmount, digits),
      TAmt: amountText(tamt, digits),
      Amt: amountText(amt, digits),
    };
  });
  const positions = new Map<Tax, number>();
  if (hasPositions && issues.length === 0) {
    checkGroups({ sums, taxes, net, rules, digits, issues, positions });
  }
  return { taxes, gross, issues, misfits: issues.length > 0 ? [] : misfits(taxes, positions, net, digits) };
}

function misfits(
  taxes: readonly Tax[],
  positions: ReadonlyMap<Tax, number>,
  net: boolean,
  digits: number,
): TaxResult['misfits'] {
  return taxes.flatMap((tax, i) => {
    const line = {
      rate: tax.Prc!,
      net: minor(tax.Net, digits),
      tax: minor(tax.TAmt, digits),
      gross: minor(tax.Amt, digits),
      onMargin: tax.MarginScheme === '1',
    };
    const misfit = taxMisfit(line, positions.get(tax) ?? 0, net, digits);
    if (!misfit) return [];
    const { text, isImpossible } = misfit;
    return [{ issue: issue('#TAX_RATE', `ESR.TaxA[${i}].TAmt`, text), isImpossible }];
  });
}

/** Tax lines beside the positions they belong to; `issues` and `positions` of each line are filled in. */
interface Groups {
  sums: readonly GroupSum[];
  taxes: readonly Tax[];
  net: boolean;
  rules: TaxRules;
  digits: number;
  issues: Issue[];
  positions: Map<Tax, number>;
}

/** Doc 3, check 4: each group's positions after modifiers add up to its tax line. */
function checkGroups({ sums, taxes, net, rules, digits, issues, positions }: Groups): void {
  const expected = new Map<Tax, number>(taxes.map((tax) => [tax, 0]));
  for (const sum of sums) {
    const tax = lineOf(sum.name, taxes, rules);
    if (!tax) {
      issues.push(
        issue('#TAX_GROUP', sum.firstPath, `no TaxA line for tax group ${JSON.stringify(sum.name)}`),
      );
      continue;
    }
    expected.set(tax, expected.get(tax)! + sum.amount);
    positions.set(tax, (positions.get(tax) ?? 0) + sum.positions);
  }
  if (issues.length > 0) return;
  // A group may stand on several lines, as where a POS tells goods and services apart.
  const groups = Map.groupBy(taxes, groupKey);
  for (const lines of groups.values()) {
    const first = lines[0]!;
    const stated = lines.reduce((sum, tax) => sum + minor(net ? tax.Net : tax.Amt, digits), 0);
    if (expected.get(first) !== stated) {
      issues.push(
        issue(
          '#TAX_POSITIONS',
          `ESR.TaxA[${taxes.indexOf(first)}].${net ? 'Net' : 'Amt'}`,
          `the positions of group ${first.TaxG} add up to ${amountText(expected.get(first)!, digits)}, not ${amountText(stated, digits)}`,
        ),
      );
    }
    for (const tax of lines) positions.set(tax, positions.get(first) ?? 0);
  }
}

/** The same for tax lines of one group and percentage, however that is written. */
export function groupKey({ TaxG, Prc = '' }: Tax): string {
  return `${TaxG} ${decimalText(Prc)}`;
}

/** All lines of the group and percentage of one of them: its positions belong to all of these. */
export function linesOfGroup(tax: Tax, taxes: readonly Tax[]): Tax[] {
  const key = groupKey(tax);
  return taxes.filter((other) => other === tax || groupKey(other) === key);
}

/**
 * The line of a group: of that name, else of the group that its percentage stands
 * for, else of that percentage. Several lines may have one percentage, as those
 * without tax do.
 */
function lineOf(name: string, taxes: readonly Tax[], rules: TaxRules): Tax | undefined {
  const named = (group: string) => taxes.find((t) => t.TaxG === group);
  const found = named(name);
  if (found) return found;
  const meant = resolve(name, rules);
  // A line may have another name of the group; with another percentage it is a free name.
  const isMeant = ({ TaxG = '', Prc = '' }: Tax) =>
    rules.byName(TaxG)?.group === meant!.group && sameDecimal(Prc, meant!.rate);
  return (meant && (named(meant.group) ?? taxes.find(isMeant))) ?? byPercentage(name, taxes);
}

/** Gross amounts of tax lines by percentage in its shortest form, minor units; those of nothing left out. */
export function grossByRate(taxes: readonly Tax[], digits: number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { Prc = '0', Amt } of taxes) {
    const rate = decimalText(Prc) ?? Prc;
    sums.set(rate, (sums.get(rate) ?? 0) + minor(Amt, digits));
  }
  return new Map([...sums].filter(([, amount]) => amount !== 0));
}

/**
 * The letters that numbers stand for, where a country takes these for names of its groups, too. A receipt
 * stays as it was sent, so that position and tax line may be called differently.
 */
export const LETTER_OF_NUMBER: ReadonlyMap<string, string> = new Map(
  [...'ABCDE'].map((letter, i) => [String(i + 1), letter]),
);
const OTHER_NAME: ReadonlyMap<string, string> = new Map(
  [...LETTER_OF_NUMBER].flatMap(([number, letter]) => [
    [number, letter],
    [letter, number],
  ]),
);

/** The positions that belong to a tax line. @param line one of the tax table itself */
export function positionsOf(
  line: Tax | undefined,
  { PosA = [], TaxA = [] }: { PosA?: readonly Position[]; TaxA?: readonly Tax[] },
): Position[] {
  return PosA.filter((position) => isPosition(position) && taxLineOf(position, TaxA) === line);
}

/** The tax line that a completed position belongs to. */
export function taxLineOf({ TaxG = '' }: Position, taxes: readonly Tax[]): Tax | undefined {
  const name = TaxG.trim().split(/\s+/)[0]!;
  const named = (group: string | undefined) => taxes.find((t) => t.TaxG === group);
  // Where its own name has no line, completion has found the one of the other name, or refused the receipt.
  return (
    named(name) ??
    byPercentage(name, taxes) ??
    (OTHER_NAME.has(name) ? named(OTHER_NAME.get(name)) : undefined)
  );
}

function byPercentage(name: string, taxes: readonly Tax[]): Tax | undefined {
  if (!name.endsWith('%')) return undefined;
  const percent = name.slice(0, -1).trimEnd();
  return taxes.find((t) => sameDecimal(t.Prc ?? '', percent));
}
