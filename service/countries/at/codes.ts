/** Error constants of Austria; operators read the texts of the same names in `resources/locales/register/at`. */
import type { ErrorCodes } from '../../receipt/error-codes.ts';
import { issueMaker } from '../../receipt/issue.ts';

/** Constants, their result codes, what they mean and what to do about them. */
export const CODES = {
  '#SIGNDEV_BROKEN': {
    rc: 'OK',
    meaning:
      'Austria: no signature unit signed in time. The receipt is registered, marked as issued during an outage.',
    fix: 'Print it as usual, with the words of Fis.Tag. Look after the signature units; the collective receipt follows by itself.',
  },
  '#SIGNDEV_MISS': {
    rc: 'OK',
    meaning:
      'Austria: the installation has no signature unit. The receipt is registered, marked as issued during an outage; before the start receipt also as issued by a register that is not in operation, and it is in no DEP then.',
    fix: 'Print it as usual, with the words of Fis.Tag. Set up a signature unit on the control page.',
  },
  '#AT_START': {
    rc: 'NO',
    meaning:
      'Austria: a receipt that must be signed (start, annual or collective receipt) could not be. Nothing was registered.',
    fix: 'Connect a signature unit; the Warning says what is wrong. The start receipt is made before the first sale.',
  },
  '#AT_KEY': {
    rc: 'NO',
    meaning: 'Austria: the AES key of the register is not on this machine.',
    fix: 'Enter it on the control page; it was noted down when the register was registered by hand. Without it the register has to be closed.',
  },
  '#AT_CLOSED': {
    rc: 'BAD',
    meaning: 'Austria: the register has its closing receipt and issues nothing more.',
    fix: 'Go on with a register of another TL or TT.',
  },
  '#AT_TERMINAL': {
    rc: 'BAD',
    meaning:
      'Austria: a receipt of another terminal. A register has one Kassen-ID: that of its configuration.',
    fix: 'Send ESR.TaxId, so that each terminal gets a register of its own, or name the register by RN.',
  },
  '#AT_NUMBER': {
    rc: 'BAD',
    meaning:
      'Austria: the receipt number cannot stand in the machine-readable code, or would read like another one there.',
    fix: 'Leave out TN, or send plain numbers; use either `_` or `/` inside, not both.',
  },
} as const satisfies ErrorCodes;

/** Makes an issue with one of these constants, or with one of all countries; see `receipt/issue.ts`. */
export const issue = issueMaker(CODES);
