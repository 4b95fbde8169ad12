/** Connections to a server that takes them over TLS alone (`?sslmode=verify-full`). */
import fs from 'node:fs/promises';
import path from 'node:path';
import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { certifiedKey, selfSignedKey, type CertifiedKey } from '../../certificates/write.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { startSecurePostgres, type TestPostgres } from '../../testing/postgres/server.ts';
import { everything } from '../../testing/registers.ts';
import { Journal } from '../journal.ts';
import { entry } from '../segments/testing/copied-journal.ts';
import { takeTest } from '../testing/stores.ts';
import { migrate } from './migrate.ts';
import { Session } from './session.ts';
import { copySnapshot } from './snapshot.ts';
import { openPostgresStore } from './store.ts';

const AUTHORITY = 'Authority of the shop';
let server: TestPostgres;
let authority: CertifiedKey;

beforeAll(async () => {
  const now = Date.now();
  authority = selfSignedKey({ subject: AUTHORITY, purpose: 'issuer' }, now);
  const { key, certificate } = certifiedKey({
    ...{ subject: 'database', purpose: 'server', hosts: ['localhost'] },
    issuer: { subject: AUTHORITY, privateKey: createPrivateKey(authority.key) },
    ...{ from: now - 3_600_000, till: now + 3_600_000 },
  });
  server = await startSecurePostgres({ 'server.key': key, 'server.crt': certificate });
});
afterAll(() => server.stop());

/** The server's URL for who trusts an authority. */
async function urlFor({ certificate }: CertifiedKey, host = 'localhost'): Promise<string> {
  const file = path.join(await temporaryFolder(), 'ca.pem');
  await fs.writeFile(file, certificate);
  const url = new URL(server.url);
  url.hostname = host;
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', file);
  return url.href;
}

it('keeps a journal over encrypted connections, also behind a restart of the server', async () => {
  const url = await urlFor(authority);
  await migrate(url);
  const ownership = await takeTest(url, 60_000);
  const journal = new Journal(await openPostgresStore({ url, ownership, patienceMs: 30_000 }), 'rn');
  onTestFinished(() => journal.close());
  await journal.append(entry(1), 0);
  await server.restart();
  await journal.append(entry(2), 0);
  expect((await journal.find(everything('def'))).records.map(({ SQ }) => SQ)).toEqual([1, 2]);
  const session = new Session(url);
  onTestFinished(() => session.close());
  const open = await session.query<{ ssl: boolean }>(
    "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'tillmark-journal'",
  );
  // The writer, the owner's and this one, at least.
  expect(open.length).toBeGreaterThanOrEqual(3);
  expect(open.every(({ ssl }) => ssl)).toBe(true);
  // As an audit reads it.
  expect(await copySnapshot(url, path.join(await temporaryFolder(), 'journal.db'))).toEqual([]);
});

it.each<[what: string, url: () => Promise<string>, words: RegExp]>([
  [
    'of another authority',
    () => urlFor(selfSignedKey({ subject: AUTHORITY, purpose: 'issuer' }, Date.now())),
    /certificate/,
  ],
  ['that is for another name', () => urlFor(authority, '127.0.0.1'), /altnames/],
])('sends nothing to a server with a certificate %s', async (_what, urlOf, words) => {
  const session = new Session(await urlOf());
  onTestFinished(() => session.close());
  await expect(session.query('SELECT 1')).rejects.toThrow(words);
});

it('says why a server does not take a connection without encryption', async () => {
  const session = new Session(server.url);
  onTestFinished(() => session.close());
  await expect(session.query('SELECT 1')).rejects.toThrow(/no encryption/);
});
