import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SignatureUnit, Trace } from '../contract.ts';
import { isSignedBy } from '../ecdsa.ts';
import { makeKeys } from '../../../emulators/at-signatures/keys.ts';
import type { Emulator } from '../../../emulators/at-signatures/server.ts';
import { failureOfCall, never, receiptInput } from './units.ts';

/** TLS goes by the clock of the machine. */
export const KEYS = makeKeys('UID ATU12345678', Date.now());

/** A service and how to make units of it. */
export interface RemoteCase {
  start(): Promise<Emulator>;
  unit(emulator: Emulator, trace?: Trace): SignatureUnit;
  /** With wrong credentials. */
  stranger(emulator: Emulator): SignatureUnit;
  /** The secret of {@link unit}. */
  secret: string;
}

/** What holds for all signing services: normal work, and everything that may go wrong on the way. */
export function describesRemoteUnit({ start, unit: unitOf, stranger, secret }: RemoteCase): void {
  let emulator: Emulator;
  let unit: SignatureUnit;
  const trace: string[] = [];
  beforeEach(async () => {
    trace.length = 0;
    emulator = await start();
    unit = unitOf(emulator, (line) => trace.push(line));
  });
  afterEach(async () => {
    await unit.close();
    await emulator.stop();
  });

  const signed = async () => {
    const identity = await unit.identify(never());
    const input = receiptInput(identity);
    return { identity, input, signature: await unit.sign(input, never()) };
  };

  it('signs', async () => {
    const { identity, input, signature } = await signed();
    expect(signature).toHaveLength(64);
    expect(isSignedBy(identity.publicKey, input, signature)).toBe(true);
    expect(identity.chain.length).toBeGreaterThan(0);
  });

  it('signs many at the same time', async () => {
    const { identity } = await signed();
    const inputs = Array.from({ length: 30 }, (_, i) => receiptInput(identity, i));
    const signatures = await Promise.all(inputs.map((input) => unit.sign(input, never())));
    expect(signatures.every((s, i) => isSignedBy(identity.publicKey, inputs[i]!, s))).toBe(true);
  });

  it('takes signatures in DER', async () => {
    emulator.fault = 'der';
    const { identity, input, signature } = await signed();
    expect(isSignedBy(identity.publicKey, input, signature)).toBe(true);
  });

  it('is refused with wrong credentials', async () => {
    const { identity } = await signed();
    const other = stranger(emulator);
    expect((await failureOfCall(other.sign(receiptInput(identity), never()))).kind).toBe('refused');
    await other.close();
  });

  it.each([
    ['cut-off', 'broken'],
    ['endless', 'broken'],
    [401, 'refused'],
    [302, 'refused'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ] as const)('tells of %s', async (fault, kind) => {
    const { identity } = await signed();
    emulator.fault = fault;
    expect((await failureOfCall(unit.sign(receiptInput(identity), never()))).kind).toBe(kind);
    expect((await failureOfCall(unit.identify(never()))).kind).toBe(kind);
    emulator.fault = null;
    await signed();
  });

  it('ends when its time is up', async () => {
    const { identity } = await signed();
    const release = emulator.hold();
    const time = new AbortController();
    const call = failureOfCall(unit.sign(receiptInput(identity), time.signal));
    time.abort();
    expect((await call).kind).toBe('timeout');
    expect((await failureOfCall(unit.sign(receiptInput(identity), time.signal))).kind).toBe('timeout');
    release();
    await signed();
  });

  it('tells when the service is away, and comes back', async () => {
    const { identity } = await signed();
    emulator.down();
    const failure = await failureOfCall(unit.sign(receiptInput(identity), never()));
    expect(failure.kind).toBe('unreachable');
    emulator.up();
    await signed();
  });

  it('survives the end of kept connections', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { identity, input, signature } = await signed();
      emulator.dropIdle();
      expect(isSignedBy(identity.publicKey, input, signature)).toBe(true);
    }
  });

  it('does not talk to a server that cannot prove who it is', async () => {
    const unproven = unitOf({ ...emulator, ca: KEYS.issuer.certificate });
    expect((await failureOfCall(unproven.identify(never()))).kind).toBe('unreachable');
    await unproven.close();
    expect(() => unitOf({ ...emulator, url: 'http://signatures.example/v2' })).toThrow('https');
    expect(() => unitOf({ ...emulator, url: 'ftp://localhost/' })).toThrow('no web address');
  });

  it('keeps secrets that a service repeats to itself', async () => {
    const { input } = await signed();
    emulator.fault = 'echo';
    const other = unitOf(emulator, (line) => trace.push(line));
    const failure = await failureOfCall(other.sign(input, never()));
    await other.close();
    expect(failure).toEqual({ kind: 'refused', text: expect.stringContaining('***') });
    expect(trace.join('\n')).toContain('***');
    for (const shape of [secret, JSON.stringify(secret).slice(1, -1)]) {
      expect(failure.text + trace.join('\n')).not.toContain(shape);
    }
  });

  it('traces requests without secrets and receipts', async () => {
    const { input } = await signed();
    emulator.fault = 500;
    await failureOfCall(unit.sign(input, never()));
    const text = trace.join('\n');
    expect(text).toMatch(/POST localhost:\d+\/\S+: 200, \d+ bytes, \d+ ms/);
    expect(text).toMatch(/: 500, /);
    expect(text).not.toMatch(/Session\/[0-9a-f]{32}/);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('KASSE-1');
  });
}
