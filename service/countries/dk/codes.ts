/** Error constants of Denmark; operators read the texts of the same names in `resources/locales/register/dk`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#DK_KEY': {
    rc: 'NO',
    meaning: 'Denmark: transactions cannot be signed, because the company has no certificate here.',
    fix: 'Enter the OCES3 certificate of the company on the page Denmark, and send the receipt again.',
  },
  '#DK_TAX': {
    rc: 'BAD',
    meaning: 'Denmark: a tax line has a percentage that there is none of.',
    fix: 'Use the groups A 25 % and Z, Z1 to Z7 0 %.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
