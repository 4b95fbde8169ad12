/** Germany: receipts are signed by a technical security device (KassenSichV, AO § 146a). */
import type { Country } from '../contract/country.ts';
import { ATTRIBUTES } from './attributes.ts';
import { PAYMENT_GROUPS } from './business-case.ts';
import { CODES, MESSAGES } from './codes.ts';
import { FIELDS } from './fields.ts';
import { rulesOn, vatLine } from './taxes.ts';

/** The German module. */
export const germany: Country = {
  code: 'DE',
  fiscalised: true,
  language: 'de',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: PAYMENT_GROUPS,
  mandatory: new Set(['Opr', 'Mod.Dsc']),
  strictVoids: false,
  usesKey: false,
  codes: CODES,
  messages: MESSAGES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: (day) => rulesOn(day),
  vatLine,
  checkCfg: () => [],
  check: () => [],
  fiscalise: () => ({ changes: {}, warnings: [], issues: [] }),
  paper: () => ({ title: '', marks: [] }),
};
