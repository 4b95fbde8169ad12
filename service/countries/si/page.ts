/** What the control page shows of a Slovenian register and lets a manager do, as data. */
import type { PageField } from '../contract/described-page/fields.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words, type PageFact } from '../contract/described-page/words.ts';
import {
  authoritySection,
  certificateSection,
  lastNumberSection,
  sendingSection,
  type TrustingPageInput,
} from '../base/online/page.ts';
import type { Registered } from './premises.ts';

/** What the page is made of besides what all online countries have. */
export interface SloveniaPageInput extends TrustingPageInput {
  /** Of this register, as they stand in receipt numbers. */
  premises: string;
  device: string;
  /** Null: FURS was not told of the premises. */
  registered: Registered | null;
  /** Numbers given since the backup are not known: the highest that is. Null: all are. */
  restored: number | null;
}

/** The page of a register. */
export function sloveniaPage(input: SloveniaPageInput): DescribedPage {
  return {
    sections: [
      ...(input.restored === null ? [] : [lastNumberSection(input.restored)]),
      sendingSection(input),
      certificateSection(input),
      authoritySection(input.trusted),
      premisesSection(input),
      numbers(input),
    ],
  };
}

function text(name: string, most: number, more: Partial<PageField> = {}): PageField {
  return { type: 'text', name, label: words(`premises.${name}`), required: true, most, ...more } as PageField;
}

function digits(name: string, most: number): PageField {
  return text(name, most, { pattern: `[0-9]{1,${most}}`, rule: words('premises.digits', { most }) });
}

function premisesSection({ premises, registered, now }: SloveniaPageInput): PageSection {
  const from: PageField = {
    ...{ type: 'date', name: 'from', label: words('premises.from'), required: true },
    value: now.slice(0, 10),
  };
  const note: PageField = { type: 'text', name: 'note', label: words('premises.note'), most: 1000 };
  const real: PageField[] = [
    ...[digits('cadastral', 4), digits('building', 5), digits('section', 4)],
    ...[text('street', 100), text('house', 10)],
    { type: 'text', name: 'houseMore', label: words('premises.houseMore'), most: 10 },
    ...[text('community', 100), text('city', 100)],
    text('postcode', 4, { pattern: '[0-9]{4}', rule: words('premises.postcodeRule') }),
    ...[from, note],
  ];
  const type: PageField = {
    ...{ type: 'select', name: 'type', label: words('premises.type'), required: true },
    options: (['A', 'B', 'C'] as const).map((value) => ({
      value,
      label: words(`premises.types.${value}`),
    })),
  };
  const isOpen = registered !== null && !registered.closed;
  const done = words('premises.done');
  return {
    name: 'premises',
    setUp: true,
    heading: words('premises.heading'),
    intro: words('premises.intro'),
    parts: [
      { kind: 'facts', facts: premisesFacts(premises, registered) },
      {
        kind: 'actions',
        actions: [
          { action: 'premises-real', label: words('premises.real'), fields: real, done },
          {
            action: 'premises-movable',
            label: words('premises.movable'),
            fields: [type, from, note],
            done,
          },
          ...(isOpen
            ? []
            : [
                {
                  action: 'premises-known',
                  label: words('premises.known'),
                  help: words('premises.knownHelp'),
                  done: words('premises.knownDone'),
                },
              ]),
          ...(isOpen && registered.place
            ? [
                {
                  action: 'premises-close',
                  label: words('premises.close'),
                  confirm: {
                    heading: words('premises.closeHeading'),
                    consequences: [words('premises.closeText')],
                    submit: words('premises.closeNow'),
                    danger: true as const,
                  },
                  done: words('premises.closed'),
                },
              ]
            : []),
        ],
      },
    ],
  };
}

function premisesFacts(premises: string, registered: Registered | null): PageFact[] {
  const state = registered === null ? 'unknown' : registered.closed ? 'closed' : 'open';
  const value = words(`premises.states.${state}`);
  return [
    { label: words('numbers.premises'), value: premises, copy: true },
    { label: words('premises.state'), value, state: state === 'open' ? 'good' : 'warn' },
    ...(registered ? [{ label: words('premises.since'), value: { day: registered.from } }] : []),
  ];
}

function numbers({ premises, device }: SloveniaPageInput): PageSection {
  return {
    name: 'numbers',
    heading: words('numbers.heading'),
    intro: words('numbers.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: words('numbers.premises'), value: premises, copy: true },
          { label: words('numbers.device'), value: device, copy: true },
        ],
      },
    ],
  };
}
