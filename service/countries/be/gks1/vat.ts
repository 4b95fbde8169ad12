/** The tax table of a record where no FDM works it out: from the register's own, by label. */
import type { CompleteEsr } from '../../../receipt/tra.ts';
import type { FdmVat } from '../../contract/fdm.ts';
import { labelOf } from '../taxes.ts';

/** Lines of the tax table with their labels. */
export function labelledVat({ TaxA }: CompleteEsr): FdmVat[] {
  return TaxA.flatMap((tax): FdmVat[] => {
    const label = labelOf(tax);
    const { Prc = '0', Net = '0.00', TAmt = '0.00', Amt = '0.00' } = tax;
    if (label === null) return [];
    const outOfScope = label === 'X';
    return [{ label, rate: Prc, taxableAmount: Net, vatAmount: TAmt, totalAmount: Amt, outOfScope }];
  });
}
