/** Norway: a signed journal of transactions, exported as SAF-T Cash Register (kassasystemlova). */
import { journalCountry } from '../base/cash-register/country.ts';
import { verifyCashRegister } from '../base/cash-register/verify/verify.ts';
import type { Country } from '../contract/country.ts';
import { checkCfg, checkReceipt, NUMBER } from './checks.ts';
import { CODES } from './codes.ts';
import { saft } from './export.ts';
import { LAW } from './journal.ts';
import { isCompanyId } from './organisation.ts';
import { act, page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { RULES } from './taxes.ts';

/** The Norwegian module. */
export const norway: Country = {
  ...journalCountry(LAW, NUMBER, 'KOPI'),
  language: 'nb',
  currency: { code: 'NOK', digits: 2 },
  codes: CODES,
  taxRules: () => RULES,
  companyTaxId: { name: 'organisasjonsnummer', example: 'NO974760673MVA', isRight: isCompanyId },
  checkCfg,
  check: (esr) => checkReceipt(esr),
  paper,
  page,
  act,
  problems,
  exports: { saft },
  exportChecks: { saft: verifyCashRegister },
  keyedExports: ['saft'],
};
