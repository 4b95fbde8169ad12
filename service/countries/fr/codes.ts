/** Error constants of France; operators read the texts of the same names in `resources/locales/register/fr`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker, type Issue } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#FR_KEY': {
    rc: 'NO',
    meaning:
      'France: the register cannot sign, because its key cannot be read, or its journal of events has not begun.',
    fix: 'Put vault.key back, restart the service and send the receipt again. Meanwhile write receipts that say "mode dégradé".',
  },
  '#FR_CLOCK': {
    rc: 'NO',
    meaning: 'France: so many days have passed since the last one that the clock is not believed.',
    fix: 'Check date and time of the machine. When they are right, confirm them on the page France.',
  },
  '#FR_OPERATION': {
    rc: 'BAD',
    meaning: 'France: the type of the operation does not fit the total.',
    fix: 'Send Vente for a total of 0 or more and Remboursement for one below, or leave out ESR.FR_OperationType.',
  },
  '#FR_TAX': {
    rc: 'BAD',
    meaning: 'France: a tax line has a percentage that there is none of on that day.',
    fix: 'Use the groups A 20 %, B 10 %, C 5.5 %, D 2.1 %, E 0 %; in Corsica and overseas F 8.5 %, G 13 %, H 1.75 %, J 1.05 %, K 0.9 %.',
  },
  '#FR_CUSTOMER': {
    rc: 'BAD',
    meaning: 'France: an invoice does not name its customer.',
    fix: 'Send ESR.Ctm with Nam, Adr, Zip and City, or a ticket instead of an invoice (ESR.DT).',
  },
  '#FR_DUPLICATE': {
    rc: 'BAD',
    meaning: 'France: a copy does not name a document of this register.',
    fix: 'Send the number of the original in ESR.RFN, or ESR.RTL, ESR.RTT and ESR.RTN.',
  },
  '#FR_TOO_LONG': {
    rc: 'BAD',
    meaning: 'France: a text is too long to be signed.',
    fix: 'Shorten the field that the Warning names.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);

/** Nothing can be signed. */
export function keyMissing(): Issue {
  return issue('#FR_KEY', '', 'the key of the company is not on this machine, or cannot be read');
}
