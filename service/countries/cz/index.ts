/** Czechia: sales recorded with the authority (evidence tržeb): EET 1 and EET 2.0 behind one switch. */
import { otherCompany } from '../base/company-change.ts';
import type { Country } from '../contract/country.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { checkCfg, checkReceipt } from './checks.ts';
import { CODES } from './codes.ts';
import { ENVIRONMENT } from './credentials.ts';
import { deliver } from './delivery.ts';
import { FIELDS } from './fields.ts';
import { fiscalise } from './fiscalise.ts';
import { act, background, page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { hasCheckDigit, taxNumberOf } from './tax-number.ts';
import { rulesOn } from './taxes.ts';
import { eetVersion } from './version.ts';

/** How long a sale waits for the authority, ms. */
const PATIENCE_MS = 5000;

/** The Czech module. */
export const czechia: Country = {
  code: 'CZ',
  language: 'cs',
  currency: { code: 'CZK', digits: 2 },
  paymentGroups: new Set(),
  mandatory: new Set(),
  strictVoids: false,
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: (day) => rulesOn(day),
  companyTaxId: { name: 'DIČ', example: 'CZ00000019', isRight: hasCheckDigit },
  checkCfg,
  checkChange: (cfg, current) => otherCompany(cfg, current, taxNumberOf),
  check: (esr, _amounts, services) => checkReceipt(esr, services),
  practice: (_state, context) =>
    ENVIRONMENT.isTest(context) && eetVersion(context.attributes(), context.now.slice(0, 10)) !== null
      ? 'Fiscal_Test'
      : null,
  fiscalise,
  delivery: { patience: PATIENCE_MS, deliver },
  background,
  paper,
  page,
  act,
  problems,
  audit,
};
