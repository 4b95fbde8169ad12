import fs from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Tree } from '../receipt/tree.ts';
import { sale, tra } from '../testing/sales.ts';
import { realDisk, type Disk } from './disk.ts';
import { Office } from './testing/office.ts';

/**
 * A disk whose power goes with one operation; nothing after it has any effect.
 * @param last number of the operation, from 0
 * @param done the operation itself takes effect, only nobody hears of it
 */
function disconnect(last: number, done: boolean): { disk: Disk; steps: string[] } {
  const steps: string[] = [];
  const step = async (name: string, operation: () => Promise<void>) => {
    const number = steps.push(name) - 1;
    if (number < last || (number === last && done)) await operation();
    if (number >= last) throw new Error('the power is gone');
  };
  const disk: Disk = {
    ...realDisk,
    create: (file, content) => step('create', () => realDisk.create(file, content)),
    rename: (from, to) => step('rename', () => realDisk.rename(from, to)),
    remove: (file) => step('remove', () => realDisk.remove(file)),
  };
  return { disk, steps };
}

/** Lets the power go and come again around one request. */
async function survive(office: Office, disk: Disk): Promise<void> {
  await office.files.stop();
  await office.begin(disk);
  const polled = office.files.poll();
  // An answer that cannot be written is tried again and again; the stop is the end of that.
  await Promise.race([polled, expect.poll(() => office.log.length, { timeout: 5000 }).toBeGreaterThan(0)]);
  await office.files.stop();
  await polled;
  await office.restart();
  await office.files.poll();
}

/** Operations for one request: placeholder, beginning, answer, deletion, forgetting. */
const STEPS = [0, 1, 2, 3, 4, 5, 6, 7];

describe.each<[string, Tree]>([
  ['with TN', { TN: 'A-1' }],
  ['without TN', {}],
])('a request %s', (_what, values) => {
  it.each(
    STEPS.flatMap((step) => [
      { step, done: false },
      { step, done: true },
    ]),
  )(
    'is registered and answered once when the power goes with step $step, done: $done',
    async ({ step, done }) => {
      const office = await Office.open();
      // An equal sale of before must not be taken for this one.
      const register = (await office.room.registers.find('def'))!;
      await register.submit({ tra: tra({}, '1.00'), warnings: [], restart: false });
      await office.put('a.req', sale('1.00', values));
      const { disk, steps } = disconnect(step, done);

      await survive(office, disk);
      expect(steps.length).toBeGreaterThan(step);
      expect(await office.totals()).toEqual(['1.00', '1.00']);
      await office.expectDone('a');
      expect(await office.answer('a')).toMatchObject({ SQ: 3, Result: { RC: 'OK' } });
    },
  );

  it('is nothing new when its answer was taken and the file could not be deleted', async () => {
    const office = await Office.open({
      disk: { ...realDisk, remove: () => Promise.reject(new Error('EBUSY')) },
    });
    await office.put('a.req', sale('1.00', values));
    await office.files.poll();
    expect(await office.answer('a')).toMatchObject({ Result: { RC: 'OK' } });
    await fs.rm(office.at('res', 'a.res'));
    await office.files.poll();
    await office.restart();
    await office.files.poll();
    expect(await office.totals()).toEqual(['1.00']);
    await office.expectDone();
    expect(office.log).toEqual(['file interface: a request waits: EBUSY']);
  });
});

it('registers the steps of a transaction once', async () => {
  for (const step of STEPS) {
    const office = await Office.open();
    await office.put('a.req', '<TraS/>');
    await survive(office, disconnect(step, true).disk);
    expect((await office.room.records('def')).map(({ _ }) => _)).toEqual(['Cfg', 'TraS']);
    await office.expectDone('a');
  }
});

it('takes a request with TN for a repetition after a start, even if what was written down is lost', async () => {
  const office = await Office.open();
  await office.put('a.req', sale('1.00', { TN: '5' }));
  await office.files.poll();
  await fs.rm(office.at('res', 'a.res'));
  await office.put('a.req', sale('1.00', { TN: '5' }));
  await office.restart();
  await office.files.poll();
  expect(await office.answer('a')).toMatchObject({ SQ: 2, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } });
});

it('registers equal sales that were placed while the service was down', async () => {
  const office = await Office.open();
  await office.put('till.req', sale('1.00'));
  await office.files.poll();
  await fs.rm(office.at('res', 'till.res'));
  await office.files.stop();
  await office.put('till.req', sale('1.00'));
  await office.put('other.req', sale('1.00'));
  await office.restart();
  await office.files.poll();
  expect(await office.totals()).toEqual(['1.00', '1.00', '1.00']);
});

describe('answers that cannot be written', () => {
  const full = (name: string) => Object.assign(new Error(`${name}: no space`), { code: name });

  it('keep their requests from being registered, with one line in the log', async () => {
    let isFull = true;
    const disk: Disk = {
      ...realDisk,
      create: (file, text) => (isFull ? Promise.reject(full('EROFS')) : realDisk.create(file, text)),
    };
    const office = await Office.open({ disk });
    for (let i = 0; i < 10; i++) await office.put(`${i}.req`, sale());
    for (let i = 0; i < 5; i++) await office.files.poll();
    expect(await office.names('req')).toHaveLength(10);
    expect(await office.totals()).toEqual([]);
    expect(office.log).toEqual(['file interface: answers cannot be written (EROFS); their requests wait']);
    isFull = false;
    await office.files.poll();
    expect(await office.totals()).toHaveLength(10);
    expect(await office.names('req')).toEqual([]);
  });

  it('are written later when the disk fills up between registration and answer', async () => {
    let isFull = false;
    const disk: Disk = {
      ...realDisk,
      rename: (from, to) =>
        isFull && to.endsWith('.res') ? Promise.reject(full('ENOSPC')) : realDisk.rename(from, to),
    };
    const office = await Office.open({ disk });
    isFull = true;
    await office.put('a.req', sale());
    const polled = office.files.poll();
    await expect
      .poll(() => office.log)
      .toEqual(['file interface: answers cannot be written (ENOSPC); their requests wait']);
    expect(await office.names('req')).toEqual(['a.req']);
    isFull = false;
    await polled;
    await office.expectDone('a');
    expect(await office.answer('a')).toMatchObject({ SQ: 2, Result: { RC: 'OK' } });
    expect(await office.totals()).toHaveLength(1);
  });

  it('with a name that cannot be had keep nobody else waiting', async () => {
    const office = await Office.open();
    await fs.mkdir(office.at('res', 'a.tmp'));
    await office.put('a.req', sale(), 1000);
    await office.put('b.req', sale(), 2000);
    await office.files.poll();
    expect(await office.names('req')).toEqual(['a.req']);
    expect(await office.answer('b')).toMatchObject({ Result: { RC: 'OK' } });
  });
});

it('reads a locked file when it is free, and says so only when that takes long', async () => {
  let isLocked = true;
  const disk: Disk = {
    ...realDisk,
    read: (file, most) =>
      isLocked && file.endsWith('.req')
        ? Promise.reject(Object.assign(new Error(), { code: 'EBUSY' }))
        : realDisk.read(file, most),
  };
  const office = await Office.open({ disk });
  await office.put('a.req', sale());
  for (let i = 0; i < 50; i++) await office.files.poll();
  expect(office.log).toEqual([]);
  for (let i = 0; i < 100; i++) await office.files.poll();
  expect(office.log).toEqual(['file interface: "a.req" cannot be read (EBUSY)']);
  isLocked = false;
  await office.files.poll();
  await office.expectDone('a');
});
