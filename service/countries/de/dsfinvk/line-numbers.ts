/** POS_ZEILE: unique in its receipt, and the till's own number (PN) where that is. */
import { isPosition, type Position } from '../../../receipt/tra.ts';

/** What a number may look like to stand as it is: anything else might become the same as another one in the file. */
const PLAIN = /^[\w.,+/# -]{1,50}$/;

/** Numbers by index in PosA; empty for what is no position. Where tills gave numbers twice, all are counted. */
export function lineNumbers(positions: readonly Position[]): string[] {
  const own = positions.filter(isPosition).map(({ PN = '' }) => PN.trim());
  const isUsable = new Set(own).size === own.length && own.every((n) => PLAIN.test(n));
  let count = 0;
  return positions.map((position) => {
    if (!isPosition(position)) return '';
    count++;
    return isUsable ? position.PN!.trim() : String(count);
  });
}
