/** Denmark: a signed journal of transactions, exported as SAF-T Cash Register (momsbekendtgørelsen). */
import { chainEnd } from '../base/chain.ts';
import { journalAudit } from '../base/cash-register/audit.ts';
import { keysOf, restoredAs, textAt } from '../base/cash-register/books.ts';
import { journalBackground, journalPrepare, journalReprinted } from '../base/cash-register/sessions.ts';
import { journalFiscalise } from '../base/cash-register/fiscalise.ts';
import type { Country } from '../contract/country.ts';
import { cfgWarnings, checkCfg, checkChange, checkReceipt } from './checks.ts';
import { CODES } from './codes.ts';
import { isCompanyId } from './cvr.ts';
import { saft } from './export.ts';
import { LAW } from './journal.ts';
import { act, page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { RULES } from './taxes.ts';

const KEYS = keysOf('DK');

/** The Danish module. */
export const denmark: Country = {
  code: 'DK',
  fiscalised: true,
  language: 'da',
  currency: { code: 'DKK', digits: 2 },
  paymentGroups: new Set(),
  mandatory: new Set(),
  // The id of the register is signed, and begins the number of the receipt.
  numbering: (TL, TT) => `${TL}-${TT}`.toUpperCase(),
  strictVoids: false,
  usesKey: false,
  codes: CODES,
  taxRules: () => RULES,
  companyTaxId: { name: 'CVR-nummer', example: 'DK88146328', isRight: isCompanyId },
  checkCfg,
  // Before the first transaction, what was entered wrongly may be put right.
  checkChange: (cfg, current, state) =>
    chainEnd(state, KEYS.chain).number === 0 ? [] : checkChange(cfg, current),
  cfgWarnings,
  check: (esr) => checkReceipt(esr),
  lastTimes: (state) => ({ entered: textAt(state, KEYS.last), dated: [] }),
  prepare: journalPrepare('DK'),
  fiscalise: journalFiscalise(LAW),
  reprinted: journalReprinted('DK', 'KOPI'),
  background: journalBackground('DK'),
  paper,
  page,
  act,
  problems,
  restored: restoredAs('DK'),
  audit: journalAudit(LAW),
  exports: { saft },
};
