/** Slovenian sales for tests, completed as the register completes them. */
import fc from 'fast-check';
import type { Cfg } from '../../../receipt/cfg.ts';
import { complete, type Completed } from '../../../receipt/complete.ts';
import { amountText } from '../../../receipt/money.ts';
import type { Esr } from '../../../receipt/tra.ts';
import { rulesOn } from '../taxes.ts';

/** The tax number of the shop. */
export const TAX_NUMBER = '99999862';
/** A shop. */
export const CFG: Cfg = {
  Cmp: { Nam: 'Trgovina Želva d.o.o.', Ctry: 'SI', TaxId: `SI${TAX_NUMBER}` },
  Loc: { TL: 'TRGOVINA1' },
  Trm: { TT: 'BLAG2' },
};
/** An operator. */
export const OPERATOR = '15012557';
/** A time of issue. */
export const NOON = '2026-08-07T13:05:24';

/** A sale in cash; `positions` are amounts with their tax groups. */
export function sale(
  positions: readonly (readonly [Amt: string, TaxG: string])[],
  more: Partial<Esr> = {},
): Esr {
  const PosA = positions.map(([Amt, TaxG], i) => ({
    ...{ _: 'Pos', PN: `${i + 1}`, Dsc: `Žemlja ${i + 1}`, Amt, TaxG },
  }));
  const total = positions.reduce((sum, [Amt]) => sum + Number(Amt.replace('.', '')), 0);
  const PayA = [{ _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: amountText(total, 2) }];
  return { D: NOON, TN: '145', OprTIN: OPERATOR, PosA, PayA, ...more };
}

/** What the register makes of a posted sale. */
export function completed(esr: Esr): Completed {
  return complete(esr, {
    ...{ now: NOON, currencyDigits: 2, TL: 'TRGOVINA1', TT: 'BLAG2', maxDaysOff: null, maxMinutesAhead: 0 },
    ...{ taxes: rulesOn(NOON.slice(0, 10)), paymentGroups: new Set(), mandatory: new Set() },
  });
}

const GROUPS = ['A', 'B', 'C', 'P', 'Z', 'R', 'N', 'S', 'T', '22%', '9.5%'];
const MEANS = ['cash', 'creditcard', 'open', 'title', 'creditnote', 'mobile'];

/** Any sale or return, with whatever texts. */
export const anySale: fc.Arbitrary<Esr> = fc
  .record({
    positions: fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(...GROUPS),
        fc.constantFrom('', '', '', '59082437', '15012557'),
      ),
      { minLength: 1, maxLength: 6 },
    ),
    sign: fc.constantFrom(1, -1),
    means: fc.constantFrom(...MEANS),
    number: fc.integer({ min: 1 }),
    buyer: fc.constantFrom(undefined, 'SI59082437', 'HR85821130368', 'ATU12345675'),
    foreign: fc.boolean(),
    book: fc.option(
      fc.string({ unit: fc.constantFrom('0', '7', 'Ž', '<', '"'), minLength: 12, maxLength: 12 }),
    ),
  })
  .map(({ positions, sign, means, number, buyer, foreign, book }) => {
    const total = positions.reduce((sum, [cents]) => sum + cents, 0) * sign;
    return {
      ...{ D: NOON, TN: String(number), OprTIN: OPERATOR },
      ...(foreign && { SI_ForeignOperator: '1' }),
      ...(book !== null && { SI_BookNumber: book.slice(0, 5), SI_BookSet: '03', SI_BookSerial: book }),
      ...(buyer !== undefined && { Ctm: { TaxId: buyer } }),
      PosA: positions.map(([cents, TaxG, seller]) => ({
        ...{ _: 'Pos', Dsc: 'x', TaxG, Amt: amountText(cents * sign, 2) },
        ...(seller !== '' && { SI_SellerTaxNumber: seller }),
      })),
      PayA: [{ _: 'Pay', Dsc: means, PayG: means, Amt: amountText(total, 2) }],
    };
  });
