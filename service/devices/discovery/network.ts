/** Printers on the network: hosts of this machine's own small networks that listen for print data (PR26). */
import net from 'node:net';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { PortFault } from '../ports/contract.ts';
import type { Finder, FoundDevice } from './contract.ts';

const RAW_PORT = 9100;
/** A host of the same network answers at once or not at all, ms. */
const CONNECT_MS = 600;
/** A printer that another one uses hangs up within this time, ms. */
const BUSY_MS = 200;
/** Hosts that are asked at a time, and at all. */
const AT_A_TIME = 64;
const MOST_HOSTS = 1024;

/** @param hosts and port to ask, for tests */
export function networkFinder(hosts: () => string[] = neighbours, port = RAW_PORT): Finder {
  return async (signal) => {
    const left = hosts().slice(0, MOST_HOSTS);
    const devices: FoundDevice[] = [];
    const ask = async () => {
      for (let host = left.shift(); host !== undefined && !signal.aborted; host = left.shift()) {
        const found = await listens(host, port);
        if (found) devices.push({ ...printerAt(`${host}:${port}`), fault: found.fault });
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, ask));
    devices.sort((a, b) => a.address.localeCompare(b.address, 'en', { numeric: true }));
    return { connection: 'network', devices, fault: null };
  };
}

function printerAt(address: string): Omit<FoundDevice, 'fault'> {
  return { kind: 'printer', connection: 'network', address, name: '', model: null };
}

/** Connects and sends nothing; null where nobody listens. */
async function listens(host: string, port: number): Promise<{ fault: PortFault | null } | null> {
  const socket = net.connect({ host, port });
  try {
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('close', () => resolve(false));
      socket.on('error', () => undefined).setTimeout(CONNECT_MS, () => resolve(false));
    });
    if (!isOpen) return null;
    const gone = new Promise<true>((resolve) => {
      socket.once('end', () => resolve(true)).once('close', () => resolve(true));
    });
    socket.resume();
    return { fault: (await Promise.race([gone, pause(BUSY_MS)])) ? 'busy' : null };
  } finally {
    socket.destroy();
  }
}

/** Other hosts of this machine's private networks of at most 254 hosts. */
function neighbours(): string[] {
  const networks = new Set<string>();
  for (const { family, internal, address, netmask } of Object.values(os.networkInterfaces()).flatMap(
    (x) => x ?? [],
  )) {
    const isPrivate = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(address);
    if (family === 'IPv4' && !internal && isPrivate && netmask.startsWith('255.255.255.'))
      networks.add(`${hostsOf(address, netmask).join()}`);
  }
  return [...networks].flatMap((hosts) => hosts.split(',')).filter((host) => host !== '');
}

/** Addresses of a network without its first and its last one. */
export function hostsOf(address: string, netmask: string): string[] {
  const last = Number(address.split('.')[3]);
  const mask = Number(netmask.split('.')[3]);
  const first = last & mask;
  const size = 256 - mask;
  const prefix = address.slice(0, address.lastIndexOf('.'));
  return Array.from({ length: Math.max(0, size - 2) }, (_, i) => `${prefix}.${first + i + 1}`);
}
