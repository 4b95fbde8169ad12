import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Proxies, THIS_MACHINE } from './proxies.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as never;

describe('proxies', () => {
  const proxies = new Proxies([...THIS_MACHINE, '10.1.0.0/16', '2001:db8::/32']);

  it.each([
    ['127.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['::1', '192.0.2.7', '192.0.2.7'],
    ['::ffff:127.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['10.1.2.3', 'made up, 192.0.2.7', '192.0.2.7'],
    ['127.0.0.1', '192.0.2.7, 10.1.9.9', '192.0.2.7'],
    ['127.0.0.1', '198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['127.0.0.1', '2001:db8::9', '2001:db8::9'],
    ['127.0.0.1', 'unknown', '127.0.0.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['192.0.2.99', '127.0.0.1', '192.0.2.99'],
    ['10.2.0.1', '192.0.2.7', '10.2.0.1'],
  ])('%s saying %s is %s', (remote, forwarded, address) => {
    expect(proxies.addressOf(request(remote, forwarded))).toBe(address);
  });

  it('believes nobody who is no proxy, whatever is said', () => {
    fc.assert(
      fc.property(fc.string(), (forwarded) => {
        expect(proxies.addressOf(request('192.0.2.99', forwarded))).toBe('192.0.2.99');
      }),
    );
  });

  it.each(['', 'proxy.example', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', '::1/129'])(
    'refuses %j',
    (place) => {
      expect(() => new Proxies([place])).toThrow(/is no address or network/);
    },
  );
});
