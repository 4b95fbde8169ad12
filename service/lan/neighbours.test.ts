import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { recordingLog } from '../testing/recording-log.ts';
import type { Machine } from './machine.ts';
import { Neighbours } from './neighbours.ts';
import { broadcastAddresses } from './udp.ts';

const PEER = { address: '10.0.0.2', port: 5618 };
const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-05-04T12:00:00');
const MACHINE: Machine = {
  name: 'till-2',
  scheme: 'http',
  port: 5618,
  addresses: ['10.0.0.2'],
  version: '3.0.0',
  registers: [],
};

it('remembers machines for 30 days, across restarts', async () => {
  const file = path.join(await temporaryFolder(), 'lan.json');
  const lines: string[] = [];
  const first = await Neighbours.open(file, recordingLog(lines));
  first.note('two', PEER, MACHINE, NOW);
  await first.idle();
  const again = await Neighbours.open(file, recordingLog(lines));
  const known = { instance: 'two', peer: PEER, machine: MACHINE, seen: '2026-05-04' };
  expect(again.all(NOW + 30 * DAY_MS)).toEqual([known]);
  expect(again.all(NOW + 31 * DAY_MS)).toEqual([]);
  expect(lines).toEqual([]);
});

it.each(['{', '[]', '{"machines":[{"instance":"two"}]}'])('puts a damaged file aside: %s', async (text) => {
  const file = path.join(await temporaryFolder(), 'lan.json');
  await fs.writeFile(file, text);
  const lines: string[] = [];
  expect((await Neighbours.open(file, recordingLog(lines))).all(NOW)).toEqual([]);
  expect(lines).toEqual([expect.stringContaining('lan.json.damaged-1')]);
});

it('reads what versions before have noted, without addresses', async () => {
  const file = path.join(await temporaryFolder(), 'lan.json');
  const { addresses: _, ...machine } = MACHINE;
  const machines = [{ instance: 'two', peer: PEER, machine, seen: '2026-05-04' }];
  await fs.writeFile(file, JSON.stringify({ machines }));
  const [known] = (await Neighbours.open(file, recordingLog([]))).all(NOW);
  expect(known).toMatchObject({ instance: 'two', peer: PEER, machine: { addresses: [] } });
});

it('calls out to the network of every interface', () => {
  const address = (ip: string, netmask: string, internal = false) =>
    ({ address: ip, netmask, family: 'IPv4', mac: '', internal, cidr: null }) as const;
  const interfaces = {
    lo: [address('127.0.0.1', '255.0.0.0', true)],
    eth0: [address('10.77.5.9', '255.255.252.0')],
    eth1: [address('192.168.1.7', '255.255.255.0')],
  };
  expect(broadcastAddresses(interfaces)).toEqual(['255.255.255.255', '10.77.7.255', '192.168.1.255']);
});
