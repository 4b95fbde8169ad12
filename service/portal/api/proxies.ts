/** Proxies in front of the portal: only what they say of a request's origin is believed. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Where a proxy is when nobody says where. */
export const THIS_MACHINE = ['127.0.0.0/8', '::1'];

/** Addresses and networks of proxies. */
export class Proxies {
  private readonly list = new BlockList();

  /**
   * @param places addresses, or networks such as `10.0.0.0/8`
   * @throws Error that names the one that is neither
   */
  constructor(places: readonly string[]) {
    for (const place of places) {
      const [address = '', prefix, ...more] = place.split('/');
      const family = familyOf(address);
      const bits = family === 'ipv6' ? 128 : 32;
      const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
      if (family === null || more.length > 0 || !(length <= bits)) {
        throw new Error(`${place} is no address or network such as 10.0.0.0/8`);
      }
      this.list.addSubnet(address, length, family);
    }
  }

  /** Whether an address is one of a proxy. */
  covers(address: string): boolean {
    const family = familyOf(address);
    return family !== null && this.list.check(address, family);
  }

  /** The address that a request comes from: the other end of the connection, or what proxies say is behind them. */
  addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const said = String(headers['x-forwarded-for'] ?? '').split(',');
    const way = [...said.map((address) => address.trim()), socket.remoteAddress ?? ''];
    // From the nearest on: what stands before the first that is no proxy may be made up.
    while (way.length > 1 && this.covers(way.at(-1)!) && isIP(way.at(-2)!) !== 0) way.pop();
    return way.at(-1)!;
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
}
