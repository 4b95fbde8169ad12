import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { address, entitiesOf, fieldsOf, V2 } from './testing/entities.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

const { get, organization, company, location, stateOf } = entitiesOf(() => portal);

describe('creating', () => {
  test('what is created is found as it was sent, with id, state and times', async () => {
    const sent = {
      name: 'Mercearia Ó',
      ...address,
      invoiceEmailAddress: 'a@b.example',
      userComment: 'rever',
    };
    const created = await portal.ask('POST', `${V2}/Organization`, { parentEntityId: 2, ...sent });
    expect(created).toEqual({
      ...{ organizationId: expect.any(Number) as number, parentEntityId: 2, ...sent, state: 'Productive' },
      createdTimestamp: '2026-11-22T10:00:00.000Z',
      changedTimestamp: '2026-11-22T10:00:00.000Z',
      deactivateAfterTimestamp: null,
    });
    expect(await get('Organization', created.organizationId as number)).toEqual(created);
  });

  test('all wrong fields are named at once', async () => {
    const body = {
      parentEntityId: 1,
      name: 'x',
      taxId: 'PT1',
      address: ' ',
      countryCode: 'P1',
      state: 'Deactivated',
    };
    const answer = await portal.send('POST', `${V2}/Company`, body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(new Set(fieldsOf(answer.body))).toEqual(
      new Set(['parentEntityId', 'name', 'taxId', 'address', 'city', 'zip', 'countryCode', 'state']),
    );
  });

  test('a tax id or business number that its country does not know is named beside all other wrong fields', async () => {
    const body = { parentEntityId: 2, name: 'x', taxId: 'PT510987657', ...address, zip: '' };
    const wrong = async (more: object, path = `${V2}/Company`) =>
      [...new Set(fieldsOf((await portal.send('POST', path, { ...body, ...more })).body))].toSorted();
    expect(await wrong({})).toEqual(['name', 'taxId', 'zip']);
    expect(await wrong({ NAME: 'Padaria', name: undefined, ZIP: '1', zip: undefined })).toEqual(['taxId']);
    expect(await wrong({ ownerCompanyId: 2 }, '/Company')).toEqual(['name', 'taxId', 'zip']);
    // What is not looked at, or is wrong by itself, is not named for that too.
    expect(await wrong({ ignoreTaxId: true })).toEqual(['name', 'zip']);
    expect(await wrong({ ignoreTaxId: 'x' })).toEqual(['ignoreTaxId', 'name', 'zip']);
    expect(await wrong({ countryCode: 'P1' })).toEqual(['countryCode', 'name', 'zip']);
    expect(await wrong({ taxId: 5 })).toEqual(['name', 'taxId', 'zip']);
    const own = await testPortal();
    own.clock.set('2027-01-02T10:00:00Z');
    const german = { ...body, taxId: 'DE136695976', countryCode: 'DE' };
    const field = 'countryProperties.DE_WIdNr';
    for (const countryProperties of [undefined, { DE_WIdNr: 'x' }]) {
      const answer = await own.send('POST', `${V2}/Company`, { ...german, countryProperties });
      expect(new Set(fieldsOf(answer.body))).toEqual(new Set(['name', 'zip', field]));
    }
    await own.stop();
  });

  test('a country is one of ISO 3166, in either case', async () => {
    const body = { parentEntityId: 2, name: 'Grupo' };
    for (const countryCode of ['XX', 'UK', 'EU', 'ZZ', 'P1']) {
      const answer = await portal.send('POST', `${V2}/Organization`, { ...body, countryCode });
      expect([countryCode, answer.status, fieldsOf(answer.body)]).toEqual([
        countryCode,
        400,
        ['countryCode'],
      ]);
    }
    for (const [countryCode, kept] of Object.entries({ pt: 'PT', XK: 'XK' })) {
      const created = await portal.ask('POST', `${V2}/Organization`, { ...body, countryCode });
      expect(created).toMatchObject({ countryCode: kept });
    }
  });

  test('a tax id with a wrong check digit is refused unless it is to be taken as it is', async () => {
    const body = { parentEntityId: 2, name: 'Padaria', taxId: 'PT510987657', ...address };
    expect(fieldsOf((await portal.send('POST', `${V2}/Company`, body)).body)).toEqual(['taxId']);
    const taken = await portal.ask('POST', `${V2}/Company`, { ...body, ignoreTaxId: true });
    expect(taken).toMatchObject({ taxId: 'PT510987657', ignoreTaxId: true });
  });

  test('states are known by name and by number', async () => {
    expect(await stateOf('Organization', await organization({ state: 9 }))).toBe('Test');
    expect(await stateOf('Organization', await organization({ state: 10 }))).toBe('Productive');
  });

  test('a location is the only one of its company with its identification, in any other too', async () => {
    const [first, second] = [await company(2), await company(2)];
    await location(first, { locationIdentification: '001/Sé' });
    await location(second, { locationIdentification: '001/Sé' });
    const again = { parentEntityId: first, name: 'Loja', locationIdentification: '001/Sé', ...address };
    const answer = await portal.send('POST', `${V2}/Location`, again);
    expect([answer.status, fieldsOf(answer.body)]).toEqual([400, ['locationIdentification']]);
  });

  test('a company is created in an organization only, a location in a company only', async () => {
    const shop = await company(2);
    const inCompany = { parentEntityId: shop, name: 'Padaria', taxId: 'PT510987656', ...address };
    expect((await portal.send('POST', `${V2}/Company`, inCompany)).status).toBe(404);
    const inOrganization = { parentEntityId: 2, name: 'Loja', locationIdentification: '1', ...address };
    expect((await portal.send('POST', `${V2}/Location`, inOrganization)).status).toBe(404);
  });

  test('names of fields count in any case, null and missing are the same', async () => {
    const created = await portal.ask('POST', `${V2}/Organization`, {
      ParentEntityId: 2,
      NAME: 'Loja',
      city: null,
    });
    expect(created).toMatchObject({ name: 'Loja', city: null });
  });
});

describe('companies', () => {
  test('the tax id stays, unless it was taken as it is', async () => {
    const fixed = await company(2);
    const free = await company(2, { ignoreTaxId: true });
    const change = { name: 'Padaria', ...address, taxId: 'PT506789128' };
    const refused = await portal.send('PUT', `${V2}/Company/${fixed}`, change);
    expect([refused.status, fieldsOf(refused.body)]).toEqual([400, ['taxId']]);
    expect(await portal.ask('PUT', `${V2}/Company/${free}`, change)).toMatchObject({ taxId: 'PT506789128' });
    const spelled = { ...change, taxId: '510 987 656' };
    expect(await portal.ask('PUT', `${V2}/Company/${fixed}`, spelled)).toMatchObject({
      taxId: '510 987 656',
    });
    await portal.ask('PUT', `${V2}/Company/${fixed}`, { ...change, taxId: 'PT510987656' });
    const without = await portal.ask('PUT', `${V2}/Company/${fixed}`, { name: 'Padaria', ...address });
    expect(without).toMatchObject({ taxId: 'PT510987656' });
  });

  test('German ones need a business identification number from 2027 on', async () => {
    const own = await testPortal();
    const body = { parentEntityId: 2, name: 'Bäckerei', taxId: 'DE136695976', ...address, countryCode: 'DE' };
    const create = (more: object = {}) => own.send('POST', `${V2}/Company`, { ...body, ...more });
    own.clock.set('2026-12-31T22:59:59Z');
    expect((await create()).status).toBe(200);
    own.clock.set('2026-12-31T23:00:00Z');
    expect(fieldsOf((await create()).body)).toEqual(['countryProperties.DE_WIdNr']);
    const wrong = await create({ countryProperties: { DE_WIdNr: 'DE12345' } });
    expect(fieldsOf(wrong.body)).toEqual(['countryProperties.DE_WIdNr']);
    const right = await create({ countryProperties: { DE_WIdNr: 'DE123456789-00001' } });
    expect(right.body).toMatchObject({ countryProperties: { DE_WIdNr: 'DE123456789-00001' } });
    await own.stop();
  });

  test('contacts have an address of their own', async () => {
    const shop = await company(2);
    const contact = {
      companyId: shop,
      contactName: 'Rô',
      emailAddress: 'rita@padaria.example',
      contactType: 'TechnicalContact',
    };
    await portal.ask('POST', `${V2}/Company/Contact`, contact);
    const again = { ...contact, emailAddress: 'RITA@padaria.example' };
    expect(fieldsOf((await portal.send('POST', `${V2}/Company/Contact`, again)).body)).toEqual([
      'emailAddress',
    ]);
    const { contacts } = await portal.ask<{ contacts: object[] }>('GET', `${V2}/Company/${shop}/Contacts`);
    expect(contacts).toEqual([expect.objectContaining(contact)]);
  });

  test('contacts are changed and removed, each in its company', async () => {
    const [shop, other] = [await company(2), await company(2)];
    const ana = { contactName: 'Ana', emailAddress: 'ana@loja.example', contactType: 'InvoiceContact' };
    const rui = { ...ana, contactName: 'Rui', emailAddress: 'rui@loja.example' };
    const add = (contact: object) =>
      portal.ask<{ contactId: number }>('POST', `${V2}/Company/Contact`, { companyId: shop, ...contact });
    const [{ contactId }] = [await add(ana), await add(rui)];
    const at = (companyId: number) => `${V2}/Company/${companyId}/Contact/${contactId}`;
    const taken = await portal.send('PUT', at(shop), { ...ana, emailAddress: 'RUI@loja.example' });
    expect(fieldsOf(taken.body)).toEqual(['emailAddress']);
    const changed = { ...ana, contactType: 'TechnicalContact', phoneNumber: '239' };
    expect(await portal.ask('PUT', at(shop), changed)).toMatchObject({ contactId, ...changed });
    expect((await portal.send('PUT', at(other), changed)).status).toBe(404);
    expect((await portal.send('DELETE', at(other))).status).toBe(404);
    await portal.ask('DELETE', at(shop));
    const { contacts } = await portal.ask<{ contacts: object[] }>('GET', `${V2}/Company/${shop}/Contacts`);
    expect(contacts).toEqual([expect.objectContaining(rui)]);
    expect((await portal.send('DELETE', at(shop))).status).toBe(404);
  });
});

describe('locations', () => {
  test('stay with their company', async () => {
    const [shop, other] = [await company(2), await company(2)];
    const place = await location(shop);
    const body = { parentEntityId: other, name: 'Loja', locationIdentification: 'x', ...address };
    expect(fieldsOf((await portal.send('PUT', `${V2}/Location/${place}`, body)).body)).toEqual([
      'parentEntityId',
    ]);
    const unknown = await portal.send('PUT', `${V2}/Location/${place}`, {
      ...body,
      parentEntityId: 2_147_483_646,
    });
    expect(unknown.status).toBe(404);
    const kept = await portal.ask('PUT', `${V2}/Location/${place}`, { ...body, parentEntityId: shop });
    expect(kept).toMatchObject({ locationIdentification: 'x' });
  });

  test('are changed with a key for the location alone', async () => {
    const shop = await company(2);
    const place = await location(shop, { locationIdentification: 'key' });
    const key = { name: 'its own', role: 'EDITOR' };
    const { apiKey } = await portal.ask<{ apiKey: string }>('POST', `/Entity/${place}/ApiKeys`, key);
    const body = { parentEntityId: shop, name: 'Novo', locationIdentification: 'key', ...address };
    const changed = await portal.send('PUT', `${V2}/Location/${place}`, body, apiKey);
    expect(changed).toMatchObject({ status: 200, body: { name: 'Novo' } });
    const other = { ...body, parentEntityId: await company(2) };
    expect((await portal.send('PUT', `${V2}/Location/${place}`, other, apiKey)).status).toBe(404);
  });

  test('get the next free number in the automation guide', async () => {
    const shop = await company(2);
    await location(shop, { locationIdentification: '1' });
    const body = { ownerCompanyId: shop, name: 'Loja', ...address };
    const created = await portal.ask('POST', '/Location', body);
    expect(created).toMatchObject({ locationIdentification: '2', parentEntityId: shop });
  });
});

test('bodies with lists within lists without end are refused as such', async () => {
  let x: unknown = [];
  for (let depth = 0; depth < 200; depth++) x = [x];
  const answer = await portal.send('POST', `${V2}/Organization`, { parentEntityId: 2, name: 'Deep', x });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'json' }] } });
});

