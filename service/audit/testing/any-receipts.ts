/** Random days of a till: receipts of all kinds, right and wrong, and what refers to them. */
import fc from 'fast-check';
import { allocate } from '../../receipt/modifiers.ts';
import { amountText, minor, negatedDecimal, taxInGross, taxOnNet } from '../../receipt/money.ts';
import { isPosition, type Esr, type JournalRecord, type Position } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';

/** What a country's receipts are made of. */
export interface Trade {
  /** Tax groups and percentages, as a POS may write them, with their percentage. */
  groups: readonly (readonly [group: string, rate: string])[];
  /** Values of ESR that say which document it is. */
  kinds: readonly Tree[];
}

const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const article = fc.record({
  name: fc.constantFrom('Bica', 'Vinho', 'Pão', '<&>', 'Käse 🧀'),
  SKU: optional(fc.constantFrom('1', '2')),
  group: fc.nat(99),
  cents: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 60_000 })),
  Qty: optional(fc.constantFrom('1', '2', '0.125', '3.50', '24')),
  exemption: optional(fc.constantFrom('M05', 'M99')),
  fate: fc.constantFrom('sold', 'sold', 'sold', 'half off', 'all off', 'dearer', 'taken back', 'noted'),
});

const sale = fc.record({
  do: fc.constant('sell' as const),
  kind: fc.nat(99),
  articles: fc.array(article, { minLength: 1, maxLength: 5 }),
  off: fc.constantFrom(0, 0, 0, 10, 33),
  net: fc.constantFrom(false, false, false, true),
  taxes: fc.constantFrom('none', 'none', 'sent', 'without net', 'a cent off', 'far off', 'margin'),
  paid: fc.constantFrom('cash', 'card', 'mixed', 'change', 'foreign', 'rounding'),
  customer: fc.constantFrom(
    {},
    {},
    {},
    { Ctm: { TaxId: 'PT509876544', Nam: 'Ana' } },
    { Ctm: { TaxId: 'ESB12345678' } },
  ),
  back: fc.constantFrom(false, false, false, false, true),
  refersTo: optional(fc.nat(99)),
  existing: fc.constantFrom(false, false, false, false, false, false, true),
});
const note = fc.record({
  do: fc.constant('return' as const),
  of: fc.array(fc.nat(99), { minLength: 1, maxLength: 2 }),
  part: fc.constantFrom('all', 'all', 'one', 'half'),
  by: fc.constantFrom('RFN', 'RTN', 'position', 'unknown', 'wrong position', 'nothing'),
  reason: fc.boolean(),
  debit: fc.constantFrom(false, false, false, false, true),
});
const taken = fc.record({
  do: fc.constant('void' as const),
  of: fc.nat(99),
  by: fc.constantFrom('route', 'route', 'POS', 'part', 'other group', 'unknown'),
});
const wait = fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 400 }) });

/** Something that happens at a till; numbers choose among what there is by then. */
export const happening = fc.oneof(
  { weight: 10, arbitrary: sale },
  { weight: 6, arbitrary: note },
  { weight: 4, arbitrary: taken },
  { weight: 1, arbitrary: wait },
);
/** Something that happens at a till. */
export type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const text = (cents: number) => amountText(cents, 2);
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** Type, or number, of a document that settles others. */
const SETTLES = /^(RC|RG)\b/;

/** The receipt of a sale, not always a right one. */
export function saleOf(
  drawn: Extract<Happening, { do: 'sell' }>,
  { groups, kinds }: Trade,
  earlier: readonly JournalRecord[],
  number: number,
): Tree {
  const used = drawn.articles.map(({ group }) => pick(groups, group));
  const PosA = drawn.articles.flatMap((one, i) => positionsOf(one, used[i]![0]));
  const sum = PosA.reduce((s, { Amt }) => s + minor(Amt, 2), 0);
  if (drawn.off > 0)
    PosA.push({ _: 'Mod', PN: '*', Dsc: 'Desconto', Amt: text(-Math.floor((sum * drawn.off) / 100)) });
  const sold = drawn.back ? PosA.map(negated) : PosA;
  const { taxes, total } = taxesOf(sold, new Map(used), drawn);
  const referred = drawn.refersTo === undefined ? undefined : pick(earlier, drawn.refersTo);
  const RFN = referred?.ESR?.FN;
  const form = { FN: `abc/${number}`, D: '2026-05-02T10:00:00' };
  const kind = pick(kinds, drawn.kind);
  // A receipt (RC, RG) that settles a receipt is registered, and is wrong in SAF-T.
  const isCircle = typeof kind.DT === 'string' && SETTLES.test(kind.DT) && SETTLES.test(RFN ?? '');
  return {
    ...kind,
    ...drawn.customer,
    ...(drawn.net && { TaxN: '1' }),
    ...(RFN !== undefined && !isCircle && { RFN }),
    ...(drawn.existing && form),
    PosA: sold as unknown as Tree[],
    ...(taxes && { TaxA: taxes }),
    PayA: paymentsOf(total, drawn.paid),
  };
}

