/** What the control page shows of a Croatian register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import type { PageAction, PageField } from '../contract/described-page/fields.ts';
import type {
  CertificatePart,
  DescribedPage,
  PagePart,
  PageSection,
} from '../contract/described-page/page.ts';
import { type PageFact, type PageState, words } from '../contract/described-page/words.ts';
import type { Announced } from './hours.ts';
import { workingHours } from './page-hours.ts';

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
  /** Working hours that are announced. */
  hours: Announced['hours'];
  exceptions: Announced['exceptions'];
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
