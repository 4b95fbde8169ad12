/** Belgium: whatever a register of the hospitality sector does is signed by a fiscal data module (Royal Decree of 30-12-2009, Ministerial Decree of 29-04-2024). */
import { otherCompanyOfReceipts } from '../base/company-change.ts';
import type { Country } from '../contract/country.ts';
import { act } from './actions.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { cfgWarnings, checkCfg, checkReceipt, interpret } from './checks.ts';
import { CODES } from './codes.ts';
import { reprinted } from './copies.ts';
import { device } from './device.ts';
import { FIELDS } from './fields.ts';
import { fiscalise } from './fiscalise.ts';
import { eventOf } from './kind.ts';
import { tagInLine } from '../../receipt/printed-number.ts';
import { vatNumber } from './numbers.ts';
import { page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { PAYMENT_GROUPS, standardPayment } from './payments.ts';
import { prepare } from './prepare.ts';
import { protect } from './protect.ts';
import { restored } from './restored.ts';
import { languageOf } from './settings.ts';
import { RULES, vatLine } from './taxes.ts';

/** The Belgian module. */
export const belgium: Country = {
  code: 'BE',
  language: 'nl',
  languageOf,
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: PAYMENT_GROUPS,
  mandatory: new Set(),
  strictVoids: true,
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: () => RULES,
  vatLine,
  standardPayment,
  companyTaxId: {
    ...{ name: 'Btw-nummer', example: 'BE0477472701' },
    isRight: (text) => vatNumber(text) !== null,
  },
  checkCfg,
  checkChange: otherCompanyOfReceipts((taxId) => vatNumber(taxId) ?? taxId),
  cfgWarnings,
  protect,
  interpret,
  check: (esr, _amounts, context) => checkReceipt(esr, context),
  corrects: (esr) => eventOf(esr) === 'signInvoice',
  prepare,
  device,
  fiscalise,
  paper,
  numberInLine: (printed) => tagInLine('Ticket', printed),
  reprinted,
  restored,
  page,
  act,
  problems,
  audit,
};
