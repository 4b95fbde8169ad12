/** Error constants of Croatia; operators read the texts of the same names in `resources/locales/register`. */
import type { ErrorCode } from '../../receipt/error-codes.ts';
import { issue, type Issue } from '../../receipt/issue.ts';

/** As in `receipt/error-codes.ts`. */
export const HR_CODES = {
  '#HR_OPERATOR': {
    rc: 'BAD',
    meaning: 'Croatia: the tax number of the operator is no OIB.',
    fix: 'Send ESR.OprTIN with the eleven digits of the OIB of whoever issues the receipt; the last one is a check digit.',
  },
  '#HR_PREMISES': {
    rc: 'BAD',
    meaning: 'Croatia: the business premises cannot be part of a receipt number.',
    fix: 'Use for ESR.TL what was announced in ePorezna: 1 to 20 letters (A to Z) and digits, nothing else.',
  },
  '#HR_DEVICE': {
    rc: 'BAD',
    meaning: 'Croatia: the terminal cannot be part of a receipt number.',
    fix: 'Use a number of 1 to 20 digits for ESR.TT.',
  },
  '#HR_NUMBER': {
    rc: 'BAD',
    meaning: 'Croatia: the receipt number is no whole number from 1, or begins with 0.',
    fix: 'Leave out ESR.TN, or send at most 20 digits without leading zeros.',
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
} as const;

/** An error constant of Croatia. */
export type HrCode = keyof typeof HR_CODES;

/** As `issue` makes it. */
export function hrIssue(code: HrCode, path: string, text: string): Issue {
  return issue(code as string as ErrorCode, path, text);
}
