/**
 * Return codes of both services: which ask for another try, and what the others
 * mean in a word. Codes and meanings: BMF, Registrierkassen-Webservice and
 * Session-Webservice. What operators read stands in `texts.ts`.
 */
import type { LaterReason } from './access.ts';

/** Codes that decide how a call goes on. */
export const CODE = {
  ok: '0',
  sessionInvalid: '-1',
  /** Of the session service: participant, user or PIN. */
  loginWrong: '-4',
  unitKnown: 'B10',
  registerKnown: 'B1',
  retired: 'B6',
  statusSet: 'B13',
  registerUnknown: 'B32',
  unitUnknown: 'B33',
  receiptWrong: '43',
} as const;

/** FinanzOnline says of these: an internal error, try again later or call the hotline. */
const INTERNAL = /^(1336|1337|B4|C1|V[1-9]|V1[0-6])$/;

/** Why a code asks for another try; null when it does not. Codes that are not known do not. */
export function reasonToWait(code: string): LaterReason | null {
  if (code === '-2') return 'maintenance';
  // 14: the certificates of the trust service provider cannot be reached.
  if (code === '-3' || code === '14' || INTERNAL.test(code)) return 'technical';
  return null;
}

/** Refusals of the login. They are not repeated by themselves: wrong logins lock the user. */
export const LOGIN_REFUSALS: Readonly<Record<string, string>> = {
  '-4': 'the credentials are wrong',
  '-5': 'the user is locked after several wrong logins',
  '-6': 'the user is locked',
  '-7': 'the user is no web service user',
  '-8': 'the participant is locked or may not use web services',
};

/** Refusals of the cash register service, for logs. */
export const REFUSALS: Readonly<Record<string, string>> = {
  '-4': 'the participant may not use this function',
  '4': 'the provider has no certificate with this serial number',
  '5': 'the certificate is not in force',
  '6': 'the certificate does not name a register owner',
  '7': 'the certificate belongs to another company',
  '8': 'the certificate names the register owner wrongly',
  '9': 'the certificate is faulty',
  '13': 'the company has neither tax number, VAT id nor GLN',
  '27': 'the company id is not valid',
  '28': 'the company id belongs to another company',
  '29': 'the public key is not valid',
  '30': 'the public key has a wrong format',
  '31': 'the certificate could not be verified',
  '32': 'there is no power of attorney',
  '36': 'the provider is not allowed',
  '41': 'the certificate is not valid yet or no longer',
  '43': 'the receipt is faulty',
  '998': 'a status is never asked for asynchronously',
  '999': 'the provider AT9 is for tests only',
  B1: 'the register is registered already',
  B2: 'a register in this status cannot be changed',
  B3: 'the company has no id',
  B5: 'the time lies before the last change of the status',
  B6: 'it was taken out of operation for good',
  B7: 'there is no signature unit in operation',
  B8: 'only a register that is registered, in operation or in outage can be taken out of operation',
  B9: 'only a register in operation can have an outage',
  B10: 'the signature unit is registered already',
  B13: 'it has this status already',
  B14: 'the reason is missing',
  B15: 'the time of the outage is missing',
  B18: 'only a signature unit in operation or in outage can be taken out of operation',
  B19: 'only a signature unit in operation can have an outage',
  B20: 'the reason is not valid any more',
  B21: 'the time lies in the future',
  B22: 'this status is not available',
  B28: 'the public key exists already',
  B29: 'the company id needs an addition',
  B30: 'the addition to the company id exists already',
  B32: 'the register is not registered or was taken out of operation',
  B33: 'the serial number is not registered or was taken out of operation',
  B34: 'the company id is not registered or was taken out of operation',
  B35: 'the reason is unknown',
};
