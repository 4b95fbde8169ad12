import { expect, it } from 'vitest';
import type { Json } from '../receipt/json.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { Answered, Asked, Connection } from './connection.ts';
import { Exchange } from './exchange.ts';
import { Identities } from './identities.ts';
import { Lanes } from './lanes.ts';
import { ReceiptKeys } from './receipt-access.ts';

const LAST = 3000;

/** Two portals with empty archives; the second one is named once the first has a batch. */
function portals() {
  const next = new Map<string, number>();
  const seen: string[] = [];
  const state = { portal: new URL('https://first.example/'), meanwhile: (): void => undefined };
  const ask = (portal: URL, { path, headers }: Asked): Promise<Answered> => {
    seen.push(`${portal.hostname} ${path}`);
    state.meanwhile();
    const first = next.get(portal.hostname) ?? 1;
    if (path === '/records') {
      expect(headers).toHaveProperty('tillmark-signature');
      next.set(portal.hostname, first + 1000);
      state.portal = new URL('https://second.example/');
    }
    const nextSq = next.get(portal.hostname) ?? 1;
    const body = { nextSq, state: 'Productive', cfgTag: null, serverTime: '2026-05-04T12:00:00Z' };
    return Promise.resolve({ status: 200, body, etag: null, retryAfterSeconds: null });
  };
  return { state, seen, connection: { ask } as unknown as Connection };
}

async function connected() {
  const { state, seen, connection } = portals();
  const values = new Map<string, Json>();
  const vault = {
    get: (name: string) => values.get(name),
    set: (name: string, value: Json) => Promise.resolve(void values.set(name, value)),
  };
  const identities = new Identities(vault, 'recorder');
  await identities.keep('def', { registerId: 1, companyId: 2, secret: 'secret' });
  const exchange = new Exchange('def', {
    ...{
      connection,
      identities,
      badge: () => null,
      isPortalBeside: () => false,
      instance: 'one',
      version: '3',
      random: () => 0,
    },
    registers: {
      names: ['def'],
      find: () =>
        Promise.resolve({
          rn: 'def',
          problems: [],
          taken: { state: 'Productive', tag: null, register: 1 },
        } as never),
      lastSq: () => Promise.resolve(LAST),
      installation: () => Promise.resolve(null),
    },
    source: {
      async *linesBetween(_rn, after, until) {
        yield await Promise.resolve(
          Array.from({ length: until - after }, (_, i) => ({ text: `${after + i}` })),
        );
      },
    },
    receiptKeys: new ReceiptKeys(vault, 'recorder'),
    lanes: new Lanes(1),
    room: () => Promise.resolve(),
    portal: () => state.portal,
    diskUsage: () => 1,
    softwareProvider: () => undefined,
    clock: new ManualClock(),
    log: console as never,
    acknowledged: new Map(),
    isHeld: () => false,
    changed: () => undefined,
  });
  return { exchange, state, seen };
}

it('says again what has changed while it was being said', async () => {
  const { exchange, state, seen } = await connected();
  state.portal = new URL('https://second.example/');
  state.meanwhile = () => {
    state.meanwhile = () => undefined;
    exchange.again();
  };
  await exchange.run();
  await exchange.run();
  expect(seen.filter((text) => text.endsWith('/state'))).toHaveLength(2);
  await exchange.run();
  expect(seen.filter((text) => text.endsWith('/state'))).toHaveLength(2);
});

it('hands in what still waits where a person says the portal is now', async () => {
  const { exchange, seen } = await connected();
  expect(await exchange.run()).toBe(0);
  exchange.again();
  await exchange.run();
  const records = seen.filter((text) => text.endsWith('/records'));
  expect(records).toEqual(
    ['first', ...Array<string>(3).fill('second')].map((name) => `${name}.example /records`),
  );
  expect(exchange.sent).toBe(LAST);
});
