import { beforeEach, describe, expect, it } from 'vitest';
import { aTrustUnit } from './a-trust.ts';
import { UnitError, type SignatureUnit, type UnitIdentity } from './contract.ts';
import { isSignedBy } from './ecdsa.ts';
import { startATrust } from '../../emulators/at-signatures/a-trust.ts';
import { EmulatedCard } from '../../emulators/at-signatures/card.ts';
import { derOfPlain } from '../../certificates/ecdsa.ts';
import { EmulatedPcsc } from '../../emulators/at-signatures/pcsc.ts';
import { RETRY_MS } from './health.ts';
import { PcscService } from './pcsc.ts';
import { SignaturePool, type PoolAnswer } from './pool.ts';
import { unitNamedIn } from './signing-input.ts';
import { cardUnit } from './smart-card.ts';
import { makeTestKey } from './software.ts';
import { KEYS } from './testing/remote.ts';
import { FakeUnit, NOW, receiptInput } from './testing/units.ts';
import { ManualClock } from '../../testing/manual-clock.ts';

let clock: ManualClock;
let units: SignatureUnit[];
let budgetMs: number;
let lines: string[];
let pool: SignaturePool;
let a: FakeUnit;
let b: FakeUnit;

beforeEach(() => {
  clock = new ManualClock(NOW);
  a = new FakeUnit('a');
  b = new FakeUnit('b');
  units = [a, b];
  budgetMs = 10_000;
  lines = [];
  pool = new SignaturePool({
    units: () => units,
    budgetMs: () => budgetMs,
    clock,
    log: { info: (text) => lines.push(text), warn: (text) => lines.push(text) },
  });
});

/** The unit that signed, after the signature was checked; else the kinds of the failures. */
function signer(answer: PoolAnswer): string | string[] {
  if ('problems' in answer) return answer.problems.map(({ unit, failure }) => `${unit} ${failure.kind}`);
  expect(isSignedBy(answer.identity.publicKey, answer.input, answer.signature)).toBe(true);
  expect(unitNamedIn(answer.input)?.serial).toBe(answer.identity.serial);
  return answer.unit;
}
const sign = async (signal?: AbortSignal) => signer(await pool.sign(receiptInput, signal));
const unreachable = new UnitError('unreachable', 'no answer');
const state = (id: string) => pool.status().find((unit) => unit.id === id)!;

describe('a pool', () => {
  it('signs with the first unit, and asks it once who it is', async () => {
    expect(await sign()).toBe('a');
    expect(await sign()).toBe('a');
    expect([a.identified, a.signed, b.signed]).toEqual([1, 2, 0]);
    expect(state('a')).toMatchObject({ state: 'ready', failure: null, identity: { zda: 'AT1' } });
    expect(state('b')).toMatchObject({ state: 'unused', identity: null });
  });

  it('goes on to the next unit, leaves the failed one alone, and returns to it', async () => {
    expect(await sign()).toBe('a');
    a.failure = unreachable;
    expect(await sign()).toBe('b');
    const asked = a.signed;
    expect(await sign()).toBe('b');
    expect(a.signed).toBe(asked);
    expect(state('a')).toMatchObject({
      state: 'failed',
      since: NOW,
      failure: { kind: 'unreachable', text: 'no answer' },
      nextTry: NOW + RETRY_MS.unreachable[0],
    });

    clock.advance(RETRY_MS.unreachable[0]);
    expect(await sign()).toBe('b');
    expect(state('a').nextTry).toBe(clock.now() + 2 * RETRY_MS.unreachable[0]);

    a.failure = null;
    expect(await sign()).toBe('b');
    clock.set(state('a').nextTry!);
    expect(await sign()).toBe('a');
    expect(state('a')).toMatchObject({ state: 'ready', since: clock.now(), failure: null });
    expect(lines.filter((line) => line.includes('unit a '))).toEqual([
      expect.stringContaining('is certificate'),
      'signature unit a failed (unreachable): no answer',
      'signature unit a works again',
    ]);
  });

  it('tells of an outage, and which unit the receipt names', async () => {
    a.failure = unreachable;
    b.failure = new UnitError('refused', 'wrong PIN');
    const first = await pool.sign(receiptInput);
    expect(signer(first)).toEqual(['a unreachable', 'b refused']);
    expect(first).toHaveProperty('identity', null);

    a.failure = null;
    clock.advance(RETRY_MS.unreachable[0]);
    expect(await sign()).toBe('a');
    a.failure = unreachable;
    const later = await pool.sign(receiptInput);
    expect(signer(later)).toEqual(['a unreachable', 'b refused']);
    expect(later).toHaveProperty('identity.serial', a.identity.serial);
  });

  it('tells that there are no units', async () => {
    units = [];
    expect(await pool.sign(receiptInput)).toEqual({ problems: [], identity: null });
    expect(await pool.choose()).toEqual({ problems: [] });
  });

  it.each([
    ['a wrong signature', (s: Buffer) => Buffer.concat([s.subarray(0, 63), Buffer.of(s[63]! ^ 1)])],
    ['DER that nobody converted', (s: Buffer) => derOfPlain(s)],
    ['nothing', () => Buffer.alloc(0)],
  ])('never lets out %s', async (_, spoil) => {
    a.spoil = spoil;
    expect(await sign()).toBe('b');
    expect(state('a').failure?.kind).toBe('broken');
    b.spoil = spoil;
    expect(await sign()).toEqual(['a broken', 'b broken']);
  });

  it('notices a key that has changed behind its back', async () => {
    await sign();
    a.key = makeTestKey('UID ATU87654321', NOW);
    expect(await sign()).toBe('b');
    clock.advance(RETRY_MS.broken[0]);
    const answer = await pool.sign(receiptInput);
    expect(signer(answer)).toBe('a');
    expect(answer).toHaveProperty('identity.serial', a.identity.serial);
  });

  it('asks a unit that says it is another one now at once who it is', async () => {
    await sign();
    a.beforeSigning = () => {
      a.beforeSigning = () => undefined;
      a.key = makeTestKey('UID ATU87654321', NOW);
      throw new UnitError('changed', 'another card');
    };
    const answer = await pool.sign(receiptInput);
    expect(signer(answer)).toBe('a');
    expect(answer).toHaveProperty('identity.serial', a.identity.serial);
  });

  it('does not let a unit change for ever', async () => {
    a.failure = new UnitError('changed', 'again');
    a.identify = async () => a.identity;
    expect(await sign()).toBe('b');
    expect(a.signed).toBe(2);
  });

  it('does not blame a unit for a mistake of the caller', async () => {
    const mistaken = pool.sign(() => {
      throw new RangeError('defect');
    });
    await expect(mistaken).rejects.toThrow(RangeError);
    expect([state('a').state, state('b').state]).toEqual(['unused', 'unused']);
    expect(await sign()).toBe('a');
  });
});

