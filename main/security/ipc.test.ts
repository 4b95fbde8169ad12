import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHANNELS } from '../bridge.ts';
import { answerBridge } from '../ipc.ts';
import type { Supervisor } from '../service/supervisor.ts';
import { record, resetElectron } from '../testing/electron-double.ts';

vi.mock('electron', () => import('../testing/electron-double.ts'));

const restart = vi.fn(() => Promise.resolve());
const actions = {
  shellState: vi.fn(),
  setShell: vi.fn(),
  showRegister: vi.fn(),
  lastLines: vi.fn(),
  openLogs: vi.fn(),
  signIn: vi.fn(),
};
const register = 'http://127.0.0.1:5618';

/** Channels that no page of the register may use. */
const OWN_PAGES_ONLY: string[] = [CHANNELS.lastLines, CHANNELS.openLogs, CHANNELS.signIn];

beforeEach(() => {
  resetElectron();
  restart.mockClear();
  actions.signIn.mockClear();
  const supervisor = { state: { state: 'starting' }, restart } as unknown as Supervisor;
  answerBridge(supervisor, () => register, actions);
});

const call = (channel: string, senderFrame: unknown, ...args: unknown[]): unknown =>
  record.handlers.get(channel)?.({ senderFrame }, ...args);

it.each([register, 'tillmark://app'])('answers the top frame of %s', async (origin) => {
  expect(call(CHANNELS.serviceState, { origin, parent: null })).toEqual({ state: 'starting' });
  await call(CHANNELS.restartService, { origin, parent: null });
  expect(restart).toHaveBeenCalledTimes(1);
});

describe.each(Object.values(CHANNELS).filter((channel) => channel !== CHANNELS.serviceStateChanged))(
  '%s',
  (channel) => {
    it.each([
      ['a foreign origin', { origin: 'https://evil.example', parent: null }],
      ['another port', { origin: 'http://127.0.0.1:56180', parent: null }],
      ['an opaque origin', { origin: 'null', parent: null }],
      ['a frame inside a page', { origin: register, parent: {} }],
      ['a frame that is gone', null],
    ])('refuses %s', (_what, frame) => {
      expect(() => call(channel, frame)).toThrow('Refused');
      expect(restart).not.toHaveBeenCalled();
    });

    it('refuses arguments it does not take', () => {
      expect(() => call(channel, { origin: register, parent: null }, { force: true })).toThrow(
        OWN_PAGES_ONLY.includes(channel) ? 'Refused' : /(No arguments|on or off,) expected/,
      );
      expect(restart).not.toHaveBeenCalled();
    });
  },
);

it('takes user and password from the own page alone, and nothing else', () => {
  const own = { origin: 'tillmark://app', parent: null };
  call(CHANNELS.signIn, own, 'ana', 'secret');
  expect(actions.signIn.mock.calls).toEqual([[{ user: 'ana', password: 'secret' }]]);
  for (const args of [['ana'], ['ana', 7], ['ana', 'x'.repeat(1001)], ['ana', 'secret', 'more'], []])
    expect(() => call(CHANNELS.signIn, own, ...args)).toThrow('User and password expected');
  expect(() => call(CHANNELS.signIn, { origin: register, parent: null }, 'ana', 'secret')).toThrow('Refused');
  expect(actions.signIn).toHaveBeenCalledTimes(1);
});

it('switches what there is to switch, on or off', () => {
  const page = { origin: register, parent: null };
  call(CHANNELS.setShell, page, 'notices', false);
  expect(actions.setShell.mock.calls).toEqual([[{ name: 'notices', on: false }]]);
  for (const args of [
    ['notices'],
    ['notices', 1],
    ['place', true],
    ['__proto__', true],
    ['notices', true, 1],
  ])
    expect(() => call(CHANNELS.setShell, page, ...args)).toThrow('A switch, on or off, expected');
  expect(actions.setShell).toHaveBeenCalledTimes(1);
});
