/** What a country does beside receipts, as far as the register is concerned: order, journal, failures. */
import { describe, expect, it } from 'vitest';
import type { Country } from '../countries/contract/country.ts';
import type { DescribedPage } from '../countries/contract/described-page/page.ts';
import type { Outcome, StateChange } from '../countries/contract/work.ts';
import { countryOf } from '../countries/list.ts';
import { openRoom, type Room } from '../testing/registers.ts';
import { GENERIC, tra } from '../testing/sales.ts';
import { act, exported, overviewOf, runBackground } from './country-work.ts';
import type { Register } from './register.ts';

/** A state change that counts in the state. */
const count = (event: string): StateChange => ({
  event,
  details: { Name: event },
  changes: (state) => ({ XX: Number(state.get('XX') ?? 0) + 1 }),
});

/** A register whose country does what the test wants. */
async function openRegister(values: Partial<Country>): Promise<Room & { def: Register }> {
  const room = await openRoom();
  const def = await room.register('def');
  await def.configuration.set(GENERIC);
  const country = { ...countryOf('LU'), ...values };
  Object.defineProperty(def, 'country', { get: () => country });
  return { ...room, def };
}

const eventsOf = async ({ records }: Room) =>
  (await records('def')).filter((r) => r._ === 'log').map((r) => [r.SQ, r.Event, r.Name]);

async function* twoChanges(
  seen: unknown[],
  register: () => Register,
): AsyncGenerator<StateChange, Outcome, void> {
  yield count('one');
  seen.push(register().state.get('XX'));
  yield count('two');
  seen.push(register().state.get('XX'));
  return { result: 'done' };
}

describe('an action', () => {
  it('goes on when what it has done is stored, and gives its result', async () => {
    const seen: unknown[] = [];
    const room = await openRegister({ act: () => twoChanges(seen, () => room.def) });
    expect(await act(room.def, 'x', {})).toEqual({ result: 'done' });
    expect(seen).toEqual([1, 2]);
    expect(await eventsOf(room)).toEqual([
      [2, 'one', 'one'],
      [3, 'two', 'two'],
    ]);
    expect((await room.journal.state('def')).get('XX')).toBe(2);
  });

  it('of a page that is its description alone is one that it offers, within its bounds', async () => {
    const label = { key: 'x' };
    const field = { type: 'text', name: 'name', label, most: 3, required: true } as const;
    const page = (): DescribedPage => ({
      sections: [
        {
          name: 'one',
          heading: label,
          parts: [{ kind: 'form', action: { action: 'save', label, done: label, fields: [field] } }],
        },
      ],
    });
    const values = { page, act: () => twoChanges([], () => room.def) };
    const room = await openRegister(values);
    expect(overviewOf(room.def)).toEqual({ country: 'LU', page: page() });
    expect(await act(room.def, 'other', { name: 'a' })).toMatchObject({ issues: [{ path: '' }] });
    expect(await act(room.def, 'save', { name: 'long' })).toMatchObject({
      issues: [{ code: '#ACTION', path: 'name', problem: 'tooLong' }],
    });
    expect(await eventsOf(room)).toEqual([]);
    expect(await act(room.def, 'save', { name: 'abc' })).toEqual({ result: 'done' });

    // Where the country has a shape of its own, its page may ask for more than the description.
    const own = await openRegister({
      ...values,
      overview: () => 'own',
      act: () => twoChanges([], () => own.def),
    });
    expect(overviewOf(own.def)).toEqual({ country: 'LU', page: page(), overview: 'own' });
    expect(await act(own.def, 'other', {})).toEqual({ result: 'done' });
  });

  it('ends with a failure at what cannot be stored; what was done before stays', async () => {
    const seen: unknown[] = [];
    const room = await openRegister({ act: () => twoChanges(seen, () => room.def) });
    room.store.failNext();
    expect(await act(room.def, 'x', {})).toMatchObject({ issues: [{ code: '#JOURNAL_FAILED' }] });
    expect(seen).toEqual([]);
    expect(room.def.state.get('XX')).toBeUndefined();
    expect(await act(room.def, 'x', {})).toEqual({ result: 'done' });
    expect(await eventsOf(room)).toHaveLength(2);
  });

  it('that throws is no harm to the register', async () => {
    const room = await openRegister({
      async *act() {
        yield count('one');
        throw new Error('defect');
      },
    });
    await expect(act(room.def, 'x', {})).rejects.toThrow('defect');
    const sold = await room.def.submit({ tra: tra(), warnings: [], restart: false });
    expect([sold.SQ, sold.Result.RC]).toEqual([3, 'OK']);
  });

  it('takes its turn among the receipts', async () => {
    const room = await openRegister({ act: () => twoChanges([], () => room.def) });
    const sell = () => room.def.submit({ tra: tra(), warnings: [], restart: false });
    const [first, , second, third] = await Promise.all([sell(), act(room.def, 'x', {}), sell(), sell()]);
    const numbers = [first, second, third].map((a) => a.SQ!);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    const all = [...numbers, ...(await eventsOf(room)).map(([sq]) => sq as number)];
    expect(all.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
  });
});

describe('what a country does by itself', () => {
  it('stops at the first state change that cannot be stored', async () => {
    const reached: string[] = [];
    const room = await openRegister({
      async *background() {
        yield count('one');
        reached.push('one');
        yield count('two');
        reached.push('two');
      },
    });
    room.store.failNext();
    await runBackground(room.def);
    expect(reached).toEqual([]);
    await runBackground(room.def);
    expect(reached).toEqual(['one', 'two']);
    expect(await eventsOf(room)).toHaveLength(2);
  });

  it('leaves no record where there is nothing left to do', async () => {
    const room = await openRegister({
      async *background() {
        yield { event: 'late', details: {}, changes: () => null };
        yield count('one');
      },
    });
    await runBackground(room.def);
    expect(await eventsOf(room)).toEqual([[2, 'one', 'one']]);
  });

  it('cannot use names that the record itself uses', async () => {
    const room = await openRegister({
      async *background() {
        yield { event: 'e', details: { SQ: '99', _: 'Tra', RN: 'x', D: 'y' }, changes: () => ({}) };
      },
    });
    await runBackground(room.def);
    expect((await room.records('def'))[1]).toMatchObject({
      _: 'log',
      SQ: 2,
      RN: 'def',
      D: '2026-05-04T12:00:00',
    });
  });
});

describe('an export that came to its end', () => {
  const period = { type: 'saft', from: '2026-04-01', till: '2026-04-30' };

  it('is remembered where the country wants it', async () => {
    const room = await openRegister({ exported: ({ from }) => count(from) });
    await exported(room.def, period);
    expect(await eventsOf(room)).toEqual([[2, '2026-04-01', '2026-04-01']]);
  });

  it('leaves no record elsewhere', async () => {
    const room = await openRegister({});
    await exported(room.def, period);
    expect(await eventsOf(room)).toEqual([]);
  });
});

it('a register without configuration, or of a country without a page, has none', async () => {
  const room = await openRoom();
  const fresh = await room.register('def');
  expect([overviewOf(fresh), await act(fresh, 'x', {})]).toEqual([null, null]);
  await runBackground(fresh);
  await exported(fresh, { type: 'saft', from: '', till: '' });
  await fresh.configuration.set(GENERIC);
  expect([overviewOf(fresh), await act(fresh, 'x', {})]).toEqual([null, null]);
  await runBackground(fresh);
  expect(await room.records('def')).toHaveLength(1);
});
