/** Italy: receipts are documents of a fiscal printer, which numbers, prints and reports them (DLgs 127/2015, art. 2). */
import { otherCompanyOfReceipts } from '../base/company-change.ts';
import { interpret } from '../base/fiscal-printer/printer.ts';
import type { Country } from '../contract/country.ts';
import { act } from './actions.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { cfgWarnings, checkReceipt, checkVoid } from './checks.ts';
import { CODES } from './codes.ts';
import { device } from './device.ts';
import { FIELDS } from './fields.ts';
import { fiscalise } from './fiscalise.ts';
import { prepare } from './memory.ts';
import { background, page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { PAYMENT_GROUPS } from './payments.ts';
import { bareTaxId, isVatNumber } from './tax-id.ts';
import { rulesOn, vatLine } from './taxes.ts';

/** The Italian module. */
export const italy: Country = {
  code: 'IT',
  language: 'it',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: PAYMENT_GROUPS,
  mandatory: new Set(),
  strictVoids: true,
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: (day) => rulesOn(day),
  vatLine,
  companyTaxId: {
    ...{ name: 'Partita IVA', example: '12345670017' },
    isRight: (text) => isVatNumber(bareTaxId(text)),
  },
  checkCfg: () => [],
  checkChange: otherCompanyOfReceipts(bareTaxId),
  cfgWarnings,
  interpret,
  check: (esr, _amounts, services) => checkReceipt(esr, services),
  checkVoid,
  prepare,
  device,
  fiscalise,
  paper,
  background,
  page,
  act,
  problems,
  audit,
};
