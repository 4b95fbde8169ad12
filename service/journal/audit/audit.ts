/**
 * A journal as an audit reads it: all records in order, page by page, without
 * trusting that anybody has kept to the schema.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ahead } from '../ahead.ts';
import { MOST_BYTES } from '../archive/archive.ts';
import { AuditedArchive, type UncheckedFile } from './archive.ts';
import { JournalFiles } from './files.ts';
import { KeptTables } from './tables.ts';
import type { Range } from '../lines.ts';
import { placeOf, sqAt } from '../place.ts';
import { copySnapshot } from '../postgres/snapshot.ts';
import { type OpenDatabase, ReadOnlyDatabase, schemaObjects, schemaOf } from '../read-only.ts';
import { FolderNames } from '../segments/folder-names.ts';
import { firstSqOf, lastSqOf, segmentOf } from '../segments/name.ts';

/** A register of the journal. */
export interface AuditedRegister {
  id: number;
  rn: string;
  /** Name of the folder of its files. */
  folder: string;
  /** Its restoring has not come to its end: it does not count yet. */
  isUnfinished: boolean;
}

/** A record as it is stored. */
export interface StoredRecord {
  sq: number;
  /** The type that is kept beside the line; left out where the row has left the database. */
  type?: unknown;
  /** The line, without line feed; null for what is no text, or too long for one. */
  line: Buffer | null;
}

/** Something about an archived file, and the first record concerned. */
interface Note {
  sq: number;
  text: string;
}

/** A step of reading. */
export interface Page {
  records: StoredRecord[];
  /** What is wrong with archived files. */
  problems: Note[];
  /** What the service puts right by itself. */
  remarks: Note[];
  /** Records behind those of the page before that cannot be read; some of them may follow nevertheless. */
  lost: Range | null;
  /** The records come from the file of an archived segment, as far as it can be read. */
  isArchived: boolean;
}

/** A state entry; `value` should be JSON text. */
export interface UncheckedState {
  key: unknown;
  value: unknown;
}

/** Records, and bytes of their lines, that are read at a time. */
const [PAGE, PAGE_BYTES] = [500, 8_000_000];
/** Register ids end where the key of a record would be no safe integer. */
const LAST_REGISTER = 2 ** 21 - 1;
const LAST_SQ = 2 ** 32 - 1;
/** Tables with a column `register`. */
const TABLES = ['numbers', 'terminals', 'days', 'sums', 'archived', 'unfinished', 'state'];
/** Rows of no register are looked for so often. */
const MOST_STRAYS = 20;

/** SQL: the bytes of a line; null where it is no text, or too long for one. */
const LINE = `CASE WHEN typeof(line) = 'text' AND octet_length(line) <= ${MOST_BYTES} THEN CAST(line AS BLOB) END`;

/** What was copied before it is read. */
interface Original {
  /** What of its schema the copy does not show, in words. */
  differences: readonly string[];
  /** Removes the copy. */
  remove(): Promise<void>;
}

/** A journal that is open, as another thread opens it: plain data. */
export interface OpenJournal {
  database: OpenDatabase;
  files: Pick<JournalFiles, 'folder' | 'folders'>;
}

/** An open journal. */
export class JournalAudit {
  /** The journal files beside it. */
  readonly files: JournalFiles;
  private readonly db: ReadOnlyDatabase;
  private readonly archive: AuditedArchive;
  private readonly original: Original;

  private constructor(db: ReadOnlyDatabase, files: JournalFiles, original: Original) {
    this.db = db;
    this.files = files;
    this.archive = new AuditedArchive(db);
    this.original = original;
  }

  /**
   * @param file the database; `rn` beside it holds the journal files
   * @param scratch folder for a copy, where one has to be made
   * @throws UnreadableJournalError
   */
  static async open(file: string, scratch?: string): Promise<JournalAudit> {
    // The files first: what they have then, the database has already.
    const files = await JournalFiles.of(path.join(path.dirname(file), 'rn'));
    return new JournalAudit(await ReadOnlyDatabase.open(file, scratch), files, {
      differences: [],
      remove: () => Promise.resolve(),
    });
  }

