/** What is wrong with a described page: mistakes of whoever wrote it, for the tests of countries. */
import fs from 'node:fs';
import path from 'node:path';
import { isDate, isDateTime } from '../../receipt/time.ts';
import { MOST_FILE_BYTES, type PageAction, type PageField } from '../contract/described-page/fields.ts';
import { isLess, mistakeOf } from '../contract/described-page/input.ts';
import { type OfferedAction, offeredActions } from '../contract/described-page/offered.ts';
import type { DescribedPage, PagePart } from '../contract/described-page/page.ts';
import type { Words } from '../contract/described-page/words.ts';

/** Texts of a country's page by language and key. */
export type PageTexts = Readonly<Record<string, ReadonlyMap<string, string>>>;

/** Reads the page texts of a country, `resources/locales/countries/<cc>`. */
export function readPageTexts(country: string): PageTexts {
  const folder = path.join('resources/locales/countries', country);
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => {
      const texts: unknown = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
      return [path.basename(file, '.json'), new Map(flat(texts, ''))];
    }),
  );
}

/** Keys that a page uses. */
export function keysOf(page: DescribedPage): Set<string> {
  return new Set(wordsIn(page).map(({ key }) => key));
}

/**
 * Every fault of a page, in words; empty when it can be drawn and done with.
 * @param country whose actions have words in the audit trail, too (`resources/page-actions.json`)
 */
export function pageFaults(page: DescribedPage, texts: PageTexts, country?: string): string[] {
  const parts = page.sections.flatMap((section) => section.parts);
  return [
    ...twice(
      'section',
      page.sections.map(({ name }) => name),
    ),
    ...page.sections.filter(({ name }) => !NAME.test(name)).map(({ name }) => `section name ${name}`),
    ...wordsIn(page).flatMap((one) => wordFaults(one, texts)),
    ...valueFaults(page),
    ...parts.flatMap(partFaults),
    ...actionsIn(page).flatMap(actionFaults),
    ...offeredFaults(offeredActions(page)),
    ...(country === undefined ? [] : trailFaults(page, texts, country)),
  ];
}

/** Whoever reads of an action later has no page with its values. */
function trailFaults(page: DescribedPage, texts: PageTexts, country: string): string[] {
  const file = fs.readFileSync('resources/page-actions.json', 'utf8');
  const names = new Map(Object.entries((JSON.parse(file) as Partial<Record<string, object>>)[country] ?? {}));
  return offeredActions(page).flatMap(({ action }) => {
    const key = names.get(action) as string | undefined;
    if (key === undefined) return [`action ${action} has no words in resources/page-actions.json`];
    return wordFaults({ key }, texts).map((fault) => `action ${action}: ${fault}`);
  });
}

/** Names of sections and actions. */
const NAME = /^[a-z][a-z0-9-]*$/;
/** Names of fields and fixed values in a body. */
const FIELD = /^[a-z][A-Za-z0-9]*$/;

function* flat(node: unknown, key: string): Generator<[string, string]> {
  if (typeof node === 'string') yield [key, node];
  else
    for (const [name, inner] of Object.entries(node as object))
      yield* flat(inner, key === '' ? name : `${key}.${name}`);
}

/** Every object of a description, those inside others, too; fixed values of actions are the country's own business. */
function* objectsIn(node: unknown): Generator<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Record<string, unknown>;
  for (const [name, inner] of Object.entries(node)) if (name !== 'fixed') yield* objectsIn(inner);
}

function wordsIn(page: DescribedPage): Words[] {
  return [...objectsIn(page)].filter((one): one is never => typeof one.key === 'string');
}

function actionsIn(page: DescribedPage): PageAction[] {
  return [...objectsIn(page)].filter((one): one is never => 'action' in one && 'label' in one);
}

function wordFaults({ key, values = {} }: Words, texts: PageTexts): string[] {
  return Object.entries(texts).flatMap(([language, all]) => {
    // A count chooses between the endings of i18next.
    const found = [...all].filter(
      ([name]) => name === key || (name.startsWith(`${key}_`) && 'count' in values),
    );
    if (found.length === 0) return [`${language}: no text ${key}`];
    const wanted = new Set(
      found.flatMap(([, text]) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].map((match) => match[1]!)),
    );
    return [...wanted]
      .filter((name) => !(name in values))
      .map((name) => `${language}: ${key} needs {{${name}}}`);
  });
}

