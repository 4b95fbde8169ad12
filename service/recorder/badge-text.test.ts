import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionText } from '../portal/registers/badge.ts';
import { isSamePortal, readBadgeText } from './badge-text.ts';

const BADGE = 'tmb_17_x-Y_z';

describe('a text that was entered to connect', () => {
  it.each([
    [BADGE, null],
    [`  ${BADGE} `, null],
    [`https://portal.example/#badge=${BADGE}`, 'https://portal.example'],
    [`https://portal.example#badge=${BADGE}`, 'https://portal.example'],
    [` HTTPS://Portal.Example:443/sub/#badge=${BADGE}\n`, 'https://portal.example/sub'],
    [`http://localhost:5619/#badge=${BADGE}`, 'http://localhost:5619'],
    [`http://[::1]:5619/#badge=${BADGE}`, 'http://[::1]:5619'],
  ])('%j names %j', (text, address) => {
    expect(readBadgeText(text)).toEqual({ badge: BADGE, address });
  });

  it.each([
    // Without TLS, or not to a host that a person reads in it.
    `http://portal.example/#badge=${BADGE}`,
    `http://localhost.evil.example/#badge=${BADGE}`,
    `http://127.0.0.1.evil.example/#badge=${BADGE}`,
    `https://portal.example@evil.example/#badge=${BADGE}`,
    `https://portal.example:secret@evil.example/#badge=${BADGE}`,
    `ftp://portal.example/#badge=${BADGE}`,
    `javascript://x/#badge=${BADGE}`,
    `//portal.example/#badge=${BADGE}`,
    `portal.example/#badge=${BADGE}`,
    `https://portal.example/?to=evil#badge=${BADGE}`,
    'https://portal.example/',
    'https://portal.example/#badge=',
    `https://portal.example/#badge=${BADGE}&address=https://evil.example`,
    `https://portal.example/#badge=${BADGE} https://evil.example`,
    `#badge=${BADGE}`,
  ])('%j is refused', (text) => {
    expect(() => readBadgeText(text)).toThrow();
  });

  it('is what a portal offers, whatever its address', () => {
    const address = fc.webUrl({ validSchemes: ['https'], withQueryParameters: false, withFragments: false });
    fc.assert(
      fc.property(address, (url) => {
        const portal = url.replace(/\/+$/, '');
        const read = readBadgeText(connectionText(portal, BADGE));
        expect(read.badge).toBe(BADGE);
        expect(isSamePortal(read.address!, portal)).toBe(true);
      }),
    );
  });
});

it.each([
  ['http://localhost:5619', 'http://127.0.0.1:5619/', true],
  ['http://localhost:5619', 'http://localhost:5620', false],
  ['https://portal.example', 'https://portal.example:443/', true],
  ['https://portal.example', 'https://portal.example/sub', false],
  ['https://portal.example', 'https://other.example', false],
  ['https://localhost', 'http://localhost', false],
])('%s and %s are the same portal: %s', (one, other, same) => {
  expect(isSamePortal(one, other)).toBe(same);
});
