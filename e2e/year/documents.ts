/** The documents of the made-up company as its tills post them. */
import { allocate } from '../../service/receipt/modifiers.ts';
import { taxInGross } from '../../service/receipt/money.ts';
import type { Position } from '../../service/receipt/tra.ts';
import type { Tree } from '../../service/receipt/tree.ts';
import { amount } from '../torture/sales.ts';
import { fillBasket, netBasket, returned, withoutTax, type Basket, type Shelf } from './basket.ts';
import type { Chance } from './chance.ts';
import { customerOn, type Customer } from './customers.ts';
import { payBack, payInShop, payLater, settle } from './payments.ts';

/** What a till decides from. */
export interface Scene {
  chance: Chance;
  shelf: Shelf;
  customers: readonly Customer[];
}

/** A document before it is posted. */
export interface Draft {
  basket: Basket;
  /** Values of ESR that a document made from this one takes over: customer, net prices. */
  head: Tree;
  /** Other values of ESR. */
  values: Tree;
  PayA: Tree[];
}

/** A document of earlier, as far as later ones need to know it. */
export interface Referred {
  FN: string;
  TN: string;
  /** Location and terminal. */
  TL: string;
  TT: string;
  /** `YYYY-MM-DD`. */
  day: string;
  basket: Basket;
  head: Tree;
}

/** From here on the law wants to know the customer. Cents. */
const INVOICE_FROM = 100_000;
const OPERATORS = 'Ana,Bruno,Carla,Duarte,Eva,Filipe,Graça,Hugo'.split(',');

/** The body of a draft's request. */
export function bodyOf({ chance }: Scene, { basket, head, values, PayA }: Draft): Tree {
  const T = chance.percent(80) ? { T: amount(basket.cents) } : {};
  return { ...operator(chance), ...T, ...head, ...values, PosA: basket.PosA, PayA };
}

/** Somebody at the till; now and then nobody is logged in. */
export function operator(chance: Chance): Tree {
  const index = chance.between(0, OPERATORS.length);
  return OPERATORS[index] === undefined ? {} : { Opr: String(index + 1), OprN: OPERATORS[index] };
}

/** A sale in the shop; above the limit of simplified invoices it is one to a customer. */
export function sale(scene: Scene): Draft {
  const { chance, shelf } = scene;
  const count = Number(
    chance.weighted({ '1': 24, '2': 22, '3': 18, '4': 14, '5': 9, '6': 6, '7': 4, '8': 3 }),
  );
  const basket = fillBasket(chance, shelf, count);
  const head = basket.cents >= INVOICE_FROM ? known(scene) : chance.percent(2) ? named(chance) : {};
  return draft(basket, head, payInShop(chance, basket.cents));
}

/** Something for nothing: a present, or all of it taken back. */
export function nothing({ chance, shelf }: Scene): Draft {
  const { PosA, cents } = fillBasket(chance, { ...shelf, articles: [chance.pick(shelf.articles)] }, 1);
  const off = { _: 'Mod', Dsc: 'Oferta', Amt: amount(-cents) };
  return draft({ PosA: [...PosA, ...(cents > 0 ? [off] : [])], cents: 0 }, {}, []);
}

/** An invoice to a business; what goes abroad may be free of tax. */
export function invoice(scene: Scene): Draft {
  const { chance, shelf } = scene;
  const customer = chance.pick(scene.customers);
  const basket = fillBasket(chance, shelf, chance.between(1, 8));
  const untaxed = customer.foreign && chance.percent(60);
  const goods = untaxed ? withoutTax(basket, customer.Ctm.Ctry === 'BR' ? 'M05' : 'M16') : basket;
  const Ctm = customerOn(customer, shelf.day);
  return draft(goods, { Ctm }, payInShop(chance, goods.cents));
}

