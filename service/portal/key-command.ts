/** Makes an API key on the command line (answer 30); works while the portal runs. */
import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import { parseOptions, UsageError } from '../command-line.ts';
import { addKey } from './access/api-keys.ts';
import { type Role, ROLES } from './access/roles.ts';
import { COMMAND_LINE } from './bootstrap.ts';
import { Database } from './database/database.ts';
import { entityId } from './entities/fields.ts';
import { findEntity } from './entities/store.ts';
import { environmentOf } from './options.ts';
import { databasePlace, portalFolder } from './place.ts';

const HELP = `Usage: npm run portal:key -- --entity ID --role ROLE --name TEXT [options]

Prints a new API key for an organization, company or location and all that is in it.

  --entity ID        the first organization is 2
  --role ROLE        ${ROLES.join(', ')}
  --name TEXT        what the key is for
  --expires DATE     last day on which it works (UTC, YYYY-MM-DD); without it, until it is revoked
  --data-root DIR    where the portal keeps its data (TILLMARK_DATA_ROOT)
  --help             this text

DATABASE_URL=postgres://... is the database of a portal that uses PostgreSQL.
`;

const MAX_NAME_LENGTH = 200;
const DAY_MS = 24 * 60 * 60_000;

/** Where the command reads and writes. */
export interface KeyCommandParts {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  defaultRoot: string;
  clock: Clock;
  /** Takes the key and a line end, nothing else. */
  print: (text: string) => void;
}

/**
 * Makes a key.
 * @throws UsageError for wrong options, other errors for a database that is not there or not readable
 */
export async function keyCommand({ args, env, defaultRoot, clock, print }: KeyCommandParts): Promise<void> {
  const values = parseOptions(args, {
    entity: { type: 'string' },
    role: { type: 'string' },
    name: { type: 'string' },
    expires: { type: 'string' },
    'data-root': { type: 'string' },
    help: { type: 'boolean' },
  });
  if (values.help) return print(HELP);
  const now = clock.now();
  const id = readEntity(values.entity);
  const key = {
    role: readRole(values.role),
    name: readName(values.name),
    expiresAt: readExpiry(values.expires, now),
  };
  const root = path.resolve(values['data-root'] ?? (env.TILLMARK_DATA_ROOT || defaultRoot));
  const { databaseUrl } = environmentOf(env);
  const place = databasePlace(portalFolder(root), databaseUrl);
  if (databaseUrl === undefined && !fs.existsSync(place)) {
    throw new Error(
      `there is no portal yet: ${place} is missing; start the portal first, or say --data-root`,
    );
  }
  const db = await Database.open(place);
  try {
    const made = await db.write(async (transaction) => {
      const entity = await findEntity(transaction, id);
      if (!entity) throw new UsageError(`--entity: there is no entity ${id}${id === 2 ? NOT_SET_UP : ''}`);
      return addKey({ db: transaction, caller: COMMAND_LINE, now }, entity, key);
    });
    print(`${made.key}\n`);
  } finally {
    await db.close();
  }
}

const NOT_SET_UP = ' yet: set the portal up on its page, or start it with TILLMARK_PORTAL_BOOTSTRAP_KEY';

function readEntity(text: string | undefined): number {
  const id = Number(text);
  if (text === undefined || !/^\d+$/.test(text) || !entityId().safeParse(id).success) {
    throw new UsageError('--entity must be the id of an organization, company or location, such as 2');
  }
  return id;
}

function readRole(text: string | undefined): Role {
  const role = ROLES.find((name) => name === text?.toUpperCase());
  if (!role) throw new UsageError(`--role must be one of ${ROLES.join(', ')}`);
  return role;
}

function readName(text: string | undefined): string {
  const name = text?.trim() ?? '';
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw new UsageError(`--name must say what the key is for, in ${MAX_NAME_LENGTH} characters at most`);
  }
  return name;
}

/** The end of the day that was given. */
function readExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  const exists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text);
  if (!exists || day + DAY_MS <= now) throw new UsageError('--expires must be a day to come, YYYY-MM-DD');
  return day + DAY_MS;
}
