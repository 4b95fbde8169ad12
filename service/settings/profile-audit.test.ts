import { expect, it, onTestFinished } from 'vitest';
import type { Json } from '../receipt/json.ts';
import { ProfileAudit, type AuditJournals, type PendingChange } from './profile-audit.ts';

const change = (id: string, after: string): PendingChange => ({
  id,
  at: '2026-05-04T12:00:00',
  changes: [{ name: 'Normalize_D', before: null, after }],
});

/** Two registers in memory, a profile with changes, and its audit. */
function house(...pending: PendingChange[]) {
  const profile = {
    pending,
    journaled(ids: ReadonlySet<string>) {
      profile.pending = profile.pending.filter(({ id }) => !ids.has(id));
      return Promise.resolve();
    },
  };
  const records: string[] = [];
  const states = new Map<string, Map<string, Json>>();
  /** Names of registers that cannot journal anything now. */
  const broken = new Set<string>();
  const journals: AuditJournals = {
    names: () => Promise.resolve(['def', 'bar']),
    journal(rn, stateChange) {
      if (broken.has(rn)) return Promise.resolve(false);
      const state = states.get(rn) ?? new Map<string, Json>();
      states.set(rn, state);
      const changes = stateChange.changes(state);
      if (changes === null) return Promise.resolve(true);
      for (const [key, value] of Object.entries(changes)) state.set(key, value);
      records.push(`${rn} ${stateChange.event} ${JSON.stringify(stateChange.details)}`);
      return Promise.resolve(true);
    },
  };
  const audit = new ProfileAudit(profile);
  onTestFinished(() => audit.close());
  return { profile, records, broken, journals, audit };
}

const told = (rn: string, after: string) =>
  `${rn} profile-changed {"ChangedAt":"2026-05-04T12:00:00","New_Normalize_D":"${after}"}`;

it('journals a change in every register, and forgets it then', async () => {
  const { audit, journals, profile, records } = house(change('a', '1'));
  audit.open(journals);
  expect(await audit.catchUp()).toBe(true);
  expect(records).toEqual([told('def', '1'), told('bar', '1')]);
  expect(profile.pending).toEqual([]);
});

it('keeps it while no journal can be used', async () => {
  const { audit, journals, profile, records } = house(change('a', '1'));
  expect(await audit.catchUp()).toBe(false);
  expect(profile.pending).toHaveLength(1);
  audit.open(journals);
  expect(await audit.catchUp()).toBe(true);
  expect(records).toHaveLength(2);
});

it('goes on where it was interrupted, in order and without doing anything twice', async () => {
  const { audit, journals, profile, records, broken } = house(change('a', '1'));
  broken.add('bar');
  audit.open(journals);
  expect(await audit.catchUp()).toBe(false);
  profile.pending.push(change('b', '2'));
  broken.clear();
  expect(await audit.catchUp()).toBe(true);
  expect(records).toEqual([told('def', '1'), told('def', '2'), told('bar', '1'), told('bar', '2')]);
  expect(await audit.catchUp()).toBe(true);
  expect(records).toHaveLength(4);
});

it('tells that something waits when the profile cannot forget it, and journals it once all the same', async () => {
  const { audit, journals, profile, records } = house(change('a', '1'));
  const forget = profile.journaled;
  profile.journaled = () => Promise.reject(new Error('the disk is full'));
  audit.open(journals);
  expect(await audit.catchUp()).toBe(false);
  profile.journaled = forget;
  expect(await audit.catchUp()).toBe(true);
  expect(records).toHaveLength(2);
});
