/** What the control page shows of a Hungarian register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import { openReceipt } from '../base/fiscal-printer/page.ts';
import type { PageAction, PageField } from '../contract/described-page/fields.ts';
import type { CertificatePart, DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words, type PageFact, type PageState } from '../contract/described-page/words.ts';
import { invoiceSections, type InvoicePageInput } from './invoice/page.ts';
import type { Failure, FiscalPrinterState } from '../contract/fiscal-printer.ts';

/** What the page is made of. Times are local, `YYYY-MM-DDThh:mm:ss`. */
export interface HungaryPageInput {
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** Null: the profile names none. */
  printer: {
    address: string;
    /** What it said of itself last, and when. */
    seen: { at: string; state: FiscalPrinterState } | null;
    failure: Failure | null;
    /** It wants to know what a euro is worth. */
    hasEuro: boolean;
    /** It prints nothing. */
    isPaperless: boolean;
    /** Certificate that it knows the register by; null: none yet. Missing: it wants none. */
    client?: CertificatePart['certificate'];
    /** One was asked for, and is not issued yet. */
    isRequested?: boolean;
  } | null;
  /** Day on which the open day was opened; null while none is open, as far as the register knows. */
  openedOn: string | null;
  rates: readonly { group: string; rate: string; index: number }[];
  /** Total of a receipt that nobody knows the outcome of; null for none. */
  open: { total: string } | null;
  problems: readonly Problem[];
  /** Invoices that are ours and not the printer's. */
  invoices: InvoicePageInput;
}

/** A number of a document as it is printed. */
const NUMBER = '(NY|SZ|ST|VS)-[A-Z][0-9]{8}/[0-9]{8}/[0-9]{4}/[0-9]{5}';
const COPIED = '(NY|SZ)-[A-Z][0-9]{8}/[0-9]{8}/[0-9]{4}/[0-9]{5}';
const LONGEST_NUMBER = 32;
const NUMBER_FIELDS: readonly PageField[] = [
  {
    ...{ type: 'text', name: 'number', label: words('open.number'), help: words('open.numberHelp') },
    ...{ rule: words('open.numberHelp'), required: true, pattern: NUMBER, most: LONGEST_NUMBER },
  },
];
/** It is renewed in the last 30 days at the earliest. */
const WARN_DAYS = 30;

/** The page of a register. */
export function hungaryPage(input: HungaryPageInput): DescribedPage {
  const { open, printer } = input;
  const isCloud = printer?.isPaperless === true;
  return {
    sections: [
      ...(open
        ? [
            openReceipt({
              ...{ ...open, currency: 'HUF', number: NUMBER_FIELDS, today: input.today },
              ...(isCloud && { says: 'cloud.open' as const }),
            }),
          ]
        : []),
      printerSection(input),
      ...(printer?.client !== undefined ? [certificate(printer.client, printer.isRequested === true)] : []),
      ...(printer && !printer.isPaperless ? [reprint()] : []),
      ...(printer?.hasEuro ? [euro(input.today, isCloud)] : []),
      ...invoiceSections(input.invoices),
      rates(input),
    ],
  };
}

function printerSection({ printer, problems, openedOn }: HungaryPageInput): PageSection {
  const facts = printer ? factsOf(printer, openedOn) : [];
  const isCloud = printer?.isPaperless === true;
  return {
    name: 'printer',
    heading: words(at(isCloud, 'heading')),
    intro: words(at(isCloud, 'intro')),
    wide: true,
    parts: [
      { kind: 'problems', problems },
      { kind: 'facts', facts },
      ...(printer ? [{ kind: 'actions' as const, actions: dayActions(printer, openedOn !== null) }] : []),
    ],
  };
}

/** Words about a printer, or about a register in the cloud, which prints nothing. */
function at(isCloud: boolean, name: string): string {
  return `${isCloud ? 'cloud' : 'printer'}.${name}`;
}

/** What a register in the cloud knows the shop by. */
function certificate(kept: CertificatePart['certificate'], isRequested: boolean): PageSection {
  return {
    ...{ name: 'certificate', setUp: true },
    ...{ heading: words('certificate.heading'), intro: words('certificate.intro') },
    parts: [
      {
        kind: 'certificate',
        heading: words('certificate.own'),
        hint: words('certificate.hint'),
        certificate: kept,
        warnDays: WARN_DAYS,
        upload: {
          ...{ action: 'certificate', formats: ['pkcs12', 'pem'] },
          ...{ where: words('certificate.where'), done: words('certificate.done') },
        },
        remove: {
          action: 'forget-certificate',
          consequence: words('certificate.consequence'),
          done: words('certificate.removed'),
        },
      },
      ...(isRequested
        ? [
            {
              kind: 'facts' as const,
              facts: [{ label: words('certificate.own'), value: words('certificate.waits') }],
            },
          ]
        : []),
      { kind: 'actions', actions: [kept ? renewal(kept.daysLeft) : request()] },
    ],
  };
}

/** With what the authority shows once when the register is registered. */
function request(): PageAction {
  return {
    ...{
      action: 'request-certificate',
      label: words('certificate.request'),
      done: words('certificate.requested'),
    },
    fields: [
      {
        ...{
          type: 'text',
          name: 'token',
          label: words('certificate.token'),
          help: words('certificate.tokenHelp'),
        },
        ...{ required: true, most: 200 },
      },
    ],
  };
}

