import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, setUpPortal, TestBrowser } from '../testing/browser.ts';
import { testCompany, testLocation } from '../testing/company.ts';
import { type MailSink, mailSink, readMail } from '../testing/mail.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { testRegister, type TestRegister } from '../testing/register.ts';
import { nextMail } from './choices.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let portal: TestPortal;
let sink: MailSink;
let ana: TestBrowser;

beforeEach(async () => {
  sink = await mailSink();
  portal = await testPortal({ smtpUrl: sink.url });
  ana = await setUpPortal(portal);
});
afterEach(async () => {
  await portal.stop();
  await sink.close();
});

const choose = (mails: string, timeZone = 'Europe/Vienna', browser = ana) =>
  browser.ask('PUT', '/session/notificationMails', { mails, timeZone });

const report = (register: TestRegister, ...problems: object[]) =>
  register.send('POST', '/state', {
    ...{ version: '3.0.1', queued: 0, diskUsage: 1, problems, at: '2026-11-22T10:00:00+00:00' },
  });
const full = { code: 'DATABASE_FULL', level: 'error' };
const low = (free: string) => ({ code: 'DISK_LOW', level: 'warning', params: { free } });

/** Lets time pass; answers what was mailed since the last time. */
async function mailsAfter(ms: number) {
  portal.clock.advance(ms);
  const { outbox } = portal.portal.services;
  await portal.portal.tick();
  await outbox.idle();
  return sink.mails.splice(0).map(({ to, raw }) => ({ to, ...readMail(raw) }));
}

/** Somebody with a role on an entity. */
async function somebody(email: string, companyId: number, language: string): Promise<TestBrowser> {
  const invited = { companyId, emailAddress: email, role: 'VIEWER', language };
  await portal.ask('POST', '/User/Invite', invited);
  const [mail] = await mailsAfter(0);
  const token = /#\/invitation\/([\w-]+)/.exec(mail!.text)![1]!;
  const browser = new TestBrowser(portal);
  const { password } = ADMIN;
  await browser.ask('POST', `/Invitation/${token}/Accept`, { name: email.split('@')[0], password, language });
  return browser;
}

describe('mails about errors', () => {
  it('come once an error has lasted, once, and not for what is over or no error', async () => {
    await choose('errors');
    const register = await testRegister(portal, await testCompany(portal));
    await report(register, full, low('9'));
    expect(await mailsAfter(5 * MINUTE - 1)).toEqual([]);
    const [mail, ...others] = await mailsAfter(1);
    expect(others).toEqual([]);
    expect(mail!.to).toEqual([ADMIN.email]);
    expect(mail!.headers.get('Subject')).toBe('Tillmark portal: 1 error at a register');
    expect(mail!.text).toContain('Padaria Exemplo (times of Europe/Lisbon)');
    expect(mail!.text).toContain('Error · def · since 22 Nov 2026, 10:00 · new');
    expect(mail!.text).toContain(`/#/register/${register.companyId}/${register.registerId}`);
    expect(mail!.text).not.toContain('almost full');
    expect(await mailsAfter(DAY)).toEqual([]);

    await report(register);
    await report(register, full);
    await report(register);
    portal.clock.advance(2 * HOUR);
    await report(register, full);
    portal.clock.advance(MINUTE);
    await report(register);
    expect(await mailsAfter(HOUR)).toEqual([]);
  });

  it('come in one for many registers, and not more often than every quarter of an hour', async () => {
    await choose('errors');
    const company = await testCompany(portal);
    const registers = [];
    for (const rn of ['a', 'b', 'c']) registers.push(await testRegister(portal, company, { rn }));
    for (const register of registers.slice(0, 2)) await report(register, full);
    const [mail, ...others] = await mailsAfter(5 * MINUTE);
    expect([mail!.headers.get('Subject'), others]).toEqual(['Tillmark portal: 2 errors at registers', []]);
    await report(registers[2]!, full);
    expect(await mailsAfter(6 * MINUTE)).toEqual([]);
    const [next] = await mailsAfter(9 * MINUTE);
    expect(next!.headers.get('Subject')).toBe('Tillmark portal: 1 error at a register');
    expect(next!.text).toContain('Error · c ·');
  });

  it('lead whoever has a role on a location alone to its page', async () => {
    const company = await testCompany(portal);
    const location = await testLocation(portal, company, 'L1');
    const register = await testRegister(portal, company, { tl: 'L1' });
    const ben = await somebody('ben@example.com', location, 'en');
    await choose('errors', 'Europe/Vienna', ben);
    await report(register, full);
    const [mail] = await mailsAfter(5 * MINUTE);
    expect(mail!.to).toEqual(['ben@example.com']);
    expect(mail!.text).toMatch(new RegExp(`/#/location/${location}\\s`));
    expect(mail!.text).not.toContain('/#/register/');
    expect((await ben.send('GET', `/Company/${company}/Register/${register.registerId}`)).status).toBe(404);
    expect((await ben.send('GET', `/api/v2/Public/Location/${location}`)).status).toBe(200);
  });

  it('wait for the mail server without being doubled', async () => {
    await choose('errors');
    const register = await testRegister(portal, await testCompany(portal));
    await report(register, full);
    sink.refuse = { responseCode: 451 };
    expect(await mailsAfter(5 * MINUTE)).toEqual([]);
    sink.refuse = null;
    expect(await mailsAfter(HOUR)).toHaveLength(1);
    expect(await mailsAfter(HOUR)).toEqual([]);

    // What is over when the server comes back is not told any more.
    portal.clock.advance(DAY);
    await report(register);
    portal.clock.advance(2 * HOUR);
    await report(register, full);
    sink.refuse = { responseCode: 451 };
    await mailsAfter(5 * MINUTE);
    await report(register);
    sink.refuse = null;
    expect(await mailsAfter(HOUR)).toEqual([]);
  });
});

