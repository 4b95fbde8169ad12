/** What the page shows of invoices that this program issues, and of telling NAV. */
import type { PageSection } from '../../contract/described-page/page.ts';
import { ANNULMENT_CODES, type Annulment } from './annulment.ts';
import { words } from '../../contract/described-page/words.ts';
import { sendingSection, type OnlinePageInput } from '../../base/online/page.ts';

/** What these sections are made of. */
export interface InvoicePageInput extends OnlinePageInput {
  /** Technical user of NAV Online Számla; null: none. */
  user: string | null;
  /** Technical annulments that were asked for, oldest first. */
  annulments: readonly Annulment[];
  /** Invoices were issued: what NAV was told of them can be annulled. */
  hasInvoices: boolean;
}

/** The login, and what is under way. */
export function invoiceSections(input: InvoicePageInput): PageSection[] {
  const isUsed = input.user !== null || input.waiting.count > 0;
  const isAnnulled = input.hasInvoices || input.annulments.length > 0;
  return [
    ...(isUsed ? [sendingSection(input, false)] : []),
    loginSection(input),
    ...(isAnnulled ? [annulmentSection(input)] : []),
  ];
}

function annulmentSection({ annulments }: InvoicePageInput): PageSection {
  return {
    name: 'annulment',
    heading: words('annulment.heading'),
    intro: words('annulment.intro'),
    parts: [
      {
        kind: 'table',
        caption: words('annulment.heading'),
        columns: [words('annulment.number'), words('annulment.on'), words('annulment.status')],
        rows: annulments.map(({ number, on, transaction, status }) => ({
          id: transaction,
          cells: [{ value: number }, { value: { day: on } }, { value: words(`annulment.states.${status}`) }],
        })),
        empty: words('annulment.none'),
      },
      {
        kind: 'actions',
        actions: [
          ...(annulments.length > 0
            ? [{ action: 'ask-annulments', label: words('annulment.ask'), done: words('annulment.askedNav') }]
            : []),
          {
            action: 'annul',
            label: words('annulment.annul'),
            fields: [
              { type: 'text', name: 'number', label: words('annulment.number'), required: true, most: 50 },
              {
                ...{ type: 'select', name: 'code', label: words('annulment.code'), required: true },
                options: ANNULMENT_CODES.map((code) => ({
                  value: code,
                  label: words(`annulment.codes.${code}`),
                })),
              },
              { type: 'text', name: 'reason', label: words('annulment.reason'), required: true, most: 1024 },
            ],
            confirm: {
              heading: words('annulment.annul'),
              consequences: [words('annulment.withdraws'), words('annulment.confirmed')],
              submit: words('annulment.annul'),
              danger: true,
            },
            done: words('annulment.done'),
          },
        ],
      },
    ],
  };
}

function loginSection({ user, environment }: InvoicePageInput): PageSection {
  return {
    name: 'nav',
    heading: words('nav.heading'),
    intro: words('nav.intro'),
    parts: [
      {
        kind: 'login',
        heading: words('nav.login'),
        user,
        save: {
          action: 'nav-login',
          where: words(`nav.where.${environment}`),
          user: {
            ...{
              label: words('nav.user'),
              most: 15,
              pattern: '[a-zA-Z0-9]{6,15}',
              rule: words('nav.userRule'),
            },
          },
          password: { label: words('nav.password'), most: 100 },
          fields: [
            {
              ...{ type: 'password', name: 'signKey', label: words('nav.signKey'), required: true, most: 60 },
              help: words('nav.signKeyRule'),
            },
            {
              ...{ type: 'password', name: 'exchangeKey', label: words('nav.exchangeKey'), required: true },
              ...{ most: 16, help: words('nav.exchangeKeyRule') },
            },
          ],
          done: words('nav.saved'),
        },
        forget: { action: 'forget-nav', consequence: words('nav.consequence'), done: words('nav.forgotten') },
        test: { action: 'echo', label: words('sending.echo'), done: words('sending.echoed') },
      },
    ],
  };
}
