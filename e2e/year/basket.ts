/** What somebody buys: positions, discounts, lines taken back. */
import { quantityTimesPrice, taxOnNet } from '../../service/receipt/money.ts';
import type { Tree, TreeValue } from '../../service/receipt/tree.ts';
import { amount } from '../torture/sales.ts';
import type { Article } from './articles.ts';
import type { Chance } from './chance.ts';

/** Entries of PosA, and what they come to. */
export interface Basket {
  PosA: Tree[];
  /** Cents, discounts taken off. */
  cents: number;
}

/** Where things are bought. */
export interface Shelf {
  articles: readonly Article[];
  /** Place of the shop behind its tax groups. */
  suffix: string;
  /** Day of the sale, `YYYY-MM-DD`. */
  day: string;
}

interface Line {
  tree: Tree;
  cents: number;
  /** Takes another line back, or is taken back. */
  cancelled: boolean;
}

/** Some articles, now and then with a discount, or with one that is not wanted after all. */
export function fillBasket(chance: Chance, shelf: Shelf, count: number): Basket {
  // Deliveries to the Azores bear the tax of the Azores.
  const suffix = chance.percent(1) ? 'A' : shelf.suffix;
  const lines: Line[] = [];
  for (let PN = 1; PN <= count; PN++) {
    const line = lineOf(chance, chance.pick(shelf.articles), { ...shelf, suffix }, lines.length + 1);
    lines.push(line);
    if (chance.percent(2)) lines.push(takenBack(line, lines.length + 1));
  }
  const PosA = lines.map(({ tree }) => tree);
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  const modifier = cents > 0 && chance.percent(18) ? modifierOf(chance, lines) : null;
  if (!modifier) return { PosA, cents };
  PosA.splice(modifier.behind, 0, modifier.tree);
  return { PosA, cents: cents + modifier.cents };
}

function lineOf(chance: Chance, article: Article, { suffix, day }: Shelf, PN: number): Line {
  const { values, renamed, weighed } = article;
  const Qty = weighed
    ? decimal(chance.between(80, 3200))
    : chance.weighted({ '1': 72, '2': 17, '3': 6, '6': 4, '24': 1 });
  const cents = quantityTimesPrice(Qty, amount(article.cents), 2);
  const Dsc = renamed && day >= renamed.from ? renamed.Dsc : article.Dsc;
  const TaxG = /^[ABC]$/.test(article.TaxG) ? article.TaxG + suffix : article.TaxG;
  // A single piece needs neither quantity nor price.
  const counted = Qty === '1' && chance.percent(50) ? {} : { Qty, Pri: amount(article.cents) };
  const tree = { _: 'Pos', PN: String(PN), ...values, Dsc, TaxG, ...counted, Amt: amount(cents) };
  return { tree, cents, cancelled: false };
}

/** Thousandths as the text of a quantity. */
function decimal(thousandths: number): string {
  return `${Math.trunc(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`;
}

function takenBack(line: Line, PN: number): Line {
  const Qty = negated(line.tree.Qty ?? '1');
  const tree = { ...line.tree, PN: String(PN), Void: '1', Qty, Amt: amount(-line.cents) };
  line.cancelled = true;
  return { tree, cents: -line.cents, cancelled: true };
}

/** A discount, rarely a markup, in one of the ways in which a receipt can say what it is for. */
function modifierOf(
  chance: Chance,
  lines: readonly Line[],
): { tree: Tree; cents: number; behind: number } | null {
  const standing = lines.flatMap((line, i) => (line.cancelled || line.cents <= 0 ? [] : [i]));
  if (standing.length === 0) return null;
  const [first, last] = [standing[0]!, standing.at(-1)!];
  const several = standing.length === lines.length ? 15 : 0;
  const way = chance.weighted({ previous: 40, all: 30, list: several, range: several });
  const one = chance.pick(standing);
  const targets = way === 'previous' ? [one] : way === 'list' ? [...new Set([first, last])] : standing;
  const Prc = chance.pick([5, 10, 15, 20, 50, 100]);
  const sum = targets.reduce((s, i) => s + lines[i]!.cents, 0);
  const markup = chance.percent(6);
  const cents = markup ? Math.floor(sum / 10) : -Math.floor((sum * Prc) / 100);
  const PN = {
    previous: {},
    all: { PN: '*' },
    list: { PN: targets.map((i) => i + 1).join(' ') },
    range: { PN: `${first + 1}-${last + 1}` },
  }[way];
  const words = markup ? { Dsc: 'Serviço à mesa' } : { Dsc: 'Desconto', Prc: `${Prc}%` };
  const behind = way === 'previous' ? one + 1 : lines.length;
  return { tree: { _: 'Mod', ...PN, ...words, Amt: amount(cents) }, cents, behind };
}

/** Goods for a business at net prices, all of one tax group. */
export function netBasket(chance: Chance, rate: string, TaxG: string): Basket {
  let net = 0;
  const PosA = Array.from({ length: chance.between(1, 4) }, (_, i): Tree => {
    const cents = chance.between(150, 30_000);
    net += cents;
    return { _: 'Pos', PN: String(i + 1), SKU: `NET-${i}`, Dsc: `Material ${i}`, TaxG, Amt: amount(cents) };
  });
  return { PosA, cents: net + taxOnNet(net, rate) };
}

/** A basket under a foreign exemption: what goes to a business abroad bears no tax here. */
export function withoutTax({ PosA, cents }: Basket, TaxG: string): Basket {
  return { PosA: PosA.map((p) => (p._ === 'Pos' ? { ...p, TaxG } : p)), cents };
}

/** The same articles coming back: opposite signs, and the positions they were. */
export function returned({ PosA, cents }: Basket, Rsn: string): Basket {
  const back = PosA.map((p) => ({
    ...p,
    Amt: negated(p.Amt),
    ...(p._ === 'Pos' && { Qty: negated(p.Qty ?? '1'), RPN: p.PN ?? null, Rsn }),
  }));
  return { PosA: back, cents: -cents };
}

function negated(text: TreeValue | undefined): string {
  return typeof text === 'string' && text.startsWith('-') ? text.slice(1) : `-${text as string}`;
}
