import { expect, it } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import { openRoom } from '../../testing/registers.ts';
import { PORTUGAL, tra } from '../../testing/sales.ts';
import { PrintedReceipts } from './printed.ts';

it('keeps a bit for each receipt, whatever its block', () => {
  const state = new Map<string, Json>();
  const printed = new PrintedReceipts();
  const some = [0, 7, 8, 255, 256, 1_000_003];
  for (const sq of some) printed.add(sq);
  const { changes, stored } = printed.pending(state)!;
  expect(Object.keys(changes)).toEqual(['PRINTED 0', 'PRINTED 1', 'PRINTED 3906']);
  for (const [key, value] of Object.entries(changes)) state.set(key, value);
  stored();
  const loaded = new PrintedReceipts();
  expect(some.every((sq) => loaded.has(sq, state))).toBe(true);
  expect([1, 254, 257, 1_000_002].some((sq) => loaded.has(sq, state))).toBe(false);
  expect(printed.stateChange()).toBeNull();
});

it('is durable with the next record; when that is not stored, with the one after', async () => {
  const room = await openRoom();
  const def = await room.register('def');
  await def.configuration.set(PORTUGAL);
  const sell = () => def.submit({ tra: tra({}), warnings: [], restart: false });
  await sell();
  const sale = def.last!;
  expect(def.prints.has(sale)).toBe(false);
  def.prints.add(sale);
  const before = await room.records('def');
  room.store.failNext();
  expect((await sell()).Result.RC).toBe('NO');
  expect(def.prints.has(sale)).toBe(true);
  await sell();
  // No record of its own.
  await def.prints.note();
  expect(await room.records('def')).toHaveLength(before.length + 1);
  const again = await (await room.reopen()).register('def');
  expect([again.prints.has(sale), again.prints.has(again.last!)]).toEqual([true, false]);
});

it('is durable by a record of its own where none follows', async () => {
  const room = await openRoom();
  const def = await room.register('def');
  await def.configuration.set(PORTUGAL);
  await def.submit({ tra: tra({}), warnings: [], restart: false });
  const sale = def.last!;
  def.prints.add(sale);
  await Promise.all([def.prints.note(), def.prints.note()]);
  const records = await room.records('def');
  expect(records.filter(({ Event }) => Event === 'printed')).toHaveLength(1);
  expect((await (await room.reopen()).register('def')).prints.has(sale)).toBe(true);
});

it('is told by the POS as well', async () => {
  const room = await openRoom();
  const def = await room.register('def');
  await def.configuration.set(PORTUGAL);
  await def.submit({ tra: tra({ TN: '5' }), warnings: [], restart: false });
  await def.prints.countAgain({ TL: undefined, TT: undefined, TN: '5' });
  expect(def.prints.has(def.last!)).toBe(true);
});
