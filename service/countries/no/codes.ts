/** Error constants of Norway; operators read the texts of the same names in `resources/locales/register/no`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#NO_SUPPLIER_KEY': {
    rc: 'NO',
    meaning: 'Norway: transactions cannot be signed, because the key of the supplier is missing.',
    fix: 'Enter the key of the product declaration on the page Norway, and send the receipt again.',
  },
  '#NO_TAX': {
    rc: 'BAD',
    meaning: 'Norway: a tax line has a percentage that there is none of.',
    fix: 'Use the groups A 25 %, B 15 %, C 11.11 %, D 12 % and Z 0 %.',
  },
  '#NO_COPY': {
    rc: 'BAD',
    meaning:
      'Norway: a copy names no receipt of this register, or one that was copied before (kassasystemforskrifta § 2-6).',
    fix: 'Name the receipt by RFN or RTN. There is one copy of each receipt.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
