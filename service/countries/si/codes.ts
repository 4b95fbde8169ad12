/** Error constants of Slovenia; operators read the texts of the same names in `resources/locales/register/si`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#SI_OPERATOR': {
    rc: 'BAD',
    meaning: 'Slovenia: the tax number of the operator is missing or wrong.',
    fix: 'Send ESR.OprTIN with the eight digits of the tax number of whoever issues the receipt (of the company at a self-service till), or ESR.SI_ForeignOperator=1 for somebody without a Slovenian one.',
  },
  '#SI_PREMISES': {
    rc: 'BAD',
    meaning: 'Slovenia: the business premises cannot be part of a receipt number.',
    fix: 'Use for ESR.TL what was registered at FURS: 1 to 20 letters (A to Z) and digits, nothing else, always in the same spelling.',
  },
  '#SI_DEVICE': {
    rc: 'BAD',
    meaning: 'Slovenia: the terminal cannot be part of a receipt number.',
    fix: 'Use 1 to 20 letters (A to Z) and digits for ESR.TT.',
  },
  '#SI_NUMBER': {
    rc: 'BAD',
    meaning: 'Slovenia: the receipt number is no whole number from 1, or begins with 0.',
    fix: 'Leave out ESR.TN, or send at most 15 digits without leading zeros.',
  },
  '#SI_BUYER': {
    rc: 'BAD',
    meaning: "Slovenia: the customer's tax number is longer than 20 characters, or a Slovenian one is wrong.",
    fix: 'Correct ESR.Ctm.TaxId, leave it out, or name the country of the customer in ESR.Ctm.Ctry.',
  },
  '#SI_TAX': {
    rc: 'BAD',
    meaning: 'Slovenia: a tax line has a percentage that there is none of on that day.',
    fix: 'Use the groups A 22 %, B 9.5 %, C 5 %, P flat rate compensation 8 %, Z exempt, R reverse charge, N not subject to VAT, S special arrangement, T other taxes.',
  },
  '#SI_BOOK': {
    rc: 'BAD',
    meaning:
      'Slovenia: the number of the receipt from the pre-numbered book (vezana knjiga računov) is not complete or not right.',
    fix: 'Send all of SI_BookNumber (1 to 20 characters), SI_BookSet (2) and SI_BookSerial (12, as printed in the book), with the date of the receipt in ESR.D.',
  },
  '#SI_SELLER': {
    rc: 'BAD',
    meaning:
      'Slovenia: the tax number of somebody in whose name a position is sold is no Slovenian one, or that of the company itself.',
    fix: 'Send SI_SellerTaxNumber with eight digits, the last one a check digit, and leave it out at positions of the company itself.',
  },
  '#SI_CERTIFICATE': {
    rc: 'NO',
    meaning: 'Slovenia: the certificate of the company is missing, so that no receipt has a ZOI.',
    fix: 'Enter the file and the password of the certificate for cash registers on the page Slovenia, and send the receipt again.',
  },
  '#SI_NUMBERS': {
    rc: 'NO',
    meaning:
      'Slovenia: the register was restored from a backup, and nobody has said yet which number was the last one.',
    fix: 'Enter the number of the last printed receipt on the page Slovenia, and send the receipt again.',
  },
  '#SI_REFUSED': {
    rc: 'OK',
    meaning:
      'Slovenia: the receipt is registered and has its ZOI, but FURS refuses it; the Warning has its words.',
    fix: 'Print it. Correct what FURS names (certificate, premises, data of the company): the receipt is sent again by itself.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
