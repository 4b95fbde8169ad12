/**
 * France: tickets, invoices, grand totals and technical events in signed chains (CGI art. 286,
 * I, 3° bis; BOI-TVA-DECLA-30-10-30; NF525).
 */

import { otherCompany } from '../base/company-change.ts';
import type { Country } from '../contract/country.ts';
import { act } from './actions.ts';
import { ARCHIVE, exported } from './archiving.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { lastTimes } from './books.ts';
import { cfgWarnings, checkReceipt } from './checks.ts';
import { CODES } from './codes.ts';
import { isTurnover } from './document.ts';
import { background, practiceOf, prepare } from './due.ts';
import { reprinted } from './duplicate.ts';
import { archiveExport } from './exports/archive.ts';
import { chainExport } from './exports/chain-xml.ts';
import { jetExport } from './exports/jet-csv.ts';
import { totalExport } from './exports/total-xml.ts';
import { FIELDS } from './fields.ts';
import { abandoned, fiscalise } from './fiscalise.ts';
import { textSigner } from './key.ts';
import { page, problems } from './overview.ts';
import { paper } from './paper.ts';
import { receiptSignature } from './receipt-signature.ts';
import { restored } from './restored.ts';
import { profileChanged } from './rights.ts';
import { bareTaxId, isVatNumber } from './tax-id.ts';
import { rulesOn } from './taxes.ts';

/** The French module. */
export const france: Country = {
  code: 'FR',
  language: 'fr',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: new Set(),
  mandatory: new Set(['Opr', 'DT']),
  // Numbers begin with both, joined by a dash.
  numbering: (TL, TT) => `${TL}-${TT}`.toUpperCase(),
  strictVoids: false,
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  taxRules: (day) => rulesOn(day),
  companyTaxId: { name: 'n° de TVA', example: 'FR40303265045', isRight: isVatNumber },
  checkCfg: () => [],
  checkChange: (cfg, current) => otherCompany(cfg, current, bareTaxId),
  cfgWarnings,
  // In the test phase nothing may count: totals are never reset.
  interpret: (esr, services) =>
    practiceOf(services) !== null && isTurnover(esr) ? { ...esr, NFS: 'Training' } : esr,
  check: (esr) => checkReceipt(esr),
  lastTimes,
  practice: (_state, context) => practiceOf(context),
  prepare,
  fiscalise,
  reprinted,
  originalOnce: true,
  // Who only looks at a copy sees no number of it.
  copyLacks: ['Print'],
  stepped: (type, esr, state, context) => (type === 'TraV' ? abandoned(esr, state, context) : null),
  textSigner,
  receiptSignature,
  paper,
  background,
  page,
  act,
  problems,
  profileChanged,
  restored,
  audit,
  exports: {
    'nf525-export': chainExport,
    'nf525-total': totalExport,
    'nf525-jet': jetExport,
    [ARCHIVE]: archiveExport,
  },
  exported,
};
