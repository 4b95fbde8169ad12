/** Numbers after a restore: CIS knows receipts that the journal does not. */
import { numbersAfterRestore } from '../base/online/restored.ts';

/** Croatia's. */
export const NUMBERS = numbersAfterRestore('HR');
