/** What the control page shows of a Slovak register and lets a manager do, as data. */
import type { Identity } from './identity.ts';
import type { PageField } from '../contract/described-page/fields.ts';
import type { DescribedPage, PageSection } from '../contract/described-page/page.ts';
import { words, type PageFact } from '../contract/described-page/words.ts';
import {
  authoritySection,
  certificateSection,
  lastNumberSection,
  sendingSection,
  type TrustingPageInput,
} from '../base/online/page.ts';

/** Something that eKasa has not taken yet. Times are local. */
export interface WaitingMessage {
  /** Location and terminal. */
  of: string;
  /** A place, else a receipt. */
  isPlace: boolean;
  since: string;
  deadline: string;
  /** Why eKasa did not take it. */
  refused: string | null;
}

/** What the page is made of besides what all online countries have. */
export interface SlovakiaPageInput extends TrustingPageInput {
  /** Of the register at eKasa; empty as long as it is not known. */
  code: string;
  /** Identification data; null as long as none were imported. */
  identity: Identity | null;
  /** A certified program registers receipts (`SK_Ppekk`), at this address. */
  ppekk: string | null;
  swId: string;
  /** SwId is that of a certification. */
  isCertified: boolean;
  /** Total of a receipt whose outcome the certified program does not tell; null for none. */
  open: string | null;
  /** What waits, oldest first. */
  messages: readonly WaitingMessage[];
  /** The last receipt number of the month. */
  highest: number;
  /** Numbers given since the backup are not known: the highest that is. Null: all are. */
  restored: number | null;
}

/** Rows of what waits: the oldest ones. */
const MOST_ROWS = 50;
/** Of a file with identification data: far above any. */
const MOST_BYTES = 50_000;

/** The page of a register. */
export function slovakiaPage(input: SlovakiaPageInput): DescribedPage {
  return {
    sections: [
      ...(input.restored === null ? [] : [lastNumberSection(input.restored)]),
      ...(input.open === null ? [] : [openReceipt(input.open)]),
      sending(input),
      ...(input.ppekk === null
        ? [certificateSection(input, ['xml', 'pkcs12', 'pem']), authoritySection(input.trusted)]
        : []),
      register(input),
      ...(input.ppekk === null && input.identity?.kind !== 'STANDARD' ? [place()] : []),
    ],
  };
}

/** A manager says that a receipt was not registered, where its program does not tell any more. */
function openReceipt(total: string): PageSection {
  const title = words('open.title', { amount: { amount: total, currency: 'EUR' } });
  return {
    name: 'open',
    heading: words('open.heading'),
    wide: true,
    parts: [
      { kind: 'notice', state: 'warn', title },
      {
        kind: 'actions',
        actions: [
          {
            action: 'not-registered',
            label: words('open.notPrinted'),
            done: words('open.decided'),
            confirm: {
              heading: words('open.notPrinted'),
              consequences: [words('open.again'), words('open.twice')],
              submit: words('open.notPrinted'),
              danger: true,
            },
          },
        ],
      },
    ],
  };
}

/** How receipts get to eKasa, with everything that waits. */
function sending(input: SlovakiaPageInput): PageSection {
  const section = sendingSection(input, false);
  const { messages, now } = input;
  if (messages.length === 0) return section;
  const rows = messages.slice(0, MOST_ROWS).map(({ of, isPlace, since, deadline, refused }, i) => ({
    id: `${i}`,
    cells: [
      { value: of },
      { value: words(isPlace ? 'place.heading' : 'waiting.receipt') },
      { value: { time: since } },
      {
        value: { time: deadline },
        state: deadline < now ? ('bad' as const) : ('warn' as const),
        ...(refused !== null && { remark: words('error.refused', { text: refused }) }),
      },
    ],
  }));
  const columns = ['waiting.of', 'waiting.what', 'waiting.since', 'waiting.deadline'].map((key) =>
    words(key),
  );
  const table = {
    ...{ kind: 'table' as const, caption: words('sending.waiting'), columns, rows },
    empty: words('sending.noneWaits'),
    // Where receipts wait, the section has the button already.
    ...(input.waiting.count === 0 && {
      actions: [{ action: 'send', label: words('sending.send'), done: words('sending.sent') }],
    }),
  };
  return { ...section, parts: [...section.parts, table] };
}

function register({ code, identity, ppekk, swId, isCertified, highest }: SlovakiaPageInput): PageSection {
  return {
    name: 'register',
    heading: words('register.heading'),
    intro: words('register.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          // A certified program has its own.
          ...(code === '' && ppekk !== null
            ? []
            : [
                code === ''
                  ? { label: words('register.code'), value: words('register.unknown') }
                  : { label: words('register.code'), value: code, copy: true as const },
              ]),
          ...(identity === null
            ? []
            : [
                {
                  label: words('register.identity'),
                  value: [identity.name, identity.place].filter((one) => one !== '').join(', '),
                },
              ]),
          ...(ppekk === null
            ? [{ label: words('register.number'), value: highest }]
            : [{ label: words('register.ppekk'), value: ppekk, copy: true as const }]),
          ...(ppekk === null ? [swIdFact(swId, isCertified)] : []),
        ],
      },
      {
        kind: 'actions',
        actions: [
          {
            action: 'identity',
            label: words('register.import'),
            fields: [
              {
                type: 'file',
                name: 'file',
                label: words('register.file'),
                accept: '.xml',
                most: MOST_BYTES,
                required: true,
              },
            ],
            done: words('register.imported'),
          },
        ],
      },
    ],
  };
}

function swIdFact(swId: string, isCertified: boolean): PageFact {
  return {
    ...{ label: words('register.swId'), value: swId, copy: true },
    state: isCertified ? 'good' : 'warn',
    explanation: words(isCertified ? 'register.certified' : 'register.uncertified'),
  };
}

function text(name: string, most: number, more: Partial<PageField> = {}): PageField {
  return { type: 'text', name, label: words(`place.${name}`), most, ...more } as PageField;
}

/** Degrees with six decimals. */
function degrees(name: string, most: string): PageField {
  const bounds = { least: `-${most}`, most, digits: 6, required: true as const };
  return { type: 'number', name, label: words(`place.${name}`), ...bounds };
}

function place(): PageSection {
  const required = { required: true as const };
  const done = words('place.done');
  return {
    name: 'place',
    heading: words('place.heading'),
    intro: words('place.intro'),
    parts: [
      {
        kind: 'actions',
        actions: [
          {
            action: 'place-address',
            label: words('place.address'),
            fields: [
              ...[text('municipality', 255, required), text('street', 255, required)],
              ...[text('building', 10), text('property', 10), text('postcode', 10)],
            ],
            done,
          },
          {
            action: 'place-gps',
            label: words('place.gps'),
            fields: [degrees('longitude', '180'), degrees('latitude', '90')],
            done,
          },
          {
            action: 'place-other',
            label: words('place.other'),
            fields: [text('other', 255, { ...required, label: words('place.otherText') })],
            done,
          },
        ],
      },
    ],
  };
}
