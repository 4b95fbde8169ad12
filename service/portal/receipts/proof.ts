/**
 * Receipts that name a customer are personal (doc 3: publicly accessible storage of
 * personal receipts has access control). Their address alone does not open them: a
 * picture of the code on a screen may be in anybody's hands. Whoever opens one says
 * something of the customer that the receipt has.
 */
import type { Esr } from '../../receipt/tra.ts';

/** What is asked for, the first that the receipt has. */
const ASKED = [
  ['Zip', 'zip'],
  ['TaxId', 'taxId'],
  ['CN', 'customerNumber'],
  ['Nam', 'name'],
] as const;

/** What a customer is asked for. */
export type Asked = (typeof ASKED)[number][1];

/** What a customer block says of nobody. */
const OF_NOBODY = new Set(['Ctry', 'Cat']);

/** Whether a receipt says something of a customer. */
export function isPersonal({ Ctm }: Esr): boolean {
  return Object.entries(Ctm ?? {}).some(
    ([field, value]) => !OF_NOBODY.has(field) && value !== null && value !== undefined && value !== '',
  );
}

/** What a receipt asks its customer for, and the answer; null for a receipt that names nobody. */
export function questionOf({ Ctm }: Esr): { asked: Asked; answer: string } | null {
  const customer = (Ctm ?? {}) as Record<string, unknown>;
  for (const [field, asked] of ASKED) {
    const value = customer[field];
    const answer = typeof value === 'string' ? plain(value) : '';
    if (answer !== '') return { asked, answer };
  }
  return null;
}

/** Whether somebody has given the answer; blanks, dots, hyphens, accents and capitals do not count. */
export function isAnswer(given: string, answer: string): boolean {
  const said = plain(given);
  // People leave out the letters of the country, or write them where the receipt does not.
  return said !== '' && (said === answer || bare(said) === bare(answer));
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function bare(text: string): string {
  return text.replace(/^[a-z]{2}(?=\d)/, '');
}
