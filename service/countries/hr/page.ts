/** What the control page shows of a Croatian register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import type { PageAction, PageField } from '../contract/described-page/fields.ts';
import type {
  CertificatePart,
  DescribedPage,
  PagePart,
  PageSection,
  TablePart,
} from '../contract/described-page/page.ts';
import { type PageFact, type PageState, type Words, words } from '../contract/described-page/words.ts';

/** Monday to Sunday, and 8: public holidays (`DanUTjednu`). */
export type WeekDay = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Days before its end from which another certificate should be asked for: FINA does not issue it in a day. */
export const WARN_DAYS = 30;
/** Hours before the deadline (2 days, Zakon o fiskalizaciji) from which waiting receipts are a worry. */
const WARN_HOURS = 24;

/** What the page is made of. Days are `YYYY-MM-DD`, times `YYYY-MM-DDThh:mm:ss` local, times of day `hh:mm` to `24:00`. */
export interface CroatiaPageInput {
  now: string;
  /** Which service of the tax authority receipts go to. */
  environment: 'production' | 'test';
  certificate: CertificatePart['certificate'];
  /** Receipts without JIR that are still to be sent, and when the first of them is due. */
  waiting: { count: number; deadline: string | null };
  /** What the tax authority said last; `failure` is why that was no answer, or a refusal. */
  lastAnswer: { time: string; failure: string | null } | null;
  /** OznPosPr and OznNapUr of this register. */
  premises: string;
  device: string;
  /** Working hours that are announced, by their own ids. */
  hours: readonly { id: string; day: WeekDay; from: string; till: string; since: string }[];
  exceptions: readonly { id: string; date: string; from: string; till: string }[];
  /** In the VAT system, as the till has configured it. */
  inVat: boolean;
  /** Numbers given since the backup are not known: the highest that is. Null: all are. */
  restored: number | null;
  problems: readonly Problem[];
}

/** The page of a register. */
export function croatiaPage(input: CroatiaPageInput): DescribedPage {
  return {
    sections: [
      ...(input.restored === null ? [] : [lastNumber(input.restored)]),
      sending(input),
      certificateSection(input),
      numbers(input),
      corrections(),
      workingHours(input),
    ],
  };
}

function sending({ environment, waiting, lastAnswer, problems, now }: CroatiaPageInput): PageSection {
  const isTest = environment === 'test';
  const { count, deadline } = waiting;
  const facts: PageFact[] = [
    {
      label: words('sending.environment'),
      value: words(`sending.environments.${environment}`),
      state: isTest ? 'warn' : 'good',
    },
    {
      label: words('sending.waiting'),
      value: count,
      state: count === 0 ? 'good' : stateOf(deadline, now),
      explanation: words(count === 0 ? 'sending.noneWaits' : 'sending.waitsText'),
    },
    ...(deadline === null
      ? []
      : [
          {
            label: words('sending.deadline'),
            value: { time: deadline },
            state: stateOf(deadline, now),
          },
        ]),
    lastAnswer === null
      ? { label: words('sending.lastAnswer'), value: words('sending.noAnswer') }
      : {
          label: words('sending.lastAnswer'),
          value: { time: lastAnswer.time },
          state: lastAnswer.failure === null ? 'good' : 'bad',
          explanation:
            lastAnswer.failure === null
              ? words('sending.answered')
              : words('error.refused', { text: lastAnswer.failure }),
        },
  ];
  const actions: PageAction[] = [
    ...(count === 0
      ? []
      : [
          {
            action: 'send',
            label: words('sending.send'),
            primary: true as const,
            done: words('sending.sent'),
          },
        ]),
    { action: 'echo', label: words('sending.echo'), done: words('sending.echoed') },
  ];
  const parts: PagePart[] = [
    ...(isTest
      ? [
          {
            kind: 'notice' as const,
            state: 'warn' as const,
            title: words('sending.test'),
            text: words('sending.testText'),
          },
        ]
      : []),
    { kind: 'problems', problems },
    { kind: 'facts', facts },
    { kind: 'actions', actions },
  ];
  return {
    name: 'sending',
    heading: words('sending.heading'),
    intro: words('sending.intro'),
    wide: true,
    parts,
  };
}

/** How pressing a deadline is. */
function stateOf(deadline: string | null, now: string): PageState {
  if (deadline === null) return 'warn';
  const hours = (Date.parse(`${deadline}Z`) - Date.parse(`${now}Z`)) / 3_600_000;
  return hours < WARN_HOURS ? 'bad' : 'warn';
}

function certificateSection({ certificate, environment }: CroatiaPageInput): PageSection {
  const where = words(`certificate.where.${environment}`);
  return {
    name: 'certificate',
    heading: words('certificate.heading'),
    intro: words('certificate.intro'),
    parts: [
      {
        kind: 'certificate',
        heading: words('certificate.own'),
        hint: words('certificate.hint'),
        certificate,
        warnDays: WARN_DAYS,
        upload: {
          action: 'certificate',
          formats: ['pkcs12', 'pem'],
          where,
          done: words('certificate.done'),
        },
        remove: {
          action: 'forget-certificate',
          consequence: words('certificate.consequence'),
          done: words('certificate.removed'),
        },
      },
    ],
  };
}

/** A manager says how numbers go on after a restore. */
function lastNumber(known: number): PageSection {
  return {
    name: 'restored',
    heading: words('restored.heading'),
    intro: words('restored.intro'),
    wide: true,
    parts: [
      {
        kind: 'form',
        action: {
          action: 'last-number',
          label: words('restored.save'),
          primary: true,
          done: words('restored.saved'),
          fields: [
            {
              type: 'number',
              name: 'number',
              label: words('restored.number'),
              help: words('restored.help'),
              required: true,
              digits: 0,
              least: String(known),
              most: '999999999',
            },
          ],
        },
      },
    ],
  };
}

