/** What the control page shows of a Spanish register and lets a manager do, as data. */
import type { DescribedPage, PageSection, TablePart } from '../contract/described-page/page.ts';
import { words, type PageFact } from '../contract/described-page/words.ts';
import { certificateSection, sendingSection, type OnlinePageInput } from '../base/online/page.ts';
import type { Flawed } from './corrections.ts';
import type { Declaration } from './declaration.ts';
import type { Region, TaxName } from './region.ts';

/** What the page is made of besides what all online countries have. */
export interface SpainPageInput extends OnlinePageInput {
  region: Region;
  tax: TaxName;
  /** Number of the installation; null before its first record. */
  installation: string | null;
  /** Of its system. */
  facts: readonly PageFact[];
  flawed: readonly Flawed[];
  declaration: Declaration;
}

/** Rows that are shown at once. */
const MOST_ROWS = 50;

/** The page of a register. */
export function spainPage(input: SpainPageInput): DescribedPage {
  const sending = sendingSection(input, false);
  return {
    sections: [
      ...(input.region === 'signed' ? [] : [sending]),
      ...(input.flawed.length > 0 ? [flawed(input.flawed)] : []),
      certificateSection(input),
      system(input),
      exports(input),
      declaration(input.declaration),
    ],
  };
}

/** Records that a manager has to see to: what is wrong, and one button. */
function flawed(all: readonly Flawed[]): PageSection {
  const rows: TablePart['rows'] = all.slice(0, MOST_ROWS).map(({ sq, at, state, text }) => {
    const record = words('flawed.record', { sq: String(sq) });
    const action = { fixed: { sq: String(sq) }, of: record };
    return {
      id: String(sq),
      cells: [
        { value: record },
        { value: words(`flawed.states.${state}`), state: state === 'rejected' ? 'bad' : 'warn' },
        {
          value: text === '' ? words('flawed.noText') : text,
          ...(at !== null && { remark: words('flawed.at', { time: { time: at } }) }),
        },
      ],
      actions: [
        {
          ...action,
          action: 'correct',
          label: words('flawed.correct'),
          primary: true,
          done: words('flawed.corrected'),
        },
        {
          ...action,
          action: 'settle',
          label: words('flawed.settle'),
          done: words('flawed.settled'),
          confirm: {
            heading: words('flawed.settleHeading'),
            consequences: [words('flawed.settleText')],
            submit: words('flawed.settle'),
          },
        },
      ],
    };
  });
  return {
    name: 'flawed',
    heading: words('flawed.heading'),
    intro: words('flawed.intro'),
    wide: true,
    parts: [
      {
        kind: 'table',
        caption: words('flawed.heading'),
        columns: [words('flawed.number'), words('flawed.state'), words('flawed.text')],
        rows,
        ...(all.length > MOST_ROWS && { note: words('flawed.more', { count: all.length - MOST_ROWS }) }),
        empty: words('flawed.none'),
      },
    ],
  };
}

function system({ region, tax, installation, facts }: SpainPageInput): PageSection {
  return {
    name: 'system',
    heading: words('system.heading'),
    intro: words('system.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          {
            label: words('system.region'),
            value: words(`system.regions.${region}`),
            explanation: words('system.regionText'),
          },
          { label: words('system.tax'), value: tax, explanation: words('system.taxText') },
          installation === null
            ? { label: words('system.installation'), value: words('system.noInstallation') }
            : { label: words('system.installation'), value: installation, copy: true },
          ...facts,
        ],
      },
    ],
  };
}

function exports({ now }: SpainPageInput): PageSection {
  const year = now.slice(0, 4);
  return {
    name: 'exports',
    heading: words('exports.heading'),
    intro: words('exports.intro'),
    parts: [
      {
        kind: 'exports',
        types: [
          {
            type: 'es-records',
            label: words('exports.records'),
            periods: [
              {
                label: words('exports.thisYear'),
                from: `${year}-01-01`,
                till: now.slice(0, 10),
                primary: true,
              },
            ],
          },
          {
            type: 'es-declaration',
            label: words('exports.declaration'),
            timeless: true,
            periods: [{ label: words('exports.make'), from: now.slice(0, 10), till: now.slice(0, 10) }],
          },
        ],
      },
    ],
  };
}

/** The producer's declaration (RD 1007/2023, art. 13): shown in the program itself. */
function declaration(facts: Declaration): PageSection {
  return {
    name: 'declaration',
    heading: words('declaration.heading'),
    intro: words('declaration.intro'),
    parts: [
      {
        kind: 'facts',
        facts: facts.map(({ key, value }): PageFact => ({ label: words(`declaration.${key}`), value })),
      },
    ],
  };
}
