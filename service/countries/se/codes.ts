/** Error constants of Sweden; operators read the texts of the same names in `resources/locales/register/se`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#SE_NO_UNIT': {
    rc: 'NO',
    meaning: 'Sweden: no control unit is set up, so that nothing may be sold.',
    fix: 'Name the control unit or control server on the page Sweden, and send the receipt again.',
  },
  '#SE_UNIT_BUSY': {
    rc: 'NO',
    meaning: 'Sweden: the control unit is busy. Nothing was registered.',
    fix: 'Send the same receipt again in a moment.',
  },
  '#SE_UNIT_REFUSES': {
    rc: 'BAD',
    meaning:
      'Sweden: the control unit does not take the receipt: it does not know the register, has no licence for it, is full or broken, or finds the data wrong. The Warning has its words.',
    fix: 'Look at the page Sweden, and have the control unit serviced. Nothing may be sold until then.',
  },
  '#SE_UNIT_UNCLEAR': {
    rc: 'NO',
    meaning:
      'Sweden: the answer of the control unit to a receipt was lost, and it does not take the same receipt again: nobody knows whether it has it.',
    fix: 'A manager looks at the page Sweden and gives the number up. Nothing is sold until then.',
  },
  '#SE_UNIT_WARNS': {
    rc: 'OK',
    meaning:
      'Sweden: the receipt is registered, and the control unit warns, of a memory that is nearly full for instance.',
    fix: 'Print the receipt as usual, and have the control unit serviced soon.',
  },
  '#SE_RESTORED': {
    rc: 'NO',
    meaning: 'Sweden: the register was restored, and the number of the last receipt is not known.',
    fix: 'A manager enters the number of the last printed receipt on the page Sweden.',
  },
  '#SE_TAX': {
    rc: 'BAD',
    meaning: 'Sweden: a tax line has a percentage that there is none of.',
    fix: 'Use the groups A 25 %, B 12 %, C 6 %, D and Z 0 %, and F for food.',
  },
  '#SE_AMOUNT': {
    rc: 'BAD',
    meaning: 'Sweden: an amount is larger than a control unit can count.',
    fix: 'Split the receipt: its total and each of its taxes have at most ten digits before the comma.',
  },
  '#SE_COPY': {
    rc: 'BAD',
    meaning: 'Sweden: a copy names no receipt of this register, or one that was copied before.',
    fix: 'Name the receipt by RFN or RTN. There is one copy of each receipt.',
  },
  '#SE_RESUME': {
    rc: 'BAD',
    meaning: 'Sweden: ResumeFN names nothing that is parked at this register.',
    fix: 'Send the FN of the answer to the parked registration (NF=park), once.',
  },
  '#SE_PARKED': {
    rc: 'BAD',
    meaning: 'Sweden: a thousand parked sales are open at this register.',
    fix: 'Finish parked sales, or send NF=discard with their ResumeFN.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
