/** What the control page shows of a Belgian register and lets a manager do, as data. */
import type { Problem } from '../../wire.ts';
import type { PageAction, PageField } from '../contract/described-page/fields.ts';
import type { DescribedPage, PageSection, PageStep } from '../contract/described-page/page.ts';
import { words, type PageFact, type Words } from '../contract/described-page/words.ts';
import { MOST_OPERATORS } from './operators.ts';
import type { Entered, Lack } from './settings.ts';

/** What the page is made of. */
export interface BelgiumPageInput {
  /** Null: no FDM is connected. */
  settings: { generation: '1' | '2'; address: string; fdm: string; hasSecret: boolean } | null;
  /** What the configuration lacks for the FDM. */
  lacks: readonly Lack[];
  /** Production number of the register; empty for none. */
  pos: string;
  /** What a manager has entered where the configuration says nothing. */
  entered: Pick<Entered, 'serial' | 'unit' | 'version'>;
  /** Of receipts. */
  language: 'nl' | 'fr' | 'de';
  /** The protected list; numbers are not told. */
  operators: readonly { id: string; alias: string; name: string }[];
  /** Somebody has begun work here. */
  hasClocked: boolean;
  /** Number of the last ticket; 0 before the first one. */
  ticket: number;
  /** Accounting day of the open period; null for none. */
  period: string | null;
  /** Events that were signed in it. */
  signed: number;
  /** Turnover of it, decimal text. */
  turnover: string;
  /** A ticket that nobody knows the outcome of; null for none. */
  open: { ticket: number } | null;
  /** The register was restored, and its last number is not known. */
  isRestored: boolean;
  problems: readonly Problem[];
}

const MOST_NUMBER = '999999999';

/** The page of a register. */
export function belgiumPage(input: BelgiumPageInput): DescribedPage {
  return {
    sections: [
      ...(input.open ? [openTicket(input.open)] : []),
      ...(input.isRestored ? [restoredRegister(input.ticket)] : []),
      start(input),
      operators(input),
      ...(input.settings ? [period(input)] : []),
    ],
  };
}

function start(input: BelgiumPageInput): PageSection {
  const { settings, problems } = input;
  return {
    name: 'start',
    heading: words('start.heading'),
    intro: words('start.intro'),
    wide: true,
    setUp: true,
    parts: [
      { kind: 'problems', problems },
      { kind: 'steps', steps: stepsOf(input) },
      ...(settings ? [{ kind: 'facts' as const, facts: factsOf(input, settings) }] : []),
      ...(settings ? [{ kind: 'actions' as const, actions: lineActions(input, settings) }] : []),
    ],
  };
}

function stepsOf({ settings, lacks, entered, operators: list, hasClocked }: BelgiumPageInput): PageStep[] {
  const steps: { name: string; isDone: boolean; actions?: readonly PageAction[] }[] = [
    { name: 'pos', isDone: lacks.length === 0, actions: [setPos(entered, lacks)] },
    { name: 'fdm', isDone: settings !== null, actions: settings ? [] : [connect(null)] },
    { name: 'card', isDone: settings !== null },
    { name: 'operators', isDone: list.length > 0, actions: list.length > 0 ? [] : [setOperator()] },
    { name: 'time', isDone: hasClocked },
  ];
  const now = steps.findIndex(({ isDone }) => !isDone);
  return steps.map(({ name, isDone, actions = [] }, i) => ({
    name,
    title: words(`steps.${name}.title`),
    state: isDone ? 'done' : i === now ? 'now' : 'later',
    text:
      name === 'pos' && lacks.length > 0
        ? words('steps.pos.lacks', { places: lacks.map((lack) => `Cfg.${lack}`).join(', ') })
        : words(`steps.${name}.text`),
    ...(actions.length > 0 && { actions }),
  }));
}

/** Model and production number, unit and version, where the till does not send them. */
function setPos({ serial, unit, version }: BelgiumPageInput['entered'], lacks: readonly Lack[]): PageAction {
  const field = (name: string, value: string, least: number, most: number): PageField => ({
    ...{ type: 'text', name, label: words(`pos.${name}`), help: words(`pos.${name}Help`), most, least },
    ...(value !== '' && { value }),
  });
  return {
    action: 'set-pos',
    label: words('pos.set'),
    ...(lacks.length > 0 && { primary: true as const }),
    fields: [field('serial', serial, 14, 14), field('unit', unit, 10, 16), field('version', version, 1, 36)],
    done: words('pos.done'),
  };
}

function factsOf(
  { pos, language, ticket, lacks }: BelgiumPageInput,
  { generation, address, fdm, hasSecret }: NonNullable<BelgiumPageInput['settings']>,
): PageFact[] {
  const fact = (name: string, value: PageFact['value']): PageFact => ({ label: words(`fdm.${name}`), value });
  return [
    fact('generation', words(`fdm.generations.${generation}`)),
    { ...fact('id', fdm), copy: true },
    fact('address', address),
    ...(generation === '2' ? [fact('secret', words(hasSecret ? 'fdm.secretKept' : 'fdm.secretNone'))] : []),
    lacks.includes('Trm.Serial')
      ? { ...fact('pos', pos === '' ? words('fdm.posNone') : pos), state: 'bad' }
      : fact('pos', pos),
    fact('language', words(`fdm.languages.${language}`)),
    fact('ticket', ticket),
  ];
}

