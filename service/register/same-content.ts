/** Whether a receipt is one that was registered before, by what it says. */
import type { Esr } from '../receipt/tra.ts';
import { contains } from './numbers.ts';

/** Everything that was sent stands in a receipt of the same terminal. */
export function isSameContent(registered: Esr | undefined, sent: Esr): boolean {
  // TL and TT may be written in two ways; they were compared by their meaning already.
  const { TL: _TL, TT: _TT, ...rest } = sent;
  return registered !== undefined && isSubstantial(sent) && contains(registered, rest);
}

/** Whether a receipt says what was sold, paid or noted: nearly nothing would stand in any receipt. */
export function isSubstantial({ PosA, PayA, TaxA, NF, NFS }: Esr): boolean {
  const isListed = [PosA, PayA, TaxA].some((list) => list !== undefined && list.length > 0);
  return isListed || NF !== undefined || NFS !== undefined;
}
