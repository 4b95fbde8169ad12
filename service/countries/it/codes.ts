/** Error constants of Italy; operators read the texts of the same names in `resources/locales/register/it`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#IT_TAX': {
    rc: 'BAD',
    meaning:
      'Italy: a position has a percentage that there is none of on that day, or, for an RT server, a group without a nature (AL).',
    fix: 'Use the groups A 22 %, B 10 %, C 5 %, D 4 %, or ES, EE, NS, NI, RM for what bears no VAT; AL is for printers alone.',
  },
  '#IT_NET': {
    rc: 'BAD',
    meaning: 'Italy: amounts are sent without their tax (ESR.TaxN).',
    fix: 'Send amounts with their tax: the fiscal printer works it out.',
  },
  '#IT_DEPARTMENT': {
    rc: 'NO',
    meaning: 'Italy: no department of the fiscal printer stands for a tax group.',
    fix: 'Complete the profile attribute IT_Departments as the printer is programmed, and send the receipt again.',
  },
  '#IT_NEGATIVE': {
    rc: 'BAD',
    meaning: 'Italy: a position goes the other way than its receipt.',
    fix: 'Send what is taken back as a receipt of its own. A position that takes back all or some of an earlier one has its tax group and its description, SKU or IN, or is marked with Void.',
  },
  '#IT_PAYMENT': {
    rc: 'BAD',
    meaning:
      'Italy: a payment is of a kind that the fiscal printer does not count, or gives back what was not paid in cash.',
    fix: 'Use a standard payment group; change is given back on cash alone.',
  },
  '#IT_CUSTOMER': {
    rc: 'BAD',
    meaning: 'Italy: the tax id of an Italian customer is wrong.',
    fix: 'Correct ESR.Ctm.TaxId (VAT number or tax code), leave it out, or name the country of the customer in ESR.Ctm.Ctry.',
  },
  '#IT_LOTTERY': {
    rc: 'BAD',
    meaning: 'Italy: the code of the receipt lottery is wrong, or stands beside a tax id.',
    fix: 'Send eight letters and digits in ESR.Ctm.IT_CodiceLotteria, and no ESR.Ctm.TaxId.',
  },
  '#IT_TOO_MUCH': {
    rc: 'BAD',
    meaning: 'Italy: the receipt is longer, or its amounts larger, than a fiscal printer takes.',
    fix: 'Split the receipt, or shorten its texts.',
  },
  '#IT_REFERENCE': {
    rc: 'BAD',
    meaning: 'Italy: the document that is taken back is not named as the fiscal printer wants it.',
    fix: 'Name a receipt of this register by RTL, RTT and RTN or by RFN; one of another register by RFN (zzzz-nnnn), RD and IT_RMatricola.',
  },
  '#IT_CLOSING': {
    rc: 'NO',
    meaning: 'Italy: the fiscal printer sells nothing before its day is closed.',
    fix: 'Send a Z report (NFS=Z), or set the profile attribute Fiscal_ZLaunch; then send the receipt again.',
  },
  '#IT_NOTHING_SOLD': {
    rc: 'NO',
    meaning: 'Italy: the fiscal printer closes no day in which nothing was sold.',
    fix: 'Nothing has to be done: the next receipt opens a day.',
  },
  '#IT_RATE': {
    rc: 'NO',
    meaning: 'Italy: the fiscal printer is not set to a VAT rate of the receipt.',
    fix: 'Have the rate programmed in the printer, or correct the profile attribute IT_Departments; then send the receipt again.',
  },
  '#IT_CLOCK': {
    rc: 'NO',
    meaning: 'Italy: the fiscal printer sells nothing because its clock is wrong.',
    fix: 'Set the clock of the printer on the page Italy, and send the receipt again.',
  },
  '#IT_MEMORY': {
    rc: 'NO',
    meaning: 'Italy: the memory of the fiscal printer is full.',
    fix: 'Call whoever services the printer.',
  },
  '#IT_LOGIN': {
    rc: 'NO',
    meaning: 'Italy: the fiscal printer refuses user and password.',
    fix: 'Correct the profile attribute Device_Auth, and send the receipt again.',
  },
  '#IT_REFUSED': {
    rc: 'NO',
    meaning: 'Italy: the fiscal printer refuses the receipt; the Warning has its words. Nothing was printed.',
    fix: 'Look at the printer. A return or a void may name a document that it does not know, or that was taken back before.',
  },
  '#IT_NO_ANSWER': {
    rc: 'NO',
    meaning:
      'Italy: the fiscal printer does not answer, so that nobody knows whether it printed the receipt.',
    fix: 'Send the same receipt to /restart: the printer is asked what it has in its memory before anything is printed.',
  },
  '#IT_UNCLEAR': {
    rc: 'NO',
    meaning:
      'Italy: a receipt was lost on the way to the fiscal printer, and its memory does not tell whether it was printed: somebody else has used it.',
    fix: 'A manager compares the paper with the page Italy and says there what became of it. Nothing is sold until then.',
  },
  '#IT_TAX_DIFFERS': {
    rc: 'OK',
    meaning:
      'Italy: the receipt is registered, but the fiscal printer worked out another tax: its departments are set otherwise than IT_Departments says.',
    fix: 'Have the departments of the printer or the profile attribute corrected before selling on.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
