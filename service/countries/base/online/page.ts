/** Sections that the pages of online countries have in common; their words are the country's own. */
import type { Problem } from '../../../wire.ts';
import type { PageAction } from '../../contract/described-page/fields.ts';
import type { CertificatePart, PagePart, PageSection } from '../../contract/described-page/page.ts';
import type { TrustedCertificate } from './authority.ts';
import { words, type PageFact, type PageState } from '../../contract/described-page/words.ts';

/** Days before its end from which another certificate should be asked for: nobody issues it in a day. */
export const WARN_DAYS = 30;
/** Hours before the deadline from which waiting receipts are a worry. */
const WARN_HOURS = 24;

/** Of a file with certificates. */
const MOST_AUTHORITY_BYTES = 100_000;

/** What these sections are made of. Days are `YYYY-MM-DD`, times `YYYY-MM-DDThh:mm:ss` local. */
export interface OnlinePageInput {
  now: string;
  /** Which service of the tax authority receipts go to. */
  environment: 'production' | 'test';
  certificate: CertificatePart['certificate'];
  /** Receipts without the authority's code that are still to be sent, and when the first of them is due. */
  waiting: { count: number; deadline: string | null };
  /** What the tax authority said last; `failure` is why that was no answer, or a refusal. */
  lastAnswer: { time: string; failure: string | null } | null;
  problems: readonly Problem[];
}

/** The same where answers have to be signed. */
export interface TrustingPageInput extends OnlinePageInput {
  /** Certificates that answers are believed by. */
  trusted: readonly TrustedCertificate[];
}

/** How receipts get to the authority. @param hasEcho the authority can be asked whether it is there */
export function sendingSection(input: OnlinePageInput, hasEcho = true): PageSection {
  const { environment, waiting, problems } = input;
  const isTest = environment === 'test';
  const actions: PageAction[] = [
    ...(waiting.count === 0
      ? []
      : [
          {
            action: 'send',
            label: words('sending.send'),
            primary: true as const,
            done: words('sending.sent'),
          },
        ]),
    ...(hasEcho ? [{ action: 'echo', label: words('sending.echo'), done: words('sending.echoed') }] : []),
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
    { kind: 'facts', facts: sendingFacts(input) },
    ...(actions.length === 0 ? [] : [{ kind: 'actions' as const, actions }]),
  ];
  return {
    name: 'sending',
    heading: words('sending.heading'),
    intro: words('sending.intro'),
    wide: true,
    parts,
  };
}

function sendingFacts({ environment, waiting, lastAnswer, now }: OnlinePageInput): PageFact[] {
  const { count, deadline } = waiting;
  return [
    {
      label: words('sending.environment'),
      value: words(`sending.environments.${environment}`),
      state: environment === 'test' ? 'warn' : 'good',
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
}

/** How pressing a deadline is. */
function stateOf(deadline: string | null, now: string): PageState {
  if (deadline === null) return 'warn';
  const hours = (Date.parse(`${deadline}Z`) - Date.parse(`${now}Z`)) / 3_600_000;
  return hours < WARN_HOURS ? 'bad' : 'warn';
}

/** The company's certificate. @param formats of the file that can be imported */
export function certificateSection(
  { certificate, environment }: OnlinePageInput,
  formats: CertificatePart['upload']['formats'] = ['pkcs12', 'pem'],
): PageSection {
  return {
    name: 'certificate',
    setUp: true,
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
          formats,
          where: words(`certificate.where.${environment}`),
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

/** The certificates that answers of the authority are believed by. @param trusted those in use */
export function authoritySection(trusted: readonly TrustedCertificate[]): PageSection {
  const facts = trusted.map(({ subject, validTill }) => ({
    label: words('authority.trusted'),
    value: subject,
    explanation: words('authority.until', { day: { day: validTill } }),
  }));
  return {
    name: 'authority',
    heading: words('authority.heading'),
    intro: words('authority.intro'),
    parts: [
      ...(facts.length === 0 ? [] : [{ kind: 'facts' as const, facts }]),
      {
        kind: 'actions',
        actions: [
          {
            action: 'authority',
            label: words('authority.import'),
            fields: [
              {
                ...{ type: 'file', name: 'file', label: words('authority.file'), required: true },
                ...{ accept: '.pem,.crt,.cer', most: MOST_AUTHORITY_BYTES },
              },
            ],
            done: words('authority.done'),
          },
        ],
      },
    ],
  };
}

/** A manager says how numbers go on after a restore. @param known the highest number of the journal */
export function lastNumberSection(known: number): PageSection {
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
