/**
 * `npm run bench:portal -- [--companies 100000] [--batches 200] [--only intake]`
 *
 * A portal on a PostgreSQL of its own with a hundred thousand companies, three
 * hundred thousand locations and a million registers: what users wait for, and
 * how many records registers can hand in.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale } from '../../build/scripts/fresh.ts';
import { root } from '../../build/scripts/root.ts';
import { startPostgres } from '../../service/testing/postgres/server.ts';
import { type Filled, fillPortal } from './portal-fill.ts';
import { measureIntake } from './portal-intake.ts';
import { KEY, startPortal } from './portal-process.ts';

const ROUNDS = 60;

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    batches: { type: 'string', default: '200' },
    only: { type: 'string' },
  },
});

/** A figure, and what it should be. */
interface Figure {
  value: string;
  target: string;
}

const figures: Record<string, Figure> = {};
let missed = 0;

function note(name: string, value: number, unit: string, target?: { most?: number; least?: number }): void {
  const isMissed = value > (target?.most ?? Infinity) || value < (target?.least ?? -Infinity);
  if (isMissed) missed++;
  const wanted = target?.most === undefined ? `at least ${target?.least}` : `under ${target.most}`;
  const text = `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
  figures[name] = { value: text, target: target ? `${wanted}: ${isMissed ? 'MISS' : 'OK'}` : '' };
}

/** Milliseconds of each request. */
async function times(
  url: string,
  key: string,
  count: number,
  request: (i: number) => [string, string, object?],
): Promise<number[]> {
  const all: number[] = [];
  // The first ones open connections and fill caches.
  for (let i = -5; i < count; i++) {
    const [method, path, body] = request(Math.abs(i));
    const start = performance.now();
    const response = await fetch(url + path, {
      method,
      headers: { api_key: key, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    if (i >= 0) all.push(performance.now() - start);
  }
  return all.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

async function keyFor(url: string, entityId: number): Promise<string> {
  const response = await fetch(`${url}/Entity/${entityId}/ApiKeys`, {
    method: 'POST',
    headers: { api_key: KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', role: 'VIEWER' }),
  });
  const { apiKey } = (await response.json()) as { apiKey?: string };
  if (!apiKey) throw new Error(`no key for entity ${entityId}: ${response.status}`);
  return apiKey;
}

/** Searches as people do them. */
const SEARCHES: object[] = [
  {},
  { searchText: 'padaria' },
  { searchText: 'lisboa', orderByField: 'city' },
  { state: 'Test' },
  { searchText: 'pt5000' },
  { orderByField: 'createdTimestamp', orderDescending: true, limit: 20 },
  { searchText: 'nothing like it' },
  { countryCode: 'PT', offset: 50 },
];

async function measureUse(url: string, filled: Filled): Promise<void> {
  const subtree = await keyFor(url, filled.organizationId);
  const own = await keyFor(url, filled.companyId);
  const search = (i: number): [string, string, object] => [
    'PUT',
    '/api/v2/Public/Company/Search',
    SEARCHES[i % SEARCHES.length]!,
  ];
  const inSubtree = await times(url, subtree, ROUNDS * 4, search);
  note('search in a subtree, p50', at(inSubtree, 0.5), 'ms');
  note('search in a subtree, p95', at(inSubtree, 0.95), 'ms', { most: 100 });
  const everywhere = await times(url, KEY, ROUNDS, search);
  note('search in everything, p50', at(everywhere, 0.5), 'ms');
  note('search in everything, p95', at(everywhere, 0.95), 'ms', { most: 100 });
  const tree = await times(url, KEY, 20, () => ['GET', `/Company/${filled.largeCompanyId}/Tree`]);
  note('tree of a company with 1,000 locations, p95', at(tree, 0.95), 'ms', { most: 300 });
  const company = (): [string, string] => ['GET', `/api/v2/Public/Company/${filled.companyId}`];
  for (const [name, key] of [
    ['the company', own],
    ['its organization', subtree],
    ['everything', KEY],
  ] as const) {
    note(`a company, with a key for ${name}, p50`, at(await times(url, key, ROUNDS * 4, company), 0.5), 'ms');
  }
}

async function measureArchive(url: string, filled: Filled): Promise<void> {
  const sent = await measureIntake(url, filled.senders, Number(values.batches));
  note('records handed in', sent.records / sent.seconds, 'a second', { least: 5000 });
  const { companyId, registerId } = filled.senders[0]!;
  const records = await times(url, KEY, ROUNDS, (i) => [
    'GET',
    `/Company/${companyId}/Records?${['', 'from=2026-01-01&till=2026-01-01', `fn=FS+1_1.26/${i + 1}`, `sq=${i + 1}&registerId=${registerId}`][i % 4]}`,
  ]);
  note('search for records, p95', at(records, 0.95), 'ms', { most: 100 });
}

buildStale(['service']);
mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist', 'bench-portal-'));
const postgres = await startPostgres(join(folder, 'pg'), ['shared_buffers=512MB', 'max_wal_size=4GB']);
try {
  // Creates the tables and organization 2.
  await (await startPortal(folder, postgres.url)).stop();
  const began = performance.now();
  const filled = await fillPortal(postgres.url, { companies: Number(values.companies), senders: 16 });
  console.log(
    `${values.companies} companies, ${filled.locations} locations, ${filled.registers} registers in ${Math.round((performance.now() - began) / 1000)} s`,
  );
  const portal = await startPortal(folder, postgres.url);
  try {
    if (values.only !== 'intake') await measureUse(portal.url, filled);
    await measureArchive(portal.url, filled);
  } finally {
    await portal.stop();
  }
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`);
  console.table(figures);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