function lineActions(
  { isRestored, open, ticket }: BelgiumPageInput,
  settings: NonNullable<BelgiumPageInput['settings']>,
): PageAction[] {
  return [
    { action: 'look', label: words('fdm.look'), done: words('fdm.looked') },
    connect(settings),
    ...(settings.generation === '1'
      ? [
          {
            action: 'pin',
            label: words('fdm.pin'),
            fields: [
              {
                type: 'password' as const,
                name: 'pin',
                label: words('fdm.pinField'),
                required: true as const,
                most: 5,
              },
            ],
            done: words('fdm.unlocked'),
          },
        ]
      : []),
    // Where an FDM and the register count differently.
    ...(isRestored || open ? [] : [lastNumber(ticket, words('fdm.number'))]),
  ];
}

function connect(settings: BelgiumPageInput['settings']): PageAction {
  return {
    action: 'connect',
    label: words(settings ? 'connect.again' : 'connect.first'),
    ...(settings === null && { primary: true as const }),
    fields: [
      {
        type: 'select',
        name: 'generation',
        label: words('connect.generation'),
        required: true,
        value: settings?.generation ?? '2',
        options: (['2', '1'] as const).map((value) => ({ value, label: words(`fdm.generations.${value}`) })),
      },
      {
        type: 'text',
        name: 'address',
        label: words('connect.address'),
        help: words('connect.addressHelp'),
        required: true,
        most: 200,
        ...(settings && { value: settings.address }),
      },
      {
        type: 'password',
        name: 'secret',
        label: words('connect.secret'),
        help: words('connect.secretHelp'),
        most: 200,
      },
    ],
    done: words('connect.done'),
  };
}

function operators({ operators: list }: BelgiumPageInput): PageSection {
  return {
    name: 'operators',
    heading: words('operators.heading'),
    intro: words('operators.intro'),
    wide: true,
    setUp: true,
    parts: [
      {
        kind: 'table',
        caption: words('operators.heading'),
        columns: [words('operators.alias'), words('operators.name'), words('operators.number')],
        rows: list.map(({ id, alias, name }) => ({
          id,
          cells: [
            { value: alias },
            { value: name },
            { value: words('operators.kept'), state: 'good' as const },
          ],
          actions: [
            {
              action: 'remove-operator',
              label: words('operators.remove'),
              of: words('operators.removeOf', { alias }),
              fixed: { id },
              confirm: {
                heading: words('operators.removeOf', { alias }),
                consequences: [words('operators.removed'), words('operators.stays')],
                submit: words('operators.remove'),
              },
              done: words('operators.gone'),
            },
          ],
        })),
        empty: words('operators.none'),
        ...(list.length < MOST_OPERATORS && { actions: [setOperator()] }),
      },
    ],
  };
}

function setOperator(): PageAction {
  return {
    action: 'set-operator',
    label: words('operators.set'),
    fields: [
      {
        type: 'text',
        name: 'alias',
        label: words('operators.alias'),
        help: words('operators.aliasHelp'),
        required: true,
        most: 60,
      },
      { type: 'text', name: 'name', label: words('operators.name'), most: 60 },
      {
        type: 'password',
        name: 'number',
        label: words('operators.number'),
        help: words('operators.numberHelp'),
        required: true,
        most: 20,
      },
    ],
    done: words('operators.listed'),
  };
}

function period({ period: day, signed, turnover }: BelgiumPageInput): PageSection {
  return {
    name: 'period',
    heading: words('period.heading'),
    intro: words('period.intro'),
    parts: [
      {
        kind: 'facts',
        facts: [
          { label: words('period.day'), value: day === null ? words('period.none') : { day } },
          { label: words('period.signed'), value: signed },
          { label: words('period.turnover'), value: { amount: turnover, currency: 'EUR' } },
        ],
      },
      ...(day === null
        ? []
        : [
            {
              kind: 'actions' as const,
              actions: [
                {
                  action: 'close-period',
                  label: words('period.close'),
                  confirm: {
                    heading: words('period.close'),
                    consequences: [words('period.signs'), words('period.final')],
                    submit: words('period.close'),
                  },
                  done: words('period.closed'),
                },
              ],
            },
          ]),
    ],
  };
}

/** Nobody knows whether a ticket was signed. */
function openTicket({ ticket }: NonNullable<BelgiumPageInput['open']>): PageSection {
  return {
    name: 'open',
    heading: words('open.heading'),
    wide: true,
    parts: [
      {
        kind: 'notice',
        state: 'warn',
        title: words('open.title', { ticket: String(ticket) }),
        text: words('open.text'),
      },
      {
        kind: 'actions',
        actions: [
          {
            action: 'give-up',
            label: words('open.giveUp'),
            confirm: {
              heading: words('open.giveUp'),
              consequences: [words('open.replaced'), words('open.number'), words('open.report')],
              submit: words('open.giveUp'),
              danger: true,
            },
            done: words('open.givenUp'),
          },
        ],
      },
    ],
  };
}

/** A manager says which ticket was the last one. */
function restoredRegister(ticket: number): PageSection {
  return {
    name: 'restored',
    heading: words('restored.heading'),
    intro: words('restored.intro'),
    wide: true,
    setUp: true,
    parts: [
      {
        kind: 'form',
        action: lastNumber(ticket, words('restored.continue')),
      },
    ],
  };
}

/** Says which ticket was the last one: the next has the number behind it. */
function lastNumber(ticket: number, label: Words): PageAction & { fields: readonly PageField[] } {
  return {
    action: 'continue',
    label,
    fields: [
      {
        type: 'number',
        name: 'number',
        label: words('restored.number'),
        help: words('restored.help', { ticket: String(ticket) }),
        required: true,
        digits: 0,
        least: String(ticket),
        most: MOST_NUMBER,
      },
    ],
    done: words('restored.done'),
  };
}
