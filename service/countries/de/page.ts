/** What the control page shows of a German register and lets a manager do, as data. */
import { daysBetween } from '../../receipt/time.ts';
import type { Problem } from '../../wire.ts';
import type { PageAction, PageField } from '../contract/described-page/fields.ts';
import type { DescribedPage, PagePart, PageSection, PageStep } from '../contract/described-page/page.ts';
import { words, type PageFact, type PageValue } from '../contract/described-page/words.ts';
import type { Tses, TseUnit } from '../contract/tse.ts';
import type { Outage, PastOutage } from './outages.ts';
import { exportsSection } from './page-exports.ts';
import { lendSection } from './page-lend.ts';
import { isLocked, unblockFields } from './page-pins.ts';

/** What the page is made of. Times are local, `YYYY-MM-DDThh:mm:ss`. */
export interface GermanyPageInput {
  /** Today, `YYYY-MM-DD`. */
  today: string;
  units: readonly TseUnit[];
  models: Tses['models'];
  /** Other tills may sign here; null where they may not. */
  lending: { hasPassword: boolean } | null;
  /** Serial of the recording system. */
  client: string;
  /** The open period; null after a closing. */
  period: { nr: number; since: string } | null;
  lastClosing: number;
  /** Anything was signed by this register. */
  hasSigned: boolean;
  outage: Outage | null;
  past: readonly PastOutage[];
  /** Transactions that are begun. */
  open: number;
  /** Company, place and programs, for the report to the tax office; empty texts where they are missing. */
  report: Readonly<Record<'company' | 'taxNumber' | 'taxId' | 'place' | 'software' | 'hardware', string>>;
  problems: readonly Problem[];
}

const MOST_SETTING = 500;
/** Of a serial, to tell two TSEs apart. */
const MARK_LETTERS = 8;
/** Days before its end from which a certificate is pointed out. */
export const WARN_DAYS = 90;

/** The page of a register. */
export function germanyPage(input: GermanyPageInput): DescribedPage {
  const isReady = input.hasSigned && input.units.length > 0;
  return {
    sections: [
      ...(isReady ? [] : [startSection(input)]),
      tseSection(input, isReady),
      ...(input.lending ? [lendSection(input.lending)] : []),
      closingSection(input),
      exportsSection(input.today, input.hasSigned),
      outageSection(input),
      reportSection(input),
    ],
  };
}

/** The way to the first receipt, step by step. */
function startSection(input: GermanyPageInput): PageSection {
  const { units, hasSigned } = input;
  const [first = null] = units;
  const isSetUp = units.some(({ identity }) => identity !== null);
  const stateOf = (isDone: boolean, isNow: boolean) => (isDone ? 'done' : isNow ? 'now' : 'later');
  const step = (name: string, state: PageStep['state'], actions: readonly PageAction[]): PageStep => ({
    ...{ name, title: words(`start.${name}`), text: words(`start.${name}Text`), state },
    ...(state === 'now' && actions.length > 0 && { actions }),
  });
  return {
    name: 'start',
    heading: words('start.heading'),
    intro: words('start.intro'),
    setUp: true,
    wide: true,
    parts: [
      {
        kind: 'steps',
        steps: [
          step('choose', stateOf(first !== null, first === null), input.models.map(addAction)),
          step('setUp', stateOf(isSetUp, first !== null), first ? [setUpAction(first, units)] : []),
          step('receipt', stateOf(hasSigned, isSetUp), [
            {
              action: 'first-receipt',
              label: words('start.sign'),
              primary: true,
              done: words('start.signed'),
            },
          ]),
          step('report', 'later', []),
        ],
      },
    ],
  };
}

/** Kinds of TSE that are nobody's product. */
const KINDS: Readonly<Record<string, PageValue | undefined>> = {
  software: words('tse.software'),
  till: words('tse.ofTill'),
};

/** What a TSE of a kind is called. */
function nameOf(kind: string, product: string): PageValue {
  return KINDS[kind] ?? product;
}

