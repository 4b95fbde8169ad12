/**
 * Keeps batches of records, once each: a register sends again what it got no
 * answer for. A batch that goes on where the archive ends is one statement on
 * PostgreSQL; everything else is looked at under the lock of the register.
 */
import type { Queries, Transaction } from '../database/database.ts';
import { ownFromAfter } from '../registers/following.ts';
import { findRegister, type RegisterRow } from '../registers/register.ts';
import { ENDED_BY_RECORDS, endAlertsSql } from './alerts.ts';
import { type ArchivedLine, type Batch, digestOfLines } from './batch.ts';
import { addTotalsSql, dayTotals, dayTotalsJson, THIS_REGISTER } from './day-totals.ts';
import { OtherRecordProblem, RecordsMissingProblem } from './refusals.ts';

/** A batch whose signature was found good. */
export interface SignedBatch {
  register: RegisterRow;
  batch: Batch;
  /** Base64. */
  signature: string;
  /** SHA-256 of the line before the batch, with its line feed; null: not told. */
  previous: string | null;
}

/** Where the archive of a register ends now. */
export interface ArchiveEnd {
  /** Number of the record that the archive waits for. */
  nextSq: number;
  /** SHA-256 of the last line with its line feed: a register whose own last line differs has lost its way. */
  lastLine: string | null;
}

/** What a batch adds. */
interface Addition extends SignedBatch {
  /** Records at its beginning that are there already. */
  known: number;
  now: number;
}

/**
 * Keeps a batch that begins where the archive ends, in one statement.
 * @returns where the archive ends then; null when the batch does not begin there
 */
export async function appendBatch(db: Queries, signed: SignedBatch, now: number): Promise<ArchiveEnd | null> {
  return appendOnPostgres(db, { ...signed, known: 0, now });
}

/**
 * Keeps what is new of a batch.
 * @throws RecordsMissingProblem, OtherRecordProblem
 */
export async function keepBatch(db: Transaction, signed: SignedBatch, now: number): Promise<ArchiveEnd> {
  const { batch, previous } = signed;
  const { company_id: companyId, id } = signed.register;
  const register = (await findRegister(db, companyId, id, db.forUpdate))!;
  const head = await headOf(db, register);
  const next = register.next_sq;
  if (batch.firstSq > next) throw new RecordsMissingProblem(next, batch.firstSq);
  const isContinued = batch.firstSq === next && previous !== null && head !== null;
  if (isContinued && previous !== head) throw new OtherRecordProblem(next - 1, next);
  await compare(db, register, batch);
  if (batch.lastSq < next) return { nextSq: next, lastLine: head };
  const known = next - batch.firstSq;
  const ownFrom = await ownFromAfter(db, register, batch.lines.slice(known));
  const addition = { ...signed, register: { ...register, own_from: ownFrom }, known, now };
  if (ownFrom !== register.own_from) {
    await db.run('UPDATE registers SET own_from = $ownFrom WHERE company_id = $companyId AND id = $id', {
      ...{ ownFrom, companyId, id },
    });
  }
  const end = await (db.dialect === 'postgres'
    ? appendOnPostgres(db, addition)
    : appendOnSqlite(db, addition));
  return end!;
}

/** The records that are there already must be the same. */
async function compare(db: Queries, register: RegisterRow, { firstSq, lastSq, lines }: Batch): Promise<void> {
  const next = register.next_sq;
  if (firstSq >= next) return;
  const to = Math.min(lastSq, next - 1);
  const rows = await db.select<{ sq: number; line: string }>(
    `SELECT sq, line FROM records
      WHERE company_id = $companyId AND register_id = $registerId AND sq BETWEEN $from AND $to`,
    { companyId: register.company_id, registerId: register.id, from: firstSq, to },
  );
  const kept = new Map(rows.map(({ sq, line }) => [sq, line]));
  const other = lines.find(({ sq, line }) => sq <= to && kept.get(sq) !== line);
  if (other) throw new OtherRecordProblem(other.sq, next);
}

async function headOf(db: Queries, { company_id: companyId, id }: RegisterRow): Promise<string | null> {
  const [row] = await db.select<{ head: string | null }>(
    'SELECT head FROM registers WHERE company_id = $companyId AND id = $id',
    { companyId, id },
  );
  return row?.head ?? null;
}

const RECORD_COLUMNS = 'company_id, register_id, sq, type, at, tn, fn, total, of_sq, line';
const BATCH_COLUMNS = 'company_id, register_id, last_sq, first_sq, digest, signature, received_at';
const STATE_COLUMNS = 'company_id, register_id, key, value';
const NEWEST_COUNTS = 'ON CONFLICT (company_id, register_id, key) DO UPDATE SET value = excluded.value';

