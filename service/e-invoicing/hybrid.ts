/** What a PDF file with an invoice inside says of it (Factur-X 1.0 / ZUGFeRD 2, profile EN 16931). */

/** The attachment, and what the metadata tell. */
export const FACTUR_X = {
  fileName: 'factur-x.xml',
  documentType: 'INVOICE',
  version: '1.0',
  level: 'EN 16931',
} as const;
