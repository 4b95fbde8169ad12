/** The UDP socket of the service, and the addresses that reach all machines of its networks. */
import dgram from 'node:dgram';
import os from 'node:os';
import type { Log } from '../log.ts';
import type { Peer } from './exchange.ts';

/** An open socket. */
export interface UdpSocket {
  send(datagram: Buffer, to: Peer | 'all'): void;
  close(): Promise<void>;
}

/**
 * Opens the port for IPv4. On all addresses: one that is bound to a single address
 * hears no broadcasts.
 * @throws errors of the system, such as EADDRINUSE
 */
export async function openUdp(
  port: number,
  onDatagram: (datagram: Buffer, from: Peer) => void,
  log: Log,
): Promise<UdpSocket> {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (datagram, { address, port: from }) => onDatagram(datagram, { address, port: from }));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '0.0.0.0', () => {
      socket.off('error', reject);
      resolve();
    });
  });
  socket.on('error', (error) => log.warn(`LAN: UDP port ${port}: ${error.message}`));
  socket.setBroadcast(true);
  const sendTo = (datagram: Buffer, to: Peer) =>
    // A machine that cannot be reached is like one that is off.
    socket.send(datagram, to.port, to.address, (error) => {
      if (error) log.debug(`LAN: nothing can be sent to ${to.address}: ${error.message}`);
    });
  let isOpen = true;
  return {
    send(datagram, to) {
      if (!isOpen) return;
      if (to !== 'all') sendTo(datagram, to);
      else for (const address of broadcastAddresses()) sendTo(datagram, { address, port });
    },
    close() {
      isOpen = false;
      return new Promise((resolve) => void socket.close(() => resolve()));
    },
  };
}

/** The address of all, and that of all in the network of each interface. */
export function broadcastAddresses(interfaces = os.networkInterfaces()): string[] {
  const directed = outer(interfaces).map(({ address, netmask }) => broadcastOf(address, netmask));
  return [...new Set(['255.255.255.255', ...directed])];
}

/** The addresses that this machine sends from. */
export function ownAddresses(interfaces = os.networkInterfaces()): string[] {
  return outer(interfaces).map(({ address }) => address);
}

function outer(interfaces: NodeJS.Dict<os.NetworkInterfaceInfo[]>): os.NetworkInterfaceInfo[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
}

function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number);
  return address
    .split('.')
    .map((part, at) => Number(part) | (~mask[at]! & 255))
    .join('.');
}
