/** Entities in the database. */
import type { Queries, Transaction } from '../database/database.ts';
import { taxIdSpellings } from '../../receipt/tax-id.ts';
import { ENTITY_COLUMNS, type EntityRow, idsOf } from './entity.ts';
import { normalForm } from '../../normal-form.ts';

/** A row that is about to be created; id, path and kind are added. */
export type NewEntity = Omit<EntityRow, 'id' | 'path' | 'deactivate_after' | 'force_deactivation'>;

/** Entities read at a time. */
const PAGE = 500;

/** Longest way down from the root: far more than any group of companies has. */
export const MAX_DEPTH = 32;

/** An entity by its id. */
export async function findEntity(db: Queries, id: number, lock = ''): Promise<EntityRow | null> {
  const [row] = await db.select<EntityRow>(`SELECT ${ENTITY_COLUMNS} FROM entities WHERE id = $id ${lock}`, {
    id,
  });
  return row ?? null;
}

/** The condition for everything beneath a path and the entity itself, by an index. */
export function beneath(path: string, name = 'path'): { sql: string; parameters: Record<string, string> } {
  // "/" is followed by "0" in every alphabet of bytes: the range holds exactly what begins with the path.
  const end = `${path.slice(0, -1)}0`;
  return {
    sql: `(path >= $${name} AND path < $${name}End)`,
    parameters: { [name]: path, [`${name}End`]: end },
  };
}

/**
 * Keeps everything beneath an entity as it is until the transaction ends: who creates something holds its
 * parent, so that no row can be added behind a change that concerns all of them.
 */
export async function lockBeneath(db: Transaction, entity: EntityRow): Promise<void> {
  if (db.forUpdate === '') return;
  const { sql, parameters } = beneath(entity.path);
  // What was added while we waited for its parent is seen by the next look only.
  for (let before = -1, count = 0; count !== before;) {
    before = count;
    const rows = await db.select(
      `SELECT id FROM entities WHERE ${sql} ORDER BY id ${db.forUpdate}`,
      parameters,
    );
    count = rows.length;
  }
}

/** Stores a new entity under its parent. */
export async function insertEntity(
  db: Transaction,
  parent: EntityRow,
  entity: NewEntity,
): Promise<EntityRow> {
  const id = await db.nextId('entity_ids');
  const row: EntityRow = {
    ...entity,
    id,
    path: `${parent.path}${id}/`,
    deactivate_after: null,
    force_deactivation: null,
  };
  const columns = [...Object.keys(row), 'sort_name', 'search_text'];
  await db.run(
    `INSERT INTO entities (${columns.join(', ')}) VALUES (${columns.map((column) => `$${column}`).join(', ')})`,
    { ...row, ...derived(row) },
  );
  return row;
}

/** Stores what has changed in an entity; its id stays. */
export async function updateEntity(db: Transaction, row: EntityRow): Promise<void> {
  const columns = Object.keys(row).filter((column) => column !== 'id');
  await db.run(
    `UPDATE entities SET ${[...columns, 'sort_name', 'search_text'].map((column) => `${column} = $${column}`).join(', ')} WHERE id = $id`,
    { ...row, ...derived(row) },
  );
}

/** How many levels an entity is beneath the root. */
export function depthOf(path: string): number {
  return idsOf(path).length;
}

/**
 * A text as searches compare it: without capitals and accents, in one Unicode form. `Straße` is
 * `STRASSE`, and a sigma is one wherever it stands.
 */
export function searchable(text: string): string {
  const plain = normalForm(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll('ß', 'ss').replaceAll('ς', 'σ');
}

/** Columns for searching and sorting, the same in all databases whatever language they speak. */
function derived(row: EntityRow): { sort_name: string; search_text: string } {
  return { sort_name: searchable(row.name), search_text: searchText(row) };
}

/** Writes the columns for searching again, in all entities: this version compares texts in another way. */
export async function renewSearchTexts(db: Queries): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db.select<EntityRow>(
      `SELECT ${ENTITY_COLUMNS} FROM entities WHERE id > $after ORDER BY id LIMIT ${PAGE}`,
      { after },
    );
    for (const row of rows) {
      await db.run('UPDATE entities SET sort_name = $sort_name, search_text = $search_text WHERE id = $id', {
        ...{ ...derived(row), id: row.id },
      });
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}

/** Everything that a search for text looks at, the tax id in all of its spellings. */
function searchText(row: EntityRow): string {
  const { id, name, user_comment, tax_id, identification, address, city, zip, invoice_email } = row;
  const spellings = taxIdSpellings(tax_id ?? '', row.country_code ?? '');
  const texts = [String(id), name, user_comment, tax_id, ...spellings];
  texts.push(identification, address, city, zip, invoice_email);
  return searchable(texts.filter((text) => text !== null && text !== '').join('\n'));
}
