/** What the control page shows of a Slovak register and lets a manager do, as data. */
import type { PageField } from '../contract/described-page/fields.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words } from '../contract/described-page/words.ts';
import {
  certificateSection,
  lastNumberSection,
  sendingSection,
  type OnlinePageInput,
} from '../base/online/page.ts';

/** What the page is made of besides what all online countries have. */
export interface SlovakiaPageInput extends OnlinePageInput {
  /** Of the register at eKasa; empty as long as it is not known. */
  code: string;
  swId: string;
  /** SwId is that of a certification. */
  isCertified: boolean;
  /** The last receipt number of the month. */
  highest: number;
  /** Numbers given since the backup are not known: the highest that is. Null: all are. */
  restored: number | null;
}

/** The page of a register. */
export function slovakiaPage(input: SlovakiaPageInput): DescribedPage {
  return {
    sections: [
      ...(input.restored === null ? [] : [lastNumberSection(input.restored)]),
      sendingSection(input, false),
      certificateSection(input, ['xml', 'pkcs12', 'pem']),
      register(input),
      place(),
    ],
  };
}

function register({ code, swId, isCertified, highest }: SlovakiaPageInput): PageSection {
  return {
    name: 'register',
    heading: words('register.heading'),
    intro: words('register.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          code === ''
            ? { label: words('register.code'), value: words('register.unknown') }
            : { label: words('register.code'), value: code, copy: true },
          { label: words('register.number'), value: highest },
          {
            label: words('register.swId'),
            value: swId,
            copy: true,
            state: isCertified ? 'good' : 'warn',
            explanation: words(isCertified ? 'register.certified' : 'register.uncertified'),
          },
        ],
      },
    ],
  };
}

function text(name: string, most: number, more: Partial<PageField> = {}): PageField {
  return { type: 'text', name, label: words(`place.${name}`), most, ...more } as PageField;
}

/** Degrees with six decimals. */
function degrees(name: string, most: string): PageField {
  const bounds = { least: `-${most}`, most, digits: 6, required: true as const };
  return { type: 'number', name, label: words(`place.${name}`), ...bounds };
}

function place(): PageSection {
  const required = { required: true as const };
  const done = words('place.done');
  return {
    name: 'place',
    heading: words('place.heading'),
    intro: words('place.intro'),
    parts: [
      {
        kind: 'actions',
        actions: [
          {
            action: 'place-address',
            label: words('place.address'),
            fields: [
              ...[text('municipality', 255, required), text('street', 255, required)],
              ...[text('building', 10), text('property', 10), text('postcode', 10)],
            ],
            done,
          },
          {
            action: 'place-gps',
            label: words('place.gps'),
            fields: [degrees('longitude', '180'), degrees('latitude', '90')],
            done,
          },
          {
            action: 'place-other',
            label: words('place.other'),
            fields: [text('other', 255, { ...required, label: words('place.otherText') })],
            done,
          },
        ],
      },
    ],
  };
}
