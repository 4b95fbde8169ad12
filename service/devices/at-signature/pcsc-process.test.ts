import { afterEach, expect, it, vi } from 'vitest';
import { isSignedBy } from './ecdsa.ts';
import { PcscProcess, type PcscProcessOptions } from './pcsc-process.ts';
import { PcscService } from './pcsc.ts';
import { cardUnit } from './smart-card.ts';
import { failureOfCall, never, receiptInput } from './testing/units.ts';

const MODULE = new URL('./testing/pcsc-module.ts', import.meta.url).href;

const started: PcscProcess[] = [];
const processOf = (options: PcscProcessOptions = {}) => {
  const made = new PcscProcess({ module: MODULE, pauseMs: 0, ...options });
  started.push(made);
  return made;
};
const unitOf = (pcsc: PcscProcess, reader = 'Good') =>
  cardUnit(new PcscService(pcsc.load), { id: 'card', reader, pin: '123456' });

afterEach(() => {
  for (const one of started.splice(0)) one.close();
});

it('signs with a card of another process', async () => {
  const pcsc = processOf();
  const unit = unitOf(pcsc);
  const identity = await unit.identify(never());
  const inputs = [1, 2, 3].map((n) => receiptInput(identity, n));
  const signatures = await Promise.all(inputs.map((input) => unit.sign(input, never())));
  expect(signatures.every((s, i) => isSignedBy(identity.publicKey, inputs[i]!, s))).toBe(true);
  expect(pcsc.pid).not.toBe(process.pid);
});

it('is started again after a crash', async () => {
  const pcsc = processOf();
  const good = unitOf(pcsc);
  await good.identify(never());
  const before = pcsc.pid;
  expect(await failureOfCall(unitOf(pcsc, 'Crashes').identify(never()))).toMatchObject({
    kind: 'unreachable',
    text: expect.stringContaining('the smart card process ended'),
  });
  await good.identify(never());
  expect(pcsc.pid).not.toBe(before);
});

it('is ended when a reader never answers', async () => {
  const pcsc = processOf({ patienceMs: 3000 });
  const good = unitOf(pcsc);
  await good.identify(never());
  const failure = await failureOfCall(unitOf(pcsc, 'Blocks').identify(never()));
  expect(failure).toMatchObject({
    kind: 'unreachable',
    text: expect.stringContaining('did not answer (connect)'),
  });
  await good.identify(never());
});

it('is left alone for a while after it has ended', async () => {
  const pcsc = processOf({ pauseMs: 60_000 });
  await failureOfCall(unitOf(pcsc, 'Crashes').identify(never()));
  expect(pcsc.pid).toBeNull();
  expect((await failureOfCall(unitOf(pcsc).identify(never()))).text).toContain(
    'the smart card process ended',
  );
  expect(pcsc.pid).toBeNull();
});

it('says that the package is missing, and does not look for it again', async () => {
  const pcsc = processOf({ module: 'no-such-smartcard' });
  const failure = await failureOfCall(pcsc.load());
  expect(failure).toEqual({
    kind: 'unreachable',
    text: 'the package no-such-smartcard is not installed',
  });
  await vi.waitFor(() => expect(pcsc.pid).toBeNull());
  expect(await failureOfCall(pcsc.load())).toEqual(failure);
  expect(pcsc.pid).toBeNull();
});
