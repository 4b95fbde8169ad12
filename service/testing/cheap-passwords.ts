/** Loaded before the tests of a file: passwords cost a hundredth of what they cost in a shop. */
import { setPasswordCost } from '../access/password.ts';

/** See above. */
export const CHEAP = { N: 2 ** 8, r: 8, p: 1 };

setPasswordCost(CHEAP);
