/**
 * Several cloud registers of a company (doc 2): each till is on one of them and stays there, because its numbers
 * are there; new ones come to the one that has the fewest, and none to one that has a hundred.
 */
import { isLocalHost } from '../../access/caller.ts';
import { auditCall } from '../audit.ts';
import type { Queries, Transaction } from '../database/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import type { Context } from '../entities/organizations.ts';
import { badField, notFound, Problem } from '../problem.ts';
import type { Terminal } from './terminals.ts';

/** POS installations of one cloud register (doc 2, Limits). */
export const MOST_OF_REGISTER = 100;
/** Cloud registers of a company; more than a company has tills for. */
export const MOST_REGISTERS = 100;

/** A cloud register as it is kept. */
export interface CloudRegisterRow {
  number: number;
  /** Its public address, without a slash at the end. */
  url: string;
  /** 1: no further tills come there. */
  closed: number;
  added_at: number;
  /** Tills that are there. */
  tills: number;
}

const TILLS = `(SELECT count(*) FROM cloud_places p JOIN cloud_terminals t
    ON t.company_id = p.company_id AND t.tl = p.tl AND t.tt = p.tt
  WHERE p.company_id = r.company_id AND p.number = r.number)`;

/** The cloud registers of a company, in the order in which they were added. */
export function cloudRegistersOf(db: Queries, companyId: number): Promise<CloudRegisterRow[]> {
  return db.select<CloudRegisterRow>(
    `SELECT r.number, r.url, r.closed, r.added_at, CAST(${TILLS} AS INTEGER) AS tills
      FROM cloud_registers r WHERE r.company_id = $companyId ORDER BY r.number`,
    { companyId },
  );
}

/** Numbers of the cloud registers of tills, by `[TL, TT]` as JSON. */
export async function placesOf(db: Queries, companyId: number): Promise<Map<string, number>> {
  const rows = await db.select<{ tl: string; tt: string; number: number }>(
    'SELECT tl, tt, number FROM cloud_places WHERE company_id = $companyId',
    { companyId },
  );
  return new Map(rows.map(({ tl, tt, number }) => [JSON.stringify([tl, tt]), number]));
}

/** The cloud register that a till is on; null where it has none yet. */
export async function registerOf(
  db: Queries,
  companyId: number,
  { TL, TT }: Terminal,
): Promise<{ number: number; url: string } | null> {
  const [row] = await db.select<{ number: number; url: string }>(
    `SELECT r.number, r.url FROM cloud_places p
      JOIN cloud_registers r ON r.company_id = p.company_id AND r.number = p.number
      WHERE p.company_id = $companyId AND p.tl = $tl AND p.tt = $tt`,
    { companyId, tl: TL, tt: TT },
  );
  return row ?? null;
}

/**
 * Gives a till a cloud register: the one where it was before, else the one that has the fewest tills. It is not among
 * the tills of the company yet, or has no place; the company is locked, so that two do not get the last one.
 * @returns its address; null where the portal knows of no cloud registers of the company; `full` where all have
 * as many tills as they can have
 */
export async function placeTill(
  db: Transaction,
  companyId: number,
  till: Terminal,
): Promise<{ url: string | null } | 'full'> {
  const registers = await cloudRegistersOf(db, companyId);
  if (registers.length === 0) return { url: null };
  const before = await registerOf(db, companyId, till);
  if (before) {
    const { url, tills } = registers.find(({ number }) => number === before.number)!;
    return tills < MOST_OF_REGISTER ? { url } : 'full';
  }
  const open = registers.filter(({ closed, tills }) => closed === 0 && tills < MOST_OF_REGISTER);
  const [first] = open.sort((a, b) => a.tills - b.tills || a.number - b.number);
  if (!first) return 'full';
  await keepPlace(db, companyId, till, first.number);
  return { url: first.url };
}

/**
 * Says which cloud register a till is on; where it has sold before, its register was moved there.
 * @throws Problem
 */
export async function putTill(
  call: Context,
  company: EntityRow,
  till: Terminal,
  number: number,
): Promise<void> {
  const registers = await cloudRegistersOf(call.db, company.id);
  const register = registers.find((one) => one.number === number);
  if (!register) {
    throw badField('cloudRegister', 'unknown', `the company has no cloud register ${number}`);
  }
  if (register.tills >= MOST_OF_REGISTER) {
    const message = `cloud register ${number} has ${MOST_OF_REGISTER} tills, which is as many as it can have`;
    throw badField('cloudRegister', 'tooMany', message);
  }
  await keepPlace(call.db, company.id, till, number);
}

