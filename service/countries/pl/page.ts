/** What the control page shows of a Polish register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words, type PageFact, type PageState } from '../contract/described-page/words.ts';
import type { Failure, FiscalPrinterState } from '../contract/fiscal-printer.ts';

/** What the page is made of. Times are local, `YYYY-MM-DDThh:mm:ss`. */
export interface PolandPageInput {
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** Null: the profile names none. */
  printer: {
    address: string;
    /** What it said of itself last, and when. */
    seen: { at: string; state: FiscalPrinterState } | null;
    failure: Failure | null;
    /** It prints reports over a period. */
    hasReports: boolean;
  } | null;
  /** The last receipt that is known: daily report, or 0 where these have no number, and number; null before. */
  lastReceipt: { z: number; number: number } | null;
  /** Tax groups, null for no percentage, with the letter of the printer's table that stands for each; null for none. */
  rates: readonly { group: string; rate: string | null; letter: string | null }[];
  /** The printer has been asked for its rates. */
  areRatesKnown: boolean;
  /** A receipt that nobody knows the outcome of; null for none. */
  open: { total: string; isNumbered: boolean } | null;
  problems: readonly Problem[];
}

/** The page of a register. */
export function polandPage(input: PolandPageInput): DescribedPage {
  const { open, printer, today } = input;
  return {
    sections: [
      ...(open ? [openReceipt(open, today)] : []),
      printerSection(input),
      ...(printer?.hasReports ? [reports(today)] : []),
      rates(input),
    ],
  };
}

function printerSection({ printer, lastReceipt, problems }: PolandPageInput): PageSection {
  return {
    name: 'printer',
    heading: words('printer.heading'),
    intro: words('printer.intro'),
    wide: true,
    parts: [
      { kind: 'problems', problems },
      { kind: 'facts', facts: printer ? factsOf(printer, lastReceipt) : [] },
      ...(printer
        ? [
            {
              kind: 'actions' as const,
              actions: [
                { action: 'look', label: words('printer.look'), done: words('printer.looked') },
                {
                  action: 'close-day',
                  label: words('printer.close'),
                  primary: true as const,
                  confirm: {
                    heading: words('printer.closeHeading'),
                    consequences: [words('printer.closePrints'), words('printer.closeFinal')],
                    submit: words('printer.close'),
                  },
                  done: words('printer.closed'),
                },
              ],
            },
          ]
        : []),
    ],
  };
}

const fact = (name: string, value: PageFact['value'], state?: PageState): PageFact => ({
  label: words(`printer.${name}`),
  value,
  ...(state && { state }),
});

function factsOf(
  { address, seen, failure }: NonNullable<PolandPageInput['printer']>,
  lastReceipt: PolandPageInput['lastReceipt'],
): PageFact[] {
  const at = fact('address', address);
  const receipt = lastReceipt === null ? [] : [fact('receipt', lastReceipt.number)];
  if (!seen) return [condition(failure, null), at, ...receipt];
  const { serial, z, dayOpen, paperNearEnd, clock, nextZRequired, unsent } = seen.state;
  return [
    condition(failure, seen.state),
    { ...fact('serial', serial), copy: true },
    ...(z > 0 ? [fact('z', z)] : []),
    ...(dayOpen === null ? [] : [fact('day', words(dayOpen ? 'printer.dayOpen' : 'printer.dayClosed'))]),
    ...(nextZRequired ? [fact('due', { time: nextZRequired }, seen.state.zRequired ? 'bad' : 'good')] : []),
    ...receipt,
    ...memory(seen.state),
    ...(paperNearEnd ? [fact('paper', words('printer.paperLow'), 'warn')] : []),
    ...(unsent === null ? [] : [fact('unsent', unsent, unsent > 0 ? 'warn' : 'good')]),
    ...(clock ? [fact('clock', { time: clock })] : []),
    at,
    fact('seen', { time: seen.at }),
  ];
}

function condition(failure: Failure | null, state: FiscalPrinterState | null): PageFact {
  if (failure) return fact('condition', words(`printer.trouble.${failure.trouble}`), 'bad');
  if (!state) return fact('condition', words('printer.unasked'), 'warn');
  if (!state.offline) return fact('condition', words('printer.ready'), 'good');
  const why = state.paperEnd ? 'trouble.paper' : state.coverOpen ? 'trouble.cover' : 'offline';
  return fact('condition', words(`printer.${why}`), 'bad');
}

