import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import de from '../../../resources/locales/de.json' with { type: 'json' };
import en from '../../../resources/locales/en.json' with { type: 'json' };
import pt from '../../../resources/locales/pt.json' with { type: 'json' };
import { PORTAL_CODES } from '../registers/notifications.ts';
import type portalTexts from '../../../resources/locales/portal/en.json';
import { LANGUAGES, localeOf } from '../../locales.ts';
import { eventText, wordingFor } from '../registers/texts.ts';
import { testCompany, testLocation } from '../testing/company.ts';
import { ADMIN_KEY, testPortal, type TestPortal } from '../testing/portal.ts';
import { testKey } from '../testing/key.ts';
import { testRegister, type TestRegister } from '../testing/register.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

const V2 = '/api/v2/Public';
const report = (register: TestRegister, ...problems: object[]) =>
  register.send('POST', '/state', {
    ...{ version: '3.0.1', queued: 4, diskUsage: 12.5, problems },
    at: '2026-11-22T10:00:00+00:00',
  });
const notifications = async (company: number, language = '') => {
  const query = language && `?languageCode=${language}`;
  const path = `${V2}/Company/${company}/Notifications${query}`;
  const { notifications: list } = await portal.ask<{ notifications: Record<string, string>[] }>('GET', path);
  return list;
};
const codes = async (company: number) =>
  (await notifications(company)).map(({ EventCode }) => EventCode).sort();
const full = { code: 'DATABASE_FULL', level: 'error' };