async function keepPlace(
  db: Transaction,
  companyId: number,
  { TL, TT }: Terminal,
  number: number,
): Promise<void> {
  await db.run(
    `INSERT INTO cloud_places (company_id, tl, tt, number) VALUES ($companyId, $tl, $tt, $number)
      ON CONFLICT (company_id, tl, tt) DO UPDATE SET number = excluded.number`,
    { companyId, tl: TL, tt: TT, number },
  );
}

/**
 * Adds a cloud register. All tills that are known before there is one are on the first: they have sold there.
 * @returns its number
 * @throws Problem
 */
export async function addCloudRegister(call: Context, company: EntityRow, url: string): Promise<number> {
  const { db, now } = call;
  const registers = await cloudRegistersOf(db, company.id);
  if (registers.length >= MOST_REGISTERS) {
    throw badField('url', 'tooMany', `a company has ${MOST_REGISTERS} cloud registers at most`);
  }
  const address = addressOf(url);
  mustBeFree(registers, address, null);
  const number = Math.max(0, ...registers.map((one) => one.number)) + 1;
  await db.run(
    `INSERT INTO cloud_registers (company_id, number, url, closed, added_at)
      VALUES ($companyId, $number, $url, 0, $now)`,
    { companyId: company.id, number, url: address, now },
  );
  if (registers.length === 0) {
    await db.run(
      `INSERT INTO cloud_places (company_id, tl, tt, number)
        SELECT company_id, tl, tt, $number FROM cloud_terminals WHERE company_id = $companyId`,
      { companyId: company.id, number },
    );
  }
  await auditCall(call, 'cloud register added', company, { number, url: address });
  return number;
}

/** What may change. */
export interface CloudRegisterChange {
  /** Another address of the same cloud register. */
  url?: string | undefined;
  /** No further tills come there; those that are there stay. */
  closed?: boolean | undefined;
}

/**
 * Changes a cloud register.
 * @throws Problem
 */
export async function changeCloudRegister(
  call: Context,
  company: EntityRow,
  number: number,
  { url, closed }: CloudRegisterChange,
): Promise<void> {
  const registers = await cloudRegistersOf(call.db, company.id);
  const known = find(registers, number);
  const address = url === undefined ? known.url : addressOf(url);
  mustBeFree(registers, address, number);
  const isClosed = closed ?? known.closed === 1;
  await call.db.run(
    'UPDATE cloud_registers SET url = $url, closed = $closed WHERE company_id = $companyId AND number = $number',
    { companyId: company.id, number, url: address, closed: isClosed ? 1 : 0 },
  );
  await auditCall(call, 'cloud register changed', company, { number, url: address, closed: isClosed });
}

/**
 * Removes a cloud register that no till is on; what is known of tills that were there is forgotten.
 * @throws Problem 409 while tills are there
 */
export async function removeCloudRegister(call: Context, company: EntityRow, number: number): Promise<void> {
  const { tills, url } = find(await cloudRegistersOf(call.db, company.id), number);
  if (tills > 0) {
    throw new Problem(
      409,
      `${tills} tills are on cloud register ${number}: close it, move them or remove them first`,
    );
  }
  const one = 'company_id = $companyId AND number = $number';
  for (const table of ['cloud_places', 'cloud_registers'])
    await call.db.run(`DELETE FROM ${table} WHERE ${one}`, { companyId: company.id, number });
  await auditCall(call, 'cloud register removed', company, { number, url });
}

function find(registers: readonly CloudRegisterRow[], number: number): CloudRegisterRow {
  const known = registers.find((one) => one.number === number);
  if (!known) throw notFound(`cloud register ${number}`);
  return known;
}

function mustBeFree(registers: readonly CloudRegisterRow[], url: string, own: number | null): void {
  const other = registers.find((one) => one.url === url && one.number !== own);
  if (other) throw badField('url', 'taken', `${url} is cloud register ${other.number} already`);
}

/** As tokens name it: tills send their secrets there, without encryption on this machine only. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalHost(url.host));
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url && isSafe && isPlain) return url.href.replace(/(?<!\/)\/+$/, '');
  throw badField('url', 'wrong', 'must be an https address without user, query or fragment');
}