/** An invoice at net prices, to be paid later; the business may have to withhold tax. */
export function invoiceOnAccount(scene: Scene): Draft {
  const { chance } = scene;
  const basket = netBasket(chance, '23', 'A');
  const type = { PT_WithholdingType: chance.pick(['IRS', 'IRC']) };
  const withheld = chance.percent(20)
    ? { PT_Withholding: amount(Math.floor(basket.cents / 5)), ...type }
    : {};
  return { basket, head: { ...known(scene), TaxN: '1' }, values: withheld, PayA: payLater(basket.cents) };
}

/** An invoice that says itself that it is paid. */
export function invoiceReceipt(scene: Scene): Draft {
  const made = invoice(scene);
  return { ...made, values: { DT: 'FR' } };
}

/** A sale with names and sums of taxes that the till has made itself. */
export function saleWithOwnTaxes({ chance }: Scene): Draft {
  const cents = chance.between(100, 20_000);
  const TAmt = taxInGross(cents, '23');
  const PosA = [{ _: 'Pos', Dsc: 'Arranjo de flores', TaxG: 'Normal', Amt: amount(cents) }];
  const tax = {
    TaxG: 'Normal',
    Prc: '23.00',
    Net: amount(cents - TAmt),
    TAmt: amount(TAmt),
    Amt: amount(cents),
  };
  return { ...draft({ PosA, cents }, {}, payInShop(chance, cents)), values: { TaxA: [tax] } };
}

/** What a table has had so far. */
export function tableConsultation({ chance, shelf }: Scene): Draft {
  const basket = fillBasket(chance, shelf, chance.between(1, 6));
  const values = { DT: 'CM', TP: `Mesa ${chance.between(1, 30)}` };
  return { basket, head: {}, values, PayA: [] };
}

/** An offer or an order. */
export function order(scene: Scene): Draft {
  const made = invoice(scene);
  return { ...made, values: { DT: scene.chance.pick(['PF', 'OR', 'NE']) }, PayA: [] };
}

/** Goods on their way, with or without what they are worth. */
export function delivery(scene: Scene, time: string): { draft: Draft; sent: Tree } {
  const { chance } = scene;
  const made = invoice(scene);
  const start = chance.percent(50) ? { PT_MovementStartTime: `${scene.shelf.day}T${time}` } : {};
  const draft = { ...made, values: { DT: chance.pick(['GT', 'GR', 'GD']), ...start }, PayA: [] };
  if (chance.percent(50)) return { draft, sent: bodyOf(scene, draft) };
  const bare = made.basket.PosA.filter((p) => p._ === 'Pos' && p.Void !== '1');
  const PosA = bare.map(({ Pri: _, ...p }) => ({ ...p, Amt: '0.00' }));
  return { draft, sent: bodyOf(scene, { ...draft, basket: { PosA, cents: 0 } }) };
}

/** The invoice for what a table has had, or what was delivered or ordered. */
export function invoiceFor(scene: Scene, { FN, day, basket, head }: Referred): Draft {
  const customer = basket.cents >= INVOICE_FROM && head.Ctm === undefined ? known(scene) : {};
  const made = draft(basket, { ...head, ...customer }, payInShop(scene.chance, basket.cents));
  return { ...made, values: { RFN: FN, RD: day } };
}

/**
 * Articles come back: all of a document, or a part of one position that has not come back yet.
 * @param left cents that no credit note has taken yet
 * @param returned numbers of the positions that others have taken; this one's is added
 * @param own the till knows the document; others are named by their fiscal number alone
 */
