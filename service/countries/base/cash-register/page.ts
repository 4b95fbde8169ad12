/** What the pages of countries with such a journal show in common. */
import type { PageSection } from '../../contract/described-page/page.ts';
import { words } from '../../contract/described-page/words.ts';
import type { KeyVersion } from './books.ts';
import type { Grand } from './sums.ts';
import { money } from './texts.ts';

/** Where the journal of a cash register is. */
export interface JournalPageInput {
  /** Id of the cash register. */
  register: string;
  /** Signed so far. */
  transactions: number;
  keyVersion: KeyVersion;
  grand: Grand;
}

/**
 * The journal.
 * @param currency of the country, ISO 4217
 */
export function journalSection(
  { register, transactions, keyVersion, grand }: JournalPageInput,
  currency: string,
): PageSection {
  const [sales, returns] = [BigInt(grand.sales), BigInt(grand.returns)];
  const amount = (minor: bigint) => ({ amount: money(minor), currency });
  return {
    name: 'journal',
    heading: words('journal.heading'),
    intro: words('journal.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: words('journal.register'), value: register, copy: true },
          { label: words('journal.transactions'), value: String(transactions) },
          { label: words('journal.keyVersion'), value: keyVersion.label || String(keyVersion.version) },
          { label: words('journal.sales'), value: amount(sales) },
          { label: words('journal.returns'), value: amount(returns) },
          { label: words('journal.net'), value: amount(sales - returns) },
        ],
      },
    ],
  };
}
