/** Turning a receipt into its void: same positions, opposite sign, with references (doc 2, /register/void). */
import type { CountryFields } from './fields.ts';
import { amountText, minor, negatedDecimal } from './money.ts';
import { isPayment, type Esr, type Payment, type Position, type Tax } from './tra.ts';

/** What the void says beyond the original's content. */
export interface VoidDetails {
  /** Sender's data for the void: its TN, for example. */
  sender: Partial<Esr>;
  /** Reason. */
  reason: string | undefined;
}

/** What a country says to the voids of its receipts. */
export interface CountryVoidRules {
  /**
   * Values of ESR that only the original has, such as its number in a book of paper receipts: a void
   * that is made of it is another receipt and has none.
   */
  ownValues?: readonly string[];
  /** Its fields: amounts among those of ESR change sign as all others. */
  fields?: CountryFields;
}

/** Values of the original that the void gets anew, or that are the original's alone: it took up a parked sale. */
const OWN_VALUES = [
  'D',
  'D0',
  'TN',
  'FN',
  'DN',
  'Void',
  'RFN',
  'RD',
  'RTL',
  'RTT',
  'RTN',
  'Rsn',
  'ResumeFN',
] as const;

/** The void of a completed receipt. Amounts and quantities change sign, everything else stays. */
export function invert(
  original: Esr,
  details: VoidDetails,
  digits: number,
  { ownValues = [], fields = {} }: CountryVoidRules = {},
): Esr {
  const negated = (text: string) => amountText(-minor(text, digits), digits);
  const content: Esr = { ...original };
  for (const name of [...OWN_VALUES, ...ownValues]) delete content[name];
  for (const [name, type] of Object.entries(fields.ESR ?? {})) {
    const amount = content[name];
    if (type === 'currency' && typeof amount === 'string') content[name] = negated(amount);
  }
  return {
    ...content,
    ...details.sender,
    Void: '1',
    ...(original.T !== undefined && { T: negated(original.T) }),
    ...(original.PosA && { PosA: original.PosA.map((p) => invertPosition(p, negated)) }),
    ...(original.PayA && { PayA: original.PayA.map((p) => invertPayment(p, negated)) }),
    ...(original.TaxA && { TaxA: original.TaxA.map((t) => invertTax(t, negated)) }),
    ...(original.FN !== undefined && { RFN: original.FN }),
    ...(original.D !== undefined && { RD: original.D.slice(0, 10) }),
    ...(original.TL !== undefined && { RTL: original.TL }),
    ...(original.TT !== undefined && { RTT: original.TT }),
    ...(original.TN !== undefined && { RTN: original.TN }),
    ...(details.reason !== undefined && { Rsn: details.reason }),
  };
}

function invertPosition({ Resume: _resumed, ...p }: Position, negated: (text: string) => string): Position {
  return {
    ...p,
    ...(p.Amt !== undefined && { Amt: negated(p.Amt) }),
    ...(p.Qty !== undefined && { Qty: negatedDecimal(p.Qty) }),
    ...(p.PN !== undefined && p._ !== 'Mod' && p._ !== 'Lin' && { RPN: p.PN }),
  };
}

function invertPayment(p: Payment, negated: (text: string) => string): Payment {
  if (!isPayment(p)) return p;
  return {
    ...p,
    ...(p.Amt !== undefined && { Amt: negated(p.Amt) }),
    ...(p.FAmt !== undefined && { FAmt: negatedDecimal(p.FAmt) }),
  };
}

function invertTax(t: Tax, negated: (text: string) => string): Tax {
  return {
    ...t,
    ...(t.Net !== undefined && { Net: negated(t.Net) }),
    ...(t.TAmt !== undefined && { TAmt: negated(t.TAmt) }),
    ...(t.Amt !== undefined && { Amt: negated(t.Amt) }),
  };
}
