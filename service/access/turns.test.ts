import { expect, it } from 'vitest';
import { TooManyError, Turns } from './turns.ts';

const stranger = (name: string, wrong = 0) => ({ name, wrong, isKnown: false });
const known = { name: 'this machine', wrong: 0, isKnown: true };

/** Turns whose first one goes on until it is told to end. */
function held(turns: Turns, done: string[]) {
  let end: () => void = () => undefined;
  const first = turns.take(stranger('first'), () => new Promise<void>((resolve) => (end = resolve)));
  const ask = (asker: Parameters<Turns['take']>[0]) =>
    turns.take(asker, () => Promise.resolve(void done.push(asker.name)));
  return { first, ask, end: () => end() };
}

it('hashes for one at a time: who is known first, then who was wrong the fewest times, of those the latest', async () => {
  const done: string[] = [];
  const { ask, end } = held(new Turns(() => Promise.resolve()), done);
  const all = [stranger('twice', 2), stranger('once', 1), stranger('new'), known, stranger('newer')].map(ask);
  expect(done).toEqual([]);
  end();
  await Promise.all(all);
  expect(done).toEqual(['this machine', 'newer', 'new', 'once', 'twice']);
});

it('lets nobody fill the queue with requests of one address, and strangers nobody who is known', async () => {
  const done: string[] = [];
  const { ask, end } = held(new Turns(() => Promise.resolve()), done);
  const flood = Array.from({ length: 60 }, () => ask(stranger('flood')).catch((error: unknown) => error));
  const others = [ask(stranger('new')), ask(known)];
  end();
  await Promise.all(others);
  expect(done.slice(0, 2)).toEqual(['this machine', 'new']);
  const answers = await Promise.all(flood);
  expect(answers.filter((answer) => answer instanceof TooManyError)).toHaveLength(12);
});

it('lets somebody new through a load that keeps asking, at once', async () => {
  const done: string[] = [];
  const { ask, end } = held(new Turns(() => Promise.resolve()), done);
  const load = (n: number) =>
    Array.from({ length: n }, (_, i) => ask(stranger(`load ${i}`)).catch(() => undefined));
  const before = [...load(300), ...load(300)];
  const right = ask(stranger('new'));
  const after = load(300);
  end();
  await right;
  expect(done).toEqual(['new']);
  await Promise.all([...before, ...after]);
});

it('gives strangers together a fifth of one core, and lets nobody who is known wait for that', async () => {
  const pauses: number[] = [];
  let goOn: () => void = () => undefined;
  const turns = new Turns((ms) => {
    pauses.push(ms);
    return new Promise((resolve) => (goOn = resolve));
  });
  const done: string[] = [];
  const ask = (asker: Parameters<Turns['take']>[0], ms = 0) =>
    turns.take(asker, () => {
      const begin = performance.now();
      while (performance.now() - begin < ms);
      done.push(asker.name);
      return Promise.resolve();
    });
  await ask(stranger('a'), 5);
  const next = ask(stranger('b'));
  await ask(known);
  expect(done).toEqual(['a', 'this machine']);
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThanOrEqual(4 * 5);
  goOn();
  await next;
  expect(done).toEqual(['a', 'this machine', 'b']);
});

it('goes on after a turn that failed', async () => {
  const turns = new Turns(() => Promise.resolve());
  await expect(turns.take(known, () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await turns.take(known, () => Promise.resolve(7))).toBe(7);
});