test('what the automation guide creates keeps all that v2 has', async () => {
  const more = { state: 'Test', userComment: 'rever' };
  const owned = (ownerCompanyId: unknown) => ({ ownerCompanyId, name: 'Bäcker', ...address, ...more });
  const organization = await portal.ask('POST', '/Organization', owned(2));
  expect(organization).toMatchObject(more);
  const german = {
    countryCode: 'DE',
    taxId: 'none',
    ignoreTaxId: true,
    countryProperties: { DE_WIdNr: 'DE123456788' },
  };
  const { ignoreTaxId: _, ...kept } = german;
  const company = await portal.ask('POST', '/Company', {
    ...owned(organization.organizationId),
    ...german,
    taxIdType: 'VAT',
  });
  expect(company).toMatchObject({ ...more, ...kept });
  expect(await portal.ask('POST', '/Location', owned(company.companyId))).toMatchObject(more);
});

test('names count in any case, also within objects', async () => {
  const body = { PARENTENTITYID: 2, Name: 'Bäcker', ...address, countryCode: 'DE', TaxID: 'DE136695976' };
  const created = await portal.ask('POST', `${V2}/Company`, {
    ...body,
    CountryProperties: { de_widnr: 'DE123456788' },
  });
  expect(created).toMatchObject({ countryProperties: { DE_WIdNr: 'DE123456788' } });
});

test('e-mail addresses may have signs and letters of any language, and are one address', async () => {
  const send = async (invoiceEmailAddress: string) => {
    const body = { parentEntityId: 2, name: 'Mail', invoiceEmailAddress };
    return (await portal.send('POST', `${V2}/Organization`, body)).status;
  };
  for (const right of ["o'neil+b&b/!#$%*=?^_`{|}~-@shop.example", 'josé@padaria.pt', 'info@bäckerei.de'])
    expect([right, await send(right)]).toEqual([right, 200]);
  const wrong = [
    ...['a@b', 'a b@c.example', 'a@b.example, c@d.example', 'a@b.example;c@d.example', '<a@b.example>'],
    ...['a@b..example', 'a@.example', '@b.example', 'a@b@c.example', 'a@b.example\nBcc: c@d.example'],
  ];
  for (const address of wrong) expect([address, await send(address)]).toEqual([address, 400]);
});
