/** What exactly an entry of the audit trail is about: entries name actions and roles, people read words. */
import type { ParseKeys } from 'i18next';
import pageActions from '../../../resources/page-actions.json' with { type: 'json' };
import type { TrailEntry, TrailWhat } from '../../../service/trail/wire.ts';
import { ownPageOf } from '../../countries/list.ts';

/** Words for a name: a text of the page, of a page of a country, or the name itself where nobody knows it. */
export type About = { key: ParseKeys } | { country: string; key: string } | { raw: string };

/** Actions by what was done, as the addresses of pages name them. */
const ACTIONS: Partial<Record<TrailWhat, Readonly<Record<string, ParseKeys>>>> = {
  settings: {
    ...{ set: 'settings.attributes', remove: 'settings.attributes', list: 'settings.attributes' },
    ...{ quota: 'settings.quota.heading', badge: 'settings.badge.heading', beside: 'settings.badge.heading' },
  },
  units: {
    ...{ add: 'units.added', change: 'units.changed', remove: 'units.removed', move: 'care.trail.moved' },
    ...{ test: 'units.test', server: 'units.server.heading' },
  },
  devices: {
    ...{ use: 'devices.use.heading', useDisplay: 'devices.equip.display.heading' },
    ...{ useDrawer: 'devices.equip.drawer.heading', learn: 'devices.learn.begin' },
    ...{ login: 'devices.login.heading', drawer: 'devices.drawer.openIt' },
    ...{ print: 'devices.jobs.ordered', job: 'devices.jobs.heading' },
  },
  mending: { rebuild: 'page.mend.rebuild', confirm: 'page.mend.confirm' },
  eInvoices: {
    ...{ secret: 'eInvoices.secret.done', settings: 'eInvoices.channels.heading' },
    decide: 'care.trail.decided',
  },
};

/** Texts of actions of described pages, by country and action. */
const DESCRIBED: Readonly<Record<string, Readonly<Record<string, string>>>> = pageActions;

/**
 * Words for what an entry is about; null where it says nothing.
 * @param country of its register; null where that is not known
 */
export function aboutOf({ what, about }: TrailEntry, country: string | null): About | null {
  if (about === undefined) return null;
  if (what === 'country') {
    if (country === null) return { raw: about };
    const own = key(ownPageOf(country)?.actions, about);
    if (own !== undefined) return { key: own };
    const described = key(key(DESCRIBED, country), about);
    return described === undefined ? { raw: about } : { country, key: described };
  }
  const known = key(ACTIONS[what], about);
  return known === undefined ? { raw: about } : { key: known };
}

/** A person in words: `Ana (cashier)`, as entries have it, in the name and the role. */
export function personOf(about: string): { name: string; role: string } | null {
  const found = /^(?<name>.*) \((?<role>[a-z]+)\)$/s.exec(about)?.groups;
  return found ? { name: found.name!, role: found.role! } : null;
}

/** What a change of people is of: the role or the PIN of somebody (`Person Ana`, `PIN Ana`); null for any other. */
export function changedOf(change: string): { of: 'role' | 'pin'; name: string } | null {
  const found = /^(?<of>Person|PIN) (?<name>.*)$/s.exec(change)?.groups;
  return found ? { of: found.of === 'PIN' ? 'pin' : 'role', name: found.name! } : null;
}

function key<T>(names: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return names !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
}
