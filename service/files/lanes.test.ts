import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

it('keeps the order within a lane, and lets lanes run side by side', async () => {
  const lanes = new Lanes(10);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const step = (name: string, wait?: Promise<void>) => async () => {
    await wait;
    order.push(name);
  };
  lanes.run('a', step('a1', gate.promise));
  lanes.run('a', step('a2'));
  lanes.run('b', step('b1'));
  await expect.poll(() => order).toEqual(['b1']);
  gate.resolve();
  await lanes.idle();
  expect(order).toEqual(['b1', 'a1', 'a2']);
});

it('is free only while there is room', async () => {
  const lanes = new Lanes(2);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const [i, gate] of gates.entries()) lanes.run(`${i}`, () => gate.promise);
  let free = false;
  const wait = lanes.free().then(() => (free = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(free).toBe(false);
  gates[1]!.resolve();
  await wait;
  gates[0]!.resolve();
  await lanes.idle();
});
