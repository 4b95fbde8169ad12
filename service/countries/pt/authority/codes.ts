/** Result codes of the series web service (manual v1.0) and of the authority's sign-on, in English. */

/** Codes that decide how a call goes on. */
export const CODE = {
  registered: 2001,
  found: 2002,
  annulled: 2003,
  finalised: 2004,
  alreadyRegistered: 4001,
  cannotAnnul: 4004,
  cannotFinalise: 4005,
  technicalError: 5000,
} as const;

const MEANINGS: Readonly<Record<number, string>> = {
  4000: 'the request is not valid XML for the authority',
  4001: 'the series is registered already for this document type',
  4002: 'mandatory fields are missing',
  4003: 'fields have wrong values',
  4004: 'the series cannot be annulled',
  4005: 'the series cannot be finalised',
  4043: 'the taxpayer has no open activity',
  4045: 'the document class is unknown',
  4046: 'the document type does not fit the document class',
  4047: 'the last number lies below the first number',
  4048: 'the dates of the query are in the wrong order',
  4049: 'the first day of use lies before today',
  4051: 'the reason of the annulment is unknown',
  5000: 'technical error of the authority',
  // Sign-on, as the manuals of the authority's other web services list them.
  1: 'the user is empty',
  2: 'the user has a wrong length',
  3: 'the NIF of the user is wrong',
  4: 'the user has a wrong format',
  5: 'the number of the sub-user has a wrong format',
  6: 'the password is empty',
  7: 'a value of the login is not Base64',
  8: "the session key was not encrypted with the authority's current certificate",
  9: 'the time of the login has a wrong format',
  10: 'the login has expired: check the clock of this computer',
  11: 'the session key is not valid',
  12: 'the session key was used before',
  13: 'the password has a wrong structure',
  16: 'the time of the login cannot be decrypted',
  17: 'the password cannot be decrypted',
  18: 'the digest cannot be decrypted',
  19: 'the time of the login is empty',
  20: 'the session key is empty',
  33: 'the SOAP message is not valid',
  99: 'the password is wrong or the access is suspended',
};

/** A code in English, followed by what the authority itself said (Portuguese, may be empty). */
export function inWords(code: number, said: string): string {
  const meaning = MEANINGS[code] ?? 'the tax authority refused';
  return said === '' ? meaning : `${meaning}; the tax authority says: ${said}`;
}
