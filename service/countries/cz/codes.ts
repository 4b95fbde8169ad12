/** Error constants of Czechia; operators read the texts of the same names in `resources/locales/register/cz`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#CZ_UNIT': {
    rc: 'BAD',
    meaning: 'Czechia: premises (EET 1) or unit (EET 2.0) of the receipt are missing or no number.',
    fix: 'Send ESR.CZ_id_provoz, or set it in the profile: a number without leading zeros of at most 6 digits (EET 1) or 9 digits (EET 2.0).',
  },
  '#CZ_TERMINAL': {
    rc: 'BAD',
    meaning: 'Czechia: premises and terminal cannot be recorded.',
    fix: 'Use for ESR.TL and ESR.TT together, with a slash between them, at most 20 characters: letters A to Z, digits, blanks and . , : ; / # - _',
  },
  '#CZ_NUMBER': {
    rc: 'BAD',
    meaning: 'Czechia: the receipt number cannot be recorded.',
    fix: 'Leave out ESR.TN, or send at most 25 characters: letters A to Z, digits, blanks and . , : ; / # - _',
  },
  '#CZ_AMOUNT': {
    rc: 'BAD',
    meaning: 'Czechia: the total, or an amount to be drawn or settled, is 100 million or more.',
    fix: 'Divide the sale; CZ_urceno_cerp_zuct and CZ_cerp_zuct have to be less, too.',
  },
  '#CZ_TAX': {
    rc: 'BAD',
    meaning:
      'Czechia: a tax line has a percentage that there is none of on that day, or a travel service bears VAT of its whole price.',
    fix: 'Use the groups A 21 %, B 12 % and Z without VAT; positions with CZ_cest_sluz belong to a line with MarginScheme.',
  },
  '#CZ_PRINCIPAL': {
    rc: 'BAD',
    meaning: 'Czechia: the tax number of the principal is no Czech one, or that of the company itself.',
    fix: 'Send ESR.CZ_dic_poverujiciho with CZ and 8 to 10 digits, or leave it out for sales of the company itself.',
  },
  '#CZ_CERTIFICATE': {
    rc: 'NO',
    meaning: 'Czechia: the certificate of the company is missing, so that no receipt can be recorded.',
    fix: 'Enter the file and the password of the certificate for EET on the page Czechia, and send the receipt again.',
  },
  '#CZ_REFUSED': {
    rc: 'OK',
    meaning:
      'Czechia: the receipt is registered, but the authority refuses to record it; the Warning has its words.',
    fix: 'Print it. Correct what the authority names (certificate, data of the company): the receipt is sent again by itself.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