function positionsOf(
  { name, SKU, cents, Qty, exemption, fate }: typeof article extends fc.Arbitrary<infer T> ? T : never,
  TaxG: string,
): Position[] {
  const sold: Position = {
    ...{ _: 'Pos', Dsc: name, TaxG, Amt: text(cents) },
    ...(SKU !== undefined && { SKU }),
    ...(Qty !== undefined && { Qty }),
    ...(exemption !== undefined && { PT_TaxExemptionCode: exemption }),
  };
  const mod = (amount: number): Position => ({ _: 'Mod', Dsc: 'Desconto', Amt: text(amount) });
  if (fate === 'half off') return [sold, mod(-Math.floor(cents / 2))];
  if (fate === 'all off') return [sold, mod(-cents)];
  if (fate === 'dearer') return [sold, mod(99)];
  if (fate === 'taken back') return [sold, { ...negated(sold), Void: '1' }];
  return fate === 'noted' ? [sold, { _: 'Lin', Dsc: 'Nota', LAmt: '1' }] : [sold];
}

function negated(p: Position): Position {
  if (p._ === 'Lin') return p;
  return { ...p, Amt: negatedDecimal(p.Amt!), ...(p.Qty !== undefined && { Qty: negatedDecimal(p.Qty) }) };
}

function taxesOf(
  PosA: readonly Position[],
  rates: ReadonlyMap<string, string>,
  { net, taxes, existing }: Extract<Happening, { do: 'sell' }>,
): { taxes: Tree[] | null; total: number } {
  const { amounts } = allocate(PosA, 2);
  const sums = new Map<string, number>();
  PosA.forEach((p, i) => {
    if (isPosition(p)) sums.set(p.TaxG!, (sums.get(p.TaxG!) ?? 0) + amounts[i]!);
  });
  let total = 0;
  const lines = [...sums].map(([TaxG, sum], i): Tree => {
    const Prc = rates.get(TaxG)!;
    // What exists already is taken as it is, and its lines cannot add up.
    const wrong = existing ? 0 : 200;
    const off = i > 0 ? 0 : taxes === 'a cent off' ? 1 : taxes === 'far off' ? wrong : 0;
    const full = net ? taxOnNet(sum, Prc) : taxInGross(sum, Prc);
    const tax = taxes === 'margin' && Prc !== '0' && !existing ? Math.trunc(full / 3) : full + off;
    const gross = net ? sum + tax : sum;
    total += gross;
    return {
      ...{ TaxG, Prc, TAmt: text(tax), Amt: text(gross) },
      ...(taxes !== 'without net' && { Net: text(gross - tax) }),
      ...(taxes === 'margin' && { MarginScheme: '1' }),
    };
  });
  // Percentages that mean the same group make one line when the register adds them up.
  return { taxes: taxes === 'none' ? null : lines, total };
}

function paymentsOf(total: number, paid: string): Tree[] {
  const pay = (cents: number, PayG: string, more: Tree = {}): Tree => ({
    Dsc: PayG,
    PayG,
    Amt: text(cents),
    ...more,
  });
  switch (paid) {
    case 'cash':
      return [pay(total, 'cash')];
    case 'mixed':
      return [pay(Math.trunc(total / 3), 'cash'), pay(total - Math.trunc(total / 3), 'mobile')];
    case 'change':
      return [pay(total + 500, 'cash'), pay(-500, 'change')];
    case 'foreign':
      return [pay(total, 'foreign', { CC: 'USD', FAmt: text(total * 2) })];
    case 'rounding':
      return [pay(total + 2, 'cash'), pay(-2, 'rounding')];
    default:
      return [pay(total, 'debitcard')];
  }
}

