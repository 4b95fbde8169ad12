/** What the control page shows of a Danish register and lets a manager do, as data. */
import { journalSection, type JournalPageInput } from '../base/cash-register/page.ts';
import { certificateSection, type OnlinePageInput } from '../base/online/page.ts';
import type { DescribedPage } from '../contract/described-page/page.ts';

/** What the page is made of. */
export interface DenmarkPageInput extends OnlinePageInput, JournalPageInput {}

/** The page of a register. */
export function denmarkPage(input: DenmarkPageInput): DescribedPage {
  return { sections: [journalSection(input, 'DKK'), certificateSection(input)] };
}
