/** From a document handle to the record that it was made for. */
import { setImmediate } from 'node:timers/promises';
import { isHandleOf, openHandle, type OpenedHandle, type ReadHandle } from '../../receipt/document-handle.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { recordAt } from '../archive/single.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import type { HandleKeys } from './keys.ts';

/** Register numbers whose last 25 bits are the same, among those that there can be (31 bits). */
const SAME_BITS = 64;
const STEP = 2 ** 25;
/** Registers looked at in one go. */
const PAGE = 200;
/** So many may wait for a search among all registers. */
const MOST_WAITING = 20;

/** A handle that a register has made. */
export interface FoundHandle extends OpenedHandle {
  companyId: number;
  registerId: number;
}

interface Owner {
  companyId: number;
  id: number;
}

/** Finds the registers of handles. */
export class Handles {
  readonly #db: Database;
  readonly #keys: HandleKeys;
  #searching: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(db: Database, keys: HandleKeys) {
    this.#db = db;
    this.#keys = keys;
  }

  /**
   * The register that has made a handle; null when none has.
   * @throws Problem 503 when too many look for handles without their five last characters
   */
  async find({ block, register }: ReadHandle): Promise<FoundHandle | null> {
    if (register === null) return this.#inTurn(() => this.#amongAll(block));
    const ids = Array.from({ length: SAME_BITS }, (_, i) => register + i * STEP).join(', ');
    const owners = await this.#db.select<Owner>(
      `SELECT company_id AS "companyId", id FROM registers WHERE id IN (${ids})`,
    );
    return this.#opened(block, owners);
  }

  /** Tries the keys of all registers: some 40 microseconds for each, with a pause after every page. */
  async #amongAll(block: Buffer): Promise<FoundHandle | null> {
    for (let after = 0; ;) {
      const owners = await this.#db.select<Owner>(
        `SELECT company_id AS "companyId", id FROM registers WHERE id > $after ORDER BY id LIMIT ${PAGE}`,
        { after },
      );
      const found = await this.#opened(block, owners);
      if (found || owners.length < PAGE) return found;
      after = owners.at(-1)!.id;
      await setImmediate();
    }
  }

  async #opened(block: Buffer, owners: readonly Owner[]): Promise<FoundHandle | null> {
    const keyOf = await this.#keys.keyOf();
    for (const { companyId, id: registerId } of owners) {
      const opened = openHandle(keyOf(registerId), block);
      if (opened) return { ...opened, companyId, registerId };
    }
    return null;
  }

  async #inTurn<T>(search: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) throw new Problem(503, 'too many receipts are looked for', [], 5);
    this.#waiting++;
    const done = this.#searching.then(search);
    this.#searching = done.catch(() => undefined).then(() => this.#waiting--);
    return done;
  }
}

/** The record of a handle as it stands; null while it has not arrived, or another one has got its number. */
export async function recordOfHandle(db: Database, found: FoundHandle): Promise<JournalRecord | null> {
  const kept = await recordAt(db, found.companyId, found.registerId, found.sq);
  return kept?.record._ === 'Tra' && isHandleOf(found, kept.record) ? kept.record : null;
}
