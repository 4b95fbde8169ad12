/** What the control page shows of a Polish register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import { condition, openReceipt, printerFact as fact } from '../base/fiscal-printer/page.ts';
import type { PageField } from '../contract/described-page/fields.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words, type PageFact } from '../contract/described-page/words.ts';
import type { Extract, Failure, FiscalPrinterState } from '../contract/fiscal-printer.ts';

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
    /** Reports over a period that it prints. */
    extracts: readonly Extract[];
  } | null;
  /** The last receipt that is known: daily report, or 0 where these have no number, and number; null before. */
  lastReceipt: { z: number; number: number } | null;
  /** Tax groups, null for no percentage, with the letter of the printer's table that stands for each; null for none. */
  rates: readonly { group: string; rate: string | null; letter: string | null }[];
  /** The printer has been asked for its rates. */
  areRatesKnown: boolean;
  /** A receipt that nobody knows the outcome of; null for none. */
  open: { total: string; isNumbered: boolean; isInvoice: boolean } | null;
  problems: readonly Problem[];
}

/** The page of a register. */
export function polandPage(input: PolandPageInput): DescribedPage {
  const { open, printer, today } = input;
  return {
    sections: [
      ...(open ? [openReceipt({ ...open, currency: 'PLN', number: numberFields(open), today })] : []),
      printerSection(input),
      ...(printer && printer.extracts.length > 0 ? [reports(printer.extracts, today)] : []),
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
function reports(extracts: readonly Extract[], today: string): PageSection {
  const kinds = (['sum', 'closings'] as const).filter((kind) => extracts.includes(kind));
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
              options: kinds.map((value) => ({ value, label: words(`reports.${value}`) })),
              value: kinds[0]!,
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

/** What names a receipt: its number, and that of the daily report where these have one. */
function numberFields({ isNumbered, isInvoice }: NonNullable<PolandPageInput['open']>): PageField[] {
  const number: PageField = {
    ...{ type: 'number', name: 'number', label: words('open.number'), help: words('open.numberHelp') },
    ...{ required: true, digits: 0, least: '1', most: '9999999' },
  };
  const z: PageField = {
    ...{ type: 'number', name: 'z', label: words('open.z'), help: words('open.zHelp') },
    ...{ digits: 0, least: '1', most: '99999' },
  };
  // The number of an invoice is known: the till has given it.
  return [...(isInvoice ? [] : [number]), ...(isNumbered ? [z] : [])];
}
