/** What X and Z reports are printed with. */
import type { ReportWords } from '../base/cash-register/report-tags.ts';

/** See above. */
export const REPORT_WORDS: ReportWords = {
  number: 'Rapport nr.',
  sales: 'Salg i alt',
  tax: 'Moms',
  opening: 'Byttepenge',
  receipts: 'Kvitteringer',
  returns: 'Returer',
  discounts: 'Rabatter',
  voids: 'Annulleringer',
  copies: 'Kopier',
  proforma: 'Foreløbige regninger',
  training: 'Træning',
  drawer: 'Skuffeåbninger',
  corrections: 'Rettede linjer',
  payIn: 'Indbetalinger',
  payOut: 'Udbetalinger',
  payments: {
    '12001': 'Kontant',
    '12002': 'Betalingskort',
    '12003': 'Kreditkort',
    '12005': 'Gavekort',
    '12011': 'Mobilbetaling',
  },
  other: 'Andet',
  grandSales: 'Grand total salg',
  grandReturns: 'Grand total retur',
  grandNet: 'Grand total netto',
};
