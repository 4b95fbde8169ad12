import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { queueFinder } from '../../discovery/queues.ts';
import { cups } from './cups.ts';
import { ippAnswer } from './ipp.ts';
import { cupsDouble, IDLE } from './testing/cups-double.ts';

const never = new AbortController().signal;

async function machine() {
  const double = await cupsDouble({
    'Bar Küche': { ...IDLE },
    stopped: { ...IDLE, state: 5, reasons: ['paused'] },
    full: { ...IDLE, isAccepting: false },
    'PDF-Drucker': { ...IDLE },
    both: { ...IDLE, type: 1 },
  });
  onTestFinished(() => void double.close());
  // Nobody listens at the first place.
  const service = cups([{ socketPath: '/nowhere/cups.sock' }, { host: '127.0.0.1', port: double.port }]);
  return { double, service };
}

it('finds queues, without those that write files and those of several printers', async () => {
  const { service } = await machine();
  const { devices, fault } = await queueFinder(() => service)(never);
  expect(fault).toBe(null);
  expect(devices.map(({ address, name, fault }) => [address, name, fault])).toEqual([
    ['queue:Bar%20K%C3%BCche', 'Bar Küche (Local Raw Printer)', null],
    ['queue:stopped', 'stopped (Local Raw Printer)', 'stopped'],
    ['queue:full', 'full (Local Raw Printer)', 'stopped'],
  ]);
});

it('says that there is no print service', async () => {
  const nobody = cups([{ socketPath: '/nowhere/cups.sock' }]);
  expect(await queueFinder(() => nobody)(never)).toEqual({
    ...{ connection: 'queue', devices: [], fault: 'unsupported' },
  });
});

it('hands over the bytes as they are, with a title', async () => {
  const { double, service } = await machine();
  const id = await service.submit('Bar Küche', 'Račun 1', Buffer.from([0x1b, 0x40, 0xff, 0x0a]), never);
  expect(double.jobs).toEqual([
    {
      ...{ queue: 'Bar Küche', title: 'Račun 1', format: 'application/vnd.cups-raw' },
      ...{ bytes: '\x1b@\xff\n', state: 9 },
    },
  ]);
  expect(await service.job('Bar Küche', id, never)).toBe('done');
  double.jobs[0]!.state = 8;
  expect(await service.job('Bar Küche', id, never)).toBe('ended');
  expect(await service.job('Bar Küche', 99, never)).toBe('done');
});

it.each([
  [0x0406, 'absent'],
  [0x040a, 'unsupported'],
  [0x0506, 'stopped'],
  [0x0403, 'rights'],
])('says why a job is refused: %i', async (refusal, fault) => {
  const { double, service } = await machine();
  double.queues['stopped']!.refusal = refusal;
  await expect(service.submit('stopped', 'x', Buffer.from('x'), never)).rejects.toMatchObject({ fault });
});

it('does not know whether a job was taken when the line breaks', async () => {
  const { double, service } = await machine();
  double.hangsUp = true;
  await expect(service.submit('stopped', 'x', Buffer.from('x'), never)).rejects.toMatchObject({
    fault: 'lost',
  });
  expect(double.jobs).toHaveLength(1);
});

it('reads any answer, or says that it cannot be read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        expect(ippAnswer(Buffer.from(bytes)).groups).toBeInstanceOf(Array);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
