/** Error constants of Croatia; operators read the texts of the same names in `resources/locales/register/hr`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#HR_OPERATOR': {
    rc: 'BAD',
    meaning: 'Croatia: the tax number of the operator is no OIB.',
    fix: 'Send ESR.OprTIN with the eleven digits of the OIB of whoever issues the receipt; the last one is a check digit.',
  },
  '#HR_PREMISES': {
    rc: 'BAD',
    meaning: 'Croatia: the business premises cannot be part of a receipt number.',
    fix: 'Use for ESR.TL what was announced in ePorezna: 1 to 20 letters (A to Z) and digits, nothing else, always in the same spelling.',
  },
  '#HR_DEVICE': {
    rc: 'BAD',
    meaning: 'Croatia: the terminal cannot be part of a receipt number.',
    fix: 'Use a number of 1 to 20 digits for ESR.TT.',
  },
  '#HR_NUMBER': {
    rc: 'BAD',
    meaning: 'Croatia: the receipt number is no whole number from 1, or begins with 0.',
    fix: 'Leave out ESR.TN, or send at most 15 digits without leading zeros.',
  },
  '#HR_BUYER': {
    rc: 'BAD',
    meaning: 'Croatia: the tax number of a Croatian customer is no OIB.',
    fix: 'Correct ESR.Ctm.TaxId, leave it out, or name the country of the customer in ESR.Ctm.Ctry.',
  },
  '#HR_TAX': {
    rc: 'BAD',
    meaning: 'Croatia: a tax line has a percentage that there is none of on that day.',
    fix: 'Use the groups A 25 %, B 13 %, C 5 %, Z 0 %, D exempt, E not subject to VAT, N fees; with the consumption tax behind it, `A P3`.',
  },
  '#HR_NOT_IN_VAT': {
    rc: 'BAD',
    meaning:
      'Croatia: a receipt has VAT, though the company is not in the VAT system (Cfg.Cmp.HR_USustPdv is 0).',
    fix: 'Send the group E, or correct the configuration.',
  },
  '#HR_CERTIFICATE': {
    rc: 'NO',
    meaning: 'Croatia: the fiscal certificate of the company is missing, so that no receipt has a ZKI.',
    fix: 'Enter the file and the password that came from FINA on the page Croatia, and send the receipt again.',
  },
  '#HR_NUMBERS': {
    rc: 'NO',
    meaning:
      'Croatia: the register was restored from a backup, and nobody has said yet which number was the last one.',
    fix: 'Enter the number of the last printed receipt on the page Croatia, and send the receipt again.',
  },
  '#HR_REFUSED': {
    rc: 'OK',
    meaning:
      'Croatia: the receipt is registered and has its ZKI, but CIS refuses it; the Warning has its words.',
    fix: 'Print it. Correct what CIS names (certificate, OIB, data of the company): the receipt is sent again by itself.',
  },
  '#HR_SPECIAL': {
    rc: 'BAD',
    meaning: 'Croatia: the additional information is longer than 1000 characters.',
    fix: 'Shorten ESR.HR_SpecNamj, or leave it out: since 2026 it is kept but not reported.',
  },
  '#HR_PAPER': {
    rc: 'BAD',
    meaning: 'Croatia: the number of the receipt that was written by hand is longer than 100 characters.',
    fix: 'Send ESR.HR_ParagonBrRac as it is printed in the book.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
