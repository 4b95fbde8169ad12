/**
 * The portal's tables. What grows with sales has `company_id` first in its key,
 * so that it can be spread over machines by company; the tree of entities,
 * users and keys is small and may be on each of them (docs/scaling.md).
 *
 * Points in time are milliseconds since 1970, flags 0 or 1, lists and objects
 * JSON texts: the same in both databases.
 */
import type { Dialect } from '../database.ts';
import { archiveTables } from './archive-tables.ts';
import { textIndex } from './text-index.ts';

/** The root of all entities, which no request can name (answer 30). */
export const ROOT_ID = 1;

/** The statements of this change. */
export function portal(dialect: Dialect): string[] {
  // Paths are compared byte by byte, whatever language the database server speaks.
  const path = dialect === 'postgres' ? 'TEXT COLLATE "C"' : 'TEXT';
  return [
    ...sequences(dialect),
    ...entityTables(path),
    ...textIndex(dialect),
    ...accessTables(path),
    ...REGISTER_TABLES,
    ...archiveTables(dialect),
  ];
}

function sequences(dialect: Dialect): string[] {
  if (dialect === 'postgres') {
    return [
      'CREATE SEQUENCE entity_ids AS INTEGER START 2',
      'CREATE SEQUENCE register_ids AS INTEGER START 2',
      'CREATE SEQUENCE row_ids AS BIGINT START 1',
    ];
  }
  return [
    'CREATE TABLE sequences (name TEXT PRIMARY KEY, last INTEGER NOT NULL)',
    "INSERT INTO sequences (name, last) VALUES ('entity_ids', 1), ('register_ids', 1), ('row_ids', 0)",
  ];
}

const entityTables = (path: string) => [
  // kind: 1 organization, 2 company, 3 location; state: 10 productive, 9 test, 8 deactivated (doc 1).
  // path: the ids from the root down to the entity itself, "/1/2/17/".
  `CREATE TABLE entities (
    id INTEGER PRIMARY KEY,
    kind SMALLINT NOT NULL,
    parent_id INTEGER,
    path ${path} NOT NULL UNIQUE,
    state SMALLINT NOT NULL,
    name TEXT NOT NULL,
    address TEXT,
    city TEXT,
    zip TEXT,
    country_code TEXT,
    invoice_email TEXT,
    user_comment TEXT,
    tax_id TEXT,
    ignore_tax_id SMALLINT,
    country_properties TEXT,
    identification TEXT,
    sort_name ${path} NOT NULL,
    search_text TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    deactivate_after BIGINT,
    force_deactivation SMALLINT,
    UNIQUE (parent_id, identification)
  )`,
  'CREATE INDEX entities_parent ON entities (parent_id, kind, sort_name)',
  // Searches: what of a kind is beneath an entity, and the first ones by name.
  'CREATE INDEX entities_kind ON entities (kind, path)',
  'CREATE INDEX entities_name ON entities (kind, sort_name, id)',
  'CREATE INDEX entities_due ON entities (deactivate_after) WHERE deactivate_after IS NOT NULL',
  `INSERT INTO entities (id, kind, path, state, name, sort_name, search_text, created_at, changed_at)
    VALUES (${ROOT_ID}, 1, '/${ROOT_ID}/', 10, 'Tillmark', '', '', 0, 0)`,
  `CREATE TABLE contacts (
    company_id INTEGER NOT NULL,
    id BIGINT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    type TEXT NOT NULL,
    phone TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, email_key)
  )`,
];

