/** Denmark: a signed journal of transactions, exported as SAF-T Cash Register (momsbekendtgørelsen). */
import { journalCountry } from '../base/cash-register/country.ts';
import { verifyCashRegister } from '../base/cash-register/verify/verify.ts';
import type { Country } from '../contract/country.ts';
import { checkCfg, checkReceipt, NUMBER } from './checks.ts';
import { CODES } from './codes.ts';
import { isCompanyId } from './cvr.ts';
import { saft } from './export.ts';
import { LAW } from './journal.ts';
import { act, page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { RULES } from './taxes.ts';

/** The Danish module. */
export const denmark: Country = {
  ...journalCountry(LAW, NUMBER, 'KOPI'),
  language: 'da',
  currency: { code: 'DKK', digits: 2 },
  codes: CODES,
  taxRules: () => RULES,
  companyTaxId: { name: 'CVR-nummer', example: 'DK88146328', isRight: isCompanyId },
  checkCfg,
  check: (esr) => checkReceipt(esr),
  paper,
  page,
  act,
  problems,
  exports: { saft },
  exportChecks: { saft: verifyCashRegister },
};
