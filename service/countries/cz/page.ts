/** What the control page shows of a Czech register and lets a manager do, as data. */
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';
import {
  authoritySection,
  certificateSection,
  sendingSection,
  type TrustingPageInput,
} from '../base/online/page.ts';
import type { RenewalFacts } from './renewal.ts';
import type { EetVersion } from './version.ts';

/** What the page is made of besides what all online countries have. */
export interface CzechiaPageInput extends TrustingPageInput {
  /** What is in force today; null: nothing is recorded. */
  version: EetVersion | null;
  /** Premises or unit of the profile; empty without. */
  unit: string;
  /** `TL/TT`. */
  till: string;
  /** How the certificate is renewed; null where it is not. */
  renewal: RenewalFacts | null;
}

/** The page of a register. */
export function czechiaPage(input: CzechiaPageInput): DescribedPage {
  return {
    sections: [
      sendingSection(input, input.version !== null),
      certificateSection(input),
      ...(input.renewal ? [renewal(input.renewal)] : []),
      authoritySection(input.trusted),
      unit(input),
    ],
  };
}

function unit({ version, unit: number, till }: CzechiaPageInput): PageSection {
  return {
    name: 'unit',
    heading: words('unit.heading'),
    intro: words('unit.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          {
            label: words('unit.version'),
            value: words(`unit.versions.${version ?? 'off'}`),
            explanation: words('unit.versionText'),
            state: version === null ? 'warn' : 'good',
          },
          number === ''
            ? { label: words('unit.number'), value: words('unit.none'), explanation: words('unit.noneText') }
            : { label: words('unit.number'), value: number, copy: true },
          { label: words('unit.till'), value: till, copy: true },
        ],
      },
    ],
  };
}

/** How the certificate is renewed, by itself or at once. */
function renewal({ from, asked, failure }: RenewalFacts): PageSection {
  return {
    name: 'renewal',
    heading: words('renewal.heading'),
    intro: words('renewal.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          asked === null
            ? { label: words('renewal.from'), value: { day: from } }
            : {
                label: words('renewal.asked'),
                value: { time: asked },
                explanation: words('renewal.askedText'),
              },
          ...(failure === null
            ? []
            : [
                {
                  label: words('renewal.last'),
                  value: words('renewal.failed'),
                  state: 'warn' as const,
                  explanation: words('error.renewal', { text: failure }),
                },
              ]),
        ],
      },
      {
        kind: 'actions',
        actions: [{ action: 'renew', label: words('renewal.now'), done: words('renewal.done') }],
      },
    ],
  };
}
