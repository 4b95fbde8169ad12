import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const signal = new AbortController().signal;

it('takes one step in each turn, in the order in which they were asked for', async () => {
  const turns = new Turns();
  const taken: string[] = [];
  const step = (name: string) => () => Promise.resolve(void taken.push(name));
  const asked = [turns.ask(step('a'), signal), turns.ask(step('b'), signal)];
  expect([turns.isEmpty, taken]).toEqual([false, []]);
  await turns.next();
  await asked[0];
  expect(taken).toEqual(['a']);
  await turns.next();
  await asked[1];
  expect([turns.isEmpty, taken]).toEqual([true, ['a', 'b']]);
  await turns.next();
});

it('tells whoever asked what became of the step, and goes on', async () => {
  const turns = new Turns();
  const asked = turns.ask(() => Promise.reject(new Error('disk')), signal);
  const other = turns.ask(() => Promise.resolve(7), signal);
  const failed = expect(asked).rejects.toThrow('disk');
  await turns.next();
  await failed;
  await turns.next();
  expect(await other).toBe(7);
});

it('lets go of those who no longer wait, but not in the middle of a step', async () => {
  const turns = new Turns();
  const stopping = new AbortController();
  const { promise, resolve } = Promise.withResolvers<number>();
  const begun = turns.ask(() => promise, stopping.signal);
  const waiting = turns.ask(() => expect.unreachable(), stopping.signal);
  const other = turns.ask(() => Promise.resolve(1), signal);
  const turn = turns.next();
  stopping.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
  await expect(turns.ask(() => expect.unreachable(), stopping.signal)).rejects.toThrow('stop');
  resolve(5);
  await turn;
  expect(await begun).toBe(5);
  await turns.next();
  expect([await other, turns.isEmpty]).toEqual([1, true]);
});

it('has no turn for anybody once it is closed', async () => {
  const turns = new Turns();
  const asked = [1, 2].map(() => turns.ask(() => expect.unreachable(), signal));
  turns.close();
  for (const one of asked) await expect(one).rejects.toThrow('closed');
  expect(turns.isEmpty).toBe(true);
});
