/**
 * Every error constant of the service: what it means and what to do about it.
 * `ErrorCode` in an answer is one of these; operators read the text of the
 * same name in `resources/locales/register`.
 */
export const ERROR_CODES = {
  '#BODY': 'The body is empty, too large or in an unknown encoding. Send JSON or XML, UTF-8.',
  '#JSON': 'The body is not well-formed JSON. The Warning names the place.',
  '#XML': 'The body is not well-formed XML, or carries a DTD. The Warning names the place.',
  '#RECORD': 'The body is not a Tra record with an ESR element.',
  '#NAME': 'A property name is not allowed.',
  '#DUPLICATE_NAME': 'A value is given twice, as attribute and as element.',
  '#TYPE': 'A value has the wrong type, for example text where an amount is expected.',
  '#AMOUNT_PRECISION': "An amount is not a multiple of the currency's smallest unit.",
  '#CHARACTER': 'A text holds a control character that no receipt or XML file can carry.',
  '#MISSING': 'A mandatory value is missing.',
  '#SUM_POSITIONS': 'The sum of the positions and modifiers is not ESR.T.',
  '#SUM_PAYMENTS': 'The sum of the payments is not ESR.T.',
  '#SUM_TAXES': 'The sum of the tax gross amounts is not ESR.T.',
  '#TAX_AMOUNTS': 'Net + TAmt is not Amt in a tax line.',
  '#TAX_POSITIONS': 'The positions of a tax group, after modifiers, do not add up to its tax line.',
  '#TAX_GROUP':
    'The tax group is unknown: use a group of the country, a percentage, or send a tax line for it.',
  '#MOD_PN': 'A modifier refers to a position that does not exist.',
  '#TN_EXISTS': 'TL/TT/TN was registered before in the same year. After a lost answer resend it to /restart.',
  '#D_WINDOW': 'ESR.D is too far from the system time (Normalize_D, default 7 days).',
  '#FN_NOT_ALLOWED': 'ESR.FN is assigned by the register and cannot be sent.',
  '#NO_CFG': 'No configuration yet: send POST /cfg before the first transaction.',
  '#CFG': 'The configuration is incomplete or wrong. The Warning names the field.',
  '#RN': 'The register name is not allowed: letters, digits, blank and . _ - $ only, 1 to 100 characters.',
  '#NOT_FOUND': 'There is no such record.',
  '#DUPLICATE': 'Not an error: /restart found the transaction and returns the stored result.',
  '#NOT_FISCALISED': 'Warning: the module of this country is not available, the receipt is only journaled.',
  '#JOURNAL_FAILED':
    'The record could not be written to disk. Nothing was registered; retry when the disk is well.',
  '#STOPPING': 'The service is shutting down. Retry after the restart.',
  '#INTERNAL': 'A defect of the service. Nothing was registered; the log has the details.',
  '#NOT_AVAILABLE': 'This version does not support the requested kind of transaction yet.',
  '#PT_DT': 'ESR.DT is not a document type of the Portuguese list.',
  '#PT_DT_SIGN':
    'The sign of the total does not fit the document type: credit notes are negative, all others not.',
  '#PT_TAXID_REQUIRED': 'From 1000.00 EUR on the tax id of the customer (Ctm.TaxId) is required.',
  '#PT_TAXID': 'The Portuguese tax id has nine digits and a check digit; this one is wrong.',
  '#PT_MIXED_SIGNS': 'Positive and negative positions in one document, other than line voids, are forbidden.',
  '#PT_CASH_LIMIT': 'Cash payments must stay below 3000.00 EUR.',
  '#PT_TAX_RATE': 'The tax rate belongs to no Portuguese tax group.',
  '#PT_SERIES': 'TL and TT make the series name: letters, digits and . _ - only, 35 characters at most.',
  '#PT_D_ORDER': 'The date is before the last document of the series; the law wants them in order.',
  '#PT_KEY': 'No signing key can be used.',
} as const;

/** An error constant as it appears in `Result.ErrorCode`. */
export type ErrorCode = keyof typeof ERROR_CODES;
