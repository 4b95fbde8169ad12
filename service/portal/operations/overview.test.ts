import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCompany } from '../testing/company.ts';
import { testKey } from '../testing/key.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { handIn, saleLine } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.stop());

interface Overview {
  errors: { companyId: number; registerId: number; code: string; title: string }[];
  errorCount: number;
  companies: { items: { companyId: number; name: string; newest: object | null }[]; totalCount: number };
}

const overview = (key?: string, query = '') =>
  portal.ask<Overview>('GET', `/Overview${query}`, undefined, key);
const report = (code: string, level: string) => ({
  ...{ version: '3.0.0', queued: 0, diskUsage: 1, at: '2026-11-22T10:00:00+00:00' },
  problems: [{ code, level, params: {} }],
});

async function organization(name: string): Promise<number> {
  const body = { parentEntityId: 2, name };
  const made = await portal.ask<{ organizationId: number }>('POST', '/api/v2/Public/Organization', body);
  return made.organizationId;
}

it('shows the errors and companies of what somebody may see, and nothing of others', async () => {
  const [mine, other] = [await organization('Mine'), await organization('Other')];
  const company = await testCompany(portal, { parentEntityId: mine, name: 'Ana Lda' });
  await testCompany(portal, { parentEntityId: mine, name: 'Zoé Lda' });
  const foreign = await testCompany(portal, { parentEntityId: other, name: 'Bica Lda' });
  const tests = await testCompany(portal, { parentEntityId: mine, name: 'Test Lda', state: 'Test' });
  const key = await testKey(portal, mine, 'VIEWER');
  const broken = await testRegister(portal, company);
  await broken.send('POST', '/state', report('NO_CFG', 'error'));
  for (const id of [foreign, tests])
    await (await testRegister(portal, id)).send('POST', '/state', report('NO_CFG', 'error'));
  await (await testRegister(portal, company)).send('POST', '/state', report('DISK_LOW', 'warning'));
  await handIn(broken, 1, [
    saleLine(1, { at: '2026-11-22T08:00:00' }),
    saleLine(2, { at: '2026-11-22T07:00:00' }),
  ]);

  const found = await overview(key);
  expect(found).toMatchObject({
    errors: [{ companyId: company, companyName: 'Ana Lda', registerId: broken.registerId, code: 'NO_CFG' }],
    errorCount: 1,
    companies: {
      items: [
        {
          name: 'Ana Lda',
          today: { sums: [{ currency: null, receipts: 2, total: '2.00' }] },
          newest: { registerId: broken.registerId, sq: 1, fiscalNumber: 'FS 1_1.26/1' },
        },
        { name: 'Test Lda' },
        { name: 'Zoé Lda', newest: null },
      ],
      totalCount: 3,
    },
  });
  expect((await overview(key, '?languageCode=de')).errors[0]!.title).not.toBe(found.errors[0]!.title);
  expect((await overview(key, '?searchText=zoe')).companies.items).toMatchObject([{ name: 'Zoé Lda' }]);
  expect((await overview(key, '?offset=2&limit=1')).companies).toMatchObject({
    items: [{ name: 'Zoé Lda' }],
    totalCount: 3,
  });
  expect((await overview()).errorCount).toBe(2);
  expect((await overview(undefined, `?organizationId=${other}`)).errors).toMatchObject([
    { companyId: foreign },
  ]);
  const foreigner = await overview(key, `?organizationId=${other}`);
  expect(foreigner).toMatchObject({ errors: [], companies: { items: [], totalCount: 0 } });

  await broken.send('POST', '/state', { ...report('NO_CFG', 'error'), problems: [] });
  expect(await overview(key)).toMatchObject({ errors: [], errorCount: 0 });
});
