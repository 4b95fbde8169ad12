/** Several processes of a portal on one database: what they do at the same time comes out as if one had done it. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertUser } from './access/users.ts';
import { chooseMails } from './notification-mails/choices.ts';
import { writeNotificationMails } from './notification-mails/due.ts';
import type { PortalServices } from './services.ts';
import { TestBrowser, setUpPortal } from './testing/browser.ts';
import { testCompany, testLocation } from './testing/company.ts';
import { freshDatabase, type FreshDatabase } from '../testing/postgres/fresh-database.ts';
import { testKey } from './testing/key.ts';
import { type Answer, testPortal, type TestPortal } from './testing/portal.ts';
import { runs } from '../testing/runs.ts';

let database: FreshDatabase | null;
let both: readonly [TestPortal, TestPortal];

beforeAll(async () => {
  database = await freshDatabase();
  const first = await testPortal(database ? { databaseUrl: database.url } : { databaseUrl: undefined });
  const second = await testPortal(
    // Without a server both share a file, as `npm run portal:key` and a portal do.
    database ? { databaseUrl: database.url } : { databaseUrl: undefined, folder: first.folder },
  );
  both = [first, second];
});
afterAll(async () => {
  for (const portal of [...both].reverse()) await portal.stop();
  await database?.drop();
});

const ADDRESS = { address: 'Rua 1', city: 'Coimbra', zip: '3000', countryCode: 'PT' };

/** Sends the same kind of request to both in turn, all at once. */
function atOnce(count: number, send: (portal: TestPortal, i: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => send(both[i % 2]!, i)));
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

it('starts twice on an empty database', async () => {
  for (const portal of both) expect((await portal.send('GET', '/User/Active')).status).toBe(200);
  const { items } = await both[0].ask<{ items: unknown[] }>('PUT', '/api/v2/Public/Organization/Search', {});
  expect(items).toHaveLength(1);
});

it('gives every id once, and loses nothing', async () => {
  const answers = await atOnce(40, (portal, i) =>
    portal.send('POST', '/api/v2/Public/Organization', { parentEntityId: 2, name: `Organization ${i}` }),
  );
  expect(new Set(statuses(answers))).toEqual(new Set([200]));
  const ids = answers.map(({ body }) => (body as { organizationId: number }).organizationId);
  expect(new Set(ids).size).toBe(40);
  const search = { parentEntityId: 2, searchText: 'Organization ' };
  const found = await both[1].ask<{ totalCount: number }>(
    'PUT',
    '/api/v2/Public/Organization/Search',
    search,
  );
  expect(found.totalCount).toBe(40);
});

it('keeps identifications and addresses unique, whoever asks where', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 12 }),
      async (wanted) => {
        const parentEntityId = await testCompany(both[0]);
        const locations = await atOnce(wanted.length, (portal, i) =>
          portal.send('POST', '/api/v2/Public/Location', {
            ...{ parentEntityId, name: `Loja ${i}`, ...ADDRESS, locationIdentification: `L${wanted[i]}` },
          }),
        );
        const contacts = await atOnce(wanted.length, (portal, i) =>
          portal.send('POST', '/api/v2/Public/Company/Contact', {
            ...{ companyId: parentEntityId, contactName: 'Ana', contactType: 'InvoiceContact' },
            emailAddress: `a${wanted[i]}@example.com`,
          }),
        );
        const distinct = new Set(wanted).size;
        for (const answers of [locations, contacts]) {
          expect(statuses(answers)).toEqual([
            ...Array<number>(distinct).fill(200),
            ...Array<number>(wanted.length - distinct).fill(400),
          ]);
        }
      },
    ),
    { numRuns: runs(8) },
  );
});

it('lets nothing be created in what is being deactivated, or deactivates it, too', async () => {
  for (let round = 0; round < 5; round++) {
    const company = await testCompany(both[0]);
    const answers = await atOnce(12, (portal, i) =>
      i === 5
        ? portal.send('PUT', `/api/v2/Public/Company/${company}/Deactivate`)
        : portal.send('POST', '/api/v2/Public/Location', {
            ...{ parentEntityId: company, name: `Loja ${i}`, ...ADDRESS, locationIdentification: `L${i}` },
          }),
    );
    expect(statuses(answers).filter((status) => status !== 200 && status !== 400)).toEqual([]);
    const made = answers
      .filter(({ status }, i) => status === 200 && i !== 5)
      .map(({ body }) => body as Located);
    for (const { locationId } of made) {
      const location = await both[1].ask('GET', `/api/v2/Public/Location/${locationId}`);
      expect(location).toMatchObject({ state: 'Deactivated' });
    }
  }
});
interface Located {
  locationId: number;
}

