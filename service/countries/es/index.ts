/** Spain: VERI*FACTU (RD 1007/2023), signed records, and TicketBAI of the Basque provinces. */
import type { Country } from '../contract/country.ts';
import { act, page, problems } from './overview.ts';
import { ATTRIBUTES } from './attributes.ts';
import { audit } from './audit.ts';
import { checkCfg, checkReceipt } from './checks.ts';
import { CODES, issue } from './codes.ts';
import { ENVIRONMENT } from './credentials.ts';
import { DELIVERY } from './delivery.ts';
import { cfgWarnings, vatLine } from './e-invoice.ts';
import { EXPORTS } from './exports.ts';
import { FIELDS } from './fields.ts';
import { fiscalise } from './fiscalise.ts';
import { bareNif, isNif } from './nif.ts';
import { paper } from './paper.ts';
import { statedKind } from './receipt-document.ts';
import { checkVoid } from './replacement.ts';
import { renewed, terminalName } from './series.ts';
import { background, exportedEvent } from './signed/background.ts';
import { rulesOn } from './taxes.ts';
import { RECEIPT_CHECK } from './verifactu/qr.ts';

/** The Spanish module. */
export const spain: Country = {
  code: 'ES',
  language: 'es',
  currency: { code: 'EUR', digits: 2 },
  paymentGroups: new Set(),
  mandatory: new Set(),
  // Series begin with both, joined by a dash.
  numbering: terminalName,
  strictVoids: true,
  usesKey: false,
  codes: CODES,
  attributes: ATTRIBUTES,
  fields: FIELDS,
  companyTaxId: { name: 'NIF', example: 'B12345674', isRight: (text) => isNif(bareNif(text)) },
  taxRules: (day, cfg) => rulesOn(day, cfg),
  // An invoice in place of simplified ones was counted with them.
  counts: (esr) => (statedKind(esr) === 'F3' ? 'nothing' : undefined),
  corrects: (esr) => statedKind(esr) === 'F3' || statedKind(esr).startsWith('R'),
  vatLine,
  checkCfg,
  cfgWarnings,
  checkChange: (cfg, current) =>
    bareNif(cfg.Cmp.TaxId) === bareNif(current.Cmp.TaxId) && cfg.Cmp.Ctry === current.Cmp.Ctry
      ? []
      : [issue('#CFG', 'Cfg.Cmp.TaxId', 'another company needs a register of its own')],
  check: (esr, _amounts, { cfg }) => checkReceipt(esr, cfg),
  checkVoid,
  practice: (_state, context) => (ENVIRONMENT.isTest(context) ? 'Fiscal_Test' : null),
  fiscalise,
  delivery: DELIVERY,
  restored: (state, { clock }) => ({ details: {}, changes: renewed(state, clock.now()) }),
  background,
  exported: exportedEvent,
  paper,
  receiptCheck: `${RECEIPT_CHECK}?`,
  page,
  act,
  problems,
  exports: EXPORTS,
  audit,
};
