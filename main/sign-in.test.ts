import { beforeEach, expect, it, vi } from 'vitest';
import { answerLogins, type SignIn } from './sign-in.ts';
import { app, PreventableEvent, resetElectron } from './testing/electron-double.ts';

vi.mock('electron', () => import('./testing/electron-double.ts'));

const register = 'http://127.0.0.1:5618';
const ask = vi.fn();
let signIn: SignIn;

beforeEach(() => {
  resetElectron();
  ask.mockClear();
  signIn = answerLogins(() => register, ask);
});

/** Chromium asks; what it gets, or null where nobody answers. */
function challenge(
  asked: { url?: string; first?: boolean; isProxy?: boolean; contents?: object | null } = {},
) {
  const { url = `${register}/`, first = true, isProxy = false, contents = {} } = asked;
  const event = new PreventableEvent();
  const callback = vi.fn();
  app.emit(
    'login',
    event,
    contents,
    { url, firstAuthAttempt: first, isRequestForNavigation: first },
    { isProxy },
    callback,
  );
  expect(callback).toHaveBeenCalledTimes(event.defaultPrevented ? 1 : 0);
  return event.defaultPrevented ? callback.mock.calls[0] : null;
}

it('asks somebody, and sends what was entered when the register asks again', () => {
  expect(challenge()).toEqual([]);
  expect(ask.mock.calls).toEqual([[false, `${register}/`]]);
  signIn.enter({ user: 'ana', password: 'secret' });
  expect(challenge()).toEqual(['ana', 'secret']);
  expect(challenge({ url: `${register}/control/status` })).toEqual(['ana', 'secret']);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('says that it was wrong, and does not send it again', () => {
  signIn.enter({ user: 'ana', password: 'wrong' });
  challenge();
  expect(challenge({ first: false })).toEqual([]);
  expect(ask.mock.calls).toEqual([[true, null]]);
  expect(challenge()).toEqual([]);
  expect(ask.mock.calls).toEqual([
    [true, null],
    [false, `${register}/`],
  ]);
});

it.each([
  ['another site', { url: 'http://evil.example/' }],
  ['another port', { url: 'http://127.0.0.1:56180/' }],
  ['a proxy', { isProxy: true }],
  ['no page', { contents: null }],
])('sends nothing to %s', (_what, who) => {
  signIn.enter({ user: 'ana', password: 'secret' });
  expect(challenge(who)).toBeNull();
  expect(ask).not.toHaveBeenCalled();
});
