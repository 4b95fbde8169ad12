import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { address, entitiesOf, fieldsOf, V2 } from './testing/entities.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

const { organization, company, location, stateOf } = entitiesOf(() => portal);

describe('states', () => {
  test('under a test organization everything is for tests, and a company has two locations', async () => {
    const test = await organization({ state: 'Test' });
    const shop = await company(await organization({ state: 'Productive' }, test), { state: 'Productive' });
    expect(await stateOf('Company', shop)).toBe('Test');
    const tree = await portal.ask<{ locations: { locationIdentification: string; state: string }[] }>(
      'GET',
      `/Company/${shop}/Tree`,
    );
    expect(
      tree.locations.map(({ locationIdentification, state }) => [locationIdentification, state]),
    ).toEqual([
      ['TEST1', 'Test'],
      ['TEST2', 'Test'],
    ]);
  });

  test('productive becomes test with all that is beneath, and never again productive', async () => {
    const group = await organization();
    const shop = await company(group);
    const place = await location(shop);
    await portal.ask('PUT', `${V2}/Organization/${group}`, { name: 'Grupo', state: 'Test' });
    expect(await stateOf('Location', place)).toBe('Test');
    const back = await portal.send('PUT', `${V2}/Organization/${group}`, {
      name: 'Grupo',
      state: 'Productive',
    });
    expect([back.status, fieldsOf(back.body)]).toEqual([400, ['state']]);
    expect(await stateOf('Organization', group)).toBe('Test');
  });

  test('an update without a state leaves it, and clears what is not sent', async () => {
    const group = await organization({ state: 'Test', userComment: 'rever', city: 'Faro' });
    expect(await portal.ask('PUT', `${V2}/Organization/${group}`, { name: 'Outro' })).toMatchObject({
      ...{ name: 'Outro', state: 'Test', userComment: null, city: null },
    });
  });

  test('what is deactivated by an update is so with everything in it, for good', async () => {
    const group = await organization();
    const shop = await company(group);
    const place = await location(shop);
    await portal.ask('PUT', `${V2}/Organization/${group}`, { name: 'Grupo', state: 'Deactivated' });
    expect(await stateOf('Company', shop)).toBe('Deactivated');
    expect(await stateOf('Location', place)).toBe('Deactivated');
    const back = { name: 'Loja', ...address, taxId: 'PT510987656', state: 'Productive' };
    expect((await portal.send('PUT', `${V2}/Company/${shop}`, back)).status).toBe(400);
    const more = { parentEntityId: shop, name: 'Loja', locationIdentification: 'new', ...address };
    expect(fieldsOf((await portal.send('POST', `${V2}/Location`, more)).body)).toEqual(['parentEntityId']);
  });
});

describe('deactivating', () => {
  test('a location alone', async () => {
    const shop = await company(2);
    const [closed, open] = [await location(shop), await location(shop)];
    expect(await portal.ask('PUT', `${V2}/Location/${closed}/Deactivate`)).toMatchObject({
      ...{ success: true, locationId: closed, state: 'Deactivated' },
    });
    expect(await stateOf('Location', open)).toBe('Productive');
    expect(await stateOf('Company', shop)).toBe('Productive');
  });

  test('a year whose name is misspelt deactivates nothing', async () => {
    const shop = await company(2);
    const path = `${V2}/Company/${shop}/Deactivate?deactivateAfterYaer=2030`;
    const { status, body } = await portal.send('PUT', path);
    expect([status, fieldsOf(body)]).toEqual([400, ['deactivateAfterYaer']]);
    expect(await stateOf('Company', shop)).toBe('Productive');
  });

  test('at once leaves no plan behind, in nothing that is beneath', async () => {
    const shop = await company(2);
    const place = await location(shop);
    const plan = (path: string) => portal.ask('PUT', `${V2}/${path}/Deactivate?deactivateAfterYear=2030`);
    await plan(`Company/${shop}`);
    await plan(`Location/${place}`);
    const answer = await portal.ask('PUT', `${V2}/Company/${shop}/Deactivate`);
    for (const ended of [
      answer,
      await portal.ask('GET', `${V2}/Company/${shop}`),
      await portal.ask('GET', `${V2}/Location/${place}`),
    ])
      expect(ended).toMatchObject({ state: 'Deactivated', deactivateAfterTimestamp: null });
    const updated = await company(2);
    await plan(`Company/${updated}`);
    const body = { name: 'Padaria', ...address, state: 'Deactivated' };
    expect(await portal.ask('PUT', `${V2}/Company/${updated}`, body)).toMatchObject({
      deactivateAfterTimestamp: null,
    });
  });

  test('a year that is over, or no year, is refused', async () => {
    const shop = await company(2);
    for (const year of ['2025', 'nunca', '-1', '10000', '2026.5']) {
      const answer = await portal.send('PUT', `${V2}/Company/${shop}/Deactivate?deactivateAfterYear=${year}`);
      expect([year, answer.status, fieldsOf(answer.body)]).toEqual([year, 400, ['deactivateAfterYear']]);
    }
    expect(await stateOf('Company', shop)).toBe('Productive');
  });

  test('at the end of the year it happens, unless it is taken back', async () => {
    const own = await testPortal();
    const create = async () => {
      const body = {
        parentEntityId: 2,
        name: 'Bäckerei',
        taxId: 'ATU13585627',
        ...address,
        countryCode: 'AT',
      };
      const { companyId } = await own.ask<{ companyId: number }>('POST', `${V2}/Company`, body);
      const planned = await own.ask('PUT', `${V2}/Company/${companyId}/Deactivate?deactivateAfterYear=2026`);
      expect(planned).toMatchObject({
        state: 'Productive',
        deactivateAfterTimestamp: '2026-12-31T23:59:59+01:00',
      });
      return companyId;
    };
    const [ending, staying] = [await create(), await create()];
    await own.ask('DELETE', `${V2}/Company/${staying}/Deactivate`);
    const states = async () => {
      await own.portal.tick();
      const found = [ending, staying].map((id) => own.ask('GET', `${V2}/Company/${id}`));
      return (await Promise.all(found)).map(({ state }) => state);
    };
    own.clock.set('2026-12-31T22:59:59Z');
    expect(await states()).toEqual(['Productive', 'Productive']);
    own.clock.set('2026-12-31T23:00:00Z');
    expect(await states()).toEqual(['Deactivated', 'Productive']);
    expect(await own.ask('GET', `${V2}/Company/${ending}`)).toMatchObject({
      deactivateAfterTimestamp: '2026-12-31T23:59:59+01:00',
    });
    await own.stop();
  });
});

test('looks for what is due without writing where nothing is', async () => {
  const { services } = portal.portal;
  // What other tests have left.
  await portal.portal.tick();
  await services.outbox.idle();
  const write = vi.spyOn(services.db, 'write');
  await portal.portal.tick();
  await services.outbox.idle();
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});
