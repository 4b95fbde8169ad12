/** Croatia: receipts with a protection code of their own, reported to the tax administration (Zakon o fiskalizaciji). */
import { otherCompany } from '../base/company-change.ts';
import type { Country } from '../contract/country.ts';
import { act } from './actions.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { checkCfg, checkReceipt } from './checks.ts';
import { CODES } from './codes.ts';
import { deliver } from './delivery.ts';
import { ENVIRONMENT } from './environment.ts';
import { FIELDS } from './fields.ts';
import { fiscalise } from './fiscalise.ts';
import { bareOib, isOib } from './oib.ts';
import { page, problems } from './overview.ts';
import { exemptGroup, paper } from './paper.ts';
import { PAYMENT_GROUPS } from './payment-means.ts';
import { RECEIPT_CHECK } from './qr.ts';
import { paperNumber } from './receipt-data.ts';
import { NUMBERS } from './restored.ts';
import { rulesOn, withCombinedGroups, vatLine } from './taxes.ts';

/** How long a sale waits for CIS, ms. */
const PATIENCE_MS = 5000;

/** The Croatian module. */
export const croatia: Country = {
  code: 'HR',
  language: 'hr',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: PAYMENT_GROUPS,
  mandatory: new Set(['OprTIN']),
  numbering: (TL, TT) => `${TL}/${TT}`.toUpperCase(),
  gaplessNumbers: true,
  strictVoids: false,
  ownValues: ['HR_ParagonBrRac'],
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: (day) => rulesOn(day),
  vatLine,
  companyTaxId: { name: 'OIB', example: '12345678903', isRight: (text) => isOib(bareOib(text)) },
  checkCfg,
  checkChange: (cfg, current) => otherCompany(cfg, current, bareOib),
  interpret: withCombinedGroups,
  // Entered when everything works again, weeks later at worst.
  readExisting: (esr) => (paperNumber(esr) === null ? null : withCombinedGroups(esr)),
  check: (esr, _amounts, { cfg }) => checkReceipt(esr, cfg),
  practice: (_state, context) => (ENVIRONMENT.isTest(context) ? 'Fiscal_Test' : null),
  fiscalise,
  delivery: { patience: PATIENCE_MS, deliver },
  paper,
  terminalNumber: ({ TL, TT, TN }) => `${TN}/${TL}/${TT}`,
  receiptCheck: RECEIPT_CHECK,
  exemptGroup,
  page,
  act,
  problems,
  restored: NUMBERS.restored,
  audit,
};
