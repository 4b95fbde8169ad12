/** Czech sales for tests, completed as the register completes them. */
import type { Cfg } from '../../../receipt/cfg.ts';
import { complete, type Completed } from '../../../receipt/complete.ts';
import { amountText } from '../../../receipt/money.ts';
import type { Esr } from '../../../receipt/tra.ts';
import { rulesOn } from '../taxes.ts';

/** The tax number of the shop. */
export const TAX_NUMBER = 'CZ00000019';
/** A shop. */
export const CFG: Cfg = {
  Cmp: { Nam: 'Pekařství U Řeky s.r.o.', Ctry: 'CZ', TaxId: TAX_NUMBER },
  Loc: { TL: 'A-6' },
  Trm: { TT: 'Brno_2' },
};

/** A sale in cash; `positions` are amounts with their tax groups. */
export function sale(
  positions: readonly (readonly [Amt: string, TaxG: string])[],
  more: Partial<Esr> = {},
): Esr {
  const PosA = positions.map(([Amt, TaxG], i) => ({
    ...{ _: 'Pos', PN: `${i + 1}`, Dsc: `Houska ${i + 1}`, Amt, TaxG },
  }));
  const total = positions.reduce((sum, [Amt]) => sum + Number(Amt.replace('.', '')), 0);
  const PayA = [{ _: 'Pay', Dsc: 'Hotově', PayG: 'cash', Amt: amountText(total, 2) }];
  return { PosA, PayA, ...more };
}

/** What the register makes of a posted sale. */
export function completed(esr: Esr): Completed {
  const now = esr.D ?? '2027-01-09T16:45:36';
  return complete(esr, {
    ...{ now, currencyDigits: 2, TL: 'A-6', TT: 'Brno_2', maxDaysOff: null, maxMinutesAhead: 0 },
    ...{ taxes: rulesOn(now.slice(0, 10)), paymentGroups: new Set(), mandatory: new Set() },
  });
}
