import { expect, it } from 'vitest';
import { openRoom, type Room } from '../testing/registers.ts';
import { PORTUGAL, tra } from '../testing/sales.ts';
import { activityOf } from './activity.ts';
import { Load } from './load.ts';

const activity = (room: Room, load = new Load()) =>
  activityOf({
    ...{ registers: room.registers, load, clock: room.clock },
    recorder: { queued: (_rn, last) => last },
  });

it('adds up what waits in all registers, and says since when nothing happened', async () => {
  const room = await openRoom();
  expect(await activity(room)).toEqual({ atWork: 0, waiting: 0, idleSeconds: null });
  await room.registers.configure('def', PORTUGAL);
  await room.registers.configure('second', PORTUGAL);
  const register = await room.registers.find('def');
  await register!.submit({ tra: tra({}), warnings: [], restart: false });
  room.clock.advance(90_000);
  expect(await activity(room)).toEqual({ atWork: 0, waiting: 3, idleSeconds: 90 });
});

it('counts a sale until it is answered, and takes no date ahead of the clock for the future', async () => {
  const room = await openRoom();
  await room.registers.configure('def', PORTUGAL);
  room.clock.set(room.clock.now() - 60_000);
  const load = new Load();
  const { promise, resolve } = Promise.withResolvers<void>();
  const sale = load.with(() => promise);
  expect(await activity(room, load)).toMatchObject({ atWork: 1, idleSeconds: 0 });
  resolve();
  await sale;
  expect(await activity(room, load)).toMatchObject({ atWork: 0 });
});
