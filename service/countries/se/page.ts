/** What the control page shows of a Swedish register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import { money } from '../base/cash-register/texts.ts';
import type { Grand, Pair } from '../base/cash-register/sums.ts';
import type { UnitReceipt } from '../contract/control-unit.ts';
import type {
  CertificatePart,
  DescribedPage,
  PagePart,
  PageSection,
} from '../contract/described-page/page.ts';
import type { PageField } from '../contract/described-page/fields.ts';
import { words, type PageFact } from '../contract/described-page/words.ts';
import type { KeptUnit, Seen } from './unit.ts';

/** A certificate as the page shows it. */
export type CertificateFacts = NonNullable<CertificatePart['certificate']>;

/** What the page is made of. */
export interface SwedenPageInput {
  /** Designation of the register. */
  register: string;
  /** The last number that was given. */
  number: number;
  grand: Grand;
  /** Sales that are parked, and what they come to. */
  parked: Pair;
  unit: KeptUnit | null;
  /** `at`: local time. */
  seen: (Omit<Seen, 'at'> & { at: string }) | null;
  certificate: CertificateFacts | null;
  warnDays: number;
  /** The highest number that is known, where others may have been given. */
  restored: number | null;
  /** A receipt whose answer was lost. */
  open: UnitReceipt | null;
  problems: readonly Problem[];
}

const MOST_URL = 300;
const MOST_KEY = 60_000;
const MOST_NUMBER = '999999999';
/** Where the maker's test server is; that of shops comes with the contract. */
const TEST_SERVER = 'https://tcs-verify.infrasec-api.se/tcsserver';
const TEST_ENROLMENT = 'https://idm-verify.infrasec.se/';
const UNIT_PATH = 'http://192.168.1.50:8081/xccsp';

/** The page of a register. */
export function swedenPage(input: SwedenPageInput): DescribedPage {
  return {
    sections: [
      ...(input.restored === null ? [] : [lastNumber(input.restored)]),
      ...(input.open ? [openReceipt(input.open)] : []),
      unitSection(input),
      ...(input.unit?.kind === 'tcs' || input.certificate ? [server(input)] : []),
      journal(input),
    ],
  };
}

function text(name: string, most: number, more: object = {}): PageField {
  return { type: 'text', name, label: words(`field.${name}`), most, ...more };
}

function file(name: string, accept: string, more: object = {}): PageField {
  return { type: 'file', name, label: words(`field.${name}`), accept, most: MOST_KEY, ...more };
}

const required = { required: true as const };

function unitSection({ unit, seen, problems }: SwedenPageInput): PageSection {
  const url = unit?.url ?? '';
  const isUnit = unit !== null && unit.kind !== 'tcs';
  const user = unit?.kind === 'cleancash' ? unit.user : '';
  const parts: PagePart[] = [
    { kind: 'problems', problems },
    { kind: 'facts', facts: unitFacts(unit, seen) },
    {
      kind: 'actions',
      actions: [
        {
          action: 'use-unit',
          label: words('unit.useUnit'),
          done: words('unit.used'),
          ...(unit ? {} : { primary: true as const }),
          fields: [
            text('url', MOST_URL, {
              ...required,
              value: isUnit ? shownUrl(unit) : UNIT_PATH,
              help: words('unit.urlHelp'),
            }),
            text('user', 100, { value: user }),
            { type: 'password', name: 'password', label: words('field.password'), most: 100 },
          ],
        },
        {
          action: 'use-server',
          label: words('unit.useServer'),
          done: words('unit.used'),
          fields: [
            text('url', MOST_URL, { ...required, value: unit?.kind === 'tcs' ? url : TEST_SERVER }),
            text('application', 50, {
              ...required,
              value: unit?.kind === 'tcs' ? unit.application : 'Tillmark',
            }),
            file('ca', '.pem,.crt,.cer', { help: words('unit.caHelp') }),
          ],
        },
        ...(unit ? [{ action: 'look', label: words('unit.look'), done: words('unit.looked') }] : []),
      ],
    },
  ];
  return {
    ...{ name: 'unit', heading: words('unit.heading'), intro: words('unit.intro') },
    ...{ wide: true as const, setUp: true as const, parts },
  };
}

/** Address of a unit as it is entered. */
function shownUrl(unit: KeptUnit): string {
  return unit.kind === 'cleancash' || unit.kind === 'tcs' ? unit.url : `${unit.kind}:${unit.url}`;
}

