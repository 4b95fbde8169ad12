/** Slovenia: receipts with a protective mark of their own, verified by FURS (Zakon o davčnem potrjevanju računov). */
import { tagInLine } from '../../receipt/printed-number.ts';
import { otherCompany } from '../base/company-change.ts';
import { positionsNameOriginals } from '../base/exchange.ts';
import type { Country } from '../contract/country.ts';
import { act } from './actions.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { checkCfg, checkReceipt } from './checks.ts';
import { CODES } from './codes.ts';
import { ENVIRONMENT, NUMBERS } from './credentials.ts';
import { deliver } from './delivery.ts';
import { FIELDS } from './fields.ts';
import { fiscalise } from './fiscalise.ts';
import { page, problems } from './overview.ts';
import { numberedByPlace, prepare } from './numbering.ts';
import { exemptGroup, paper, reprinted, terminalNumber } from './paper.ts';
import { bookNumber } from './receipt-data.ts';
import { soughtBy } from './references.ts';
import { bareTaxNumber, isTaxNumber } from './tax-number.ts';
import { rulesOn, vatLine } from './taxes.ts';

/** How long a sale waits for FURS, ms. */
const PATIENCE_MS = 5000;

/** The Slovenian module. */
export const slovenia: Country = {
  code: 'SI',
  language: 'sl',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: new Set(),
  // OprTIN is asked for by the checks: operators from abroad have none.
  mandatory: new Set(),
  numbering: (TL, TT) => `${TL}/${TT}`.toUpperCase(),
  gaplessNumbers: true,
  numberedByPlace,
  numberedApart: (esr) => bookNumber(esr) !== null,
  strictVoids: false,
  ownValues: ['SI_BookNumber', 'SI_BookSet', 'SI_BookSerial'],
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: (day) => rulesOn(day),
  vatLine,
  companyTaxId: {
    ...{ name: 'davčna številka', example: 'SI12345679' },
    isRight: (text) => isTaxNumber(bareTaxNumber(text)),
  },
  checkCfg,
  checkChange: (cfg, current) => otherCompany(cfg, current, bareTaxNumber),
  // Entered when everything works again, weeks later at worst.
  readExisting: (esr) => (bookNumber(esr) ? esr : null),
  check: (esr, _amounts, { cfg }) => checkReceipt(esr, cfg),
  practice: (_state, context) => (ENVIRONMENT.isTest(context) ? 'Fiscal_Test' : null),
  soughtBy,
  corrects: positionsNameOriginals,
  prepare,
  fiscalise,
  delivery: { patience: PATIENCE_MS, deliver },
  paper,
  terminalNumber,
  numberInLine: (printed) => tagInLine('Number', printed),
  reprinted,
  showsSeat: true,
  exemptGroup,
  page,
  act,
  problems,
  restored: NUMBERS.restored,
  audit,
};
