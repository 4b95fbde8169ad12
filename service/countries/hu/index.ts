/** Hungary: receipts are documents of a fiscal printer with a control unit, which reports them itself (48/2013 NGM). */
import { otherCompanyOfReceipts } from '../base/company-change.ts';
import type { Country } from '../contract/country.ts';
import { act } from './actions.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { cfgWarnings, checkReceipt, checkVoid, interpret } from './checks.ts';
import { CODES } from './codes.ts';
import { readTaxNumber } from './customer.ts';
import { device } from './device.ts';
import { FIELDS } from './fields.ts';
import { fiscalise } from './fiscalise.ts';
import { deliver, deliverAll, MOST_AT_ONCE } from './invoice/delivery.ts';
import { restored } from './invoice/fiscalise.ts';
import { prepare } from './memory.ts';
import { background, page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { PAYMENT_GROUPS } from './payments.ts';
import { rulesOn, vatLine } from './taxes.ts';

/** How long an invoice waits for NAV, ms. */
const PATIENCE_MS = 5000;

/** The Hungarian module. */
export const hungary: Country = {
  code: 'HU',
  language: 'hu',
  currency: { code: 'HUF', digits: 2 },
  otherCurrencies: true,
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
    ...{ name: 'Adószám', example: '12345676-2-41' },
    isRight: (text) => readTaxNumber(text) !== null,
  },
  checkCfg: () => [],
  checkChange: otherCompanyOfReceipts((taxId) => readTaxNumber(taxId)?.taxpayerId ?? taxId),
  cfgWarnings,
  interpret,
  check: (esr, _amounts, { cfg }) => checkReceipt(esr, cfg),
  checkVoid,
  prepare,
  device,
  fiscalise,
  delivery: { patience: PATIENCE_MS, deliver, several: { most: MOST_AT_ONCE, deliverAll } },
  restored,
  paper,
  background,
  page,
  act,
  problems,
  audit,
};
