import type en from '../../../../resources/locales/en.json';

/** Document type code of the tax authority that this page has words for. */
export type DocumentType = keyof typeof en.portugal.type;

/** Class of documents, as the tax authority sorts them. */
export type DocumentClass = keyof typeof en.portugal.class;

/** All document types by class, the usual ones of a shop first. */
export const DOCUMENT_TYPES: Readonly<Record<DocumentClass, readonly DocumentType[]>> = {
  SI: ['FS', 'FT', 'FR', 'NC', 'ND'],
  MG: ['GR', 'GT', 'GA', 'GC', 'GD'],
  WD: ['CM', 'OR', 'PF', 'NE', 'FO', 'CC', 'FC', 'OU', 'RP', 'RE', 'CS', 'LD', 'RA'],
  PY: ['RG', 'RC'],
};

/** Classes in their order. */
export const documentClasses = Object.keys(DOCUMENT_TYPES) as DocumentClass[];

/** A code as one that there are words for, else null: a newer service may know more. */
export function knownType(code: string): DocumentType | null {
  return documentClasses.flatMap((name) => DOCUMENT_TYPES[name]).find((type) => type === code) ?? null;
}

/** Class of a document type. */
export function classOf(type: DocumentType): DocumentClass {
  return documentClasses.find((name) => DOCUMENT_TYPES[name].includes(type)) ?? 'SI';
}
