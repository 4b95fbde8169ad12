/** Sweden: every receipt is registered at a control unit or control server before it is printed (SFL chapter 39). */
import { keysOf, textAt } from '../base/cash-register/books.ts';
import { journalDrawer } from '../base/cash-register/steps.ts';
import type { Country } from '../contract/country.ts';
import { act } from './actions.ts';
import { audit } from './audit.ts';
import { lastNumber, NUMBERS } from './books.ts';
import { cfgWarnings, checkCfg, checkChange, checkReceipt, checkVoid } from './checks.ts';
import { CODES } from './codes.ts';
import { isCompanyId } from './company.ts';
import { copyReceipt } from './copies.ts';
import { device } from './device.ts';
import { saft } from './export.ts';
import { fiscalise, prepare } from './fiscalise.ts';
import { background, page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { rulesOn } from './taxes.ts';
import { verifyJournalExport } from './verify/verify.ts';

const KEYS = keysOf('SE');

/** The Swedish module. */
export const sweden: Country = {
  code: 'SE',
  language: 'sv',
  currency: { code: 'SEK', digits: 2 },
  paymentGroups: new Set(),
  mandatory: new Set(['Pos.IN']),
  // The unit knows the register by it.
  numbering: (TL, TT) => `${TL}-${TT}`.toUpperCase(),
  strictVoids: false,
  usesKey: false,
  codes: CODES,
  attributes: ['Fiscal_Timeout'],
  taxRules: (day) => rulesOn(day),
  companyTaxId: { name: 'organisationsnummer', example: '556000-4615', isRight: isCompanyId },
  checkCfg,
  // Before the first receipt, what was entered wrongly may be put right.
  checkChange: (cfg, current, state) => (lastNumber(state) === 0 ? [] : checkChange(cfg, current)),
  cfgWarnings,
  check: (esr) => checkReceipt(esr),
  checkVoid,
  lastTimes: (state) => ({ entered: textAt(state, KEYS.last), dated: [] }),
  prepare,
  device,
  fiscalise,
  drawerOpened: journalDrawer('SE'),
  copyReceipt,
  paper,
  background,
  page,
  act,
  problems,
  restored: NUMBERS.restored,
  audit,
  exports: { saft },
  exportChecks: { skvfs: verifyJournalExport },
};
