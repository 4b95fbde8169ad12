/** Receipts that a device takes side by side: one commit has what it is asked, and each is registered once. */
import { beforeEach, expect, it, vi } from 'vitest';
import type * as countries from '../../countries/list.ts';
import type { TraC } from '../../receipt/tra.ts';
import type { Tree } from '../../receipt/tree.ts';
import { DEVICE, printer } from '../../testing/device-country.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { tra } from '../../testing/sales.ts';
import type { Register } from '../register.ts';

vi.mock('../../countries/list.ts', async (original) => {
  const { withDeviceCountry } = await import('../../testing/device-country.ts');
  return withDeviceCountry(await original<typeof countries>());
});

beforeEach(() => {
  printer.reset();
  printer.together = 8;
});

async function open(): Promise<{ room: Room; def: Register }> {
  const room = await openRoom();
  await room.registers.configure('def', DEVICE);
  return { room, def: (await room.registers.find('def'))! };
}

const sell = (register: Register, UID: string, more: Tree = {}, restart = false): Promise<TraC> =>
  register.submit({ tra: tra({ UID, ...more }), warnings: [], restart });

/** Sales that come while the register is busy with another one, so that they share its next turn. */
async function sellTogether(
  register: Register,
  uids: readonly string[],
  more: (uid: string) => Tree = () => ({}),
) {
  const busy = register.settled();
  const answers = uids.map((uid) => sell(register, uid, more(uid)));
  await busy;
  return Promise.all(answers);
}

const told = ({ Result: { RC, ErrorCode }, ESR }: TraC) => [RC, ErrorCode, ESR?.TN, ESR?.FN];

/** What was registered, oldest first, without what is not theirs. */
const receipts = async (room: Room) =>
  (await room.records('def')).filter(({ _ }) => _ === 'Tra').map(({ ESR }) => [ESR!.UID, ESR!.TN, ESR!.FN]);
const asked = async (room: Room) =>
  (await room.records('def')).flatMap(({ Event, Receipts }) =>
    Event === 'device-asked' ? [Receipts ?? 1] : [],
  );

it('asks for all of them behind one commit, and registers them in their order', async () => {
  const { room, def } = await open();
  const before = room.store.commits.length;
  const answers = await sellTogether(def, ['a', 'b', 'c']);
  expect(answers.map(told)).toEqual([
    ['OK', undefined, '1', 'D1'],
    ['OK', undefined, '2', 'D2'],
    ['OK', undefined, '3', 'D3'],
  ]);
  expect([await asked(room), room.store.commits[before]]).toEqual([[3], ['def#2']]);
  expect((await room.records('def')).map(({ SQ }) => SQ)).toEqual([1, 2, 3, 4, 5]);
});

it('asks for large ones in records of their own', async () => {
  const { room, def } = await open();
  const more = (uid: string) => (uid === 'a' || uid === 'd' ? {} : { Opr: 'x'.repeat(200_000) });
  const answers = await sellTogether(def, ['a', 'b', 'c', 'd'], more);
  expect(answers.map(({ Result, ESR }) => [Result.RC, ESR?.TN])).toEqual(
    ['1', '2', '3', '4'].map((TN) => ['OK', TN]),
  );
  expect(await asked(room)).toEqual([2, 2]);
});

it('notes times that do not go back, however long the device takes', async () => {
  const { room, def } = await open();
  let now = room.clock.now();
  vi.spyOn(room.clock, 'now').mockImplementation(() => (now += 1000));
  printer.manners = ['works', 'refuses', 'works'];
  await sellTogether(def, ['a', 'b', 'c']);
  const times = (await room.records('def')).map(({ D }) => D);
  expect(times).toHaveLength(5);
  expect(times).toEqual(times.toSorted());
});

it('gives a turn of its own to what depends on others', async () => {
  const { room, def } = await open();
  const more: Record<string, Tree> = { b: { TN: '20' }, e: { NFS: 'X' } };
  const answers = await sellTogether(def, ['a', 'b', 'c', 'd', 'e', 'f'], (uid) => more[uid] ?? {});
  expect(answers.map(({ Result, ESR }) => [Result.RC, ESR?.TN])).toEqual(
    ['1', '20', '21', '22', '23', '24'].map((TN) => ['OK', TN]),
  );
  expect(await asked(room)).toEqual([1, 1, 2, 1, 1]);
});

