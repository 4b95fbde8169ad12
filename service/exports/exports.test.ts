import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { exporting, EXPORTING, resetExports } from '../testing/export-country.ts';
import { openRoom } from '../testing/registers.ts';
import { tra } from '../testing/sales.ts';
import { Exports, type ExportServices, type Making, type Plan } from './exports.ts';

vi.mock(import('../countries/list.ts'), async (original) => {
  const { withExportCountry } = await import('../testing/export-country.ts');
  return withExportCountry(await original());
});
beforeEach(resetExports);

const MAY = { type: 'saft', from: '2026-05-01', till: '2026-05-31' };

/** Exports over a register with three sales. */
async function openExports(onExported?: ExportServices['onExported']) {
  const { registers, journal, services } = await openRoom();
  await registers.configure('def', EXPORTING);
  const register = (await registers.find('def'))!;
  for (let i = 0; i < 3; i++) await register.submit({ tra: tra(), warnings: [], restart: false });
  const exports = new Exports({ registers, journal, country: services, ...(onExported && { onExported }) });
  const plan = (await exports.plan('def', MAY)) as Plan;
  return { exports, plan, register };
}

/** Reads all files and throws them away. */
async function readAll({ files }: Making): Promise<void> {
  for await (const { content } of files) for await (const _piece of content);
}

it('tells how far it is', async () => {
  const { exports, plan } = await openExports();
  const steps: [number, number][] = [];
  await exports.begin(plan, readAll, (...step) => void steps.push(step))!.done;
  expect(steps).toEqual([
    [0, 3],
    [3, 3],
  ]);
});

it('tells when it is done, of what and for which registers', async () => {
  const onExported = vi.fn();
  const { exports, plan, register } = await openExports(onExported);
  const { done } = exports.begin(plan, readAll)!;
  expect(onExported).not.toHaveBeenCalled();
  await done;
  expect(onExported.mock.calls).toEqual([[{ ...MAY, whole: false }, [register]]]);
});

it('is done even when nobody could be told', async () => {
  const { exports, plan } = await openExports(() => Promise.reject(new Error('the journal is full')));
  await expect(exports.begin(plan, readAll)!.done).resolves.toBeUndefined();
});

it('lets the next ones begin while the journal is still being told of those that are handed out', async () => {
  const told = Promise.withResolvers<void>();
  const { exports, plan } = await openExports(() => told.promise);
  const handedOut: Promise<void>[] = [];
  const running = [1, 2].map(() => {
    const ended = Promise.withResolvers<void>();
    handedOut.push(ended.promise);
    return exports.begin(plan, async (making) => {
      await readAll(making);
      ended.resolve();
    })!;
  });
  await Promise.all(handedOut);
  await setImmediate();
  const next = exports.begin(plan, readAll);
  expect(next).not.toBeNull();
  told.resolve();
  await Promise.all([...running, next!].map(({ done }) => done));
});

it('tells nobody of an export that failed', async () => {
  const onExported = vi.fn();
  const { exports, plan } = await openExports(onExported);
  const failing = () => Promise.reject(new Error('the disk is full'));
  await expect(exports.begin(plan, failing)!.done).rejects.toThrow('the disk is full');
  expect(onExported).not.toHaveBeenCalled();
});

it('gives its place free, however it ends', async () => {
  const { exports, plan } = await openExports();
  const waiting = Promise.withResolvers<void>();
  const fail = async () => {
    await waiting.promise;
    throw new Error('no');
  };
  const running = [exports.begin(plan, fail)!, exports.begin(plan, () => waiting.promise)!];
  expect(exports.begin(plan, readAll)).toBeNull();
  waiting.resolve();
  await Promise.allSettled(running.map(({ done }) => done));
  await expect(exports.begin(plan, readAll)!.done).resolves.toBeUndefined();
});

it('waits for what it stops', async () => {
  const { exports, plan } = await openExports();
  const begun = Promise.withResolvers<void>();
  let ended = false;
  const { done } = exports.begin(plan, async ({ signal }) => {
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await setImmediate();
    ended = true;
    signal.throwIfAborted();
  })!;
  await begun.promise;
  await exports.close();
  expect(ended).toBe(true);
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
});

it('does not begin what was stopped before', async () => {
  const { exports, plan } = await openExports();
  const { done, stop } = exports.begin(plan, readAll)!;
  stop();
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(exporting.scopes).toEqual([]);
});

it('ends the files it began when their reader leaves early', async () => {
  const { exports, plan } = await openExports();
  let ended = false;
  exporting.files = async function* (scope) {
    try {
      yield { name: scope.from, content: Readable.from([]) };
      yield { name: scope.till, content: Readable.from([]) };
    } finally {
      ended = true;
    }
  };
  await exports.begin(plan, async ({ files }) => {
    for await (const _file of files) return;
  })!.done;
  expect(ended).toBe(true);
});