function memory({ memoryFull, memoryNearlyFull, memoryUsed }: FiscalPrinterState): PageFact[] {
  const name = memoryFull ? 'full' : memoryNearlyFull ? 'nearlyFull' : 'free';
  const used = memoryUsed ? [fact('used', { percent: memoryUsed })] : [];
  if (memoryFull === null) return used;
  const state = memoryFull ? 'bad' : memoryNearlyFull ? 'warn' : 'good';
  return [fact('memory', words(`printer.memories.${name}`), state), ...used];
}

function rates({ rates: rows, areRatesKnown }: PolandPageInput): PageSection {
  return {
    name: 'rates',
    heading: words('rates.heading'),
    intro: words('rates.intro'),
    wide: true,
    parts: [
      {
        kind: 'table',
        caption: words('rates.heading'),
        columns: [words('rates.group'), words('rates.rate'), words('rates.letter')],
        rows: rows.map(({ group, rate, letter }) => ({
          id: group,
          cells: [
            { value: group, remark: words(`rates.groups.${group}`) },
            { value: rate === null ? words('rates.exempt') : { percent: rate } },
            letter !== null
              ? { value: letter }
              : { value: words(areRatesKnown ? 'rates.none' : 'rates.unasked'), state: 'warn' as const },
          ],
        })),
        empty: words('rates.none'),
      },
    ],
  };
}

/** Reports of the fiscal memory over a period. */
function reports(today: string): PageSection {
  const first = `${today.slice(0, 8)}01`;
  return {
    name: 'reports',
    heading: words('reports.heading'),
    intro: words('reports.intro'),
    parts: [
      {
        kind: 'form',
        action: {
          action: 'period',
          label: words('reports.print'),
          done: words('reports.printed'),
          fields: [
            {
              ...{ type: 'select', name: 'what', label: words('reports.what'), required: true },
              options: [
                { value: 'sum', label: words('reports.sum') },
                { value: 'closings', label: words('reports.closings') },
              ],
              value: 'sum',
            },
            {
              ...{ type: 'date', name: 'from', label: words('reports.from'), required: true },
              ...{ most: today, value: first },
            },
            {
              ...{ type: 'date', name: 'till', label: words('reports.till'), required: true },
              ...{ most: today, value: today },
            },
          ],
        },
      },
    ],
  };
}

/** A manager says what became of a receipt. */
function openReceipt(
  { total, isNumbered }: NonNullable<PolandPageInput['open']>,
  today: string,
): PageSection {
  return {
    name: 'open',
    heading: words('open.heading'),
    intro: words('open.intro'),
    wide: true,
    parts: [
      {
        kind: 'notice',
        state: 'warn',
        title: words('open.title', { amount: { amount: total, currency: 'PLN' } }),
        text: words('open.text'),
      },
      {
        kind: 'actions',
        actions: [
          {
            action: 'printed',
            label: words('open.printed'),
            fields: [
              {
                ...{
                  type: 'number',
                  name: 'number',
                  label: words('open.number'),
                  help: words('open.numberHelp'),
                },
                ...{ required: true, digits: 0, least: '1', most: '9999999' },
              },
              ...(isNumbered
                ? [
                    {
                      ...{
                        type: 'number' as const,
                        name: 'z',
                        label: words('open.z'),
                        help: words('open.zHelp'),
                      },
                      ...{ digits: 0, least: '1', most: '99999' },
                    },
                  ]
                : []),
              {
                ...{ type: 'date', name: 'day', label: words('open.day'), required: true },
                ...{ most: today, value: today },
              },
              {
                ...{ type: 'text', name: 'time', label: words('open.time'), help: words('open.timeHelp') },
                ...{ rule: words('open.timeHelp'), required: true, most: 5 },
                pattern: '([01][0-9]|2[0-3]):[0-5][0-9]',
              },
            ],
            done: words('open.decided'),
          },
          {
            action: 'not-printed',
            label: words('open.notPrinted'),
            confirm: {
              heading: words('open.notPrinted'),
              consequences: [words('open.again'), words('open.twice')],
              submit: words('open.notPrinted'),
              danger: true,
            },
            done: words('open.decided'),
          },
        ],
      },
    ],
  };
}
