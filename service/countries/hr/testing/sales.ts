/** Croatian sales for tests, completed as the register completes them. */
import fc from 'fast-check';
import type { Cfg } from '../../../receipt/cfg.ts';
import { complete, type Completed } from '../../../receipt/complete.ts';
import { amountText } from '../../../receipt/money.ts';
import type { Esr } from '../../../receipt/tra.ts';
import type { Header } from '../message.ts';
import { PAYMENT_GROUPS } from '../payment-means.ts';
import { rulesOn, withCombinedGroups } from '../taxes.ts';
import { anyCharacter } from '../../../testing/any-character.ts';

/** A company in the VAT system. */
export const CFG: Cfg = {
  Cmp: { Nam: 'Kavana Šibenik d.o.o.', Ctry: 'HR', TaxId: 'HR18683136487' },
  Loc: { TL: 'POSL1' },
  Trm: { TT: '12' },
};
/** An operator. */
export const OPERATOR = '02994650199';
/** A time of issue. */
export const NOON = '2026-08-01T12:34:56';
export const HEADER: Header = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', time: '2026-08-01T12:34:57' };

/** A sale in cash; `positions` are amounts with their tax groups. */
export function sale(
  positions: readonly (readonly [Amt: string, TaxG: string])[],
  more: Partial<Esr> = {},
): Esr {
  const PosA = positions.map(([Amt, TaxG], i) => ({
    _: 'Pos',
    PN: `${i + 1}`,
    Dsc: `Čaša ${i + 1}`,
    Amt,
    TaxG,
  }));
  const total = positions.reduce((sum, [Amt]) => sum + Number(Amt.replace('.', '')), 0);
  const PayA = [{ _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: amountText(total, 2) }];
  return { D: NOON, TN: '12345', OprTIN: OPERATOR, PosA, PayA, ...more };
}

/** What the register makes of a posted sale. */
export function completed(esr: Esr): Completed {
  return complete(withCombinedGroups(esr), {
    ...{ now: NOON, currencyDigits: 2, TL: 'POSL1', TT: '12', maxDaysOff: null, maxMinutesAhead: 0 },
    ...{ taxes: rulesOn(NOON.slice(0, 10)), paymentGroups: PAYMENT_GROUPS, mandatory: new Set() },
  });
}

const GROUPS = ['A', 'B', 'C', 'Z', 'D', 'E', 'N', 'A P3', 'P2.5 B', 'D P1', '25%', '13%'];
const MEANS = ['cash', 'creditcard', 'debitcard', 'open', 'title', 'G', 'K', 'T', 'O', 'mobile'];

/** Any sale or return, with whatever texts. */
export const anySale: fc.Arbitrary<Esr> = fc
  .record({
    positions: fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(...GROUPS),
        fc.string({ unit: anyCharacter }),
      ),
      { minLength: 1, maxLength: 6 },
    ),
    sign: fc.constantFrom(1, -1),
    means: fc.constantFrom(...MEANS),
    number: fc.integer({ min: 1 }),
    special: fc.string(),
    paper: fc.option(fc.string({ minLength: 1, maxLength: 100 }), { nil: undefined }),
    buyer: fc.constantFrom(undefined, 'HR85821130368', '85821130368', 'ATU12345675'),
  })
  .map(({ positions, sign, means, number, special, paper, buyer }) => {
    const total = positions.reduce((sum, [cents]) => sum + cents, 0) * sign;
    return {
      ...{ D: NOON, TN: String(number), OprTIN: OPERATOR, HR_SpecNamj: special },
      ...(paper !== undefined && { HR_ParagonBrRac: paper }),
      ...(buyer !== undefined && { Ctm: { TaxId: buyer } }),
      PosA: positions.map(([cents, TaxG, name]) => ({
        ...{ _: 'Pos', Dsc: name.trim() || 'x', TaxG, Amt: amountText(cents * sign, 2) },
      })),
      PayA: [{ _: 'Pay', Dsc: means, PayG: means, Amt: amountText(total, 2) }],
    };
  });
