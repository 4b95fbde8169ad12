import { expect, it } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { openRoom, type Room } from '../../testing/registers.ts';
import { PORTUGAL, sale, tra } from '../../testing/sales.ts';

const sell = async (room: Room, rn: string, values: Tree = {}) => {
  const register = await room.registers.find(rn);
  return register!.submit({ tra: tra(values), warnings: [], restart: false });
};

it('two registers never number the same terminal of a company, also after a restart', async () => {
  const room = await openRoom();
  await room.registers.configure('def', PORTUGAL);
  await room.registers.configure('second', PORTUGAL);
  expect((await sell(room, 'def')).ESR?.FN).toBe('FS 1_1.26/1');
  expect((await sell(room, 'second')).Result.ErrorCode).toBe('#TERMINAL_TAKEN');
  const again = await room.reopen();
  expect((await sell(again, 'second')).Result.ErrorCode).toBe('#TERMINAL_TAKEN');
  expect((await sell(again, 'second', { TT: '9' })).ESR?.FN).toBe('FS 1_9.26/1');
  expect((await sell(again, 'def')).ESR?.FN).toBe('FS 1_1.26/2');
});

it('names whose series would read the same are one terminal', async () => {
  const room = await openRoom();
  await room.registers.configure('def', PORTUGAL);
  await room.registers.configure('second', PORTUGAL);
  await sell(room, 'def', { TL: '1_1', TT: '1' });
  expect((await sell(room, 'second', { TL: '1', TT: '1_1' })).Result.ErrorCode).toBe('#TERMINAL_TAKEN');
  await sell(room, 'def', { TL: 'a', TT: '1' });
  expect((await sell(room, 'second', { TL: 'A', TT: '1' })).Result.ErrorCode).toBe('#TERMINAL_TAKEN');
});

it('a sale that names its company goes to the register that numbers the terminal already', async () => {
  const room = await openRoom();
  await room.registers.configure('def', PORTUGAL);
  await sell(room, 'def', { TT: '5' });
  const route = await room.registers.route(sale('1.00', { TaxId: PORTUGAL.Cmp.TaxId, TT: '5' }), {});
  expect('register' in route && route.register.rn).toBe('def');
  // Whoever looks for it by company and terminal finds it there too.
  expect(room.registers.which({ taxId: PORTUGAL.Cmp.TaxId, TL: '1', TT: '5' })).toEqual({ rn: 'def' });
});

it('a register whose terminal another one numbers says so with each configuration, and stores no word of it', async () => {
  const room = await openRoom();
  await room.registers.configure('def', PORTUGAL);
  expect((await room.registers.configure('second', PORTUGAL)).Result.Warning ?? []).toEqual([]);
  await sell(room, 'def');
  const again = await room.registers.configure('second', PORTUGAL);
  expect(again.Result.RC).toBe('OK');
  expect(again.Result.Warning?.join()).toMatch(
    /#TERMINAL_TAKEN Cfg.Trm.TT: register def numbers terminal 1\/1/,
  );
  const own = { ...PORTUGAL, Trm: { ...PORTUGAL.Trm, TT: '2' } };
  expect((await room.registers.configure('second', own)).Result.Warning ?? []).toEqual([]);
  expect((await room.registers.configure('def', PORTUGAL)).Result.Warning ?? []).toEqual([]);
  expect(JSON.stringify(await room.records('second'))).not.toContain('TERMINAL_TAKEN');
});
