import os from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUSTRIA, Till as AustrianTill } from '../../countries/at/testing/till.ts';
import type { CountryContext } from '../../countries/contract/services.ts';
import { germany } from '../../countries/de/testing/example.ts';
import { SALE as GERMAN_SALE, testTses } from '../../countries/de/testing/shop.ts';
import { setRate } from '../../countries/pt/taxes.ts';
import { Till } from '../../countries/pt/testing/till.ts';
import { portugal } from '../../countries/pt/index.ts';
import { Shop } from '../../countries/testing/shop.ts';
import { openSource } from '../../exports/sources.ts';
import { testCompany } from '../testing/company.ts';
import { downloadExport } from '../testing/download.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { handInJournal } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

describe('Austria', () => {
  it('has the DEP of each register, the same as the register itself exports', async () => {
    const till = await AustrianTill.open();
    await till.sell('12.00');
    await till.sell('-2.00');
    const companyId = await testCompany(portal, { taxId: AUSTRIA.Cmp.TaxId, countryCode: 'AT' });
    await handInJournal(await testRegister(portal, companyId, { country: 'AT' }), till.room.journal);
    const { files } = await downloadExport(portal, companyId, 'type=dep&from=2026-05-01&till=2026-05-31');
    const [own] = await till.exportDep();
    const chunks: Buffer[] = [];
    for await (const chunk of own!.content) chunks.push(chunk);
    expect(files).toStrictEqual({ 'dep-export.json': Buffer.concat(chunks) });
  });
});

describe('Germany', () => {
  it('has the DSFinV-K and the journal of a register, the same as the register itself exports', async () => {
    const shop = await Shop.open({
      ...germany,
      equipment: async (clock) => ({ services: { tses: (await testTses(clock)).tses } }),
    });
    for (const esr of [GERMAN_SALE, { ...GERMAN_SALE, Test: '1' }, { Opr: '7', NFS: 'Z' }, GERMAN_SALE]) {
      shop.clock.advance(60_000);
      expect((await shop.send(esr)).Result.RC).toBe('OK');
    }
    const { taxId, countryCode } = { taxId: germany.cfg.Cmp.TaxId, countryCode: 'DE' };
    const companyId = await testCompany(portal, { taxId, countryCode });
    const { room, register } = shop;
    await handInJournal(await testRegister(portal, companyId, { country: 'DE' }), room.journal);
    for (const [type, kind] of Object.entries(register.country!.exports!)) {
      // They tell of the TSEs that a register is connected to now.
      if (type === 'tse' || type.startsWith('meldung')) continue;
      const days = { from: '2026-05-01', till: '2026-05-31' };
      const { files } = await downloadExport(
        portal,
        companyId,
        `type=${type}&from=${days.from}&till=${days.till}`,
      );
      const source = await openSource(room.journal, register, days, { kind, today: '2026-06-01' });
      const scope = { ...days, open: false, comment: undefined, sources: [source], whole: true };
      const own: Record<string, Buffer> = {};
      const written = { folder: os.tmpdir(), progress: () => undefined };
      for await (const { name, content } of kind.files({ ...scope, ...written }, {
        now: '',
      } as CountryContext)) {
        const pieces: Buffer[] = [];
        for await (const piece of content) pieces.push(piece);
        own[name] = Buffer.concat(pieces);
      }
      expect(Object.keys(own).length).toBeGreaterThan(5);
      expect(files).toStrictEqual(own);
    }
  });
});

describe('a DEP after the clock has jumped', () => {
  it('has no holes, as the register itself exports it', async () => {
    const till = await AustrianTill.open('2026-05-31T12:00:00');
    await till.sell('12.00');
    till.clock.set('2099-12-31T12:00:00');
    await till.sell('5.00');
    till.clock.set('2026-06-01T12:00:00');
    await till.act('clock');
    await till.sell('7.00');
    await till.sell('8.00', { D: '2026-05-31T11:00:00' });
    const companyId = await testCompany(portal, { taxId: AUSTRIA.Cmp.TaxId, countryCode: 'AT' });
    await handInJournal(await testRegister(portal, companyId, { country: 'AT' }), till.room.journal);
    till.clock.set('2026-07-15T12:00:00');
    for (const [from, until] of [
      ['2026-05-01', '2026-05-30'],
      ['2026-05-01', '2026-05-31'],
      ['2026-06-01', '2026-06-30'],
    ] as const) {
      const { files } = await downloadExport(portal, companyId, `type=dep&from=${from}&till=${until}`);
      const [own] = await till.exportDep(from, until);
      const chunks: Buffer[] = [];
      for await (const chunk of own!.content) chunks.push(chunk);
      expect(files).toStrictEqual({ 'dep-export.json': Buffer.concat(chunks) });
    }
  });
});

describe('Portugal', () => {
  it('has a SAF-T file for each fiscal year with documents', async () => {
    const till = await Till.open({ now: '2023-11-01T12:00:00' });
    for (const day of ['2023-12-31', '2024-01-01', '2026-01-02']) {
      till.clock.set(`${day}T12:00:00`);
      await till.sell();
    }
    const register = await testRegister(portal, await testCompany(portal, { state: 'Test' }));
    await handInJournal(register, till.room.journal);
    const query = 'type=saft&from=2023-01-01&till=2026-01-31';
    const { files } = await downloadExport(portal, register.companyId, query);
    expect(Object.keys(files).map((name) => name.slice(18, 39))).toStrictEqual([
      '2023-01-01_2023-12-31',
      '2024-01-01_2024-12-31',
      '2026-01-01_2026-01-31',
    ]);
  });

  it('goes by the rates that the shop has set, once its register has told them', async () => {
    const till = await Till.open();
    await setRate(till.vault, { group: 'A', from: '2026-01-01', rate: '20' }, '2026-01-01');
    await till.sell('1.20');
    const register = await testRegister(portal, await testCompany(portal, { state: 'Test' }));
    await handInJournal(register, till.room.journal);
    const classes = async () => {
      const { files } = await downloadExport(
        portal,
        register.companyId,
        'type=saft&from=2026-05-01&till=2026-05-31',
      );
      const [entry] =
        /<TaxTableEntry>.*<\/TaxTableEntry>/.exec(Object.values(files)[0]!.toString('latin1')) ?? [];
      return /<TaxCode>(.*?)<.*<TaxPercentage>(.*?)</.exec(entry ?? '')?.slice(1);
    };
    expect(await classes()).toStrictEqual(['OUT', '20.00']);
    const values = Object.fromEntries(portugal.exportValues!.map((name) => [name, till.vault.get(name)]));
    const { product, version, producer, certificate } = till.program;
    const told = { program: { product, version, producer, certificate }, values };
    expect(await register.send('PUT', '/installation', told)).toMatchObject({ status: 200 });
    expect(await classes()).toStrictEqual(['NOR', '20.00']);
  });

  it('takes no installation that is none', async () => {
    const register = await testRegister(portal, await testCompany(portal));
    expect(await register.send('PUT', '/installation', { program: { product: 'x' } })).toMatchObject({
      status: 400,
    });
    expect(await register.send('PUT', '/installation', [])).toMatchObject({ status: 400 });
  });
});
