/** What the control page shows of a Norwegian register and lets a manager do, as data. */
import { journalSection, type JournalPageInput } from '../base/cash-register/page.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';

/** What the page is made of. */
export interface NorwayPageInput extends JournalPageInput {
  /** Algorithm of the key; null without one. */
  algorithm: string | null;
  /** Its version as it was entered; empty where registers count by themselves. */
  entered: string;
}

/** Bytes of a key file. */
const MOST_KEY = 10_000;
/** Letters of a version (`keyVersion` of the schema). */
export const MOST_VERSION = 50;

/** The page of a register. */
export function norwayPage(input: NorwayPageInput): DescribedPage {
  return { sections: [journalSection(input, 'NOK'), key(input)] };
}

function key({ algorithm, entered }: NorwayPageInput): PageSection {
  const value = algorithm ?? words('key.none');
  return {
    name: 'key',
    setUp: true,
    heading: words('key.heading'),
    intro: words('key.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [{ label: words('key.algorithm'), value, state: algorithm === null ? 'bad' : 'good' }],
      },
      {
        kind: 'form',
        action: {
          action: 'key',
          label: words('key.save'),
          done: words('key.saved'),
          fields: [
            {
              ...{ type: 'file', name: 'file', accept: '.pem,.key,.txt', most: MOST_KEY, required: true },
              ...{ label: words('key.file'), help: words('key.help') },
            },
            {
              ...{ type: 'text', name: 'version', most: MOST_VERSION, value: entered },
              ...{ label: words('key.version'), help: words('key.versionHelp') },
            },
          ],
        },
      },
    ],
  };
}
