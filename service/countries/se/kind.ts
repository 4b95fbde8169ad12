/** What a receipt is to a control unit. */
import { minor, sameDecimal } from '../../receipt/money.ts';
import { isTraining, type CompleteEsr, type Esr } from '../../receipt/tra.ts';
import { EVENT } from '../base/cash-register/codes.ts';
import { roleOf } from '../base/cash-register/role.ts';
import type { Transaction } from '../base/cash-register/transaction.ts';
import { UNIT_RATES, type ReceiptKind, type UnitVat } from '../contract/control-unit.ts';

/** Type of a registration that takes a parked sale away. */
const DISCARD = 'discard';

/** Kind of the receipt; null for what no unit hears of: reports, money without a sale, events. */
export function kindOf(esr: Esr): ReceiptKind | null {
  const role = roleOf(esr);
  if (isDiscard(esr)) return null;
  switch (role.kind) {
    case 'transaction':
      if (role.type !== undefined) return null;
      return isTraining(esr) ? 'ovning' : 'normal';
    case 'copy':
      return 'kopia';
    case 'event':
      return role.event === EVENT.proforma ? 'profo' : null;
    case 'report':
      return null;
  }
}

/** `NF=discard`: a parked sale is given up. */
export function isDiscard({ NF, NFS }: Esr): boolean {
  return (NFS ?? NF ?? '').trim().toLowerCase() === DISCARD;
}

/** Amounts of a receipt as units count them, whole öre. */
export interface UnitAmounts {
  total: number;
  negative: number;
  vat: UnitVat[];
}

/** Amounts of a receipt. Taxes of percentages that there are none of are in none. */
export function amountsOf({ T }: CompleteEsr, { lines, taxes }: Transaction): UnitAmounts {
  const negative = lines.reduce((sum, { gross }) => sum + Math.max(-gross, 0), 0);
  const vat = UNIT_RATES.map((rate) => {
    const those = taxes.filter(({ rate: its }) => sameDecimal(its, rate));
    return {
      gross: those.reduce((sum, { gross }) => sum + gross, 0),
      vat: those.reduce((sum, { tax }) => sum + tax, 0),
    };
  });
  return { total: minor(T, 2), negative, vat };
}
