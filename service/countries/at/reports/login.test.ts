/** The login for FinanzOnline, and what happens while nothing can be reported. */
import { describe, expect, it } from 'vitest';
import { keyCheckValue } from '../rksv/turnover-counter.ts';
import { asked, logIn, openOffice, reportRow, reports, USER } from '../testing/office.ts';

const GOOD = { ...USER, mode: 'production' };

describe('the login', () => {
  it.each([
    ['participant', { participant: 'short' }],
    ['user', { user: 'kässe001' }],
    ['pin', { pin: 'nodigits!' }],
    ['producer', { producer: 'ATU1' }],
    // The program of these tests has a maker without a VAT id.
    ['producer', { producer: '' }],
    ['mode', { mode: 'both' }],
    ['pin', { pin: { text: 'Geheim4711abc' } }],
  ])('with a wrong %s is not even tried', async (field, wrong) => {
    const { till, office } = await openOffice();
    const outcome = await till.act('set-login', { ...GOOD, ...wrong });
    expect(outcome).toMatchObject({ issues: [{ path: field }] });
    expect(office.requests).toEqual([]);
  });

  it('that is refused is not kept', async () => {
    const { till, office } = await openOffice();
    const outcome = await till.act('set-login', { ...GOOD, pin: 'Anders4711' });
    expect(JSON.stringify(outcome)).toMatch(/credentials are wrong.*-4/);
    expect(till.overview.finanzOnline).toMatchObject({ mode: 'none', login: null, failure: null });
    expect(till.overview.finanzOnline.notKept).toMatchObject({ code: '-4', advice: 'login' });
    await till.background();
    expect(office.requests.map(({ code }) => code)).toEqual(['-4']);
    await logIn(till);
    expect(till.overview.finanzOnline.notKept).toBeNull();
    expect(till.overview.finanzOnline.login).toEqual({
      participant: USER.participant,
      user: USER.user,
      producer: USER.producer,
    });
  });

  it('that cannot be tried is not kept either', async () => {
    const { till, office } = await openOffice();
    office.down();
    expect(JSON.stringify(await till.act('set-login', GOOD))).toMatch(/not reached/);
    expect(till.overview.finanzOnline.notKept).toMatchObject({ code: 'unreachable', advice: 'network' });
    office.up();
    office.maintenance(true);
    expect(JSON.stringify(await till.act('set-login', GOOD))).toMatch(/not reached/);
    expect(till.overview.finanzOnline.mode).toBe('none');
  });

  it('keeps its PIN when none is entered, of the same user only', async () => {
    const { till, office } = await openOffice();
    expect(await till.act('set-login', { ...GOOD, pin: '' })).toMatchObject({ issues: [{ path: 'pin' }] });
    await logIn(till, 'test');
    expect(await till.act('set-login', { ...GOOD, pin: '' })).toEqual({ result: null });
    expect(till.overview.finanzOnline.mode).toBe('production');
    const other = { ...GOOD, user: 'kasse002', pin: '' };
    expect(await till.act('set-login', other)).toMatchObject({ issues: [{ path: 'pin' }] });
    await till.background();
    expect(reportRow(till, 'start').state).toBe('done');
    // Each was logged out before the next one.
    expect(office.sessions()).toBe(1);
  });

  it('is shared by the registers of the company, after a restart too, and forgotten on request', async () => {
    const { till, office } = await openOffice();
    await logIn(till);
    await till.restart();
    office.expireSessions();
    await till.background();
    expect(office.sessions()).toBe(1);
    expect(reportRow(till, 'start').state).toBe('done');
    expect(await till.act('forget-login')).toEqual({ result: null });
    expect(office.sessions()).toBe(0);
    expect(till.overview.finanzOnline).toMatchObject({ mode: 'none', login: null });
    expect(await till.act('forget-login')).toHaveProperty('issues');
    expect(await till.act('report')).toHaveProperty('issues');
    const log = (await till.records()).filter(({ _ }) => _ === 'log').map(({ Event }) => Event);
    expect(log).toEqual([
      'finanzonline-login',
      'finanzonline-reported',
      'finanzonline-reported',
      'finanzonline-sending',
      'receipt-checked',
      'finanzonline-logout',
    ]);
  });

  it('that is refused later is not tried again until somebody acts, whatever is restarted', async () => {
    const { till, office } = await openOffice();
    await logIn(till);
    await till.restart();
    office.users[0]!.pin = 'Neu4711abc';
    const logins = () => office.requests.filter(({ kind }) => kind === 'login').length;
    await till.background();
    for (const time of ['2026-05-04T20:00:00', '2026-05-05T12:00:01', '2026-05-09T12:00:00']) {
      till.clock.set(time);
      await till.restart();
      await till.background();
    }
    expect(logins()).toBe(2);
    expect(till.problems).toContain('AT_FON_LOGIN');
    expect(till.problems).not.toContain('AT_FON_REFUSED');
    expect(till.overview.finanzOnline.failure).toMatchObject({
      code: '-4',
      at: '2026-05-04T12:00:00',
      advice: 'login',
      nextTry: null,
    });
    // The user got its old PIN back: a press of the button is enough.
    office.users[0]!.pin = USER.pin;
    expect(await till.act('report')).toEqual({ result: null });
    expect(reportRow(till, 'start').state).toBe('done');
    expect(till.overview.finanzOnline.failure).toBeNull();
    expect(till.problems).toEqual(['AT_FON_SERVER']);
    await till.restart();
    expect(till.overview.finanzOnline.failure).toBeNull();
  });

  it('that is refused is not tried again because a report was made by hand', async () => {
    const { till, office, serial } = await openOffice();
    await logIn(till);
    await till.restart();
    office.users[0]!.pin = 'Neu4711abc';
    await till.background();
    const { length } = office.requests;
    expect(await till.act('reported', { report: `unit ${serial}` })).toEqual({ result: null });
    await till.background();
    expect(office.requests).toHaveLength(length);
    expect(reportRow(till, 'register')).toMatchObject({ state: 'failed', failure: { code: '-4' } });
  });

  it('of a user that is locked is tried again the next day: somebody may have unlocked it', async () => {
    const { till, office } = await openOffice();
    await logIn(till);
    await till.restart();
    office.fail('session', { code: '-5' });
    await till.background();
    await till.restart();
    till.clock.set('2026-05-05T11:59:00');
    await till.background();
    expect(till.overview.finanzOnline.failure).toMatchObject({
      code: '-5',
      advice: 'unlock',
      nextTry: '2026-05-05T12:00:00',
    });
    till.clock.set('2026-05-05T12:00:00');
    await till.background();
    expect(reportRow(till, 'start').state).toBe('done');
  });
});