it('goes on where the device refuses one, without a gap', async () => {
  const { room, def } = await open();
  printer.manners = ['works', 'refuses', 'works'];
  const answers = await sellTogether(def, ['a', 'b', 'c']);
  expect(answers.map(told)).toEqual([
    ['OK', undefined, '1', 'D1'],
    ['BAD', '#TYPE', undefined, undefined],
    ['OK', undefined, '2', 'D2'],
  ]);
  expect((await sell(def, 'd')).ESR).toMatchObject({ TN: '3', FN: 'D3' });
  expect(await receipts(room)).toEqual([
    ['a', '1', 'D1'],
    ['c', '2', 'D2'],
    ['d', '3', 'D3'],
  ]);
});

it('finds out what became of the one whose answer is lost, before anything else is sold', async () => {
  const { room, def } = await open();
  printer.manners = ['works', 'loses-answer', 'works'];
  printer.isSilent = true;
  const answers = await sellTogether(def, ['a', 'b', 'c']);
  expect(answers.map(({ Result: { ErrorCode } }) => ErrorCode)).toEqual([
    undefined,
    '#DEVICE_AT_WORK',
    undefined,
  ]);
  const refused = await sellTogether(def, ['d', 'e']);
  expect(refused.map(({ Result: { ErrorCode } }) => ErrorCode)).toEqual([
    '#DEVICE_AT_WORK',
    '#DEVICE_AT_WORK',
  ]);
  printer.isSilent = false;
  expect((await sellTogether(def, ['d', 'e'])).map(told)).toEqual([
    ['OK', undefined, '4', 'D4'],
    ['OK', undefined, '5', 'D5'],
  ]);
  expect((await receipts(room)).map(([uid]) => uid)).toEqual(['a', 'c', 'b', 'd', 'e']);
});

it('asks nothing when that could not be stored', async () => {
  const { room, def } = await open();
  room.store.failAt(1);
  const answers = await sellTogether(def, ['a', 'b']);
  expect(answers.map(({ Result: { RC } }) => RC)).toEqual(['NO', 'NO']);
  expect(printer.asked).toBe(0);
  expect((await sellTogether(def, ['a', 'b'])).map(told)).toEqual([
    ['OK', undefined, '1', 'D1'],
    ['OK', undefined, '2', 'D2'],
  ]);
});

it.each(['at once', 'after a restart'])(
  'registers what was done and not stored, and tells each till that sends its receipt again: %s',
  async (when) => {
    const { room, def } = await open();
    const uids = ['a', 'b', 'c'];
    room.store.failAt(2);
    expect((await sellTogether(def, uids)).map(({ Result: { RC } }) => RC)).toEqual(['NO', 'NO', 'NO']);
    const isRestarted = when === 'after a restart';
    const again = isRestarted ? await room.reopen() : room;
    const register = isRestarted ? (await again.registers.find('def'))! : def;
    // The first one alone, so that the others come when everything is settled.
    const answers = [
      await sell(register, 'b'),
      ...(await Promise.all(['c', 'a'].map((uid) => sell(register, uid)))),
    ];
    expect(answers.map(told)).toEqual([
      ['OK', '#DUPLICATE', '2', 'D2'],
      ['OK', '#DUPLICATE', '3', 'D3'],
      ['OK', '#DUPLICATE', '1', 'D1'],
    ]);
    expect((await sell(register, 'b')).ESR).toMatchObject({ TN: '4', FN: 'D4' });
    expect((await receipts(again)).map(([uid]) => uid)).toEqual(['a', 'b', 'c', 'b']);
    expect(printer.printed.size).toBe(4);
  },
);

it('takes the same again from a till that has sold something else meanwhile', async () => {
  const { room, def } = await open();
  room.store.failAt(2);
  await sell(def, 'a');
  expect((await sell(def, 'b')).ESR).toMatchObject({ TN: '2' });
  expect((await sell(def, 'a')).Result.ErrorCode).toBeUndefined();
  expect((await receipts(room)).map(([uid]) => uid)).toEqual(['a', 'b', 'a']);
});

it('takes the same for another sale when a till sends it much later', async () => {
  const { room, def } = await open();
  room.store.failAt(2);
  await sellTogether(def, ['a', 'b']);
  expect((await sell(def, 'b')).Result.ErrorCode).toBe('#DUPLICATE');
  room.clock.advance(15 * 60_000);
  expect((await sell(def, 'a')).Result.ErrorCode).toBeUndefined();
});