function valueFaults(page: DescribedPage): string[] {
  const checks: Record<string, (text: string) => boolean> = {
    day: isDate,
    validTill: isDate,
    time: isDateTime,
    month: (text) => isDate(`${text}-01`),
    amount: (text) => /^-?\d+(\.\d+)?$/.test(text),
    percent: (text) => /^\d+(\.\d+)?$/.test(text),
  };
  return [...objectsIn(page)].flatMap((one) =>
    Object.entries(one).flatMap(([name, value]) => {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
      return typeof value === 'string' && check?.(value) === false ? [`${name} ${value}`] : [];
    }),
  );
}

function partFaults(part: PagePart): string[] {
  switch (part.kind) {
    case 'table':
      return [
        ...twice(
          'row',
          part.rows.map(({ id }) => id),
        ),
        ...part.rows
          .filter(({ cells }) => cells.length !== part.columns.length)
          .map(({ id }) => `row ${id} has not a cell for each column`),
        ...part.rows
          .flatMap(({ actions = [] }) => actions)
          .filter(({ of }) => of === undefined)
          .map(({ action }) => `${action} in a row does not say of what`),
      ];
    case 'steps':
      return twice(
        'step',
        part.steps.map(({ name }) => name),
      );
    case 'facts':
      return part.facts
        .filter(({ copy, value }) => copy && typeof value !== 'string')
        .map(({ label }) => `${label.key} is copied and no text`);
    case 'rates':
      return twice(
        'tax group',
        part.rates.map(({ group }) => group),
      );
    default:
      return [];
  }
}

function actionFaults({ action, confirm, fields = [], fixed = {} }: PageAction): string[] {
  return [
    ...(NAME.test(action) ? [] : [`action name ${action}`]),
    ...(confirm?.consequences.length === 0 ? [`${action} does not say what it means`] : []),
    ...[...Object.keys(fixed), ...fields.map(({ name }) => name)]
      .filter((name) => !FIELD.test(name))
      .map((name) => `${action}: field name ${name}`),
    ...fields.flatMap((field) => fieldFaults(field).map((fault) => `${action}: ${field.name} ${fault}`)),
  ];
}

function fieldFaults(field: PageField): string[] {
  const { type } = field;
  if (type === 'select' && field.options.length === 0) return ['has nothing to choose from'];
  if (type === 'text' && field.pattern !== undefined && field.rule === undefined)
    return ['has a pattern and no rule in words'];
  if (type === 'number' && field.least && field.most && isLess(field.most, field.least))
    return ['has bounds that nothing fits'];
  if (type === 'date' && field.least && field.most && field.most < field.least)
    return ['has bounds that nothing fits'];
  if (!('value' in field)) return [];
  const mistake = mistakeOf({ ...field, required: undefined } as never, field.value);
  return mistake ? [`begins with a value that ${mistake[1]}`] : [];
}

function offeredFaults(offered: readonly OfferedAction[]): string[] {
  const seen = new Map<string, string>();
  return offered.flatMap(({ action, fixed, fields }) => {
    const which = `${action} ${JSON.stringify(Object.entries(fixed).sort())}`;
    const shape = JSON.stringify(fields.map(({ name, type }) => [name, type]));
    const other = seen.get(which) ?? shape;
    seen.set(which, shape);
    const names = [...Object.keys(fixed), ...fields.map(({ name }) => name)];
    const bytes = fields.reduce((sum, field) => sum + (field.type === 'file' ? field.most : 0), 0);
    return [
      ...(other === shape ? [] : [`${which} is offered with other fields, too`]),
      ...twice(`field of ${action}`, names),
      ...(bytes > MOST_FILE_BYTES ? [`${action}: files may have ${bytes} bytes together`] : []),
    ];
  });
}

function twice(what: string, names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${what} ${name} twice`);
}
