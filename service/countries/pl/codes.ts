/** Error constants of Poland; operators read the texts of the same names in `resources/locales/register/pl`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#PL_TAX': {
    rc: 'BAD',
    meaning: 'Poland: a position has a percentage that there is none of on that day.',
    fix: 'Use the groups A 23 %, B 8 %, C 5 %, D 0 %, E exempt.',
  },
  '#PL_NET': {
    rc: 'BAD',
    meaning: 'Poland: amounts are sent without their tax (ESR.TaxN).',
    fix: 'Send amounts with their tax: the fiscal printer works it out.',
  },
  '#PL_NEGATIVE': {
    rc: 'BAD',
    meaning: 'Poland: goods are sold and taken back on one receipt.',
    fix: 'Send what is taken back as a return of its own. A position that takes back all or some of an earlier one has its tax group and its description, SKU or IN, or is marked with Void.',
  },
  '#PL_PAYMENT': {
    rc: 'BAD',
    meaning:
      'Poland: a payment is of a kind that the fiscal printer does not count, or gives back what was not paid in cash.',
    fix: 'Use a standard payment group; change is given back on cash alone.',
  },
  '#PL_CUSTOMER': {
    rc: 'BAD',
    meaning: 'Poland: the tax number (NIP) of the buyer is wrong.',
    fix: 'Correct ESR.Ctm.TaxId, leave it out, or name the country of the buyer in ESR.Ctm.Ctry.',
  },
  '#PL_TOO_MUCH': {
    rc: 'BAD',
    meaning: 'Poland: the receipt is longer, or its amounts larger, than a fiscal printer takes.',
    fix: 'Split the receipt.',
  },
  '#PL_GOODS': {
    rc: 'BAD',
    meaning:
      'Poland: the fiscal printer has sold goods of this name at a lower rate before; it takes no higher one.',
    fix: 'Correct the rate, or give the goods another description.',
  },
  '#PL_RATE': {
    rc: 'NO',
    meaning: 'Poland: the fiscal printer is not set to a rate of the receipt.',
    fix: 'Have the rates (PTU) of the printer set, and send the receipt again.',
  },
  '#PL_CLOSING': {
    rc: 'NO',
    meaning: 'Poland: the fiscal printer sells nothing before its daily report.',
    fix: 'Send a Z report (NFS=Z), or set the profile attribute Fiscal_ZLaunch; then send the receipt again.',
  },
  '#PL_CLOCK': {
    rc: 'NO',
    meaning: 'Poland: the clock of the fiscal printer is wrong, and it sells nothing.',
    fix: 'Have the clock of the printer set, and send the receipt again.',
  },
  '#PL_MEMORY': {
    rc: 'NO',
    meaning: 'Poland: the memory of the fiscal printer is full.',
    fix: 'Call whoever services the printer.',
  },
  '#PL_LOGIN': {
    rc: 'NO',
    meaning: 'Poland: the fiscal printer lets this till not in.',
    fix: 'Look at the settings of the connection in the printer (NoviApi: allowed tills), and send the receipt again.',
  },
  '#PL_REFUSED': {
    rc: 'NO',
    meaning:
      'Poland: the fiscal printer refuses the receipt; the Warning has its number of the error. Nothing was printed.',
    fix: 'Look at the printer, and send the receipt again.',
  },
  '#PL_NO_ANSWER': {
    rc: 'NO',
    meaning:
      'Poland: the fiscal printer does not answer, so that nobody knows whether it printed the receipt.',
    fix: 'Send the same receipt to /restart: the printer is asked what it has in its memory before anything is printed.',
  },
  '#PL_UNCLEAR': {
    rc: 'NO',
    meaning:
      'Poland: a receipt was lost on the way to the fiscal printer, and its memory does not tell whether it was printed: somebody else has used it.',
    fix: 'A manager compares the paper with the page Poland and says there what became of it. Nothing is sold until then.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
