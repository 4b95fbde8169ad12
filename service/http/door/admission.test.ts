import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Admission, type AdmissionLimits } from './admission.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A door that notes what becomes of each who asks. */
function door(limits: Partial<AdmissionLimits>) {
  const admission = new Admission(limits);
  const entered: string[] = [];
  const refused: string[] = [];
  const ask = (who: string, address = 'a', isComplete = () => true) =>
    admission.ask(address, {
      enter: () => entered.push(who),
      refuse: () => refused.push(who),
      isComplete,
    });
  return { ask, entered, refused };
}

it('lets in as many as it may and keeps the next ones waiting, first come, first served', () => {
  const { ask, entered, refused } = door({ mostAtWork: 2, mostWaiting: 5 });
  const [leave] = ['1', '2', '3', '4'].map((who) => ask(who));
  expect(entered).toEqual(['1', '2']);
  leave!();
  expect(entered).toEqual(['1', '2', '3']);
  // Answered and then closed: it leaves once.
  leave!();
  expect([entered, refused]).toEqual([['1', '2', '3'], []]);
});

it('refuses at once who would be one too many to wait, and serves it when it comes back', () => {
  const { ask, entered, refused } = door({ mostAtWork: 1, mostWaiting: 2 });
  const leaves = ['1', '2', '3', '4'].map((who) => ask(who));
  expect([entered, refused]).toEqual([['1'], ['4']]);
  for (const leave of leaves.slice(0, 3)) leave();
  expect(entered).toEqual(['1', '2', '3']);
  ask('4');
  expect(entered.at(-1)).toBe('4');
});

it('refuses who has waited for so long that a till soon gives up', () => {
  const { ask, entered, refused } = door({ mostAtWork: 1, longestWait: 3000, countedFor: 60_000 });
  const leave = ask('1');
  ask('2');
  vi.advanceTimersByTime(2999);
  expect(refused).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(refused).toEqual(['2']);
  leave();
  expect(entered).toEqual(['1']);
});

it('forgets who has gone while waiting', () => {
  const { ask, entered, refused } = door({ mostAtWork: 1, mostWaiting: 1 });
  const leave = ask('1');
  const giveUp = ask('2');
  giveUp();
  ask('3');
  leave();
  expect([entered, refused]).toEqual([['1', '3'], []]);
});

it('lets a load from one address keep no other address waiting', () => {
  const { ask, entered, refused } = door({ mostAtWork: 2, mostWaiting: 4 });
  const leaves = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((who) => ask(who));
  ask('b1', 'b');
  // There was no room to wait: the last of the load made some.
  expect(refused).toEqual(['a6']);
  leaves[0]!();
  expect(entered).toEqual(['a1', 'a2', 'b1']);
});

it('serves all addresses in turn, even where each has one request at work at most', () => {
  const { ask, entered } = door({ mostAtWork: 1, mostWaiting: 100 });
  let leave = ask('x');
  const leaves = new Map<string, () => void>();
  for (const who of ['a1', 'a2', 'b1', 'b2', 'c1', 'c2']) leaves.set(who, ask(who, who[0]));
  for (let i = 0; i < 6; i++) {
    leave();
    leave = leaves.get(entered.at(-1)!)!;
  }
  expect(entered.slice(1)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
});

it('counts nobody who waits for a signature unit, a disk or its own client: others go on', () => {
  const { ask, entered } = door({ mostAtWork: 2, mostWaiting: 10, countedFor: 1000 });
  const slow = [ask('slow 1'), ask('slow 2')];
  ask('quick');
  vi.advanceTimersByTime(1000);
  expect(entered).toEqual(['slow 1', 'slow 2', 'quick']);
  // They end later, which makes no more room than there is.
  for (const leave of slow) leave();
  for (const who of ['4', '5', '6']) ask(who);
  expect(entered).toEqual(['slow 1', 'slow 2', 'quick', '4']);
});

it('counts nobody whose body does not come', () => {
  const { ask, entered } = door({ mostAtWork: 1, bodyWithin: 100, countedFor: 1000 });
  ask('slow', 'a', () => false);
  ask('quick');
  vi.advanceTimersByTime(99);
  expect(entered).toEqual(['slow']);
  vi.advanceTimersByTime(1);
  expect(entered).toEqual(['slow', 'quick']);
});
