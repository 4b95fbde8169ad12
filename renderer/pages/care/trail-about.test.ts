import { expect, it } from 'vitest';
import en from '../../../resources/locales/en.json' with { type: 'json' };
import { ownPageOf } from '../../countries/list.ts';
import type { TrailEntry } from '../../../service/trail/wire.ts';
import { aboutOf, changedOf, personOf } from './trail-about.ts';

const entry = (what: TrailEntry['what'], about: string) => ({ what, about }) as TrailEntry;

it('says actions of described pages by texts of their country', () => {
  expect(aboutOf(entry('country', 'close-day'), 'HU')).toEqual({ country: 'HU', key: 'printer.closed' });
});

it('says those of countries with pages of their own, and of all others', () => {
  expect(aboutOf(entry('country', 'close'), 'PT')).toEqual({ key: 'portugal.close.submit' });
  expect(aboutOf(entry('devices', 'drawer'), 'PT')).toEqual({ key: 'devices.drawer.openIt' });
});

it('leaves names that nobody knows as they are', () => {
  expect(aboutOf(entry('country', 'close-day'), 'FR')).toEqual({ raw: 'close-day' });
  expect(aboutOf(entry('country', 'close-day'), null)).toEqual({ raw: 'close-day' });
  expect(aboutOf(entry('country', 'constructor'), 'HU')).toEqual({ raw: 'constructor' });
  expect(aboutOf(entry('void', 'FT 2027/1: drawer'), 'PT')).toEqual({ raw: 'FT 2027/1: drawer' });
});

it('tells name and role of a person apart', () => {
  expect(personOf('Ana (Bar) (cashier)')).toEqual({ name: 'Ana (Bar)', role: 'cashier' });
  expect(personOf('p-1')).toBeNull();
});

it('tells what of a person was changed', () => {
  expect(changedOf('Person PIN Ana')).toEqual({ of: 'role', name: 'PIN Ana' });
  expect(changedOf('PIN Ana')).toEqual({ of: 'pin', name: 'Ana' });
  expect(changedOf('Log_debug')).toBeNull();
});

it('needs no values for its texts', () => {
  const own = ['AT', 'PT'].flatMap((country) => Object.values(ownPageOf(country)!.actions));
  const textOf = (of: string) =>
    of.split('.').reduce<unknown>((texts, part) => (texts as Record<string, unknown>)[part], en) as string;
  for (const of of own) expect(textOf(of)).toMatch(/^[^{]+$/);
  const names = ['settings set', 'units move', 'devices learn', 'mending rebuild', 'eInvoices decide'];
  for (const [what, about] of names.map((name) => name.split(' ') as [TrailEntry['what'], string])) {
    const words = aboutOf(entry(what, about), null);
    expect('key' in words! && textOf(words.key)).toMatch(/^[^{]+$/);
  }
});