export function creditNote(
  { chance }: Scene,
  of: Referred,
  { left, returned: gone }: { left: number; returned: Set<string> },
  own: boolean,
): Draft | null {
  const Rsn = chance.pick([
    'Devolução',
    'Artigo com defeito',
    'Troca',
    'Preço errado',
    'Enga\u00F1o \u2013 caf\u00E9',
  ]);
  const reason = chance.percent(90) ? { Rsn } : {};
  const values = { ...(own ? referenceTo(of, chance) : { RFN: of.FN, RD: of.day }), ...reason };
  const { TaxN: net } = of.head;
  if (left === of.basket.cents && (net !== undefined || chance.percent(40))) {
    const basket = returned(of.basket, Rsn);
    return { basket, head: of.head, values, PayA: payBack(chance, basket.cents) };
  }
  const positions = returnable(of.basket.PosA).filter(({ tree }) => !gone.has(tree.PN as string));
  if (net !== undefined || positions.length === 0) return null;
  const { tree, cents: worth } = chance.pick(positions);
  const { Pri: _, ...position } = tree;
  gone.add(position.PN as string);
  const cents = Math.min(worth, left);
  const Qty = `-${typeof position.Qty === 'string' ? position.Qty : '1'}`;
  const PosA = [{ ...position, PN: '1', Qty, Amt: amount(-cents), RPN: position.PN ?? null, Rsn }];
  return { basket: { PosA, cents: -cents }, head: of.head, values, PayA: payBack(chance, -cents) };
}

/** Positions that were really sold, with what they cost after discounts, cents. */
function returnable(PosA: readonly Tree[]): { tree: Tree; cents: number }[] {
  const { amounts } = allocate(PosA as unknown as Position[], 2);
  const cancelled = new Set(PosA.filter((p) => p.Void === '1').map((p) => p.Dsc));
  return PosA.map((tree, i) => ({ tree, cents: amounts[i]! })).filter(
    ({ tree, cents }) => tree._ === 'Pos' && cents > 0 && !cancelled.has(tree.Dsc),
  );
}

/** By fiscal number or by the till's number. */
function referenceTo({ FN, TL, TT, TN, day: RD }: Referred, chance: Chance): Tree {
  return chance.percent(75) ? { RFN: FN, RD } : { RTL: TL, RTT: TT, RTN: TN, RD };
}

/** Something was forgotten on an invoice. */
export function debitNote({ chance }: Scene, { FN, day, head }: Referred): Draft {
  const cents = chance.between(100, 5000);
  const PosA = [{ _: 'Pos', Dsc: 'Portes em falta', TaxG: 'A', Amt: amount(cents), PT_ProductType: 'O' }];
  const { TaxN: _, ...customer } = head;
  const made = draft({ PosA, cents }, customer, payInShop(chance, cents));
  return { ...made, values: { DT: 'ND', RFN: FN, RD: day, Rsn: 'Portes esquecidos' } };
}

/** The receipt for money that came in for invoices. */
export function receiptFor({ chance }: Scene, invoices: readonly (Referred & { cents: number })[]): Draft {
  const [first] = invoices;
  const PosA = invoices.map(({ FN, day, cents }) => {
    const own = invoices.length > 1 ? { RFN: FN, RD: day } : {};
    return { _: 'Pos', Dsc: `Pagamento de ${FN}`, TaxG: 'M99', Amt: amount(cents), ...own };
  });
  const cents = invoices.reduce((sum, { cents }) => sum + cents, 0);
  const common = invoices.length === 1 ? { RFN: first!.FN, RD: first!.day } : {};
  const { TaxN: _, ...head } = first!.head;
  return { basket: { PosA, cents }, head, values: { DT: 'RG', ...common }, PayA: settle(chance, cents) };
}

/** The same for a company under the cash regime: it has to say which tax was paid. */
export function cashRegimeReceipt(scene: Scene, of: Referred): Draft {
  const values = { DT: 'RC', RFN: of.FN, RD: of.day };
  return { basket: of.basket, head: of.head, values, PayA: settle(scene.chance, of.basket.cents) };
}

function draft(basket: Basket, head: Tree, PayA: Tree[]): Draft {
  return { basket, head, values: {}, PayA };
}

function known({ chance, customers, shelf }: Scene): Tree {
  return { Ctm: customerOn(chance.pick(customers), shelf.day) };
}

/** Somebody who gives a name and no tax id. */
function named(chance: Chance): Tree {
  return {
    Ctm: { Nam: `${chance.pick(['Sr. Silva', 'D. Amélia', 'José Łukasz'])} ${chance.between(1, 40)}` },
  };
}
