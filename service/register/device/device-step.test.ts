/** Receipts that a device numbers: asked once, and never forgotten. */
import { beforeEach, expect, it, vi } from 'vitest';
import type * as countries from '../../countries/list.ts';
import type { TraC } from '../../receipt/tra.ts';
import { DEVICE, printer } from '../../testing/device-country.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { GENERIC, tra } from '../../testing/sales.ts';
import type { Register } from '../register.ts';

vi.mock('../../countries/list.ts', async (original) => {
  const { withDeviceCountry } = await import('../../testing/device-country.ts');
  return withDeviceCountry(await original<typeof countries>());
});

beforeEach(() => printer.reset());

const sell = (register: Register, uid = 'a', restart = false): Promise<TraC> =>
  register.submit({ tra: tra({ UID: uid }), warnings: [], restart });

async function open(): Promise<{ room: Room; def: Register }> {
  const room = await openRoom();
  await room.registers.configure('def', DEVICE);
  return { room, def: (await room.registers.find('def'))! };
}

/** Fiscal numbers of the receipts, oldest first. */
const numbers = async (room: Room) =>
  (await room.records('def')).filter(({ _ }) => _ === 'Tra').map(({ ESR }) => ESR!.FN);

it('registers what the device gave', async () => {
  const { room, def } = await open();
  expect(await sell(def)).toMatchObject({ Result: { RC: 'OK' }, ESR: { TN: '1', FN: 'D1' } });
  expect(await sell(def)).toMatchObject({ Result: { RC: 'OK' }, ESR: { TN: '2', FN: 'D2' } });
  expect(await numbers(room)).toEqual(['D1', 'D2']);
});

it('refuses what the device refuses, and gives its number to the next receipt', async () => {
  const { room, def } = await open();
  printer.manners = ['refuses', 'works'];
  expect((await sell(def)).Result).toMatchObject({ RC: 'BAD', ErrorCode: '#TYPE' });
  expect((await sell(def)).ESR).toMatchObject({ TN: '1', FN: 'D1' });
  expect(await numbers(room)).toEqual(['D1']);
});

it('asks the device what it did when its answer is lost', async () => {
  const { room, def } = await open();
  printer.manners = ['loses-answer', 'works'];
  expect(await sell(def)).toMatchObject({ Result: { RC: 'OK' }, ESR: { FN: 'D1' } });
  expect([printer.asked, await numbers(room)]).toEqual([1, ['D1']]);
});

it('asks again only for what the device says it has not done', async () => {
  const { room, def } = await open();
  printer.manners = ['loses-request', 'works'];
  expect((await sell(def)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#DEVICE_AT_WORK' });
  expect((await sell(def)).ESR).toMatchObject({ TN: '1', FN: 'D1' });
  expect(await numbers(room)).toEqual(['D1']);
});

it('asks the device nothing while another instance may have the register', async () => {
  const { room, def } = await open();
  room.services.isOwner = () => false;
  expect((await sell(def)).Result.RC).toBe('NO');
  expect(printer.asked).toBe(0);
  // As the other one finds it.
  const other = (await (await room.reopen()).registers.find('def'))!;
  expect((await sell(other)).ESR).toMatchObject({ FN: 'D1' });
  expect(printer.asked).toBe(1);
});

it('sells nothing while nobody knows what the device did; then that receipt comes first', async () => {
  const { room, def } = await open();
  printer.manners = ['loses-answer', 'works'];
  printer.isSilent = true;
  for (const uid of ['a', 'b'])
    expect((await sell(def, uid)).Result).toMatchObject({ RC: 'NO', ErrorCode: '#DEVICE_AT_WORK' });
  expect(printer.asked).toBe(1);
  printer.isSilent = false;
  expect((await sell(def, 'b')).ESR).toMatchObject({ TN: '2', FN: 'D2' });
  expect(await numbers(room)).toEqual(['D1', 'D2']);
  expect((await room.records('def')).find(({ ESR }) => ESR?.FN === 'D1')).toMatchObject({
    ESR: { UID: 'a' },
  });
});

it('answers the till that sends the same receipt again with the one that was printed', async () => {
  const { room, def } = await open();
  printer.manners = ['loses-answer', 'works'];
  printer.isSilent = true;
  await sell(def);
  printer.isSilent = false;
  expect(await sell(def)).toMatchObject({ Result: { RC: 'OK', ErrorCode: '#DUPLICATE' }, ESR: { FN: 'D1' } });
  expect(await numbers(room)).toEqual(['D1']);
});

it.each([1, 2, 3])('registers what was printed when commit %i of a sale fails', async (commit) => {
  const { room, def } = await open();
  room.store.failAt(commit);
  const { Result } = await sell(def);
  expect(Result.RC).toBe(commit === 3 ? 'OK' : 'NO');
  // Nothing was printed before the intent was durable.
  expect(printer.printed.size).toBe(commit === 1 ? 0 : 1);
  const answer = await sell(def, commit === 3 ? 'b' : 'a');
  expect(answer.Result.RC).toBe(commit === 3 ? 'NO' : 'OK');
  expect(printer.printed.size).toBe(1);
  expect(await numbers(room)).toEqual(['D1']);
});

it('registers after a restart what was printed before it', async () => {
  const { room, def } = await open();
  room.store.failAt(2);
  expect((await sell(def)).Result.RC).toBe('NO');
  expect(printer.printed.size).toBe(1);
  const again = await room.reopen();
  const { ESR } = await sell((await again.registers.find('def'))!, 'b');
  expect(ESR).toMatchObject({ TN: '2', FN: 'D2' });
  expect(await numbers(again)).toEqual(['D1', 'D2']);
});

it('does nothing twice when a commit of another register fails meanwhile', async () => {
  const { room, def } = await open();
  await room.registers.configure('other', GENERIC);
  const other = (await room.registers.find('other'))!;
  const sales = Promise.all([sell(def), sell(def, 'b'), sell(other), sell(def, 'c')]);
  room.store.failNext();
  await sales;
  for (const uid of ['d', 'e']) expect((await sell(def, uid)).Result.RC).toBe('OK');
  expect(await numbers(room)).toEqual(Array.from({ length: printer.printed.size }, (_, n) => `D${n + 1}`));
});

it('does not forget a receipt that was done and not stored while the next one had begun', async () => {
  const { room, def } = await open();
  const { store } = room;
  expect((await sell(def, 'first')).Result.RC).toBe('OK');
  const before = store.commits.length;
  // The commit of the receipt itself; before it comes what the device is asked.
  store.failAt(2, false);
  const [lost, behind] = await Promise.all([sell(def, 'a'), sell(def, 'b')]);
  expect(store.commits.length).toBeGreaterThan(before);
  expect([lost.Result.RC, behind.Result.RC]).toEqual(['NO', 'NO']);
  expect((await sell(def, 'a', true)).Result).toMatchObject({ RC: 'OK', ErrorCode: '#DUPLICATE' });
  expect((await sell(def, 'b')).Result.RC).toBe('OK');
  expect(await numbers(room)).toEqual(['D1', 'D2', 'D3']);
});