const accessTables = (path: string) => [
  `CREATE TABLE users (
    id BIGINT PRIMARY KEY,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    signed_in_at BIGINT
  )`,
  `CREATE TABLE grants (
    user_id BIGINT NOT NULL,
    entity_id INTEGER NOT NULL,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, entity_id)
  )`,
  'CREATE INDEX grants_entity ON grants (entity_id)',
  `CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
  )`,
  'CREATE INDEX sessions_user ON sessions (user_id)',
  // Links to a new password that were asked for; user 0 is nobody.
  `CREATE TABLE password_resets (
    hash TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  'CREATE INDEX password_resets_user ON password_resets (user_id)',
  `CREATE TABLE invitations (
    id BIGINT PRIMARY KEY,
    entity_id INTEGER NOT NULL,
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    invited_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    accepted_at BIGINT,
    withdrawn_at BIGINT
  )`,
  'CREATE INDEX invitations_entity ON invitations (entity_id)',
  `CREATE TABLE api_keys (
    id BIGINT PRIMARY KEY,
    entity_id INTEGER NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    used_at BIGINT
  )`,
  'CREATE INDEX api_keys_entity ON api_keys (entity_id)',
  // Mails that are not sent yet. Whoever sends one puts off its due time first.
  `CREATE TABLE mails (
    id BIGINT PRIMARY KEY,
    recipient TEXT NOT NULL,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    parameters TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    useless_at BIGINT NOT NULL,
    tries INTEGER NOT NULL
  )`,
  'CREATE INDEX mails_due ON mails (due_at)',
  // Who changed what; never changed itself. The path is the one at that time.
  `CREATE TABLE audit_log (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    entity_id INTEGER NOT NULL,
    path ${path} NOT NULL,
    detail TEXT NOT NULL
  )`,
  'CREATE INDEX audit_log_path ON audit_log (path, id)',
  // One row for each thing that all processes of a portal must agree on, such as the key that signs tokens.
  'CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
];

const REGISTER_TABLES = [
  `CREATE TABLE registers (
    company_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    location_id INTEGER,
    rn TEXT NOT NULL,
    tl TEXT,
    tt TEXT,
    name TEXT,
    state SMALLINT NOT NULL,
    instance TEXT NOT NULL,
    public_key TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    version TEXT,
    country TEXT,
    status TEXT,
    activated_at BIGINT NOT NULL,
    contact_at BIGINT,
    silent SMALLINT NOT NULL DEFAULT 0,
    next_sq BIGINT NOT NULL,
    head TEXT,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, instance, rn)
  )`,
  'CREATE INDEX registers_id ON registers (id)',
  'CREATE INDEX registers_instance ON registers (instance, rn)',
  'CREATE INDEX registers_location ON registers (company_id, location_id)',
  'CREATE INDEX registers_contact ON registers (contact_at) WHERE silent = 0',
  // The badge that connects registers, and the credentials of a cloud register (kind 'badge' or 'cloud').
  `CREATE TABLE company_secrets (
    company_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    public_part TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, kind)
  )`,
  `CREATE TABLE refresh_tokens (
    company_id INTEGER NOT NULL,
    hash TEXT NOT NULL,
    public_part TEXT NOT NULL,
    scope TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    replaced_at BIGINT,
    PRIMARY KEY (company_id, hash)
  )`,
  'CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at)',
  // What registers have reported and has not ended yet, and what has. code: "UNIT_FAILED", and where a
  // register has several of a kind at once "UNIT_FAILED 2" and so on.
  `CREATE TABLE notifications (
    company_id INTEGER NOT NULL,
    id BIGINT NOT NULL,
    register_id INTEGER NOT NULL,
    code TEXT NOT NULL,
    level TEXT NOT NULL,
    parameters TEXT NOT NULL,
    began_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (company_id, id)
  )`,
  'CREATE UNIQUE INDEX notifications_active ON notifications (company_id, register_id, code) WHERE ended_at IS NULL',
  'CREATE INDEX notifications_ended ON notifications (ended_at) WHERE ended_at IS NOT NULL',
  // Base data (Cfg, doc 3) by what it is for: "company", "location 17", "register 4".
  `CREATE TABLE base_data (
    company_id INTEGER NOT NULL,
    scope TEXT NOT NULL,
    data TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, scope)
  )`,
  `CREATE TABLE purchases (
    company_id INTEGER NOT NULL,
    id BIGINT NOT NULL,
    invoice_company_id INTEGER NOT NULL,
    recipient_email TEXT,
    recipient_name TEXT,
    customer_reference TEXT,
    items TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
  // What was bought, piece by piece: a licence or a fiscal unit, for a register or still free.
  `CREATE TABLE licenses (
    company_id INTEGER NOT NULL,
    id BIGINT NOT NULL,
    purchase_id BIGINT NOT NULL,
    product_id INTEGER NOT NULL,
    license_key TEXT NOT NULL,
    register_id INTEGER,
    created_at BIGINT NOT NULL,
    ends_at BIGINT,
    ended_at BIGINT,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, license_key)
  )`,
  'CREATE UNIQUE INDEX licenses_register ON licenses (company_id, register_id, product_id) WHERE register_id IS NOT NULL AND ended_at IS NULL',
  'CREATE INDEX licenses_due ON licenses (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL',
];
