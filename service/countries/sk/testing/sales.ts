/** Slovak sales for tests. */
import type { Cfg } from '../../../receipt/cfg.ts';
import { amountText } from '../../../receipt/money.ts';
import type { Esr } from '../../../receipt/tra.ts';

/** The code of the shop's register. */
export const REGISTER_CODE = '88820201234560001';
/** A shop. */
export const CFG: Cfg = {
  Cmp: { Nam: 'Pekáreň Pri rieke s.r.o.', Ctry: 'SK', TaxId: 'SK2020123456' },
  Loc: { TL: 'BA-1' },
  Trm: { TT: '1' },
};

/** A sale in cash; `positions` are amounts with their tax groups. */
export function sale(
  positions: readonly (readonly [Amt: string, TaxG: string])[],
  more: Partial<Esr> = {},
): Esr {
  const PosA = positions.map(([Amt, TaxG], i) => ({
    ...{ _: 'Pos', PN: `${i + 1}`, Dsc: `Rožok ${i + 1}`, Amt, TaxG },
  }));
  const total = positions.reduce((sum, [Amt]) => sum + Number(Amt.replace('.', '')), 0);
  const PayA = [{ _: 'Pay', Dsc: 'Hotovosť', PayG: 'cash', Amt: amountText(total, 2) }];
  return { PosA, PayA, ...more };
}
