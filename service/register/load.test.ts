import { expect, test } from 'vitest';
import { Load } from './load.ts';

test('is busy while more than one sale is under way, also when one of them fails', async () => {
  const load = new Load();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const sold = load.with(() => first.promise);
  expect(load.isBusy).toBe(false);
  const failed = load.with(() => second.promise);
  expect(load.isBusy).toBe(true);
  second.reject(new Error('the journal failed'));
  await expect(failed).rejects.toThrow('the journal failed');
  expect(load.isBusy).toBe(false);
  first.resolve('sold');
  expect(await sold).toBe('sold');
});
