/** What the control page shows of a Danish register and lets a manager do, as data. */
import type { Grand } from '../base/cash-register/sums.ts';
import { money } from '../base/cash-register/texts.ts';
import { certificateSection, type OnlinePageInput } from '../base/online/page.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';

/** What the page is made of. */
export interface DenmarkPageInput extends OnlinePageInput {
  /** Id of the cash register. */
  register: string;
  /** Signed so far. */
  transactions: number;
  /** 0 before the first one. */
  keyVersion: number;
  grand: Grand;
}

/** The page of a register. */
export function denmarkPage(input: DenmarkPageInput): DescribedPage {
  return { sections: [journal(input), certificateSection(input)] };
}

function journal({ register, transactions, keyVersion, grand }: DenmarkPageInput): PageSection {
  const net = BigInt(grand.sales) - BigInt(grand.returns);
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
          { label: words('journal.keyVersion'), value: String(keyVersion) },
          { label: words('journal.sales'), value: money(BigInt(grand.sales)) },
          { label: words('journal.returns'), value: money(BigInt(grand.returns)) },
          { label: words('journal.net'), value: money(net) },
        ],
      },
    ],
  };
}