describe('notifications', () => {
  it('name register, place and company, and say what to do in the language asked for', async () => {
    const company = await testCompany(portal);
    const location = await testLocation(portal, company, 'L1');
    const register = await testRegister(portal, company, { rn: 'till', tl: 'L1' });
    expect((await report(register, full)).status).toBe(200);
    const [german] = await notifications(company, 'de-AT');
    expect(german).toEqual({
      RegisterNumber: 'till',
      EventCode: 'DATABASE_FULL',
      DescriptionShort: de.problem.DATABASE_FULL.title,
      DescriptionLong: de.problem.DATABASE_FULL.fix,
      CurrentLevel: 'Error',
      InitialTimestamp: '2026-11-22T10:00:00.000Z',
      parentEntityId: location,
      CompanyName: 'Padaria Exemplo',
      CompanyType: 'Productive',
    });
    const short = async (language: string) => (await notifications(company, language))[0]!.DescriptionShort;
    expect(await short('')).toBe(en.problem.DATABASE_FULL.title);
    expect(await short('pt')).toBe(pt.problem.DATABASE_FULL.title);
    expect(await short('fi')).toBe(en.problem.DATABASE_FULL.title);
    const unversioned = await portal.ask('GET', `/Company/${company}/Notifications?languageCode=de`);
    expect(unversioned).toEqual({ notifications: [german] });
  });

  it('are written with numbers and dates of the language, by the header where nothing else is asked for', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const waits = (count: number) => ({
      ...{ code: 'DELIVERY_WAITS', level: 'warning', params: { count, deadline: '2026-11-24 09:30:00' } },
    });
    const read = async (count: number, header: string, query = '') => {
      await report(register, waits(count));
      const response = await fetch(`${portal.url}/Company/${company}/Notifications${query}`, {
        headers: { api_key: ADMIN_KEY, 'accept-language': header },
      });
      const { notifications: list } = (await response.json()) as {
        notifications: { DescriptionLong: string }[];
      };
      return list[0]!.DescriptionLong;
    };
    expect(await read(1, '*')).toMatch(/^1 receipt waits .*until Nov 24, 2026, 9:30/);
    expect(await read(2, 'fi, en-GB;q=0.8')).toMatch(/^2 receipts wait .*until 24 Nov 2026, 09:30/);
    expect(await read(3, 'en;q=0.5, hr;q=0.9')).toMatch(/^3 računa čekaju prijavu.*24\. stu 2026\./);
    expect(await read(5, 'hr, q;;=,')).toMatch(/^5 računa čeka prijavu/);
    expect(await read(5, 'hr', '?languageCode=de-AT')).toMatch(/^5 Belege warten .*24\.11\.2026, 09:30/);
  });

  it('are refused in what is no language', async () => {
    const company = await testCompany(portal);
    for (const language of ['xx', 'eng', 'english', 'd', 'de_DE', 'de-', '12', '%20', 'x'.repeat(3000)]) {
      const answer = await portal.send(
        'GET',
        `${V2}/Company/${company}/Notifications?languageCode=${language}`,
      );
      expect([language.slice(0, 9), answer.status]).toEqual([language.slice(0, 9), 400]);
      expect(answer.body.errors[0].field).toBe('languageCode');
    }
  });

  it('end when they are reported no more, each register on its own', async () => {
    const company = await testCompany(portal);
    const [one, two] = [await testRegister(portal, company), await testRegister(portal, company)];
    await report(one, full, { code: 'DISK_LOW', level: 'warning', params: { free: 10 } });
    await report(two, full);
    expect(await codes(company)).toEqual(['DATABASE_FULL', 'DATABASE_FULL', 'DISK_LOW']);
    await report(one, { code: 'DISK_LOW', level: 'error', params: { free: 5 } });
    expect(await codes(company)).toEqual(['DATABASE_FULL', 'DISK_LOW']);
    const low = (await notifications(company)).find(({ EventCode }) => EventCode === 'DISK_LOW')!;
    expect([low.CurrentLevel, low.DescriptionLong]).toEqual(['Error', expect.stringContaining('5 MB')]);
    await report(one);
    await report(two);
    expect(await codes(company)).toEqual([]);
  });

  it('tell several problems of a kind apart', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const unit = (name: string) => ({
      ...{ code: 'UNIT_FAILED', level: 'warning' },
      params: { unit: name, since: '10:00', reason: 'gone' },
    });
    await report(register, unit('A'), unit('B'));
    portal.clock.advance(60_000);
    await report(register, unit('B'), unit('C'));
    const titles = (await notifications(company)).map((row) => [row.EventCode, row.DescriptionShort]);
    expect(titles).toHaveLength(2);
    expect(titles.every(([code]) => code === 'UNIT_FAILED')).toBe(true);
    expect(titles.map(([, title]) => /unit (\w)/.exec(title!)![1]).sort()).toEqual(['B', 'C']);
  });

  it('are forgotten when they ended more than a year ago, and not before', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const kept = async () => {
      await portal.portal.tick();
      const sql = `SELECT code FROM notifications WHERE company_id = ${company} ORDER BY code`;
      return (await portal.portal.services.db.select<{ code: string }>(sql)).map(({ code }) => code);
    };
    const lasting = { code: 'NO_CFG', level: 'error' };
    await report(register, full, lasting);
    await report(register, lasting);
    portal.clock.advance(366 * 86_400_000);
    expect(await kept()).toEqual(['DATABASE_FULL', 'NO_CFG', 'OFFLINE']);
    portal.clock.advance(40 * 86_400_000);
    expect(await kept()).toEqual(['NO_CFG', 'OFFLINE']);
  });

  it('of test companies and deactivated registers are not served', async () => {
    const test = await testCompany(portal, { state: 'Test' });
    await report(await testRegister(portal, test), full);
    expect(await notifications(test)).toEqual([]);
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    await report(register, full);
    await portal.ask('PUT', `/Company/${company}/Register/${register.registerId}/Deactivate`);
    expect(await notifications(company)).toEqual([]);
    expect((await report(register, full)).body.state).toBe('Deactivated');
    expect(await notifications(company)).toEqual([]);
  });

  it('never let what a register reports change anything but its own text', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const params = { free: '{{code}} $t(problem.NO_CFG.title)', lng: 'de', code: 'X', defaultValue: 'Y' };
    await report(register, { code: 'DISK_LOW', level: 'info', params });
    const [row] = await notifications(company);
    expect(row!.DescriptionLong).toContain('only {{code}} $t(problem.NO_CFG.title) MB');
    const far = {
      code: 'UNIT_FAILED',
      level: 'info',
      params: { since: 1e300, date: '9999-99-99', count: -1 },
    };
    await report(register, far);
    expect(await codes(company)).toEqual(['UNIT_FAILED']);
    const bad = [
      { code: 'OFFLINE', level: 'info' },
      { code: 'ARCHIVE_GAP', level: 'info' },
      { code: 'small', level: 'info' },
      { code: 'X', level: 'fatal' },
      { code: 'X', level: 'info', params: { deep: {} } },
    ];
    for (const problem of bad) {
      const answer = await report(register, problem);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toMatch(/^problems\.0\./);
    }
  });
});

