/** Error constants of Portugal; operators read the texts of the same names in `resources/locales/register/pt`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#PT_DT': {
    rc: 'BAD',
    meaning: 'ESR.DT is no document type of the tax authority.',
    fix: 'Use one of the list in the Warning, or leave DT out.',
  },
  '#PT_DT_SIGN': {
    rc: 'BAD',
    meaning: 'The sign of the total does not fit the document type.',
    fix: 'Credit notes (NC) are negative, all others are not.',
  },
  '#PT_TAXID_REQUIRED': {
    rc: 'BAD',
    meaning: 'From 1000.00 EUR on the tax id of the customer is required.',
    fix: 'Ask the customer and send Ctm.TaxId.',
  },
  '#PT_TAXID': {
    rc: 'BAD',
    meaning: 'The Portuguese tax id of the customer is wrong: nine digits, the last one a check digit.',
    fix: 'Ask again. For a foreign customer send Ctm.Ctry.',
  },
  '#PT_MIXED_SIGNS': {
    rc: 'BAD',
    meaning:
      'Positive and negative positions in one document, other than those that cancel a position of the same article.',
    fix: 'Register the sale and the credit note one after the other.',
  },
  '#PT_CASH_LIMIT': {
    rc: 'BAD',
    meaning: 'Cash payments, less the change, must stay below 3000.00 EUR.',
    fix: 'Take another means of payment.',
  },
  '#PT_MOVEMENT': {
    rc: 'BAD',
    meaning: 'What is said of goods on their way is wrong, or they would have started before their document.',
    fix: 'Send ESR.PT_MovementStartTime not before now, or leave it out; see docs/portugal.md.',
  },
  '#PT_EXEMPTION': {
    rc: 'BAD',
    meaning: 'An exemption code is none of the tax authority.',
    fix: 'Send M01 to M99 in Pos.PT_TaxExemptionCode, or as Pos.TaxG.',
  },
  '#PT_OSS': {
    rc: 'BAD',
    meaning: 'A sale under the VAT of another member state (PT_OSS) without a private customer there.',
    fix: 'Send Ctm.Ctry of the member state and no Ctm.TaxId, or leave out ESR.PT_OSS.',
  },
  '#PT_TAX_RATE': {
    rc: 'BAD',
    meaning: 'The tax rate belongs to no Portuguese tax group.',
    fix: 'Use a rate in force, or an exemption code M01 to M99.',
  },
  '#PT_SERIES': {
    rc: 'BAD',
    meaning: 'TL and TT cannot be made into the name of a series.',
    fix: 'Use letters, digits and single `. _ -` inside, not beginning with `AT`, at most 28 characters together.',
  },
  '#PT_D_ORDER': {
    rc: 'BAD',
    meaning:
      'The date is before the last document of the series, or before its first day; the law wants them in order.',
    fix: 'Set the clocks of POS and register, or leave D out.',
  },
  '#PT_SERIES_FROM': {
    rc: 'NO',
    meaning:
      'Portugal: the first day of the series is later than the document, because the authority counts days in Lisbon (the Azores are an hour behind), or the clock was ahead when it was opened. Nothing was registered.',
    fix: 'Try again on the day that the Warning names. If the clock is right and the day is far ahead, a manager lets a new series begin on the page Portugal.',
  },
  '#PT_KEY': {
    rc: 'NO',
    meaning: 'The partner that the profile attribute Fiscal_ApiKey names has no signing key here.',
    fix: 'Import the package of the partner on the control page, or correct the attribute; then restart.',
  },
  '#PT_SERIES_LOGIN': {
    rc: 'NO',
    meaning:
      'A new series has to be opened with the tax authority, and the login or a certificate for it is missing.',
    fix: 'Complete the login on the control page, or enter the validation code of the series by hand.',
  },
  '#PT_SERIES_OFFLINE': {
    rc: 'NO',
    meaning:
      'A new series cannot be opened because the tax authority is not reached. Nothing was registered.',
    fix: 'Retry later, or enter the validation code by hand. Meanwhile write invoices from an authorised invoice book and enter them later with FN and D.',
  },
  '#PT_SERIES_REFUSED': {
    rc: 'NO',
    meaning:
      'The tax authority refuses to open a new series; the Warning has its words. Nothing was registered.',
    fix: 'Correct login or configuration on the control page and press "open" there.',
  },
  '#PT_ORIGINAL': {
    rc: 'BAD',
    meaning: 'The number of a document that is entered again is not readable.',
    fix: 'Send FN and D of the original: `FS 1_1.26/57` for a lost document, `abc/23` for a form of an invoice book.',
  },
  '#PT_RECOVERED': {
    rc: 'BAD',
    meaning: 'This document was entered again before.',
    fix: 'Nothing to do. To correct what was entered, void it first.',
  },
  '#PT_NOT_LOST': {
    rc: 'BAD',
    meaning: 'The document is in the journal of this register, so it was not lost.',
    fix: 'Nothing to do.',
  },
  '#PT_REFERENCE': {
    rc: 'BAD',
    meaning:
      'A credit note corrects more than there is, a cancelled document, no invoice, or a number that was not issued.',
    fix: 'Check RFN and the amounts; the Warning says what is left.',
  },
  '#PT_CORRECTED': {
    rc: 'BAD',
    meaning: 'A document with credit notes cannot be voided.',
    fix: 'Void its credit notes first, or correct the rest with another credit note.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