/** What a TSE is called on the page; of those of one kind each by its serial or, before it is set up, its id. */
function calledOf(
  { id, model, product, identity }: TseUnit,
  units: readonly Pick<TseUnit, 'model' | 'product'>[],
): PageValue {
  const name = nameOf(model, product);
  const namesakes = units.filter((one) => one.model === model && one.product === product);
  if (namesakes.length < 2) return name;
  return words('tse.oneOf', { product: name, mark: identity?.serial.slice(0, MARK_LETTERS) ?? id });
}

function addAction({ name, product, settings, credentials }: Tses['models'][number]): PageAction {
  const setting = ({ name: field, secret, optional, standard }: (typeof settings)[number]): PageField => ({
    ...(secret
      ? { type: 'password' as const, most: MOST_SETTING }
      : { type: 'text' as const, most: MOST_SETTING, ...(standard !== undefined && { value: standard }) }),
    ...{ name: field, label: words(`settings.${field}`) },
    ...(!optional && { required: true as const }),
  });
  const pins = Object.entries(credentials).map(([field, { most }]): PageField => ({
    ...{ type: 'password', name: field, most, label: words(`pins.${field}`), help: words('pins.help') },
  }));
  const fields = [...settings.map(setting), ...pins];
  return {
    action: `add-${name}`,
    label: words('tse.add', { product: nameOf(name, product) }),
    ...(fields.length > 0 && { fields }),
    done: words('tse.added'),
  };
}

function setUpAction(unit: TseUnit, units: readonly TseUnit[]): PageAction {
  return {
    action: 'set-up',
    label: words('tse.setUp'),
    of: words('tse.setUpOf', { product: calledOf(unit, units) }),
    fixed: { id: unit.id },
    primary: true,
    confirm: {
      heading: words('tse.setUpHeading'),
      consequences: [words('tse.setUpFinal'), words('tse.setUpPins')],
      submit: words('tse.setUp'),
    },
    done: words('tse.isSetUp'),
  };
}

function tseSection(input: GermanyPageInput, isReady: boolean): PageSection {
  const { units, models, problems, client } = input;
  const table: PagePart = {
    kind: 'table',
    caption: words('tse.heading'),
    columns: ['product', 'condition', 'certificate', 'signatures', 'store'].map((name) =>
      words(`tse.${name}`),
    ),
    rows: units.map((unit, at) => row(unit, at, input)),
    empty: words('tse.none'),
    ...(isReady && { actions: models.map(addAction) }),
  };
  return {
    name: 'tse',
    heading: words('tse.heading'),
    intro: words('tse.intro'),
    wide: true,
    parts: [
      { kind: 'problems', problems },
      table,
      {
        kind: 'facts',
        facts: [
          { label: words('tse.client'), value: client, copy: true },
          ...units.flatMap((unit): PageFact[] =>
            unit.identity
              ? [
                  {
                    label: words('tse.serial', { product: calledOf(unit, units) }),
                    value: unit.identity.serial,
                    copy: true,
                  },
                ]
              : [],
          ),
        ],
      },
    ],
  };
}

type Row = Extract<PagePart, { kind: 'table' }>['rows'][number];

function row(unit: TseUnit, at: number, { models, today, units }: GermanyPageInput): Row {
  const { id, identity, seen, failure } = unit;
  const product = calledOf(unit, units);
  const state = seen?.state;
  const pins = models.find(({ name }) => name === unit.model)?.credentials;
  const expires = state?.certificateExpires ?? null;
  const share = (used: number | null, most: number | null): PageValue =>
    used === null ? '' : most === null ? used : words('tse.share', { used, most });
  const action = (name: string, more: Partial<PageAction> = {}): PageAction => ({
    ...{ action: name, label: words(`tse.${name}`), of: words(`tse.${name}Of`, { product }), fixed: { id } },
    ...{ done: words(`tse.${name}Done`), ...more },
  });
  const isExpiring = expires !== null && daysBetween(today, expires) <= WARN_DAYS;
  return {
    id,
    cells: [
      { value: product },
      failure
        ? { value: words(`trouble.${failure.trouble}`), state: 'bad' }
        : { value: words(identity ? 'tse.ready' : 'tse.unused'), state: identity ? 'good' : 'warn' },
      expires === null
        ? { value: '' }
        : { value: { day: expires }, ...(isExpiring && { state: 'warn' as const }) },
      { value: share(state?.signatures ?? null, state?.mostSignatures ?? null) },
      { value: share(megabytes(state?.storeUsed), megabytes(state?.storeSize)) },
    ],
    actions: [
      action('look'),
      ...(identity === null || failure?.trouble === 'not-initialised' ? [setUpAction(unit, units)] : []),
      ...(identity === null ? [] : [action('self-test')]),
      ...(isLocked(unit) && pins?.adminPuk && pins.adminPin
        ? [action('unblock', { fields: unblockFields(pins) })]
        : []),
      ...(at === 0 ? [] : [action('prefer')]),
      action('remove', {
        confirm: {
          heading: words('tse.removeOf', { product }),
          consequences: [words('tse.removeExport'), words('tse.removeReport')],
          submit: words('tse.remove'),
          danger: true,
        },
      }),
    ],
  };
}

