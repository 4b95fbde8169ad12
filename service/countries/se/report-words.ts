/** What X and Z reports are printed with. */
import type { ReportWords } from '../base/cash-register/report-tags.ts';

/** See above. */
export const REPORT_WORDS: ReportWords = {
  number: 'Rapport nr',
  sales: 'Total försäljning',
  tax: 'Moms',
  opening: 'Växelkassa',
  receipts: 'Kassakvitton',
  returns: 'Returer',
  discounts: 'Rabatter',
  voids: 'Övriga minskningar',
  copies: 'Kvittokopior',
  proforma: 'Ej kvitto',
  training: 'Övning',
  drawer: 'Lådöppningar',
  corrections: 'Rättade rader',
  payIn: 'Insättningar',
  payOut: 'Uttag',
  parked: 'Oavslutade försäljningar',
  payments: {
    '12001': 'Kontant',
    '12002': 'Betalkort',
    '12003': 'Kreditkort',
    '12005': 'Presentkort',
    '12011': 'Mobilbetalning',
  },
  other: 'Övrigt',
  grandSales: 'Grand total försäljning',
  grandReturns: 'Grand total retur',
  grandNet: 'Grand total netto',
};
