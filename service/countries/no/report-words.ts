/** What X and Z reports are printed with. */
import type { ReportWords } from '../base/cash-register/report-tags.ts';

/** See above. */
export const REPORT_WORDS: ReportWords = {
  number: 'Rapport nr.',
  sales: 'Salg i alt',
  tax: 'MVA',
  opening: 'Vekselpenger',
  receipts: 'Kvitteringer',
  returns: 'Returer',
  discounts: 'Rabatter',
  voids: 'Annulleringer',
  copies: 'Kopier',
  proforma: 'Foreløpige kvitteringer',
  training: 'Trening',
  drawer: 'Skuffåpninger',
  corrections: 'Rettede linjer',
  payIn: 'Innbetalinger',
  payOut: 'Utbetalinger',
  payments: {
    '12001': 'Kontant',
    '12002': 'Bankkort',
    '12003': 'Kredittkort',
    '12005': 'Gavekort',
    '12011': 'Mobilbetaling',
  },
  other: 'Annet',
  grandSales: 'Grand total salg',
  grandReturns: 'Grand total retur',
  grandNet: 'Grand total netto',
};
