/** Fills the database of a portal with companies, by statements of the database's own: a million rows in minutes. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import pg from 'pg';

/** How much to make up. */
export interface Fill {
  companies: number;
  /** Registers that are given keys, so that they can hand in records. */
  senders: number;
}

/** A register that can hand in records. */
export interface Sender {
  companyId: number;
  registerId: number;
  secret: string;
  privateKey: KeyObject;
}

/** What was made up. */
export interface Filled {
  locations: number;
  registers: number;
  /** An organization with a hundred companies. */
  organizationId: number;
  /** The company with a thousand locations. */
  largeCompanyId: number;
  /** One like most. */
  companyId: number;
  senders: Sender[];
}

const COMPANIES_OF_ORGANIZATION = 100;
const LOCATIONS = 3;
const REGISTERS = 10;
const LARGE_LOCATIONS = 1000;
const LARGE_REGISTERS = 3000;

/** Where the ids of each kind begin. */
const ORGANIZATION = 1000;
const COMPANY = 1_000_000;
const LOCATION = 2_000_000;
const LARGE = 9_000_000;

const NAMES = `(ARRAY['Padaria','Café','Restaurante','Talho','Farmácia','Livraria','Hotel','Mercearia','Papelaria','Bar'])`;
const CITIES = `(ARRAY['Lisboa','Porto','Braga','Coimbra','Faro','Évora','Aveiro','Viseu','Setúbal','Leiria'])`;

const COLUMNS =
  'id, kind, parent_id, path, state, name, address, city, zip, country_code, tax_id, ignore_tax_id, identification, sort_name, search_text, created_at, changed_at';

/** Rows of a kind of entity. */
function entities(
  kind: number,
  { from, name, parent, path, taxId, identification }: Record<string, string> & { from: string },
): string {
  return `INSERT INTO entities (${COLUMNS})
    SELECT id, ${kind}, ${parent}, ${path}, CASE WHEN i % 20 = 0 THEN 9 ELSE 10 END, name, address, city, '1000-' || i % 1000, 'PT',
           tax_id, ${kind === 2 ? '0' : 'NULL'}, identification, lower(name), lower(concat_ws(E'\\n', id, name, tax_id, identification, address, city)), 1767225600000 + i, 1767225600000 + i
      FROM (SELECT i, id, ${name} AS name, 'Rua ' || i % 977 || ' ' || i % 89 AS address, ${CITIES}[1 + i % 10] AS city,
                   ${taxId} AS tax_id, ${identification} AS identification FROM ${from}) AS made`;
}

/** Fills a portal that was started once, so that organization 2 is there. */
export async function fillPortal(url: string, { companies, senders }: Fill): Promise<Filled> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const run = (sql: string) => client.query(sql);
    const organizationOf = (i: string) => `(${ORGANIZATION} + (${i} - 1) / ${COMPANIES_OF_ORGANIZATION})`;
    const organizations = Math.ceil(companies / COMPANIES_OF_ORGANIZATION);
    await run('SET synchronous_commit = off');
    await run(
      entities(1, {
        from: `(SELECT i, ${ORGANIZATION} + i - 1 AS id FROM generate_series(1, ${organizations}) i) s`,
        name: `'Grupo ' || i`,
        parent: '2',
        path: `'/1/2/' || id || '/'`,
        taxId: 'NULL',
        identification: 'NULL',
      }),
    );
    const companyPath = (i: string, id: string) => `'/1/2/' || ${organizationOf(i)} || '/' || ${id} || '/'`;
    await run(
      entities(2, {
        from: `(SELECT i, ${COMPANY} + i AS id FROM generate_series(1, ${companies}) i) s`,
        name: `${NAMES}[1 + i % 10] || ' ' || (i * 7919) % 1000003`,
        parent: organizationOf('i'),
        path: companyPath('i', 'id'),
        taxId: `'PT' || (500000000 + i)`,
        identification: 'NULL',
      }),
    );
    const locations = companies * LOCATIONS;
    const companyOf = `(1 + (i - 1) / ${LOCATIONS})`;
    await run(
      entities(3, {
        from: `(SELECT i, ${LOCATION} + i AS id FROM generate_series(1, ${locations}) i) s`,
        name: `'Loja ' || i`,
        parent: `${COMPANY} + ${companyOf}`,
        path: `${companyPath(companyOf, `(${COMPANY} + ${companyOf})`)} || id || '/'`,
        taxId: 'NULL',
        identification: `((i - 1) % ${LOCATIONS} + 1)::text`,
      }),
    );
    const largeCompanyId = COMPANY + 1;
    await run(
      entities(3, {
        from: `(SELECT i, ${LARGE} + i AS id FROM generate_series(1, ${LARGE_LOCATIONS}) i) s`,
        name: `'Filial ' || i`,
        parent: String(largeCompanyId),
        path: `'/1/2/${ORGANIZATION}/${largeCompanyId}/' || id || '/'`,
        taxId: 'NULL',
        identification: `'F' || i`,
      }),
    );
    const registers = companies * REGISTERS;
    // Registers that were not heard of for long would keep the portal busy with telling people.
    const now = Date.now();
    const registerRows = (company: string, location: string, first: number, count: number) => `
      INSERT INTO registers (company_id, id, location_id, rn, tl, tt, state, instance, public_key, secret_hash, version, country, activated_at, contact_at, next_sq)
      SELECT ${company}, ${first} + i, ${location}, 'def', (i % 3)::text, (i % 7)::text, 10, 'i' || ${first} + i, '', '', '3.0.0', 'PT', 1767225600000, ${now} + i % 60000, 1
        FROM generate_series(1, ${count}) i`;
    await run(
      registerRows(
        `${COMPANY} + 1 + (i - 1) / ${REGISTERS}`,
        `${LOCATION} + 1 + (i - 1) / ${REGISTERS} * ${LOCATIONS} + i % ${LOCATIONS}`,
        100,
        registers,
      ),
    );
    await run(
      registerRows(
        String(largeCompanyId),
        `${LARGE} + 1 + i % ${LARGE_LOCATIONS}`,
        100 + registers,
        LARGE_REGISTERS,
      ),
    );
    await run(`SELECT setval('entity_ids', ${2 * LARGE}), setval('register_ids', ${registers + 10_000})`);
    for (const table of ['entities', 'registers']) await run(`VACUUM ANALYZE ${table}`);
    const companyId = COMPANY + Math.ceil(companies / 2);
    return {
      ...{ locations: locations + LARGE_LOCATIONS, registers: registers + LARGE_REGISTERS },
      organizationId: ORGANIZATION + Math.floor((companies - 1) / 2 / COMPANIES_OF_ORGANIZATION),
      ...{ largeCompanyId, companyId },
      senders: await makeSenders(client, senders, companies),
    };
  } finally {
    await client.end();
  }
}

/** Gives registers of different companies keys and secrets. */
async function makeSenders(client: pg.Client, count: number, companies: number): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (let i = 0; i < count; i++) {
    const number = 1 + Math.floor((i * companies) / count);
    const companyId = COMPANY + number;
    const registerId = 100 + (number - 1) * REGISTERS + 1;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const secret = `tmr_${companyId}_${registerId}_${randomBytes(32).toString('base64url')}`;
    await client.query(
      'UPDATE registers SET public_key = $1, secret_hash = $2 WHERE company_id = $3 AND id = $4',
      [
        publicKey.export({ type: 'spki', format: 'pem' }),
        createHash('sha256').update(secret).digest('hex'),
        companyId,
        registerId,
      ],
    );
    senders.push({ companyId, registerId, secret, privateKey });
  }
  return senders;
}