describe('daily and weekly mails', () => {
  it('tell in the morning what goes on and what was, and nothing when there is nothing', async () => {
    await choose('daily');
    const register = await testRegister(portal, await testCompany(portal, { name: 'evil.example' }));
    await report(register, low('visit https://evil.example <b>now</b>'), full);
    portal.clock.advance(HOUR);
    await report(register, low('visit https://evil.example <b>now</b>'));
    // 22 November, 11:00 UTC; seven in Vienna is 06:00 UTC.
    expect(await mailsAfter(19 * HOUR - 1)).toEqual([]);
    const [mail] = await mailsAfter(1);
    expect(mail!.headers.get('Subject')).toBe('Tillmark portal: 2 notifications');
    expect(mail!.text).toMatch(/Warning · def · since .*· new/);
    expect(mail!.text).toMatch(/Error · def · 22 Nov 2026, 10:00 to .*, over · new/);
    expect(mail!.text + mail!.html).not.toContain('evil.example');
    expect(mail!.html).not.toContain('<b>');
    const [again] = await mailsAfter(DAY);
    expect(again!.text).toMatch(/Warning · def · since [^·]*$/m);
    expect(again!.text).not.toContain('over');
    await report(register);
    expect(await mailsAfter(DAY)).toEqual([]);
  });

  it('come on time after the clock was put back', async () => {
    await choose('daily');
    portal.clock.advance(400 * DAY);
    await mailsAfter(0);
    portal.clock.set('2026-11-22T12:00:00Z');
    await report(await testRegister(portal, await testCompany(portal)), full);
    await mailsAfter(0);
    expect(await mailsAfter(DAY)).toHaveLength(1);
  });

  it('are in the language of their reader and tell only what he may see, while he may', async () => {
    const own = await testCompany(portal, { name: 'Eigene' });
    const shop = await testLocation(portal, own, 'L1', { name: 'Filiale' });
    const register = await testRegister(portal, own, { tl: 'L1' });
    const ben = await somebody('ben@example.com', own, 'de');
    const eva = await somebody('eva@example.com', shop, 'hr');
    const { user } = await ben.ask('GET', '/session');
    await choose('daily', 'Europe/Vienna', ben);
    await choose('daily', 'Europe/Zagreb', eva);
    await report(register, full);
    await report(await testRegister(portal, await testCompany(portal, { name: 'Fremde' })), full);
    const told = await mailsAfter(DAY);
    expect(told.map(({ to }) => to[0]).sort()).toEqual(['ben@example.com', 'eva@example.com']);
    const german = told.find(({ to }) => to[0] === 'ben@example.com')!;
    expect(german.text).toContain('Fehler · def, Filiale · seit 22.11.2026, 10:00 · neu');
    for (const { text } of told) expect(text).not.toContain('Fremde');

    await portal.ask('DELETE', `/Entity/${own}/Users/${user.id}`);
    expect((await mailsAfter(DAY)).map(({ to }) => to[0])).toEqual(['eva@example.com']);
  });

  it('begin at seven where the reader is, whatever the clocks do there', () => {
    const zones = ['UTC', 'Europe/Vienna', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
        fc.constantFrom('daily' as const, 'weekly' as const),
        (timeZone, now, choice) => {
          const at = nextMail(choice, timeZone, now)!;
          const shown = new Intl.DateTimeFormat('en-GB', {
            ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' },
          }).format(at);
          expect(shown).toMatch(choice === 'daily' ? /07:00$/ : /^Mon.* 07:00$/);
          expect(at - now).toBeGreaterThan(0);
          expect(at - now).toBeLessThanOrEqual((choice === 'daily' ? 1 : 7) * DAY + HOUR);
        },
      ),
    );
  });
});