function unitFacts(unit: KeptUnit | null, seen: SwedenPageInput['seen']): PageFact[] {
  const fact = (name: string, value: PageFact['value'], more: Partial<PageFact> = {}): PageFact => ({
    ...{ label: words(`unit.${name}`), value },
    ...more,
  });
  if (!unit) return [fact('condition', words('unit.none'), { state: 'bad' })];
  const condition = seen?.failure
    ? fact('condition', words(`unit.trouble.${seen.failure.trouble}`), { state: 'bad' })
    : seen
      ? fact('condition', words(seen.warning ? 'unit.warns' : 'unit.ready'), {
          state: seen.warning ? 'warn' : 'good',
        })
      : fact('condition', words('unit.unasked'), { state: 'warn' });
  return [
    condition,
    fact('kind', words(`unit.kinds.${unit.kind}`)),
    fact('address', shownUrl(unit)),
    ...(seen && seen.unit !== '' ? [fact('serial', seen.unit, { copy: true })] : []),
    ...(seen ? [fact('seen', { time: seen.at })] : []),
  ];
}

function server({ certificate, warnDays }: SwedenPageInput): PageSection {
  return {
    name: 'server',
    heading: words('server.heading'),
    intro: words('server.intro'),
    wide: true,
    parts: [
      {
        kind: 'certificate',
        heading: words('server.certificate'),
        hint: words('server.hint'),
        certificate,
        warnDays,
        upload: {
          ...{ action: 'certificate', formats: ['pkcs12', 'pem'] },
          ...{ where: words('server.where'), done: words('server.kept') },
        },
        remove: {
          action: 'forget-certificate',
          consequence: words('server.consequence'),
          done: words('server.removed'),
        },
      },
      {
        kind: 'actions',
        actions: [
          {
            action: 'enrol',
            label: words('server.enrol'),
            help: words('server.enrolHelp'),
            done: words('server.enrolled'),
            fields: [
              text('url', MOST_URL, { ...required, value: TEST_ENROLMENT }),
              text('application', 50, { ...required, value: 'Tillmark' }),
              ...[text('partnerName', 100, required), text('partnerCode', 20, required)],
              text('authority', 20, required),
              ...[
                text('chainName', 100),
                text('chainCode', 20),
                text('branchName', 100),
                text('branchCode', 20),
              ],
              ...[text('store', 20, required), text('email', 100)],
              file('file', '.p12,.pfx,.pem', { help: words('server.fileHelp') }),
              { type: 'password', name: 'password', label: words('field.password'), most: 100 },
              file('ca', '.pem,.crt,.cer', { help: words('unit.caHelp') }),
            ],
          },
        ],
      },
    ],
  };
}

function journal({ register, number, grand, parked: [count, amount] }: SwedenPageInput): PageSection {
  const net = BigInt(grand.sales) - BigInt(grand.returns);
  const kronor = (value: string) => ({ amount: value, currency: 'SEK' });
  return {
    name: 'journal',
    heading: words('journal.heading'),
    intro: words('journal.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: words('journal.register'), value: register, copy: true },
          { label: words('journal.number'), value: number },
          { label: words('journal.sales'), value: kronor(money(BigInt(grand.sales))) },
          { label: words('journal.returns'), value: kronor(money(BigInt(grand.returns))) },
          { label: words('journal.net'), value: kronor(money(net)) },
          { label: words('journal.parked'), value: count },
          { label: words('journal.parkedAmount'), value: kronor(money(amount)) },
        ],
      },
    ],
  };
}

function lastNumber(highest: number): PageSection {
  return {
    name: 'restored',
    heading: words('restored.heading'),
    intro: words('restored.intro'),
    wide: true,
    parts: [
      {
        kind: 'form',
        action: {
          ...{ action: 'last-number', label: words('restored.save'), done: words('restored.saved') },
          fields: [
            {
              ...{
                type: 'number',
                name: 'number',
                label: words('restored.number'),
                help: words('restored.help'),
              },
              ...{
                required: true,
                digits: 0,
                least: String(highest),
                most: MOST_NUMBER,
                value: String(highest),
              },
            },
          ],
        },
      },
    ],
  };
}

/** A manager gives a number up that a unit neither takes nor tells. */
function openReceipt({ number, total }: UnitReceipt): PageSection {
  return {
    name: 'open',
    heading: words('open.heading'),
    intro: words('open.intro'),
    wide: true,
    parts: [
      {
        kind: 'notice',
        state: 'warn',
        title: words('open.title', {
          number: String(number),
          amount: { amount: money(total), currency: 'SEK' },
        }),
        text: words('open.text'),
      },
      {
        kind: 'actions',
        actions: [
          {
            action: 'give-up',
            label: words('open.giveUp'),
            done: words('open.gaveUp'),
            confirm: {
              heading: words('open.giveUp'),
              consequences: [words('open.burnt'), words('open.twice')],
              submit: words('open.giveUp'),
              danger: true,
            },
          },
        ],
      },
    ],
  };
}
