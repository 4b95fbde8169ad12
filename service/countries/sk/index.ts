/** Slovakia: receipts of the e-kasa client (zákon č. 384/2025 Z. z., before it č. 289/2008 Z. z.). */
import { tagInLine } from '../../receipt/printed-number.ts';
import { otherCompany } from '../base/company-change.ts';
import { positionsNameOriginals } from '../base/exchange.ts';
import type { Country } from '../contract/country.ts';
import { act, background, page, problems } from './overview.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { checkCfg, checkReceipt } from './checks.ts';
import { CODES } from './codes.ts';
import { ENVIRONMENT, NUMBERS } from './credentials.ts';
import { deliver } from './delivery.ts';
import { FIELDS } from './fields.ts';
import { device } from './device.ts';
import { fiscalise } from './fiscalise.ts';
import { paragonNumber } from './kind.ts';
import { paper } from './paper.ts';
import { prepare, soughtBy } from './references.ts';
import { rulesFor } from './rules.ts';
import { dicOf, hasCheckDigit } from './tax-number.ts';
import { rulesOn } from './taxes.ts';

/** The Slovak module. */
export const slovakia: Country = {
  code: 'SK',
  language: 'sk',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: new Set(),
  mandatory: new Set(),
  strictVoids: false,
  ownValues: ['SK_ParagonNumber'],
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: (day) => rulesOn(day),
  companyTaxId: { name: 'DIČ', example: 'SK2020999992', isRight: hasCheckDigit },
  checkCfg,
  checkChange: (cfg, current) => otherCompany(cfg, current, dicOf),
  // Entered after the repair, weeks later.
  readExisting: (esr) => (paragonNumber(esr) === '' ? null : esr),
  check: checkReceipt,
  practice: (_state, context) => (ENVIRONMENT.isTest(context) ? 'Fiscal_Test' : null),
  corrects: positionsNameOriginals,
  soughtBy,
  prepare,
  device,
  fiscalise,
  delivery: {
    patience: (context) => rulesFor(context.now.slice(0, 10), context.attributes()).patience,
    deliver,
  },
  background,
  restored: NUMBERS.restored,
  paper,
  numberInLine: (printed) => tagInLine('Poradové číslo', printed),
  showsSeat: true,
  // § 8: only the receipt itself has them.
  copyLacks: ['OKP', 'PKP', 'UID'],
  page,
  act,
  problems,
  audit,
};