/** A return, or a debit note, of earlier receipts; null when there is none. */
export function returnOf(
  { of, part, by, reason, debit }: Extract<Happening, { do: 'return' }>,
  earlier: readonly JournalRecord[],
): Tree | null {
  if (earlier.length === 0) return null;
  const originals = [...new Set(of.map((n) => pick(earlier, n)))].slice(0, by === 'position' ? 2 : 1);
  const [first] = originals;
  const PosA = originals.flatMap((original) => {
    const { FN, TN } = original.ESR!;
    const reference = by === 'position' ? { ...(FN === undefined ? { RTN: TN } : { RFN: FN }) } : {};
    return (original.ESR!.PosA ?? []).flatMap((p): Position[] => {
      const { PN, ...position } = negated(p);
      // Of two receipts the numbers meet: modifiers follow their position instead.
      if (!isPosition(p))
        return part === 'all' ? [p._ === 'Mod' && by !== 'position' ? negated(p) : position] : [];
      const RPN = by === 'wrong position' ? '77' : PN!;
      return [{ ...position, ...reference, RPN, ...(by !== 'position' && { PN: PN! }) }];
    });
  });
  const some = part === 'one' ? PosA.slice(0, 1) : PosA;
  const halved =
    part !== 'half'
      ? some
      : some.map(({ Qty: _, ...p }) => ({ ...p, Amt: text(Math.trunc(minor(p.Amt, 2) / 2)) }));
  const esr = first!.ESR!;
  const sum = halved.reduce((s, p) => (p._ === 'Lin' ? s : s + minor(p.Amt, 2)), 0);
  const back = debit ? halved.map((p) => ({ ...negated(p) })) : halved;
  return {
    ...(debit && { DT: 'ND' }),
    ...(by === 'RFN' && (esr.FN === undefined ? { RTN: esr.TN! } : { RFN: esr.FN })),
    ...(by === 'wrong position' && { RTN: esr.TN! }),
    ...(by === 'RTN' && { RTL: esr.TL!, RTT: esr.TT!, RTN: esr.TN! }),
    ...(by === 'unknown' && { RFN: 'FT OLD/1' }),
    ...(reason && { Rsn: 'Troca' }),
    ...(esr.Ctm && { Ctm: esr.Ctm as unknown as Tree }),
    PosA: back as unknown as Tree[],
    PayA: [{ Dsc: 'cash', PayG: 'debitcard', Amt: text(debit ? -sum : sum) }],
  };
}

/** A void that the POS makes itself. */
export function voidOf(by: 'POS' | 'part' | 'other group' | 'unknown', original: Esr): Tree {
  const { FN, TN, TL, TT, D, PosA = [], PayA = [], TaxA = [], T = '0', TaxN } = original;
  const halve = (amount = '0') => text(Math.trunc(minor(amount, 2) / 2));
  const reference: Tree =
    FN !== undefined ? { RFN: FN } : { RTL: TL!, RTT: TT!, RTN: TN!, RD: D!.slice(0, 10) };
  const common = { Void: '1', Rsn: 'Engano', ...(by === 'unknown' ? { RTN: '99999' } : reference) };
  if (by === 'part') {
    const cents = halve(T);
    const TaxG = TaxA[0]?.TaxG ?? '23%';
    const Amt = negatedDecimal(cents);
    return { ...common, PosA: [{ Dsc: 'Teil', TaxG, Amt }], PayA: [{ Dsc: 'cash', Amt }] };
  }
  const [one, other] = TaxA;
  const moved = by === 'other group' && one && other ? new Map([[one.TaxG, other.TaxG]]) : new Map();
  return {
    ...common,
    ...(TaxN !== undefined && { TaxN }),
    PosA: PosA.map((p) => {
      const position = negated(p);
      return isPosition(p)
        ? { ...position, TaxG: (moved.get(p.TaxG) as string | undefined) ?? p.TaxG! }
        : position;
    }) as unknown as Tree[],
    ...(moved.size === 0 && {
      TaxA: TaxA.map(({ Net, TAmt, Amt, ...tax }) => ({
        ...tax,
        Net: negatedDecimal(Net!),
        TAmt: negatedDecimal(TAmt!),
        Amt: negatedDecimal(Amt!),
      })),
    }),
    PayA: PayA.map(({ Amt, FAmt: _, ...p }) => ({ ...p, Amt: negatedDecimal(Amt!) })),
  };
}
