/** What counts as one place in the network, where wrong passwords, requests and connections are counted. */
import { isIPv6 } from 'node:net';
import { isLoopback } from './caller.ts';

/** {@link networkOf} of connections from this machine, whichever of its addresses they use. */
export const THIS_MACHINE = 'this machine';

/** An IPv4 address as people write it, also where the system gives it as one of IPv6. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * What one customer of a provider, or one device of a shop, can choose addresses from: an IPv4
 * address, or the first half of an IPv6 address. This machine is a place of its own.
 */
export function networkOf(address: string): string {
  if (isLoopback(address)) return THIS_MACHINE;
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]!.split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const middle = tail === undefined ? [] : Array<string>(8 - first!.length - last!.length).fill('0');
  const groups = [...first!, ...middle, ...last!].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