function renewal(daysLeft: number): PageAction {
  return {
    ...{
      action: 'renew-certificate',
      label: words('certificate.renew'),
      done: words('certificate.requested'),
    },
    ...(daysLeft <= WARN_DAYS && { primary: true as const }),
  };
}

function dayActions(printer: NonNullable<HungaryPageInput['printer']>, isOpen: boolean): PageAction[] {
  const isCloud = printer.isPaperless;
  return [
    { action: 'look', label: words(at(isCloud, 'look')), done: words(at(isCloud, 'looked')) },
    { action: 'x-report', label: words(at(isCloud, 'xReport')), done: words(at(isCloud, 'xReported')) },
    // What the printer said may be older than the last opening or closing.
    ...(isOpen ? [] : [openAction(isCloud)]),
    ...(isOpen || mayBeOpen(printer) ? [closeAction(isCloud, isOpen)] : []),
  ];
}

/** Whether a day may be open that the register knows nothing of: others have opened it, or it was restored. */
function mayBeOpen({ seen, failure }: NonNullable<HungaryPageInput['printer']>): boolean {
  return seen?.state.dayOpen !== false || failure?.trouble === 'closing-needed';
}

function closeAction(isCloud: boolean, isOpen: boolean): PageAction {
  return {
    action: 'close-day',
    label: words('printer.close'),
    ...(isOpen && { primary: true as const }),
    confirm: {
      heading: words('printer.closeHeading'),
      consequences: [words(at(isCloud, 'closeReports')), words('printer.closeFinal')],
      submit: words('printer.close'),
    },
    done: words('printer.closed'),
  };
}

function openAction(isCloud: boolean): PageAction {
  return {
    action: 'open-day',
    label: words('printer.open'),
    primary: true,
    fields: [
      {
        ...{
          type: 'number',
          name: 'cash',
          label: words('printer.cash'),
          help: words(at(isCloud, 'cashHelp')),
        },
        ...{ required: true, digits: 0, least: '0', most: '9999995', value: '0' },
      },
    ],
    done: words('printer.opened'),
  };
}

function factsOf(
  { address, seen, failure }: NonNullable<HungaryPageInput['printer']>,
  openedOn: string | null,
): PageFact[] {
  const fact = (name: string, value: PageFact['value'], state?: PageState): PageFact => ({
    label: words(`printer.${name}`),
    value,
    ...(state && { state }),
  });
  const condition = failure
    ? fact('condition', words(`printer.trouble.${failure.trouble}`), 'bad')
    : seen
      ? fact('condition', words('printer.ready'), 'good')
      : fact('condition', words('printer.unasked'), 'warn');
  const isOpen = seen?.state.dayOpen ?? openedOn !== null;
  const day = fact('day', words(isOpen ? 'printer.dayOpen' : 'printer.dayClosed'), isOpen ? 'good' : 'warn');
  const since = openedOn === null ? [] : [fact('openedOn', { day: openedOn })];
  const at = fact('address', address);
  if (!seen) return [condition, day, ...since, at];
  const { serial, z, paperNearEnd } = seen.state;
  return [
    ...[condition, { ...fact('serial', serial), copy: true as const }, day, ...since, fact('z', z)],
    ...(paperNearEnd ? [fact('paper', words('printer.paperLow'), 'warn')] : []),
    ...[at, fact('seen', { time: seen.at })],
  ];
}

function rates({ rates: rows }: HungaryPageInput): PageSection {
  return {
    name: 'rates',
    heading: words('rates.heading'),
    intro: words('rates.intro'),
    wide: true,
    parts: [
      {
        kind: 'table',
        caption: words('rates.heading'),
        columns: [words('rates.group'), words('rates.rate'), words('rates.index')],
        rows: rows.map(({ group, rate, index }) => ({
          id: group,
          cells: [
            { value: group, remark: words(`rates.groups.${group}`) },
            { value: { percent: rate } },
            { value: String(index) },
          ],
        })),
        empty: words('rates.none'),
      },
    ],
  };
}

function reprint(): PageSection {
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
              ...{
                type: 'text',
                name: 'number',
                label: words('reprint.number'),
                help: words('open.numberHelp'),
              },
              ...{ rule: words('open.numberHelp'), required: true, pattern: COPIED, most: LONGEST_NUMBER },
            },
          ],
        },
      },
    ],
  };
}

function euro(today: string, isCloud: boolean): PageSection {
  return {
    name: 'euro',
    heading: words('euro.heading'),
    intro: words(isCloud ? 'cloud.euro' : 'euro.intro'),
    parts: [
      {
        kind: 'form',
        action: {
          action: 'euro',
          label: words('euro.set'),
          done: words(isCloud ? 'cloud.euroDone' : 'euro.done'),
          fields: [
            {
              ...{ type: 'number', name: 'rate', label: words('euro.rate') },
              ...{ required: true, digits: 2, least: '100', most: '9999' },
            },
            { type: 'date', name: 'day', label: words('euro.day'), required: true, value: today },
          ],
        },
      },
    ],
  };
}
