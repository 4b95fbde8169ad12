import { beforeEach, describe, expect, it } from 'vitest';
import { COOKIE } from './access.ts';
import { Doorway, LAN, outcome, visit, withHeaders } from './testing/doorway.ts';

let its: Doorway;

beforeEach(() => void (its = new Doorway()));

describe('a session', () => {
  const changes = (more: Record<string, string>) =>
    visit('/control/country/start', { ...withHeaders(LAN, more), method: 'POST' });

  it('needs its token for changes, where the browser does not say whose page it is', async () => {
    const { id, csrf } = its.manager.sessions.begin();
    const cookie = `${COOKIE}=${id}`;
    expect(await outcome(its.door(), changes({ cookie }))).toBe(403);
    expect(await outcome(its.door(), changes({ cookie, 'x-csrf-token': 'x'.repeat(csrf.length) }))).toBe(403);
    expect(await outcome(its.door(), changes({ cookie, 'x-csrf-token': csrf }))).toBe(200);
    expect(await outcome(its.door(), changes({ cookie, 'sec-fetch-site': 'same-origin' }))).toBe(200);
    expect(
      await outcome(its.door(), changes({ cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'same-site' })),
    ).toBe(403);
  });

  it('ends with the password', async () => {
    const cookie = `${COOKIE}=${its.manager.sessions.begin().id}`;
    its.manager.passwordChanged();
    expect(await outcome(its.door(), visit('/control/units', withHeaders(LAN, { cookie })))).toBe(401);
  });

  it.each([
    ['the clock is put back', () => its.clock.set('2019-01-01T00:00:00'), 31 * 60_000],
    ['the computer has slept', () => its.clock.set('2026-05-05T07:00:00'), 0],
  ])('ends after half an hour of rest, also when %s', async (_what, happens, ms) => {
    const cookie = `${COOKIE}=${its.manager.sessions.begin().id}`;
    happens();
    its.clock.advance(ms);
    expect(await outcome(its.door(), visit('/control/units', withHeaders(LAN, { cookie })))).toBe(401);
  });

  it('ends after twelve hours, however busy', async () => {
    const cookie = `${COOKIE}=${its.manager.sessions.begin().id}`;
    const asked = visit('/control/units', withHeaders(LAN, { cookie }));
    for (let hours = 0; hours < 12; hours += 0.25) {
      expect(await outcome(its.door(), asked)).toBe(200);
      its.clock.advance(15 * 60_000);
    }
    its.clock.advance(1000);
    expect(await outcome(its.door(), asked)).toBe(401);
  });
});
