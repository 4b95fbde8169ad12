/** The session of the client, against the emulator. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulators/finanzonline/emulator.ts';
import { REFUSAL_MS, Session } from './session.ts';
import { accessTo, NOW, USER } from './testing/access.ts';

const SESSION_MS = 10 * 60_000;

let now = NOW;
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ users: [USER], sessionMs: SESSION_MS, clock: { now: () => now } });
});
afterAll(() => emulator.stop());
afterEach(() => {
  now = NOW;
  emulator.up();
  emulator.hold()();
  emulator.maintenance(false);
  emulator.expireSessions();
  emulator.unlock();
  Object.assign(emulator.users[0]!, { locked: false, portalOnly: false, barred: false });
  emulator.requests.length = 0;
});

const logins = () => emulator.requests.filter((r) => r.kind === 'login').length;
const access = (more = {}) => accessTo(emulator.url, { now: () => now, ...more });

async function opened(session: Session, expired?: string): Promise<string> {
  const answer = await session.open(expired);
  if (!('id' in answer)) throw new Error(JSON.stringify(answer));
  return answer.id;
}

describe('a session', () => {
  it('is opened once and kept', async () => {
    const session = new Session(access());
    const id = await opened(session);
    expect(id).toMatch(/^[0-9A-Za-z]{10,24}$/);
    expect(await opened(session)).toBe(id);
    expect(logins()).toBe(1);
  });

  it('is opened once for all who want it at the same time', async () => {
    const session = new Session(access());
    const ids = await Promise.all(Array.from({ length: 20 }, () => opened(session)));
    expect(new Set(ids).size).toBe(1);
    expect(logins()).toBe(1);
  });

  it('is opened anew once for all who find it expired, however late they come', async () => {
    const session = new Session(access());
    const old = await opened(session);
    const ids = await Promise.all(Array.from({ length: 20 }, () => opened(session, old)));
    expect(new Set([old, ...ids]).size).toBe(2);
    expect(await opened(session, old)).toBe(ids[0]);
    expect(logins()).toBe(2);
  });

  it('is closed with a logout, and opened again when it is needed', async () => {
    const session = new Session(access());
    await session.close();
    expect(emulator.requests).toEqual([]);
    const id = await opened(session);
    await session.close();
    await session.close();
    expect(emulator.requests.map((r) => [r.kind, r.code])).toEqual([
      ['login', '0'],
      ['logout', '0'],
    ]);
    expect(emulator.sessions()).toBe(0);
    expect(await opened(session)).not.toBe(id);
  });

  it('is closed although it is just being opened', async () => {
    const session = new Session(access());
    const release = emulator.hold();
    const opening = session.open();
    const closing = session.close();
    release();
    await Promise.all([opening, closing]);
    expect(emulator.sessions()).toBe(0);
  });

  it('is closed as well as it goes', async () => {
    const session = new Session(access());
    await opened(session);
    emulator.down();
    await session.close();
    emulator.up();
    expect(await opened(session)).toMatch(/^\w{24}$/);
  });
});

describe('a login that does not come about', () => {
  it('is worth another try when nobody answers', async () => {
    const session = new Session(access());
    emulator.down();
    expect(await session.open()).toEqual({
      later: {
        reason: 'unreachable',
        code: null,
        text: expect.stringMatching(/no answer/),
        maybeDone: false,
      },
    });
    emulator.up();
    expect(await session.open()).toHaveProperty('id');
  });

  it.each([
    ['-1', 'technical'],
    ['-2', 'maintenance'],
    ['-3', 'technical'],
    ['-99', 'technical'],
  ])('is worth another try after code %s', async (code, reason) => {
    const session = new Session(access());
    emulator.fail('session', { code });
    expect(await session.open()).toMatchObject({ later: { reason, code, maybeDone: false } });
    expect(await session.open()).toHaveProperty('id');
  });

  it('is not tried with credentials that break the rules', async () => {
    const session = new Session(access({ pin: 'kurz', user: 'ä' }));
    expect(await session.open()).toMatchObject({
      refused: { by: 'local', code: 'CREDENTIALS', text: expect.stringMatching(/: user, pin$/) },
    });
    expect(emulator.requests).toEqual([]);
  });
});

describe('a refused login', () => {
  it.each([
    ['-4', { pin: 'Falsch4711abc' }, {}],
    ['-4', { participant: 'TESTTEIL2' }, {}],
    ['-6', {}, { locked: true }],
    ['-7', {}, { portalOnly: true }],
    ['-8', {}, { barred: true }],
  ])('has code %s for %o and %o', async (code, wrong, user) => {
    Object.assign(emulator.users[0]!, user);
    expect(await new Session(access(wrong)).open()).toEqual({
      refused: {
        by: 'session',
        code,
        message: expect.stringMatching(/^(Die Zugangsdaten|Der Benutzer|Der Teilnehmer) .*\.$/),
        text: expect.stringMatching(/; FinanzOnline says: /),
      },
    });
  });

  it('is not repeated for a day, so that it locks nobody out', async () => {
    const session = new Session(access({ pin: 'Falsch4711abc' }));
    for (let i = 0; i < 10; i += 1) {
      expect(await session.open()).toMatchObject({ refused: { code: '-4' } });
    }
    now += REFUSAL_MS - 1;
    await session.open();
    expect(logins()).toBe(1);
    now += 1;
    await session.open();
    expect(logins()).toBe(2);
    // The right PIN still works: the user is not locked.
    expect(await new Session(access()).open()).toHaveProperty('id');
  });

  it('is repeated when the operator says so', async () => {
    emulator.users[0]!.locked = true;
    const session = new Session(access());
    await session.open();
    emulator.users[0]!.locked = false;
    expect(await session.open()).toHaveProperty('refused');
    session.tryAgain();
    expect(await session.open()).toHaveProperty('id');
  });

  it('locks the user when it is repeated after all', async () => {
    for (let i = 0; i < 3; i += 1) await new Session(access({ pin: 'Falsch4711abc' })).open();
    expect(await new Session(access()).open()).toMatchObject({ refused: { code: '-5' } });
  });
});

it('logs neither PIN nor session id', async () => {
  const logged = access();
  const session = new Session(logged);
  const id = await opened(session);
  await session.close();
  emulator.users[0]!.locked = true;
  await session.open();
  expect(logged.lines).toHaveLength(3);
  for (const secret of [id, USER.pin]) expect(logged.lines.join('\n')).not.toContain(secret);
});