  /**
   * The same of a journal on PostgreSQL: a copy of it as it is now is read, which needs room for all of it.
   * @param url of the database
   * @param registers the folder `rn` of an instance, with its journal files
   * @throws UnreadableJournalError
   */
  static async ofPostgres(url: string, registers: string): Promise<JournalAudit> {
    const files = await JournalFiles.of(registers);
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tillmark-verify-'));
    const remove = () => fs.rm(folder, { recursive: true, force: true });
    try {
      const file = path.join(folder, 'journal.db');
      const differences = await copySnapshot(url, file);
      return new JournalAudit(await ReadOnlyDatabase.open(file), files, { differences, remove });
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** What {@link JournalAudit.again} takes while this one is open. */
  get opened(): OpenJournal {
    const { folder, folders } = this.files;
    return { database: this.db.opened, files: { folder, folders } };
  }

  /**
   * Opens a journal once more that is open on another thread, to read registers of it.
   * @throws UnreadableJournalError
   */
  static async again({ database, files }: OpenJournal): Promise<JournalAudit> {
    const { folder, folders } = files;
    const original = { differences: [], remove: () => Promise.resolve() };
    return new JournalAudit(
      await ReadOnlyDatabase.again(database),
      new JournalFiles(folder, folders),
      original,
    );
  }

  /** All registers in alphabetical order. Those that cannot be told are left out; see {@link strays}. */
  async registers(): Promise<AuditedRegister[]> {
    const rows = await this.db.all<{ id: number; rn: string; unfinished: number }>(
      `SELECT id, rn, EXISTS (SELECT 1 FROM unfinished WHERE register = id) AS unfinished
       FROM registers WHERE typeof(rn) = 'text' AND id BETWEEN 1 AND ${LAST_REGISTER} ORDER BY id`,
    );
    const folders = new FolderNames();
    const finished = rows.filter(({ unfinished }) => unfinished === 0);
    for (const { rn } of finished) folders.of(rn);
    return rows
      .map(({ id, rn, unfinished }) => ({ id, rn, folder: folders.of(rn), isUnfinished: unfinished === 1 }))
      .sort((a, b) => (a.rn < b.rn ? -1 : 1));
  }

  /** Rows that belong to no register, in words. */
  async strays(): Promise<string[]> {
    const rows = await this.db.all<{ id: unknown }>(
      `SELECT id FROM registers WHERE typeof(rn) = 'text' AND id BETWEEN 1 AND ${LAST_REGISTER}`,
    );
    const known = new Set(rows.map(({ id }) => id));
    const [nameless] = await this.db.all<{ n: number }>('SELECT count(*) AS n FROM registers');
    const found: string[] = [];
    const unknown = nameless!.n - known.size;
    if (unknown > 0)
      found.push(`${unknown} registers have no text as their name, or an id that none can have`);
    const tables: [table: string, register: string, next: string][] = [
      ['records', 'id >> 32', 'id >= (? + 1) << 32'],
      ...TABLES.map((table): [string, string, string] => [table, 'register', 'register > ?']),
    ];
    for (const [table, register, next] of tables) {
      found.push(...(await this.straysIn(table, register, next, known)));
    }
    return found;
  }

  private async straysIn(
    table: string,
    register: string,
    next: string,
    known: ReadonlySet<unknown>,
  ): Promise<string[]> {
    const found: string[] = [];
    // Integers that no JavaScript number holds come as texts: the walk ends there, as at anything that is no number.
    const id = `CASE WHEN ${register} NOT BETWEEN -${Number.MAX_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}
      THEN CAST(${register} AS TEXT) ELSE ${register} END`;
    // From register to register by the key: none of the tables has to be read as a whole.
    let rows = await this.db.all<{ id: unknown }>(
      `SELECT ${id} AS id FROM ${table} ORDER BY ${table === 'records' ? 'id' : 'register'} LIMIT 1`,
    );
    while (rows[0] && found.length < MOST_STRAYS) {
      const stray = rows[0].id;
      if (!known.has(stray)) found.push(`${table} has rows of a register ${String(stray)}, which is none`);
      if (typeof stray !== 'number') break;
      rows = await this.db.all<{ id: unknown }>(
        `SELECT ${id} AS id FROM ${table} WHERE ${next} ORDER BY ${table === 'records' ? 'id' : 'register'} LIMIT 1`,
        [stray],
      );
    }
    return found;
  }

  /** Sequence number of the last record of a register, archived ones included; 0 for none. */
  async lastSq({ id }: AuditedRegister): Promise<number> {
    const [row] = await this.db.all<{ last: number | null; segment: unknown }>(
      `SELECT (SELECT max(id) FROM records WHERE id BETWEEN ? AND ?) AS last,
         (SELECT max(segment) FROM archived WHERE register = ? AND typeof(segment) = 'integer') AS segment`,
      [placeOf(id, 0), placeOf(id, LAST_SQ), id],
    );
    const archived = typeof row!.segment === 'number' ? Math.min(lastSqOf(row!.segment), LAST_SQ) : 0;
    return Math.max(row!.last === null ? 0 : sqAt(row!.last), archived);
  }

  /** All records of a register in order of SQ, those of archived segments from their files. */
  pages(register: AuditedRegister): AsyncGenerator<Page> {
    return ahead(this.inOrder(register));
  }

  private async *inOrder(register: AuditedRegister): AsyncGenerator<Page> {
    let next = 0;
    for await (const file of this.archive.files(register.id)) {
      yield* this.stored(register.id, next, firstSqOf(file.segment) - 1);
      yield* this.archived(register, file);
      next = lastSqOf(file.segment) + 1;
    }
    yield* this.stored(register.id, next, LAST_SQ);
  }

  /** The line of a record, without line feed; null when there is none that could be one. */
  async lineAt(register: AuditedRegister, sq: number): Promise<Buffer | null> {
    const [found] = await this.db.all<{ isArchived: number; line: Buffer | null }>(
      `SELECT EXISTS (SELECT 1 FROM archived WHERE register = ? AND segment = ?) AS isArchived,
         (SELECT ${LINE} FROM records WHERE id = ?) AS line`,
      [register.id, segmentOf(sq), placeOf(register.id, sq)],
    );
    if (found!.isArchived === 0) return found!.line;
    const file = await this.archive.fileOf(register.id, segmentOf(sq));
    return (await this.archive.read(this.folderOf(register), file!)).lines?.line(sq) ?? null;
  }

  /** The records that are in the database behind a sequence number, in order. */
  async *behind({ id }: AuditedRegister, sq: number): AsyncGenerator<StoredRecord> {
    for await (const { records } of this.stored(id, sq + 1, LAST_SQ)) yield* records;
  }

  /** Sequence numbers of the records before another one that are kept under a number, newest first. */
  async sqsWith({ id }: AuditedRegister, number: string, before: number): Promise<number[]> {
    const rows = await this.db.all<{ sq: number }>(
      `SELECT sq FROM numbers WHERE register = ? AND number = ? AND sq < ? AND typeof(sq) = 'integer' AND sq > 0
       ORDER BY sq DESC LIMIT ${PAGE}`,
      [id, number, before],
    );
    return rows.map(({ sq }) => sq);
  }

  /** The fiscal number that a record is kept under; null for none. Looks through all numbers of the register. */
  async fiscalNumberAt({ id }: AuditedRegister, sq: number): Promise<string | null> {
    const rows = await this.db.all<{ number: unknown }>(
      'SELECT number FROM numbers WHERE register = ? AND sq = ? AND instr(number, char(31)) = 0 LIMIT 1',
      [id, sq],
    );
    return typeof rows[0]?.number === 'string' ? rows[0].number : null;
  }

  /** What is kept to find and sum by. */
  tables({ id }: AuditedRegister): KeptTables {
    return new KeptTables(this.db, id);
  }

  /** What is wrong with the list of archived segments, null for nothing. */
  archiveGaps({ id }: AuditedRegister): Promise<string | null> {
    return this.archive.gaps(id);
  }

  /** The state that a register goes on from. */
  state({ id }: AuditedRegister): Promise<UncheckedState[]> {
    return this.db.all<UncheckedState>('SELECT key, value FROM state WHERE register = ? ORDER BY key', [id]);
  }

  /** What is not as the migrations have made it: guards that were taken off, tables that were added. */
  async schemaDifferences(): Promise<string[]> {
    const expected = await schemaOf(this.db.opened.schema);
    const found = await schemaObjects((sql) => this.db.all(sql));
    const differences: string[] = [];
    for (const [name, sql] of expected) {
      if (!found.has(name)) differences.push(`${name} is missing`);
      else if (found.get(name) !== sql) differences.push(`${name} was changed`);
    }
    for (const name of found.keys()) if (!expected.has(name)) differences.push(`${name} was added`);
    return [...differences, ...this.original.differences];
  }

  /** @throws UnreadableJournalError when the file was written to meanwhile and no lock kept it together */
  async close(): Promise<void> {
    await this.db.close().finally(() => this.original.remove());
  }

  private folderOf({ folder }: AuditedRegister): string {
    return path.join(this.files.folder, folder, 'jou');
  }

  /** Records of the database, both ends included. */
  private async *stored(register: number, from: number, to: number): AsyncGenerator<Page> {
    const end = placeOf(register, Math.min(to, LAST_SQ));
    for (let begin = placeOf(register, from); begin <= end;) {
      const sizes = await this.db.all<{ id: number; bytes: number | null }>(
        `SELECT id, octet_length(line) AS bytes FROM records WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ${PAGE}`,
        [begin, end],
      );
      if (sizes.length === 0) return;
      let [n, bytes] = [0, 0];
      do bytes += sizes[n++]!.bytes ?? 0;
      while (n < sizes.length && bytes + (sizes[n]!.bytes ?? 0) <= PAGE_BYTES);
      const last = sizes[n - 1]!.id;
      const rows = await this.db.all<{ id: number; type: unknown; line: Buffer | null }>(
        `SELECT id, type, ${LINE} AS line FROM records WHERE id BETWEEN ? AND ? ORDER BY id`,
        [begin, last],
      );
      const records = rows.map(({ id, type, line }) => ({ sq: sqAt(id), type, line }));
      yield { records, problems: [], remarks: [], lost: null, isArchived: false };
      begin = last + 1;
    }
  }

  /** Records of an archived segment; where its file ends too early, what the database has of them. */
  private async *archived(register: AuditedRegister, file: UncheckedFile): AsyncGenerator<Page> {
    const [first, last] = [firstSqOf(file.segment), lastSqOf(file.segment)];
    const { lines, problems, remarks } = await this.archive.read(this.folderOf(register), file);
    const page: Page = { records: [], problems: [], remarks: [], lost: null, isArchived: true };
    const placed = (texts: readonly string[]) => texts.map((text) => ({ sq: first, text }));
    yield { ...page, problems: placed(problems), remarks: placed(remarks) };
    const end = Math.min(last, lines?.last ?? first - 1);
    const types = new Map<number, unknown>();
    for await (const { records } of this.stored(register.id, first, end)) {
      const other: Note[] = [];
      for (const { sq, type, line } of records) {
        types.set(sq, type);
        if (line?.equals(lines!.line(sq)!) !== true)
          other.push({ sq, text: 'the database has another record than the archived file' });
      }
      yield { ...page, problems: other };
    }
    for (let sq = first; sq <= end; sq += PAGE) {
      const count = Math.min(PAGE, end - sq + 1);
      const records = Array.from({ length: count }, (_, i) => ({
        ...{ sq: sq + i, line: lines!.line(sq + i)! },
        ...(types.has(sq + i) && { type: types.get(sq + i) }),
      }));
      yield { ...page, records };
    }
    if (end === last) return;
    yield { ...page, lost: { from: end + 1, to: last } };
    for await (const rest of this.stored(register.id, end + 1, last)) yield { ...rest, isArchived: true };
  }
}
