/** Random business of a German till: the same for the same seed. */
import type { Esr, JournalRecord, Payment, Position } from '../../../../receipt/tra.ts';
import { amountText } from '../../../../receipt/money.ts';
import type { Till } from './till.ts';

/** A source of whole numbers from 0 to below a bound. */
export type Dice = (bound: number) => number;

/** Numbers of a seed (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

const GROUPS = ['A', 'A', 'A', 'B', 'B', 'C', 'D', 'E', '6', '7'];
const TYPES = ['Pos', 'Pos', 'Pos', 'Pos', 'Dep', 'Vou', 'Tip', 'Adv'];
const TEXTS = [
  'Kaffee',
  'Brötchen "extra"',
  'Ware; mit Zeichen',
  'Zeile\numbrochen',
  '🥨'.repeat(150),
  'Ä'.repeat(300),
];
const CARDS = ['debitcard', 'creditcard', 'mobile', 'check', 'voucher', 'open'];

/** Registers something: mostly sales, now and then anything else that happens at a till. */
export function happen(till: Till, roll: Dice): JournalRecord {
  const happening = roll(100);
  const outage = roll(50) === 0 ? { failure: 'unreachable: "the stick" is gone' } : {};
  if (happening < 80) return till.register(sale(roll), outage);
  if (happening < 84) return returned(till, roll);
  if (happening < 87) return till.register({ ...sale(roll), Test: '1' });
  if (happening < 90) return till.register({ NFS: 'order', PosA: positions(roll) });
  if (happening < 92) return till.abort();
  if (happening < 94)
    return till.register({
      NFS: roll(2) ? 'payin' : 'payout',
      PayA: [cash((roll(2) ? 1 : -1) * (1 + roll(20_000)))],
    });
  if (happening < 96) return till.register({ NFS: 'Invoice', ...sale(roll) });
  if (happening < 97) return till.register({ NFS: 'transfer', PayA: [cash(-1 - roll(20_000))] });
  if (happening < 98) return till.register({ NF: 'login' });
  return till.register({ NFS: 'Drawer' }, outage);
}

function positions(roll: Dice): Position[] {
  return Array.from({ length: 1 + roll(5) }, (): Position => {
    const cents = roll(12) === 0 ? -roll(500) : roll(9_999);
    const quantity =
      roll(4) === 0 ? { Qty: `${cents < 0 ? '-' : ''}${roll(3)}.${1 + roll(9999)}`, QtyU: 'kg' } : {};
    return {
      ...{
        _: TYPES[roll(TYPES.length)]!,
        Dsc: TEXTS[roll(TEXTS.length)]!,
        TaxG: GROUPS[roll(GROUPS.length)]!,
      },
      ...{ Amt: amountText(cents, 2), ...quantity },
      ...(roll(6) === 0 && { InH: '0', Cat: 'W1', CatN: 'Speisen', SKU: '4711' }),
      ...(roll(9) === 0 && { DE_AGENTUR_ID: '3', Dev: 'HH1' }),
    };
  });
}

function sale(roll: Dice): Esr {
  const PosA = positions(roll);
  if (roll(5) === 0)
    PosA.push({ _: 'Mod', PN: roll(2) ? '*' : '1', Dsc: 'Rabatt', Amt: amountText(-roll(300), 2) });
  if (roll(8) === 0)
    PosA.push({
      _: 'Lin',
      Dsc: 'Getränk',
      SKU: '88',
      Pri: amountText(roll(900), 2),
      TaxG: roll(2) ? 'A' : 'B',
    });
  const isNet = roll(12) === 0;
  return { PosA, ...(isNet && { TaxN: '1' }), ...(roll(4) === 0 && { TP: `Tisch ${roll(9)}` }) };
}

/** Pays what is left of a total that is known. */
export function paid(total: number, roll: Dice): Payment[] {
  if (total === 0) return [];
  const way = roll(6);
  if (way === 0) {
    const part = Math.trunc(total / 3);
    return [
      cash(part),
      { _: 'Pay', Dsc: 'Karte', PayG: CARDS[roll(CARDS.length)]!, Amt: amountText(total - part, 2) },
    ];
  }
  // A cent is no money in francs, and refused (#PAY_FOREIGN).
  if (way === 1 && total > 1) {
    const FAmt = amountText(Math.trunc((total * 9) / 10), 2);
    return [{ _: 'Pay', Dsc: 'Franken', PayG: 'foreign', Amt: amountText(total, 2), CC: 'CHF', FAmt }];
  }
  if (way === 2 && total > 0)
    return [cash(total + 500), { _: 'Pay', Dsc: 'Rückgeld', PayG: 'change', Amt: '-5.00' }];
  return [cash(total)];
}

function returned(till: Till, roll: Dice): JournalRecord {
  const original = till.records.findLast(({ ESR, Kept }) => Kept !== undefined && ESR?.PosA?.length === 1);
  const [position] = original?.ESR?.PosA ?? [];
  const line = { _: 'Pos', Dsc: 'Rückgabe', TaxG: 'B', Amt: amountText(-1 - roll(500), 2) };
  if (!original || !position) return till.register({ RTN: '999', PosA: [line] });
  const reference = {
    Name: `1/1/${original.ESR!.TN}`,
    SQ: original.SQ,
    Z: till.closingOf(original.SQ),
    D: original.D,
  };
  return till.register(
    { RTN: original.ESR!.TN!, PosA: [line] },
    { references: [{ ...reference, Positions: roll(2) ? [0] : [] }] },
  );
}

function cash(cents: number): Payment {
  return { _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: amountText(cents, 2) };
}
