/** What the control page shows of a French register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import type { PeriodKind } from '../base/closings.ts';
import type { PageAction } from '../contract/described-page/fields.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words, type PageFact, type PageState } from '../contract/described-page/words.ts';

/** What the page is made of. Amounts are decimal texts in euros, days `YYYY-MM-DD`, times local. */
export interface FrancePageInput {
  certificate: { rules: 'NF525' | 'LNE'; number: string; category: string | null; isNone: boolean };
  software: string;
  /** Serial of the key; null: there is none yet. */
  key: string | null;
  /** When the journal of events began; null before. */
  begun: string | null;
  /** Events so far. */
  events: number;
  totals: { real: string; absolute: string };
  periods: readonly { kind: PeriodKind; from: string; total: string; count: number }[];
  /** Month in which fiscal years end. */
  yearMonth: number;
  /** Last day that archives have without a gap, and what has to be archived first: a fiscal year, or days of one; null for none. */
  archive: { till: string | null; due: { from: string; till: string; isYear: boolean } | null };
  /** The year so far, for exports. */
  year: { from: string; till: string };
  /** The clock has to be confirmed: the last time or day that is known. */
  clock: { last: string } | null;
  problems: readonly Problem[];
}

const EUR = 'EUR';
/** Characters of the name of an inspector. */
const MOST_NAME = 100;

/** The page of a register. */
export function francePage(input: FrancePageInput): DescribedPage {
  return {
    sections: [
      ...(input.clock ? [clockSection(input.clock)] : []),
      certification(input),
      totals(input),
      exports(input),
    ],
  };
}

function clockSection({ last }: { last: string }): PageSection {
  return {
    name: 'clock',
    heading: words('clock.heading'),
    intro: words('clock.intro'),
    wide: true,
    parts: [
      {
        kind: 'notice',
        state: 'bad',
        title: words('clock.title', { last: last.length > 10 ? { time: last } : { day: last } }),
        text: words('clock.text'),
      },
      {
        kind: 'actions',
        actions: [
          {
            action: 'clock',
            label: words('clock.confirm'),
            confirm: {
              heading: words('clock.confirm'),
              consequences: [words('clock.consequence'), words('clock.final')],
              submit: words('clock.confirm'),
              danger: true,
            },
            done: words('clock.confirmed'),
          },
        ],
      },
    ],
  };
}

function certification(input: FrancePageInput): PageSection {
  const { certificate, software, key, begun, events, problems } = input;
  const fact = (name: string, value: PageFact['value'], state?: PageState): PageFact => ({
    label: words(`certification.${name}`),
    value,
    ...(state && { state }),
  });
  const { rules, number, category, isNone } = certificate;
  return {
    name: 'certification',
    setUp: true,
    heading: words('certification.heading'),
    intro: words('certification.intro'),
    wide: true,
    parts: [
      { kind: 'problems', problems },
      {
        kind: 'facts',
        facts: [
          fact('rules', rules),
          fact('number', number, isNone ? 'warn' : 'good'),
          ...(category === null || rules === 'LNE'
            ? []
            : [fact('category', words(`certification.categories.${category}`))]),
          fact('software', software),
          key === null
            ? fact('key', words('certification.noKey'), begun === null ? 'warn' : 'bad')
            : { ...fact('key', key), copy: true },
          fact('begun', begun === null ? words('certification.notBegun') : { time: begun }),
          fact('events', events),
        ],
      },
    ],
  };
}

function totals({ totals: perpetual, periods, yearMonth }: FrancePageInput): PageSection {
  return {
    name: 'totals',
    heading: words('totals.heading'),
    intro: words('totals.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: words('totals.real'), value: { amount: perpetual.real, currency: EUR } },
          { label: words('totals.absolute'), value: { amount: perpetual.absolute, currency: EUR } },
          { label: words('totals.yearEnd'), value: String(yearMonth) },
        ],
      },
      {
        kind: 'table',
        caption: words('totals.open'),
        columns: [words('totals.period'), words('totals.from'), words('totals.count'), words('totals.total')],
        rows: periods.map(({ kind, from, total, count }) => ({
          id: kind,
          cells: [
            { value: words(`totals.kinds.${kind}`) },
            { value: { day: from } },
            { value: count },
            { value: { amount: total, currency: EUR } },
          ],
        })),
        empty: words('totals.none'),
      },
    ],
  };
}

/** What no archive has, as a button. */
function missingDays({ from, till, isYear }: { from: string; till: string; isYear: boolean }) {
  const label = isYear
    ? words('exports.due')
    : words('exports.gap', { from: { day: from }, till: { day: till } });
  return { label, from, till, primary: true as const };
}

/** What is missing here was archived at the portal, of which the register knows nothing. */
function portalArchive({ from, till }: { from: string; till: string }): PageAction {
  const days = { from: { day: from }, till: { day: till } };
  return {
    action: 'portal-archive',
    label: words('exports.portal'),
    done: words('exports.portalDone'),
    fixed: { from, till },
    fields: [
      {
        ...{ type: 'text', name: 'who', label: words('exports.portalWho'), required: true },
        ...{ most: MOST_NAME, help: words('exports.portalHelp', days) },
      },
    ],
  };
}

function exports({ archive, year }: FrancePageInput): PageSection {
  const { till, due } = archive;
  const current = { label: words('exports.year'), ...year };
  const missing = due === null ? [] : [missingDays(due)];
  const types = ['nf525-jou', 'nf525-export', 'nf525-total', 'nf525-jet'] as const;
  return {
    name: 'exports',
    heading: words('exports.heading'),
    intro: words('exports.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          {
            label: words('exports.archived'),
            value: till === null ? words('exports.never') : { day: till },
            ...(due && { state: 'warn' as const }),
          },
        ],
      },
      {
        kind: 'exports',
        types: types.map((type) => ({
          type,
          label: words(`exports.types.${type}`),
          periods: type === 'nf525-jou' ? [...missing, current] : [current],
        })),
      },
      {
        kind: 'actions',
        actions: [
          ...(due === null ? [] : [portalArchive(due)]),
          {
            action: 'tax-audit',
            label: words('exports.audit'),
            done: words('exports.auditDone'),
            fields: [
              {
                ...{ type: 'text', name: 'who', label: words('exports.auditWho'), required: true },
                ...{ most: MOST_NAME, help: words('exports.auditHelp') },
              },
            ],
          },
        ],
      },
    ],
  };
}