describe('the time of a pool', () => {
  it('is divided among units that hang, and holds', async () => {
    budgetMs = 300;
    a.beforeSigning = b.beforeSigning = () => new Promise(() => undefined);
    const start = performance.now();
    expect(await sign()).toEqual(['a timeout', 'b timeout']);
    const took = performance.now() - start;
    expect(took).toBeGreaterThan(280);
    expect(took).toBeLessThan(5000);
  });

  it('goes to the next unit when one hangs', async () => {
    budgetMs = 1000;
    a.beforeSigning = () => new Promise(() => undefined);
    expect(await sign()).toBe('b');
    expect(state('a').failure).toMatchObject({
      kind: 'timeout',
      text: expect.stringMatching(/^not done within (500|499) ms$/),
    });
  });

  it('tells units to end', async () => {
    budgetMs = 100;
    units = [a];
    let ended = false;
    a.beforeSigning = (signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          ended = true;
        });
      });
    await sign();
    expect(ended).toBe(true);
  });

  it('of one millisecond lets nothing be signed, as testers of outages want it', async () => {
    await sign();
    budgetMs = 1;
    const answer = await pool.sign(receiptInput);
    expect(signer(answer)).toEqual(['a timeout', 'b timeout']);
    expect(answer).toHaveProperty('identity.serial', a.identity.serial);
    budgetMs = 10_000;
    expect(await sign()).toBe('a');
  });

  it('is not spent on a caller who has gone, and says nothing about the unit', async () => {
    const gone = new AbortController();
    a.beforeSigning = () => {
      gone.abort();
      return new Promise(() => undefined);
    };
    expect(await sign(gone.signal)).toEqual(['a timeout', 'b timeout']);
    expect([state('a').state, state('b').state]).toEqual(['unused', 'unused']);
    expect(b.signed).toBe(0);
  });
});

describe('many receipts at the same time', () => {
  it('are signed', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => sign()));
    expect(answers.every((unit) => unit === 'a')).toBe(true);
  });

  it('do not all wait for a unit that is tried again', async () => {
    a.failure = unreachable;
    await sign();
    clock.advance(RETRY_MS.unreachable[0]);
    a.failure = null;
    const { promise, resolve } = Promise.withResolvers<void>();
    a.beforeSigning = () => promise;
    const trial = sign();
    expect(await Promise.all([sign(), sign(), sign()])).toEqual(['b', 'b', 'b']);
    resolve();
    expect(await trial).toBe('a');
    expect(await sign()).toBe('a');
  });

  it('leave a busy card what it is: ready', async () => {
    await sign();
    a.failure = new UnitError('busy', 'later');
    expect(await sign()).toBe('b');
    a.failure = null;
    expect(await sign()).toBe('a');
  });
});

