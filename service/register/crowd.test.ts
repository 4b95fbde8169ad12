import { expect, test } from 'vitest';
import { Crowd } from './crowd.ts';

test('is busy while more than one sale is under way, also when one of them fails', async () => {
  const crowd = new Crowd();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const sold = crowd.with(() => first.promise);
  expect(crowd.isBusy).toBe(false);
  const failed = crowd.with(() => second.promise);
  expect(crowd.isBusy).toBe(true);
  second.reject(new Error('the journal failed'));
  await expect(failed).rejects.toThrow('the journal failed');
  expect(crowd.isBusy).toBe(false);
  first.resolve('sold');
  expect(await sold).toBe('sold');
});
