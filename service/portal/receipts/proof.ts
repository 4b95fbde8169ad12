/**
 * Receipts that name a customer are personal (doc 3: publicly accessible storage of
 * personal receipts has access control). Their address alone does not open them: a
 * picture of the code on a screen may be in anybody's hands. Whoever opens one says
 * something of the customer that the receipt has.
 */
import { COUNTRIES } from '../../countries/list.ts';
import type { Esr } from '../../receipt/tra.ts';
import { normalForm } from '../../normal-form.ts';

/** What is asked for, the first that the receipt has. */
const ASKED = [
  ['Zip', 'zip'],
  ['TaxId', 'taxId'],
  ['CN', 'customerNumber'],
  ['Nam', 'name'],
] as const;

/** What a customer is asked for. */
export type Asked = (typeof ASKED)[number][1];

/** Fields of a customer that say nothing of him. */
const OF_NOBODY = new Set(['Ctry', 'Cat']);

/** What stands for a customer whom nobody knows, in the countries that have such a thing. */
const NOBODY = new Set(
  COUNTRIES.flatMap(({ code, finalConsumer: none }) =>
    none ? [none.TaxId, code + none.TaxId, none.Nam].map(plain) : [],
  ),
);

/** Whether a receipt says something of a customer. */
export function isPersonal({ Ctm }: Esr): boolean {
  return Object.entries((Ctm ?? {}) as Record<string, unknown>).some(([field, value]) => {
    if (OF_NOBODY.has(field) || value === '' || value === null || value === undefined) return false;
    // What is no text is not known to be of nobody.
    return typeof value !== 'string' || !NOBODY.has(plain(value));
  });
}

/** What a receipt asks its customer for, and the answer; null for a receipt that names nobody. */
export function questionOf({ Ctm }: Esr): { asked: Asked; answer: string } | null {
  const customer = (Ctm ?? {}) as Record<string, unknown>;
  for (const [field, asked] of ASKED) {
    const value = customer[field];
    const answer = typeof value === 'string' ? plain(value) : '';
    if (answer !== '' && !NOBODY.has(answer)) return { asked, answer };
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
  return normalForm(text, 'NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function bare(text: string): string {
  return text.replace(/^[a-z]{2}(?=\d)/, '');
}
