import { expect, it } from 'vitest';
import en from '../../../resources/locales/en.json';
import { ATTRIBUTES } from '../../../service/settings/attribute-table.ts';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { entriesOf, isTask, TASKS } from './tasks.ts';

const ALL = ATTRIBUTES.map((row) => ({ ...row, used: row.used === true })) as unknown as AttributeEntry[];
const names = (task: (typeof TASKS)[number], country: string | null) =>
  entriesOf(task, ALL, country).map(({ name }) => name);

it('has plain words for every attribute of a task that no country brings', () => {
  const shown = TASKS.flatMap((task) => names(task, null));
  expect(shown.filter((name) => !Object.hasOwn(en.settings.label, name))).toEqual([]);
  expect(Object.keys(en.settings.label).filter((name) => !ALL.some((one) => one.name === name))).toEqual([]);
});

it('shows each attribute once, and those of the country with the taxes', () => {
  for (const country of [
    null,
    ...new Set(ALL.flatMap(({ scope }) => (typeof scope === 'string' ? [] : scope))),
  ]) {
    const shown = TASKS.flatMap((task) => names(task, country));
    expect(new Set(shown).size).toBe(shown.length);
  }
  expect(names('tax', 'PT')).toContain('FN_series');
  expect(names('tax', 'HR')).not.toContain('FN_series');
});

it('knows a task by its part of the address', () => {
  expect(['network', 'expert', '', 'toString'].map(isTask)).toEqual([true, true, false, false]);
});
