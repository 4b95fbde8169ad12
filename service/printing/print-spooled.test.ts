import { expect, it, onTestFinished, vi } from 'vitest';
import { cups } from '../devices/ports/queues/cups.ts';
import { queuePrinter } from '../devices/receipt-printer/queue-printer.ts';
import { cupsDouble, IDLE } from '../devices/ports/queues/testing/cups-double.ts';
import type { JobContent } from './job.ts';
import { JobFiles } from './job-files.ts';
import { PrintQueue } from './print-queue.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';

const until = (check: () => void) => vi.waitFor(check, { interval: 5 });
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function shop() {
  const double = await cupsDouble({ bar: { ...IDLE } });
  onTestFinished(() => void double.close());
  const service = cups([{ host: '127.0.0.1', port: double.port }]);
  const begun: JobContent[] = [];
  const queue = await PrintQueue.open({
    files: new JobFiles(await temporaryFolder()),
    printer: () => ({ open: queuePrinter(service, 'bar', [1]), address: 'queue:bar' }),
    draw: (content) =>
      Promise.resolve({
        ...{ bytes: Buffer.from('\x1b@receipt\n') },
        name: content.kind === 'receipt' ? `FS-${content.sq}` : 'test',
      }),
    begun: (content) => Promise.resolve(void begun.push(content)),
    clock: new ManualClock(),
    log: quiet,
  });
  onTestFinished(() => queue.close());
  return { double, bar: double.queues['bar']!, queue, begun };
}

it('hands over one job after another, and believes the system', async () => {
  const { double, queue } = await shop();
  double.newJob = 5;
  await queue.add({ kind: 'receipt', sq: 1 });
  await queue.add({ kind: 'receipt', sq: 2 });
  await until(() => expect(double.jobs.map(({ title }) => title)).toEqual(['FS-1']));
  expect(queue.views.map(({ state }) => state)).toEqual(['sending', 'waiting']);
  double.newJob = 9;
  double.jobs[0]!.state = 9;
  await until(() => expect(queue.views).toEqual([]));
  expect(double.jobs.map(({ title }) => title)).toEqual(['FS-1', 'FS-2']);
  expect(queue.ended.map(({ end }) => end?.how)).toEqual(['sent', 'sent']);
  await queue.look();
  expect([queue.seen, queue.told?.model]).toEqual(['mute', 'Local Raw Printer']);
});

it('keeps what is refused as an original that was never printed', async () => {
  const { double, bar, queue, begun } = await shop();
  bar.refusal = 0x040a;
  await queue.add({ kind: 'receipt', sq: 1 });
  await until(() => expect(queue.trouble).toBe('unsupported'));
  await until(() => expect(queue.views.map(({ state }) => state)).toEqual(['waiting']));
  expect([begun, double.jobs]).toEqual([[], []]);
  bar.refusal = null;
  queue.retry();
  await until(() => expect(queue.views).toEqual([]));
  expect([begun.length, double.jobs.length, queue.trouble]).toEqual([1, 1, null]);
});

it('gives nothing to a queue that is stopped, no pulse to the drawer either', async () => {
  const { double, bar, queue } = await shop();
  bar.state = 5;
  await queue.add({ kind: 'receipt', sq: 1 });
  await until(() => expect(queue.trouble).toBe('stopped'));
  expect(await queue.sendAtOnce(Buffer.from('\x10\x14\x01\x00\x02'))).toBe('stopped');
  expect(double.jobs).toEqual([]);
  bar.state = 3;
  queue.retry();
  await until(() => expect(double.jobs).toHaveLength(1));
});

it('tells of the paper while a job is on its way, and of nothing that a driver said long ago', async () => {
  const { double, bar, queue } = await shop();
  bar.reasons = ['media-empty-error'];
  double.newJob = 5;
  await queue.add({ kind: 'receipt', sq: 1 });
  await until(() => expect(double.jobs).toHaveLength(1));
  expect(queue.trouble).toBe(null);
  bar.state = 4;
  await until(() => expect(queue.trouble).toBe('paper'));
  bar.reasons = ['none'];
  double.jobs[0]!.state = 9;
  await until(() => expect(queue.views).toEqual([]));
  expect([queue.trouble, queue.status.paper]).toEqual([null, null]);
});

it.each(['hangs up', 'job ended'])(
  'asks a person what came out, and prints nothing twice: %s',
  async (what) => {
    const { double, queue, begun } = await shop();
    if (what === 'job ended') double.newJob = 8;
    else double.hangsUp = true;
    await queue.add({ kind: 'receipt', sq: 1 });
    await until(() => expect(queue.views.map(({ state }) => state)).toEqual(['unknown']));
    expect(begun).toHaveLength(1);
    double.hangsUp = false;
    queue.retry();
    expect(double.jobs).toHaveLength(1);
  },
);
