import { expect, it } from 'vitest';
import type { Json } from '../receipt/json.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { Manager } from './manager.ts';
import { People } from './people.ts';
import { PinCheck } from './pin-check.ts';
import { Turns } from './turns.ts';

const from = (address: string) => ({ address, headers: { host: '192.168.1.5:5618' } });
const TILL = from('127.0.0.1');

async function shop() {
  const clock = new ManualClock();
  const kept = new Map<string, Json>();
  const vault = {
    get: (name: string) => kept.get(name),
    set: (name: string, value: Json) => Promise.resolve(void kept.set(name, value)),
  };
  const people = new People(vault, clock);
  await people.add({ name: 'Ana', role: 'cashier', pin: '2580' });
  const turns = new Turns(() => Promise.resolve());
  const pins = new PinCheck(people, new Manager(() => null, clock, turns), turns, clock);
  const outcome = async (name: string, pin: string, place = TILL) => {
    const verdict = await pins.check(name, pin, place);
    return verdict === 'wrong' ? 'wrong' : 'person' in verdict ? 'right' : verdict.waitSeconds;
  };
  return { clock, people, vault, outcome };
}

it('lets a person wait for longer with each wrong PIN, up to an hour, and remembers them for a day', async () => {
  const { clock, outcome } = await shop();
  for (let i = 0; i < 4; i++) expect(await outcome('Ana', '0001')).toBe('wrong');
  const waits = [];
  for (let i = 0; i < 11; i++) {
    expect(await outcome('Ana', '0001')).toBe('wrong');
    const wait = await outcome('Ana', '2580');
    waits.push(wait);
    clock.advance(Number(wait) * 1000);
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
  clock.advance(20 * 3_600_000);
  expect([await outcome('Ana', '0001'), await outcome('Ana', '2580')]).toEqual(['wrong', 3600]);
  clock.advance(25 * 3_600_000);
  expect(await outcome('Ana', '2580')).toBe('right');
});

it('counts all strangers as one against a person, and lets nobody at the till wait for them', async () => {
  const { outcome } = await shop();
  for (let i = 1; i <= 5; i++) expect(await outcome('Ana', '0001', from(`192.168.1.${i}`))).toBe('wrong');
  expect(await outcome('Ana', '2580', from('192.168.1.77'))).toBe(10);
  expect(await outcome('Ana', '2580')).toBe('right');
});

it('counts names that nobody has by network, without keeping others out', async () => {
  const { outcome } = await shop();
  const stranger = from('192.168.1.9');
  for (let i = 0; i < 5; i++) expect(await outcome(`nobody ${i}`, '0001', stranger)).toBe('wrong');
  expect(await outcome('Ana', '2580', stranger)).toBe(10);
  expect(await outcome('Ana', '2580', from('192.168.1.10'))).toBe('right');
});

it('opens nothing to whose rights end while the PIN is being checked', async () => {
  const { people, outcome } = await shop();
  const asked = outcome('Ana', '2580');
  await people.end(people.byName('Ana')!.id);
  expect(await asked).toBe('wrong');
});

it('reads nothing from a vault that is damaged that would give rights', async () => {
  const { vault, people } = await shop();
  const kept = vault.get('people') as { [name: string]: Json }[];
  const row = kept[0]!;
  const damaged: Json[] = [{ ...row, hash: '' }, { ...row, role: 'owner' }, { ...row, ended: 'x' }, null, 7];
  await vault.set('people', [...damaged, row]);
  const read = new People(vault, new ManualClock());
  expect(read.entries).toEqual(people.entries);
});