describe('FinanzOnline that cannot be reached', () => {
  it('is asked again later and later; nobody has to know before a day is over', async () => {
    const { till, office, serial } = await openOffice();
    await logIn(till);
    office.down();
    const before = till.log.length;
    for (let minute = 0; minute < 60; minute++) {
      till.clock.set(`2026-05-04T13:${String(minute).padStart(2, '0')}:00`);
      await till.background();
    }
    // At once, after 1, 2, 4, 8, 16 minutes.
    expect(till.log.slice(before)).toHaveLength(6);
    expect(reportRow(till, `unit ${serial}`)).toMatchObject({
      state: 'failed',
      failure: { code: 'unreachable', nextTry: '2026-05-04T14:03:00' },
    });
    expect(till.problems).not.toContain('AT_FON_UNREACHABLE');
    await till.sell();
    till.clock.set('2026-05-05T13:00:01');
    expect(till.problems).toContain('AT_FON_UNREACHABLE');
    expect(till.overview.finanzOnline.failure).toBeNull();
    office.up();
    await till.background();
    expect(reportRow(till, 'start').state).toBe('done');
    expect(till.problems).toEqual(['AT_FON_SERVER']);
  });

  it('matters at once when the last day is near', async () => {
    const { till, office } = await openOffice({ now: '2026-12-31T20:00:00' });
    await logIn(till);
    await till.background();
    office.down();
    till.clock.set('2027-02-12T10:00:00');
    await till.background();
    expect(reportRow(till, 'annual 2026').state).toBe('failed');
    expect(till.problems).not.toContain('AT_FON_UNREACHABLE');
    till.clock.set('2027-02-13T09:00:00');
    await till.background();
    expect(till.problems).toContain('AT_FON_UNREACHABLE');
  });

  it('a defect that concerns one report lets the others pass', async () => {
    const { till, office, serial } = await openOffice({ now: '2026-12-31T20:00:00' });
    await logIn(till);
    await till.background();
    till.signer.broken = true;
    await till.sell();
    till.clock.set('2027-01-03T10:00:00');
    till.signer.broken = false;
    office.fail('rkdb', { code: 'V1' });
    await till.background();
    expect(reports(till).slice(-3)).toEqual([
      `outage ${serial} failed`,
      `return ${serial} waiting`,
      'annual 2026 done',
    ]);
    expect(reportRow(till, `outage ${serial}`).failure).toMatchObject({ code: 'V1' });
  });
});

it('page and background do not report the same thing twice', async () => {
  const { till, office } = await openOffice();
  await logIn(till);
  await Promise.all([till.background(), till.act('report'), till.background()]);
  await till.background();
  expect(asked(office)).toEqual(['registrierung_se 0', 'registrierung_kasse 0', 'belegpruefung 0']);
});

it('PIN, AES key and session stand in no record, no line of the log and nothing that the page gets', async () => {
  const { till, office } = await openOffice();
  const seen: unknown[] = [];
  const look = () => seen.push(till.overview, [...till.log]);
  seen.push(await till.act('set-login', { ...GOOD, pin: 'Falsch9999xyz' }));
  seen.push(await till.act('set-login', { ...GOOD, user: USER.pin }));
  await logIn(till);
  office.fail('rkdb', { fault: 'Client' });
  await till.background();
  look();
  await till.act('report');
  till.clock.set('2026-05-05T12:00:00');
  office.users[0]!.pin = 'Neu4711abc';
  office.expireSessions();
  await till.act('close', { registerId: 'Graz/1' });
  await till.background();
  look();
  seen.push(await till.records());
  const { result } = (await till.act('show-key')) as { result: { key: string } };
  expect(keyCheckValue(result.key)).toBe(till.overview.keyCheck);
  const text = JSON.stringify(seen);
  for (const secret of [USER.pin, 'Falsch9999xyz', result.key, result.key.slice(0, 20)]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/"id":"[0-9A-Za-z]{24}"/);
  expect(till.log.join()).toMatch(/login refused/);
});
