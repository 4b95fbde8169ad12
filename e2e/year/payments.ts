/** How a made-up customer pays. */
import type { Tree } from '../../service/receipt/tree.ts';
import { amount } from '../torture/sales.ts';
import type { Chance } from './chance.ts';

/** The law forbids cash from here on. Cents. */
const CASH_LIMIT = 300_000;
const NOTES = [500, 1000, 2000, 5000, 10_000];
/** What a meal voucher is worth. Cents. */
const MEAL = 763;

type Way = 'cash' | 'card' | 'meal' | 'mixed' | 'points' | 'foreign' | 'code';

/** Payments of a total in the shop. */
export function payInShop(chance: Chance, cents: number): Tree[] {
  if (cents === 0) return [];
  const ways: Record<Way, number> = {
    cash: 38,
    card: 46,
    meal: cents > MEAL ? 4 : 0,
    mixed: cents > 1000 ? 5 : 0,
    points: cents > 500 ? 3 : 0,
    foreign: cents < 4000 ? 1 : 0,
    code: 3,
  };
  return PAYMENTS[cents >= CASH_LIMIT ? 'card' : chance.weighted(ways)](chance, cents);
}

const PAYMENTS: Readonly<Record<Way, (chance: Chance, cents: number) => Tree[]>> = {
  cash: payCash,
  card: (chance, cents) => [payByCard(chance, cents)],
  meal: (chance, cents) => [payment('Cartão refeição', 'title', MEAL), payByCard(chance, cents - MEAL)],
  mixed(chance, cents) {
    const card = Math.floor(cents / 3);
    return [payByCard(chance, card), ...payCash(chance, cents - card)];
  },
  points: (chance, cents) => [payment('Pontos', 'loyalty', 200), ...payCash(chance, cents - 200)],
  foreign(_chance, cents) {
    const given = payment('US Dollar', 'foreign', 4630);
    return [{ ...given, CC: 'USD', FAmt: '50.00' }, payment('Troco', 'change', cents - 4630)];
  },
  // Codes of the tax authority instead of the usual names.
  code: (chance, cents) => [payment('Outro', chance.pick(['MB', 'CO', 'CH', 'OU']), cents)],
};

function payCash(chance: Chance, cents: number): Tree[] {
  const note = NOTES.find((value) => value >= cents);
  if (note === undefined || note === cents || chance.percent(30))
    return [payment('Numerário', 'cash', cents)];
  return [payment('Numerário', 'cash', note), payment('Troco', 'change', cents - note)];
}

function payByCard(chance: Chance, cents: number): Tree {
  const [Dsc, PayG] = chance.pick([
    ['Multibanco', 'debitcard'],
    ['Visa', 'creditcard'],
    ['MB Way', 'mobile'],
  ] as const);
  return { ...payment(Dsc, PayG, cents), UID: String(chance.between(100_000, 999_999)) };
}

/** Money given back. */
export function payBack(chance: Chance, cents: number): Tree[] {
  return cents === 0
    ? []
    : [payment('Devolução', chance.pick(['refund', 'creditcard', 'creditnote']), cents)];
}

/** To be paid later. */
export function payLater(cents: number): Tree[] {
  return [payment('Conta corrente', 'open', cents)];
}

/** Money for an invoice of earlier. */
export function settle(chance: Chance, cents: number): Tree[] {
  const [Dsc, PayG] = chance.pick([
    ['Transferência', 'mobile'],
    ['Cheque', 'check'],
  ] as const);
  return [payment(Dsc, PayG, cents)];
}

function payment(Dsc: string, PayG: string, cents: number): Tree {
  return { _: 'Pay', Dsc, PayG, Amt: amount(cents) };
}
