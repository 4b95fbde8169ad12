import { expect, it } from 'vitest';
import { answered, Turns } from './turns.ts';

const answer = (SQ: number) => ({ SQ, Result: { RC: 'OK' as const } });

/** Turns of which the first goes on until it is told to end. */
function held() {
  const turns = new Turns<number>(() => answer(-1));
  const { promise, resolve } = Promise.withResolvers<void>();
  void turns.take(async () => (await promise, answered(answer(0))));
  const shared: (readonly number[])[] = [];
  const share = (item: number, most = 3) =>
    turns.share(item, most, (items, give) => {
      shared.push(items);
      for (const [at, each] of items.entries()) give(at, answered(answer(each)));
      return Promise.resolve();
    });
  return { turns, shared, share, release: resolve };
}

it('has those share a turn who ask right behind one another, as many as may', async () => {
  const { turns, shared, share, release } = held();
  const asked = [1, 2, 3, 4].map((item) => share(item));
  expect(turns.waiting).toBe(5);
  release();
  expect((await Promise.all(asked)).map(({ SQ }) => SQ)).toEqual([1, 2, 3, 4]);
  expect([shared, turns.waiting]).toEqual([[[1, 2, 3], [4]], 0]);
});

it('passes over nobody, and lets nobody into a turn that has begun', async () => {
  const { turns, shared, share, release } = held();
  const order: string[] = [];
  const first = share(1);
  const between = turns.take(() => (order.push(`after ${shared.length}`), answered(answer(9))));
  const behind = share(2);
  release();
  await Promise.all([first, between, behind]);
  expect([order, shared]).toEqual([['after 1'], [[1], [2]]]);
  const begun = turns.share(3, 3, async (items, give) => {
    shared.push(items);
    const late = share(4);
    give(0, answered(answer(3)));
    await Promise.resolve(expect(turns.waiting).toBe(2));
    void late;
  });
  await begun;
  await turns.take(() => answered(answer(0)));
  expect(shared.slice(2)).toEqual([[3], [4]]);
});

it('answers each as soon as it is known, and those that come to nothing as a defect', async () => {
  const turns = new Turns<number>(() => answer(-1));
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async (
    _items: readonly number[],
    give: (at: number, step: ReturnType<typeof answered>) => void,
  ) => {
    give(0, answered(answer(1)));
    await promise;
    throw new Error('a defect');
  };
  const [first, second] = [turns.share(1, 2, work), turns.share(2, 2, work)];
  expect((await first).SQ).toBe(1);
  resolve();
  expect((await second).SQ).toBe(-1);
  expect((await turns.take(() => answered(answer(5)))).SQ).toBe(5);
});
