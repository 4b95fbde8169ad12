/** What the control page shows of an Italian register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import { condition, openReceipt, printerFact as fact } from '../base/fiscal-printer/page.ts';
import type { PageField } from '../contract/described-page/fields.ts';
import type { DescribedPage, PageCell, PageSection } from '../contract/described-page/page.ts';
import { words, type PageFact } from '../contract/described-page/words.ts';
import type { Extract, Failure, FiscalPrinterState } from '../contract/fiscal-printer.ts';
import { extractsSection } from './page-extracts.ts';

/** What the page is made of. Times are local, `YYYY-MM-DDThh:mm:ss`. */
export interface ItalyPageInput {
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** Null: the profile names none. */
  printer: {
    address: string;
    /** What it said of itself last, and when. */
    seen: { at: string; state: FiscalPrinterState } | null;
    failure: Failure | null;
    /** It prints nothing: an RT server. */
    isPaperless: boolean;
    extracts: readonly Extract[];
  } | null;
  /** Number of the last document that is known, `0012-0034`; null before. */
  lastDocument: string | null;
  /** Tax groups with the department that stands for each; null for none. */
  rates: readonly { group: string; rate: string; nature: string | null; department: number | null }[];
  /** Total of a receipt that nobody knows the outcome of; null for none. */
  open: { total: string } | null;
  problems: readonly Problem[];
}

/** What only a printer can do. */
const PAPER_ACTIONS = [
  { action: 'x-report', label: words('printer.xReport'), done: words('printer.xReported') },
  { action: 'set-clock', label: words('printer.setClock'), done: words('printer.clockSet') },
];

/** What speaks of an open receipt: of a printer, or of an RT server. */
type Says = 'open' | 'serverOpen';

/** A number of a document. */
const numberFields = (says: Says): PageField[] => [
  {
    ...{ type: 'text', name: 'number', label: words(`${says}.number`), help: words('open.numberHelp') },
    ...{ rule: words('open.numberHelp'), required: true, pattern: '[0-9]{1,4}-[0-9]{1,4}', most: 9 },
  },
];

/** The page of a register. */
export function italyPage(input: ItalyPageInput): DescribedPage {
  const { open } = input;
  const says = input.printer?.isPaperless ? 'serverOpen' : 'open';
  return {
    sections: [
      ...(open
        ? [openReceipt({ ...open, currency: 'EUR', number: numberFields(says), today: input.today, says })]
        : []),
      printerSection(input),
      ...(input.printer && !input.printer.isPaperless ? [reprint(input.today)] : []),
      ...(input.printer && input.printer.extracts.length > 0
        ? [extractsSection(input.printer.extracts, input.today)]
        : []),
      rates(input),
    ],
  };
}

function printerSection({ printer, lastDocument, problems }: ItalyPageInput): PageSection {
  const facts = printer ? factsOf(printer, lastDocument) : [];
  const device = printer?.isPaperless ? 'server' : 'printer';
  return {
    name: 'printer',
    heading: words(`${device}.heading`),
    intro: words(`${device}.intro`),
    wide: true,
    parts: [
      { kind: 'problems', problems },
      { kind: 'facts', facts },
      ...(printer
        ? [
            {
              kind: 'actions' as const,
              actions: [
                { action: 'look', label: words(`${device}.look`), done: words(`${device}.looked`) },
                ...(printer.isPaperless ? [] : PAPER_ACTIONS),
                {
                  action: 'close-day',
                  label: words('printer.close'),
                  primary: true as const,
                  confirm: {
                    heading: words('printer.closeHeading'),
                    consequences: [words(`${device}.closeSends`), words('printer.closeFinal')],
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
  { address, seen, failure }: NonNullable<ItalyPageInput['printer']>,
  lastDocument: string | null,
): PageFact[] {
  const at = fact('address', address);
  const document = lastDocument === null ? [] : [{ ...fact('document', lastDocument), copy: true as const }];
  if (!seen) return [condition(failure, null), at, ...document];
  const { serial, z, dayOpen, memoryFull, memoryNearlyFull, certificateExpires, unsent, paperNearEnd } =
    seen.state;
  const { late = null, rejected = null, clock = null, memoryUsed = null, zRequired = null } = seen.state;
  const memory = memoryFull ? 'full' : memoryNearlyFull ? 'nearlyFull' : 'free';
  return [
    condition(failure, seen.state),
    { ...fact('serial', serial), copy: true },
    fact('z', z),
    ...(dayOpen === null
      ? []
      : [
          fact(
            'day',
            words(zRequired ? 'printer.dayOver' : dayOpen ? 'printer.dayOpen' : 'printer.dayClosed'),
            zRequired ? 'bad' : undefined,
          ),
        ]),
    ...document,
    ...(memoryFull === null
      ? []
      : [
          fact(
            'memory',
            words(`printer.memories.${memory}`),
            memoryFull ? 'bad' : memoryNearlyFull ? 'warn' : 'good',
          ),
        ]),
    ...(memoryUsed === null ? [] : [fact('memoryUsed', { percent: memoryUsed })]),
    ...(paperNearEnd ? [fact('paper', words('printer.paperLow'), 'warn')] : []),
    ...(unsent === null ? [] : [fact('unsent', unsent, unsent > 0 ? 'warn' : 'good')]),
    ...(late === null || late === 0 ? [] : [fact('late', late, 'bad')]),
    ...(rejected === null || rejected === 0 ? [] : [fact('rejected', rejected, 'bad')]),
    ...(clock === null ? [] : [fact('clock', { time: clock })]),
    ...(certificateExpires === null ? [] : [fact('certificate', { day: certificateExpires })]),
    at,
    fact('seen', { time: seen.at }),
  ];
}

function rates({ rates: rows, printer }: ItalyPageInput): PageSection {
  // An RT server is told rate and nature of each line.
  const isServer = printer?.isPaperless === true;
  return {
    name: 'rates',
    heading: words('rates.heading'),
    intro: words(isServer ? 'server.rates' : 'rates.intro'),
    wide: true,
    parts: [
      {
        kind: 'table',
        caption: words('rates.heading'),
        columns: [
          words('rates.group'),
          words('rates.rate'),
          words('rates.nature'),
          ...(isServer ? [] : [words('rates.department')]),
        ],
        rows: rows.map(({ group, rate, nature, department }) => ({
          id: group,
          cells: [
            { value: group, remark: words(`rates.groups.${group}`) },
            { value: { percent: rate } },
            { value: nature ?? '' },
            ...(isServer ? [] : [departmentCell(department)]),
          ],
        })),
        empty: words('rates.none'),
      },
    ],
  };
}

function departmentCell(department: number | null): PageCell {
  return department === null
    ? { value: words('rates.none'), state: 'warn' }
    : { value: String(department).padStart(2, '0') };
}

function reprint(today: string): PageSection {
  return {
    name: 'reprint',
    heading: words('reprint.heading'),
    intro: words('reprint.intro'),
    parts: [
      {
        kind: 'form',
        action: {
          action: 'reprint',
          label: words('reprint.print'),
          done: words('reprint.printed'),
          fields: [
            {
              type: 'date',
              name: 'day',
              label: words('reprint.day'),
              required: true,
              most: today,
              value: today,
            },
            {
              type: 'number',
              name: 'number',
              label: words('reprint.number'),
              help: words('reprint.help'),
              required: true,
              digits: 0,
              least: '1',
              most: '9999',
            },
          ],
        },
      },
    ],
  };
}