/** Means of payment that a receipt may be changed to. */
const PAYMENTS = ['G', 'K', 'T', 'O'] as const;

/** What can be told of a receipt that has its JIR. */
function corrections(): PageSection {
  const number: PageField = {
    type: 'text',
    name: 'number',
    label: words('receipts.number'),
    help: words('receipts.numberRule'),
    rule: words('receipts.numberRule'),
    required: true,
    pattern: '[1-9][0-9]*',
    most: 20,
  };
  const payment: PageField = {
    type: 'select',
    name: 'payment',
    label: words('receipts.payment'),
    required: true,
    options: PAYMENTS.map((value) => ({ value, label: words(`receipts.payments.${value}`) })),
  };
  const amount: PageField = {
    type: 'number',
    name: 'amount',
    label: words('receipts.amount'),
    help: words('receipts.amountHelp'),
    required: true,
    digits: 2,
    least: '0.01',
    most: '999999.99',
  };
  const buyer: PageField = {
    type: 'text',
    name: 'buyer',
    label: words('receipts.buyer'),
    help: words('receipts.buyerHelp'),
    rule: words('error.oib'),
    pattern: '[0-9]{11}',
    most: 11,
  };
  return {
    name: 'receipts',
    heading: words('receipts.heading'),
    intro: words('receipts.intro'),
    parts: [
      {
        kind: 'actions',
        actions: [
          {
            action: 'payment-change',
            label: words('receipts.change'),
            fields: [number, payment],
            done: words('receipts.changed'),
          },
          {
            action: 'tip',
            label: words('receipts.tip'),
            fields: [number, amount, payment],
            done: words('receipts.tipped'),
          },
          {
            action: 'data-change',
            label: words('receipts.data'),
            fields: [number, payment, buyer],
            done: words('receipts.dataChanged'),
          },
        ],
      },
    ],
  };
}

function numbers({ premises, device, inVat }: CroatiaPageInput): PageSection {
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
          {
            label: words('sending.vat'),
            value: words(inVat ? 'sending.yes' : 'sending.no'),
            explanation: words('sending.vatText'),
          },
        ],
      },
    ],
  };
}

/** Times of day as the tax authority takes them. */
const TIME_OF_DAY = '(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00';

/** Who announces working hours. */
const OPERATOR: PageField = {
  type: 'text',
  name: 'operator',
  label: words('hours.operator'),
  rule: words('error.oib'),
  required: true,
  pattern: '[0-9]{11}',
  most: 11,
};

/** Fields for the hours of a day. */
function hoursOfDay(): NonNullable<PageAction['fields']> {
  return (['from', 'till'] as const).map((name) => ({
    type: 'text',
    name,
    label: words(`hours.${name}`),
    help: words('hours.timeHelp'),
    rule: words('hours.timeRule'),
    pattern: TIME_OF_DAY,
    most: 5,
    required: true,
  }));
}

function workingHours({ hours, exceptions, now }: CroatiaPageInput): PageSection {
  const today = now.slice(0, 10);
  const days = ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((day) => ({
    value: String(day),
    label: words(`hours.days.${day}`),
  }));
  const regular = hours.map(({ id, day, from, till, since }) => {
    const when = words(`hours.days.${day}`);
    return row(id, 'remove-hours', when, [
      { value: when, ...(since > today && { remark: words('hours.since', { since: { day: since } }) }) },
      { value: words('hours.period', { from, till }) },
    ]);
  });
  const others = exceptions.map(({ id, date, from, till }) =>
    row(id, 'remove-exception', { day: date }, [
      { value: { day: date } },
      { value: words('hours.period', { from, till }) },
    ]),
  );
  return {
    name: 'hours',
    heading: words('hours.heading'),
    intro: words('hours.intro'),
    wide: true,
    parts: [
      {
        kind: 'table',
        caption: words('hours.regular'),
        columns: [words('hours.day'), words('hours.time')],
        rows: regular,
        empty: words('hours.noRegular'),
        actions: [
          {
            action: 'add-hours',
            label: words('hours.add'),
            done: words('hours.added'),
            fields: [
              { type: 'select', name: 'day', label: words('hours.day'), required: true, options: days },
              ...hoursOfDay(),
              OPERATOR,
              {
                type: 'date',
                name: 'since',
                label: words('hours.sinceLabel'),
                required: true,
                value: today,
                least: today,
              },
            ],
          },
        ],
      },
      {
        kind: 'table',
        caption: words('hours.exceptions'),
        columns: [words('hours.date'), words('hours.time')],
        rows: others,
        empty: words('hours.noException'),
        actions: [
          {
            action: 'add-exception',
            label: words('hours.addException'),
            done: words('hours.added'),
            fields: [
              { type: 'date', name: 'date', label: words('hours.date'), required: true, least: today },
              ...hoursOfDay(),
              OPERATOR,
            ],
          },
        ],
      },
    ],
  };
}

/** A row of working hours that can be taken back. */
function row(
  id: string,
  action: string,
  when: Words | { day: string },
  cells: TablePart['rows'][number]['cells'],
): TablePart['rows'][number] {
  return {
    id,
    cells,
    actions: [
      {
        action,
        label: words('hours.remove'),
        of: words('hours.removeOf', { when }),
        fixed: { id },
        fields: [OPERATOR],
        confirm: {
          heading: words('hours.removeHeading', { when }),
          consequences: [words('hours.removeText')],
          submit: words('hours.remove'),
          danger: true,
        },
        done: words('hours.removed'),
      },
    ],
  };
}
