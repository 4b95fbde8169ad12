/** Error constants of Hungary; operators read the texts of the same names in `resources/locales/register/hu`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#HU_TAX': {
    rc: 'BAD',
    meaning: 'Hungary: a position has a percentage that there is none of on that day.',
    fix: 'Use the groups A 5 %, B 18 %, C 27 %, D and E 0 %.',
  },
  '#HU_NET': {
    rc: 'BAD',
    meaning: 'Hungary: amounts are sent without their tax (ESR.TaxN).',
    fix: 'Send amounts with their tax.',
  },
  '#HU_NEGATIVE': {
    rc: 'BAD',
    meaning: 'Hungary: a position goes the other way than its receipt, or nothing is left of all positions.',
    fix: 'Send what is taken back as a receipt of its own. A position that takes back an earlier one, or a part of it, has its tax group, and its name, number or `Void`.',
  },
  '#HU_PAYMENT': {
    rc: 'BAD',
    meaning:
      'Hungary: cash is no multiple of 5 forint, the rounding is wrong, or a payment is of a kind that the fiscal printer does not count.',
    fix: 'Round what is paid in cash to 5 forint, and send the difference as a payment of the group rounding.',
  },
  '#HU_CUSTOMER': {
    rc: 'BAD',
    meaning: 'Hungary: an invoice lacks name or address of its customer, or the tax number is wrong.',
    fix: 'Send Nam, Adr, Zip and City in ESR.Ctm, and TaxId with eleven digits (12345676-2-41) for companies.',
  },
  '#HU_REASON': {
    rc: 'BAD',
    meaning: 'Hungary: the reason of a return, or of cash put in or taken out, is none of the law.',
    fix: 'Send ESR.Rsn: V1 to V3 for returns, S0 to S8 for voids, 1 to 8 for cash in, 31 to 41 for cash out.',
  },
  '#HU_REFERENCE': {
    rc: 'BAD',
    meaning: 'Hungary: the document that is taken back is not named as it has to be.',
    fix: 'Name a receipt of this register by RTL, RTT and RTN or by RFN; one of another register by RFN as its paper has it and RD.',
  },
  '#HU_TOO_MUCH': {
    rc: 'BAD',
    meaning: 'Hungary: the receipt is longer, or its amounts larger, than a fiscal printer takes.',
    fix: 'Split the receipt, or shorten its texts.',
  },
  '#HU_DAY': {
    rc: 'NO',
    meaning: 'Hungary: the fiscal day is not open.',
    fix: 'Open it with the cash in the drawer (NFS=balance, or on the page Hungary), or set the profile attribute Fiscal_ZLaunch; then send the receipt again.',
  },
  '#HU_CLOSING': {
    rc: 'NO',
    meaning: 'Hungary: the fiscal printer sells nothing before its day is closed.',
    fix: 'Send a Z report (NFS=Z), or set the profile attribute Fiscal_ZLaunch; then send the receipt again.',
  },
  '#HU_MEMORY': {
    rc: 'NO',
    meaning: 'Hungary: the memory of the control unit is full.',
    fix: 'Call whoever services the printer.',
  },
  '#HU_CLOCK': {
    rc: 'NO',
    meaning: 'Hungary: the clock of the control unit is wrong.',
    fix: 'The control unit gets its time from the authority over its mobile network: wait for a connection, else call whoever services the printer.',
  },
  '#HU_RATE': {
    rc: 'NO',
    meaning: 'Hungary: the fiscal printer does not know a VAT collector. Nothing was printed.',
    fix: 'Have the VAT collectors of the printer checked by whoever services it.',
  },
  '#HU_BLOCKED': {
    rc: 'NO',
    meaning:
      'Hungary: the tax authority has blocked or suspended the register in the cloud. Nothing was issued.',
    fix: 'Ask the tax authority (NAV) why; nothing can be sold on this register until it is released.',
  },
  '#HU_LOGIN': {
    rc: 'NO',
    meaning: 'Hungary: the fiscal printer refuses user and password.',
    fix: 'Correct the profile attribute Device_Auth, and send the receipt again.',
  },
  '#HU_REFUSED': {
    rc: 'NO',
    meaning:
      'Hungary: the fiscal printer refuses the receipt; the Warning has its words. Nothing was printed.',
    fix: 'Look at the printer. A return or a void may name a document that it does not know, or that was taken back before.',
  },
  '#HU_NO_ANSWER': {
    rc: 'NO',
    meaning:
      'Hungary: the fiscal printer does not answer, so that nobody knows whether it printed the receipt.',
    fix: 'Send the same receipt to /restart: the printer is asked what it has in its memory before anything is printed.',
  },
  '#HU_UNCLEAR': {
    rc: 'NO',
    meaning:
      'Hungary: a receipt was lost on the way to the fiscal printer, and its memory does not tell whether it was printed: somebody else has used it.',
    fix: 'A manager compares the paper with the page Hungary and says there what became of it. Nothing is sold until then.',
  },
  '#HU_CURRENCY': {
    rc: 'BAD',
    meaning:
      'Hungary: a receipt in foreign money is for the fiscal printer, or an invoice in it lacks what the money is worth.',
    fix: 'Receipts are in forint (PayG=foreign for what is paid in other money). Send ESR.HU_Rate with an invoice: forints for one of its currency.',
  },
  '#HU_COMPANY': {
    rc: 'NO',
    meaning:
      'Hungary: an invoice cannot be issued: the company lacks name, address or tax number, or its number would be too long.',
    fix: 'Complete the configuration (Cfg.Cmp: Nam, Adr, Zip, City, TaxId), or shorten TL and TT.',
  },
  '#HU_NAV_LOGIN': {
    rc: 'NO',
    meaning: 'Hungary: an invoice cannot be issued: the technical user of NAV Online Számla is missing.',
    fix: 'Enter it on the page Hungary.',
  },
  '#HU_NAV': {
    rc: 'OK',
    meaning:
      'Hungary: the invoice is issued, but NAV does not take it; the Warning has its words. It is told again.',
    fix: 'Correct what NAV says (login, tax numbers) and have it sent again on the page Hungary.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
