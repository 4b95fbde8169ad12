/** Error constants of Spain; operators read the texts of the same names in `resources/locales/register/es`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#ES_CERTIFICATE': {
    rc: 'NO',
    meaning: 'Spain: the certificate of the company is missing, so that no record can be signed.',
    fix: 'Enter the certificate (PKCS#12) on the page Spain, and send the receipt again.',
  },
  '#ES_DATE': {
    rc: 'BAD',
    meaning: 'Spain: the date of the document cannot be told to the tax authority.',
    fix: 'Send a date from 28 October 2024 until today in ESR.D, or none.',
  },
  '#ES_KIND': {
    rc: 'BAD',
    meaning: 'Spain: ES_Type, ES_Regime or what they stand on do not fit together.',
    fix: 'Send ES_Type F1, F2, F3 or R1 to R5, F3 with the simplified invoice that it replaces (RFN, or RTL, RTT and RTN), or leave it out; ES_Regime has two digits.',
  },
  '#ES_LICENSE': {
    rc: 'NO',
    meaning: 'Spain: the licence of this program for TicketBAI is missing, without which no invoice counts.',
    fix: 'Set ES_TBAI_License to the licence that the province has given, and send the receipt again.',
  },
  '#ES_LINES': {
    rc: 'BAD',
    meaning: 'Spain: TicketBAI cannot take the positions of the receipt.',
    fix: 'Send 1 to 1,000 positions; quantities and prices of one with at most 12 digits before the point and 8 behind it.',
  },
  '#ES_RECIPIENT': {
    rc: 'BAD',
    meaning:
      'Spain: the customer is missing where the law wants one (over 3,000 euro, full invoices), or is not complete.',
    fix: 'Send Ctm.Nam and Ctm.TaxId: a right NIF, or a foreign number of at most 20 characters with Ctm.Ctry.',
  },
  '#ES_REFUSED': {
    rc: 'OK',
    meaning: 'Spain: the tax authority refuses the record of a receipt; the Warning has its words.',
    fix: 'The receipt stays valid. Mend what the authority names, and send the record again on the page Spain.',
  },
  '#ES_SERIES': {
    rc: 'BAD',
    meaning: 'Spain: location and terminal cannot be part of a series.',
    fix: 'Use letters, digits, dot, dash and underscore (ASCII) for TL and TT, together at most 10 characters.',
  },
  '#ES_SYSTEM': {
    rc: 'NO',
    meaning: 'Spain: this version has no system for the region of the attribute ES_Region.',
    fix: 'Set ES_Region to a region that the page Spain offers.',
  },
  '#ES_TAX': {
    rc: 'BAD',
    meaning: 'Spain: a tax line has a percentage that there is none of on that day and at that place.',
    fix: 'Use the groups of the place; without tax E1 to E8, S2, N1 or N2. At most 12 different lines.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