describe('the choice', () => {
  it('is nothing at first, and takes time zones that there are', async () => {
    expect(await ana.ask('GET', '/session/notificationMails')).toEqual({ mails: 'off', timeZone: 'UTC' });
    expect(await choose('weekly')).toEqual({ mails: 'weekly', timeZone: 'Europe/Vienna' });
    const kept = await ana.ask('PUT', '/session/notificationMails', { mails: 'daily' });
    expect(kept).toEqual({ mails: 'daily', timeZone: 'Europe/Vienna' });
    for (const timeZone of ['Mars/Base', '+01:00', 'x'.repeat(101), '']) {
      const answer = await ana.send('PUT', '/session/notificationMails', { mails: 'daily', timeZone });
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'timeZone']);
    }
  });

  it('is ended by the link of a mail without signing in, and by nothing else', async () => {
    await choose('errors');
    const register = await testRegister(portal, await testCompany(portal));
    await report(register, full);
    const [mail] = await mailsAfter(5 * MINUTE);
    const link = /<(.*)>/.exec(mail!.headers.get('List-Unsubscribe')!)![1]!;
    expect(mail!.headers.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail!.text).toContain(link);
    const { mails } = await ana.ask('GET', '/session/notificationMails');

    const opened = await fetch(link, { redirect: 'manual' });
    const token = link.split('/').at(-1)!;
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `${portal.url}/#/unsubscribe/${token}`,
    ]);
    const looked = await fetch(`${portal.url}/unsubscribe//evil.example/%0d%0aX:%20y`, {
      redirect: 'manual',
    });
    expect(looked.headers.get('location')).toMatch(/^http:\/\/localhost:\d+\/#\/unsubscribe\//);
    const [user, mac] = token.split('.') as [string, string];
    const wrong = [`${Number(user) + 1}.${mac}`, `${user}.${mac.slice(1)}A`, user, `.${mac}`, 'x'];
    for (const one of wrong) {
      const answer = await fetch(`${portal.url}/unsubscribe/${one}`, { method: 'POST' });
      expect([one, answer.status]).toEqual([one, 404]);
    }
    expect((await ana.ask('GET', '/session/notificationMails')).mails).toBe(mails);

    for (let i = 0; i < 2; i++) {
      const ended = await fetch(link, {
        ...{ method: 'POST', body: 'List-Unsubscribe=One-Click' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([ended.status, await ended.json()]).toEqual([200, { success: true }]);
    }
    expect((await ana.ask('GET', '/session/notificationMails')).mails).toBe('off');
    await report(await testRegister(portal, await testCompany(portal)), full);
    expect(await mailsAfter(DAY)).toEqual([]);
  });
});
