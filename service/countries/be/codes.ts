/** Error constants of Belgium; operators read the texts of the same names in `resources/locales/register/be`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#BE_SETUP': {
    rc: 'NO',
    meaning: 'Belgium: no fiscal data module (FDM) is connected, or the configuration lacks what it wants.',
    fix: 'Connect the FDM on the page Belgium; Cfg.Cmp.TaxId, Cfg.Loc.TaxId (establishment unit), Cfg.Trm.Serial (production number) and Cfg.Trm.SWVersion must be set.',
  },
  '#BE_FDM': {
    rc: 'NO',
    meaning: 'Belgium: the fiscal data module cannot be reached. Nothing was signed.',
    fix: 'Switch it on, look at its connection, and send the record again.',
  },
  '#BE_NO_ANSWER': {
    rc: 'NO',
    meaning: 'Belgium: the fiscal data module does not answer, so that nobody knows whether it has signed.',
    fix: 'Send the same record to /restart: the FDM is asked what it did before anything else is signed.',
  },
  '#BE_REFUSED': {
    rc: 'NO',
    meaning:
      'Belgium: the fiscal data module refuses the record; the Warning has its words. Nothing was signed.',
    fix: 'Mend what it says, and send the record again.',
  },
  '#BE_SECRET': {
    rc: 'NO',
    meaning: 'Belgium: the fiscal data module refuses the shared secret.',
    fix: 'Enter it anew on the page Belgium.',
  },
  '#BE_CARD': {
    rc: 'NO',
    meaning: 'Belgium: the VAT signing card is missing, blocked, or wants its PIN.',
    fix: 'Put the card into the FDM, or enter its PIN on the page Belgium.',
  },
  '#BE_MEMORY': {
    rc: 'NO',
    meaning: 'Belgium: the memory of the fiscal data module is full, its clock is wrong, or it has a defect.',
    fix: 'Call whoever services the FDM.',
  },
  '#BE_MESSAGE': {
    rc: 'OK',
    meaning:
      'Belgium: the record is registered; the fiscal data module has a message that the operator must see.',
    fix: 'Show UserMessage.',
  },
  '#BE_NOT_CLOCKED_IN': {
    rc: 'OK',
    meaning: 'Belgium: the record is registered, but its operator has not begun work on this register.',
    fix: 'Send NFS=LOGIN when an operator begins work, and NFS=LOGOUT at its end.',
  },
  '#BE_OPERATOR': {
    rc: 'BAD',
    meaning:
      'Belgium: the operator is missing, is not on the protected list, or has no right national number.',
    fix: 'Send ESR.Opr (alias) with ESR.OprTIN (national number, 11 digits), or put the operator on the list on the page Belgium. A national number is no alias.',
  },
  '#BE_EVENT': {
    rc: 'BAD',
    meaning:
      'Belgium: NFS names nothing that a fiscal data module signs, or the record lacks what it is about.',
    fix: 'Use one of the names in the Warning; NF is for what no law looks at.',
  },
  '#BE_TAX': {
    rc: 'BAD',
    meaning: 'Belgium: a position has a percentage that there is none of.',
    fix: 'Use the groups A 21 %, B 12 %, C 6 %, D 0 %, X outside of the tax.',
  },
  '#BE_NET': {
    rc: 'BAD',
    meaning: 'Belgium: amounts are sent without their tax (ESR.TaxN).',
    fix: 'Send amounts with their tax: the FDM works it out.',
  },
  '#BE_UNIT': {
    rc: 'BAD',
    meaning: 'Belgium: a unit is none that a fiscal data module knows.',
    fix: 'Use pc, kg, m, l or h in Pos.QtyU.',
  },
  '#BE_ROUNDING': {
    rc: 'BAD',
    meaning: 'Belgium: what is paid in cash is no multiple of 5 cents, or more than 2 cents are rounded.',
    fix: 'Add a payment of the group rounding with the difference.',
  },
  '#BE_REFERENCE': {
    rc: 'BAD',
    meaning: 'Belgium: the record that is copied, invoiced or moved is not one that the FDM has signed here.',
    fix: 'Name a record of this register by RTL, RTT and RTN.',
  },
  '#BE_INVOICE': {
    rc: 'BAD',
    meaning:
      'Belgium: an invoice needs its number (ESR.DN), the VAT number of the customer, and the sales it is about.',
    fix: 'Send ESR.DN, ESR.Ctm.TaxId, and RTN of the sales on ESR or on the positions.',
  },
  '#BE_TOO_MUCH': {
    rc: 'BAD',
    meaning: 'Belgium: the record is longer, or its amounts larger, than a fiscal data module takes.',
    fix: 'Split the record, or shorten its texts.',
  },
  '#BE_NUMBER': {
    rc: 'NO',
    meaning: 'Belgium: the register was restored, and nobody has said which ticket number was the last one.',
    fix: 'A manager enters the number of the last ticket on the page Belgium.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
