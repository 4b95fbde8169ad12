import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { queueFinder } from '../../discovery/queues.ts';
import { WindowsSpooler } from './windows.ts';

const DOUBLE = fileURLToPath(new URL('./testing/spooler-double.ts', import.meta.url));
const never = new AbortController().signal;
const BYTES = Buffer.from([0x1b, 0x40, 0xff]);

function spooler(wrong = '') {
  const made = new WindowsSpooler({ program: process.execPath, args: [DOUBLE, wrong] });
  onTestFinished(() => made.close());
  return made;
}

it('finds queues and prints on one, all through one process', async () => {
  const service = spooler();
  const { devices } = await queueFinder(() => service)(never);
  expect(devices.map(({ address, name, fault }) => [address, name, fault])).toEqual([
    ['queue:Bar%20K%C3%BCche', 'Bar Küche (Generic / Text Only)', null],
    ['queue:paused', 'paused', 'stopped'],
  ]);
  expect(await service.state('paused', never)).toMatchObject({ isStopped: true, paper: null });
  const id = await service.submit('Bar Küche', 'Račun', BYTES, never);
  const states = [];
  for (let look = 0; look < 3; look += 1) states.push(await service.job('Bar Küche', id, never));
  expect(states).toEqual(['waiting', 'waiting', 'done']);
  await expect(service.state('nobody', never)).rejects.toMatchObject({ fault: 'absent' });
});

it('says that it cannot be used where PowerShell may not run, or is not there', async () => {
  expect(await queueFinder(() => spooler('policy'))(never)).toMatchObject({ fault: 'unsupported' });
  const nothing = new WindowsSpooler({ program: '/nowhere/powershell.exe', args: [] });
  expect(await queueFinder(() => nothing)(never)).toMatchObject({ fault: 'unsupported' });
});

it('does not know whether a job was taken when the process ends in it, and starts another one', async () => {
  const service = spooler('dies');
  await expect(service.submit('Bar Küche', 'Račun', BYTES, never)).rejects.toMatchObject({ fault: 'lost' });
  expect(await service.queues(never)).toHaveLength(2);
});
