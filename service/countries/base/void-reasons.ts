/** Reasons against voids that several countries have. */
import { issue, type Issue } from '../../receipt/issue.ts';

/** A void takes back sales alone: what it gives back counts as given back, whatever its sign. */
export function returnStays(): Issue[] {
  return [issue('#VOID_OF_RETURN', 'ESR.RFN', 'a return cannot be taken back; sell the goods again')];
}

/** Cash that came or went is corrected by cash that goes or comes: a void would move it once more. */
export function cashStays(): Issue[] {
  const text =
    'a movement of cash cannot be taken back; send the opposite one (NF=payin, payout), or balance';
  return [issue('#VOID_OF_CASH', 'ESR.RFN', text)];
}
