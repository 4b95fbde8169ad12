/** Poland: receipts are printed and numbered by a fiscal printer, which tells the tax administration by itself (VAT act, art. 111). */
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
import { knownMemory, prepare } from './memory.ts';
import { bareNip, isNip } from './nip.ts';
import { background, page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { PAYMENT_GROUPS } from './payments.ts';
import { registers } from './registers.ts';
import { rulesOn, vatLine } from './taxes.ts';

/** The Polish module. */
export const poland: Country = {
  code: 'PL',
  language: 'pl',
  currency: { code: 'PLN', digits: 2 },
  paymentGroups: PAYMENT_GROUPS,
  mandatory: new Set(),
  strictVoids: true,
  usesKey: false,
  codes: CODES,
  fields: FIELDS,
  attributes: ATTRIBUTES,
  taxRules: (day) => rulesOn(day),
  vatLine,
  companyTaxId: {
    ...{ name: 'NIP', example: '5260250274' },
    isRight: (text) => isNip(bareNip(text)),
  },
  checkCfg: () => [],
  checkChange: otherCompanyOfReceipts(bareNip),
  cfgWarnings,
  interpret,
  check: (esr) => checkReceipt(esr),
  checkVoid,
  // People know the number of the day that is on paper.
  ownNumber: (number, state) => {
    const z = knownMemory(state)?.z ?? 0;
    return z > 0 && /^[1-9]\d{0,6}$/.test(number) ? `${z}/${number}` : null;
  },
  exports: { ewidencje: registers },
  prepare,
  device,
  fiscalise,
  paper,
  // The number in the day, which stands in Fis.
  numberInLine: (printed) => JSON.stringify({ FN: printed.replace(/^nr\s*/, '') }).slice(1, -1),
  background,
  page,
  act,
  problems,
  audit,
};
