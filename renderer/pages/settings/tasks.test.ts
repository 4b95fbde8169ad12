import { expect, it } from 'vitest';
import en from '../../../resources/locales/en.json';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { entriesOf, isTask, TASKS, type Task } from './tasks.ts';

const entry = (name: string, scope: AttributeEntry['scope'] = 'all'): AttributeEntry => ({
  ...{ name, scope, known: true, meant: null, type: { kind: 'text' }, standard: null, restart: false },
  ...{ danger: false, value: null, ignored: false, waits: false },
});
/** Every attribute that the page has words for. */
const ALL = Object.keys(en.settings.effect).map((name) => entry(name));
const names = (task: Task, all = ALL, country: string | null = null) =>
  entriesOf(task, all, country).map(({ name }) => name);

it('has plain words for every attribute of a task, each shown once', () => {
  const shown = TASKS.flatMap((task) => names(task));
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter((name) => !Object.hasOwn(en.settings.label, name))).toEqual([]);
  expect(new Set(shown).size).toBe(shown.length);
  expect(Object.keys(en.settings.label).filter((name) => !Object.hasOwn(en.settings.effect, name))).toEqual(
    [],
  );
});

it('shows what has an effect in the country with the taxes, and what another task has there alone', () => {
  const all = [entry('Ours', ['PT']), entry('Theirs', ['HR']), entry('Printer_Log', ['PT'])];
  expect(names('tax', all, 'PT')).toEqual(['Ours']);
  expect(names('tax', all)).toEqual([]);
  expect(names('logs', all, 'PT')).toEqual(['Printer_Log']);
});

it('knows a task by its part of the address', () => {
  expect(['network', 'expert', '', 'toString'].map(isTask)).toEqual([true, true, false, false]);
});
