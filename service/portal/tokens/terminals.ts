/**
 * Tills of a company on cloud registers, as the portal knows them: whoever has key and secret names a terminal
 * (doc 2), and each of them is written down. A list that is closed takes no others.
 */
import { auditCall } from '../audit.ts';
import type { Queries, Transaction } from '../database/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import type { Context } from '../entities/organizations.ts';
import { findEntity } from '../entities/store.ts';
import { badField, notFound } from '../problem.ts';
import { cloudRegistersOf, MOST_OF_REGISTER, placeTill, putTill, registerOf } from './cloud-registers.ts';

/** More than any company has; a till that makes names up must not fill the database. */
export const MOST_TERMINALS = 1000;
/** The last token of a till is noted at most this often. */
const NOTED_MS = 60 * 60_000;

/** One till. */
export interface Terminal {
  TL: string;
  TT: string;
}

/** A till as it is kept; points in time are milliseconds since 1970. */
export interface TerminalRow {
  tl: string;
  tt: string;
  added_at: number;
  /** When it has got its last token, to the hour; null: never. */
  token_at: number | null;
}

const ONE = 'company_id = $companyId AND tl = $tl AND tt = $tt';

/**
 * What is said of a till: where it sells, null where the portal knows of no cloud registers of the company; or why
 * it gets no tokens.
 */
export type Admission = { url: string | null } | 'closed' | 'full' | 'registersFull';

/**
 * Whether a till may have tokens; a new one is added where the list is open, and gets a cloud register.
 * @param now milliseconds since 1970
 */
export async function admitTerminal(
  db: Transaction,
  companyId: number,
  { TL, TT }: Terminal,
  now: number,
): Promise<Admission> {
  const key = { companyId, tl: TL, tt: TT };
  const [known] = await db.select<{ token_at: number | null }>(
    `SELECT token_at FROM cloud_terminals WHERE ${ONE}`,
    key,
  );
  if (!known && (await isClosed(db, companyId))) return 'closed';
  if (known && (known.token_at ?? 0) <= now - NOTED_MS) {
    await db.run(`UPDATE cloud_terminals SET token_at = $now WHERE ${ONE}`, { ...key, now });
  }
  const place = known ? await registerOf(db, companyId, { TL, TT }) : null;
  if (place) return { url: place.url };
  // No two tills get the last place of a register, nor is one missed by whoever adds the first register.
  if (!known || (await cloudRegistersOf(db, companyId)).length > 0)
    await findEntity(db, companyId, db.forUpdate);
  const placed = await placeTill(db, companyId, { TL, TT });
  if (placed === 'full') return 'registersFull';
  return known || (await insert(db, key, now, now)) ? placed : 'full';
}

/** The tills of a company. */
export function terminalsOf(db: Queries, companyId: number): Promise<TerminalRow[]> {
  return db.select<TerminalRow>(
    'SELECT tl, tt, added_at, token_at FROM cloud_terminals WHERE company_id = $companyId ORDER BY tl, tt',
    { companyId },
  );
}

/** Whether tills that are not in the list get no tokens. */
export async function isClosed(db: Queries, companyId: number): Promise<boolean> {
  const [row] = await db.select<{ closed: number }>(
    'SELECT closed FROM cloud_lists WHERE company_id = $companyId',
    { companyId },
  );
  return row?.closed === 1;
}

/** Closes the list, or opens it. */
export async function setClosed(call: Context, company: EntityRow, closed: boolean): Promise<void> {
  await call.db.run(
    `INSERT INTO cloud_lists (company_id, closed) VALUES ($companyId, $closed)
      ON CONFLICT (company_id) DO UPDATE SET closed = excluded.closed`,
    { companyId: company.id, closed: closed ? 1 : 0 },
  );
  await auditCall(call, closed ? 'cloud tills closed' : 'cloud tills opened', company);
}

/**
 * Adds a till.
 * @param register number of the cloud register where it sells; left out: the one that has the fewest tills
 * @throws Problem 400 when there are too many
 */
export async function addTerminal(
  call: Context,
  company: EntityRow,
  { TL, TT }: Terminal,
  register?: number | null,
): Promise<void> {
  const key = { companyId: company.id, tl: TL, tt: TT };
  const [known] = await call.db.select(`SELECT tl FROM cloud_terminals WHERE ${ONE}`, key);
  if (known) throw badField('TT', 'taken', `${TL} ${TT} is there already`);
  if (typeof register === 'number') await putTill(call, company, { TL, TT }, register);
  else if ((await placeTill(call.db, company.id, { TL, TT })) === 'full') {
    const message = `all cloud registers of the company have as many tills as they can have (${MOST_OF_REGISTER})`;
    throw badField('TT', 'tooMany', message);
  }
  if (!(await insert(call.db, key, call.now, null))) {
    throw badField(
      'TT',
      'tooMany',
      `a company has ${MOST_TERMINALS} tills at most: remove those that are gone`,
    );
  }
  await auditCall(call, 'cloud till added', company, { TL, TT, ...(register && { register }) });
}

/**
 * Removes a till with its refresh tokens. Access tokens go on for an hour at most.
 * @throws Problem 404
 */
export async function removeTerminal(call: Context, company: EntityRow, { TL, TT }: Terminal): Promise<void> {
  const { db } = call;
  const removed = await db.select(`DELETE FROM cloud_terminals WHERE ${ONE} RETURNING tl`, {
    ...{ companyId: company.id, tl: TL, tt: TT },
  });
  if (removed.length === 0) throw notFound(`till ${TL} ${TT}`);
  // A scope has the tax id in one of its spellings in front.
  const tokens = await db.select<{ hash: string; scope: string }>(
    'SELECT hash, scope FROM refresh_tokens WHERE company_id = $companyId',
    { companyId: company.id },
  );
  for (const { hash, scope } of tokens) {
    const [, tl, tt] = JSON.parse(scope) as string[];
    if (tl !== TL || tt !== TT) continue;
    await db.run('DELETE FROM refresh_tokens WHERE company_id = $companyId AND hash = $hash', {
      ...{ companyId: company.id, hash },
    });
  }
  await auditCall(call, 'cloud till removed', company, { TL, TT });
}

/** @returns false when there are too many */
async function insert(
  db: Transaction,
  key: { companyId: number; tl: string; tt: string },
  now: number,
  tokenAt: number | null,
): Promise<boolean> {
  const [{ count } = { count: 0 }] = await db.select<{ count: number }>(
    'SELECT count(*) AS count FROM cloud_terminals WHERE company_id = $companyId',
    { companyId: key.companyId },
  );
  if (count >= MOST_TERMINALS) return false;
  await db.run(
    `INSERT INTO cloud_terminals (company_id, tl, tt, added_at, token_at)
      VALUES ($companyId, $tl, $tt, $now, $tokenAt) ON CONFLICT (company_id, tl, tt) DO NOTHING`,
    { ...key, now, tokenAt },
  );
  return true;
}
