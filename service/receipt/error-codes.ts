import { ACCESS_CODES } from './error-codes-access.ts';

/**
 * The error constants of all countries: the result code each comes with, what it
 * means and what to do about it. `ErrorCode` in an answer is one of these or one of
 * the register's country (`countries/<cc>/codes.ts`); operators read the text of the
 * same name in `resources/locales/register`. `npm run docs` writes docs/errors.md.
 */
export const ERROR_CODES = {
  ...ACCESS_CODES,
  '#BODY': {
    rc: 'BAD',
    meaning: 'The body is empty, too large or in an unknown encoding.',
    fix: 'Send JSON or XML in UTF-8, at most 5 MB.',
  },
  '#JSON': { rc: 'BAD', meaning: 'The body is not well-formed JSON.', fix: 'The Warning names the place.' },
  '#XML': {
    rc: 'BAD',
    meaning: 'The body is not well-formed XML, is nested too deep, or carries a document type declaration.',
    fix: 'The Warning names line and column. Leave out `<!DOCTYPE`.',
  },
  '#RECORD': {
    rc: 'BAD',
    meaning: 'The body is not a Tra record with an ESR element.',
    fix: 'Send `{"Tra":{"ESR":{...}}}` or `<Tra><ESR .../></Tra>`.',
  },
  '#NAME': {
    rc: 'BAD',
    meaning: 'A property or element name is not allowed.',
    fix: 'Use XML names of at most 100 characters that do not begin with two underscores.',
  },
  '#DUPLICATE_NAME': {
    rc: 'BAD',
    meaning:
      'A value is given twice: in XML as two elements or as attribute and element, in JSON by two names of one object.',
    fix: 'Give it once.',
  },
  '#TYPE': {
    rc: 'BAD',
    meaning: 'A value has the wrong type, for example text where an amount is expected.',
    fix: 'The Warning names the field and the expected form. Decimals have a point, no thousands separator.',
  },
  '#AMOUNT_PRECISION': {
    rc: 'BAD',
    meaning: "An amount is not a multiple of the currency's smallest unit.",
    fix: 'Round amounts to the cent before you add them up; only Qty, Pri and Prc may be finer.',
  },
  '#CHARACTER': {
    rc: 'BAD',
    meaning:
      'A text holds a control character that no receipt or XML file can carry, or one that makes it look like another text: U+007F to U+009F, U+202A to U+202E, U+2066 to U+2069.',
    fix: 'Remove control characters; line feed and tab are fine. U+0080 to U+009F often are Windows-1252 that was taken for ISO-8859-1: name the right charset. U+202A and its like come with names and phone numbers that were copied.',
  },
  '#POSA_MISSING': {
    rc: 'BAD',
    meaning: 'A fiscal receipt has no position.',
    fix: 'Send ESR.PosA, or NF or NFS for a nonfiscal record.',
  },
  '#PAYA_MISSING': {
    rc: 'BAD',
    meaning: 'A receipt with a total has no payment.',
    fix: 'Send ESR.PayA; its amounts add up to ESR.T.',
  },
  '#POS_AMT_MISSING': {
    rc: 'BAD',
    meaning: 'A position has no amount.',
    fix: 'Send Pos.Amt, also where Qty and Pri are given.',
  },
  '#POS_DSC_MISSING': {
    rc: 'BAD',
    meaning: 'A position has no description.',
    fix: 'Send Pos.Dsc.',
  },
  '#POS_TAXG_MISSING': {
    rc: 'BAD',
    meaning: 'A position has no tax group.',
    fix: 'Send Pos.TaxG: a group of the country or a percentage.',
  },
  '#POS_IN_MISSING': {
    rc: 'BAD',
    meaning: 'A position has no article number, which the country demands (SE).',
    fix: 'Send Pos.IN.',
  },
  '#MOD_AMT_MISSING': {
    rc: 'BAD',
    meaning: 'A modifier has no amount.',
    fix: 'Send Mod.Amt: negative for a discount, positive for a markup.',
  },
  '#MOD_DSC_MISSING': {
    rc: 'BAD',
    meaning: 'A modifier has no description, which the country demands (DE).',
    fix: 'Send Mod.Dsc.',
  },
  '#PAY_AMT_MISSING': {
    rc: 'BAD',
    meaning: 'A payment has no amount.',
    fix: 'Send Pay.Amt.',
  },
  '#PAY_DSC_MISSING': {
    rc: 'BAD',
    meaning: 'A payment has no name.',
    fix: 'Send Pay.Dsc, the name of the payment method.',
  },
  '#PAY_FOREIGN': {
    rc: 'BAD',
    meaning:
      'A payment in foreign currency does not say how much of which currency it is, or an amount that cannot be right.',
    fix: 'Send Pay.CC, a code of ISO 4217 such as USD, and Pay.FAmt beside PayG `foreign`, with the sign of Pay.Amt and no more decimals than the currency has; Pay.Amt is in local currency.',
  },
  '#PAY_SIGN': {
    rc: 'BAD',
    meaning: 'Change or a refund is positive on a sale: money that was given back would count as received.',
    fix: 'Send change and refund with a negative Amt, and what the customer gave as it was given.',
  },
  '#TAX_TAXG_MISSING': {
    rc: 'BAD',
    meaning: 'A tax line has no group.',
    fix: 'Send Tax.TaxG, or leave out TaxA.',
  },
  '#TAX_PRC_MISSING': {
    rc: 'BAD',
    meaning: 'A tax line has no percentage.',
    fix: 'Send Tax.Prc, or leave out TaxA.',
  },
  '#TAX_AMT_MISSING': {
    rc: 'BAD',
    meaning: 'A tax line has no gross amount.',
    fix: 'Send Tax.Amt, or Net and TAmt, or leave out TaxA.',
  },
  '#OPR_MISSING': {
    rc: 'BAD',
    meaning: 'The operator is missing, which the country demands (DE, FR).',
    fix: 'Send ESR.Opr.',
  },
  '#OPRTIN_MISSING': {
    rc: 'BAD',
    meaning: 'The tax id of the operator is missing, which the country demands (BE, HR, SI).',
    fix: 'Send ESR.OprTIN.',
  },
  '#DT_MISSING': {
    rc: 'BAD',
    meaning: 'The document type is missing, which the country demands (FR).',
    fix: 'Send ESR.DT.',
  },
  '#EINVOICE_ROUTE': {
    rc: 'BAD',
    meaning:
      'An e-invoice is asked for (ESR.DD), and the register does not know the delivery system, or lacks a setting of it.',
    fix: 'The Warning names what is missing. Set up the system with the attributes `EInvoice_…` of the profile, or send another DD.',
  },
  '#EINVOICE_RECIPIENT': {
    rc: 'BAD',
    meaning: 'ESR.DDto is no address to which the delivery system can send.',
    fix: 'Send `scheme:value` of the code list EAS (access points), or one mail address without a name.',
  },
  '#EINVOICE_FIELD': {
    rc: 'BAD',
    meaning:
      'A value is missing or wrong that an e-invoice needs (EN 16931, or the form that was asked for).',
    fix: 'The Warning names the field of the receipt or of the configuration.',
  },
  '#EINVOICE_TAX': {
    rc: 'BAD',
    meaning:
      'The taxes of a receipt cannot stand on an e-invoice: nobody said why something bears no tax, or categories are mixed that must not be.',
    fix: 'Send VatCategory, and for an exemption VatReason or VatExemption, with the Tax or its positions. The Warning names the place.',
  },
  '#EINVOICE_KIND': {
    rc: 'BAD',
    meaning:
      'No e-invoice can be made of such a record: it is nonfiscal, for training or a test, or a void that is no document.',
    fix: 'Leave out DD. Training and tests go to the test system, DD with `-TEST`; an invoice that was handed over is taken back by a credit note.',
  },
  '#EINVOICE_INVALID': {
    rc: 'BAD',
    meaning: 'The e-invoice would break rules of EN 16931 or of its form.',
    fix: 'The Warning names the rules. Correct the data that they are about.',
  },
  '#EINVOICE_UNAVAILABLE': {
    rc: 'NO',
    meaning: 'The e-invoice could not be tried out now.',
    fix: 'Send the receipt again.',
  },
  '#CTM_MISSING': {
    rc: 'BAD',
    meaning: 'An e-invoice (ESR.DD) has no customer.',
    fix: 'Send ESR.Ctm with name and address.',
  },
  '#CTM_NAM_MISSING': {
    rc: 'BAD',
    meaning: 'An e-invoice (ESR.DD) has no name of the customer.',
    fix: 'Send Ctm.Nam.',
  },
  '#CTM_ADR_MISSING': {
    rc: 'BAD',
    meaning: 'An e-invoice (ESR.DD) has no address of the customer.',
    fix: 'Send Ctm.Adr.',
  },
  '#CTM_ZIP_MISSING': {
    rc: 'BAD',
    meaning: 'An e-invoice (ESR.DD) has no postal code of the customer.',
    fix: 'Send Ctm.Zip.',
  },
  '#CTM_CITY_MISSING': {
    rc: 'BAD',
    meaning: 'An e-invoice (ESR.DD) has no city of the customer.',
    fix: 'Send Ctm.City.',
  },
  '#SUM_POSITIONS': {
    rc: 'BAD',
    meaning: 'The sum of the positions and modifiers is not ESR.T.',
    fix: 'Correct T or the amounts, or leave T out.',
  },
  '#SUM_PAYMENTS': {
    rc: 'BAD',
    meaning: 'The sum of the payments is not ESR.T.',
    fix: 'Send change as a payment of its own, negative, with PayG `change`.',
  },
  '#SUM_TAXES': {
    rc: 'BAD',
    meaning: 'The sum of the tax gross amounts is not ESR.T.',
    fix: 'Correct TaxA, or leave it out: it is computed from the tax groups.',
  },
  '#TAX_AMOUNTS': { rc: 'BAD', meaning: 'Net + TAmt is not Amt in a tax line.', fix: 'Correct the line.' },
  '#TAX_RATE': {
    rc: 'BAD',
    meaning:
      'Portugal, Austria: the tax of a tax line does not fit its percentage. Elsewhere a Warning says so. A cent for each position of the group is allowed for rounding.',
    fix: 'Correct TAmt, or leave out Net and TAmt; with a margin scheme set MarginScheme of the tax line to 1 (Portugal: two positions, the rest of the price in M12 to M15).',
  },
  '#TAX_POSITIONS': {
    rc: 'BAD',
    meaning: 'The positions of a tax group, after modifiers, do not add up to its tax line.',
    fix: 'Spread modifiers over the groups as the register does, or leave TaxA out.',
  },
  '#TAX_GROUP': {
    rc: 'BAD',
    meaning: 'The tax group is unknown.',
    fix: 'Use a group of the country, a percentage such as `23%`, or send a tax line for it.',
  },
  '#MOD_PN': {
    rc: 'BAD',
    meaning: 'A modifier refers to a position that does not exist.',
    fix: 'Give the PN of a position, a range `1-3`, a list `1 3`, `*`, or leave PN out for the position before.',
  },
  '#TN_EXISTS': {
    rc: 'BAD',
    meaning: 'TL/TT/TN was registered before in the same year.',
    fix: 'After a lost answer resend it to /restart. For a new sale use a new TN.',
  },
  '#D_WINDOW': {
    rc: 'BAD',
    meaning:
      'ESR.D is more than 7 days away from the system time, or more than 15 minutes ahead of it. Germany: ESR.D0 is more than 15 minutes after ESR.D.',
    fix: 'Set the clocks of POS and register, or leave D and D0 out.',
  },
  '#CLOCK_BEHIND': {
    rc: 'NO',
    meaning:
      "The register's clock is more than 15 minutes behind the last document (Portugal, Austria), or the last document of the series has a later date than today (Portugal). The law wants documents in order. Nothing was registered.",
    fix: 'Check date and time of the register. Sales go on by themselves from the time that the Warning names on; if the clock is right, a manager says so on the page of the country, and sales go on at once.',
  },
  '#FN_NOT_ALLOWED': {
    rc: 'BAD',
    meaning: 'ESR.FN is assigned by the register and cannot be sent.',
    fix: 'Leave FN out; to refer to another document use RFN.',
  },
  '#NO_CFG': {
    rc: 'NO',
    meaning: 'The register has no configuration yet.',
    fix: 'Send POST /cfg before the first transaction, for the same register name.',
  },
  '#CFG': {
    rc: 'BAD',
    meaning: 'The configuration is incomplete or wrong.',
    fix: 'The Warning names the field.',
  },
  '#RN': {
    rc: 'BAD',
    meaning: 'The register name is not allowed.',
    fix: 'Use letters, digits, blank and `. _ - $`, 1 to 100 characters.',
  },
  '#NOT_FOUND': {
    rc: 'BAD',
    meaning: 'There is no such record, configuration or path. HTTP status 404.',
    fix: 'Check path, method and register name.',
  },
  '#DUPLICATE': {
    rc: 'OK',
    meaning: 'Not an error: /restart found the transaction and returns the stored result.',
    fix: 'Print it as usual.',
  },
  '#CARD_MASKED': {
    rc: 'OK',
    meaning:
      'A text of the receipt held the number of a payment card. It was registered with the first six and the last four digits; the Warnings name the places.',
    fix: 'Print it as usual, with the number masked. Send no card numbers: the id of the payment belongs into UID.',
  },
  '#JOURNAL_FAILED': {
    rc: 'NO',
    meaning:
      'The record could not be written: the disk is full, reports errors, or is write-protected. Nothing was registered.',
    fix: 'Show the UserMessage, which names the cause, and retry. It works as soon as the cause is gone.',
  },
  '#JOURNAL_UNAVAILABLE': {
    rc: 'NO',
    meaning:
      'The journal cannot be read: its database is damaged, missing, of a newer version, or cannot be opened. Nothing was registered.',
    fix: 'Show the UserMessage, which names the cause, and retry (/restart for what was sent to /restart). The service tries again by itself and answers as soon as the cause is gone.',
  },
  '#JOURNAL_DAMAGED': {
    rc: 'NO',
    meaning:
      'A compressed journal file with older records is missing or was changed, so they cannot be read.',
    fix: 'Put the file that the Warning names back from a backup. Newer records and sales are not concerned.',
  },
  '#JOURNAL_IN_ORDER': {
    rc: 'BAD',
    meaning: 'The journal is to be mended in a way that does not fit its state.',
    fix: 'Look at the state (`GET /state`): a rebuild is for `DATABASE_LOST` and `DATABASE_DAMAGED`, a confirmation for `DATABASE_OLDER`, and one at a time.',
  },
  '#INTERNAL': {
    rc: 'NO',
    meaning: 'A defect of the service.',
    fix: 'Resend to /restart. The log of the service has the details; please report it.',
  },
  '#VOID_REFERENCE': {
    rc: 'BAD',
    meaning: 'A void does not say which receipt it takes back, or that one is not of its kind.',
    fix: 'Send ESR.RFN, or ESR.RTL, ESR.RTT and ESR.RTN. A nonfiscal record takes back only a nonfiscal one, and no receipt does that.',
  },
  '#ORIGINAL_NOT_FOUND': {
    rc: 'BAD',
    meaning: 'The receipt to be voided is not in the journal of this register.',
    fix: 'Check the reference and the register name. Where the law allows it, this is only a Warning.',
  },
  '#NEIGHBOUR_SILENT': {
    rc: 'NO',
    meaning:
      'The receipt to be voided may be of another machine of the shop, which did not answer or could not mark it. Nothing was registered.',
    fix: 'Switch the other machine on, look at GET /control/lan, and try again; or void the receipt where it was registered.',
  },
  '#ALREADY_VOIDED': {
    rc: 'BAD',
    meaning: 'The receipt was voided before, or is a void itself.',
    fix: 'A receipt is voided once; register a new sale instead. When the answer to the void was lost, this says that it was registered: the Warning has its SQ, and GET /find?sq= what is to be printed.',
  },
  '#REFERENCE': {
    rc: 'BAD',
    meaning:
      'A position names a position (RPN) that the original does not have, or the receipt names more than 100 originals.',
    fix: 'RPN is the PN of the position in the original, as the POS sent it; without PN positions are numbered from 1.',
  },
  '#VOID_AMOUNT': {
    rc: 'BAD',
    meaning:
      'The void takes back more than the receipt, other amounts by tax percentage, or only a part where the law wants the whole.',
    fix: 'Void the whole receipt with /register/void, or register a return.',
  },
  '#VOID_OF_RETURN': {
    rc: 'BAD',
    meaning: 'The void names a return, and the law or its reports have no void of one.',
    fix: 'Sell the goods again: register a new sale.',
  },
  '#VOID_OF_CASH': {
    rc: 'BAD',
    meaning: 'The void names a movement of cash (payin, payout, balance), which it would book a second time.',
    fix: 'Send the opposite movement: NF=payout for a payin, NF=payin for a payout; NF=balance with the right amount for a wrong balance.',
  },
  '#TEST_RC': {
    rc: 'NO',
    meaning: 'The profile attribute TEST_RC asks for this answer (NO or BAD). Nothing was registered.',
    fix: 'Remove the attribute when the test is done.',
  },
  '#REGISTER_DISABLED': {
    rc: 'NO',
    meaning:
      'The profile attribute Register_disable is set: this machine registers nothing and only signs for other registers.',
    fix: 'Send sales to the register that they belong to, or remove the attribute.',
  },
  '#DEVICE_AT_WORK': {
    rc: 'NO',
    meaning: 'A fiscal device is still working on a transaction (status 423 of GET /last).',
    fix: 'Ask again about once per second.',
  },
  '#TN_MISSING': {
    rc: 'BAD',
    meaning: 'The request does not say which transaction it is about.',
    fix: 'Send TL, TT and TN in the query.',
  },
  '#LAST_MISSING': {
    rc: 'BAD',
    meaning: '/retrieve does not say where to start.',
    fix: 'Send last: the SQ after which reading starts, 0 for the beginning.',
  },
  '#TARGET': {
    rc: 'BAD',
    meaning: 'The target folder of /retrieve or of an export cannot be used.',
    fix: 'Give the full path of an existing folder outside the data root.',
  },
  '#BACKUP_PATH': {
    rc: 'BAD',
    meaning: 'The folder for backups cannot be used, or it holds backups of something else.',
    fix: 'Give the full path of an existing, writable folder outside the data root; the Warning says what is wrong.',
  },
  '#BACKUP_UNUSABLE': {
    rc: 'BAD',
    meaning: 'A register cannot be restored from this: a backup is missing, damaged, or of another register.',
    fix: 'The Warning names the file. Nothing was restored.',
  },
  '#RESTORE_CONFIRM': {
    rc: 'NO',
    meaning:
      'The backups can be read, but are not signed by an installation that is known here, or the signatures of their receipts do not fit. HTTP status 409.',
    fix: 'The Warnings say what was found. Compare the fingerprint with the one that the old installation shows at /service/config; to restore nevertheless send the request again with the code as `confirm`.',
  },
  '#RESTORE_IN_USE': {
    rc: 'NO',
    meaning: 'A backup can be restored only where there is no register of this name. HTTP status 409.',
    fix: 'Restore on a new installation, with an empty data root.',
  },
  '#RESTORE_ONLINE': {
    rc: 'NO',
    meaning: 'Nothing is restored while the installation is connected to the portal. HTTP status 409.',
    fix: 'Take the company badge out of the profile, restore, and put it back.',
  },
  '#RESTORING': {
    rc: 'NO',
    meaning:
      'A register is being restored from a backup. HTTP status 409 where another restore was asked for.',
    fix: 'Wait until GET /backup/info says that it is done, then try again.',
  },
  '#EXPORT_TYPE': {
    rc: 'BAD',
    meaning: "The register's country does not have this export.",
    fix: 'Use one of the types that the Warning names.',
  },
  '#EXPORT_PERIOD': {
    rc: 'BAD',
    meaning: 'This period cannot be exported.',
    fix: 'The Warning says why. from and till are days, both included.',
  },
  '#EXPORT_BUSY': {
    rc: 'NO',
    meaning: 'As many exports are running as may run at a time. HTTP status 503.',
    fix: 'Ask again after the seconds that the header Retry-After names.',
  },
  '#ORIGIN': {
    rc: 'BAD',
    meaning: 'The request comes from a web page of another origin.',
    fix: 'Name the origin in the profile attribute HttpServer_AllowOrigin.',
  },
  '#TERMINAL_TAKEN': {
    rc: 'BAD',
    meaning: 'Another register numbers this terminal of the company; two would give every number twice.',
    fix: 'Send to the register that the Warning names, or give the terminal another TL or TT.',
  },
  '#PROFILE': {
    rc: 'BAD',
    meaning: 'The profile cannot be changed as asked. The Warning says why.',
    fix: 'Send Attributes as a list of name, name=value or name="a b".',
  },
  '#REPO_FILE': {
    rc: 'BAD',
    meaning:
      'PUT or GET /repo: the name of the file is missing, or could not be the name of a file everywhere.',
    fix: 'Send `file` as path and name below a folder of your own, such as `config/till.ini`.',
  },
  '#REPO_CONTENT': {
    rc: 'BAD',
    meaning: 'PUT /repo: the body is no text in UTF-8, or longer than 1 MB.',
    fix: 'Send the content of a text file as it is. Program files and pictures are not documented.',
  },
  // Doc 2 and 3 name it as the warning of a receipt that is registered; answers 26 as the refusal of the portal's routes.
  '#OFFLINE': {
    rc: 'NO',
    meaning:
      'With OK: the receipt is registered, but the authority did not answer in time: its number for the receipt is missing. With NO: what was asked for comes from the portal or a control unit, and the register does not reach it.',
    fix: 'OK: print what the answer holds. The authority is told as soon as it answers, and /last, /find and reprints then have its number. NO: connect the register on the control page, then ask again; receipts are printed as usual where they are registered.',
  },
  '#LICENSE_KEY': {
    rc: 'BAD',
    meaning: 'POST /lic: the license key is missing, or does not look like one.',
    fix: 'Send `key` as the portal shows it.',
  },
  '#NO_PRINTER': {
    rc: 'NO',
    meaning: 'No printer is connected to the register: nothing was printed, shown or opened.',
    fix: 'Print with your own driver, or connect a printer to the register.',
  },
  '#PRINTER_PAPER': {
    rc: 'NO',
    meaning: 'The printer has no paper: nothing was printed.',
    fix: 'Send it again when there is paper.',
  },
  '#PRINTER_COVER': {
    rc: 'NO',
    meaning: 'The cover of the printer is open: nothing was printed.',
    fix: 'Send it again when the cover is closed.',
  },
  '#PRINTER_TROUBLE': {
    rc: 'NO',
    meaning: 'The printer cannot be reached, or is out of order: nothing was printed or opened.',
    fix: 'The Warning says what is the matter. Send it again later.',
  },
  '#PRINT_UNKNOWN': {
    rc: 'NO',
    meaning: 'The printer was sent everything, and nobody can tell whether it is on paper.',
    fix: 'Ask the operator to look before you send it again.',
  },
  '#DISPLAY_TROUBLE': {
    rc: 'NO',
    meaning: 'The line display cannot be reached: nothing was shown.',
    fix: 'The Warning says what is the matter. Send it again, or go on without it.',
  },
  '#DRAWER_TROUBLE': {
    rc: 'NO',
    meaning: 'The drawer cannot be reached, or does not answer.',
    fix: 'The Warning says what is the matter. Open it with its key.',
  },
  '#NO_DISPLAY': {
    rc: 'NO',
    meaning: 'No line display is connected to the register.',
    fix: 'Show it on a screen of your own.',
  },
  '#OVERLOADED': {
    rc: 'NO',
    meaning:
      'More is asked for at once than can be answered in time, of this register or of the whole service. The request was not worked on, and nothing was registered.',
    fix: 'Send it again after the seconds of `Retry-After`; spread tills over several registers.',
  },
  '#CLOUD_FULL': {
    rc: 'NO',
    meaning:
      'The cloud register has no place for this till: all places of its company (100) are taken, or all that there are. Nothing was set up or registered.',
    fix: 'Have the manager of the cloud register free the places of tills that are gone, or send this till to another cloud register of the company; tokens are the same. A POS that sends changing TL or TT takes one place after the other.',
  },
  '#REGISTERS_FULL': {
    rc: 'NO',
    meaning: 'This service holds as many registers as it may (2000). Nothing was set up or registered.',
    fix: 'Look at the registers that are there: a POS that sends changing names makes one after the other. Where so many are wanted, raise the profile attribute `Register_max`.',
  },
  '#REGISTER_UNCLEAR': {
    rc: 'BAD',
    meaning:
      "The request names a company, and several of its registers could be meant, or the register that it comes to is another company's. Nothing was registered: going by a guess, the same receipt could be signed twice.",
    fix: 'Send what the Warning names: TL and TT of the terminal with every request that says TaxId (in ESR, or in the query where there is no ESR), or RN.',
  },
  '#ACTION': {
    rc: 'BAD',
    meaning: 'An action of the control page was not possible. The Warning names the field.',
    fix: 'Correct the field.',
  },
} as const satisfies ErrorCodes;

/** Result code of an answer: registered, invalid data, not possible now. */
export type ResultCode = 'OK' | 'BAD' | 'NO';

/** What there is to know about an error constant. */
export interface ErrorFacts {
  /** Result code of answers that it leads. */
  rc: ResultCode;
  meaning: string;
  fix: string;
}

/** Error constants with what there is to know about them. */
export type ErrorCodes = Readonly<Record<`#${string}`, ErrorFacts>>;

/** An error constant of all countries. */
export type ErrorCode = keyof typeof ERROR_CODES;
