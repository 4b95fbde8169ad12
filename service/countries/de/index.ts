/** Germany: receipts are signed by a technical security device (KassenSichV, AO § 146a). */
import { positionsNameOriginals } from '../base/exchange.ts';
import type { Country } from '../contract/country.ts';
import { act } from './actions.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { background } from './background.ts';
import { PAYMENT_GROUPS } from './business-case.ts';
import { cfgWarnings, checkCfg, checkChange, checkReceipt } from './checks.ts';
import { CODES } from './codes.ts';
import { device } from './device.ts';
import { dsfinvk } from './dsfinvk/export.ts';
import { FIELDS } from './fields.ts';
import { fiscalise } from './fiscalise.ts';
import { page, problems } from './overview.ts';
import { gobd } from './gobd/export.ts';
import { paper } from './paper.ts';
import { interpret, practiceOf } from './practice.ts';
import { prepare } from './prepare.ts';
import { tse } from './tse-archives.ts';
import { step } from './steps.ts';
import { isCompanyId } from './tax-id.ts';
import { receiptFits } from './receipt-fits.ts';
import { report, reportSheet } from './report.ts';
import { restored } from './restored.ts';
import { exemptGroup } from './tax-words.ts';
import { rulesOn, vatLine } from './taxes.ts';
import { verifyDsfinvk } from './verify-dsfinvk/verify.ts';

/** The German module. */
export const germany: Country = {
  code: 'DE',
  language: 'de',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: PAYMENT_GROUPS,
  standardPayment: (group) => (group === 'Bar' ? 'cash' : undefined),
  mandatory: new Set(['Opr', 'Mod.Dsc']),
  strictVoids: false,
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: (day) => rulesOn(day),
  vatLine,
  companyTaxId: { name: 'USt-IdNr.', example: 'DE123456788', isRight: isCompanyId },
  checkCfg,
  checkChange,
  cfgWarnings,
  interpret,
  check: (esr, _amounts, { cfg }) => checkReceipt(esr, cfg),
  practice: (_state, context) => practiceOf(context),
  prepare,
  device,
  step,
  fiscalise,
  paper,
  exemptGroup,
  corrects: positionsNameOriginals,
  background,
  page,
  act,
  problems,
  restored,
  receiptFits,
  audit,
  exports: { dsfinvk, gobd, meldung: report, 'meldung-pdf': reportSheet, tse },
  exportChecks: { dsfinvk: verifyDsfinvk },
};
