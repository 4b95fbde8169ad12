/**
 * Discounts and markups: which positions a Mod belongs to, and its share of each
 * (doc 3, Mod; answers: the modifier's PN wins, spread in proportion to the
 * positions' amounts, exact to the cent).
 */
import { issue, type Issue } from './issue.ts';
import { minor, split } from './money.ts';
import { isPosition, type Position } from './tra.ts';

/** Positions with their amounts after modifiers, in minor units, by index in PosA. */
export interface Allocation {
  /** One entry per PosA entry; 0 for Mod and Lin. */
  amounts: number[];
  /** Per PosA entry what a Mod belongs to, by index; empty for all others. */
  targets: number[][];
  issues: Issue[];
  /** What is allowed but may be meant otherwise; English. */
  warnings: string[];
}

/** Steps that all modifiers of a receipt may take together: a real receipt needs some hundred. */
const MOST_STEPS = 20_000;

/** Spreads every modifier of a receipt over its positions. */
export function allocate(positions: readonly Position[], digits: number): Allocation {
  const own = positions.map((p) => (isPosition(p) ? minor(p.Amt, digits) : 0));
  const amounts = [...own];
  const targetLists: number[][] = positions.map(() => []);
  const issues: Issue[] = [];
  const warnings: string[] = [];
  if (!positions.some((p) => p._ === 'Mod')) return { amounts, targets: targetLists, issues, warnings };
  const byNumber = new Map<string, number>();
  const twice = new Set<string>();
  positions.forEach((p, i) => {
    if (!isPosition(p) || p.PN === undefined) return;
    if (byNumber.has(p.PN)) twice.add(p.PN);
    else byNumber.set(p.PN, i);
  });
  // Blanks around a number mean nothing; one without them comes first.
  for (const [number, i] of [...byNumber]) {
    const bare = number.trim();
    if (bare !== '' && !byNumber.has(bare)) byNumber.set(bare, i);
  }

  let previous = -1;
  let steps = 0;
  positions.forEach((p, i) => {
    if (isPosition(p)) previous = i;
    if (p._ !== 'Mod' || steps > MOST_STEPS) return;
    steps += stepsOf(p, positions.length);
    if (steps > MOST_STEPS) {
      issues.push(
        issue(
          '#MOD_PN',
          `ESR.PosA[${i}].PN`,
          `${JSON.stringify(p.PN?.slice(0, 60))} makes the modifiers reach too many positions`,
        ),
      );
      return;
    }
    const targets = targetsOf(p, `ESR.PosA[${i}].PN`, positions, byNumber, previous, issues);
    targetLists[i] = targets;
    if (twice.size > 0) warnings.push(...unclear(p, `ESR.PosA[${i}].PN`, positions, targets, twice));
    if (targets.length === 0) return;
    const shares = split(
      minor(p.Amt, digits),
      targets.map((t) => own[t]!),
    );
    targets.forEach((t, k) => (amounts[t]! += shares[k]!));
  });
  return { amounts, targets: targetLists, issues, warnings };
}

/** Which numbers that a modifier names several positions have: it changes the first of each. */
function unclear(
  { PN }: Position,
  path: string,
  positions: readonly Position[],
  targets: readonly number[],
  twice: ReadonlySet<string>,
): string[] {
  const named = PN?.trim() ?? '';
  if (named === '' || named === '*') return [];
  return targets.flatMap((target) => {
    const number = positions[target]!.PN!;
    return twice.has(number)
      ? [
          `${path}: several positions have the number ${JSON.stringify(number.slice(0, 60))}, the first one of them is changed; give each a number of its own`,
        ]
      : [];
  });
}

/** How much work the targets of a modifier are, before they are looked up. */
function stepsOf(mod: Position, positions: number): number {
  const pn = mod.PN?.trim() ?? '';
  if (pn === '*') return positions;
  let steps = 0;
  for (const part of pn.split(/[\s,]+/)) {
    const range = /^(\d{1,9})-(\d{1,9})$/.exec(part);
    steps += range ? Math.max(Number(range[2]) - Number(range[1]), 0) + 1 : 1;
  }
  return steps;
}

function targetsOf(
  mod: Position,
  path: string,
  positions: readonly Position[],
  byNumber: ReadonlyMap<string, number>,
  previous: number,
  issues: Issue[],
): number[] {
  const pn = mod.PN?.trim();
  if (pn === undefined || pn === '') {
    if (previous < 0) issues.push(issue('#MOD_PN', path, 'there is no position before this modifier'));
    return previous < 0 ? [] : [previous];
  }
  if (pn === '*') {
    const all = positions.flatMap((p, i) => (isPosition(p) ? [i] : []));
    if (all.length === 0) issues.push(issue('#MOD_PN', path, 'there is no position for this modifier'));
    return all;
  }
  const targets = new Set<number>();
  for (const part of pn.split(/[\s,]+/)) {
    const exact = byNumber.get(part);
    if (exact !== undefined) {
      targets.add(exact);
      continue;
    }
    const range = /^(\d{1,9})-(\d{1,9})$/.exec(part);
    const found = range ? inRange(Number(range[1]), Number(range[2]), byNumber) : [];
    if (found.length === 0)
      issues.push(issue('#MOD_PN', path, `there is no position ${JSON.stringify(part)}`));
    for (const index of found) targets.add(index);
  }
  return [...targets].sort((a, b) => a - b);
}

/** Positions numbered from `first` to `last`; numbers that do not exist inside a range are fine. */
function inRange(first: number, last: number, byNumber: ReadonlyMap<string, number>): number[] {
  const found: number[] = [];
  for (let n = first; n <= last; n++) {
    const index = byNumber.get(String(n));
    if (index !== undefined) found.push(index);
  }
  return found;
}