function closingSection({ period, lastClosing, open }: GermanyPageInput): PageSection {
  const fact = (name: string, value: PageValue): PageFact => ({ label: words(`closing.${name}`), value });
  return {
    name: 'closing',
    heading: words('closing.heading'),
    intro: words('closing.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          fact('last', lastClosing),
          ...(period ? [fact('next', period.nr), fact('since', { time: period.since })] : []),
          fact('open', open),
        ],
      },
      ...(period
        ? [
            {
              kind: 'actions' as const,
              actions: [
                {
                  action: 'close',
                  label: words('closing.close'),
                  primary: true as const,
                  confirm: {
                    heading: words('closing.closeHeading'),
                    consequences: [words('closing.closeOpen'), words('closing.closeFinal')],
                    submit: words('closing.close'),
                  },
                  done: words('closing.closed'),
                },
              ],
            },
          ]
        : []),
    ],
  };
}

function outageSection({ outage, past }: GermanyPageInput): PageSection {
  const all = [...(outage ? [{ ...outage, till: null }] : []), ...[...past].reverse()];
  return {
    name: 'outages',
    heading: words('outages.heading'),
    intro: words('outages.intro'),
    parts: [
      {
        kind: 'table',
        caption: words('outages.heading'),
        columns: ['begin', 'end', 'receipts', 'reason'].map((name) => words(`outages.${name}`)),
        rows: all.map(({ since, till, receipts, trouble, reason }) => ({
          id: since,
          cells: [
            { value: { time: since } },
            till === null
              ? { value: words('outages.now'), state: 'bad' as const }
              : { value: { time: till } },
            { value: receipts },
            { value: words(`trouble.${trouble}`), remark: words('outages.text', { text: reason }) },
          ],
        })),
        empty: words('outages.none'),
      },
    ],
  };
}

/** What the tax office wants to know within a month (AO § 146a, paragraph 4); typed into ELSTER. */
function reportSection({ report, client, units, today }: GermanyPageInput): PageSection {
  const fact = (name: string, value: string): PageFact => ({
    label: words(`report.${name}`),
    value: value === '' ? words('report.missing') : value,
    ...(value === '' ? { state: 'warn' as const } : { copy: true as const }),
  });
  const { company, taxNumber, taxId, place, software, hardware } = report;
  const known = units.filter(({ identity }) => identity !== null);
  return {
    name: 'report',
    heading: words('report.heading'),
    intro: words('report.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          fact('company', company),
          fact('taxNumber', taxNumber),
          fact('taxId', taxId),
          fact('place', place),
          fact('serial', client),
          fact('software', software),
          fact('hardware', hardware),
          ...known.flatMap(({ product, identity }) => [
            fact('tseProduct', product),
            fact('tseSerial', identity!.serial),
          ]),
        ],
      },
      {
        kind: 'exports',
        types: (['meldung-pdf', 'meldung'] as const).map((type) => ({
          type,
          label: words(type === 'meldung' ? 'report.file' : 'report.sheet'),
          timeless: true as const,
          periods: [{ from: today, till: today, label: words('report.now'), primary: true }],
        })),
      },
    ],
  };
}

function megabytes(bytes: number | null | undefined): number | null {
  return bytes === undefined || bytes === null ? null : Math.ceil(bytes / 1_000_000);
}
