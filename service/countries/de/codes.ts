/** Error constants of Germany; operators read the texts of the same names in `resources/locales/register/de`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#DE_NO_TSE': {
    rc: 'NO',
    meaning: 'Germany: the register has never had a technical security device (TSE).',
    fix: 'Set one up on the page Germany, and send the receipt again.',
  },
  '#DE_TSE_FAILED': {
    rc: 'OK',
    meaning:
      'Germany: the receipt is registered without a signature, because the TSE failed; the paper says so, and the failure is documented.',
    fix: 'Sell on, and have the TSE seen to at once: the Warning and the page Germany say what is the matter.',
  },
  '#DE_TAX': {
    rc: 'BAD',
    meaning: 'Germany: a position has a percentage that there is none of on that day.',
    fix: 'Use the groups A 19 %, B 7 %, C and D (§ 24), E, 6, 7 or 8 (0 %).',
  },
  '#DE_TRANSACTION': {
    rc: 'BAD',
    meaning: 'Germany: ESR.TID names no transaction that is open at this register.',
    fix: 'Send the TID that TraS was answered with, or leave it out: the receipt gets a transaction of its own.',
  },
  '#DE_PROCESS': {
    rc: 'BAD',
    meaning:
      'Germany: ESR.DT and ESR.NFS name two kinds of process, or ESR.DT names training and the rest is a sale.',
    fix: 'Leave one of them out; for training, send Test=1.',
  },
  '#DE_RESERVED': {
    rc: 'BAD',
    meaning:
      'Germany: the receipt names a kind of process that the register alone issues, such as Wiederherstellung, which tells auditors of closings that were lost.',
    fix: 'Send another kind in ESR.NFS; when a register is restored, it tells of that by itself.',
  },
  '#DE_BUSINESS_CASE': {
    rc: 'BAD',
    meaning: 'Germany: the business case of a position is none of DSFinV-K, or does not fit the position.',
    fix: 'Send a GV_TYP of DSFinV-K in DE_GV_TYP, or leave it out: type (PTY) and sign of the position decide.',
  },
  '#DE_AGENCY': {
    rc: 'BAD',
    meaning: 'Germany: a position names an agency that the configuration does not have.',
    fix: 'Send the agency in Cfg.DE_Agentur first, or correct DE_AGENTUR_ID.',
  },
  '#DE_VOUCHER': {
    rc: 'BAD',
    meaning: 'Germany: the tax group of a voucher does not fit its kind.',
    fix: 'A voucher of one purpose has the tax group of what it is for; one of several purposes has E, 6 or 7.',
  },
  '#DE_TOO_LONG': {
    rc: 'BAD',
    meaning: 'Germany: what the TSE would have to sign is too long.',
    fix: 'Send fewer positions in one order, or shorter descriptions; payments in fewer currencies.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
