import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { keyOf, MOST_BYTES, newId, open, seal } from './datagram.ts';
import { Exchange, type Peer } from './exchange.ts';
import { RateLimit } from './rate-limit.ts';

const KEY = keyOf('the-secret-of-our-shop');
const PEER: Peer = { address: '10.0.0.2', port: 5618 };

/** A machine that answers every question, and what it sent. */
function machine(lines: string[] = []) {
  const clock = new ManualClock();
  const time = { ms: 0 };
  const sent: Buffer[] = [];
  const exchange = new Exchange({
    instance: 'own',
    key: () => KEY,
    send: (datagram) => void sent.push(datagram),
    answer: () => Promise.resolve({ kind: 'here', body: {} }),
    clock,
    log: recordingLog(lines),
    rate: new RateLimit(() => time.ms),
  });
  const question = (values: object = {}) =>
    seal(KEY, { kind: 'hello', id: newId(), at: clock.now(), from: 'other', body: {}, ...values })!;
  return { exchange, sent, question, clock, time };
}

it('answers a question once, with its id', async () => {
  const { exchange, sent, question } = machine();
  const asked = question();
  await exchange.receive(asked, PEER);
  await exchange.receive(asked, PEER);
  expect(sent.map((datagram) => open(KEY, datagram)?.id)).toEqual([open(KEY, asked)!.id]);
});

it('answers nothing that is not sealed with the key of the shop, and nothing throws', async () => {
  const { exchange, sent, question, time } = machine();
  const sealed = question();
  const changed = fc.tuple(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
    const copy = Buffer.from(sealed);
    copy[at]! ^= by;
    return copy;
  });
  const cut = fc.nat(sealed.length - 1).map((length) => sealed.subarray(0, length));
  const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.of(1, ...bytes));
  const datagrams = fc.oneof(changed, cut, noise);
  await fc.assert(
    fc.asyncProperty(datagrams, async (datagram) => {
      time.ms += 1000;
      await exchange.receive(datagram, PEER);
      expect(sent).toEqual([]);
    }),
  );
  // Only the content was wrong: the question as it was is answered.
  await exchange.receive(sealed, PEER);
  expect(sent).toHaveLength(1);
});

it('drops what makes no sense although it is sealed', async () => {
  const { exchange, sent, question, time } = machine();
  const wrong = fc.record(
    {
      kind: fc.constantFrom(7, 'Hello', '', null),
      id: fc.constantFrom('0', 5, null),
      at: fc.constantFrom('now', 0.5, null),
      from: fc.constantFrom('../x', 1, null),
      body: fc.constantFrom([], 'x', null, 1),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      wrong.filter((values) => Object.keys(values).length > 0),
      async (values) => {
        time.ms += 1000;
        await exchange.receive(question(values), PEER);
        expect(sent).toEqual([]);
      },
    ),
  );
});

it.each([-11, 11])('answers no question that is %i minutes off, and says so once', async (minutes) => {
  const lines: string[] = [];
  const { exchange, sent, question, clock } = machine(lines);
  for (let n = 0; n < 3; n++) await exchange.receive(question({ at: clock.now() + minutes * 60_000 }), PEER);
  expect(sent).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/^LAN: 10\.0\.0\.2 .* 11 minutes /)]);
});

it('remembers questions until they are too old to be answered', async () => {
  const { exchange, sent, question, clock } = machine();
  const early = question({ at: clock.now() + 9 * 60_000 });
  await exchange.receive(early, PEER);
  clock.advance(18 * 60_000);
  await exchange.receive(early, PEER);
  clock.advance(5 * 60_000);
  await exchange.receive(early, PEER);
  expect(sent).toHaveLength(1);
});

it('looks at 50 datagrams of an address in a second', async () => {
  const { exchange, sent, question, time } = machine();
  for (let n = 0; n < 60; n++) await exchange.receive(question(), PEER);
  expect(sent).toHaveLength(50);
  await exchange.receive(question(), { ...PEER, address: '10.0.0.3' });
  expect(sent).toHaveLength(51);
  time.ms += 1000;
  await exchange.receive(question(), PEER);
  expect(sent).toHaveLength(52);
});

it('takes answers to its own questions only, and no question of its own', async () => {
  const { exchange, sent, question, clock } = machine();
  const asking = exchange.ask('hello', {}, 'all', { ms: 5000, enough: (answers) => answers.length > 0 });
  const asked = sent[0]!;
  const { id } = open(KEY, asked)!;
  // Everybody hears a call, also who calls.
  await exchange.receive(asked, PEER);
  await exchange.receive(
    seal(keyOf('a-secret-of-others'), { kind: 'here', id, at: 0, from: 'x', body: {} })!,
    PEER,
  );
  expect(sent).toHaveLength(1);
  // The clock of who answers does not matter.
  await exchange.receive(question({ kind: 'here', id, at: clock.now() - 9e9 }), PEER);
  expect(await asking).toMatchObject([{ kind: 'here', from: 'other', peer: PEER }]);
});

it('sends nothing that is too long for a datagram', async () => {
  const { exchange, sent } = machine();
  expect(await exchange.ask('tra', { long: 'x'.repeat(MOST_BYTES) }, 'all', { ms: 1 })).toEqual([]);
  expect(sent).toEqual([]);
});
