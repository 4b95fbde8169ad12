/**
 * The net amounts of lines that belong to one tax group. The group's net amount
 * is what counts (it is in the QR code and in the totals); its lines must add up
 * to it exactly, although each of them is rounded to cents.
 */
import { roundedQuotient, type Ratio } from './decimals.ts';

/** Net amounts of a group's lines. */
export interface Shares {
  /** Cents, with the sign of the line's amount. */
  net: number[];
  /** What a line's amount was multiplied with. */
  ratio: Ratio;
}

/**
 * Net amounts of the lines of a tax group.
 * @param amounts of the lines after discounts, cents, as the receipt has them
 * @param net of the group, cents
 * @param rate share of net in these amounts by the group's percentage
 */
export function netShares(amounts: readonly number[], net: number, rate: Ratio): Shares {
  const ratio = ratioFor(amounts, net, rate);
  const exact = amounts.map((a) => BigInt(a) * ratio.num);
  const shares = exact.map((e) => Number(roundedQuotient(e, ratio.den)));
  const rest = net - shares.reduce((a, b) => a + b, 0);
  if (rest !== 0) spread(rest, shares, exact, ratio.den, amounts);
  return { net: shares, ratio };
}

/**
 * The percentage, unless the POS sent a net amount that does not follow from it
 * (margin schemes, tax alone): then the amounts share it in proportion.
 */
function ratioFor(amounts: readonly number[], net: number, rate: Ratio): Ratio {
  const sum = amounts.reduce((a, b) => a + b, 0);
  const off = BigInt(net) * rate.den - BigInt(sum) * rate.num;
  if ((-rate.den <= off && off <= rate.den) || sum === 0 || sum * net < 0) return rate;
  return { num: BigInt(Math.abs(net)), den: BigInt(Math.abs(sum)) };
}

/** Puts the missing cents on the lines that were rounded furthest away, larger lines first. */
function spread(
  rest: number,
  shares: number[],
  exact: readonly bigint[],
  den: bigint,
  amounts: readonly number[],
): void {
  const step = Math.sign(rest);
  const missing = exact.map((e, i) => (e - BigInt(shares[i]!) * den) * BigInt(step));
  const order = open(amounts).sort((a, b) =>
    missing[a] === missing[b]
      ? Math.abs(amounts[b]!) - Math.abs(amounts[a]!)
      : missing[a]! > missing[b]!
        ? -1
        : 1,
  );
  let left = rest;
  for (const i of order) {
    if (left === 0) return;
    shares[i]! += step;
    left -= step;
  }
  shares[order[0]!]! += left;
}

/**
 * Lines that may take a cent: a line that was cancelled keeps the amount of the
 * line that cancels it, as long as there are others.
 */
function open(amounts: readonly number[]): number[] {
  const all = amounts.map((_, i) => i);
  const paired = new Set<number>();
  const unpaired = new Map<number, number[]>();
  amounts.forEach((amount, i) => {
    const partner = unpaired.get(-amount)?.pop();
    const same = unpaired.get(amount);
    if (partner !== undefined) paired.add(partner).add(i);
    else if (same) same.push(i);
    else unpaired.set(amount, [i]);
  });
  const alone = all.filter((i) => !paired.has(i));
  return alone.length > 0 ? alone : all;
}