/** Lists as texts with a value a line, which PostgreSQL takes apart faster than JSON; no value has a line feed in it. */
const APPEND_POSTGRES = `
  WITH register AS (
    UPDATE registers SET next_sq = CAST($lastSq AS BIGINT) + 1, head = $lastLine,
        currency = coalesce(CAST($currency AS TEXT), currency)
     WHERE company_id = $companyId AND id = $registerId AND next_sq = CAST($firstSq AS BIGINT) + CAST($known AS BIGINT)
       AND ($previous = '' OR $known > 0 OR head IS NULL OR head = $previous)
    RETURNING company_id, id
  ), kept_records AS (
    INSERT INTO records (${RECORD_COLUMNS})
    SELECT r.company_id, r.id, CAST($firstSq AS BIGINT) + CAST($known AS BIGINT) + n - 1, type, at, tn, fn, total, CAST(of_sq AS BIGINT), line
      FROM register r, unnest(
        string_to_array($types, chr(10)), string_to_array($ats, chr(10)), string_to_array($tns, chr(10), ''),
        string_to_array($fns, chr(10), ''), string_to_array($totals, chr(10), ''),
        string_to_array($ofs, chr(10), ''), string_to_array($lines, chr(10))
      ) WITH ORDINALITY AS l(type, at, tn, fn, total, of_sq, line, n)
  ), kept_batch AS (
    INSERT INTO record_batches (${BATCH_COLUMNS})
    SELECT company_id, id, CAST($lastSq AS BIGINT), CAST($firstSq AS BIGINT), $digest, $signature, CAST($now AS BIGINT) FROM register
  ), kept_state AS (
    INSERT INTO register_state (${STATE_COLUMNS})
    SELECT r.company_id, r.id, s.key, s.value
      FROM register r, json_to_recordset(CAST($state AS JSON)) AS s(key TEXT, value TEXT)
    ${NEWEST_COUNTS}
  ), counted AS (
    ${addTotalsSql('postgres', 'SELECT company_id, id FROM register')}
  ), ended AS (
    ${endAlertsSql(ENDED_BY_RECORDS)} AND EXISTS (SELECT 1 FROM register)
  )
  SELECT id FROM register`;

async function appendOnPostgres(db: Queries, addition: Addition): Promise<ArchiveEnd | null> {
  const { batch, known, previous } = addition;
  const lines = batch.lines.slice(known);
  const column = (name: Exclude<keyof ArchivedLine, 'sale'>) =>
    lines.map((line) => line[name] ?? '').join('\n');
  const rows = await db.select(APPEND_POSTGRES, {
    ...valuesOf(addition),
    known,
    previous: previous ?? '',
    types: column('type'),
    ats: column('at'),
    tns: column('tn'),
    fns: column('fn'),
    totals: column('total'),
    ofs: column('of'),
    lines: column('line'),
    state: JSON.stringify([...batch.state].map(([key, value]) => ({ key, value }))),
  });
  return rows.length === 0 ? null : endOf(batch);
}

async function appendOnSqlite(db: Transaction, addition: Addition): Promise<ArchiveEnd> {
  const { batch, known } = addition;
  const {
    companyId,
    registerId,
    lastSq,
    firstSq,
    lastLine,
    digest,
    signature,
    now,
    currency,
    dayTotals: sums,
  } = valuesOf(addition);
  const owner = { companyId, registerId };
  await db.run(
    `INSERT INTO records (${RECORD_COLUMNS})
      SELECT $companyId, $registerId, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
        FROM json_each($rows)`,
    {
      ...owner,
      rows: JSON.stringify(
        batch.lines
          .slice(known)
          .map(({ sq, type, at, tn, fn, total, of, line }) => [sq, type, at, tn, fn, total, of, line]),
      ),
    },
  );
  await db.run(
    `INSERT INTO record_batches (${BATCH_COLUMNS})
      VALUES ($companyId, $registerId, $lastSq, $firstSq, $digest, $signature, $now)`,
    { ...owner, lastSq, firstSq, digest, signature, now },
  );
  await db.run(
    `INSERT INTO register_state (${STATE_COLUMNS})
      SELECT $companyId, $registerId, value ->> 0, value ->> 1 FROM json_each($state) WHERE true ${NEWEST_COUNTS}`,
    { ...owner, state: JSON.stringify([...batch.state]) },
  );
  await db.run(addTotalsSql('sqlite', THIS_REGISTER), { ...owner, dayTotals: sums });
  await db.run(endAlertsSql(ENDED_BY_RECORDS), { ...owner, now });
  await db.run(
    `UPDATE registers SET next_sq = $lastSq + 1, head = $lastLine, currency = coalesce($currency, currency)
      WHERE company_id = $companyId AND id = $registerId`,
    { ...owner, lastSq, lastLine, currency },
  );
  return endOf(batch);
}

function valuesOf({ register, batch, known, signature, now }: Addition) {
  const { firstSq, lastSq, digest } = batch;
  const lastLine = endOf(batch).lastLine;
  return {
    companyId: register.company_id,
    registerId: register.id,
    firstSq,
    lastSq,
    lastLine,
    digest,
    signature,
    now,
    currency: batch.currency,
    // What it has in common with the register that it was before counts there.
    dayTotals: dayTotalsJson(dayTotals(batch.lines.slice(known).filter(({ sq }) => sq >= register.own_from))),
  };
}

function endOf({ lastSq, lines }: Batch): { nextSq: number; lastLine: string } {
  return { nextSq: lastSq + 1, lastLine: digestOfLines(`${lines.at(-1)!.line}\n`) };
}
