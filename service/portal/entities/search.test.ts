import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { renewSearchTexts } from './store.ts';
import { entitiesOf, V2 } from './testing/entities.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

const { organization, company } = entitiesOf(() => portal);

describe('searching', () => {
  test('a moment may lack its seconds, and what is none says what is', async () => {
    const search = (body: object) => portal.send('PUT', `${V2}/Organization/Search`, body);
    for (const time of ['', 'T19:00', 'T19:00Z', 'T19:00+01:00', 'T19:00:00Z', 'T19:00:00.5']) {
      expect((await search({ createdAfter: `2026-01-31${time}` })).status).toBe(200);
    }
    for (const time of ['', 'T1900', 'T190000Z', 'T190000,5+0100', 'T1900+01'])
      expect((await search({ createdAfter: `20260131${time}` })).status).toBe(200);
    expect((await search({ createdAfter: '20260230' })).status).toBe(400);
    const { body } = await search({ createdAfter: 'yesterday', state: 'Closed' });
    expect(body.errors.map(({ code, message }: Record<string, string>) => [code, message])).toEqual([
      ['format', 'createdAfter must be a day YYYY-MM-DD, alone or with a time such as T19:00Z'],
      ['value', expect.stringMatching(/^state must be one of Productive, Test, Deactivated, \d/)],
    ]);
  });

  const search = (criteria: object) =>
    portal.ask<{ items: { name: string }[]; totalCount: number; offset: number; limit: number }>(
      'PUT',
      `${V2}/Organization/Search`,
      criteria,
    );
  const names = async (criteria: object) => (await search(criteria)).items.map(({ name }) => name);

  test('takes no body for no criteria, and closed lists in any letter case', async () => {
    const { status, body } = await portal.send('PUT', `${V2}/Organization/Search`);
    expect([status, body.offset]).toEqual([200, 0]);
    const all = { orderByField: 'CREATEDTIMESTAMP', state: 'productive' };
    expect((await portal.send('PUT', `${V2}/Organization/Search`, all)).status).toBe(200);
  });

  test('names a field that is empty once', async () => {
    const { body } = await portal.send('POST', `${V2}/Organization`, { parentEntityId: 2, name: '' });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['name']);
  });

  test('sorts, pages and counts', async () => {
    const parentEntityId = await organization();
    for (const name of ['zeta', 'Écran', 'Alfa', 'beta']) await organization({ name }, parentEntityId);
    expect(await names({ parentEntityId })).toEqual(['Alfa', 'beta', 'Écran', 'zeta']);
    expect(await names({ parentEntityId, orderDescending: true, limit: 2 })).toEqual(['zeta', 'Écran']);
    const page = await search({ parentEntityId, offset: 3, limit: 2 });
    expect(page).toMatchObject({ totalCount: 4, offset: 3, limit: 2 });
    expect(page.items.map(({ name }) => name)).toEqual(['zeta']);
    expect(await search({ parentEntityId, limit: 0 })).toMatchObject({ items: [], totalCount: 4 });
  });

  test('finds text in any case and takes signs as they are', async () => {
    const parentEntityId = await organization();
    for (const name of ['100% Pão', '100 Pães', 'Ponto_final']) await organization({ name }, parentEntityId);
    expect(await names({ parentEntityId, searchText: '100% PÃO' })).toEqual(['100% Pão']);
    expect(await names({ parentEntityId, searchText: 'o_f' })).toEqual(['Ponto_final']);
    expect(await names({ parentEntityId, searchText: '%' })).toEqual(['100% Pão']);
  });

  test('sorts, pages and counts what has a text', async () => {
    const parentEntityId = await organization();
    for (const name of ['Bar zeta', 'Bar Écran', 'Alfa', 'Bar beta'])
      await organization({ name }, parentEntityId);
    const bars = { parentEntityId, searchText: 'bar' };
    expect(await names({ ...bars, orderDescending: true })).toEqual(['Bar zeta', 'Bar Écran', 'Bar beta']);
    const page = await search({ ...bars, orderByField: 'createdTimestamp', offset: 1, limit: 1 });
    expect(page).toEqual({
      items: [expect.objectContaining({ name: 'Bar Écran' })],
      totalCount: 3,
      offset: 1,
      limit: 1,
    });
    expect(page.items[0]).not.toHaveProperty('total');
    for (const nothing of [{ offset: 3 }, { limit: 0 }])
      expect(await search({ ...bars, ...nothing })).toMatchObject({ items: [], totalCount: 3 });
    expect(await search({ ...bars, searchText: 'none like it' })).toMatchObject({ items: [], totalCount: 0 });
  });

  test('finds text without its accents, and what is written without them', async () => {
    const parentEntityId = await organization();
    for (const name of ['Pão da Sé', 'Cafe Central']) await organization({ name }, parentEntityId);
    expect(await names({ parentEntityId, searchText: 'pao da se' })).toEqual(['Pão da Sé']);
    expect(await names({ parentEntityId, searchText: 'CAFÉ' })).toEqual(['Cafe Central']);
    // As a database of an older version has it, before it is brought up to date.
    const { db } = portal.portal.services;
    await db.run(`UPDATE entities SET search_text = 'pão da sé', sort_name = '' WHERE name = 'Pão da Sé'`);
    await db.write(renewSearchTexts);
    expect(await names({ parentEntityId, searchText: 'pao da se' })).toEqual(['Pão da Sé']);
  });

  test('finds letters that have another form in capitals', async () => {
    const parentEntityId = await organization();
    for (const name of ['Café Hauptstraße', 'Οδός Ερμού']) await organization({ name }, parentEntityId);
    for (const searchText of ['HAUPTSTRASSE', 'hauptstraße', 'strasse'])
      expect(await names({ parentEntityId, searchText })).toEqual(['Café Hauptstraße']);
    for (const searchText of ['ΟΔΟΣ', 'οδοσ', 'οδός'])
      expect(await names({ parentEntityId, searchText })).toEqual(['Οδός Ερμού']);
  });

  test('finds a tax id in every spelling, and answers it as it was sent', async () => {
    const parentEntityId = await organization();
    const find = async (searchText: string) =>
      (
        await portal.ask<{ items: { taxId: string }[] }>('PUT', `${V2}/Company/Search`, {
          ...{ parentEntityId, searchText },
        })
      ).items.map(({ taxId }) => taxId);
    await company(parentEntityId, { taxId: 'PT 510.987.656' });
    await company(parentEntityId, { taxId: '094259216', countryCode: 'GR' });
    for (const text of ['PT510987656', 'pt-5109', '510987656', '510 987 656', '510.987.656'])
      expect([text, await find(text)]).toEqual([text, ['PT 510.987.656']]);
    for (const text of ['EL094259216', 'GR 094259216', '094259216'])
      expect([text, await find(text)]).toEqual([text, ['094259216']]);
    expect(await find('ES510987656')).toEqual([]);
  });

  test('shows only what the caller may read', async () => {
    const [mine, theirs] = [await organization(), await organization()];
    await organization({ name: 'Meu' }, mine);
    await organization({ name: 'Segredo' }, theirs);
    const { apiKey } = await portal.ask<{ apiKey: string }>('POST', `/Entity/${mine}/ApiKeys`, {
      name: 'viewer',
      role: 'VIEWER',
    });
    const found = await portal.ask<{ items: { name: string }[]; totalCount: number }>(
      'PUT',
      `${V2}/Organization/Search`,
      {},
      apiKey,
    );
    expect(found.items.map(({ name }) => name)).toContain('Meu');
    expect(found.totalCount).toBe(2);
    expect((await portal.send('GET', `${V2}/Organization/${theirs}`, undefined, apiKey)).status).toBe(404);
    expect((await portal.send('GET', `${V2}/Organization/2`, undefined, apiKey)).status).toBe(404);
    const create = { parentEntityId: mine, name: 'Nova' };
    expect((await portal.send('POST', `${V2}/Organization`, create, apiKey)).status).toBe(403);
  });
});
