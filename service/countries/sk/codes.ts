/** Error constants of Slovakia; operators read the texts of the same names in `resources/locales/register/sk`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#SK_TAX': {
    rc: 'BAD',
    meaning: 'Slovakia: a position has a percentage that there is none of on that day.',
    fix: 'Use the groups A 23 %, B 19 %, C 5 % and Z without VAT; D 20 % and E 10 % are for returns, advances and paragons of the time before 2025.',
  },
  '#SK_REGULATION': {
    rc: 'BAD',
    meaning: 'Slovakia: SK_SpecialRegulation is unknown, or stands at a position with VAT.',
    fix: 'Send PDP, OOD, CK, PT, UD or ZPS, and only at positions of the group Z.',
  },
  '#SK_SELLER': {
    rc: 'BAD',
    meaning: 'Slovakia: seller and kind of its number do not fit together.',
    fix: 'Send SK_SellerIdType DIC or IC_DPH with SK_SellerId (at most 50 letters and digits), or neither.',
  },
  '#SK_INVOICE': {
    rc: 'BAD',
    meaning: 'Slovakia: the payment of an invoice does not name one invoice.',
    fix: 'Send the same SK_InvoiceNumber (at most 50 characters of ASCII) at each position, or ESR.DT=UF with the number in ESR.DN; one receipt for each invoice, and no training.',
  },
  '#SK_PARAGON': {
    rc: 'BAD',
    meaning: 'Slovakia: the number of the paragon is none, or stands on a receipt that cannot have one.',
    fix: 'Send SK_ParagonNumber as a number from 1, on sales and payments of invoices alone.',
  },
  '#SK_REFERENCE': {
    rc: 'BAD',
    meaning:
      'Slovakia: a receipt that gives money back does not say what for, or names a receipt that nobody knows.',
    fix: 'Name the receipt: RTL, RTT and RTN, or in RFN its UID, its OKP where it has none, or its number in the month (Fis.FN) together with RD.',
  },
  '#SK_ITEMS': {
    rc: 'BAD',
    meaning: 'Slovakia: eKasa cannot take the positions of the receipt.',
    fix: 'Send 1 to 500 positions, amounts of less than 10 million, quantities with at most 4 decimals and names of at most 255 characters; a voucher that is taken has its number in VouN.',
  },
  '#SK_CERTIFICATE': {
    rc: 'NO',
    meaning: 'Slovakia: the authentication data of the register are missing, so that nothing can be signed.',
    fix: 'Import the file authdata_….xml of the register on the page Slovakia, and send the receipt again.',
  },
  '#SK_NUMBERS': {
    rc: 'NO',
    meaning: 'Slovakia: the register was restored, and the number of the last receipt is not known.',
    fix: 'Enter the number of the last printed receipt of this month on the page Slovakia, and send the receipt again.',
  },
  '#SK_PPEKK': {
    rc: 'NO',
    meaning:
      'Slovakia: the certified program with protected storage (SK_Ppekk) does not take the receipt; the Warning has its words. Nothing was registered.',
    fix: 'Mend what it says (storage, printer, certificate, or a storage of another company), or correct the receipt, and send it again.',
  },
  '#SK_REFUSED': {
    rc: 'OK',
    meaning:
      'Slovakia: the receipt is registered here, but eKasa refuses it; the Warning has its words. It must not be handed over.',
    fix: 'Do not hand the receipt over. Correct what eKasa names: it is told again by itself. Void it and sell again if its data were wrong.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