describe('probing', () => {
  it('shows what is there before the first sale, and what is missing', async () => {
    b.failure = unreachable;
    await pool.probe();
    expect([state('a').state, state('b').state]).toEqual(['ready', 'failed']);
    expect([a.signed, b.signed]).toEqual([0, 0]);
    a.failure = unreachable;
    await pool.probe();
    expect(state('a').state).toBe('failed');
  });

  it('finds a unit that has come back, in its time', async () => {
    a.failure = unreachable;
    await pool.probe();
    a.failure = null;
    await pool.probe();
    expect(state('a').state).toBe('failed');
    clock.advance(RETRY_MS.unreachable[0]);
    await pool.probe();
    expect(state('a').state).toBe('ready');
    expect(await sign()).toBe('a');
  });

  it('does not believe a unit with wrong signatures', async () => {
    a.spoil = () => Buffer.alloc(64);
    await sign();
    clock.advance(RETRY_MS.broken[0]);
    await pool.probe();
    expect(state('a')).toMatchObject({ state: 'failed', failure: { kind: 'broken' } });
    expect(await sign()).toBe('b');
    expect(state('a').nextTry).toBe(clock.now() + 2 * RETRY_MS.broken[0]);
  });
});

describe('units', () => {
  it('may be chosen without signing', async () => {
    expect(await pool.choose()).toMatchObject({ unit: 'a' });
    expect(await pool.choose(({ id }) => id !== 'a')).toMatchObject({ unit: 'b' });
    a.failure = unreachable;
    await sign();
    expect(await pool.choose(({ id }) => id === 'a')).toEqual({
      problems: [{ unit: 'a', failure: { kind: 'unreachable', text: 'no answer' } }],
    });
  });

  it('sign by name', async () => {
    await pool.probe();
    const input = receiptInput(b.identity);
    const signature = await pool.signAs(b.identity.serial, input);
    expect(isSignedBy(b.identity.publicKey, input, signature)).toBe(true);
    await expect(pool.signAs('ff', input)).rejects.toMatchObject({ kind: 'changed' });
    b.failure = unreachable;
    await expect(pool.signAs(b.identity.serial, input)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('come, go, and begin anew with other settings', async () => {
    a.failure = new UnitError('refused', 'wrong password');
    expect(await sign()).toBe('b');
    const old = a;
    a = new FakeUnit('a');
    units = [a, b];
    expect(await sign()).toBe('a');
    expect(old.closed).toBe(1);
    units = [b];
    expect(await sign()).toBe('b');
    expect(pool.status().map(({ id }) => id)).toEqual(['b']);
    await pool.close();
    expect([a.closed, b.closed]).toEqual([1, 1]);
  });
});

describe('a card before a remote service', () => {
  it('fails over when it is unplugged, and takes over when it is back', async () => {
    const emulator = await startATrust({ keys: KEYS, users: { u1: 'pw' }, now: () => clock.now() });
    const pcsc = new EmulatedPcsc();
    const card = new EmulatedCard({ model: 'CardOS 5.3', certified: KEYS.other });
    pcsc.plug('Reader', card);
    const { url, ca } = emulator;
    units = [
      cardUnit(new PcscService(pcsc.load), { id: 'card', reader: 'Reader', pin: '123456' }),
      aTrustUnit({ id: 'a-trust', url, ca, user: 'u1', password: 'pw' }),
    ];
    const serials = new Map<string, UnitIdentity>();
    const next = async () => {
      const answer = await pool.sign(receiptInput);
      if ('identity' in answer && answer.identity) serials.set(String(signer(answer)), answer.identity);
      return signer(answer);
    };
    try {
      expect(await next()).toBe('card');
      pcsc.beforeCommand = (command) => {
        if (command[1] === 0x2a) pcsc.unplug('Reader');
      };
      expect(await next()).toBe('a-trust');
      expect(serials.get('card')!.serial).not.toBe(serials.get('a-trust')!.serial);
      emulator.down();
      expect(await next()).toEqual(['card unreachable', 'a-trust unreachable']);
      emulator.up();
      pcsc.beforeCommand = () => undefined;
      pcsc.plug('Reader', card);
      clock.advance(RETRY_MS.unreachable[0]);
      expect(await next()).toBe('card');
    } finally {
      await pool.close();
      await emulator.stop();
    }
  });
});
