import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCfg } from '../../receipt/cfg.ts';
import { testCompany, testLocation } from '../testing/company.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { testRegister, type TestRegister } from '../testing/register.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

const baseData = (company: number) => `/Company/${company}/BaseData`;
const cfgOf = async (register: TestRegister) => {
  const answer = await register.send('GET', '/cfg');
  expect(answer.status).toBe(200);
  return answer.body.Cfg;
};
const report = (register: TestRegister) =>
  register.send('POST', '/state', {
    ...{ version: '3', queued: 0, diskUsage: 0, problems: [], at: '2026-11-22T10:00:00Z' },
  });

describe('base data', () => {
  it('reach a register with what company and location say of themselves', async () => {
    const company = await testCompany(portal);
    const location = await testLocation(portal, company, 'L1');
    const register = await testRegister(portal, company, { tl: 'L1', tt: '7' });
    await portal.ask('PUT', baseData(company), {
      company: { label: 'Padaria', VATonPayment: 1, Doc: { ContactName: 'Ana', PaymentPeriod: 30 } },
      locations: [{ locationId: location, label: 'Ouro', TaxGR: 'M' }],
      registers: [{ registerId: register.registerId, HW: 'Till', Serial: '0815' }],
    });
    const cfg = await cfgOf(register);
    expect(cfg).toEqual({
      Cmp: {
        ...{ Nam: 'Padaria Exemplo', Adr: 'Rua Augusta 1', Zip: '1100-048', City: 'Lisboa' },
        ...{ Ctry: 'PT', TaxId: 'PT599999993', label: 'Padaria', VATonPayment: '1' },
      },
      Loc: {
        ...{ TL: 'L1', Nam: 'Loja L1', Adr: 'Rua do Ouro 2', Zip: '1100-061', City: 'Lisboa' },
        ...{ Ctry: 'PT', label: 'Ouro', TaxGR: 'M' },
      },
      Trm: { TT: '7', HW: 'Till', Serial: '0815' },
      Doc: { ContactName: 'Ana', PaymentPeriod: '30' },
    });
    expect(readCfg({ Cfg: cfg })).toEqual({ cfg });
  });

  it('of the company are those of all its registers, and each is told when they change', async () => {
    const company = await testCompany(portal);
    const registers = [await testRegister(portal, company), await testRegister(portal, company)];
    const before = await Promise.all(registers.map(async (register) => (await report(register)).body.cfgTag));
    const known = await portal.ask('GET', `/api/v2/Public/Company/${company}`);
    await portal.ask('PUT', `/api/v2/Public/Company/${company}`, { ...known, name: 'Padaria Nova' });
    for (const [i, register] of registers.entries()) {
      const { cfgTag } = (await report(register)).body;
      expect(cfgTag).not.toBe(before[i]);
      expect((await cfgOf(register)).Cmp.Nam).toBe('Padaria Nova');
      const answer = await register.send('GET', '/cfg', undefined, { 'if-none-match': `"${cfgTag}"` });
      expect([answer.status, answer.body]).toEqual([304, '']);
      const old = await register.send('GET', '/cfg', undefined, { 'if-none-match': `"${before[i]}"` });
      expect([old.status, old.headers.get('etag')]).toEqual([200, `"${cfgTag}"`]);
    }
  });

  it('leave out what they do not know, so that the register keeps it', async () => {
    const register = await testRegister(portal, await testCompany(portal));
    expect(Object.keys(await cfgOf(register))).toEqual(['Cmp']);
  });

  it('are kept part by part, and shown as they were kept', async () => {
    const company = await testCompany(portal);
    const [a, b] = [await testLocation(portal, company, 'a'), await testLocation(portal, company, 'b')];
    await portal.ask('PUT', baseData(company), {
      company: { label: 'One', TIN: '1' },
      locations: [
        { locationId: a, State: 'X' },
        { locationId: b, label: 'B' },
      ],
    });
    await portal.ask('PUT', baseData(company), {
      company: { label: 'Two' },
      locations: [{ locationId: a, label: 'A' }],
    });
    expect(await portal.ask('GET', baseData(company))).toEqual({
      companyId: company,
      company: { label: 'Two' },
      locations: [
        { locationId: a, label: 'A' },
        { locationId: b, label: 'B' },
      ],
      registers: [],
    });
  });

  it('that a register would refuse are not kept; each field is named', async () => {
    const company = await testCompany(portal);
    const foreign = await testLocation(portal, await testCompany(portal), 'x');
    const own = await testLocation(portal, company, 'a');
    const wrong: [object, string][] = [
      [{ company: { label: 'eleven char' } }, 'company.label'],
      [{ company: { TIN: 'a\u0001' } }, 'company.TIN'],
      [{ company: { Org: '123' } }, 'company.Org'],
      [{ company: { Doc: { PaymentTerms: '\uFFFE' } } }, 'company.Doc.PaymentTerms'],
      [{ company: { DE_Agentur: [{ Id: '1', Nam: '\u0002' }] } }, 'company.DE_Agentur.0.Nam'],
      [{ locations: [{ locationId: own, State: '\u0003' }] }, 'locations.0.State'],
      [{ locations: [{ locationId: foreign, label: 'x' }] }, 'locations.0.locationId'],
      [{ registers: [{ registerId: 2_000_000, SW: 'x' }] }, 'registers.0.registerId'],
    ];
    for (const [body, field] of wrong) {
      const answer = await portal.send('PUT', baseData(company), body);
      expect([field, answer.status]).toEqual([field, 400]);
      expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    }
    expect(await portal.ask('GET', baseData(company))).toMatchObject({
      company: {},
      locations: [],
      registers: [],
    });
  });

  it('that cannot be are a matter for people: the register is told nothing', async () => {
    const company = await testCompany(portal, { countryCode: 'AT', taxId: 'ATU12345675' });
    await testLocation(portal, company, 'L'.repeat(300));
    const register = await testRegister(portal, company, { tl: 'L'.repeat(300), tt: '1', country: 'AT' });
    expect((await report(register)).body.cfgTag).toBeNull();
    expect((await register.send('GET', '/cfg')).status).toBe(409);
    const { notifications } = await portal.ask<{
      notifications: { EventCode: string; DescriptionLong: string }[];
    }>('GET', `/Company/${company}/Notifications?languageCode=de`);
    expect(notifications.map(({ EventCode }) => EventCode)).toEqual(['BASE_DATA_INVALID']);
    expect(notifications[0]!.DescriptionLong).toContain('Cfg.Loc.TL');
  });

  it('are given without characters that no receipt may have', async () => {
    const company = await testCompany(portal, { name: 'Padaria \u0001 Nova' });
    expect((await cfgOf(await testRegister(portal, company))).Cmp.Nam).toBe('Padaria   Nova');
  });
});