describe('all notifications that somebody may see', () => {
  interface Found {
    totalCount: number;
    items: {
      code: string;
      level: string;
      companyId: number;
      mayReadCompany: boolean;
      beganTimestamp: string;
      endedTimestamp: string | null;
    }[];
    companies: { companyId: number; count: number }[];
  }

  it('are found by company, level and whether they go on, with begin and end', async () => {
    const group = await portal.ask<{ organizationId: number }>('POST', `${V2}/Organization`, {
      ...{ parentEntityId: 2, name: 'A group' },
    });
    const parentEntityId = group.organizationId;
    const [one, two] = [
      await testCompany(portal, { parentEntityId }),
      await testCompany(portal, { parentEntityId }),
    ];
    const location = await testLocation(portal, one, 'S1');
    const here = await testRegister(portal, one, { tl: 'S1' });
    const there = await testRegister(portal, two);
    const started = portal.clock.now();
    await report(here, full, { code: 'DISK_LOW', level: 'warning' });
    await report(there, full);
    await report(
      await testRegister(portal, await testCompany(portal, { state: 'Test', parentEntityId })),
      full,
    );
    portal.clock.advance(60_000);
    await report(here, { code: 'DISK_LOW', level: 'warning' });

    const key = await testKey(portal, parentEntityId, 'VIEWER');
    const find = (query: string, by = key) =>
      portal.ask<Found>('GET', `/Notifications?${query}`, undefined, by);
    const open = await find('');
    expect(open.items.map(({ code, companyId }) => [code, companyId]).sort()).toEqual([
      ['DATABASE_FULL', two],
      ['DISK_LOW', one],
    ]);
    expect(open.totalCount).toBe(2);
    const [ended] = (await find('open=ended')).items;
    expect(ended).toMatchObject({
      ...{ code: 'DATABASE_FULL', companyId: one, locationId: location, registerId: here.registerId },
      beganTimestamp: new Date(started).toISOString(),
      endedTimestamp: new Date(started + 60_000).toISOString(),
    });
    const errors = await find(`open=all&level=error&companyId=${one}&limit=1`);
    expect([errors.totalCount, errors.items.length]).toEqual([1, 1]);
    expect(errors.companies.map(({ companyId }) => companyId).sort()).toEqual([one, two].sort());

    // A role on a location shows what is the matter there, and nothing else.
    const shop = await find('open=all', await testKey(portal, location, 'VIEWER'));
    expect(shop.items.map(({ companyId }) => companyId)).toEqual([one, one]);
    // Pages of the company and its registers are not for him, and no link may lead there.
    expect([...shop.items, ...open.items].map(({ mayReadCompany }) => mayReadCompany)).toEqual([
      ...[false, false],
      ...[true, true],
    ]);
    const stranger = await testKey(portal, await testCompany(portal), 'ADMIN');
    expect((await find('open=all', stranger)).totalCount).toBe(0);
  });

  it('go on as one when they come again within an hour, and begin anew later', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    const began = portal.clock.now();
    const waits = (unit: string) => ({ code: 'UNIT_FAILED', level: 'warning', params: { unit } });
    for (let i = 0; i < 3; i++) {
      await report(register, waits('A'));
      portal.clock.advance(20 * 60_000);
      await report(register);
      portal.clock.advance(59 * 60_000);
    }
    // Another thing of the same kind is another notification.
    await report(register, waits('B'));
    const find = () => portal.ask<Found>('GET', `/Notifications?open=all&companyId=${company}`);
    const [other, first] = (await find()).items;
    expect(other).toMatchObject({ endedTimestamp: null });
    expect(first).toMatchObject({
      beganTimestamp: new Date(began).toISOString(),
      endedTimestamp: new Date(portal.clock.now() - 59 * 60_000).toISOString(),
    });
    portal.clock.advance(60_000 + 1);
    await report(register, waits('A'), waits('B'));
    expect((await find()).totalCount).toBe(3);
  });
});

describe('a register that is not heard of', () => {
  it('is noticed after a day, once, until it reports again', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    portal.clock.advance(24 * 3_600_000 - 1);
    await portal.portal.tick();
    expect(await codes(company)).toEqual([]);
    portal.clock.advance(2);
    await portal.portal.tick();
    await portal.portal.tick();
    const [row, ...others] = await notifications(company, 'pt');
    expect(others).toEqual([]);
    expect([row!.EventCode, row!.DescriptionShort]).toEqual([
      'OFFLINE',
      localeOf<typeof portalTexts>('portal', 'pt').event.OFFLINE.title,
    ]);
    expect(row!.DescriptionLong).toMatch(/Desde \d\d\/\d\d\/2028, \d\d:\d\d não/);
    await report(register);
    expect(await codes(company)).toEqual([]);
  });

  it('is none when it was deactivated', async () => {
    const company = await testCompany(portal);
    const register = await testRegister(portal, company);
    await portal.ask('PUT', `/Company/${company}/Register/${register.registerId}/Deactivate`);
    portal.clock.advance(25 * 3_600_000);
    await portal.portal.tick();
    expect(await codes(company)).toEqual([]);
  });
});

describe('texts', () => {
  it('are there in every language for every code', () => {
    for (const code of [...PORTAL_CODES, ...Object.keys(en.problem)]) {
      const words = LANGUAGES.map((language) => eventText({ language, locale: language }, code, {}));
      expect(new Set(words.map(({ fix }) => fix)).size, code).toBe(LANGUAGES.length);
      for (const { title, fix } of words) {
        expect(title).not.toBe('');
        expect(`${title} ${fix}`).not.toContain('{{');
      }
    }
  });

  it('name a code that they do not know', () => {
    expect(eventText(wordingFor('de'), 'NEW_TROUBLE', {}).title).toContain('NEW_TROUBLE');
    const unit = { unit: 'card', since: '10:00', cause: 'pinBlocked', reason: 'the PIN is blocked' };
    expect(eventText(wordingFor('de'), 'UNIT_FAILED', unit).fix).toMatch(/: Die PIN ist gesperrt/);
    expect(eventText(wordingFor('de'), 'UNIT_FAILED', { ...unit, cause: 'new' }).fix).toContain(
      'PIN is blocked',
    );
  });
});