it('makes everything a test that is created while its organization becomes one', async () => {
  const { organizationId } = await both[0].ask<{ organizationId: number }>(
    'POST',
    '/api/v2/Public/Organization',
    {
      ...{ parentEntityId: 2, name: 'Group' },
    },
  );
  const company = { parentEntityId: organizationId, name: 'Casa', taxId: 'PT599999993', ...ADDRESS };
  const answers = await atOnce(10, (portal, i) =>
    i === 4
      ? portal.send('PUT', `/api/v2/Public/Organization/${organizationId}`, { name: 'Group', state: 'Test' })
      : portal.send('POST', '/api/v2/Public/Company', company),
  );
  expect(new Set(statuses(answers))).toEqual(new Set([200]));
  const search = { parentEntityId: organizationId };
  const { items } = await both[1].ask<{ items: { state: string }[] }>(
    'PUT',
    '/api/v2/Public/Company/Search',
    search,
  );
  expect(items.map(({ state }) => state)).toEqual(Array<string>(9).fill('Test'));
});

it('does what is due once', async () => {
  const company = await testCompany(both[0]);
  await testLocation(both[0], company, 'L1');
  await both[0].ask('PUT', `/api/v2/Public/Company/${company}/Deactivate?deactivateAfterYear=2026`);
  for (const portal of both) portal.clock.set('2027-01-01T00:00:00Z');
  await Promise.all(both.map((portal) => portal.portal.tick()));
  const rows = await both[0].portal.services.db.select(
    "SELECT id FROM audit_log WHERE entity_id = $company AND action = 'scheduled deactivation'",
    { company },
  );
  expect(rows).toHaveLength(1);
  for (const portal of both) portal.clock.set('2026-11-22T10:00:00Z');
});

it('knows sessions and keys of the other one, and their end', async () => {
  const browser = await setUpPortal(both[0]);
  const other = new TestBrowser(both[1]);
  [other.cookie, other.csrf] = [browser.cookie, browser.csrf];
  expect((await other.send('GET', '/session')).status).toBe(200);
  const key = await testKey(both[0], 2, 'VIEWER');
  expect((await both[1].send('GET', '/User/Active', undefined, key)).status).toBe(200);
  expect((await other.send('DELETE', '/session')).status).toBe(200);
  expect((await browser.send('GET', '/session')).status).toBe(401);
});

it('signs tokens with one key, and takes a refresh token once', async () => {
  const company = await testCompany(both[0]);
  const credentials = await both[0].ask<{ apiKey: string; apiSecret: string }>(
    ...(['POST', `/Company/${company}/CloudCredentials`] as const),
  );
  const scope = { TaxId: 'PT599999993', TL: '1', TT: '1', client_id: credentials.apiKey };
  const ask = async (portal: TestPortal, form: Record<string, string>) => {
    const body = new URLSearchParams({ ...scope, ...form });
    const response = await fetch(`${portal.url}/auth/token`, { method: 'POST', body });
    return (await response.json()) as Record<string, string>;
  };
  const asked = { grant_type: 'client_credentials', client_secret: credentials.apiSecret };
  const tokens = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(both[i % 2]!, asked)));
  const kids = tokens.map(({ access_token }) => access_token!.split('.')[0]);
  expect(new Set(kids).size).toBe(1);
  const keys = await Promise.all(
    both.map(async ({ url }) => (await fetch(`${url}/.well-known/jwks.json`)).json()),
  );
  expect(keys[0]).toEqual(keys[1]);
  const refreshed = { grant_type: 'refresh_token', refresh_token: tokens[0]!.refresh_token! };
  expect((await ask(both[1], refreshed)).token_type).toBe('Bearer');
  for (const portal of both) portal.clock.advance(121_000);
  expect((await ask(both[0], refreshed)).error).toBe('invalid_token');
});

it('writes a mail about notifications once, whoever sees first that it is due', async () => {
  const [{ db, clock }, other] = both.map(({ portal }) => portal.services) as [
    PortalServices,
    PortalServices,
  ];
  const people = 30;
  await db.write(async (transaction) => {
    for (let i = 0; i < people; i++) {
      const email = `reader${i}@example.com`;
      const user = { email, name: 'Reader', password_hash: '', language: 'en' as const };
      const { id } = await insertUser(transaction, user, clock.now());
      await chooseMails(transaction, id, { mails: 'daily', timeZone: 'UTC' }, clock.now());
    }
  });
  const now = clock.now() + 24 * 3_600_000;
  const write = ({ db: own }: PortalServices) => writeNotificationMails(own, now);
  await Promise.all([
    write(both[0].portal.services),
    write(other),
    write(other),
    write(both[0].portal.services),
  ]);
  const rows = await db.select<{ recipient: string }>(
    "SELECT recipient FROM mails WHERE kind = 'notifications'",
  );
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(people);
  expect(rows).toHaveLength(people);
});
