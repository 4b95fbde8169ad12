/** Two machines of a shop, one of which has the key that seals the company's records. */
import { expect, it } from 'vitest';
import { companyKeyText, readCompanyKey } from '../receipt/company-key.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { answerCompanyKey, askCompanyKey } from './company-key.ts';
import { keyOf } from './datagram.ts';
import { type Answer, Exchange, type Peer, type Received } from './exchange.ts';

const [KEY, OTHER] = [5, 6].map((byte) => companyKeyText(Buffer.alloc(32, byte))) as [string, string];
const ID = readCompanyKey(KEY)!.id;
const OTHER_ID = readCompanyKey(OTHER)!.id;
const PEER: Peer = { address: '10.0.0.2', port: 5618 };

/** Our machine and another one; `seen` is what went over the wire. */
function shop(answer: (question: Received) => Answer | null, theirSecret = 'the-secret-of-our-shop') {
  const clock = new ManualClock();
  const seen: Buffer[] = [];
  const machines: Record<string, Exchange> = {};
  const open = (instance: string, to: string, secret: string) =>
    (machines[instance] = new Exchange({
      ...{ instance, clock, log: recordingLog([]), key: () => keyOf(secret) },
      send: (datagram) => {
        seen.push(datagram);
        void machines[to]!.receive(datagram, PEER);
      },
      answer: (question) => Promise.resolve(answer(question)),
    }));
  const own = open('own', 'theirs', 'the-secret-of-our-shop');
  open('theirs', 'own', theirSecret);
  return { seen, ask: (id: string) => askCompanyKey(own, [PEER], id) };
}

const has = (key: string) => (id: string) => (readCompanyKey(key)!.id === id ? key : null);

it('a machine of the shop gives the key that is asked for, sealed, and no other one', async () => {
  const { ask, seen } = shop((question) => answerCompanyKey(question, has(KEY)));
  expect(await ask(ID)).toBe(KEY);
  for (const datagram of seen) expect(datagram.includes(KEY.slice(0, 14))).toBe(false);
  expect(await ask(OTHER_ID)).toBeNull();
});

it('nobody without the secret of the shop gets it or gives one', async () => {
  const { ask } = shop((question) => answerCompanyKey(question, has(KEY)), 'the-secret-of-another');
  expect(await ask(ID)).toBeNull();
});

it.each([{ key: OTHER }, { key: `${KEY}0` }, { key: 7 }, {}])('an answer %j is no key', async (body) => {
  const { ask } = shop(() => ({ kind: 'keyis', body }));
  expect(await ask(ID)).toBeNull();
});
